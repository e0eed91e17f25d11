"""Records: pages about one thing, by whole names and keys that do not contradict each other.

A name that is contained in another is that of another thing. Pages that do not say what they are about belong to a
thing with which they agree; else what only one subject is asked about may be put together (the mission of a firm), and
what many things have (a price) may not.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gossamer.features.extract.merging.claim_values import ClaimValues
from gossamer.features.extract.merging.claims import Claim, is_empty

# Extractions may have thousands of pages, and all of them alike: so many things, things that share a mark, and claims
# of one thing are looked at, the latest ones.
_MOST_THINGS: Final = 500
_MOST_ALIKE: Final = 100
_MOST_TOLD: Final = 10


@dataclass(slots=True, eq=False)
class MergedRecord:
    """What pages say of one thing, in their order.

    *guessed* when some of them do not say that it is this one, *namesake* when all that some have in common with the
    others is its name.
    """

    told: list[ClaimValues] = field(default_factory=list)
    guessed: bool = False
    namesake: bool = False

    @property
    def claims(self) -> list[Claim]:
        """Return what the pages claim."""
        return [one.claim for one in self.told]

    @property
    def order(self) -> int:
        """Return the place of the first page that speaks of it."""
        return self.told[0].claim.order

    @property
    def is_identified(self) -> bool:
        """Return whether any page says what it is."""
        return any(one.is_identified for one in self.told)

    def may_be_of(self, told: ClaimValues) -> bool:
        """Return whether nothing speaks against *told* being said of this."""
        return not any(map(told.is_other, self.told[-_MOST_TOLD:]))

    def agrees_with(self, told: ClaimValues) -> bool:
        """Return whether *told* is alike what a page says of this."""
        return self.may_be_of(told) and any(map(told.agrees, self.told[-_MOST_TOLD:]))

    def is_filled_by(self, told: ClaimValues) -> bool:
        """Return whether *told* may be put together with all that is said of this."""
        return all(map(told.fills, self.told[-_MOST_TOLD:]))


def things_of(claims: Sequence[Claim], *, shaped: bool = True) -> list[MergedRecord]:
    """Return the things that pages are about, in the order in which pages first speak of them.

    Pages that say nothing beside lists of other things are about none. Without a shape that was asked for (*shaped*),
    pages that do not say what they are about are never put together because nothing speaks against it, and among
    several things such lists are one more.
    """
    said = list(map(ClaimValues.by, claims))
    lists = [told for told in said if told.says_nothing_of_its_own and not is_empty(told.claim.value)]
    sorting = _Sorting(shaped=shaped)
    # Those that are named come first: the others are held against all of them.
    for told in sorted(said, key=lambda told: not told.names):
        if not told.says_nothing_of_its_own:
            sorting.add(told)
    things = sorting.things
    for thing in things:
        thing.told.sort(key=lambda told: told.claim.order)
    things.sort(key=lambda thing: thing.order)
    return [*things, MergedRecord(lists)] if lists and len(things) > 1 and not shaped else things


def parts_of(claims: Sequence[Claim]) -> list[Claim]:
    """Return those of *claims*, of an object inside one thing, that are about one: what most is said of, or first."""
    things: list[MergedRecord] = []
    for told in map(ClaimValues.by, claims):
        known = next((thing for thing in things[-_MOST_TOLD:] if thing.may_be_of(told)), None)
        if known is None:
            things.append(known := MergedRecord())
        known.told.append(told)
    return max((thing.claims for thing in things), key=lambda claims: sum(claim.weight for claim in claims))


class _Sorting:
    """Puts what pages say to the things they say it of."""

    def __init__(self, *, shaped: bool) -> None:
        self.things: list[MergedRecord] = []
        self._shaped = shaped
        self._by_mark: dict[object, list[MergedRecord]] = defaultdict(list)
        self._by_value: dict[object, list[MergedRecord]] = defaultdict(list)

    def add(self, told: ClaimValues) -> None:
        """Add what is *told* to the thing that it is about, or as a new one."""
        known = self._called_so(told) or (None if told.names else self._alike(told) or self._filled(told))
        is_new = known is None
        if known is None:
            self.things.append(known := MergedRecord())
        known.told.append(told)
        for index, keys in ((self._by_mark, told.marks), (self._by_value, told.values)):
            for key in keys:
                if is_new or not any(thing is known for thing in index[key][-_MOST_ALIKE:]):
                    index[key].append(known)

    def _called_so(self, told: ClaimValues) -> MergedRecord | None:
        known = next((thing for thing in _near(self._by_mark, told.marks) if thing.may_be_of(told)), None)
        if known is not None and told.is_particular and not any(map(told.shares, known.told[-_MOST_TOLD:])):
            known.namesake = True
        return known

    def _alike(self, told: ClaimValues) -> MergedRecord | None:
        return next((thing for thing in _near(self._by_value, told.values) if thing.agrees_with(told)), None)

    def _filled(self, told: ClaimValues) -> MergedRecord | None:
        """Return the one subject of all pages, if *told* may be said of it."""
        if not self._shaped or told.is_particular:
            return None
        near = self.things[-_MOST_THINGS:]
        named = [thing for thing in near if thing.is_identified]
        candidates = named if len(named) == 1 else [thing for thing in near if not thing.is_identified]
        known = next((thing for thing in candidates if thing.is_filled_by(told)), None)
        if known is not None:
            known.guessed = True
        return known


def _near(index: Mapping[object, list[MergedRecord]], keys: Sequence[object]) -> Iterator[MergedRecord]:
    return (thing for key in keys for thing in index.get(key, ())[-_MOST_ALIKE:])
