"""Live pages, for sessions and for agents: what opens them, and what drives them; each process has its own.

What only a live page needs (the pool, the planners) is loaded by the first one.
"""

from dataclasses import dataclass
from functools import cached_property

from gossamer.bootstrap.pages import PageServices
from gossamer.bootstrap.secrets import seal_of
from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.sessions import Opening, StorageState
from gossamer.features.interact import Interacting
from gossamer.features.sessions import OpenPages, ProfileScraping
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import LiveBrowsers, LiveSession
from gossamer.ports.models import Purpose
from gossamer.settings import Settings
from gossamer.store.sessions import SealedSessions, SessionStore


@dataclass(frozen=True, slots=True)
class LivePageServices:
    """Services that sessions, agents and scrapes with a profile share."""

    browsers: LiveBrowsers
    store: SessionStore
    opened: OpenPages
    interacting: Interacting
    profiles: ProfileScraping


def build_live_pages(settings: Settings, pages: PageServices, clock: Clock) -> LivePageServices:
    """Build them; nothing is open yet."""
    browsers = _LateBrowsers(pages, clock)
    store = SessionStore(pages.database, SealedSessions(seal_of(settings)))
    interacting = Interacting(pages.models.chat(Purpose.AGENT))
    opened = OpenPages(browsers, store, clock)
    profiles = ProfileScraping(opened, settings.prices, at_once=pages.browser_options.page_limit)
    return LivePageServices(browsers, store, opened, interacting, profiles)


class _LateBrowsers:
    """LiveBrowsers that are loaded by the first session."""

    def __init__(self, pages: PageServices, clock: Clock) -> None:
        self._pages = pages
        self._clock = clock

    @cached_property
    def _pool(self) -> LiveBrowsers:
        from gossamer.browser.live import LiveBrowserPool  # noqa: PLC0415

        pages = self._pages
        return LiveBrowserPool(pages.browser, pages.browser_options, self._clock, pages.scraping.expected)

    @property
    def available(self) -> bool:
        """Return whether there is a browser at all, which every scrape asks: nothing is loaded for that."""
        return self._pages.browser.found

    async def open(
        self,
        opening: Opening,
        *,
        deadline: Deadline,
        permits: Permits | None,
        state: StorageState | None,
        team_id: str = "",
        recorded: bool = False,
    ) -> LiveSession:
        """Open a session's page."""
        return await self._pool.open(
            opening, deadline=deadline, permits=permits, state=state, team_id=team_id, recorded=recorded
        )

    async def adopt(self, scrape_id: str, *, permits: Permits | None) -> LiveSession | None:
        """Return the page that a scrape left open."""
        return await self._pool.adopt(scrape_id, permits=permits)
