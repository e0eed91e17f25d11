"""Requests counted by minute over all processes."""

from datetime import datetime
from typing import Protocol


class RateStore(Protocol):
    """Counts requests of an owner (a team or a key) in a mode, in fixed windows of a minute (UTC)."""

    async def take(self, owner_id: str, mode: str, *, wanted: int, limit: int, now: datetime) -> int:
        """Take up to *wanted* of the *limit* requests of this minute; return how many were left to take, 0 for none.

        What all processes took together never exceeds *limit*.
        """

    async def expire_windows(self, *, before: datetime) -> None:
        """Forget windows of earlier minutes."""
