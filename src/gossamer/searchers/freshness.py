"""Times in the words of search engines: "the last week"."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from gossamer.core.searches import Freshness


class Age(StrEnum):
    """The ages that search engines know."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


# Upwards. A month of 31 days, as engines count it.
_LENGTHS: Final = {
    Age.HOUR: timedelta(hours=1),
    Age.DAY: timedelta(days=1),
    Age.WEEK: timedelta(days=7),
    Age.MONTH: timedelta(days=31),
    Age.YEAR: timedelta(days=366),
}
# "Since an hour ago" was reckoned a moment before it is read here.
_SLACK: Final = timedelta(minutes=5)
# A month may have been reckoned as 28 to 31 days.
_EXACT: Final = 0.9


def age(freshness: Freshness, now: datetime) -> Age | None:
    """Return the shortest age that reaches back to where *freshness* begins; None when none does, or it has none."""
    if freshness.since is None:
        return None
    back = now - freshness.since - _SLACK
    return next((age_name for age_name, length in _LENGTHS.items() if back <= length), None)


def exact_age(freshness: Freshness, now: datetime) -> Age | None:
    """Return the age that says the same as *freshness*; None when a range of days says it better."""
    span = age(freshness, now)
    if span is None or freshness.since is None or freshness.until is not None:
        return None
    return span if now - freshness.since >= _EXACT * _LENGTHS[span] else None
