"""The tick: one task a process that starts the checks of all monitors, and cares for what got stuck.

What two processes do at the same time they do once, because the store sees to it.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Final

import structlog

from gossamer.core.errors import ServiceError
from gossamer.features.monitor.monitors import Monitors
from gossamer.ports.clock import Clock
from gossamer.store.monitors.checks import CheckStore

_LONGEST: Final = timedelta(seconds=5)
_SHORTEST: Final = timedelta(milliseconds=200)
_BATCH: Final = 50
_CARE_EVERY: Final = timedelta(seconds=20)
# A turn commits with every page; the longest page takes some minutes.
_QUIET: Final = timedelta(minutes=3)
_STALLED: Final = 1000
_FORGOTTEN: Final = 200
_log = structlog.get_logger(__name__)


class Ticker:
    """Starts checks when they are due; *alive* says which turns wait or run."""

    def __init__(
        self,
        store: CheckStore,
        monitors: Monitors,
        alive: Callable[[Sequence[str]], Awaitable[frozenset[str]]],
        clock: Clock,
    ) -> None:
        self._store = store
        self._monitors = monitors
        self._alive = alive
        self._clock = clock

    async def run(self) -> None:
        """Tick until cancelled."""
        cared = self._clock.monotonic()
        while True:
            pause = _LONGEST
            try:
                pause = await self.tick()
                if self._clock.monotonic() - cared >= _CARE_EVERY.total_seconds():
                    cared = self._clock.monotonic()
                    await self.care()
            except ServiceError as error:
                _log.warning("tick_failed", error=error.code)
            except Exception as error:  # noqa: BLE001 - a task supervisor: nobody else would start checks again
                _log.warning("tick_failed", error=type(error).__name__, exc_info=error)
            await self._clock.sleep(pause)

    async def tick(self) -> timedelta:
        """Start every check that is due, and return how long to wait for the next."""
        while True:
            now = self._clock.now()
            due = await self._store.next_due()
            if due is None or due > now:
                wait = _LONGEST if due is None else due - now
                return max(_SHORTEST, min(wait, _LONGEST))
            await self._store.claim(self._monitors.claim, now=now, limit=_BATCH)

    async def care(self) -> None:
        """Restart turns that broke, and forget checks that are too old."""
        now = self._clock.now()
        quiet = await self._store.stalled(quiet_since=now - _QUIET, limit=_STALLED)
        alive = await self._alive([ticket.name for ticket in quiet])
        for ticket in quiet:
            if ticket.name not in alive and await self._store.restart(ticket, now=now):
                _log.warning("turn_restarted", turn=ticket.name)
        while await self._store.expire(now=now, limit=_FORGOTTEN) == _FORGOTTEN:
            pass
