"""Scrapes with a profile: visited with its cookies and storage, which are saved again."""

import asyncio
from dataclasses import replace

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.pages import FetchedPage
from gossamer.core.prices import PriceTable
from gossamer.core.specs import ScrapeSpec
from gossamer.features.scrape import Gather, GatheredPages, opening_of
from gossamer.features.sessions.pages import OpenPages
from gossamer.ports.live_pages import LiveSession


class ProfileScraping:
    """Gets the pages of scrapes that have a profile, *at_once* of them; others wait in line."""

    def __init__(self, pages: OpenPages, prices: PriceTable, *, at_once: int) -> None:
        self._pages = pages
        self._prices = prices
        self._places = asyncio.Semaphore(at_once)

    @property
    def available(self) -> bool:
        """Return whether there is a browser to visit pages with."""
        return self._pages.available

    def gathering(self, spec: ScrapeSpec, *, team_id: str, deadline: Deadline, permits: Permits | None) -> Gather:
        """Return a function that gets the page of *spec*; it raises ProfileBusy, and what opening a page raises.

        The profile is saved once the page is there, also when it turns out to be a login; a visit that fails before
        leaves it as it was.
        """
        opening = opening_of(spec)

        async def gather() -> GatheredPages:
            async with (
                self._places,
                self._pages.opened(opening, team_id=team_id, deadline=deadline, permits=permits) as opened,
            ):
                page = await _visit_page(opened.live, spec, deadline)
                warnings = await opened.save()
            page = replace(page, tier=opening.tier)
            return GatheredPages((page,), self._prices.scraped(spec), warnings=warnings, judged=True)

        return gather


async def _visit_page(live: LiveSession, spec: ScrapeSpec, deadline: Deadline) -> FetchedPage:
    page = replace(await live.page.page(deadline=deadline), outcome=live.outcome)
    screenshot = spec.screenshot
    if screenshot is None:
        return page
    shot = await live.page.screenshot(
        deadline=deadline, full_page=screenshot.full_page, quality=screenshot.quality, viewport=screenshot.viewport
    )
    return replace(page, screenshot=shot)
