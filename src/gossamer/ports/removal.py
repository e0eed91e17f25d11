"""Removal of what was deleted and whose grace period is over."""

from datetime import datetime
from typing import Protocol

from gossamer.ports.scrapes import Expired


class Removal(Protocol):
    """Removes teams, users and organizations with everything that is theirs.

    Of what teams used only sums by day and operation are kept, which belong to nobody.
    """

    async def remove(self, *, now: datetime, limit: int) -> Expired:
        """Remove about *limit* rows and return how many, 0 when none is left, with names of blobs that go with them."""
