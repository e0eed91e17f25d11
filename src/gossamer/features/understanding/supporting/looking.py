"""Whether a page says a value: a text, a number, a date, an address, a yes or no."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Final
from urllib.parse import urljoin

from gossamer.content.extraction.values.availability import availability
from gossamer.content.extraction.values.dates import iso_date, moment
from gossamer.content.extraction.values.prices import CODES, may_be, prices
from gossamer.core.understanding import Evidence, Method
from gossamer.features.understanding.supporting.said import Found, Said, words

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]+")
_ISO_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?")
_RELATIVE: Final = re.compile(r"\.{0,2}/[^\s]*")
_PIECE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[\u3002\uff01\uff1f\uff1b])")
_DIGITS: Final = re.compile(r"[+\d][\d\s().\u00a0/-]{5,24}\d")
_ENDS: Final = frozenset(".!?…\u3002\uff01\uff1f%")
_FEWEST_DIGITS: Final = 7
_BEGIN: Final = re.compile(r"\b\w")
# A date with the name of its day; what comes before the date is a word or two.
_AROUND: Final = 40
_NEGATIONS: Final = frozenset(
    {
        *("no", "not", "non", "none", "never", "without", "isn", "aren", "don", "doesn", "cannot", "kein", "keine"),
        *("keinen", "nicht", "ohne", "pas", "sans", "aucun", "aucune", "sin", "nunca", "senza", "geen", "niet"),
        *("zonder", "ei", "inte", "ikke", "nie", "bez"),
    }
)
_BEFORE: Final = 3
_MONEY: Final = re.compile(r"[^\w\s]\s?\d|\d\s?[^\w\s]|\d\s?[^\W\d_]{1,4}\b|\b[^\W\d_]{2,4}\s?\d")


def support(value: Any, said: Said, about: Sequence[str]) -> Found | None:
    """Return what of the page supports *value*, the place nearest to the words *about* it; None when nothing does."""
    found = list(_places(value, said, about))
    return max(found, key=lambda place: _nearness(place, about), default=None)


def verbatim(quote: str, said: Said) -> Evidence | None:
    """Return the words of the page that *quote* repeats, as the page has them; None when it does not."""
    found = next(said.phrase(_comparable(quote)), None)
    if found is None:
        return None
    text = found.line.text
    end = found.end + 1 if text[found.end : found.end + 1] in _ENDS else found.end
    return Evidence(said.url, text[found.start : end], found.line.place, Method.MODEL)


def _places(value: Any, said: Said, about: Sequence[str]) -> Iterator[Found]:
    match value:
        case bool():
            yield from _yes_or_no(value, said, about)
        case int() | float():
            yield from _amounts(value, said)
        case str() if value.strip():
            yield from _texts(value.strip(), said)


def _amounts(value: float, said: Said) -> Iterator[Found]:
    sought = Decimal(str(value))
    if sought.is_finite():
        yield from said.amount(sought)


def _texts(text: str, said: Said) -> Iterator[Found]:
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
    for found in (
        *said.phrase(_comparable(text)),
        *_days(text, said),
        *_dialled(text, said),
        *_named(text, said),
        *_priced(text, said),
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
    match = _ISO_DAY.fullmatch(text)
    if match is None:
        return
    day = text[:10]
    year, sparing = match.group(1), re.compile(rf"\d[./-]{match.group(1)[2:]}\b")
    for line in said.lines:
        if year not in line.text and not sparing.search(line.text):
            continue
        for start in (word.start() for word in _BEGIN.finditer(line.text)):
            near = line.text[start : start + _AROUND]
            if any(_is_day(near, day, language) for language in ("", "de", "en-us")):
                yield Found(line, start, min(len(line.text), start + _AROUND))
                break


def _is_day(near: str, day: str, language: str) -> bool:
    read = moment(near, language=language)
    return isinstance(read, date) and iso_date(read) == day


def _dialled(text: str, said: Said) -> Iterator[Found]:
    """Yield telephone numbers of the same figures."""
    figures = "".join(sign for sign in text if sign.isdigit())
    if len(figures) < _FEWEST_DIGITS or any(sign.isalpha() for sign in text):
        return
    for line in said.lines:
        for match in _DIGITS.finditer(line.text):
            there = "".join(sign for sign in match.group() if sign.isdigit())
            if there == figures or (len(there) >= _FEWEST_DIGITS and figures.endswith(there.lstrip("0"))):
                yield Found(line, match.start(), match.end())


def _named(text: str, said: Said) -> Iterator[Found]:
    """Yield what a name of a vocabulary ("InStock", "not_rated") is in words."""
    parted = _CAMEL.sub(" ", text)
    if parted != text:
        yield from said.phrase(_comparable(parted))
    if len(text) <= len("LimitedAvailability") and (known := availability(text)) is not None:
        for line in said.lines:
            if len(line.text) <= 120 and availability(line.text) == known:  # noqa: PLR2004 - a remark, no prose
                yield Found(line, 0, len(line.text))


def _priced(text: str, said: Said) -> Iterator[Found]:
    """Yield prices in the currency of the code that *text* is, if the page has none in another."""
    if text not in CODES:
        return
    told = [(line, one) for line in said.lines if _MONEY.search(line.text) for one in prices(line.text, limit=4)]
    if all(not one.currency or may_be(one.currency, text) for _, one in told):
        for line, one in told:
            start = line.text.find(one.printed)
            if start >= 0:
                yield Found(line, start, start + len(one.printed))


def _in_pieces(text: str, said: Said) -> Iterator[Found]:
    """Yield where a longer text begins, when the page says every sentence of it."""
    pieces = [piece for piece in map(_comparable, _PIECE.split(text)) if piece]
    if len(pieces) > 1:
        first = [next(said.phrase(piece), None) for piece in pieces]
        if first[0] is not None and None not in first:
            yield first[0]


def _yes_or_no(value: bool, said: Said, about: Sequence[str]) -> Iterator[Found]:  # noqa: FBT001 - it is the value
    """Yield where the page says what the field is called, or says that it is not so."""
    for found in said.phrase(about):
        denied = bool(_NEGATIONS & set(said.before(found, _BEFORE)))
        if denied is not value:
            yield found


def _comparable(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(text))


def _nearness(place: Found, about: Sequence[str]) -> int:
    beside = {word.text for word in words(f"{place.line.heading} {place.line.text}")}
    return len(beside & set(about))
