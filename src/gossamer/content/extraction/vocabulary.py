"""Vocabulary: what fields are called, and where a page that marks up its data says them.

A concept is a property that a field may request: a price, an author. The concepts are data: `concepts.toml`
lists their phrases in several languages, their paths in schema.org's terms, and their `<meta>` names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from gossamer.content.locales import entry, words
from gossamer.content.text.names import phrase


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
    """A property of a thing that a field may request.

    *phrases* are the names that people give to such a field, as `phrase` writes them; *labels* what pages call it
    besides. *paths* lead to it in schema.org's terms, best first; *metas* are the `<meta>` names that say it.
    """

    name: str
    kind: Kind
    phrases: frozenset[str]
    paths: tuple[str, ...] = ()
    metas: tuple[str, ...] = ()
    labels: frozenset[str] = frozenset()


@cache
def concepts() -> tuple[Concept, ...]:
    """Return every concept, in the order in which they claim a phrase."""
    return tuple(map(_concept, entry("concepts", "concepts")))


def _concept(row: Mapping[str, str]) -> Concept:
    spoken = _phrases(row["name"]) | _phrases(row.get("phrases", ""))
    paths, metas = row.get("paths", "").split(), row.get("metas", "").split()
    labels = spoken | _phrases(row.get("labels", ""))
    return Concept(row["name"], Kind(row["kind"]), spoken, tuple(paths), tuple(metas), labels)


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase(part) for part in text.split(",") if part.strip())


@cache
def by_phrase() -> Mapping[str, Concept]:
    """Return every concept by each of its phrases; of two that share one, the first."""
    concepts_by_phrase: dict[str, Concept] = {}
    for concept in concepts():
        for spoken in sorted(concept.phrases):
            concepts_by_phrase.setdefault(spoken, concept)
    return concepts_by_phrase


@cache
def named(name: str) -> Concept:
    """Return the concept called *name*; KeyError when there is none."""
    return {concept.name: concept for concept in concepts()}[name]


def _words(key: str) -> frozenset[str]:
    return words("concepts", "names", key)


@lru_cache(maxsize=16_384)
def find(name: str) -> Concept | None:
    """Return the concept of a field called *name*, or None when the name is its own."""
    concepts_by_phrase = by_phrase()
    spoken = phrase(name)
    if (concept := concepts_by_phrase.get(spoken)) is not None:
        return concept
    parts = spoken.split()
    if _words("ends").intersection(parts) and _words("paid").intersection(parts):
        return named("salary")
    if len(parts) > 1 and parts[-1] in _words("lasting"):
        lasting = find(" ".join(parts[:-1]))
        return lasting if lasting is not None and lasting.kind is Kind.DURATION else None
    while len(parts) > 1 and parts[0] in _words("owners"):
        owner, parts = parts[0], parts[1:]
        concept = concepts_by_phrase.get(" ".join(parts))
        if concept is not None and not (concept.name == "url" and owner in _words("not_of_the_page")):
            return concept
    return None
