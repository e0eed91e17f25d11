"""The one place that looks at the wall clock."""

import asyncio
import time
from datetime import UTC, datetime, timedelta


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time, aware, UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that only go forward."""
        return time.monotonic()

    async def sleep(self, duration: timedelta) -> None:
        """Return after *duration*."""
        await asyncio.sleep(duration.total_seconds())
