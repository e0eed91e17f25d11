"""Whether two values, or two names, are the same but for the way they are written."""

import json
import re
import unicodedata
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Name:
    """A name, read once for being compared with many others: as it is without its spelling, and its *words*."""

    folded: str
    words: frozenset[str]

    @classmethod
    def of(cls, text: str) -> "Name":
        """Return the name that *text* is."""
        folded = _folded(text)
        return cls(folded, frozenset(_WORD.findall(folded)))

    def is_same(self, other: "Name") -> bool:
        """Return whether both may name one thing: "Acme" and "Acme Inc." do, "Model 4" and "Model 5" do not."""
        if self.folded == other.folded:
            return True
        if not self.words or not other.words or _numbers(self.words ^ other.words):
            return False
        return len(self.words & other.words) / min(len(self.words), len(other.words)) > _SHARED


def _numbers(words: frozenset[str]) -> bool:
    return any(character.isdigit() for word in words for character in word)


def _folded(text: str) -> str:
    folded = _SPACES.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip(_EDGES)
    address = _SCHEME.match(folded)
    return folded[address.end() :].rstrip("/") if address else folded
