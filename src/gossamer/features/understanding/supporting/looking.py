# ruff: noqa: RUF001, RUF003 - signs that pages use
"""Whether a page says a value: a text, a number, a date, an address, a yes or no."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import chain, islice, product, takewhile
from typing import Any, Final
from urllib.parse import urljoin

from gossamer.content.extraction.vocabulary import Kind
from gossamer.content.text.names import singular, word_set
from gossamer.content.values.availability import availability, can_be_had
from gossamer.content.values.dates import iso_date, moment
from gossamer.content.values.durations import duration
from gossamer.core.understanding import Evidence, Method
from gossamer.features.understanding.supporting.asked import SURE, Asked, about, spelled
from gossamer.features.understanding.supporting.belonging import (
    CLOCK,
    UNCLAIMED,
    Claimants,
    is_claimed,
    is_money_kind,
    is_place_kind,
    may_be_amount,
    weight,
)
from gossamer.features.understanding.supporting.countries import others_of
from gossamer.features.understanding.supporting.currencies import is_currency, priced
from gossamer.features.understanding.supporting.said import Found, Line, Said, words

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]+")
_ISO_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?")
_SPAN: Final = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)?(?:\s([^\W\d_]{3,12}))?\s?(?:–|—|-|to|bis|au|al|tot)\s?\d{1,2}(?:st|nd|rd|th|\.)?\s"
    r"(?:de\s)?([^\W\d_]{3,12})\.?,?\s(?:de\s)?(\d{4})(?!\d)"
)
_SPAN_AFTER: Final = re.compile(r"([^\W\d_]{3,12})\s(\d{1,2})\s?(?:–|—|-|to)\s?\d{1,2},?\s(\d{4})(?!\d)")
_RELATIVE: Final = re.compile(r"\.{0,2}/[^\s]*")
_PIECE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[\u3002\uff01\uff1f\uff1b])")
_DIGITS: Final = re.compile(r"[+\d][\d\s().\u00a0/-]{5,24}\d")
_ENDS: Final = frozenset(".!?…\u3002\uff01\uff1f%")
_FEWEST_DIGITS: Final = 7
_BEGIN: Final = re.compile(r"\b\w")
_YEARS: Final = re.compile(r"\d{4}|\d[./-]\d\d\b")
_END: Final = re.compile(r"\w\b")
# A date with the name of its day; what comes before the date is a word or two.
_AROUND: Final = 40
_JOINING: Final = frozenset({"and", "und", "et", "y", "e", "en"})
_NEGATIONS: Final = frozenset(
    {
        *("no", "not", "non", "none", "never", "without", "isn", "aren", "don", "doesn", "cannot", "kein", "keine"),
        *("keinen", "nicht", "ohne", "pas", "sans", "aucun", "aucune", "sin", "nunca", "senza", "geen", "niet"),
        *("zonder", "ei", "inte", "ikke", "nie", "bez"),
    }
)
_BEFORE: Final = 3
_BEHIND: Final = 4
_YES: Final = word_set("yes ja oui sí si sì true ✓ ✔ ✅ ☑ included available allowed inklusive y incluido inclus")
_NO: Final = word_set("no nein non false ✗ ✘ ✕ × ❌ – — - none not never unavailable n nee nej kein keine")
# "pets allowed" is what a page says of pets.
_NEARLY: Final = 0.1
_PERMITTING: Final = word_set("is has have can be available offered accepts accepted supports supported included with")
_PART: Final = re.compile(r"[,;|·•/\n]|\s[–—-]\s")
# Two amounts, times or days.
_RANGE: Final = re.compile(r"[^,;|·•/\n]*\d[^,;|·•/\n]*?\s[–—-]\s[^,;|·•/\n–—]*\d[^,;|·•/\n–—]*")
_MOST_OF_RANGE: Final = 80
# " until "
_BETWEEN: Final = 7
# Longer than a remark is prose.
_REMARK: Final = 120
_MOST_PARTS: Final = 12
_MOST_TRIED: Final = 20
_MOST_APART: Final = 6
_MOST_PLACES: Final = 200
_CERTAIN: Final = 3.9
_MOST_LASTING: Final = 8
# In whatever units nothing lasts longer, and no float is larger than any.
_LONGEST: Final = 10**12
_LASTING: Final = re.compile(r"\d{1,4}(?:[.,]\d{1,2})?\s?[^\W\d_]{1,8}\.?(?:\s(?:and\s)?\d{1,3}\s?[^\W\d_]{1,8}){0,2}")
# How schemas and schema.org name what is in stock, in a shop's own words, too.
_STOCK: Final = word_set(
    "instock outofstock preorder presale backorder soldout limitedavailability discontinued onlineonly "
    "instoreonly madetoorder available unavailable notavailable inorder reserved"
)
_SECONDS: Final = {
    **dict.fromkeys(("second", "sec", "s"), 1), **dict.fromkeys(("minute", "min"), 60),
    **dict.fromkeys(("hour", "h", "hr"), 3_600), "day": 86_400, "week": 604_800,
}  # fmt: skip
# An amount with what it is of: "285 g", "£18", "10 – 17:00" is none.
_AMOUNT: Final = re.compile(r"[^\w]{0,3}\d[\d.,'\s\u00a0\u202f]{0,20}\s?[^\W\d_]{0,12}[²³%]?(?:/h)?")


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a value stands, and how well the page says it of the field."""

    found: Found
    weight: float


