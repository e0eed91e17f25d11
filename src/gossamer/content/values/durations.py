# ruff: noqa: RUF001 - marks as people write them
"""Durations: ISO 8601 ("PT1H20M") and as people write them ("1 h 20 min", "45 minutes", "1½ Stunden")."""

import re
from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from typing import Final

from gossamer.content.locales import entry
from gossamer.content.values.numbers import first_number, plain_digits

_ISO: Final = re.compile(
    r"\A\s*P\s*(?:(\d+(?:[.,]\d+)?)Y)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?"
    r"(?:T(?:(\d+(?:[.,]\d+)?)H)?\s*(?:(\d+(?:[.,]\d+)?)M)?\s*(?:(\d+(?:[.,]\d+)?)S)?)?\s*\Z",
    re.IGNORECASE,
)
_PROGRAMS: Final = re.compile(r"\A[-+]?P[-+T\d]")


def _sizes(table: str) -> Mapping[str, int]:
    """Return the size of each unit of time by its names."""
    return {name: int(size) for size, names in entry("values", "durations", table).items() for name in names.split()}


# In seconds; in months, of which none is a number of days.
_UNITS: Final = _sizes("seconds")
_MONTHS: Final = _sizes("months")
_PART: Final = re.compile(r"(\d{1,4}(?:[.,]\d{1,2})?\s?[½¼¾⅓⅔]?|[½¼¾⅓⅔]|\d/\d)\s{0,3}(?:-\s?)?([^\W\d_]{1,9}|′)")
_CLOCK: Final = re.compile(r"\A\s*(\d{1,2}):([0-5]\d)(?::([0-5]\d))?\s*(?:h|hrs?|uur|Uhr)?\s*\Z")
# "30 - 40 minutes": the longer one is the promise.
_RANGE: Final = re.compile(r"(\d+(?:[.,]\d+)?)\s?(?:-|–|—|to|bis|à|a|hasta)\s?(\d+(?:[.,]\d+)?)(?=\s*[^\W\d_])")
# "1 1/2 hours", and "1h20", which leaves the minutes unsaid.
_MIXED: Final = re.compile(r"(\d{1,2})\s(\d)/(\d)(?!\d)")
_SHORT: Final = re.compile(r"(\d\s?h(?:rs?|ours?|eures?)?)\s?(\d{1,2})(?=\s*(?:$|[^\w\s:]))")
_LONGEST: Final = 100 * 31_536_000
_SECONDS: Final = (31_536_000, 2_592_000, 604_800, 86_400, 3_600, 60, 1)


def duration(text: str) -> timedelta | None:
    """Return the duration that *text* states; None when it names no unit."""
    text = plain_digits(text.strip()[:200])
    if match := _ISO.match(text):
        parts = [float((part or "0").replace(",", ".")) for part in match.groups()]
        total = sum(map(float.__mul__, parts, map(float, _SECONDS)))
        return timedelta(seconds=total) if any(match.groups()) and total <= _LONGEST else None
    if _PROGRAMS.match(text):
        # A broken one, or one that goes back in time.
        return None
    if match := _CLOCK.match(text):
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        return timedelta(hours=hours, minutes=minutes, seconds=seconds)
    text = _MIXED.sub(_decimal, text.lower())
    return _read_spoken_duration(_SHORT.sub(r"\1 \2 min", _RANGE.sub(r"\2", text)))


def in_unit(value: Decimal, text: str, unit: str) -> Decimal | None:
    """Return *value*, which *text* says with a unit of time, in *unit*; None where that is not exact.

    *unit* is an English word for one of it. What *text* says with no unit of time is taken to be in *unit*.
    """
    text = plain_digits(text.strip()[:200]).lower()
    units = [match.group(2) for match in _PART.finditer(text) if match.group(2) in _UNITS or match.group(2) in _MONTHS]
    if not units or {_size(unit_name) for unit_name in units} == {_size(unit)}:
        return value
    if unit in _MONTHS:
        exact = len(units) == 1 and units[0] in _MONTHS
        return value * _MONTHS[units[0]] / _MONTHS[unit] if exact else None
    length = duration(text) if all(unit_name in _UNITS for unit_name in units) else None
    return Decimal(str(length.total_seconds())) / _UNITS[unit] if length is not None else None


def _size(unit: str) -> tuple[str, int]:
    return ("months", _MONTHS[unit]) if unit in _MONTHS else ("seconds", _UNITS[unit])


def iso_duration(length: timedelta) -> str:
    """Return *length* in ISO 8601, in hours, minutes and seconds."""
    total = round(length.total_seconds())
    hours, rest = divmod(total, 3600)
    parts = f"{hours}H" * bool(hours) + f"{rest // 60}M" * bool(rest // 60) + f"{rest % 60}S" * bool(rest % 60)
    return f"PT{parts or '0S'}"


def _read_spoken_duration(text: str) -> timedelta | None:
    total = 0.0
    has_parts = False
    for match in _PART.finditer(text):
        seconds = _UNITS.get(match.group(2)) or _UNITS.get(match.group(2)[:3] if match.group(2)[:3] == "min" else "")
        amount = _amount(match.group(1))
        if seconds and amount is not None:
            total += amount * seconds
            has_parts = True
    return timedelta(seconds=total) if has_parts else None


def _decimal(match: re.Match[str]) -> str:
    whole_number, above, below = map(int, match.groups())
    return str(whole_number + above / below) if below else match.group()


def _amount(text: str) -> float | None:
    if "/" in text:
        above, _, below = text.partition("/")
        return int(above) / int(below) if int(below) else None
    value = first_number(text)
    return float(value) if value is not None else None
