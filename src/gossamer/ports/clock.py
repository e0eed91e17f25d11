"""Time that a test can move."""

from datetime import datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Wall-clock time, and waiting for it to pass."""

    def now(self) -> datetime:
        """Return the current time, aware, UTC."""

    async def sleep(self, duration: timedelta) -> None:
        """Return after *duration*."""
