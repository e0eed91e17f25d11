"""Browser sessions: what opens, keeps and drives them; each process has its own.

What only a session needs (the pool of live pages, the sandbox, the planners) is loaded by the first one.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cached_property

from gossamer.bootstrap.models import build_model
from gossamer.bootstrap.pages import Pages
from gossamer.bootstrap.secrets import seal_of, secret_of
from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.ids import new_id
from gossamer.core.sessions import Code, CodeOutcome, Opening, StorageState
from gossamer.features.accounts import Accounts
from gossamer.features.interact import Interacting
from gossamer.features.sessions import Here, Keeper, Meter, OpenPages, ProfileScraping, SessionLimits, Sessions
from gossamer.llm import ProviderModel
from gossamer.net.replicas import HttpReplicas
from gossamer.operations import Spending
from gossamer.operations.leave import SessionLeave
from gossamer.operations.sessions import SessionOperations, Tokens
from gossamer.operations.sessions.relay import Relay
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import LiveBrowsers, LiveSession
from gossamer.ports.sandbox import CodeRunner
from gossamer.settings import Settings
from gossamer.store.sessions import SealedSessions, SqlSessionStore


@dataclass(frozen=True, slots=True)
class SessionRooms:
    """Sessions, as the ways in ask for them, and what passes requests on to other processes.

    *pages* and *interacting* are for whoever else uses live pages, *profiles* for scrapes with a profile.
    """

    operations: SessionOperations
    pages: OpenPages
    profiles: ProfileScraping
    interacting: Interacting
    relay: Relay
    keeper: Keeper
    replicas: HttpReplicas
    model: ProviderModel | None

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Keep sessions until left; then end those that are open here."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.replicas)
            if self.model is not None:
                stack.push_async_callback(self.model.close)
            await stack.enter_async_context(self.keeper.running())
            yield


def build_sessions(
    settings: Settings, pages: Pages, accounts: Accounts, spending: Spending, clock: Clock, *, address: str
) -> SessionRooms:
    """Build them; nothing runs yet. *address* is where this process listens."""
    browsers = _LateBrowsers(pages, clock)
    store = SqlSessionStore(pages.database, SealedSessions(seal_of(settings)))
    sessions = Sessions(
        store=store,
        browsers=browsers,
        meter=Meter(pages.credits, clock, settings.prices),
        blobs=pages.blobs,
        clock=clock,
        limits=SessionLimits(process=settings.sessions, team=settings.team_sessions),
        here=Here(new_id(), (settings.advertise_url or address).rstrip("/")),
    )
    replicas, secret, model = HttpReplicas(), secret_of(settings), build_model(settings, clock)
    interacting = Interacting(model)
    operations = SessionOperations(
        sessions=sessions,
        interacting=interacting,
        runner=_LateRunner(settings),
        spending=spending,
        tokens=Tokens(secret),
        clock=clock,
    )
    keeper = Keeper(sessions, pages.blobs, clock, SessionLeave(accounts).of)
    opened = OpenPages(browsers, store, clock)
    profiles = ProfileScraping(opened, settings.prices, at_once=pages.browser_options.page_limit)
    return SessionRooms(
        operations, opened, profiles, interacting, Relay(replicas, secret, clock), keeper, replicas, model
    )


class _LateBrowsers:
    """LiveBrowsers that are loaded by the first session."""

    def __init__(self, pages: Pages, clock: Clock) -> None:
        self._pages = pages
        self._clock = clock

    @cached_property
    def _pool(self) -> LiveBrowsers:
        from gossamer.browser.live import LiveBrowserPool  # noqa: PLC0415

        return LiveBrowserPool(self._pages.browser, self._pages.browser_options, self._clock)

    @property
    def available(self) -> bool:
        """Return whether there is a browser at all."""
        return self._pool.available

    async def open(
        self,
        opening: Opening,
        *,
        deadline: Deadline,
        permits: Permits | None,
        state: StorageState | None,
        recorded: bool = False,
    ) -> LiveSession:
        """Open a session's page."""
        return await self._pool.open(opening, deadline=deadline, permits=permits, state=state, recorded=recorded)

    async def adopt(self, scrape_id: str, *, permits: Permits | None) -> LiveSession | None:
        """Return the page that a scrape left open."""
        return await self._pool.adopt(scrape_id, permits=permits)


class _LateRunner:
    """A CodeRunner that is loaded by the first code."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _runner(self) -> CodeRunner:
        from gossamer.sandbox import BubblewrapRunner  # noqa: PLC0415

        return BubblewrapRunner(self._settings.home, self._settings.unsandboxed_code)

    def refusal(self) -> str | None:
        """Return why no code can be run on this host."""
        return self._runner.refusal()

    async def run(self, code: Code, session: LiveSession, *, session_id: str) -> CodeOutcome:
        """Run *code* to its end."""
        return await self._runner.run(code, session, session_id=session_id)
