"""Pages of jobs: each is scraped by what its spec asks for, an agent, a profile or the ladder.

Pages of one job are visited at the same time. They share its profile: one of them at a time saves it, the others read
it as it was saved last.
"""

from dataclasses import replace
from typing import Protocol

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.orders import ScrapeOrder
from gossamer.core.specs import ScrapeSpec
from gossamer.features.scrape.multi_page import Gather
from gossamer.features.scrape.scraping import Performed, Scraping


class Navigator(Protocol):
    """Scrapes a page after an agent has navigated; `features.agent.AgentScraping` does."""

    async def perform(self, order: ScrapeOrder) -> Performed:
        """Return the scrape to be recorded; a failure of the site is in it, not raised."""


class ProfileVisits(Protocol):
    """Visits pages with a profile; `features.sessions.ProfileScraping` does."""

    def gathering(self, spec: ScrapeSpec, *, team_id: str, deadline: Deadline, permits: Permits | None) -> Gather:
        """Return a function that gets the page with the profile of *spec*."""


class PagesOfJobs:
    """Scrapes pages of crawls, batches, extractions and monitors; a `features.crawl.Scraper`."""

    def __init__(self, scraping: Scraping, navigator: Navigator, profiles: ProfileVisits) -> None:
        self._scraping = scraping
        self._navigator = navigator
        self._profiles = profiles

    async def perform(self, order: ScrapeOrder) -> Performed:
        """Return the scrape to be recorded; a failure of the site is in it, not raised."""
        spec = order.spec
        if spec.profile is not None:
            spec = replace(spec, profile=replace(spec.profile, shared=True))
            order = replace(order, spec=spec, deadline=order.due())
        if spec.agent is not None:
            return await self._navigator.perform(order)
        if spec.profile is None:
            return await self._scraping.perform(order)
        gather = self._profiles.gathering(spec, team_id=order.team_id, deadline=order.due(), permits=order.permits)
        return await self._scraping.perform(order, gather=gather)
