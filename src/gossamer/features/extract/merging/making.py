"""Making the answer, from the outside in, with what each of its leaves rests on."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from gossamer.core.understanding import Evidence
from gossamer.features.extract.merging.claims import Claim, is_empty, pointer_to
from gossamer.features.extract.merging.likeness import canonical
from gossamer.features.extract.merging.things import entries_of

# A value that was made, as JSON has it.
Made: TypeAlias = Any

_NOT_SAID: Final = "Not found on any of the pages."


class Making:
    """One answer in the making."""

    def __init__(self) -> None:
        self.sources: dict[str, tuple[str, ...]] = {}
        self.evidence: dict[str, Evidence] = {}
        self.missing: dict[str, str] = {}

    def root(self, claims: Sequence[Claim], things: Sequence[Sequence[Claim]]) -> Made:
        """Return the whole answer: values of the first of *things*, and lists of all pages."""
        if len(things) <= 1:
            return self._value(claims, "")
        return self._object(things[0], "", lists_of=claims)

    def listed(self, things: Sequence[Sequence[Claim]], *, name: str) -> Made:
        """Return several things as a list, in the order in which pages first speak of them."""
        ordered = sorted(things, key=lambda thing: thing[0].order)
        place = pointer_to("", name)
        return {name: [self._value(thing, pointer_to(place, number)) for number, thing in enumerate(ordered)]}

    def _value(self, claims: Sequence[Claim], place: str) -> Made:
        telling = [claim for claim in claims if not is_empty(claim.value)]
        kinds = [_kind(claim) for claim in (telling or claims)]
        if not kinds:
            return self._nothing(claims, place)
        kind = max(dict.fromkeys(kinds), key=kinds.count)
        alike = [claim for claim, its in zip(telling or claims, kinds, strict=True) if its is kind]
        if kind is dict:
            return self._object(alike, place)
        if kind is list:
            return self._list(alike, place)
        return self._leaf(alike, place) if telling else self._nothing(claims, place)

    def _object(self, claims: Sequence[Claim], place: str, *, lists_of: Sequence[Claim] | None = None) -> Made:
        names = dict.fromkeys(name for claim in claims for name in claim.value)
        made = {}
        for name in names:
            parts = [claim.inside(name) for claim in claims if name in claim.value]
            if lists_of is not None and any(isinstance(claim.value.get(name), list) for claim in lists_of):
                parts = [claim.inside(name) for claim in lists_of if isinstance(claim.value.get(name), list)]
            made[name] = self._value(parts, pointer_to(place, name))
        return made

    def _list(self, claims: Sequence[Claim], place: str) -> Made:
        members = [member for claim in claims for member in claim.members() if not is_empty(member.value)]
        return [self._value(entry, pointer_to(place, number)) for number, entry in enumerate(entries_of(members))]

    def _leaf(self, claims: Sequence[Claim], place: str) -> Made:
        said: dict[Any, list[Claim]] = {}
        for claim in claims:
            said.setdefault(canonical(claim.value), []).append(claim)
        # The first of equals stays: max is stable.
        won = max(said.values(), key=lambda group: (sum(c.weight for c in group), max(c.weight for c in group)))
        best = max(won, key=lambda claim: claim.weight)
        self.sources[place] = tuple(dict.fromkeys([best.page.url, *(claim.page.url for claim in won)]))
        if (found := best.page.evidence.get(best.pointer)) is not None:
            self.evidence[place] = found
        return best.value

    def _nothing(self, claims: Sequence[Claim], place: str) -> None:
        reasons = (claim.page.missing.get(claim.pointer) for claim in claims)
        self.missing[place] = next((reason for reason in reasons if reason), _NOT_SAID)


def _kind(claim: Claim) -> type:
    return next((kind for kind in (dict, list) if isinstance(claim.value, kind)), object)
