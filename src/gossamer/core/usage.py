"""Credits: billing months, what was used in them, and what a team asked for."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime

# Clients show credits as tokens.
TOKENS_PER_CREDIT = 15
# The balance shown for a team without a limit: clients want a number.
UNBOUNDED = 99_999_999


@dataclass(frozen=True, slots=True)
class Period:
    """A billing month: from *start* until before *end*, both midnight UTC."""

    start: datetime
    end: datetime


def period_of(anchor: datetime, now: datetime) -> Period:
    """Return the billing month that *now* lies in.

    Months begin on the day of the month of *anchor*, at midnight UTC. In a month that has no such day
    they begin on its last one.
    """
    now, day = now.astimezone(UTC), anchor.astimezone(UTC).day
    start = _begin(now.year, now.month, day)
    if start <= now:
        return Period(start, _begin(*_month(now, 1), day))
    return Period(_begin(*_month(now, -1), day), start)


def _begin(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, min(day, monthrange(year, month)[1]), tzinfo=UTC)


def _month(now: datetime, step: int) -> tuple[int, int]:
    """Return year and month *step* months from *now*."""
    years, months = divmod(now.year * 12 + now.month - 1 + step, 12)
    return years, months + 1


@dataclass(frozen=True, slots=True)
class Balance:
    """A team's usage in the running month.

    *allowance* is None without a bound. *reserved* is what work under way may still use.
    """

    period: Period
    allowance: int | None
    used: int
    reserved: int = 0

    @property
    def remaining(self) -> int:
        """Return the credits left, never below 0; UNBOUNDED without a limit."""
        return UNBOUNDED if self.allowance is None else max(0, self.allowance - self.used)

    def covers(self, price: int) -> bool:
        """Return whether *price* is neither used nor reserved."""
        return self.allowance is None or self.used + self.reserved + price <= self.allowance


@dataclass(frozen=True, slots=True)
class PeriodUsage:
    """Credits of a billing month, of all keys or of the one named *key_name*."""

    period: Period
    key_name: str | None
    credits: int


@dataclass(frozen=True, slots=True)
class DayUsage:
    """Credits of a day (UTC midnight) by key and operation; *charges* counts entries of the ledger."""

    day: datetime
    key_id: str
    key_name: str
    operation: str
    credits: int
    charges: int


@dataclass(frozen=True, slots=True)
class Activity:
    """Something a team asked for: *operation* as "scrape" or "crawl", *dialect* the API version."""

    activity_id: str
    key_id: str
    operation: str
    dialect: str
    target: str
    at: datetime
