"""Empties values that the page does not support, where the caller wants that; their evidence is kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gossamer.core.formats import Acceptance, OnUnsupported
from gossamer.core.json_pointers import below, is_empty, leaves
from gossamer.core.understanding import Evidence, Status


def empty_unsupported(
    value: Any, evidence: Mapping[str, Evidence], accepted: Acceptance
) -> tuple[Any, Mapping[str, Evidence]]:
    """Return *value* with null for what is not *accepted*, without entries that lost all values, and its *evidence*.

    Evidence stays, with the value that was emptied. That of a removed entry has a pointer behind the end of its list.
    """
    refused = {at: proof for at, proof in evidence.items() if _is_refused(proof, accepted)}
    if not refused:
        return value, evidence
    emptying = _Emptying(evidence, refused)
    remaining_value = emptying.part(value, "", "")
    return remaining_value, emptying.evidence


def _is_refused(proof: Evidence, accepted: Acceptance) -> bool:
    if accepted.on_unsupported is OnUnsupported.NULL and proof.status is Status.ABSENT:
        return True
    return proof.confidence is not None and proof.confidence < accepted.least


@dataclass(slots=True)
class _Emptying:
    proofs: Mapping[str, Evidence]
    refused: Mapping[str, Evidence]
    evidence: dict[str, Evidence] = field(default_factory=dict)

    def part(self, value: Any, old: str, new: str) -> Any:
        """Return the part of *value* that stays, which was at the pointer *old* and is at *new*."""
        match value:
            case dict() if value:
                return {name: self.part(inside, below(old, name), below(new, name)) for name, inside in value.items()}
            case list() if value:
                return self._entries(value, old, new)
        proof = self.proofs.get(old)
        if proof is not None:
            self.evidence[new] = replace(proof, emptied=value) if old in self.refused else proof
        return None if old in self.refused else value

    def _entries(self, entries: list[Any], old: str, new: str) -> list[Any]:
        removed = [number for number, entry in enumerate(entries) if self._loses_all(entry, below(old, number))]
        remaining_numbers = [number for number in range(len(entries)) if number not in set(removed)]
        entries_left = [
            self.part(entries[at], below(old, at), below(new, to)) for to, at in enumerate(remaining_numbers)
        ]
        for to, at in enumerate(removed, len(remaining_numbers)):
            self.part(entries[at], below(old, at), below(new, to))
        return entries_left

    def _loses_all(self, entry: Any, at: str) -> bool:
        values = [pointer for pointer, leaf in leaves(entry, at) if not is_empty(leaf)]
        return bool(values) and all(pointer in self.refused for pointer in values)
