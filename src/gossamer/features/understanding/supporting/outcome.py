"""What is left of a value, and why: leaves fall, entries go, those behind them move up."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gossamer.core.understanding import Confidence, Evidence
from gossamer.core.json_pointers import below, is_empty
from gossamer.features.understanding.supporting.settling import Leaf

# How each reason begins for which something that a model gave is left out.
OF_THE_MODEL: Final = "The model gave "
UNSUPPORTED: Final = "The model gave a value that the page does not support."
ELSEWHERE: Final = "The model gave a value that the page says of something else."
OTHERWISE: Final = "The model gave a value, and the page says another one: “{told}”."
ENTRIES: Final = "The model gave entries that the page does not support; they were left out."


@dataclass(slots=True)
class Checked:
    """What is left of a value, what it rests on, and why the rest is not there, by JSON pointer.

    *read* are the pointers of what rests on nothing else than what was read without the model, and where it is there;
    *seen* is what the page supports, and where.
    """

    value: Any = None
    evidence: dict[str, Evidence] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    read: dict[str, str] = field(default_factory=dict)
    seen: dict[str, Leaf] = field(default_factory=dict)

    def add(self, other: "Checked") -> None:
        """Take over what is told of another part of the value."""
        self.evidence |= other.evidence
        self.missing |= other.missing
        self.read |= other.read
        self.seen |= other.seen

    def forget(self, pointer: str) -> None:
        """Tell nothing more of what is at *pointer*, and below it."""
        for told in (self.evidence, self.missing, self.read, self.seen):
            for one in [one for one in told if one == pointer or one.startswith(f"{pointer}/")]:
                del told[one]

    def drop(self, pointer: str) -> None:
        """Let a value fall that the page says of something else."""
        self.forget(pointer)
        self.missing[pointer] = ELSEWHERE

    def lost(self, at: str, entry: Mapping[str, Any]) -> AbstractSet[str]:
        """Return the members of an entry that were given and are not left."""
        return {key for key, value in entry.items() if is_empty(value) and below(at, key) in self.missing}

    def rows(self, entries: Sequence[Mapping[str, Any]], at: str) -> list[dict[str, Leaf]]:
        """Return what was seen of each of the *entries*, by field."""
        here = [below(at, number) for number in range(len(entries))]
        return [
            {key: self.seen[below(one, key)] for key in entry if below(one, key) in self.seen}
            for one, entry in zip(here, entries, strict=True)
        ]

    def confirm(self, pointers: AbstractSet[str]) -> None:
        """Be sure of what the other entries of a list vouch for."""
        for pointer in pointers & self.evidence.keys():
            self.evidence[pointer] = replace(self.evidence[pointer], confidence=Confidence.HIGH)

    def doubt(self, at: str) -> None:
        """Be sure of nothing that is told at a pointer, and below it."""
        for pointer in [one for one in self.evidence if one == at or one.startswith(f"{at}/")]:
            if self.evidence[pointer].confidence is Confidence.HIGH:
                self.evidence[pointer] = replace(self.evidence[pointer], confidence=Confidence.MEDIUM)

    def let_go(self, kept: list[Any], at: str, fallen: AbstractSet[str]) -> None:
        """Leave out those entries of a list at whose pointers something fell."""
        if any(below(at, number) in fallen for number in range(len(kept))):
            left = [number for number in range(len(kept)) if below(at, number) not in fallen]
            self._move(at, left)
            kept[:] = [kept[number] for number in left]
            self.missing[at] = ENTRIES

    def _move(self, at: str, left: Sequence[int]) -> None:
        """Give what is told of the entries *left* the pointers that they have from now on."""
        pointers = {below(at, old): below(at, new) for new, old in enumerate(left)}
        for told in (self.evidence, self.missing, self.read, self.seen):
            moved: dict[str, Any] = {}
            for pointer in [one for one in told if one.startswith(f"{at}/")]:
                entry, slash, rest = pointer[len(at) + 1 :].partition("/")
                value = told.pop(pointer)
                if (new := pointers.get(below(at, entry))) is not None:
                    here = f"{new}{slash}{rest}"
                    moved[here] = replace(value, at=here) if isinstance(value, Leaf) else value
            told.update(moved)
