"""Tabs that render one page of a job after another.

A renderer process costs more than the page that it shows, so the pages of a job take turns in its tabs. Nothing of a
page is left for the next: cookies, storage, service workers and caches of scripts are cleared in between. What cannot
be cleared, such as the HTTP cache and connections, stays within the job: no other job ever gets its tab.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import Final

from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.contexts import Context
from gossamer.browser.page import Page, ScriptFailed
from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import credentials_of, without_credentials

# Seconds that a tab waits for the next page of its job.
_LASTS: Final = 5.0
# Seconds that clearing may take; it takes some 5 ms.
_CLEARING: Final = 1.0
# Each page leaves some 8 MB in its renderer that only its end gives back.
_PAGES: Final = 5
_WEB: Final = ("http:", "https:")


@dataclass(slots=True)
class SharedTab:
    """A context whose first page is used again for requests like *request*; *until* is its end on the loop's clock."""

    request: FetchRequest
    browser: RunningBrowser
    context: Context
    pages: int = 0
    until: float = 0.0

    async def open(self) -> Page:
        """Return an empty page, or one that goes on as if it were empty."""
        self.pages += 1
        if self.pages == 1:
            return await self.context.open(looked_at=False)
        page = self.context.renew_first(looked_at=False)
        page.session.send("Emulation.setScriptExecutionDisabled", value=False)
        return page

    def suits(self, request: FetchRequest) -> bool:
        """Return whether *request* belongs to the same job and wants the same set-up, but another document."""
        page = self.context.first
        usable = self.browser.alive and not self.browser.draining and not self.context.refused
        # A change of the fragment alone would load nothing.
        is_new = page.url.partition("#")[0] != without_credentials(request.url).partition("#")[0]
        return usable and is_new and _is_alike(request, self.request)


def _is_alike(first: FetchRequest, other: FetchRequest) -> bool:
    """Return whether both are of one job and set a page up in the same way."""
    # Without a gate of its own a page would keep that of the page before, and the browser keeps its passwords.
    accesses = [(request.permits is not None, credentials_of(request.url)) for request in (first, other)]
    other = replace(
        other,
        url=first.url,
        deadline=first.deadline,
        awaited=first.awaited,
        expects=first.expects,
        permits=first.permits,
        sent=first.sent,
    )
    return first == other and accesses[0] == accesses[1]


class SharedTabs:
    """Free tabs, at most *places*; the one that was free longest makes room."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._free: list[SharedTab] = []

    def take(self, request: FetchRequest) -> SharedTab | None:
        """Hand over a tab of the job of *request*; None when there is none."""
        tab = next((tab for tab in reversed(self._free) if tab.suits(request)), None)
        if tab is not None:
            self._free.remove(tab)
        return tab

    async def give(self, tab: SharedTab) -> None:
        """Clear *tab* and keep it for the next page of its job, or dispose of it."""
        page = tab.context.first
        sound = tab.pages < _PAGES and not (page.frozen or page.dialogs or page.downloads or tab.context.refused)
        if not sound or not await _clear_page(page):
            await tab.context.dispose()
            return
        tab.until = asyncio.get_running_loop().time() + _LASTS
        self._free.append(tab)
        await self.make_room()

    async def make_room(self) -> None:
        """Dispose of tabs beyond the number of places, the oldest first, and of those whose time is over."""
        now = asyncio.get_running_loop().time()
        surplus = len(self._free) - self._places
        await self._dispose([tab for place, tab in enumerate(self._free) if place < surplus or tab.until < now])

    async def clear(self, browser: RunningBrowser) -> None:
        """Dispose of the tabs of a browser."""
        await self._dispose([tab for tab in self._free if tab.browser is browser])

    async def _dispose(self, tabs: list[SharedTab]) -> None:
        self._free = [tab for tab in self._free if tab not in tabs]
        await asyncio.gather(*(tab.context.dispose() for tab in tabs))


async def _clear_page(page: Page) -> bool:
    """Stop the document and remove what it left behind; return whether that succeeded in time."""
    send = page.session.send
    send("Page.stopLoading")
    send("Emulation.setScriptExecutionDisabled", value=True)
    try:
        async with asyncio.timeout(_CLEARING):
            if page.url.startswith(_WEB):
                await page.call("forget")
            clearing = (
                # An origin that is none stands for all of them.
                send("Storage.clearDataForOrigin", origin="*", storageTypes="all"),
                send("Network.clearBrowserCookies"),
                send("Page.resetNavigationHistory"),
            )
            await asyncio.gather(*clearing)
    except (BrowserGone, CommandRefused, ScriptFailed, TimeoutError):
        return False
    return True
