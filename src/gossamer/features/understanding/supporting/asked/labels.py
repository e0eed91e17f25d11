"""Whether a label, or a word of a text, is about a field."""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from gossamer.content.extraction.vocabulary import Concept, Kind, find
from gossamer.content.text.names import phrase, singular, word_set, words_of
from gossamer.features.understanding.supporting.asked.field import Asked
from gossamer.features.understanding.supporting.asked.measures import TIMES
from gossamer.features.understanding.supporting.asked.words import (
    GENERIC,
    SHARED,
    canonical,
    is_known,
    is_like,
    telling,
)

# From here on a label is surely about a field.
SURE: Final = 0.85
_KIN: Final[Sequence[frozenset[str]]] = tuple(
    word_set(one)
    for one in (
        "address street city region postalCode country venue",
        "ratingCount reviewCount",
        "datePublished startDate foundingDate dateModified",
        "telephone mobile",
        "employmentType category genre section jobTitle",
        "duration totalTime",
        "brand publisher company seller organizer",
        "description body instructions",
        "price salary highPrice",
        "author performer director founder",
        "sku mpn",
        "name question",
        "stockCount availability",
    )
)
_ANY_DAY: Final = word_set("date when time day datum fecha data wann quand cuando quando wanneer period valid")
_OF_ANY_DAY: Final = word_set("date day start begin end time event from to valid opening period starts ends when year")
# "Not included" is about what is left out; "No. of rooms" and "No of rooms" deny nothing.
_DENIED: Final = re.compile(r"(?:no|not|non|nicht|keine?|sin|sans|senza|niet|geen)\s(?!of\b)[^\W\d_]{3}", re.IGNORECASE)
_DENYING: Final = word_set("no not non excluded exclude exclusion without missing unavailable extra")
_PEOPLE: Final = word_set(
    "people person user visitor employee guest member customer student attendee resident participant population reader "
    "subscriber volunteer passenger adult staff worker listener viewer player traveller"
)
_ANYBODY: Final = word_set("people person personen leute personas persone personnes mensen member")
_OF_ANYTHING: Final = word_set(
    "number count total amount name year date text eur gbp usd percent price cost fee rate charge"
)
SHORT: Final = 3
# "founded", "founding".
_STEM: Final = 5
_COGNATE: Final = 8
_SURELY: Final = 0.85
_ALMOST: Final = 0.75
_CLOSE: Final = 0.9


def about(field: Asked, label: str) -> float:
    """Return how surely *label* is about *field*, 0 to 1; 0: it is about something else, or about nobody knows what."""
    return _about(field, label[:100])


@lru_cache(maxsize=2_048)
def is_unknown(label: str) -> bool:
    """Return whether nobody knows what *label* is about: no word of it is one by which fields are called."""
    bare = label[:100].partition("(")[0].strip() or label[:100]
    return find(f"{bare} ") is None and not any(map(is_known, words_of(f"{bare} ")))


@lru_cache(maxsize=16_384)
def _about(field: Asked, label: str) -> float:  # noqa: PLR0911 - from the surest to the least
    bare = label.partition("(")[0].strip() or label
    if _DENIED.match(bare) and _DENYING.isdisjoint(words_of(field.name)):
        return 0.0
    said = phrase(f"{bare} ")
    if said == field.phrase:
        return 1.0
    concept, other = field.concept, find(f"{bare} ")
    if concept is not None and said in concept.labels:
        return 0.95
    told = telling(words_of(f"{bare} "))
    if _is_about_time(field, told, other):
        return 0.7
    if concept is not None and other is not None and concept is not other:
        return 0.7 if any({concept.name, other.name} <= one for one in _KIN) else 0.0
    if told and told == field.words:
        return _CLOSE
    if "".join(word[0] for word in words_of(f"{bare} ")) == field.phrase and len(field.phrase) > 1:
        return _CLOSE
    shared = sum(any(is_like(word, one) for one in told) for word in field.words)
    if shared:
        return 0.4 + 0.2 * shared / len(field.words) + 0.2 * shared / len(told)
    return 0.4 if field.described & told else _spelled_alike(field, bare, told)


