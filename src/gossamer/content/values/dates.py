# ruff: noqa: RUF001 - marks as dates have them
"""Dates as people and programs write them, as ISO 8601.

A date in figures alone whose day and month could be exchanged is read as the page's language has it, and not at all
when that is unknown.
"""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from gossamer.content.locales import entry
from gossamer.content.values.numbers import plain_digits

_ISO: Final = re.compile(
    r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?(?!\d)"
)
_COMPACT: Final = re.compile(r"\A(\d{4})(\d{2})(\d{2})(?:T\d{4,6}Z?)?\Z")
_YEAR_FIRST: Final = re.compile(r"(?<!\d)(\d{4})[./](\d{1,2})[./](\d{1,2})(?!\d)")
_ASIAN: Final = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]")
_FIGURES: Final = re.compile(r"(?<![\d.])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)")
_DAY_NAME_YEAR: Final = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª|ος)?\s{0,3}(?:of\s|de\s|d['’])?\s{0,3}([^\W\d_]{3,12})\.?,?\s{0,3}(?:de\s|del\s)?\s{0,3}(\d{4})(?!\d)"
)
_NAME_DAY_YEAR: Final = re.compile(r"([^\W\d_]{3,12})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(\d{4})(?!\d)")
_STAMP: Final = re.compile(r"\A1\d{9}(?:\d{3})?\Z")
_MONTHS: Final[Mapping[str, int]] = {
    name: month for month, names in enumerate(entry("values", "months"), start=1) for name in names.split()
}
_MOST_OF_DATE: Final = 48
_CENTURY: Final = 100
_LAST_MONTH: Final = 12
_MILLISECONDS: Final = 13


def month_names() -> frozenset[str]:
    """Return the names of months that are known, in lower case."""
    return frozenset(_MONTHS)


def moment(text: str, *, language: str = "") -> datetime | date | None:
    """Return the first date of *text*, with its time if it has one; None when there is none or it is in doubt."""
    text = plain_digits(text.strip()[:300])
    if not text:
        return None
    if match := _ISO.search(text):
        return _iso(match)
    if match := _COMPACT.match(text) or _ASIAN.search(text) or _YEAR_FIRST.search(text):
        return _day(*map(int, match.groups()[:3]))
    if _STAMP.match(text):
        seconds = int(text) / (1000 if len(text) == _MILLISECONDS else 1)
        return datetime.fromtimestamp(seconds, UTC)
    return _read_spoken_date(text) or _figures(text, language) or _read_posting_time(text)


def only_date(text: str) -> str | None:
    """Return *text* if it is a date in words and little more: "Friday, 12 June 2026, 7:30 pm"."""
    short = plain_digits(text.strip())
    return short if len(short) <= _MOST_OF_DATE and _read_spoken_date(short) is not None else None


def has_day(text: str) -> bool:
    """Return whether *text* names a day in words or in ISO 8601."""
    return _ISO.search(text) is not None or _read_spoken_date(text[:2_000]) is not None


def iso_date(found: datetime | date) -> str:
    """Return the day alone."""
    return found.isoformat()[:10]


def iso(found: datetime | date) -> str:
    """Return day and, if known, time."""
    return found.isoformat().replace("+00:00", "Z")


def _iso(match: re.Match[str]) -> datetime | date | None:
    day = _day(*map(int, match.group(1, 2, 3)))
    if day is None or match.group(4) is None:
        return day
    zone = (match.group(7) or "").replace("Z", "+00:00")
    hour, minute, second = match.group(4).zfill(2), match.group(5), match.group(6) or "00"
    try:
        return datetime.fromisoformat(f"{day.isoformat()}T{hour}:{minute}:{second}{zone}")
    except ValueError:
        return day


def _read_spoken_date(text: str) -> date | None:
    for pattern, (day, name, year) in ((_DAY_NAME_YEAR, (1, 2, 3)), (_NAME_DAY_YEAR, (2, 1, 3))):
        for match in pattern.finditer(text):
            month = _MONTHS.get(match.group(name).lower())
            if month and (spoken_date := _day(int(match.group(year)), month, int(match.group(day)))):
                return spoken_date
    return None


def _figures(text: str, language: str) -> date | None:
    match = _FIGURES.search(text)
    if match is None:
        return None
    first, sign, second, year = int(match.group(1)), match.group(2), int(match.group(3)), int(match.group(4))
    year += 0 if year >= _CENTURY else 2000
    if first > _LAST_MONTH or sign == "." or first == second:
        return _day(year, second, first)
    if second > _LAST_MONTH:
        return _day(year, first, second)
    if not language:
        return None
    # Of the languages, English alone writes the month first, and only where it is American.
    american = language.lower().replace("_", "-") in {"en-us", "en-ph"}
    if language.lower() == "en":
        return None
    return _day(year, first, second) if american else _day(year, second, first)


def _read_posting_time(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year > 1000 else None  # noqa: PLR2004 - a year has four figures
    except ValueError:
        return None
