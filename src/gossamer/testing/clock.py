"""A clock that stands still until it is moved."""

import asyncio
from datetime import UTC, datetime, timedelta


class ManualClock:
    """A Clock for tests. Sleepers wake when `advance` passes their time."""

    def __init__(self, now: datetime = datetime(2026, 6, 1, 12, tzinfo=UTC)) -> None:
        self._now = now
        self._passed = timedelta(0)
        self._moved = asyncio.Condition()

    def now(self) -> datetime:
        """Return the time that was set."""
        return self._now

    def monotonic(self) -> float:
        """Return the seconds by which the clock was advanced."""
        return self._passed.total_seconds()

    async def sleep(self, duration: timedelta) -> None:
        """Return once the clock was advanced by *duration*."""
        until = self._passed + duration
        async with self._moved:
            await self._moved.wait_for(lambda: self._passed >= until)

    async def advance(self, duration: timedelta) -> None:
        """Move the time on and wake who waited for it."""
        async with self._moved:
            self._now += duration
            self._passed += duration
            self._moved.notify_all()

    def turn_back(self, duration: timedelta) -> None:
        """Set the wall clock back, as who corrects a machine's clock does; no time passes by it."""
        self._now -= duration
