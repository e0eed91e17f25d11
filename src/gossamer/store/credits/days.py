"""Sums of the ledger by day."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, func, select

from gossamer.core.usage import Period
from gossamer.store.row_encoding import millis
from gossamer.store.schema import usage_days

DAY_MILLIS = timedelta(days=1) // timedelta(milliseconds=1)
_USED = select(func.coalesce(func.sum(usage_days.c.credits), 0)).where(
    usage_days.c.team_id == bindparam("team"),
    usage_days.c.day >= bindparam("since"),
    usage_days.c.day < bindparam("until"),
)
_USED_WITH_KEY = _USED.where(usage_days.c.key_id == bindparam("owner"))


def day_of(at: datetime) -> int:
    """Return the day that *at* lies in, counted from 1970-01-01, UTC."""
    return millis(at) // DAY_MILLIS


def used(connection: Connection, owner_id: str, team_id: str, period: Period) -> int:
    """Return the credits that a team, or a key of it, used in *period*."""
    parameters = {"team": team_id, "since": day_of(period.start), "until": day_of(period.end)}
    if owner_id == team_id:
        return int(connection.execute(_USED, parameters).scalar_one())
    return int(connection.execute(_USED_WITH_KEY, parameters | {"owner": owner_id}).scalar_one())
