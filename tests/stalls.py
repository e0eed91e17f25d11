"""Time that the machine or the test's own event loop stood still, which is not time that the service took.

A virtual machine may stop all its processes for seconds. What is measured from outside, as "the answer comes within two
seconds after its timeout", must not count such a pause: a task here only sleeps, and whatever it oversleeps is one.
A service that is slow while this task wakes up on time is still found out.
"""

import asyncio
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

_TICK_SECONDS = 0.02
_PAUSE_SECONDS = 0.1


class Stalls:
    """The pauses since entering, of this event loop and so of the machine as well."""

    def __init__(self) -> None:
        self._pauses: list[tuple[float, float]] = []
        self._ticking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to watch."""
        self._ticking = asyncio.create_task(self._tick())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Watch no longer."""
        assert self._ticking is not None
        self._ticking.cancel()
        with suppress(asyncio.CancelledError):
            await self._ticking

    async def elapsed(self, began: float) -> float:
        """Return the seconds since *began* on the monotonic clock, without the pauses among them."""
        until = time.monotonic()
        await asyncio.sleep(2 * _TICK_SECONDS)  # a pause that ends now is noted at the next tick
        return until - began - sum(max(0.0, min(until, end) - max(began, start)) for start, end in self._pauses)

    async def _tick(self) -> None:
        while True:
            due = time.monotonic() + _TICK_SECONDS
            await asyncio.sleep(_TICK_SECONDS)
            if (now := time.monotonic()) > due + _PAUSE_SECONDS:
                self._pauses.append((due, now))
