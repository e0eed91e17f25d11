"""A team's usage, balance and activity. Every key, however restricted, may read its own team's."""

import binascii
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.errors import CallerError, NotFound
from gossamer.core.ids import encode_base64url, is_id
from gossamer.core.usage import Activity, Balance, DayUsage, PeriodUsage
from gossamer.operations.gate import admit
from gossamer.ports.clock import Clock
from gossamer.ports.credits import CreditStore
from gossamer.store.accounts.teams import TeamStore
from gossamer.store.activities import ActivityStore

# Operations that activities can be filtered by; not every one is offered yet.
OPERATIONS: Final = (
    "scrape",
    "crawl",
    "batch_scrape",
    "search",
    "extract",
    "llmstxt",
    "deep_research",
    "map",
    "agent",
    "browser",
    "interact",
)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_BAD_CURSOR: Final = "Invalid cursor."
_MILLISECOND: Final = timedelta(milliseconds=1)


class UsageOperations:
    """Tells teams of themselves."""

    def __init__(self, *, credit_store: CreditStore, activities: ActivityStore, teams: TeamStore, clock: Clock) -> None:
        self._credits = credit_store
        self._activities = activities
        self._teams = teams
        self._clock = clock

    async def balance(self, caller: Principal) -> Balance:
        """Return the team's balance in its running month.

        Raises NotFound when the team is gone, and UsageUnreadable.
        """
        admit(caller, AccessRequest(Group.ACCOUNT))
        # In open mode there is nobody who would have made the team.
        if caller.team_id != OPEN_TEAM and await self._teams.team(caller.team_id) is None:
            raise NotFound("Could not find credit usage information")
        return await self._credits.balance(caller.team_id, now=self._clock.now())

    async def history(self, caller: Principal, *, by_key: bool) -> Sequence[PeriodUsage]:
        """Return the team's usage in each month with any, oldest first; raises UsageUnreadable."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        return await self._credits.history(caller.team_id, by_key=by_key)

    async def days(self, caller: Principal, *, since: datetime, until: datetime) -> Sequence[DayUsage]:
        """Return the team's usage by day, key and operation, oldest first; raises UsageUnreadable."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        return await self._credits.days(caller.team_id, since=since, until=until)

    async def activity(
        self,
        caller: Principal,
        *,
        operation: str | None,
        cursor: str | None,
        limit: int,
        key_id: str | None = None,
    ) -> tuple[Sequence[Activity], str | None]:
        """Return the team's requests of the last 24 hours, newest first, and a cursor when there are more.

        Of one *operation* and one key alone where these are named. Raises CallerError for a cursor that is
        none of ours and for an operation that is not among OPERATIONS.
        """
        admit(caller, AccessRequest(Group.ACCOUNT))
        if operation is not None and operation not in OPERATIONS:
            raise CallerError(f"Unknown endpoint; it must be one of {', '.join(OPERATIONS)}.")
        activities = await self._activities.activities(
            caller.team_id,
            operation=operation,
            before=None if cursor is None else place_of(cursor),
            limit=limit + 1,
            now=self._clock.now(),
            key_id=key_id,
        )
        shown = activities[:limit]
        return shown, cursor_of(shown[-1].at, shown[-1].activity_id) if len(activities) > limit else None


def cursor_of(at: datetime, entry_id: str) -> str:
    """Return the place behind the entry of that id and time; opaque to callers."""
    text = f"{(at - _EPOCH) // _MILLISECOND}.{entry_id}"
    return encode_base64url(text.encode())


def place_of(cursor: str) -> tuple[datetime, str]:
    """Return time and id of the entry that *cursor* is behind. Raises CallerError."""
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        millis, _, activity_id = text.partition(".")
        at = _EPOCH + int(millis) * _MILLISECOND
    except (binascii.Error, ValueError, OverflowError) as error:
        raise CallerError(_BAD_CURSOR) from error
    if not is_id(activity_id):
        raise CallerError(_BAD_CURSOR)
    return at, activity_id
