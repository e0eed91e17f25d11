"""Names as words: what "reviewCount", "review_count" and "Review counts" have in common."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from gossamer.content.locales import words
from gossamer.core import word_folding


def word_set(text: str) -> frozenset[str]:
    """Return the words of *text*, which blanks separate, as a set."""
    return frozenset(text.split())


_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
# "power_kW": a unit of two cases is one word.
_UNIT_LAST: Final = re.compile(
    r"(?<=[_a-z0-9])(?:[kMG]Wh?|[mkM]V|m?Ah|[kMG]Hz|k[BN]|[hkM]Pa|Nm|dB|[kMGT]bps|[kMGT]bit|[kM]J|mmHg)$"
)
_LAST: Final = re.compile(r"[A-Z]?[a-z]+\Z")
_FILLERS: Final = words("text", "fillers")
_MAX_NAME: Final = 200
singular: Final = lru_cache(maxsize=4_096)(word_folding.singular)


def _in_small(match: "re.Match[str]") -> str:
    return f"_{match[0].lower()}"


@lru_cache(maxsize=2_048)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a field's name or a label: lower case, singular, without accents and small words."""
    # Only a name without blanks has its words told apart by capitals; "eBay item" has two.
    spelled = name[:_MAX_NAME].lower() if " " in name else _UNIT_LAST.sub(_in_small, name[:_MAX_NAME])
    names = [singular(part.lower()) for part in _PARTS.findall(_without_accents(spelled))]
    return tuple(word for word in names if word not in _FILLERS) or tuple(names)


def words_in(texts: Iterable[str]) -> frozenset[str]:
    """Return all words of *texts* as `words_of` writes them, in one go."""
    written = " ".join(_without_accents(text[:_MAX_NAME].lower()) for text in texts)
    return frozenset(map(singular, set(_PARTS.findall(written))))


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


def is_plural(name: str) -> bool:
    """Return whether *name*, of a field, ends with the English word for several things: "grapes"."""
    last = _LAST.search(name)
    return last is not None and singular(last.group().lower()) != last.group().lower()


def phrase(name: str) -> str:
    """Return the words of *name* as one phrase, which equal names share."""
    return " ".join(words_of(name))


def likeness(one: Iterable[str], other: Iterable[str]) -> float:
    """Return the likeness of two sets of words, 0 to 1: what they share of all they have."""
    first, second = set(one), set(other)
    return len(first & second) / len(first | second) if first and second else 0.0


_WORD: Final = re.compile(r"\w+")


def same_words(text: str) -> tuple[str, ...]:
    """Return the words of a running text, in lower case, to compare titles by."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text[:500]).casefold()))
