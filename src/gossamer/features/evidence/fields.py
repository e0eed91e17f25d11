"""Fields of an answer: what each asks for by its name, description and type, and how alike a label is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from typing import Any, Final

from gossamer.content import locales
from gossamer.content.extraction.vocabulary import Concept, Kind, find
from gossamer.content.text.names import singular, words_of
from gossamer.content.values import units

_LONGEST_NAME: Final = 120
_SHORTEST_STEM: Final = 4
_COMMON_STEM: Final = 5
_ALIKE: Final = 0.55
_DESCRIBED: Final = 0.45


class Type(IntEnum):
    """The kind of comparison of a value with the page."""

    TEXT = 0
    NUMBER = 1
    DATE = 2
    BOOLEAN = 3
    URL = 4
    EMAIL = 5
    PHONE = 6
    CURRENCY = 7
    TIME = 8


_TYPES: Final[Mapping[Kind, Type]] = {
    Kind.DATE: Type.DATE,
    Kind.URL: Type.URL,
    Kind.IMAGE: Type.URL,
    Kind.EMAIL: Type.EMAIL,
    Kind.PHONE: Type.PHONE,
    Kind.CURRENCY: Type.CURRENCY,
    Kind.BOOLEAN: Type.BOOLEAN,
    **dict.fromkeys((Kind.PRICE, Kind.COUNT, Kind.NUMBER, Kind.RATING), Type.NUMBER),
}


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A field: its *name*, its telling *words*, those of its description and of the objects around it, its concept."""

    name: str
    words: frozenset[str]
    described: frozenset[str]
    around: frozenset[str]
    concept: Concept | None
    unit: str
    expects: Type

    @property
    def is_money(self) -> bool:
        """Return whether it asks for an amount of money."""
        is_price = self.concept is not None and self.concept.kind is Kind.PRICE
        return is_price or not self.words.isdisjoint(_canonical_set("money"))

    @property
    def is_name(self) -> bool:
        """Return whether it asks what a thing is called."""
        return self.concept is not None and self.concept.name == "name"


def field_of(name: str, schema: Mapping[str, Any], around: Sequence[str] = ()) -> Field:
    """Return the field called *name*, in objects called as *around* says."""
    described = " ".join(text for key in ("title", "description") if isinstance(text := schema.get(key), str))
    kind = schema.get("type")
    declared = tuple(kind) if isinstance(kind, list | tuple) else (kind,)
    return _field(name[:_LONGEST_NAME], described[:300], tuple(around), declared, str(schema.get("format", "")))


@lru_cache(maxsize=2_048)
def _field(name: str, described: str, around: tuple[str, ...], declared: tuple[Any, ...], form: str) -> Field:
    spoken = words_of(name)
    unit = units.unit_of(spoken, described)
    concept = find(name) or (find(" ".join(word for word in spoken if word != unit)) if unit else None)
    words = telling(spoken)
    expects = _TYPES.get(concept.kind, Type.TEXT) if concept is not None else Type.TEXT
    if "boolean" in declared:
        expects = Type.BOOLEAN
    elif "number" in declared or "integer" in declared:
        expects = Type.NUMBER
    elif form in {"date", "date-time"}:
        expects = Type.DATE
    outer = frozenset(word for outer_name in around for word in telling(words_of(outer_name)))
    return Field(name, words, telling(words_of(f"{described} ")) - words, outer, concept, unit, expects)


@lru_cache(maxsize=65_536)
def similarity(field: Field, label: str) -> float:
    """Return the likeness of *label* to the names that a page would give *field*, 0 to 1."""
    bare = label.partition("(")[0].strip(" :") or label
    spoken = words_of(f"{bare[:_LONGEST_NAME]} ")
    concept = find(f"{bare[:_LONGEST_NAME]} ")
    if spoken == words_of(field.name):
        return 1.0
    content_words = telling(spoken)
    if content_words == field.words:
        return 0.95
    if field.concept is not None and concept is not None and field.concept.name == concept.name:
        return 0.9
    shared = overlap(field.words, content_words)
    score = (
        0.35 + 0.25 * shared / len(field.words) + 0.25 * shared / len(content_words)
        if shared and content_words
        else 0.0
    )
    if field.concept is not None and concept is not None and not shared:
        return 0.2 if field.concept.kind is concept.kind else 0.0
    if content_words and not score and field.described:
        score = _DESCRIBED * overlap(content_words, field.described) / len(content_words)
    return score


def overlap(some: frozenset[str], others: frozenset[str]) -> int:
    """Return the number of *some* words that have one of the same stem among *others*."""
    return sum(word in others or any(is_like(word, other) for other in others) for word in some)


def is_like(one: str, other: str) -> bool:
    """Return whether two words have the same stem: "publish" and "published"."""
    if one == other:
        return True
    if one[:_SHORTEST_STEM] != other[:_SHORTEST_STEM]:
        return False
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _SHORTEST_STEM and longer.startswith(shorter):
        return True
    common = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return common >= _COMMON_STEM and common >= _ALIKE * len(longer)


@lru_cache(maxsize=16_384)
def telling(spoken: tuple[str, ...]) -> frozenset[str]:
    """Return the words of a name or label as they are compared: one for each group of synonyms, no general ones."""
    by_word, by_phrase = _synonyms()
    joined = f" {' '.join(spoken)} "
    for phrase, word in by_phrase.items():
        if f" {phrase} " in joined:
            joined = joined.replace(f" {phrase} ", f" {word} ")
    words = frozenset(by_word.get(word, word) for word in joined.split())
    return words - locales.words("evidence", "generic") or words


def canonical(word: str) -> str:
    """Return the word that stands for all synonyms of *word*."""
    bare = singular(word)
    return _synonyms()[0].get(bare, bare)


@cache
def _synonyms() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the word that stands for each synonym: for single words, and for phrases."""
    synonyms: dict[str, str] = {}
    for group in locales.entry("evidence", "synonyms", "groups"):
        names = [" ".join(map(singular, word.split())) for word in group.split(",")]
        for name in names:
            synonyms.setdefault(name, names[0])
    return (
        {word: first for word, first in synonyms.items() if " " not in word},
        {word: first for word, first in synonyms.items() if " " in word},
    )


@cache
def _canonical_set(subject: str) -> frozenset[str]:
    return frozenset(map(canonical, locales.words("evidence", subject)))
