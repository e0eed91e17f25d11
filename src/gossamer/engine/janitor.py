"""The janitor: expired jobs, broken chains, and results and records that are due for deletion.

Credits and places that a process had which is gone are given back here too.

Every process has one; what two do at the same time they do once, because the store sees to it.
"""

import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog
from sqlalchemy.exc import SQLAlchemyError

from gossamer.core.errors import ServiceError
from gossamer.core.jobs import DeliveryTicket, Ticket
from gossamer.engine.engine import Engine
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.ports.credits import CreditStore
from gossamer.ports.scrapes import Expired
from gossamer.ports.slots import SlotStore

_log = structlog.get_logger(__name__)
_EVERY: Final = timedelta(seconds=20)
# After a start: what came with a backup, or stood still with the process before, need not wait for longer.
_FIRST: Final = timedelta(seconds=1)
# A turn commits every second or so. One that is quiet for so long has broken, or waits: the engine knows.
_QUIET: Final = timedelta(seconds=45)
# A used name stays reserved for so long: a caller that enqueues it again, not knowing that the first
# attempt was committed, tries for minutes at most.
_REMEMBERED: Final = timedelta(hours=1)
_BATCH: Final = 200
# Under a load that the workers cannot cope with, turns that merely wait must not hide one that broke.
_STALLED: Final = 5000


class SweptJobs(Protocol):
    """The sweeps of a store of jobs."""

    async def overdue(self, *, now: datetime, limit: int) -> int:
        """End running jobs whose deadline has passed."""

    async def stalled(self, *, quiet_since: datetime, limit: int) -> Sequence[Ticket | DeliveryTicket]:
        """Return turns in which nothing happened."""

    async def restart(self, ticket: Ticket | DeliveryTicket, *, now: datetime) -> bool:
        """Enqueue the next turn."""

    async def expire(self, *, now: datetime, limit: int) -> Expired:
        """Forget jobs whose time is over."""


class Janitor:
    """Sweeps now and then; what fails is logged and left for the next time."""

    def __init__(
        self,
        *,
        engine: Engine,
        jobs: SweptJobs,
        blobs: Blobs,
        credits_store: CreditStore,
        places: SlotStore,
        clock: Clock,
    ) -> None:
        self._engine = engine
        self._jobs = jobs
        self._blobs = blobs
        self._credits = credits_store
        self._places = places
        self._clock = clock

    async def run(self) -> None:
        """Sweep until cancelled."""
        pause = _FIRST
        while True:
            # Some chance in it, so that several processes do not all come at once.
            await self._clock.sleep(pause * random.uniform(0.7, 1.3))  # noqa: S311 - no secret
            await self.sweep()
            pause = _EVERY

    async def sweep(self) -> None:
        """Do everything once."""
        await _try_sweep("overdue jobs", self._end_overdue)
        await _try_sweep("stalled turns", self._restart_stalled)
        await _try_sweep("reservations", self._sweep_reservations)
        await _try_sweep("places", self._sweep_places)
        await _try_sweep("results", self._forget_results)
        await _try_sweep("turns", self._forget_turns)

    async def _end_overdue(self) -> None:
        while await self._jobs.overdue(now=self._clock.now(), limit=_BATCH) == _BATCH:
            pass

    async def _restart_stalled(self) -> None:
        now = self._clock.now()
        quiet = await self._jobs.stalled(quiet_since=now - _QUIET, limit=_STALLED)
        alive = await self._engine.alive([ticket.name for ticket in quiet])
        for ticket in quiet:
            if ticket.name not in alive and await self._jobs.restart(ticket, now=now):
                _log.warning("turn_restarted", turn=ticket.name)

    async def _sweep_reservations(self) -> None:
        await self._credits.sweep(now=self._clock.now())

    async def _sweep_places(self) -> None:
        await self._places.sweep(now=self._clock.now())

    async def _forget_results(self) -> None:
        while (expired := await self._jobs.expire(now=self._clock.now(), limit=_BATCH)).count:
            await self._blobs.delete(list(expired.blobs))

    async def _forget_turns(self) -> None:
        await self._engine.forget(before=self._clock.now() - _REMEMBERED)


async def _try_sweep(what: str, sweep: Callable[[], Awaitable[None]]) -> None:
    try:
        await sweep()
    except Exception as error:  # noqa: BLE001 - a task supervisor: nobody else would start the sweep again
        unexpected = None if isinstance(error, ServiceError | SQLAlchemyError) else error
        _log.warning("janitor_failed", of=what, error=type(error).__name__, exc_info=unexpected)
