"""Time that a test can move."""

from datetime import datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Wall-clock time, time that only goes forward, and waiting for it to pass."""

    def now(self) -> datetime:
        """Return the current time, aware, UTC; it may go back when the machine's clock is set."""

    def monotonic(self) -> float:
        """Return seconds since some moment; only differences mean something, and none is negative."""

    async def sleep(self, duration: timedelta) -> None:
        """Return after *duration*."""
