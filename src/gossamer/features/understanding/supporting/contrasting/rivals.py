# ruff: noqa: RUF001 - signs that pages use
"""Whether anything else that a page says, of the kind of a value, may be meant by its field."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final

from gossamer.content.text.names import singular
from gossamer.content.values.contacts import EMAIL, PHONE
from gossamer.content.values.numbers import NUMBER
from gossamer.features.understanding.supporting.asked import ISO_DAY, SURE, about, may_be_named_by
from gossamer.features.understanding.supporting.belonging import LABELLED, weight
from gossamer.features.understanding.supporting.contrasting.contest import Contest, comparable, text_of
from gossamer.features.understanding.supporting.said import Found, Line

# As many as a page of two thousand words has.
_MOST_WEIGHED: Final = 200
# A number in a longer line is said of what words of that line name.
_SENTENCE: Final = 80
# Of which some are the value itself.
_MOST: Final = 2 * _MOST_WEIGHED
# A label, and no words but those of the kind.
_FAR: Final = 0.8
# "£218 million"
_SCALE: Final = r"(?:\s?(?:k|m|thousand|tausend|mn|milli\w{1,8}|bn|billion\w{0,3}|mio|mrd|milliard\w{0,3})\b)?"
_AMOUNT: Final = re.compile(rf"(?:{NUMBER}){_SCALE}", re.IGNORECASE)
_CLOCK: Final = re.compile(r"\b\d{1,2}(?:[.:]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|uhr)|\b\d{1,2}[.:]\d\d\b", re.IGNORECASE)
_CODE: Final = re.compile(r"[^\W_]{0,40}\d[\w./-]{0,60}\w")
_CAPITAL: Final = r"(?!\d)(?=[^\W_])(?![a-zß-öø-ÿ])[\w’'&.-]+"
_NAME: Final = re.compile(rf"{_CAPITAL}(?:\s(?:(?:of|the|and|de|du|la|le|van|von|der)\s)?{_CAPITAL})*")


def is_without_rival(value: Any, contest: Contest) -> bool:
    """Return whether the content of the page has nothing else of the kind of *value* that it may say of the field.

    False also for what is of no kind that can be looked for, and where there is too much to look through.
    """
    told = _rivals(value, contest)
    if told is None:
        return contest.seen.weight >= LABELLED + SURE and not any(_labels(contest))
    others = list(islice(told, _MOST_WEIGHED + 1))
    if isinstance(value, str) and (EMAIL.fullmatch(value) or PHONE.fullmatch(value)):
        # Whose it is may be said in any words.
        return not others
    is_number = isinstance(value, int | float)
    return len(others) <= _MOST_WEIGHED and not any(_may_be(one, contest, is_number=is_number) for one in others)


def is_named_once(value: Any, contest: Contest) -> bool:
    """Return whether no other line of the content has something of the kind of *value* beside the field's own words.

    False also for what is of no kind that can be looked for, and where there is too much to look through.
    """
    told = _rivals(value, contest)
    others = list(islice(told, _MOST_WEIGHED + 1)) if told is not None else []
    if told is None or len(others) > _MOST_WEIGHED:
        return False
    elsewhere = [one for one in others if one.line.number != contest.own.line.number]
    return not any(_is_in_unit(one, contest) for one in elsewhere) and not _is_named_in(elsewhere, contest)


def is_named_first(value: Any, contest: Contest) -> bool:
    """Return whether no line above has something of the kind of *value* beside the field's own words.

    True also for what is of no kind that can be looked for.
    """
    others = islice(_rivals(value, contest) or (), _MOST_WEIGHED)
    return not _is_named_in((one for one in others if one.line.number < contest.own.line.number), contest)


def _is_named_in(places: Iterable[Found], contest: Contest) -> bool:
    """Return whether the line of one of the *places* has the field's own words."""
    lines = {one.line.number: one.line for one in places}.values()
    return any(_names(line, contest) for line in lines)


def _is_in_unit(other: Found, contest: Contest) -> bool:
    """Return whether the field's unit stands behind a number."""
    return contest.field.unit != "" and [contest.field.unit] == list(map(singular, contest.said.after(other, 1)))


def _names(line: Line, contest: Contest) -> bool:
    """Return whether a line has the field's own words."""
    return may_be_named_by(contest.field, (word.text for word in contest.said.words_of(line)))


def _may_be(other: Found, contest: Contest, *, is_number: bool) -> bool:
    """Return whether what stands there may be meant, or nobody knows: where one has its label, others need one."""
    is_told = bool(other.line.outlined.claims or contest.said.terms_in(other.line, contest.field))
    if is_number and len(other.line.text) > _SENTENCE and not is_told:
        return False
    if not contest.said.may_compare():
        return True
    how = weight(other, contest.said, contest.claimants, is_number=is_number)
    return how is not None and (contest.seen.weight < LABELLED or how > contest.seen.weight - _FAR)


def _labels(contest: Contest) -> Iterator[bool]:
    """Yield for each other line that has a label whether that is the field's, too."""
    for line in contest.said.lines:
        if line.number != contest.own.line.number:
            labels = (one.label for one in line.outlined.claims if not one.by_author)
            yield any(about(contest.field, label) >= SURE for label in labels)


def _rivals(value: Any, contest: Contest) -> Iterator[Found] | None:
    """Return where something else stands that is written like *value*; None for a text that is like any other."""
    if isinstance(value, str) and ISO_DAY.fullmatch(value):
        days = contest.said.days.items()
        return chain.from_iterable(_in_content(told) for day, told in days if day and day != value[:10])
    pattern = _pattern(value)
    return None if pattern is None else _others(pattern, contest)


def _pattern(value: Any) -> re.Pattern[str] | None:
    if isinstance(value, int | float):
        return None if isinstance(value, bool) else _AMOUNT
    told = next((one for one in (EMAIL, PHONE, _CLOCK, _CODE, _NAME) if one.fullmatch(value)), None)
    # One name is a part of another; figures make an amount or a code of it.
    return None if told is _NAME and any(map(str.isdigit, value)) else told


def _others(pattern: re.Pattern[str], contest: Contest) -> Iterator[Found]:
    own = text_of(contest.own)
    told = contest.said.once(f"rivals of {pattern.pattern}", lambda lines: list(islice(_all(pattern, lines), _MOST)))
    return (one for one in told if not _is_the_same(own, text_of(one)))


def _all(pattern: re.Pattern[str], lines: Sequence[Line]) -> Iterator[Found]:
    """Yield what is written so in the content of the page."""
    is_contact = pattern in {EMAIL, PHONE}
    for line in lines:
        # How a house itself is reached stands at its head or foot.
        if not line.is_around or (is_contact and line.outlined.part in {"header", "footer"}):
            yield from (Found(line, one.start(), one.end()) for one in pattern.finditer(line.text))


def _is_the_same(own: str, other: str) -> bool:
    """Return whether two texts are one value in other signs, or one is a part of the other."""
    one, two = comparable(own), comparable(other)
    return one == two or (not any(map(str.isdigit, one)) and (one in two or two in one))


def _in_content(places: list[Found]) -> Iterator[Found]:
    return (one for one in places if not one.line.is_around)
