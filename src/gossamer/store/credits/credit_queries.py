"""Queries about credits. Nothing is locked here. Nothing here is locked."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, case, func, select

from gossamer.core.usage import Balance, DayUsage, Period, PeriodUsage, period_of
from gossamer.store.credits.days import day_of, used
from gossamer.store.credits.purses import CALENDAR
from gossamer.store.row_encoding import from_row, moment
from gossamer.store.schema import api_keys, credit_accounts, teams, usage_days

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DAY: Final = timedelta(days=1)
_MOMENT: Final = timedelta(milliseconds=1)
_ANCHOR = select(teams.c.created_at).where(teams.c.id == bindparam("team"))
_ACCOUNT = select(credit_accounts).where(credit_accounts.c.owner_id == bindparam("owner"))
# Of who works without a key, by what stands in a key's place; so written, they are hardly names of keys.
_KEYLESS: Final = {"open": "(open mode)", "cli": "(command line)"}
_KEY_NAME = func.coalesce(api_keys.c.name, case(_KEYLESS, value=usage_days.c.key_id, else_=usage_days.c.key_id)).label(
    "key_name"
)
_OF_TEAM = usage_days.c.team_id == bindparam("team")
_BY_DAY = select(usage_days.c.day, func.sum(usage_days.c.credits)).where(_OF_TEAM).group_by(usage_days.c.day)
_BY_DAY_AND_KEY = (
    select(usage_days.c.day, func.sum(usage_days.c.credits), _KEY_NAME)
    .outerjoin(api_keys, api_keys.c.id == usage_days.c.key_id)
    .where(_OF_TEAM)
    .group_by(usage_days.c.day, _KEY_NAME)
)
_DAYS = (
    select(usage_days, _KEY_NAME)
    .outerjoin(api_keys, api_keys.c.id == usage_days.c.key_id)
    .where(_OF_TEAM, usage_days.c.day >= bindparam("since"), usage_days.c.day < bindparam("until"))
    .order_by(usage_days.c.day, _KEY_NAME, usage_days.c.operation, usage_days.c.key_id)
)


def balance(connection: Connection, team_id: str, *, now: datetime) -> Balance:
    """Return the team's balance in its running month."""
    period = period_of(_anchor(connection, team_id), now)
    spent = used(connection, team_id, team_id, period)
    account = connection.execute(_ACCOUNT, {"owner": team_id}).first()
    if account is None:
        return Balance(period, None, spent)
    return Balance(period, account.allowance, spent, account.reserved)


def key_balance(connection: Connection, key_id: str, *, now: datetime) -> Balance | None:
    """Return the balance of the key's budget; None when it has none."""
    account = connection.execute(_ACCOUNT, {"owner": key_id}).first()
    if account is None:
        return None
    period = period_of(_anchor(connection, account.team_id), now)
    return Balance(period, account.allowance, used(connection, key_id, account.team_id, period), account.reserved)


def history(connection: Connection, team_id: str, *, by_key: bool) -> Sequence[PeriodUsage]:
    """Return usage of all billing months with any, oldest first; keys of the same name are added up."""
    anchor = _anchor(connection, team_id)
    sums: dict[tuple[Period, str | None], int] = defaultdict(int)
    for day, credits_used, *name in connection.execute(_BY_DAY_AND_KEY if by_key else _BY_DAY, {"team": team_id}):
        sums[period_of(anchor, _EPOCH + day * _DAY), name[0] if name else None] += int(credits_used)
    usages = [PeriodUsage(period, name, total) for (period, name), total in sums.items()]
    return sorted(usages, key=lambda usage: (usage.period.start, usage.key_name or ""))


def days(connection: Connection, team_id: str, *, since: datetime, until: datetime) -> Sequence[DayUsage]:
    """Return usage of the days that lie between *since* and *until*, be it in part."""
    parameters = {"team": team_id, "since": day_of(since), "until": day_of(until - _MOMENT) + 1}
    rows = connection.execute(_DAYS, parameters)
    return [from_row(DayUsage, row, day=_EPOCH + row.day * _DAY) for row in rows]


def _anchor(connection: Connection, team_id: str) -> datetime:
    created_at = connection.execute(_ANCHOR, {"team": team_id}).scalar()
    return CALENDAR if created_at is None else moment(created_at)
