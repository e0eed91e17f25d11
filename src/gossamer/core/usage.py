"""Credits: billing months, what was used in them, and what a team asked for."""

from dataclasses import dataclass
from datetime import datetime

# What clients show as tokens.
TOKENS_PER_CREDIT = 15
# What a team without a bound is told it has: clients want a number.
UNBOUNDED = 99_999_999


@dataclass(frozen=True, slots=True)
class Period:
    """A billing month: from *start* until before *end*, both midnight UTC."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Balance:
    """Where a team stands in the running month.

    *allowance* is None without a bound. *reserved* is what work under way may still use.
    """

    period: Period
    allowance: int | None
    used: int
    reserved: int = 0

    @property
    def remaining(self) -> int:
        """Return what is left to be used; never below 0."""
        return UNBOUNDED if self.allowance is None else max(0, self.allowance - self.used)


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
