"""The assembly of an answer from its claims, with the sources of each value."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from gossamer.core.understanding import Evidence
from gossamer.features.extract.merging.claim_values import is_own
from gossamer.features.extract.merging.claims import ValueClaim, is_empty, pointer_to
from gossamer.features.extract.merging.entries import entries_of
from gossamer.features.extract.merging.likeness import canonical
from gossamer.features.extract.merging.records import MergedRecord, parts_of

# A value that was made, as JSON has it.
Made: TypeAlias = Any


class Making:
    """One answer in the making."""

    def __init__(self) -> None:
        self.sources: dict[str, tuple[str, ...]] = {}
        self.evidence: dict[str, Evidence] = {}

    def whole(self, claims: Sequence[ValueClaim]) -> Made:
        """Return the value of all *claims* together."""
        return self._value(claims, "")

    def object_of(self, thing: MergedRecord, claims: Sequence[ValueClaim]) -> Made:
        """Return an answer of one thing, with the lists of other things that all pages (*claims*) have."""
        names = dict.fromkeys(name for claim in (*thing.claims, *claims) for name in claim.value)
        return {
            name: self._value(_lists(claims, name) or _inside(thing.claims, name), pointer_to("", name))
            for name in names
        }

    def listed(self, things: Sequence[MergedRecord], *, name: str) -> Made:
        """Return several things as a list."""
        place = pointer_to("", name)
        return {name: [self._object(thing.claims, pointer_to(place, at)) for at, thing in enumerate(things)]}

    def _value(self, claims: Sequence[ValueClaim], place: str) -> Made:
        telling = [claim for claim in claims if not is_empty(claim.value)]
        kinds = [_kind(claim) for claim in (telling or claims)]
        if not kinds:
            return None
        kind = max(dict.fromkeys(kinds), key=kinds.count)
        alike = [claim for claim, its in zip(telling or claims, kinds, strict=True) if its is kind]
        if kind is dict:
            return self._object(parts_of(alike), place)
        if kind is list:
            return self._list(alike, place)
        return self._leaf(alike, place) if telling else None

    def _object(self, claims: Sequence[ValueClaim], place: str) -> Made:
        names = dict.fromkeys(name for claim in claims for name in claim.value)
        return {name: self._value(_inside(claims, name), pointer_to(place, name)) for name in names}

    def _list(self, claims: Sequence[ValueClaim], place: str) -> Made:
        members = [member for claim in claims for member in claim.members() if not is_empty(member.value)]
        return [self._entry(entry, pointer_to(place, number)) for number, entry in enumerate(entries_of(members))]

    def _entry(self, claims: Sequence[ValueClaim], place: str) -> Made:
        return self._object(claims, place) if isinstance(claims[0].value, dict) else self._value(claims, place)

    def _leaf(self, claims: Sequence[ValueClaim], place: str) -> Made:
        claims_by_value: dict[Any, list[ValueClaim]] = {}
        for claim in claims:
            claims_by_value.setdefault(canonical(claim.value), []).append(claim)
        # The first of equals stays: max is stable.
        won = max(
            claims_by_value.values(), key=lambda group: (sum(c.weight for c in group), max(c.weight for c in group))
        )
        best = max(won, key=lambda claim: claim.weight)
        self.sources[place] = tuple(dict.fromkeys([best.page.url, *(claim.page.url for claim in won)]))
        if (evidence := best.page.evidence.get(best.pointer)) is not None:
            self.evidence[place] = evidence
        return best.value


def _inside(claims: Sequence[ValueClaim], name: str) -> list[ValueClaim]:
    return [claim.inside(name) for claim in claims if name in claim.value]


def _lists(claims: Sequence[ValueClaim], name: str) -> list[ValueClaim]:
    """Return the lists of that name that all *claims* have; none where they are of what belongs to one thing."""
    lists = [claim.inside(name) for claim in claims if isinstance(claim.value.get(name), list)]
    telling = [claim for claim in lists if not is_empty(claim.value)]
    return lists if any(not is_own(name, claim.value) for claim in telling) else []


def _kind(claim: ValueClaim) -> type:
    return next((kind for kind in (dict, list) if isinstance(claim.value, kind)), object)
