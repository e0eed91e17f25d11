"""Readings of documents that go on after the caller's time is over.

A scanned book takes minutes, a request seconds. So the reading is a task of its own: the request waits for it, says
how far it is when its time is over, and the same request sent again waits for the same task.
"""

import asyncio
import hashlib
import math
from asyncio import Task
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from datetime import timedelta
from types import TracebackType
from typing import Final, Self

from gossamer.content.documents import ParsedDocument, Progress
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StillReading
from gossamer.ports.clock import Clock

WINDOW: Final = timedelta(minutes=20)
# How long a finished reading waits for the request that asks for it again.
_KEPT: Final = timedelta(minutes=10)
_MOST: Final = 16
_MOST_OF_TEAM: Final = 4
_MOST_BYTES: Final = 256_000_000
# Seconds of the caller's time left for the answer that says how far the reading is.
_ANSWERING: Final = 0.25
_UNKNOWN: Final = 30
_LEAST_PAUSE, _MOST_PAUSE = 5, 60

Read = Callable[[Deadline, Progress], Awaitable[ParsedDocument]]


def key_of(team_id: str, body: bytes, options: Hashable) -> Hashable:
    """Return the key that identical requests share."""
    return team_id, hashlib.sha256(body).digest(), options


@dataclass(slots=True)
class _Reading:
    """A reading under way: *pages* of *total* were read, since *began* on the clock; None before its turn."""

    team_id: str
    size: int
    task: "Task[ParsedDocument]"
    began: float | None = None
    pages: int = 0
    total: int = 0
    waiting: int = field(default=0)


class UnfinishedReadings:
    """Readings that outlive requests; they end with this, or after `WINDOW`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._readings: dict[Hashable, _Reading] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        tasks = [reading.task for reading in self._readings.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def read(self, key: Hashable, read: Read, deadline: Deadline, *, team_id: str, size: int) -> ParsedDocument:
        """Return the document of the reading with *key*; *read* begins one when there is none.

        Raises StillReading when *deadline* comes first. A reading goes on only where its caller got this answer.
        """
        reading = self._readings.get(key)
        if reading is None:
            if not self._has_room(team_id, size):
                return await read(deadline, _unseen)
            reading = self._begin_reading(key, read, team_id, size)
        reading.waiting += 1
        try:
            await asyncio.wait([reading.task], timeout=max(0.0, deadline.remaining() - _ANSWERING))
        except asyncio.CancelledError:
            if reading.waiting == 1:
                self._end(key)
            raise
        finally:
            reading.waiting -= 1
        if not reading.task.done():
            raise self._still_reading(reading)
        self._readings.pop(key, None)
        return reading.task.result()

    def _has_room(self, team_id: str, size: int) -> bool:
        readings = self._readings.values()
        return (
            len(readings) < _MOST
            and sum(reading.team_id == team_id for reading in readings) < _MOST_OF_TEAM
            and sum(reading.size for reading in readings) + size <= _MOST_BYTES
        )

    def _begin_reading(self, key: Hashable, read: Read, team_id: str, size: int) -> _Reading:
        def progress(pages: int, total: int) -> None:
            if reading.began is None:
                reading.began = self._clock.monotonic()
            reading.pages, reading.total = pages, total

        task: Task[ParsedDocument] = asyncio.ensure_future(read(Deadline.after(WINDOW), progress))
        reading = _Reading(team_id, size, task)
        self._readings[key] = reading
        task.add_done_callback(lambda _: self._keep_for_a_while(key, reading))
        return reading

    def _keep_for_a_while(self, key: Hashable, reading: _Reading) -> None:
        if not reading.task.cancelled():
            # Whether or not anybody asks for it again.
            reading.task.exception()
        if self._readings.get(key) is reading:
            asyncio.get_running_loop().call_later(_KEPT.total_seconds(), self._forget, key, reading)

    def _forget(self, key: Hashable, reading: _Reading) -> None:
        if self._readings.get(key) is reading:
            del self._readings[key]

    def _end(self, key: Hashable) -> None:
        if (reading := self._readings.pop(key, None)) is not None:
            reading.task.cancel()

    def _still_reading(self, reading: _Reading) -> StillReading:
        seconds = self._seconds_left(reading)
        return StillReading(
            "The document is still being read. Send the same request again to get it.",
            is_running=reading.began is not None,
            seconds=seconds,
            retry_after=min(max(seconds, _LEAST_PAUSE), _MOST_PAUSE),
            pages=reading.total or None,
            is_long=seconds > WINDOW.total_seconds(),
        )

    def _seconds_left(self, reading: _Reading) -> int:
        if reading.began is None or not reading.pages or not reading.total:
            return _UNKNOWN
        took = self._clock.monotonic() - reading.began
        return math.ceil(took / reading.pages * (reading.total - reading.pages)) + 1


def _unseen(_pages: int, _total: int) -> None:
    """Show the progress to nobody."""
