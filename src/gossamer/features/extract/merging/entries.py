"""Which entries of lists are one thing. They are compared strictly: many things of a list have similar names."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gossamer.features.extract.merging.claim_values import ClaimValues
from gossamer.features.extract.merging.claims import ValueClaim, is_empty
from gossamer.features.extract.merging.likeness import canonical

# Of what two entries of one name both tell, this share has to agree.
_AGREEING: Final = 0.5
# Pages have hundreds of entries, and all of them may be alike: so many that share a mark, and ways in which one is
# told of, are looked at, the latest ones.
_MOST_ALIKE: Final = 100
_MOST_COMPARED: Final = 10


def entries_of(claims: Sequence[ValueClaim]) -> list[list[ValueClaim]]:
    """Return claims of the entries of lists by the thing they are about, in order of appearance."""
    groups: list[list[ValueClaim]] = []
    plain: dict[object, list[ValueClaim]] = {}
    by_mark: dict[object, list[_Entry]] = defaultdict(list)
    for claim in claims:
        if isinstance(claim.value, dict):
            entry = _entry_of(ClaimValues.by(claim), by_mark)
            entry.claims.append(claim)
            claim_group = entry.claims
        else:
            claim_group = plain.setdefault(canonical(claim.value), [])
            claim_group.append(claim)
        if len(claim_group) == 1:
            groups.append(claim_group)
    return groups


@dataclass(slots=True, eq=False)
class _Entry:
    """One entry of a list: the values that pages *claimed* for it, and all of its *claims*."""

    claimed: list[ClaimValues] = field(default_factory=list)
    claims: list[ValueClaim] = field(default_factory=list)


def _entry_of(claimed: ClaimValues, by_mark: Mapping[object, list[_Entry]]) -> _Entry:
    """Return the entry that *claimed* is about, and index it by the marks of *claimed*."""
    marks = claimed.marks or [canonical(_telling(claimed.claim.value))]
    candidates = (entry for mark in marks for entry in by_mark[mark][-_MOST_ALIKE:])
    matching_entry = next((entry for entry in candidates if _fits(claimed, entry)), None) or _Entry()
    matching_entry.claimed.append(claimed)
    for mark in marks:
        if not any(entry is matching_entry for entry in by_mark[mark][-_MOST_ALIKE:]):
            by_mark[mark].append(matching_entry)
    return matching_entry


def _fits(claimed: ClaimValues, entry: _Entry) -> bool:
    """Return whether *claimed* agrees with the latest values of an entry."""
    return all(_is_one(claimed, claim_values) for claim_values in entry.claimed[-_MOST_COMPARED:])


def _is_one(claim_values: ClaimValues, other: ClaimValues) -> bool:
    keys, names = claim_values.keys.keys() & other.keys.keys(), claim_values.names.keys() & other.names.keys()
    if not keys and not names:
        # Two equal entries of one page may be two things that look the same.
        return not (claim_values.is_identified or other.is_identified) and claim_values.claim.order != other.claim.order
    if any(claim_values.keys[name] != other.keys[name] for name in keys):
        return False
    if any(claim_values.names[name].whole != other.names[name].whole for name in names):
        return False
    return bool(keys) or _agree(claim_values, other)


def _agree(claim_values: ClaimValues, other: ClaimValues) -> bool:
    """Return whether two entries of one name agree in what else both tell."""
    both = claim_values.plain.keys() & other.plain.keys()
    return sum(claim_values.plain[name] == other.plain[name] for name in both) >= _AGREEING * len(both)


def _telling(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: inner for name, inner in value.items() if not is_empty(inner)}
