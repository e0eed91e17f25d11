"""Credits by month, day, key and operation: the figures that charts and tables share.

Everything of a month is summed from the same rows, so what a chart shows, what the table beneath it
says and what is downloaded cannot differ.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from gossamer.core.usage import DayUsage, Period, PeriodUsage
from gossamer.dashboard.charts import OTHERS, SERIES, Column, ColumnPart, Drawing, drawing

# How many billing months are shown.
MONTHS = 12
_DAY = timedelta(days=1)
_OTHER_KEYS = "Other keys"
# Characters at the start of a cell that a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Month:
    """A billing month and what was used in it."""

    period: Period
    credits: int

    @property
    def name(self) -> str:
        """Return the name of the month in an address: its first day."""
        return f"{self.period.start:%Y-%m-%d}"

    @property
    def last_day(self) -> datetime:
        """Return the last day that belongs to it."""
        return self.period.end - _DAY


@dataclass(frozen=True, slots=True)
class KeyUsage:
    """A key's usage: *series* is its colour; keys beyond the colours share one column of the tables."""

    key_id: str
    name: str
    series: int
    credits: int
    charges: int
    share: float


@dataclass(frozen=True, slots=True)
class OperationUsage:
    """An operation's usage."""

    operation: str
    credits: int
    charges: int


@dataclass(frozen=True, slots=True)
class UsageDay:
    """A day; *by_series* has a figure for each entry of the legend."""

    day: datetime
    by_series: tuple[int, ...]

    @property
    def credits(self) -> int:
        """Return the credits of all series."""
        return sum(self.by_series)


@dataclass(frozen=True, slots=True)
class MonthUsage:
    """A month in figures; *legend* names the columns of its *days*."""

    legend: tuple[str, ...]
    days: tuple[UsageDay, ...]
    keys: tuple[KeyUsage, ...]
    operations: tuple[OperationUsage, ...]
    credits: int


def months(history: Iterable[PeriodUsage], running: Period) -> tuple[Month, ...]:
    """Return the latest billing months, oldest first; the *running* one is always the last of them.

    What was charged while the clock was ahead is in months that are still to come, and shown then.
    """
    used: dict[Period, int] = defaultdict(int)
    used[running] += 0
    for entry in history:
        used[entry.period] += entry.credits
    past_months = (Month(period, amount) for period, amount in used.items() if period.start <= running.start)
    return tuple(sorted(past_months, key=lambda month: month.period.start)[-MONTHS:])


def months_of_key(months_of_team: Sequence[Month], days: Iterable[DayUsage], key_id: str) -> tuple[Month, ...]:
    """Return the same months with what one key used in them."""
    used: dict[datetime, int] = defaultdict(int)
    for row in days:
        if row.key_id == key_id:
            used[row.day] += row.credits
    return tuple(
        Month(m.period, sum(c for day, c in used.items() if m.period.start <= day < m.period.end))
        for m in months_of_team
    )


def choose_month(months: Sequence[Month], name: str) -> Month:
    """Return the month of that *name*, the running one when there is none."""
    return next((month for month in months if month.name == name), months[-1])


def month_usage(period: Period, rows: Sequence[DayUsage]) -> MonthUsage:
    """Return the figures of a month, with all of its days, from the *rows* of its days."""
    keys = _keys(rows)
    legend = tuple(key.name for key in keys if key.series < OTHERS)
    if len(keys) > SERIES:
        legend = (*legend, _OTHER_KEYS)
    return MonthUsage(
        legend=legend,
        days=_days(period, rows, {key.key_id: key.series for key in keys}, len(legend)),
        keys=keys,
        operations=_operations(rows),
        credits=sum(row.credits for row in rows),
    )


def _keys(rows: Iterable[DayUsage]) -> tuple[KeyUsage, ...]:
    credits_of: dict[str, int] = defaultdict(int)
    charges_of: dict[str, int] = defaultdict(int)
    names: dict[str, str] = {}
    for row in rows:
        credits_of[row.key_id] += row.credits
        charges_of[row.key_id] += row.charges
        names[row.key_id] = row.key_name
    total = sum(credits_of.values()) or 1
    ranked = sorted(credits_of, key=lambda key_id: (-credits_of[key_id], names[key_id], key_id))
    return tuple(
        KeyUsage(
            key_id,
            names[key_id],
            min(place, OTHERS),
            credits_of[key_id],
            charges_of[key_id],
            round(100 * credits_of[key_id] / total, 1),
        )
        for place, key_id in enumerate(ranked)
    )


def _days(period: Period, rows: Iterable[DayUsage], series: dict[str, int], width: int) -> tuple[UsageDay, ...]:
    used: dict[datetime, list[int]] = {}
    day = period.start
    while day < period.end:
        used[day] = [0] * width
        day += _DAY
    for row in rows:
        if row.day in used:
            used[row.day][series[row.key_id]] += row.credits
    return tuple(UsageDay(day, tuple(figures)) for day, figures in used.items())


def _operations(rows: Iterable[DayUsage]) -> tuple[OperationUsage, ...]:
    credits_of: dict[str, int] = defaultdict(int)
    charges_of: dict[str, int] = defaultdict(int)
    for row in rows:
        credits_of[row.operation] += row.credits
        charges_of[row.operation] += row.charges
    return tuple(
        OperationUsage(name, credits_of[name], charges_of[name])
        for name in sorted(credits_of, key=lambda name: (-credits_of[name], name))
    )


def months_chart(months: Sequence[Month], shown: Month, href: str) -> Drawing:
    """Return the chart of the months; each leads to itself at *href* and its name."""
    columns = [
        Column(
            label=f"{month.period.start:%b}",
            parts=(ColumnPart(month.credits),),
            tooltip=f"{month.period.start:%d %b %Y} to {month.last_day:%d %b %Y}: {month.credits} credits",
            href=href + month.name,
            chosen=month == shown,
        )
        for month in months
    ]
    total = sum(month.credits for month in months)
    return drawing(
        "months",
        columns,
        title="Credits by billing month",
        description=f"{total} credits in {_count_in_words(len(months), 'billing month')}.",
        height=180,
    )


def days_chart(usage: MonthUsage) -> Drawing:
    """Return the chart of the days of a month, stacked by key."""
    columns = [_day_column(day) for day in usage.days]
    return drawing("days", columns, title="Credits by day and key", description=_describe_days(usage.days))


def _day_column(day: UsageDay) -> Column:
    parts = tuple(ColumnPart(amount, series) for series, amount in enumerate(day.by_series))
    return Column(label=f"{day.day.day}", parts=parts, tooltip=f"{day.day:%d %b}: {day.credits} credits")


def _describe_days(days: Sequence[UsageDay]) -> str:
    total = sum(day.credits for day in days)
    if not total:
        return "No credits were used."
    most = max(days, key=lambda day: day.credits)
    return (
        f"{total} credits in {_count_in_words(len(days), 'day')}; most of them, {most.credits}, on {most.day:%d %b %Y}."
    )


def _count_in_words(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def table(rows: Iterable[DayUsage]) -> str:
    """Return *rows* as comma-separated values with a heading."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("day", "key", "keyId", "operation", "credits", "charges"))
    for row in rows:
        name = "'" + row.key_name if row.key_name.startswith(_FORMULA) else row.key_name
        writer.writerow((f"{row.day:%Y-%m-%d}", name, row.key_id, row.operation, row.credits, row.charges))
    return out.getvalue()
