"""Sessions: pages that stay open, to be seen and used by people, planners and code.

A session is a browser context of its own in the Chromium that renders, so that it costs a few
megabytes and not a browser. `LiveBrowserPool` opens them; `OpenSession` is one.
"""

from gossamer.browser.live.pool import LiveBrowserPool
from gossamer.browser.live.session import OpenSession

__all__ = ["LiveBrowserPool", "OpenSession"]
