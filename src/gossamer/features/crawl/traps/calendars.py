"""Calendars: pages for every month or day there is, each with a link to the next.

A date in an address makes a calendar when nothing but the date tells its pages apart. An
article whose path goes on behind the date is an article, of whatever year; and "/4821/3" is
the third page of a thread unless the address itself speaks of a calendar.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import SplitResult

_YEARS_AHEAD: Final = 2
# Club nights of ten years ago are worth a page, empty months of 1970 are not.
_YEARS_BACK: Final = 10
_FIRST_PRINTED_YEAR: Final = 1600

_CALENDAR: Final = re.compile(r"calend|kalend|agenda|termine|availab|timetable|spielplan", re.IGNORECASE)
_EVENTS: Final = re.compile(r"(?<![a-z])(?:events?|veranstalt|schedul|booking)", re.IGNORECASE)

_MONTH: Final = r"(?:0?[1-9]|1[0-2])"
_TWO_DIGIT_MONTH: Final = r"(?:0[1-9]|1[0-2])"
# Behind the date there is nothing, or how it is looked at.
_VIEW: Final = r"(?:/(?:month|week|day|list|year|monat|woche|tag|mois|semaine|jour))?/?$"
_ANY_DATE: Final = re.compile(rf"/(\d{{4}})[-/.]{_MONTH}(?:[-/.]\d{{1,2}})?{_VIEW}", re.IGNORECASE)
_PLAIN_DATE: Final = re.compile(
    rf"/(\d{{4}})(?:-{_TWO_DIGIT_MONTH}(?:-\d\d)?|/{_TWO_DIGIT_MONTH}/\d\d){_VIEW}", re.IGNORECASE
)
_YEAR: Final = re.compile(rf"/((?:19|20|21)\d\d){_VIEW}", re.IGNORECASE)
_COUNTED: Final = re.compile(r"/\d+/\d+/?$")
# "start=5000" is the place in a list, "start=2031-05" is a date.
_QUERY_DATE: Final = re.compile(
    rf"(?:^|&)(?:(?:[a-z]+[-_\[])?(?:start|end|from|to|event|cal|view|selected)?[-_]?(?:date|month|year|week|day)\]?"
    rf"=(\d{{4}})(?:[-/.]?{_MONTH}(?:[-/.]?\d{{1,2}})?)?"
    rf"|(?:start|end|from|to|until|since|d|day)=(\d{{4}})[-/.]{_MONTH}(?:[-/.]\d{{1,2}})?)(?:t[\d:.]+z?)?(?=&|$)",
    re.IGNORECASE,
)
_NUMBERS: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class CalendarPage:
    """A page of a calendar; *year* is None when its dates cannot be read.

    *calendar* is equal for pages of the same one. It is *named* when its address says what it is.
    """

    calendar: str
    year: int | None
    named: bool


def calendar_page(parts: SplitResult) -> CalendarPage | None:
    """Return which page of which calendar the address is, or None when it is none."""
    if _NUMBERS.search(parts.path) is None and _NUMBERS.search(parts.query) is None:
        return None
    address = f"{parts.path}?{parts.query}"
    is_calendar = _CALENDAR.search(address) is not None
    named = is_calendar or _EVENTS.search(address) is not None
    dated = _QUERY_DATE.search(parts.query) or (_ANY_DATE if named else _PLAIN_DATE).search(parts.path)
    if dated is None and is_calendar:
        dated = _YEAR.search(parts.path)
    if dated is None and not (is_calendar and _COUNTED.search(parts.path)):
        return None
    year = None if dated is None else int(next(filter(None, dated.groups())))
    return CalendarPage(parts.netloc + _NUMBERS.sub("#", address), year, named)


def far_off(page: CalendarPage, begun: datetime) -> bool:
    """Return whether *page* is of a year in which nobody entered anything."""
    if page.year is None:
        return False
    first = begun.year - _YEARS_BACK if page.named else _FIRST_PRINTED_YEAR
    return not first <= page.year <= begun.year + _YEARS_AHEAD
