"""The fields of an object held against each other: one text answers one field, an address is in one place."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from gossamer.features.understanding.supporting.asked import are_kin
from gossamer.features.understanding.supporting.belonging import SPOKEN
from gossamer.features.understanding.supporting.said import Said
from gossamer.features.understanding.supporting.settling.leaf import Leaf
from gossamer.features.understanding.supporting.settling.places import are_close, lines_of

_PARTS: Final = frozenset({"street", "city", "postalCode", "region"})
_SURER: Final = 0.4
_SEVERAL: Final = 2


def of_object(leaves: Sequence[Leaf], listed: Sequence[Leaf], outer: Sequence[Leaf], said: Said) -> set[str]:
    """Return the pointers of what is not said of its field.

    *leaves* are those of one object, *listed* the texts in its lists, *outer* the leaves of what it stands in.
    """
    fallen: set[str] = set()
    for one, other in combinations(leaves, 2):
        fallen |= _of_two(one, other)
    for leaf in leaves:
        for one in listed:
            if leaf.is_the_same(one) and not (leaf.is_labelled and one.is_labelled):
                # What a thing is called is none of what it has.
                fallen.add(one.at if leaf.is_in_title or leaf.is_labelled else leaf.at)
        if not leaf.is_labelled and any(one.is_in_title and leaf.is_the_same(one) for one in outer):
            fallen.add(leaf.at)
    return fallen | _apart([leaf for leaf in leaves if leaf.at not in fallen], said)


def of_levels(leaves: Sequence[Leaf], listed: Sequence[Leaf], entries: Sequence[Leaf]) -> set[str]:
    """Return the pointers of texts that one place of the page says, and a field of another level is given, too.

    *leaves* are those of an object, *listed* the texts in its lists, *entries* the leaves of the objects in its lists.
    """
    below, beside = _by_spot(entries), _by_spot(leaves)
    fallen = {one.at for one in listed if not one.is_labelled and _is_there(one, below)}
    # Of somebody named in an entry a field of the page may tell, too: whom to ask.
    free = [one for one in entries if not (one.is_labelled or one.asked.is_name)]
    return fallen | {one.at for one in free if _is_there(one, beside)}


def _by_spot(leaves: Iterable[Leaf]) -> Mapping[tuple[int, int], Sequence[Leaf]]:
    told: dict[tuple[int, int], list[Leaf]] = defaultdict(list)
    for leaf in leaves:
        told[leaf.spot].append(leaf)
    return told


def _is_there(one: Leaf, told: Mapping[tuple[int, int], Sequence[Leaf]]) -> bool:
    """Return whether another leaf is the same text at the same place."""
    return any(one.is_the_same(leaf) for leaf in told.get(one.spot, ()))


def _of_two(one: Leaf, other: Leaf) -> set[str]:
    """Return which of two fields is not answered by what both have: the less sure one, or both."""
    same = one.spot == other.spot and (one.is_the_same(other) if one.text else one.value == other.value)
    if one.text and not same:
        same = one.is_the_same(other) and min(one.seen.weight, other.seen.weight) < SPOKEN
    if not same or isinstance(one.value, bool) or isinstance(other.value, bool) or are_kin(one.asked, other.asked):
        return set()
    if one.is_labelled and other.is_labelled:
        return set()
    surer = one.seen.weight - other.seen.weight
    if abs(surer) < _SURER:
        return {leaf.at for leaf in (one, other) if not leaf.is_labelled}
    return {other.at if surer > 0 else one.at}


def _apart(leaves: Iterable[Leaf], said: Said) -> set[str]:
    """Return the parts of an address that stand nowhere near another part of it."""
    parts = [one for one in leaves if one.asked.concept is not None and one.asked.concept.name in _PARTS and one.text]
    if len(parts) < _SEVERAL:
        return set()
    lines = {part.at: lines_of(part, said) for part in parts}
    return {
        part.at
        for part in parts
        if not part.is_labelled
        and not any(are_close(lines[part.at], lines[other.at]) for other in parts if other.text != part.text)
    }
