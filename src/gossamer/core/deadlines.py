"""One deadline per request, handed down instead of a timeout per layer."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

from gossamer.core.errors import TimedOut


@dataclass(frozen=True, slots=True)
class Deadline:
    """A point on the monotonic clock, in seconds, after which no work may go on."""

    at: float
    budget: timedelta

    @classmethod
    def after(cls, budget: timedelta) -> "Deadline":
        """Return the deadline *budget* from now."""
        return cls(time.monotonic() + budget.total_seconds(), budget)

    def remaining(self) -> float:
        """Return the seconds left, 0.0 when it has passed."""
        return max(0.0, self.at - time.monotonic())

    def sooner(self, seconds: float) -> "Deadline":
        """Return a deadline that is *seconds* earlier."""
        return replace(self, at=self.at - seconds)

    def check(self) -> None:
        """Raise TimedOut when it has passed."""
        if self.remaining() <= 0:
            raise self.timed_out()

    def timed_out(self) -> TimedOut:
        """Return the error to raise; the caller's budget is named so that it can be raised."""
        seconds = self.budget.total_seconds()
        return TimedOut(
            f"The page was not ready within the timeout of {seconds:g} seconds. Raise `timeout` to wait longer."
        )

    @asynccontextmanager
    async def guard(self) -> AsyncIterator[None]:
        """Cancel what runs inside when the deadline passes, and raise TimedOut in its place."""
        try:
            async with asyncio.timeout(self.remaining()) as scope:
                yield
        except TimeoutError as error:
            if scope.expired():
                raise self.timed_out() from error
            raise