def support(value: Any, said: Said, claimants: Claimants, is_here: Callable[[Found], bool]) -> Seen | None:
    """Return what of the page supports *value* best, in a place that *is_here*; None when nothing does.

    What is asked of a page so large, or so much, that looking would take seconds is not supported any more.
    """
    names = [word.text for word in words(spelled(claimants.own.name))]
    best: Seen | None = None
    claimed = False
    for found in islice(filter(is_here, places(value, said, claimants.own)), _MOST_PLACES):
        if not said.may_judge():
            return None
        # What a yes or no is said by is the name of the field, and an address is no word of the text.
        told = isinstance(value, bool) or found.line.number < 0 or (is_money_kind(claimants.own) and is_currency(value))
        claimed = claimed or (isinstance(value, str) and not told and is_claimed(found, claimants))
        is_listed_text = claimants.many and isinstance(value, str)
        is_number = not is_listed_text and _is_number(value, found) and may_be_amount(claimants.own)
        how = 1.0 if told and not found.line.outlined.apart else weight(found, said, claimants, is_number=is_number)
        if how is not None:
            seen = Seen(found, how + _nearness(found, names, said) / 100)
            best = seen if best is None or seen.weight > best.weight else best
            if best.weight >= _CERTAIN:
                return best
    # What the page calls a material where it labels it is no brand where it speaks of it.
    return None if claimed and best is not None and best.weight < UNCLAIMED + _NEARLY else best


def places(value: Any, said: Said, about: Asked) -> Iterator[Found]:
    """Yield where the page says *value*, in whatever form, and of whatever."""
    match value:
        case bool():
            yield from _yes_or_no(value, said, about)
        case int() | float():
            yield from _amounts(value, said)
            if abs(value) < _LONGEST:
                yield from _lasting(float(value), said, about)
        case str() if value.strip():
            yield from _texts(value.strip(), said, about)


def _is_number(value: Any, found: Found) -> bool:
    """Return whether it is an amount, with or without a unit, and no text with one in it."""
    if isinstance(value, str):
        return (
            _ISO_DAY.fullmatch(value.strip()) is None
            and CLOCK.fullmatch(value.strip()) is None
            and _AMOUNT.fullmatch(found.line.text[found.start : found.end]) is not None
        )
    return not isinstance(value, bool)


