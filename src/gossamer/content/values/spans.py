# ruff: noqa: RUF001, RUF002 - dashes as pages have them
"""Spans of days and hours: "13–15 March 2027", "Saturday, 13 March 2027, 19:30 – 23:00", "from 7 to 9 pm"."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from gossamer.content.values import dates

_TO: Final = r"\s?(?:–|—|-|\bto\b|\buntil\b|\btill\b|\bbis\b|\band\b|&|\bau\b|\bal\b)\s?"
_DAY: Final = r"(\d{1,2})(?:st|nd|rd|th|\.)?"
_MONTH: Final = r"([^\W\d_]{3,12})\.?"
_WEEKDAY: Final = r"(?:[^\W\d_]{2,12}\.?,?\s)?"
# Day, month and year of the first and of the last day, by the number of the group that has them; 0: as the other day's.
_DAYS: Final = (
    (re.compile(rf"{_DAY}\s?{_TO}{_WEEKDAY}{_DAY}\s{_MONTH},?\s(\d{{4}})", re.IGNORECASE), (1, 3, 4), (2, 3, 4)),
    (re.compile(rf"{_MONTH}\s{_DAY}{_TO}{_DAY},?\s(\d{{4}})", re.IGNORECASE), (2, 1, 4), (3, 1, 4)),
    (re.compile(rf"{_DAY}\s{_MONTH}{_TO}{_WEEKDAY}{_DAY}\s{_MONTH},?\s(\d{{4}})", re.IGNORECASE), (1, 2, 5), (3, 4, 5)),
    (re.compile(rf"{_MONTH}\s{_DAY}{_TO}{_WEEKDAY}{_MONTH}\s{_DAY},?\s(\d{{4}})", re.IGNORECASE), (2, 1, 5), (4, 3, 5)),
    (
        re.compile(rf"{_DAY}\s{_MONTH},?\s(\d{{4}}){_TO}{_WEEKDAY}{_DAY}\s{_MONTH},?\s(\d{{4}})", re.IGNORECASE),
        (1, 2, 3),
        (4, 5, 6),
    ),
)
_HALF: Final = r"\s?[ap]\.?\s?m\b\.?"
_HOUR: Final = rf"(?:[01]?\d|2[0-3])[:.][0-5]\d(?:{_HALF})?|(?:1[0-2]|[1-9]){_HALF}|(?:[01]?\d|2[0-3])(?:\s?uhr|\s?h)\b"
# The figures of a date are no hour: "13.03.2027".
_ONE: Final = re.compile(rf"(?<![\d.:/-])({_HOUR})(?![.:/-]?\d)", re.IGNORECASE)
_HOURS: Final = re.compile(rf"(?<![\d.:/-])({_HOUR}|1[0-2]|[1-9]){_TO}({_HOUR})(?![.:/-]?\d)", re.IGNORECASE)
_SUFFIX: Final = re.compile(rf"{_HALF}\Z", re.IGNORECASE)
_MOST: Final = 300


@dataclass(frozen=True, slots=True)
class Hours:
    """When something begins and ends on a day, as it is written; *ends* is empty where that is not said."""

    begins: str
    ends: str = ""


def days(text: str) -> tuple[date, date] | None:
    """Return the first and the last day of a range of days that *text* says; None when it says none."""
    for pattern, first, last in _DAYS:
        for match in pattern.finditer(text[:_MOST]):
            begins, ends = (
                dates.moment(f"{match.group(day)} {match.group(month)} {match.group(year)}")
                for day, month, year in (first, last)
            )
            if begins is not None and ends is not None and begins < ends:
                return begins, ends
    return None


def hours(text: str) -> Hours | None:
    """Return the hours that *text* says; None when it says none, or several."""
    text = text[:_MOST]
    spans = [match.groups() for match in _HOURS.finditer(text)]
    if len(spans) == 1:
        begins, ends = spans[0]
        half = _SUFFIX.search(ends)
        # "From 7 to 9 pm" begins in the evening, too.
        return Hours(f"{begins}{half.group()}" if begins.isdigit() and half is not None else begins, ends)
    single = [match.group(1) for match in _ONE.finditer(text)]
    return Hours(single[0]) if len(single) == 1 and not spans else None
