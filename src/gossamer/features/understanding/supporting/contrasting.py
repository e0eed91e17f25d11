# ruff: noqa: RUF001 - signs that pages use
"""Whether the page says something else of the look of a value of the field, and says it first and as plainly.

What a page is about comes before what else it speaks of: older releases, other branches, last year's figures.
"""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from gossamer.content.extraction.values.dates import only_date
from gossamer.content.extraction.values.numbers import NUMBER, number
from gossamer.features.understanding.supporting.asked import SURE
from gossamer.features.understanding.supporting.belonging import (
    ADDRESS_LIKE,
    LABELLED,
    Claimants,
    is_named_kind,
    is_of_the_page,
    is_person_kind,
    is_place_kind,
    is_title_kind,
    names_a_page,
    weight,
)
from gossamer.features.understanding.supporting.looking import Seen
from gossamer.features.understanding.supporting.said import Found, Line, Said

_AS_PLAIN: Final = 0.2
_MOST_LINES: Final = 60
_MOST_IN_LINE: Final = 12
_BESIDE: Final = 2
_FEWEST_DIGITS: Final = 8
_SENTENCES: Final = re.compile(r"[^\W\d_]{4}\.\s")
_EVIDENT: Final = 1.2
_UNDER: Final = 2
_NEAR: Final = 10
_BYLINE: Final = 4
_SPOKEN: Final = 2.0
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?")
_LONG: Final = 80
_CALLED: Final = re.compile(
    r"[A-ZÀ-Þ0-9][\w’'.-]*(?:\s(?:(?:de|van|von|der|del|di|da|la|of|am|an|the|&)\s)?[A-ZÀ-Þ0-9][\w’'.-]*){0,4}"
)
_PART: Final = re.compile(r"[^\s,;|·•–—][^,;|·•–—]*[^\s,;|·•–—]")
_EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE: Final = re.compile(r"[+(\d][\d\s().\u00a0/-]{5,24}\d")
_ADDRESS: Final = re.compile(rf"\b(?=.{{5,120}}\Z)(?=.*(?:{ADDRESS_LIKE.pattern})).*\w")
_AMOUNT: Final = re.compile(NUMBER)
_PERSON: Final = re.compile(r"[A-ZÀ-Þ][\w’'.-]*(?:\s(?:(?:de|van|von|der|del|di|da|la)\s)?[A-ZÀ-Þ][\w’'-]+){1,3}")
_FIRST_NAME: Final = re.compile(r"[A-ZÀ-Þ][\w’'.-]+")
_CODE: Final = re.compile(r"[^\W_]*\d[\w./-]*\w|\d")
_FIGURES: Final = re.compile(r"\d+")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_MONEY: Final = re.compile(r"[$€£¥₹]")


def is_said_otherwise(value: Any, said: Said, claimants: Claimants, seen: Seen, taken: AbstractSet[Any]) -> bool:
    """Return whether the page says of the field, before and as plainly, something else that looks like *value*.

    What is *taken* are the values of the other fields: they are no other answers.
    """
    if seen.found.line.number < 0 or isinstance(value, bool):
        return False
    if isinstance(value, str) and _DAY.fullmatch(value):
        return _is_of_a_later_day(value, said, claimants, seen, taken)
    look = _look_of(value, seen.found, claimants)
    is_named_beside = seen.weight >= LABELLED - _AS_PLAIN
    if look is not None and look.is_certain and is_named_beside and seen.found.line.outlined.part == "footer":
        # How the site itself is reached stands at its foot.
        return False
    if look is None:
        return isinstance(value, str) and _is_called_otherwise(seen, said, claimants, taken)
    # An aside tells of others how they are reached.
    is_aside = look.is_certain and seen.found.line.outlined.part == "aside"
    places = _of_the_page(seen.found, said, look) if is_aside else _before(seen.found, said, claimants, look)
    for found in places:
        if _text(found).casefold() in taken or look.read(found) in taken or not said.may_judge():
            continue
        how = weight(found, said, claimants, is_number=look.is_number)
        if how is not None and (is_aside or how >= _plainness(seen, found)):
            return True
    return False


