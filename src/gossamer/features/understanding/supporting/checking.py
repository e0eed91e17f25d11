"""A model's value, leaf by leaf: what the page supports stays and has its evidence, the rest becomes null."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gossamer.core.understanding import Evidence, Method
from gossamer.features.understanding.leaves import below, is_empty
from gossamer.features.understanding.merging import identity_of
from gossamer.features.understanding.supporting.looking import support
from gossamer.features.understanding.supporting.said import Said, words

_UNSUPPORTED: Final = "The model gave a value that the page does not support."
_ENTRIES: Final = "The model gave entries that the page does not support; they were left out."


@dataclass(slots=True)
class Checked:
    """What is left of a value, what it rests on, and why the rest is not there, by JSON pointer."""

    value: Any = None
    evidence: dict[str, Evidence] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def checked(value: Any, said: Said, known: Mapping[str, Any]) -> Checked:
    """Return *value* with what *said* does not support as null; *known* values, by pointer, need no support."""
    found = Checked()
    found.value = _Check(said, known, found).part(value, "", "")
    return found


@dataclass(slots=True)
class _Check:
    said: Said
    known: Mapping[str, Any]
    found: Checked

    def part(self, value: Any, at: str, name: str) -> Any:
        match value:
            case dict():
                return {key: self.part(inside, below(at, key), key) for key, inside in value.items()}
            case list():
                return self._entries(value, at, name)
            case None | "":
                return value
            case _:
                return self._leaf(value, at, name)

    def _entries(self, entries: list[Any], at: str, name: str) -> list[Any]:
        """Return those of which something is left; a list has no gaps."""
        kept: list[Any] = []
        for entry in entries:
            place = below(at, len(kept))
            left = self.part(entry, place, name)
            # What is said of a thing that is not on the page is said of nothing.
            if (is_empty(left) and not is_empty(entry)) or _is_nobody(left, entry):
                self._forget(place)
                self.found.missing[at] = _ENTRIES
            else:
                kept.append(left)
        return kept

    def _leaf(self, value: Any, at: str, name: str) -> Any:
        place = support(value, self.said, [word.text for word in words(_spelled(name))])
        if place is not None:
            self.found.evidence[at] = Evidence(self.said.url, place.quote, place.line.place, Method.MODEL)
            return value
        if at in self.known and self.known[at] == value:
            return value
        self.found.missing[at] = _UNSUPPORTED
        return None

    def _forget(self, place: str) -> None:
        for told in (self.found.evidence, self.found.missing):
            for pointer in [one for one in told if one == place or one.startswith(f"{place}/")]:
                del told[pointer]


def _is_nobody(left: Any, entry: Any) -> bool:
    """Return whether what told *entry* from others was taken from it."""
    if not isinstance(entry, dict) or not isinstance(left, dict):
        return False
    told = identity_of(entry)
    return told is not None and is_empty(left.get(told))


def _spelled(name: str) -> str:
    """Return the name of a field in words: "inStock" and "in_stock" are "in stock"."""
    return "".join(f" {sign}" if sign.isupper() and at else sign for at, sign in enumerate(name)).replace("_", " ")
