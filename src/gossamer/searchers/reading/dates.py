"""When a result was published, as providers write it: ISO 8601, mail dates, "Oct 5, 2026", "2 hours ago"."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final

_AGO: Final = re.compile(r"(an?|\d{1,4})\s*(s|sec|m|min|minute|h|hr|hour|d|day|w|week|mo|month|y|year)s?")
_UNITS: Final = {
    "s": timedelta(seconds=1),
    "sec": timedelta(seconds=1),
    "m": timedelta(minutes=1),
    "min": timedelta(minutes=1),
    "minute": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "hr": timedelta(hours=1),
    "hour": timedelta(hours=1),
    "d": timedelta(days=1),
    "day": timedelta(days=1),
    "w": timedelta(weeks=1),
    "week": timedelta(weeks=1),
    "mo": timedelta(days=30),
    "month": timedelta(days=30),
    "y": timedelta(days=365),
    "year": timedelta(days=365),
}
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_FIRST: Final = re.compile(r"([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})\.?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})")
_LONGEST: Final = 80
# Seconds since 1970 from 1990 on; a smaller number is no date, a larger one is in milliseconds.
_SECONDS: Final = range(631_152_000, 100_000_000_000)


def read_date(value: Any, now: datetime) -> datetime | None:
    """Return the moment, aware; None for what is no date. What has no time of day is at midnight UTC."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return _of_number(value)
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    text = value.strip()
    return _iso(text) or _relative(text.lower(), now) or _read_written_date(text.lower()) or _read_mail_date(text)


def _of_number(value: float) -> datetime | None:
    seconds = int(value) if abs(value) < _SECONDS.stop else int(value / 1000) if abs(value) < 1e15 else 0  # noqa: PLR2004
    return datetime.fromtimestamp(seconds, UTC) if seconds in _SECONDS else None


def _iso(text: str) -> datetime | None:
    with suppress(ValueError):
        return _aware(datetime.fromisoformat(text))
    return None


def _relative(text: str, now: datetime) -> datetime | None:
    if text == "yesterday":
        return now - timedelta(days=1)
    match = _AGO.fullmatch(text.removesuffix(" ago")) if text.endswith("ago") else None
    if match is None:
        return None
    count = int(match[1]) if match[1].isdecimal() else 1
    with suppress(OverflowError):
        return now - count * _UNITS[match[2]]
    return None


def _read_written_date(text: str) -> datetime | None:
    if match := _MONTH_FIRST.match(text):
        month, day, year = match.groups()
    elif match := _DAY_FIRST.match(text):
        day, month, year = match.groups()
    else:
        return None
    with suppress(ValueError):
        return datetime(int(year), _MONTHS.index(month) + 1, int(day), tzinfo=UTC)
    return None


def _read_mail_date(text: str) -> datetime | None:
    with suppress(ValueError, OverflowError):
        return _aware(parsedate_to_datetime(text))
    return None


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
