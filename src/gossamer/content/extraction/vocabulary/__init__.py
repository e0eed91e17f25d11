"""What fields are called, and where a page that marks up its data says them.

A concept is something that can be asked of a thing: its price, its author. Its *phrases* are the names people give to
such a field (as `naming.phrase` writes them) and the labels that pages put before it, in some languages. Its *paths*
lead to it in schema.org's terms, best first; *metas* are the `<meta>` names that say it of the page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from gossamer.content.text.names import phrase, word_set


class Kind(StrEnum):
    """What a value is, beyond being text."""

    TEXT = "text"
    LONG = "long"
    LIST = "list"
    NAME = "name"
    PRICE = "price"
    CURRENCY = "currency"
    AVAILABILITY = "availability"
    CODE = "code"
    COUNT = "count"
    NUMBER = "number"
    RATING = "rating"
    DATE = "date"
    DURATION = "duration"
    URL = "url"
    IMAGE = "image"
    EMAIL = "email"
    PHONE = "phone"
    ADDRESS = "address"
    BOOLEAN = "boolean"


@dataclass(frozen=True, slots=True)
class Concept:
    """Something that can be asked of a thing."""

    name: str
    kind: Kind
    phrases: frozenset[str]
    paths: tuple[str, ...] = ()
    metas: tuple[str, ...] = ()
    labels: frozenset[str] = frozenset()


def concept(  # noqa: PLR0917 - the columns of a table
    name: str, kind: Kind, phrases: str, paths: str = "", metas: str = "", labels: str = ""
) -> Concept:
    """Return a concept; *phrases* and *labels* are separated by commas, *paths* and *metas* by blanks.

    *labels* are what pages call it beside its phrases.
    """
    spoken = _phrases(f"{name},{phrases}")
    return Concept(name, kind, spoken, tuple(paths.split()), tuple(metas.split()), spoken | _phrases(labels))


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase(part) for part in text.split(",") if part.strip())


@cache
def by_phrase() -> Mapping[str, Concept]:
    """Return every concept by each of its phrases; of two that share one, the first."""
    from gossamer.content.extraction.vocabulary.concepts import CONCEPTS  # noqa: PLC0415 - it is built from this module

    found: dict[str, Concept] = {}
    for one in CONCEPTS:
        for spoken in sorted(one.phrases):
            found.setdefault(spoken, one)
    return found


@cache
def named(name: str) -> Concept:
    """Return the concept called *name*; KeyError when there is none."""
    from gossamer.content.extraction.vocabulary.concepts import CONCEPTS  # noqa: PLC0415 - as above

    return next(one for one in CONCEPTS if one.name == name)


# What a field's name may say of whose it is, which adds nothing: "product name", "recipe title".
_OWNERS: Final = word_set(
    "product item recipe article post page event job book movie company organization business listing deal offer "
    "plan tier package subscription current main video story blog news course property place restaurant hotel"
)


# An address with one of these before it is that of a part, or of whoever it belongs to: not that of the page.
_NOT_OF_THE_PAGE: Final = word_set("video movie company organization business place restaurant hotel")
_LASTING: Final = word_set("minute min hour second sec")
_MONEY: Final = word_set("price cost amount")
_PAID: Final = word_set("salary pay wage compensation")
_ENDS: Final = word_set("min minimum max maximum lowest highest low high from")
_BEFORE: Final = word_set("was before previous previously old strike struck strikethrough crossed undiscounted former")


def find(name: str) -> Concept | None:
    """Return what a field called *name* asks for, or None when the name is its own."""
    known = by_phrase()
    spoken = phrase(name)
    if (found := known.get(spoken)) is not None:
        return found
    words = spoken.split()
    if _ENDS.intersection(words) and _PAID.intersection(words):
        return named("salary")
    if len(words) > 1 and words[-1] in _LASTING:
        lasting = find(" ".join(words[:-1]))
        return lasting if lasting is not None and lasting.kind is Kind.DURATION else None
    if _BEFORE.intersection(words) and _MONEY.intersection(words):
        return named("originalPrice")
    while len(words) > 1 and words[0] in _OWNERS:
        owner, words = words[0], words[1:]
        found = known.get(" ".join(words))
        if found is not None and not (found.name == "url" and owner in _NOT_OF_THE_PAGE):
            return found
    return None
