"""The elements that code looks up by name, as far as code can be read without running it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from gossamer.content.dynamic.loading_words import searcher

_ID: Final = r"[A-Za-z_][\w:.-]{0,80}"
# Where code names an element: a look-up by id or selector, or the option of a framework that says where to draw.
_NAMES: Final = searcher(
    rf"(?:getElementById|querySelector|\$|jQuery|mount|createRoot|hydrate(?:Root)?|render)\s*\(\s*"
    rf"(?:document\.\w+\(\s*)?['\"`]#?({_ID})['\"`]"
    rf"|\b(?:el|target|container|selector|element|root|into|domElement)\s*:\s*['\"`]#?({_ID})['\"`]",
    case_sensitive=True,
)
_ADDS: Final = searcher(
    r"\binsertAdjacent\w+\s*\(|\.append(?:Child)?\s*\(|\binnerHTML\s*\+=|\.(?:append|html)\s*\(", case_sensitive=True
)
_MOST: Final = 400


@dataclass(frozen=True, slots=True)
class LookedUp:
    """Ids that code looks up, and those that such code looks up as adds to what is there."""

    ids: frozenset[str] = frozenset()
    added_to: frozenset[str] = frozenset()

    @classmethod
    def of(cls, code: Iterable[bytes]) -> "LookedUp":
        """Return the ids that any of *code* looks up; of very many, some."""
        ids: set[str] = set()
        added_to: set[str] = set()
        for text in code:
            matches = islice(_NAMES.finditer(text), _MOST)
            names = {(match.group(1) or match.group(2)).decode() for match in matches}
            ids |= names
            if names and _ADDS.search(text) is not None:
                added_to |= names
        return cls(frozenset(ids), frozenset(added_to))

    def __or__(self, other: "LookedUp") -> "LookedUp":
        """Return the ids of both."""
        return LookedUp(self.ids | other.ids, self.added_to | other.added_to)
