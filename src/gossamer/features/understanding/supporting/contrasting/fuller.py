"""Whether another number is said with more of the words of a field: "Two courses £22, three courses £27"."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from gossamer.content.text.names import singular
from gossamer.features.understanding.supporting.belonging import LABELLED, SPOKEN
from gossamer.features.understanding.supporting.contrasting.contest import Contest
from gossamer.features.understanding.supporting.contrasting.looks import Look
from gossamer.features.understanding.supporting.said import Found, Line

_SEVERAL: Final = 2
_MOST_LINES: Final = 40
_MOST_IN_LINE: Final = 12
# Where what is said of one number ends.
_STOP: Final = re.compile(r"[.!?;,]\s|[|·•]|\s(?:and|und|et|y|e|or|oder|ou|but|aber|mais)\s")

_SENTENCE: Final = re.compile(r"(?<=[^\W\d_]{3})[.!?]\s")


def is_said_more_fully(look: Look, contest: Contest) -> bool:
    """Return whether a number that looks so has more different words of the field in its clause than the value's."""
    if len(contest.field.words) < _SEVERAL or not SPOKEN <= contest.seen.weight < LABELLED:
        return False
    own = len(_words(contest.own, look, contest))
    others = [one for one in _others(look, contest) if not contest.is_taken(one, is_number=True)]
    return any(
        _is_in_fuller_sentence(found, look, contest)
        or (
            len(_words(found, look, contest)) > own
            and (how := contest.weighed(found, is_number=True)) is not None
            and how >= contest.seen.weight - 1
        )
        for found in others
    )


def _is_in_fuller_sentence(found: Found, look: Look, contest: Contest) -> bool:
    """Return whether, of two sentences of a line, that of *found* has all the words of the field, and more of them."""
    own = contest.own
    first, last = sorted((found.start, own.start))
    if found.line.number != own.line.number or _SENTENCE.search(found.line.text, first, last) is None:
        return False
    return _words(found, look, contest, _SENTENCE) > _words(own, look, contest, _SENTENCE)


def _others(look: Look, contest: Contest) -> Iterator[Found]:
    """Yield numbers that look so in lines with several words of the field."""
    own = contest.own
    lines = (
        line
        for line in contest.said.lines
        if len(contest.said.terms_in(line, contest.field)) >= _SEVERAL and contest.may_be_instead(line)
    )
    for line in islice(lines, _MOST_LINES):
        for found in _numbers(line, look):
            if (found.line.number, found.start) != (own.line.number, own.start):
                yield found


def _numbers(line: Line, look: Look) -> list[Found]:
    matches = islice(look.pattern.finditer(line.text), _MOST_IN_LINE)
    return [found for one in matches if look.has(found := Found(line, one.start(), one.end()))]


def _words(found: Found, look: Look, contest: Contest, stop: re.Pattern[str] = _STOP) -> frozenset[str]:
    """Return the words of the field in the clause of a number, which ends at a *stop* and at the next that looks so."""
    text, beside = found.line.text, _numbers(found.line, look)
    begin = max((one.end for one in beside if one.end <= found.start), default=0)
    end = min((one.start for one in beside if one.start >= found.end), default=len(text))
    begin = max([begin, *(one.end() for one in stop.finditer(text, begin, found.start))])
    end = min([end, *(one.start() for one in stop.finditer(text, found.end, end))])
    return frozenset(
        singular(text[first:last].casefold())
        for first, last in contest.said.terms_in(found.line, contest.field)
        if begin <= first and last <= end
    )
