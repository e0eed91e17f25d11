# ruff: noqa: RUF001 - signs that pages use
"""How values are written, and where on the page something stands that is written so, too."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from gossamer.content.values.contacts import EMAIL, PHONE
from gossamer.content.values.dates import only_date
from gossamer.content.values.numbers import NUMBER
from gossamer.features.understanding.supporting.belonging import ADDRESS_LIKE, is_person_kind, is_place_kind
from gossamer.features.understanding.supporting.contrasting.contest import Contest, comparable, text_of
from gossamer.features.understanding.supporting.said import Found, Line

_MOST_LINES: Final = 60
_MOST_IN_LINE: Final = 12
_BESIDE: Final = 2
_FEWEST_DIGITS: Final = 8
_SENTENCES: Final = re.compile(r"[^\W\d_]{4}\.\s")
_ADDRESS: Final = re.compile(rf"\b(?=.{{5,120}}\Z)(?=.*(?:{ADDRESS_LIKE.pattern})).*\w")
_AMOUNT: Final = re.compile(NUMBER)
_PERSON: Final = re.compile(r"[A-ZÀ-Þ][\w’'.-]*(?:\s(?:(?:de|van|von|der|del|di|da|la)\s)?[A-ZÀ-Þ][\w’'-]+){1,3}")
_FIRST_NAME: Final = re.compile(r"[A-ZÀ-Þ][\w’'.-]+")
_CODE: Final = re.compile(r"[^\W_]*\d[\w./-]*\w|\d")
_FIGURES: Final = re.compile(r"\d+")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_MONEY: Final = re.compile(r"[$€£¥₹]")
# A commit is told by figures and letters in any order.
_HASH: Final = re.compile(r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}")
_POSTAL: Final = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b|(?<![\d.,])\d{4,5}(?=\s[A-ZÀ-Þ][a-zß-ÿ])")


@dataclass(frozen=True, slots=True)
class Look:
    """How a value is written: the *pattern* of such, and its *shape*, which others of its kind share.

    *is_certain*: what is written so is of that kind, whatever stands around it.
    """

    pattern: re.Pattern[str]
    shape: str = ""
    is_number: bool = False
    is_certain: bool = False

    def has(self, found: Found) -> bool:
        """Return whether what stands there looks so."""
        text = text_of(found)
        if self.pattern is PHONE:
            fewest = _FEWEST_DIGITS - text.startswith(("+", "("))
            return only_date(text) is None and sum(map(str.isdigit, text)) >= fewest
        if self.pattern is _PERSON:
            return _SENTENCES.search(text) is None
        return not self.shape or self.shape == (_shape_of_number(found) if self.is_number else _shape(text))


def look_of(value: Any, contest: Contest) -> Look | None:
    """Return how a number or a text is written; None for a text that is written like any other."""
    if isinstance(value, int | float):
        return Look(_AMOUNT, _shape_of_number(contest.own), is_number=True)
    for look in (EMAIL, PHONE):
        if look.fullmatch(value):
            return Look(look, is_certain=True)
    is_plain = is_place_kind(contest.field) and len(contest.field.words) == 1
    if is_plain and ADDRESS_LIKE.search(value) and contest.part != "footer":
        return Look(_ADDRESS, is_certain=True)
    if (
        contest.field.concept is not None
        and contest.field.concept.name == "postalCode"
        and _POSTAL.match(f"{value} Ab")
    ):
        return Look(_POSTAL, is_certain=True)
    if any(map(str.isdigit, value)):
        return Look(_CODE, _shape(value)) if _CODE.fullmatch(value) else None
    is_name = _PERSON.fullmatch(value) or _FIRST_NAME.fullmatch(value)
    return Look(_PERSON) if is_name and is_person_kind(contest.field) else None


def before(contest: Contest, look: Look) -> Iterator[Found]:
    """Yield what looks so in the lines before, and has words of the field beside it unless there is no doubt."""
    own, said = contest.own, contest.said
    lines = (
        line
        for line in said.lines[contest.begin() : own.line.number + 1]
        if (look.is_certain or said.terms_in(line, contest.field)) and contest.may_be_instead(line)
    )
    for line in islice(lines, _MOST_LINES):
        is_own = line.number == own.line.number
        yield from (one for one in _alike(line, look, own) if not is_own or one.end <= own.start)


def of_the_content(contest: Contest, look: Look) -> Iterator[Found]:
    """Yield what looks so in the content of the page, whoever it is of."""
    for line in contest.said.lines:
        if not (line.outlined.apart or line.outlined.part):
            yield from _alike(line, look, contest.own, of_anybody=True)


def of_the_page(contest: Contest, look: Look) -> Iterator[Found]:
    """Yield what looks so in the middle of the page or at its foot."""
    for line in contest.said.lines:
        if not (line.outlined.apart or line.outlined.part in {"nav", "aside", "header"}):
            yield from _alike(line, look, contest.own)


def _alike(line: Line, look: Look, own: Found, *, of_anybody: bool = False) -> Iterator[Found]:
    """Yield what looks so in *line*, and is not the value in other signs; *of_anybody*: somebody's own, too."""
    told = comparable(text_of(own))
    for match in islice(look.pattern.finditer(line.text), _MOST_IN_LINE):
        found = Found(line, match.start(), match.end())
        if comparable(match.group()) != told and look.has(found) and (of_anybody or not _is_somebodys(found)):
            yield found


def _is_somebodys(found: Found) -> bool:
    """Return whether it is the address of somebody named beside it, or stands in a table with others'."""
    name, at, _ = text_of(found).casefold().partition("@")
    if not at:
        return False
    cell = found.line.outlined.cell
    around = f"{found.line.text[: found.start]} {found.line.text[found.end :]}".casefold()
    return (cell is not None and cell[1] >= 0) or any(word and word in around for word in re.split(r"[._-]", name))


def _shape(text: str) -> str:
    if _HASH.fullmatch(text):
        return "hash"
    return _LETTERS.sub("a", _FIGURES.sub("0", text))


def _shape_of_number(found: Found) -> str:
    """Return whether a number is an amount of money, or a year."""
    around = found.line.text[max(0, found.start - _BESIDE) : found.end + _BESIDE]
    if _MONEY.search(around):
        return "money"
    return "year" if _YEAR.fullmatch(text_of(found)) else "number"