def verbatim(quote: str, said: Said) -> Evidence | None:
    """Return the words of the page that *quote* repeats, as the page has them; None when it does not."""
    found = next(said.phrase(_comparable(quote)), None)
    if found is None:
        return None
    text = found.line.text
    end = found.end + 1 if text[found.end : found.end + 1] in _ENDS else found.end
    return Evidence(said.url, text[found.start : end], found.line.place, Method.MODEL)


def _amounts(value: float, said: Said) -> Iterator[Found]:
    sought = Decimal(str(value))
    if sought.is_finite():
        yield from said.amount(sought)


def _lasting(value: float, said: Said, about: Asked) -> Iterator[Found]:
    """Yield how long something takes, said in other units than that of the field: "1 h 52 min"."""
    seconds = _SECONDS.get(about.unit, 0) if about.dimension == "time" else 0
    if not seconds and about.concept is not None and about.concept.kind is Kind.DURATION:
        seconds = 60
    if seconds:
        yield from _of_length(value * seconds, said)


def _of_length(seconds: float, said: Said) -> Iterator[Found]:
    if not said.lengths:
        said.lengths[0.0] = []
        for line in said.lines:
            for match in islice(_LASTING.finditer(line.text), _MOST_LASTING):
                length = duration(match.group())
                if length is not None:
                    told = said.lengths.setdefault(length.total_seconds(), [])
                    told.append(Found(line, match.start(), match.end()))
    yield from said.lengths.get(seconds, ())


def _texts(text: str, said: Said, field: Asked) -> Iterator[Found]:
    if (address := _address(text, said)) is not None:
        found = said.address(address)
        if found is not None:
            yield found
        # What a schema's vocabulary names by address (https://schema.org/InStock) is said in words.
        text = text.rpartition("/")[2]
        if text:
            yield from _named(text, said)
        return
    told = False
    for found in chain(
        said.phrase(_comparable(text)),
        _days(text, said),
        _dialled(text, said),
        _named(text, said),
        priced(text, said) if is_money_kind(field) else (),
        _in_country(text, said) if is_place_kind(field) else (),
        _timed(text, said),
    ):
        told = True
        yield found
    if not told:
        yield from _in_pieces(text, said)


def _address(text: str, said: Said) -> str | None:
    if text.startswith(("http://", "https://")):
        return text
    return urljoin(said.url, text) if _RELATIVE.fullmatch(text) else None


def _days(text: str, said: Said) -> Iterator[Found]:
    """Yield dates that are the day which *text* is in ISO 8601."""
    if _ISO_DAY.fullmatch(text) is None:
        return
    if not said.days:
        said.days[""] = []
        for line in said.lines:
            for day, start in _dated(line.text):
                said.days.setdefault(day, []).append(Found(line, start, _end_of(line.text, start, day)))
            for day, start, end in _begun(line.text):
                said.days.setdefault(day, []).append(Found(line, start, end))
    yield from said.days.get(text[:10], ())


def _dated(text: str) -> Iterator[tuple[str, int]]:
    """Yield the days that *text* names, and where each begins."""
    begun = [one.start() for one in _BEGIN.finditer(text)] if _YEARS.search(text) else []
    starts = [start for start in begun if _YEARS.search(text, start, start + _AROUND)]
    for language in ("", "de", "en-us"):
        before = ("", -1)
        for start in starts:
            read = moment(text[start : start + _AROUND], language=language)
            day = iso_date(read) if isinstance(read, date) else ""
            # Words before a date are read over: it begins with the last word from which it is read.
            if before[0] and day != before[0]:
                yield before
            before = (day, start)
        if before[0]:
            yield before


