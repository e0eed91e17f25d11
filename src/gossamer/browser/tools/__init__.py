"""Page tools: what a live page shows, and every step somebody with mouse and keyboard can do on it."""

from gossamer.browser.tools.session_page import SessionPage

__all__ = ["SessionPage"]