def _is_about_time(field: Asked, told: frozenset[str], label: Concept | None) -> bool:
    """Return whether a label for any day ("When"), a date or a duration is of a field for a day, a year or minutes."""
    is_known = field.concept is not None and field.concept.kind is Kind.DATE
    if (field.takes == "day" or is_known) and told <= _ANY_DAY and field.words <= _OF_ANY_DAY:
        return True
    if label is not None and label.kind is Kind.DURATION and field.unit and field.words <= TIMES:
        return True
    return field.is_year and field.words == {"year"} and label is not None and label.kind is Kind.DATE


def _spelled_alike(field: Asked, label: str, told: frozenset[str]) -> float:
    """Return how surely a label is about the field by its letters: "Energielabel", "Pos"."""
    joined, own = "".join(words_of(f"{label} ")), "".join(words_of(field.name))
    if min(len(joined), len(own)) >= _COGNATE and SequenceMatcher(None, joined, own).ratio() >= _SURELY:
        return 0.7
    short = next(iter(told)) if len(told) == 1 else ""
    return 0.4 if len(short) >= SHORT and any(one.startswith(short) for one in field.words) else 0.0


def are_kin(one: Asked, other: Asked) -> bool:
    """Return whether one answer may be that of both fields: a brand and a maker, a price and a monthly price."""
    if one.concept is not None and other.concept is not None:
        names = {one.concept.name, other.concept.name}
        if len(names) == 1 or any(names <= kin for kin in _KIN):
            return True
    return bool((one.words - GENERIC) & (other.words - GENERIC))


def is_term(field: Asked, word: str) -> bool:
    """Return whether *word* of a text is one of the telling words of *field*, or has the stem of one."""
    if len(word) < 3 or (word in GENERIC and not field.words <= GENERIC):  # noqa: PLR2004 - "a", "of"
        return False
    return any(is_like(word, one) for one in field.words if one not in GENERIC or one == word)


def is_short_for(field: Asked, word: str) -> bool:
    """Return whether *word*, before a point, is the beginning of a word of the field: "Ref." for a reference."""
    return len(word) >= SHORT and any(len(one) > len(word) and one.startswith(word) for one in field.words)


def is_cognate(field: Asked, noun: str) -> bool:
    """Return whether *noun* is hardly another word than one of the field's: "sesiones" and "sessions"."""
    return len(noun) >= SHARED and any(
        len(one) >= SHARED and SequenceMatcher(None, noun, one).ratio() >= _ALMOST for one in field.words
    )


def counts_people(field: Asked, noun: str) -> bool:
    """Return whether *noun* are people and *field* asks how many of some kind there are."""
    if noun in _PEOPLE and field.concept is not None and field.concept.name in {"ratingCount", "reviewCount"}:
        return True
    return noun in _ANYBODY and not _PEOPLE.isdisjoint({*field.words, *words_of(field.name)})


def is_staff(field: Asked) -> bool:
    """Return whether *field* asks for people who work somewhere."""
    return "employee" in field.words or (field.concept is not None and field.concept.name == "employees")


def is_named_by(field: Asked, said: Iterable[str]) -> bool:
    """Return whether all words of the field's name that are not said of anything are among the words *said*.

    A founder was not founded, but what a sponsor does is to sponsor.
    """
    stems = {_stem(word) for word in said}
    return all(not stems.isdisjoint({_stem(word), (_stem(word)[0], False)}) for word in _telling(field))


def may_be_named_by(field: Asked, said: Iterable[str]) -> bool:
    """Return whether words *said* are those of the field's name, or words of the same meaning."""
    words = set(map(canonical, said))
    return all(any(is_like(canonical(word), one) for one in words) for word in _telling(field))


def _telling(field: Asked) -> Sequence[str]:
    words = words_of(field.name)
    return [word for word in words if word not in _OF_ANYTHING and word != field.unit] or words


def _stem(word: str) -> tuple[str, bool]:
    """Return how a word begins, and whether it is somebody who does something."""
    one = singular(word)
    return one[:_STEM], one.endswith(("er", "or"))