def _begun(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the days on which something begins that is said with its end: "21-23 April 2027", and where they stand."""
    for match in _SPAN.finditer(text):
        day, own, month, year = match.groups()
        read = moment(f"{day} {own or month} {year}")
        if isinstance(read, date):
            yield iso_date(read), match.start(), match.end(2) if own else match.end(1)
    for match in _SPAN_AFTER.finditer(text):
        month, day, year = match.groups()
        read = moment(f"{day} {month} {year}")
        if isinstance(read, date):
            yield iso_date(read), match.start(), match.end(2)


def _end_of(text: str, start: int, day: str) -> int:
    """Return where the date that begins at *start* ends."""
    ends = (start + one.end() for one in _END.finditer(text[start : start + _AROUND]))
    languages = ("", "de", "en-us")
    return next((end for end in ends if any(_is_day(text[start:end], day, one) for one in languages)), start + _AROUND)


def _is_day(near: str, day: str, language: str) -> bool:
    read = moment(near, language=language)
    return isinstance(read, date) and iso_date(read) == day


def _timed(text: str, said: Said) -> Iterator[Found]:
    """Yield how long something takes when *text* says it in ISO 8601."""
    length = duration(text) if text[:1] in {"P", "p"} and text[1:2] in {"T", "t", *"123456789"} else None
    if length is not None:
        yield from _of_length(length.total_seconds(), said)


def _dialled(text: str, said: Said) -> Iterator[Found]:
    """Yield telephone numbers of the same figures."""
    figures = "".join(sign for sign in text if sign.isdigit())
    if len(figures) < _FEWEST_DIGITS or any(sign.isalpha() for sign in text):
        return
    is_abroad = text.startswith(("+", "(+", "00"))
    for line in said.searched:
        for match in _DIGITS.finditer(line.text):
            there = "".join(sign for sign in match.group() if sign.isdigit())
            is_at_home = is_abroad and len(there) >= _FEWEST_DIGITS and not there.startswith("00")
            if there == figures or (is_at_home and figures.endswith(there.lstrip("0"))):
                yield Found(line, match.start(), match.end())


def _named(text: str, said: Said) -> Iterator[Found]:
    """Yield what a name of a vocabulary ("InStock", "not_rated") is in words."""
    parted = _CAMEL.sub(" ", text)
    if parted != text:
        yield from said.phrase(_comparable(parted))
    if _squeezed(parted) in _STOCK and (known := availability(text)) is not None:
        for line in said.searched:
            is_there = text.casefold() in line.text.casefold()
            if not is_there and len(line.text) <= _REMARK and availability(line.text) == known:
                yield Found(line, 0, len(line.text))


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _in_country(text: str, said: Said) -> Iterator[Found]:
    """Yield other names of the country that *text* is, and telephone numbers there."""
    names, calling = others_of(text)
    for name in names:
        yield from said.phrase(_comparable(name))
    if calling:
        for line in said.lines:
            at = line.text.find(f"{calling} ")
            if at >= 0:
                yield Found(line, at, at + len(calling))


def _in_pieces(text: str, said: Said) -> Iterator[Found]:
    """Yield where a longer text begins, when the page says every sentence of it, or every part in one place."""
    pieces = [piece for piece in map(_comparable, _PIECE.split(text)) if piece]
    if len(pieces) > 1:
        first = [next(said.phrase(piece), None) for piece in pieces]
        if first[0] is not None and None not in first:
            yield first[0]
            return
    parts = [part for part in map(_comparable, _PART.split(text)) if part][:_MOST_PARTS]
    if len(parts) > 1:
        said_of = [[*islice(said.phrase(part), _MOST_TRIED)] for part in parts]
        if len(text) <= _MOST_OF_RANGE and _RANGE.fullmatch(text):
            yield from _ranging(said_of)
            return
        for found in said_of[0]:
            near = range(found.line.number - _MOST_APART, found.line.number + _MOST_APART + 1)
            if all(any(one.line.number in near for one in others) for others in said_of[1:]):
                yield found


def _ranging(said_of: Sequence[Sequence[Found]]) -> Iterator[Found]:
    """Yield where the first end of a range stands right before the second: "9 until 5" for "9 to 5"."""
    for first, last in product(*said_of):
        if first.line.number == last.line.number and 0 <= last.start - first.end <= _BETWEEN:
            yield replace(first, end=last.end)


def _yes_or_no(value: bool, said: Said, about: Asked) -> Iterator[Found]:  # noqa: FBT001 - it is the value
    """Yield where the page says what the field is called, or says that it is not so; or answers its label."""
    if about not in said.answers:
        said.answers[about] = list(_answers(said, about))
    yield from (found for found, told in said.answers[about] if told is value)


def _answers(said: Said, about: Asked) -> Iterator[tuple[Found, bool]]:
    if about.concept is not None and about.concept.kind is Kind.AVAILABILITY:
        for line in said.lines:
            told = availability(line.text) if len(line.text) <= _REMARK else None
            if told is not None:
                yield Found(line, 0, len(line.text)), can_be_had(told)
    answered: set[int] = set()
    for line in said.lines:
        for one in line.outlined.claims:
            answer = (
                _answer(line.text[one.start : one.end]) if not one.by_author and belongs_to(about, one.label) else None
            )
            if answer is not None:
                answered.add(line.number)
                yield Found(line, one.start, one.end), answer
    answers = said.once("answers to labels", _answers_to_labels)
    for found in _named_by(said, about):
        if (behind := answers.get(_as_label(found.line.text))) is not None:
            # "Suitable for vegetarians" with a "No" behind it says no.
            yield found, behind
        elif not (found.line.number in answered or found.line.text.endswith("?") or _is_label(found, answered)):
            # "free and without obligation" is free.
            ahead = takewhile(lambda word: word not in _JOINING, said.after(found, _BEHIND))
            yield found, not _NEGATIONS & {*said.before(found, _BEFORE), *ahead}


def _answers_to_labels(lines: Sequence[Line]) -> Mapping[str, bool]:
    """Return, by label, the yes or no that stands behind it."""
    return {
        _as_label(one.label): answer
        for line in lines
        for one in line.outlined.claims
        if not one.by_author and (answer := _answer(line.text[one.start : one.end])) is not None
    }


def _as_label(text: str) -> str:
    return text.strip(" :").casefold()


def _named_by(said: Said, about: Asked) -> Iterator[Found]:
    """Yield where a text names the field: by all its words in their order, or by those that tell it from others."""
    spoken = [word.text for word in words(spelled(about.name))]
    yield from said.phrase(spoken)
    bare = [word for word in spoken if word not in _PERMITTING]
    if bare and bare != spoken:
        yield from said.phrase(bare)
    elif len(bare) > 1:
        for found in said.phrase(bare[:1]):
            ahead = {singular(word) for word in said.after(found, _BEHIND)}
            if {singular(word) for word in bare[1:]} <= ahead:
                yield found
        for found in said.phrase(bare[-1:]):
            behind = {singular(word) for word in said.before(found, _BEHIND)}
            if {singular(word) for word in bare[:-1]} <= behind:
                yield found
        yield from _plural(bare, said)
    elif bare:
        yield from _plural(bare, said)


def _plural(spoken: Sequence[str], said: Said) -> Iterator[Found]:
    yield from said.phrase([*spoken[:-1], f"{spoken[-1]}s"])


def _is_label(found: Found, answered: AbstractSet[int]) -> bool:
    """Return whether the answer to it stands in the next line, and not here."""
    return found.line.number + 1 in answered and found.end - found.start >= len(found.line.text) - 1


def belongs_to(field: Asked, label: str) -> bool:
    """Return whether *label* surely is that of *field*."""
    return about(field, label) >= SURE


def _answer(text: str) -> bool | None:
    """Return the yes or no that *text* begins with, or None."""
    told = text.strip().rstrip(".!").casefold()
    first = told.partition(",")[0].partition(" ")[0]
    for word in (told, first):
        if word in _YES:
            return True
        if word in _NO:
            return False
    return None


def _comparable(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(text))


def _nearness(place: Found, about: Sequence[str], said: Said) -> float:
    """Return how many words of the field's name are beside it; a whole line counts before a part of one."""
    is_whole = place.end - place.start >= len(place.line.text) - 1
    beside = {word.text for word in words(place.line.heading)} | said.beside(place)
    return len(beside & set(about)) + is_whole / 2
