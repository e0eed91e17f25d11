"""Browser sessions: what opens, keeps and drives them; each process has its own.

What only a session needs (the pool of live pages, the sandbox, the planners) is loaded by the first one.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cached_property

from gossamer.bootstrap.accounts import Rooms
from gossamer.bootstrap.live_pages import LivePageServices
from gossamer.bootstrap.pages import PageServices
from gossamer.bootstrap.secrets import secret_of
from gossamer.core.extras import missing_extra
from gossamer.core.ids import new_id
from gossamer.core.sessions import Code, CodeOutcome
from gossamer.features.sessions import Here, Keeper, Meter, SessionLimits, Sessions
from gossamer.net.replicas import HttpReplicas
from gossamer.operations import Spending
from gossamer.operations.job_authorization import SessionAuthorizations
from gossamer.operations.sessions import SessionOperations, Tokens
from gossamer.operations.sessions.relay import Relay
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import LiveSession
from gossamer.ports.sandbox import CodeRunner
from gossamer.settings import Settings


@dataclass(frozen=True, slots=True)
class SessionRooms:
    """Sessions, as the ways in ask for them, and what passes requests on to other processes."""

    operations: SessionOperations
    relay: Relay
    keeper: Keeper
    replicas: HttpReplicas

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Keep sessions until left; then end those that are open here."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.replicas)
            await stack.enter_async_context(self.keeper.running())
            yield


def build_sessions(
    settings: Settings,
    pages: PageServices,
    live: LivePageServices,
    rooms: Rooms,
    spending: Spending,
    *,
    clock: Clock,
    address: str,
) -> SessionRooms:
    """Build them; nothing runs yet. *address* is where this process listens."""
    sessions = Sessions(
        store=live.store,
        browsers=live.browsers,
        meter=Meter(pages.credits, clock, settings.prices),
        blobs=pages.blobs,
        clock=clock,
        limits=SessionLimits(process=settings.sessions, team=settings.team_sessions),
        here=Here(new_id(), (settings.advertise_url or address).rstrip("/")),
    )
    replicas, secret = HttpReplicas(), secret_of(settings)
    operations = SessionOperations(
        sessions=sessions,
        interacting=live.interacting,
        runner=LateRunner(settings),
        spending=spending,
        tokens=Tokens(secret),
        clock=clock,
        threats=rooms.watch,
        find_check=pages.terms.find_check,
        find_identity=rooms.accounts.identity_of,
    )
    keeper = Keeper(sessions, pages.blobs, clock, SessionAuthorizations(rooms.accounts, rooms.watch).of)
    return SessionRooms(operations, Relay(replicas, secret, clock), keeper, replicas)


class LateRunner:
    """A CodeRunner that is loaded by the first code."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _runner(self) -> CodeRunner:
        from gossamer.sandbox import BubblewrapRunner  # noqa: PLC0415

        return BubblewrapRunner(self._settings.home, self._settings.unsandboxed_code)

    def refusal(self) -> str | None:
        """Return the reason that no code can be run on this host, None when it can."""
        return missing_extra("browser") or self._runner.refusal()

    async def run(self, code: Code, session: LiveSession, *, session_id: str) -> CodeOutcome:
        """Run *code* to its end."""
        return await self._runner.run(code, session, session_id=session_id)
