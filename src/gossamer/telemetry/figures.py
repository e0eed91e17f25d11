"""All figures of a service: its own, its workers', and the database's, which are read at most every few seconds."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gossamer.core.errors import ServiceError
from gossamer.core.metrics import Meters, Series, combine_series
from gossamer.core.metrics.catalogue import DATABASE_UP, DISK_FREE
from gossamer.ports.clock import Clock
from gossamer.telemetry.processes import ProcessFigures, WorkerFigures

# Several collectors, and `gossamer top` beside them, cost the database one look.
DATABASE_SECONDS: Final = 5.0
# Adding up the ledger of a day reads all of its rows.
LEDGER_SECONDS: Final = 300.0


@dataclass(slots=True)
class Cached:
    """Figures that are read again when they are older than *seconds*."""

    read: Callable[[], Awaitable[Sequence[Series]]]
    seconds: float
    clock: Clock
    _series: Sequence[Series] = ()
    _read_at: float = float("-inf")
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def series(self) -> Sequence[Series]:
        """Return them. Raises what reading them raises."""
        async with self._reading:
            now = self.clock.monotonic()
            if now - self._read_at >= self.seconds:
                self._series = await self.read()
                self._read_at = now
            return self._series


class ServiceFigures:
    """What `/metrics` shows. Nothing is read until somebody asks."""

    def __init__(
        self, *, meters: Meters, own: ProcessFigures, workers: WorkerFigures, database: Sequence[Cached], home: Path
    ) -> None:
        self.meters = meters
        self._own = own
        self._workers = workers
        self._database = database
        self._home = home

    async def series(self) -> Sequence[Series]:
        """Return all figures as they are now; those of a database that does not answer are missing."""
        counted = combine_series([*await self._own.series(), *await self._workers.series()])
        return [*counted, Series(DISK_FREE, (), self._free()), *await self._read_stored()]

    async def _read_stored(self) -> Sequence[Series]:
        try:
            read = [figure for part in self._database for figure in await part.series()]
        except ServiceError:
            return [Series(DATABASE_UP, (), 0)]
        return [Series(DATABASE_UP, (), 1), *read]

    def _free(self) -> int:
        return shutil.disk_usage(self._home).free
