"""A session whose browser runs in this process: who drives it, and how long it lasts."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAllowed, SessionBusy, TimedOut
from gossamer.core.sessions import EndReason, Session
from gossamer.features.sessions.requests import gone
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import LiveSession


@dataclass(slots=True)
class Guard:
    """Addresses that a session may not visit, by its key's current restrictions; these can change while it runs."""

    permits: Permits | None

    def __call__(self, url: str) -> NotAllowed | None:
        """Return the error when *url* may not be visited, else None."""
        return None if self.permits is None else self.permits(url)


class LocalSession:
    """A live session. One driver at a time; others wait.

    *reserved* credits are set aside under *reservation*, None for who has no bound. Times are those of the clock that
    only goes forward: nobody's session ends because a clock was set.
    """

    def __init__(
        self,
        session: Session,
        live: LiveSession,
        guard: Guard | None,
        clock: Clock,
        *,
        opened_at: float,
        reservation: str | None = None,
        reserved: int = 0,
    ) -> None:
        self.session = session
        self.live = live
        self.guard = guard
        self.reservation = reservation
        self.reserved = reserved
        self.ended: EndReason | None = None
        self.ending: asyncio.Task[Session | None] | None = None
        self._clock = clock
        self._opened_at = opened_at
        self._used_at = clock.monotonic()
        self._noted_at = self._used_at
        self._turn = asyncio.Lock()
        self._driving: asyncio.Timeout | None = None

    @property
    def lasted(self) -> timedelta:
        """Return the time for which it has been open."""
        return timedelta(seconds=self._clock.monotonic() - self._opened_at)

    def over(self) -> EndReason | None:
        """Return the reason to end it now, or None. A step under way keeps it from being idle, but not from its end."""
        if self.live.gone:
            return EndReason.LOST
        if self.lasted >= self.session.spec.lifetime:
            return EndReason.EXPIRED
        unused = timedelta(seconds=self._clock.monotonic() - self._used_at)
        return EndReason.IDLE if unused >= self.session.spec.idle and not self._turn.locked() else None

    def use(self) -> None:
        """Note that it is used now."""
        self._used_at = self._clock.monotonic()

    def unnoted_use(self) -> timedelta | None:
        """Return the time since it was used last, if that was after the last call; None when it was not."""
        if self._used_at <= self._noted_at:
            return None
        self._noted_at = self._used_at
        return timedelta(seconds=self._clock.monotonic() - self._used_at)

    def stop(self, reason: EndReason) -> None:
        """Accept no more drivers; the current one gets the reason."""
        self.ended = reason
        if self._driving is not None:
            self._driving.reschedule(asyncio.get_running_loop().time())

    def check(self) -> None:
        """Raise SessionEnded or SessionLost when it has ended."""
        if self.ended is not None:
            raise gone(self.ended)

    @asynccontextmanager
    async def turn(self, deadline: Deadline) -> AsyncIterator[None]:
        """Drive it while the block runs.

        Raises SessionBusy when somebody else drives it until *deadline*, and SessionEnded or SessionLost when it ends
        before the block does, which is cancelled then.
        """
        await self._wait(deadline)
        try:
            self.check()
            self.use()
            async with self._until_stopped():
                yield
        finally:
            self.use()
            self._turn.release()

    @asynccontextmanager
    async def _until_stopped(self) -> AsyncIterator[None]:
        # A timeout without a time: `stop` gives it one.
        driving = self._driving = asyncio.timeout(None)
        try:
            async with driving:
                yield
        except TimeoutError as error:
            if driving.expired():
                raise gone(self.ended) from error
            raise
        finally:
            self._driving = None

    async def _wait(self, deadline: Deadline) -> None:
        try:
            async with deadline.guard():
                await self._turn.acquire()
        except TimedOut as error:
            seconds = deadline.budget.total_seconds()
            raise SessionBusy(
                f"Another request uses this browser session and did not end within {seconds:g} seconds. "
                "Wait for its answer, or end the session."
            ) from error
