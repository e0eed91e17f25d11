"""Housekeeping of sessions: heartbeats, checks, and their end when their time is over.

One task of each process does it for all of its sessions, and looks for those whose process died, whosever they
were. Each of its parts is due now and then; what fails is logged and left for the next time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import structlog

from gossamer.core.errors import RestrictionsUnverified, ServiceError
from gossamer.core.sessions import EndReason
from gossamer.features.sessions.local_session import LocalSession
from gossamer.features.sessions.requests import SessionAuthorization, SessionAuthorizer
from gossamer.features.sessions.sessions import ALIVE, Sessions
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock

_log = structlog.get_logger(__name__)
_LOOKS: Final = timedelta(seconds=5)
# The steps of a session can be read this long after its end.
KEPT: Final = timedelta(hours=24)
_FORGOTTEN_AT_ONCE: Final = 200


@dataclass(slots=True)
class _Duty:
    """Something to do now and then."""

    name: str
    every: timedelta
    do: Callable[[], Awaitable[None]]
    done_at: float = float("-inf")


class Keeper:
    """Keeps the sessions of this process; *leave_of* tells whether the key of one may still have it."""

    def __init__(self, sessions: Sessions, blobs: Blobs, clock: Clock, authorize: SessionAuthorizer) -> None:
        self._sessions = sessions
        self._store = sessions.store
        self._blobs = blobs
        self._clock = clock
        self._authorize = authorize
        self._parts = (
            _Duty("limits", timedelta(0), self._end_those_that_are_over),
            _Duty("credits", timedelta(0), self._pay_ahead),
            _Duty("heartbeat", timedelta(seconds=10), self._keep_alive),
            _Duty("leave", timedelta(seconds=15), self._check_authorization),
            _Duty("lost", timedelta(0), self._bury_lost_ones),
            _Duty("retention", timedelta(minutes=10), self._forget),
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep sessions until left; then end them."""
        keeping = asyncio.create_task(self._run(), name="sessions")
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])
            await self._sessions.close()

    async def look(self) -> None:
        """Do what is due."""
        for part in self._parts:
            now = self._clock.monotonic()
            if now - part.done_at >= part.every.total_seconds():
                part.done_at = now
                await _try_task(part.name, part.do)

    async def _run(self) -> None:
        while True:
            await self.look()
            await self._clock.sleep(_LOOKS)

    async def _end_those_that_are_over(self) -> None:
        await self._end((held, reason) for held in self._sessions.all if (reason := held.over()) is not None)

    async def _pay_ahead(self) -> None:
        spent = [held for held in self._sessions.all if not await self._sessions.meter.pay_ahead(held)]
        await self._end((held, EndReason.CREDITS) for held in spent)

    async def _keep_alive(self) -> None:
        open_sessions, ids = self._sessions.all, self._sessions.ids
        if not ids:
            return
        now = self._clock.now()
        alive = await self._store.keep_alive(self._sessions.here.owner, ids, until=now + ALIVE)
        # Somebody took us for dead: they were charged, and are nobody's any more.
        await self._end((held, EndReason.LOST) for held in open_sessions if held.session.session_id not in alive)
        for held in open_sessions:
            if (ago := held.unnoted_use()) is not None:
                await self._store.touch(held.session, now=now - ago)

    async def _check_authorization(self) -> None:
        leaves: dict[str, SessionAuthorization] = {}
        for held in self._sessions.all:
            try:
                leave = leaves.get(held.session.key_id) or await self._authorize(held.session)
            except RestrictionsUnverified:
                continue
            leaves[held.session.key_id] = leave
            if leave.why_not is not None or (held.guard is None and leave.permits is not None):
                await self._end([(held, EndReason.REVOKED)])
            elif held.guard is not None:
                held.guard.permits = leave.permits

    async def _bury_lost_ones(self) -> None:
        for session in await self._store.lost(now=self._clock.now()):
            if session.session_id not in self._sessions.ids:
                await self._sessions.bury(session)

    async def _forget(self) -> None:
        before = self._clock.now() - KEPT
        while (forgotten := await self._store.forget(before=before, limit=_FORGOTTEN_AT_ONCE)).count:
            await self._blobs.delete(list(forgotten.blobs))

    async def _end(self, which: Iterable[tuple[LocalSession, EndReason]]) -> None:
        # Closing one may take a while, which the others are not to wait for.
        ended = await asyncio.gather(*(self._sessions.end(held, why) for held, why in which), return_exceptions=True)
        for failure in ended:
            if isinstance(failure, Exception):
                raise failure


async def _try_task(what: str, do: Callable[[], Awaitable[None]]) -> None:
    try:
        await do()
    except Exception as error:  # noqa: BLE001 - a task supervisor: nobody else would start it again
        unexpected = None if isinstance(error, ServiceError) else error
        _log.warning("sessions_not_kept", of=what, error=type(error).__name__, exc_info=unexpected)