def _is_of_a_later_day(value: str, said: Said, claimants: Claimants, seen: Seen, taken: AbstractSet[Any]) -> bool:
    """Return whether another day is said of the field before, and as plainly."""
    own = (seen.found.line.number, seen.found.start)
    begin = _begin(said, seen.found)
    title = next((line.number for line in said.titles if line.place != "title"), 0)
    if own[0] < title and any(
        day and day != value[:10] and title <= one.line.number <= title + _NEAR and _is_spoken(one, said, claimants)
        for day, places_of in said.days.items()
        for one in places_of
    ):
        # Above its title a page tells what day it is.
        return True
    if (
        is_of_the_page(claimants.own)
        and not title <= own[0] <= title + _BYLINE
        and any(
            day and day != value[:10] and title <= one.line.number <= title + _BYLINE and _is_said(one, said, claimants)
            for day, places_of in said.days.items()
            for one in places_of
        )
    ):
        # When it is from is told right under its title.
        return True
    others = (
        found
        for day, places_of in said.days.items()
        if day and day != value[:10] and day not in taken
        for found in places_of
        if begin <= found.line.number
        and (found.line.number, found.start) < own
        and _may_be_instead(found.line, seen.found)
    )
    for found in islice(others, _MOST_LINES):
        how = weight(found, said, claimants, is_number=False) if said.may_judge() else None
        if how is not None and how >= _plainness(seen, found):
            return True
    return False


def _plainness(seen: Seen, other: Found) -> float:
    """Return how plainly something else has to be said: in one line the nearer one is meant, and labels are exact."""
    if seen.weight >= LABELLED + SURE:
        return LABELLED + SURE
    is_exact = other.line.number == seen.found.line.number or seen.weight >= LABELLED
    return seen.weight if is_exact else seen.weight - _AS_PLAIN


def _may_be_instead(line: Line, own: Found) -> bool:
    """Return whether *line* is about what the page is about: no menu and no aside."""
    outlined, mine = line.outlined, own.line.outlined
    return not outlined.apart and (outlined.part not in {"nav", "aside"} or outlined.part == mine.part)


def _is_spoken(found: Found, said: Said, claimants: Claimants) -> bool:
    how = weight(found, said, claimants, is_number=False)
    return how is not None and how > _SPOKEN


def _is_said(found: Found, said: Said, claimants: Claimants) -> bool:
    return weight(found, said, claimants, is_number=False) is not None


def _begin(said: Said, own: Found) -> int:
    """Return the number of the line with the title of the page, 0 where it is not before *own*."""
    return next((line.number for line in said.titles if line.place != "title" and line.number <= own.line.number), 0)


def _is_called_otherwise(seen: Seen, said: Said, claimants: Claimants, taken: AbstractSet[Any]) -> bool:
    """Return whether the title of the page, or what stands right at it, says what something is called instead."""
    if seen.weight < LABELLED and _is_no_title(seen.found, said, claimants, taken):
        return True
    # At its foot a page names who runs the site.
    least = _SPOKEN if seen.found.line.outlined.part == "footer" else _EVIDENT
    return seen.weight < least and _is_titled_otherwise(seen.found, said, claimants, taken)


def _is_no_title(own: Found, said: Said, claimants: Claimants, taken: AbstractSet[Any]) -> bool:
    """Return whether the field asks for what the page's thing is called, and its title says something else."""
    title = next((line for line in said.titles if line.place != "title"), None)
    if title is None or not is_title_kind(claimants.own) or title.text.casefold() in taken:
        return False
    told = _comparable(_text(own))
    if any(told in _comparable(_without_site(line)) for line in said.titles):
        return False
    return weight(Found(title, 0, len(title.text)), said, claimants, is_number=False) is not None


def _without_site(line: Line) -> str:
    """Return a title; one for the browser without the name of the site behind that of the page's thing."""
    first = _PART.match(line.text) if line.place == "title" else None
    return line.text if first is None or names_a_page(first.group()) else first.group()


