"""Whether another day is said of a field than the one that was seen: before, above the title or right under it."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from gossamer.features.understanding.supporting.belonging import SPOKEN, is_of_the_page
from gossamer.features.understanding.supporting.contrasting.contest import Contest
from gossamer.features.understanding.supporting.said import Found

_MOST_DAYS: Final = 60
_NEAR: Final = 10
_BYLINE: Final = 4


def is_another_day(value: str, contest: Contest) -> bool:
    """Return whether another day than *value*, in ISO 8601, is the one that the page says of the field."""
    title = contest.title.number if contest.title is not None else 0
    own = contest.own.line.number
    if own < title and any(_is_spoken(one, contest) for one in _days(value, contest, title, title + _NEAR)):
        # Above its title a page tells what day it is.
        return True
    is_at_title = title <= own <= title + _BYLINE
    if is_of_the_page(contest.field) and not is_at_title:
        # When it is from is told right under its title.
        under = _days(value, contest, title, title + _BYLINE)
        if any(contest.weighed(one) is not None for one in under):
            return True
    before = (
        one
        for one in _days(value, contest, contest.begin(), own)
        if (one.line.number, one.start) < (own, contest.own.start) and contest.may_be_instead(one.line)
    )
    return any(contest.is_as_plain(one) for one in islice(before, _MOST_DAYS))


def _days(value: str, contest: Contest, first: int, last: int) -> Iterator[Found]:
    """Yield where other days stand, in the lines *first* to *last*, that no other field has."""
    for day, places in contest.said.days.items():
        if day and day != value[:10] and day not in contest.taken:
            yield from (one for one in places if first <= one.line.number <= last)


def _is_spoken(found: Found, contest: Contest) -> bool:
    how = contest.weighed(found)
    return how is not None and how > SPOKEN
