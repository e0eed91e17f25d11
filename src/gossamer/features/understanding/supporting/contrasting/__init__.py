"""Whether the page says something else of the look of a value of the field, and says it first and as plainly.

What a page is about comes before what else it speaks of: older releases, other branches, last year's figures.
"""

from collections.abc import Set as AbstractSet
from typing import Any

from gossamer.features.understanding.supporting.asked import ISO_DAY
from gossamer.features.understanding.supporting.belonging import Claimants
from gossamer.features.understanding.supporting.contrasting import looks, rivals
from gossamer.features.understanding.supporting.contrasting.alike import is_said_before
from gossamer.features.understanding.supporting.contrasting.contest import Contest, text_of
from gossamer.features.understanding.supporting.contrasting.days import is_another_day
from gossamer.features.understanding.supporting.contrasting.fuller import is_said_more_fully
from gossamer.features.understanding.supporting.contrasting.titles import is_called_otherwise
from gossamer.features.understanding.supporting.looking import Seen
from gossamer.features.understanding.supporting.said import Said

__all__ = ["is_named_first", "is_named_once", "is_said_otherwise", "is_without_rival"]


def is_named_once(value: Any, said: Said, claimants: Claimants, seen: Seen) -> bool:
    """Return whether no other line says something of the kind of *value* beside the field's own words."""
    return rivals.is_named_once(value, Contest(said, claimants, seen, frozenset()))


def is_named_first(value: Any, said: Said, claimants: Claimants, seen: Seen) -> bool:
    """Return whether no line above says something of the kind of *value* beside the field's own words."""
    return rivals.is_named_first(value, Contest(said, claimants, seen, frozenset()))


def is_without_rival(value: Any, said: Said, claimants: Claimants, seen: Seen) -> bool:
    """Return whether nothing else that the page says, of the kind of *value*, may be meant by the field."""
    return rivals.is_without_rival(value, Contest(said, claimants, seen, frozenset()))


def is_said_otherwise(value: Any, said: Said, claimants: Claimants, seen: Seen, taken: AbstractSet[Any]) -> bool:
    """Return whether the page says of the field, before and as plainly, something else that looks like *value*.

    What is *taken* are the values of the other fields: they are no other answers.
    """
    if seen.found.line.number < 0 or isinstance(value, bool):
        return False
    contest = Contest(said, claimants, seen, taken)
    if isinstance(value, str) and ISO_DAY.fullmatch(value):
        return is_another_day(value, contest)
    if isinstance(value, str) and is_said_before(contest):
        return True
    look = looks.look_of(value, contest)
    return is_called_otherwise(contest) if look is None else _is_told_otherwise(look, contest)


def _is_told_otherwise(look: looks.Look, contest: Contest) -> bool:
    """Return whether something else that looks so is said of the field."""
    if look.is_certain and contest.part == "footer" and contest.is_named_beside:
        # How the site itself is reached stands at its foot; of several the first is meant.
        return any(
            one.line.outlined.part == "footer" and not contest.is_taken(one) and contest.is_as_plain(one)
            for one in looks.before(contest, look)
        )
    if look.is_certain and contest.part and _is_one_in_the_content(look, contest):
        return True
    if look.is_certain and contest.part == "aside":
        # An aside tells of others how they are reached.
        others = (one for one in looks.of_the_page(contest, look) if not contest.is_taken(one))
        return any(contest.weighed(one) is not None for one in others)
    if look.is_number and (is_said_more_fully(look, contest) or _is_above_title(look, contest)):
        return True
    before = (one for one in looks.before(contest, look) if not contest.is_taken(one, is_number=look.is_number))
    return any(contest.is_as_plain(one, is_number=look.is_number) for one in before)


def _is_one_in_the_content(look: looks.Look, contest: Contest) -> bool:
    """Return whether the content of the page has just one that looks so, which comes before what is around it."""
    told = {text_of(one).casefold(): one for one in looks.of_the_content(contest, look)}
    return len(told) == 1 and not any(map(contest.is_taken, told.values()))


def _is_above_title(look: looks.Look, contest: Contest) -> bool:
    """Return whether a number stands above the title of the page, and under it one that is said as plainly."""
    title = contest.title
    if title is None or contest.own.line.number >= title.number:
        return False
    under = (
        one
        for one in looks.of_the_page(contest, look)
        if one.line.number > title.number and contest.said.terms_in(one.line, contest.field)
    )
    return any(not contest.is_taken(one, is_number=True) and contest.is_as_plain(one, is_number=True) for one in under)
