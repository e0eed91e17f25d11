"""A clock that stands still until it is told."""

import asyncio
from datetime import UTC, datetime, timedelta


class ManualClock:
    """A Clock for tests. Sleepers wake when `advance` passes their time."""

    def __init__(self, now: datetime = datetime(2026, 6, 1, 12, tzinfo=UTC)) -> None:
        self._now = now
        self._moved = asyncio.Condition()

    def now(self) -> datetime:
        """Return the time that was set."""
        return self._now

    async def sleep(self, duration: timedelta) -> None:
        """Return once the clock was advanced by *duration*."""
        until = self._now + duration
        async with self._moved:
            await self._moved.wait_for(lambda: self._now >= until)

    async def advance(self, duration: timedelta) -> None:
        """Move the time on and wake who waited for it."""
        async with self._moved:
            self._now += duration
            self._moved.notify_all()
