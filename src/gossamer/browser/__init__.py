"""Chromium: finding it, starting it, keeping it warm, and having it render pages.

Everything goes over the DevTools protocol through one thin client (`cdp`). `Browser` owns
the one Chromium of the process and turns a FetchRequest into a page, each in a context of its
own that is gone when the call returns.
"""

from gossamer.browser.executable import Chromium, Installed, Missing, Remote, find_chromium
from gossamer.browser.launcher import start_once
from gossamer.browser.options import BrowserOptions
from gossamer.browser.pool import Browser
from gossamer.browser.running_browser import StartFailed

__all__ = [
    "Browser",
    "BrowserOptions",
    "Chromium",
    "Installed",
    "Missing",
    "Remote",
    "StartFailed",
    "find_chromium",
    "start_once",
]
