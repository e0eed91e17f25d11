"""Activities of teams, newest first."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from gossamer.core.usage import Activity


class ActivityStore(Protocol):
    """Activities are recorded with the work they name, in its transaction, and kept for a day."""

    async def activities(
        self,
        team_id: str,
        *,
        operation: str | None,
        before: tuple[datetime, str] | None,
        limit: int,
        now: datetime,
        key_id: str | None = None,
    ) -> Sequence[Activity]:
        """Return up to *limit* of the last 24 hours, newest first, those older than *before* (moment and id).

        Of one *operation* and one key alone where these are named.
        """

    async def expire_activities(self, *, before: datetime, limit: int) -> int:
        """Forget up to *limit* older ones; return how many."""