def _is_titled_otherwise(own: Found, said: Said, claimants: Claimants, taken: AbstractSet[Any]) -> bool:
    """Return whether right at the title of the page stands what can be called so, and *own* is far behind it.

    What stands in a letterhead, or in the page's title for the browser, is no less than that.
    """
    title = next((line.number for line in said.titles if line.place != "title"), None)
    is_site = own.line.outlined.part == "header"
    is_near = title is None or (own.line.number <= title + _UNDER and not is_site) or own.line.place == "title"
    is_head = not own.start and ADDRESS_LIKE.search(own.line.text[own.end :]) is not None
    if title is None or is_near or is_head or not is_named_kind(claimants.own):
        return False
    told = (
        Found(line, part.start(), part.end())
        for line in said.lines[title + is_site : title + _UNDER + 1]
        if not line.outlined.apart and len(line.text) <= _LONG
        for part in _PART.finditer(line.text)
        if (line.number == title and not is_place_kind(claimants.own)) or _CALLED.fullmatch(part.group())
    )
    return any(
        _text(found).casefold() not in taken and weight(found, said, claimants, is_number=False) is not None
        for found in told
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """How a value is written: the *pattern* of such, and its *shape*, which others of its kind share."""

    pattern: re.Pattern[str]
    shape: str = ""
    is_number: bool = False
    is_certain: bool = False

    def read(self, found: Found) -> float | None:
        """Return a number as such."""
        told = number(_text(found)) if self.is_number else None
        return None if told is None else float(told)

    def has(self, found: Found) -> bool:
        """Return whether what stands there looks so."""
        if self.pattern is _PHONE:
            text = _text(found)
            fewest = _FEWEST_DIGITS - text.startswith(("+", "("))
            return only_date(text) is None and sum(map(str.isdigit, text)) >= fewest
        if self.pattern is _PERSON:
            return _SENTENCES.search(_text(found)) is None
        return not self.shape or self.shape == (_shape_of_number(found) if self.is_number else _shape(_text(found)))


def _look_of(value: Any, found: Found, claimants: Claimants) -> _Look | None:
    if isinstance(value, int | float):
        return _Look(_AMOUNT, _shape_of_number(found), is_number=True)
    for look in (_EMAIL, _PHONE):
        if look.fullmatch(value):
            return _Look(look, is_certain=True)
    is_plain = is_place_kind(claimants.own) and len(claimants.own.words) == 1
    if is_plain and ADDRESS_LIKE.search(value) and found.line.outlined.part != "footer":
        return _Look(_ADDRESS, is_certain=True)
    if any(map(str.isdigit, value)):
        return _Look(_CODE, _shape(value)) if _CODE.fullmatch(value) else None
    is_name = _PERSON.fullmatch(value) or _FIRST_NAME.fullmatch(value)
    return _Look(_PERSON) if is_name and is_person_kind(claimants.own) else None


def _before(own: Found, said: Said, claimants: Claimants, look: _Look) -> Iterator[Found]:
    """Yield what looks so in the lines before, and has words of the field beside it unless there is no doubt."""
    begin = _begin(said, own)
    lines: Iterator[Line] = (
        line
        for line in said.lines[begin : own.line.number + 1]
        if (look.is_certain or said.terms_in(line, claimants.own)) and _may_be_instead(line, own)
    )
    told = _comparable(_text(own))
    for line in islice(lines, _MOST_LINES):
        for match in islice(look.pattern.finditer(line.text), _MOST_IN_LINE):
            found = Found(line, match.start(), match.end())
            if line.number == own.line.number and match.end() > own.start:
                break
            if _comparable(match.group()) != told and look.has(found) and not _is_somebodys(found):
                yield found


def _of_the_page(own: Found, said: Said, look: _Look) -> Iterator[Found]:
    """Yield what looks so in the middle of the page or at its foot."""
    told = _comparable(_text(own))
    lines = (
        line for line in said.lines if not (line.outlined.apart or line.outlined.part in {"nav", "aside", "header"})
    )
    for line in lines:
        for match in islice(look.pattern.finditer(line.text), _MOST_IN_LINE):
            found = Found(line, match.start(), match.end())
            if _comparable(match.group()) != told and look.has(found) and not _is_somebodys(found):
                yield found


def _comparable(text: str) -> str:
    """Return a telephone number, say, without the signs that it is written with."""
    return "".join(filter(str.isalnum, text.casefold()))


def _is_somebodys(found: Found) -> bool:
    """Return whether it is the address of somebody named beside it, or stands in a table with others'."""
    name, at, _ = _text(found).casefold().partition("@")
    if not at:
        return False
    cell = found.line.outlined.cell
    around = found.line.text[: found.start] + found.line.text[found.end :]
    return (cell is not None and cell[1] >= 0) or any(word in around.casefold() for word in re.split(r"[._-]", name))


def _text(found: Found) -> str:
    return found.line.text[found.start : found.end]


def _shape(text: str) -> str:
    return _LETTERS.sub("a", _FIGURES.sub("0", text))


def _shape_of_number(found: Found) -> str:
    """Return whether a number is an amount of money, or a year."""
    around = found.line.text[max(0, found.start - _BESIDE) : found.end + _BESIDE]
    if _MONEY.search(around):
        return "money"
    return "year" if _YEAR.fullmatch(_text(found)) else "number"
