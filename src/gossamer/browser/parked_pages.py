"""Rendered pages kept open for a while, so that a session can continue where the scrape ended."""

import asyncio
import time
from dataclasses import dataclass

from gossamer.browser.contexts import Context
from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.pages import FetchRequest


@dataclass(frozen=True, slots=True)
class ParkedPage:
    """The first page of *context* as *request* left it; frozen, so that it takes memory and no processor."""

    request: FetchRequest
    browser: RunningBrowser
    context: Context

    def freeze(self) -> None:
        """Stop its clocks and scripts."""
        send = self.context.first.session.send
        # The page would count as seen, and what is seen is not frozen.
        send("Emulation.setFocusEmulationEnabled", enabled=False)
        send("Page.setWebLifecycleState", state="frozen")

    def thaw(self) -> None:
        """Let it go on."""
        send = self.context.first.session.send
        send("Page.setWebLifecycleState", state="active")
        send("Emulation.setFocusEmulationEnabled", enabled=True)


class Parking:
    """At most *places* pages by name, each for *lasts* seconds; the oldest makes room. Whoever takes one owns it."""

    def __init__(self, places: int, lasts: float) -> None:
        self._places = places
        self._lasts = lasts
        self._parked: dict[str, tuple[ParkedPage, float]] = {}

    def park(self, name: str, page: ParkedPage) -> bool:
        """Take over *page*, and return whether; without places it stays its owner's."""
        if self._places <= 0 or name in self._parked:
            return False
        page.context.keep()
        page.freeze()
        self._parked[name] = (page, time.monotonic() + self._lasts)
        return True

    def take(self, name: str) -> ParkedPage | None:
        """Hand over a page, which runs again; None when there is none, or it died."""
        page, _ = self._parked.pop(name, (None, 0.0))
        if page is None or not page.browser.alive:
            return None
        page.thaw()
        return page

    async def make_room(self) -> None:
        """Remove pages beyond the number of places, the oldest first, and those whose time is over."""
        surplus = len(self._parked) - self._places
        now = time.monotonic()
        parked = enumerate(self._parked.items())
        await self._remove([name for place, (name, (_, until)) in parked if place < surplus or until < now])

    async def clear(self, browser: RunningBrowser) -> None:
        """Remove the pages of a browser."""
        await self._remove([name for name, (page, _) in self._parked.items() if page.browser is browser])

    async def _remove(self, names: list[str]) -> None:
        pages = [self._parked.pop(name)[0] for name in names]
        await asyncio.gather(*(page.context.dispose() for page in pages))
