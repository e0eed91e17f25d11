"""Similarity: whether two words, or two names, mean the same on a page."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import Final

from gossamer.content.text.terms import stem
from gossamer.features.interact.rules.lexicon import kinds_of, synonym_groups, verbs

EXACT: Final = 1.0
STEM: Final = 0.95
SYNONYM: Final = 0.8
PREFIX: Final = 0.7
# How alike words have to be: in any way, by their meaning, or as forms of one word.
ALIKE: Final = 0.5
SURE: Final = 0.75
SAME: Final = 0.9
_SHORTEST_PREFIX: Final = 5
# "Sign out" is one word on some pages and two on others.
_TWO_WORDS: Final = re.compile(r"\b(sign|log|check)(?:[ -](?:me|us))?[ -](in|out|up|off|on)\b")
_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


@lru_cache(8192)
def folded(text: str) -> str:
    """Return *text* without case, outer marks and runs of blanks."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return re.sub(r"\s+", " ", plain).strip(" \t\n.,:;!?*\"'“”()")


@lru_cache(16384)
def words(text: str) -> tuple[str, ...]:
    """Return the words of *text*, folded; "e-mail" is one word, "red/blue" two."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    plain = re.sub(r"(?<=\w)-(?=[^\W\d])|(?<=\w)'s\b", "", _TWO_WORDS.sub(r"\1\2", plain))
    return tuple(_WORD.findall(plain))


@cache
def _groups_of() -> dict[str, frozenset[int]]:
    numbers_by_word: dict[str, set[int]] = {}
    for number, group in enumerate(synonym_groups()):
        for word in group:
            for form in {word, word.replace("-", ""), stem(word)}:
                numbers_by_word.setdefault(form, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in numbers_by_word.items()}


@lru_cache(65536)
def word_similarity(word: str, other: str) -> float:
    """Return the similarity of two folded words: 1 for equal ones, less for forms and synonyms, 0 for others."""
    if word == other:
        return EXACT
    first, second = stem(word.removesuffix("'s")), stem(other.removesuffix("'s"))
    if first == second:
        return STEM
    groups = _groups_of()
    if (groups.get(word) or groups.get(first) or frozenset()) & (
        groups.get(other) or groups.get(second) or frozenset()
    ):
        return SYNONYM
    short, long = sorted((first, second), key=len)
    return PREFIX if len(short) >= _SHORTEST_PREFIX and long.startswith(short) else 0.0


def best_match(word: str, others: tuple[str, ...]) -> float:
    """Return the similarity of *word* to the best of *others*."""
    return max((word_similarity(word, other) for other in others), default=0.0)


def has_word(have: Iterable[str], word: str, least: float = SURE) -> bool:
    """Return whether one of the words *have* is as much as *least* like *word*."""
    return any(word_similarity(word, other) >= least for other in have)


def count_words(have: Collection[str], words: Iterable[str], least: float = SURE) -> int:
    """Return the number of *words* that are among *have*."""
    return sum(has_word(have, word, least) for word in words)


def has_all(have: Collection[str], words: Iterable[str], least: float = SURE) -> bool:
    """Return whether all of *words* are among *have*."""
    return all(has_word(have, word, least) for word in words)


def has_any(have: Collection[str], words: Iterable[str], least: float = SURE) -> bool:
    """Return whether one of *words* is among *have*."""
    return any(has_word(have, word, least) for word in words)


def is_same(words: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two names have the same words, or forms of them, in the same order."""
    return len(words) == len(other) and all(word_similarity(a, b) >= SAME for a, b in zip(words, other, strict=True))


def accounts_for(word: str, others: tuple[str, ...]) -> bool:
    """Return whether one of *others* is *word* or a form of it, or a synonym of a verb or of a kind of part."""
    best = best_match(word, others)
    return best >= STEM or (best >= SYNONYM and (bool(kinds_of(word)) or (word,) in verbs()))


@lru_cache(16384)
def name_similarity(phrase: str, name: str) -> float:
    """Return the similarity of *name* to *phrase*, 0 to 1: matched words of both, weighted by their similarity."""
    if folded(phrase) == folded(name) and phrase.strip():
        return 1.0
    want, have = words(phrase), words(name)
    if not want or not have:
        return 0.0
    hit = sum(best_match(w, have) for w in want)
    back = sum(best_match(h, want) for h in have)
    recall, precision = hit / len(want), back / len(have)
    return 0.98 * (2 * recall * precision / (recall + precision)) if recall + precision else 0.0


def holds_words(text: str, needed: tuple[str, ...]) -> bool:
    """Return whether *text* has the words *needed* in a row."""
    have = words(text)
    return bool(needed) and any(have[i : i + len(needed)] == needed for i in range(len(have) - len(needed) + 1))
