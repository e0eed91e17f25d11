"""The figures of the first page, as values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from gossamer.core.accounts import Role
from gossamer.core.usage import Balance, DayUsage
from gossamer.dashboard.charts import Column, ColumnPart, Drawing, drawing

DAYS: Final = 14
_DAY: Final = timedelta(days=1)
_MISSING: Final[Mapping[str, str]] = {
    "browser": (
        "No browser answers, so pages are read without rendering, and screenshots and page actions are refused. "
        "`gossamer doctor` says what is missing; GOSSAMER_CHROMIUM names a browser."
    ),
    "engine": "Nothing works on jobs here: crawls and batches wait. `gossamer doctor` says why.",
}


@dataclass(frozen=True, slots=True)
class Credits:
    """A team's balance: *left* is None without a limit, *share* the used part of it, 0 to 100."""

    used: int
    reserved: int
    allowance: int | None
    left: int | None
    share: int
    renews: datetime


@dataclass(frozen=True, slots=True)
class ToDo:
    """Something to do next."""

    title: str
    text: str
    href: str
    label: str


_MAKE_A_KEY: Final = ToDo(
    "Make a key", "Each program gets its own, so that one can be revoked alone.", "/dashboard/keys", "API keys"
)
_STEPS: Final = (
    ToDo("Scrape a first page", "See what a page gives, without writing code.", "/dashboard/playground", "Playground"),
    ToDo(
        "Read what it can do",
        "Every path and option. Firecrawl clients work unchanged once they have this base URL.",
        "/docs",
        "API reference",
    ),
)


def greeting(name: str) -> str:
    """Return a greeting for the person called *name*; we do not know what time it is where they are."""
    words = name.split()
    return f"Hello, {words[0]}" if words else "Hello"


def credits_of(balance: Balance) -> Credits:
    """Return *balance* as it is shown."""
    bound = balance.allowance
    return Credits(
        used=balance.used,
        reserved=balance.reserved,
        allowance=bound,
        left=None if bound is None else balance.remaining,
        share=0 if not bound else min(100, 100 * balance.used // bound),
        renews=balance.period.end,
    )


def last_days(now: datetime) -> tuple[datetime, datetime]:
    """Return from when until before when the last days are, today among them."""
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return today - (DAYS - 1) * _DAY, today + _DAY


def days_chart(rows: Iterable[DayUsage], now: datetime) -> Drawing:
    """Return the credits of the last days, all keys together."""
    since, _ = last_days(now)
    used = {since + number * _DAY: 0 for number in range(DAYS)}
    for row in rows:
        if row.day in used:
            used[row.day] += row.credits
    columns = [
        Column(label=str(day.day), parts=(ColumnPart(amount),), tooltip=f"{day:%d %b}: {amount} credits")
        for day, amount in used.items()
    ]
    description = f"{sum(used.values())} credits since {since:%d %b %Y}."
    title = "Credits of the last 14 days"
    return drawing("recent", columns, title=title, description=description, width=460, height=160)


def missing(reasons: Mapping[str, str]) -> tuple[str, ...]:
    """Return a sentence for each part that is not ready, given why by its name; "" is ready."""
    return tuple(_MISSING.get(name, reason) for name, reason in reasons.items() if reason)


def steps(role: Role, *, has_keys: bool) -> tuple[ToDo, ...]:
    """Return the next steps for a team that asked for nothing yet."""
    return (_MAKE_A_KEY, *_STEPS) if role is Role.ADMIN and not has_keys else _STEPS
