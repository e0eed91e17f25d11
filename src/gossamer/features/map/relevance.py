"""The relevance of a page to a search, by its address, title and description.

The score follows BM25F: a word counts more in the last part of the path and in the title than
elsewhere, less in a long text than in a short one, and more when few pages have it. Words are
compared by their stems, roughly. The same words in the same order count extra.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias
from urllib.parse import unquote

from gossamer.content.text.terms import FUNCTION_WORDS, folded, stem

_WORD: Final = re.compile(r"[^\W_]+")
_FILE_ENDING: Final = re.compile(r"\.[a-z0-9]{2,5}$")
_MAX_TERMS: Final = 12
_MAX_REMEMBERED: Final = 2_000
_SHORTEST_STEM: Final = 3
_PHRASE: Final = 2.5
_WHOLE: Final = 2.0


# A part of what is known of a page, folded; its weight; and how many words such a part has.
_Field: TypeAlias = tuple[str, float, int]


@dataclass(frozen=True, slots=True)
class QueryMatch:
    """The match of a query with a page: a weight for each term, and a bonus."""

    strengths: tuple[float, ...]
    bonus: float


@dataclass(frozen=True, slots=True)
class _Term:
    word: str
    stem: str

    @property
    def root(self) -> str:
        """Return the part that every fitting word contains."""
        return self.stem[:_SHORTEST_STEM] if self.stem.isascii() else self.word


class MapQuery:
    """A search, ready to be compared with many pages."""

    def __init__(self, search: str) -> None:
        words = tuple(dict.fromkeys(_words(_fold_text(search))))[:_MAX_TERMS]
        telling = tuple(word for word in words if word not in FUNCTION_WORDS) or words
        self.terms = tuple(_Term(word, _stem(word)) for word in telling)
        self._phrase = " ".join(_stem(word) for word in _words(_fold_text(search)))
        self._roots = tuple(term.root for term in self.terms)
        # Most words of a site stand in many of its addresses.
        self._likenesses: dict[str, tuple[float, ...] | None] = {}

    def match(self, url: str, title: str | None, description: str | None) -> QueryMatch | None:
        """Return the match of the query in the page at *url*; None when there is none."""
        address = url.partition("://")[2]
        text = _fold_text(f"{address} {title or ''} {description or ''}")
        if not any(root in text for root in self._roots):
            return None
        strengths = [0.0] * len(self.terms)
        bonus = sum(self._weigh(field, strengths) for field in _fields(address, title, description))
        return QueryMatch(tuple(strengths), bonus) if any(strengths) else None

    def _weigh(self, field: _Field, strengths: list[float]) -> float:
        """Add to *strengths* what *field* has of each term; return what it gives on top."""
        text, weight, typical = field
        words = _words(text)
        likenesses = [likeness for word in words if (likeness := self._likeness(word))]
        if not likenesses:
            return 0.0
        best = likenesses[0] if len(likenesses) == 1 else tuple(map(max, zip(*likenesses, strict=True)))
        scale = weight / (0.6 + 0.4 * len(words) / typical)
        for number, strength in enumerate(best):
            strengths[number] += scale * strength
        return self._bonus(words) * weight if all(best) else 0.0

    def _likeness(self, word: str) -> tuple[float, ...] | None:
        """Return for each term how well *word* matches it, None when it matches no term."""
        try:
            return self._likenesses[word]
        except KeyError:
            pass
        likeness = tuple(_likeness(term, word) for term in self.terms)
        if len(self._likenesses) < _MAX_REMEMBERED:
            self._likenesses[word] = likeness if any(likeness) else None
        return likeness if any(likeness) else None

    def _bonus(self, words: Sequence[str]) -> float:
        stems = " ".join(map(_stem, words))
        if stems == self._phrase:
            return _WHOLE
        return _PHRASE if " " in self._phrase and f" {self._phrase} " in f" {stems} " else 0.0


def score(match: QueryMatch, rarity: Sequence[float]) -> float:
    """Return the score of a match, the more the better; *rarity* has a weight for each term."""
    weighted_strength = sum(strength * weight for strength, weight in zip(match.strengths, rarity, strict=True))
    terms = len(match.strengths)
    covered = sum(1 for strength in match.strengths if strength) / terms
    return weighted_strength * covered * covered + match.bonus


def rarity_of(pages_with_term: int, pages: int) -> float:
    """Return the weight of a term that *pages_with_term* of *pages* have (the IDF of BM25)."""
    return math.log(1 + (pages - pages_with_term + 0.5) / (pages_with_term + 0.5))


def _fields(address: str, title: str | None, description: str | None) -> Iterator[_Field]:
    authority, _, rest = _fold_text(address.partition("#")[0]).partition("/")
    path, _, query = rest.partition("?")
    folders, _, name = path.strip("/").rpartition("/")
    yield _FILE_ENDING.sub("", name) if "." in name else name, 3.0, 4
    if folders:
        yield folders, 1.5, 4
    if title:
        yield _fold_text(title), 3.0, 8
    if description:
        yield _fold_text(description), 1.0, 25
    if query:
        yield query, 0.5, 4
    yield authority.partition(":")[0], 0.5, 3


def _likeness(term: _Term, word: str) -> float:
    """Return from 0 to 1 how much *word* is the term."""
    if word == term.word:
        return 1.0
    if term.root not in word:
        return 0.0
    if not term.stem.isascii():
        # Scripts without spaces write several words as one.
        return 0.7
    return _likeness_of_stems(term.stem, _stem(word))


def _likeness_of_stems(query_stem: str, candidate_stem: str) -> float:
    if query_stem == candidate_stem:
        return 0.9
    shorter, longer = sorted((query_stem, candidate_stem), key=len)
    if len(shorter) < _SHORTEST_STEM:
        return 0.0
    if longer.startswith(shorter):
        return 0.5
    return 0.3 if len(query_stem) > _SHORTEST_STEM and query_stem in candidate_stem else 0.0


_stem = lru_cache(maxsize=4_096)(stem)


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _fold_text(text: str) -> str:
    """Return *text* without case, accents and escapes."""
    return folded(unquote(text) if "%" in text else text)
