"""Records: pages about one thing, by whole names and keys that do not contradict each other.

A name that is contained in another is that of another thing. Pages that do not say what they are about belong to a
thing with which they agree. What is left of one site is put together where nothing contradicts it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gossamer.features.extract.merging.claim_values import ClaimValues
from gossamer.features.extract.merging.claims import ValueClaim, is_empty
from gossamer.features.extract.merging.sites import has_name, read_as_one

# Extractions may have thousands of pages, and all of them alike: so many things, things that share a mark, and claims
# of one thing are looked at, the latest ones.
_MOST_ALIKE: Final = 100
_MOST_COMPARED: Final = 10


@dataclass(slots=True, eq=False)
class MergedRecord:
    """The claims of all pages about one record, in page order.

    *guessed* when some of them do not say that it is this one, *namesake* when all that some have in common with the
    others is its name.
    """

    claimed: list[ClaimValues] = field(default_factory=list)
    guessed: bool = False
    namesake: bool = False

    @property
    def claims(self) -> list[ValueClaim]:
        """Return the claims of the pages."""
        return [claim_values.claim for claim_values in self.claimed]

    @property
    def order(self) -> int:
        """Return the place of the first page that speaks of it."""
        return self.claimed[0].claim.order

    @property
    def is_identified(self) -> bool:
        """Return whether any page says what it is."""
        return any(claim_values.is_identified for claim_values in self.claimed)

    def may_be_of(self, claimed: ClaimValues) -> bool:
        """Return whether nothing contradicts that *claimed* is about this record."""
        return not any(map(claimed.is_other, self.claimed[-_MOST_COMPARED:]))

    def agrees_with(self, claimed: ClaimValues) -> bool:
        """Return whether *claimed* agrees with the values of at least one page."""
        return self.may_be_of(claimed) and any(map(claimed.agrees, self.claimed[-_MOST_COMPARED:]))


def things_of(claims: Sequence[ValueClaim], *, shaped: bool = True) -> list[MergedRecord]:
    """Return the things that pages are about, in the order in which pages first speak of them.

    Pages that say nothing beside lists of other things are about none. Without a shape that was asked for (*shaped*),
    pages that do not say what they are about are never put together because nothing speaks against it, and among
    several things such lists are one more.
    """
    all_claimed = list(map(ClaimValues.by, claims))
    lists = [
        claimed for claimed in all_claimed if claimed.says_nothing_of_its_own and not is_empty(claimed.claim.value)
    ]
    sorting = _Sorting()
    # Those that are named come first: the others are held against all of them.
    for claimed in sorted(all_claimed, key=lambda claimed: not claimed.names):
        if not claimed.says_nothing_of_its_own:
            sorting.add(claimed)
    things = _join_by_site(sorting.things) if shaped else sorting.things
    for thing in things:
        thing.claimed.sort(key=lambda claimed: claimed.claim.order)
    things.sort(key=lambda thing: thing.order)
    return [*things, MergedRecord(lists)] if lists and len(things) > 1 and not shaped else things


def _join_by_site(things: Sequence[MergedRecord]) -> list[MergedRecord]:
    """Return *things* with those of each site as one that nothing on its pages tells apart."""
    remaining_things = {id(thing): thing for thing in things}
    of_sites: dict[str, list[MergedRecord]] = defaultdict(list)
    for thing in things:
        for site in {claimed.site for claimed in thing.claimed}:
            of_sites[site].append(thing)
    for site, alike in of_sites.items():
        site_things = [thing for thing in alike if id(thing) in remaining_things]
        if len(site_things) > 1 and not _join(site_things, remaining_things, site):
            _join_titled(site_things, remaining_things)
    return list(remaining_things.values())


def _join(things: Sequence[MergedRecord], remaining_things: dict[int, MergedRecord], site: str) -> bool:
    """Put *things* together as the first of them, if their pages of *site* allow.

    The others are taken out of *remaining_things*.
    """
    together, is_named = read_as_one([v for thing in things for v in thing.claimed if v.site == site])
    if not together:
        return False
    first, *others = things
    elsewhere = [values for thing in things for values in thing.claimed if values.site != site]
    first.claimed = [*together, *elsewhere]
    first.guessed = not is_named or any(thing.guessed for thing in things)
    first.namesake = any(thing.namesake for thing in things)
    for other in others:
        del remaining_things[id(other)]
    return True


def _join_titled(things: Sequence[MergedRecord], remaining_things: dict[int, MergedRecord]) -> None:
    """Put pages of a site that name no thing to the one whose name is in their titles."""
    by_title: dict[str, list[MergedRecord]] = defaultdict(list)
    for thing in things:
        if not any(map(has_name, thing.claimed)):
            for part in thing.claimed[0].title_parts:
                by_title[part].append(thing)
    for thing in things:
        names = {name.whole for values in thing.claimed for name in values.names.values()}
        titled = [
            other for name in names for other in by_title.get(name, ())[:_MOST_ALIKE] if id(other) in remaining_things
        ]
        if titled and any(map(has_name, thing.claimed)):
            _join([thing, *{id(other): other for other in titled}.values()], remaining_things, thing.claimed[0].site)


def parts_of(claims: Sequence[ValueClaim]) -> list[ValueClaim]:
    """Return the *claims* about one nested object: the one with most claims, or the first."""
    things: list[MergedRecord] = []
    for claimed in map(ClaimValues.by, claims):
        merged_record = next((thing for thing in things[-_MOST_COMPARED:] if thing.may_be_of(claimed)), None)
        if merged_record is None:
            things.append(merged_record := MergedRecord())
        merged_record.claimed.append(claimed)
    return max((thing.claims for thing in things), key=lambda claims: sum(claim.weight for claim in claims))


class _Sorting:
    """Puts what pages say to the things they say it of."""

    def __init__(self) -> None:
        self.things: list[MergedRecord] = []
        self._by_mark: dict[object, list[MergedRecord]] = defaultdict(list)
        self._by_value: dict[object, list[MergedRecord]] = defaultdict(list)

    def add(self, claimed: ClaimValues) -> None:
        """Add *claimed* to the record that it is about, or as a new record."""
        merged_record = self._find_namesake(claimed) or (None if claimed.names else self._alike(claimed))
        is_new = merged_record is None
        if merged_record is None:
            self.things.append(merged_record := MergedRecord())
        merged_record.claimed.append(claimed)
        for index, keys in ((self._by_mark, claimed.marks), (self._by_value, claimed.values)):
            for key in keys:
                if is_new or not any(thing is merged_record for thing in index[key][-_MOST_ALIKE:]):
                    index[key].append(merged_record)

    def _find_namesake(self, claimed: ClaimValues) -> MergedRecord | None:
        merged_record = next((thing for thing in _near(self._by_mark, claimed.marks) if thing.may_be_of(claimed)), None)
        if (
            merged_record is not None
            and claimed.is_particular
            and not any(map(claimed.shares, merged_record.claimed[-_MOST_COMPARED:]))
        ):
            merged_record.namesake = True
        return merged_record

    def _alike(self, claimed: ClaimValues) -> MergedRecord | None:
        return next((thing for thing in _near(self._by_value, claimed.values) if thing.agrees_with(claimed)), None)


def _near(index: Mapping[object, list[MergedRecord]], keys: Sequence[object]) -> Iterator[MergedRecord]:
    return (thing for key in keys for thing in index.get(key, ())[-_MOST_ALIKE:])
