"""Whether two values, or two names, are the same but for the way they are written."""

import json
import re
import unicodedata
from typing import Any, Final

_SPACES: Final = re.compile(r"\s+")
_EDGES: Final = " \t.,;:!?'\"“”‘’«»()[]-–—"  # noqa: RUF001 - as pages write them
_SCHEME: Final = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W_]+")
# Two names are of one thing when they share more than this of the shorter one.
_SHARED: Final = 0.5


def canonical(value: Any) -> object:
    """Return what equal values share; hashable."""
    match value:
        case bool() | None:
            return (type(value).__name__, value)
        case int() | float():
            return float(value)
        case str():
            return _folded(value)
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def is_same_name(one: str, other: str) -> bool:
    """Return whether both may name one thing: "Acme" and "Acme Inc." do, "Model 4" and "Model 5" do not."""
    if _folded(one) == _folded(other):
        return True
    left, right = set(_WORD.findall(_folded(one))), set(_WORD.findall(_folded(other)))
    if not left or not right or _numbers(left ^ right):
        return False
    return len(left & right) / min(len(left), len(right)) > _SHARED


def _numbers(words: set[str]) -> bool:
    return any(character.isdigit() for word in words for character in word)


def _folded(text: str) -> str:
    folded = _SPACES.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip(_EDGES)
    address = _SCHEME.match(folded)
    return folded[address.end() :].rstrip("/") if address else folded
