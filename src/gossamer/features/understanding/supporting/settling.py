"""What values that are supported one by one say together: one text answers one field, an address is in one place.

Of an object the fields are held against each other, of a list the entries: a value that stands apart from all the
others was taken from something else.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from gossamer.features.understanding.supporting.asked import Asked, are_kin
from gossamer.features.understanding.supporting.belonging import LABELLED
from gossamer.features.understanding.supporting.looking import Seen
from gossamer.features.understanding.supporting.said import Said, words

_PARTS: Final = frozenset({"street", "city", "postalCode", "region"})
_CLOSE: Final = 3
_SURER: Final = 0.4
_SPOKEN: Final = 2.0
_SEVERAL: Final = 2
_MOST_PLACES: Final = 50


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value that was *seen*, the field it is of, and its JSON pointer *at*."""

    at: str
    asked: Asked
    value: Any
    seen: Seen

    @property
    def is_labelled(self) -> bool:
        """Return whether the page labels it."""
        return self.seen.weight >= LABELLED

    @property
    def is_in_title(self) -> bool:
        """Return whether it stands in the title of the page."""
        return self.seen.found.line.outlined.level == 1

    @property
    def text(self) -> str:
        """Return a text as it is compared, empty for anything else."""
        return " ".join(word.text for word in words(self.value)) if isinstance(self.value, str) else ""

    @property
    def spot(self) -> tuple[int, int]:
        """Return line and first character of where it was seen."""
        return self.seen.found.line.number, self.seen.found.start


def of_object(leaves: Sequence[Leaf], listed: Sequence[Leaf], outer: Sequence[Leaf], said: Said) -> set[str]:
    """Return the pointers of what is not said of its field.

    *leaves* are those of one object, *listed* the texts in its lists, *outer* the leaves of what it stands in.
    """
    fallen: set[str] = set()
    for one, other in combinations(leaves, 2):
        fallen |= _of_two(one, other)
    for leaf in leaves:
        for one in listed:
            if _is_the_same(leaf, one) and not (leaf.is_labelled and one.is_labelled):
                # What a thing is called is none of what it has.
                fallen.add(one.at if leaf.is_in_title or leaf.is_labelled else leaf.at)
        if not leaf.is_labelled and any(one.is_in_title and _is_the_same(leaf, one) for one in outer):
            fallen.add(leaf.at)
    return fallen | _apart([leaf for leaf in leaves if leaf.at not in fallen], said)


def of_table(rows: Sequence[Mapping[str, Leaf]]) -> set[str]:
    """Return the pointers of values in another column, or row, of a table than those of the other entries."""
    fallen: set[str] = set()
    for name in dict.fromkeys(name for row in rows for name in row):
        cells = [(row[name], cell) for row in rows if name in row and (cell := _cell(row[name])) is not None]
        if len(cells) < _SEVERAL:
            continue
        ways = [Counter((cell[0], cell[way]) for _, cell in cells).most_common(1)[0] for way in (2, 1)]
        (place, count), way = max(
            ((best, way) for best, way in zip(ways, (2, 1), strict=True)), key=lambda one: one[0][1]
        )
        is_most = count * 2 > len(cells)
        fallen |= {
            leaf.at for leaf, cell in cells if not leaf.is_labelled and not (is_most and (cell[0], cell[way]) == place)
        }
    return fallen


def of_list(leaves: Sequence[Leaf], said: Said) -> set[str]:
    """Return the pointers of texts apart from the other entries of their list, or pieces where those are whole."""
    groups = _groups(leaves, said)
    largest: AbstractSet[str] = max(groups, key=len, default=frozenset())
    fallen: set[str] = set()
    if len(largest) >= _SEVERAL:
        fallen |= {leaf.at for leaf in leaves if not leaf.is_labelled and any(one == {leaf.at} for one in groups)}
    whole = [leaf for leaf in leaves if _is_whole(leaf)]
    if len(whole) >= _SEVERAL and len(whole) + 1 >= len(leaves):
        fallen |= {leaf.at for leaf in leaves if leaf not in whole and not leaf.is_labelled}
    return fallen


def _of_two(one: Leaf, other: Leaf) -> set[str]:
    """Return which of two fields is not answered by what both have: the less sure one, or both."""
    same = one.spot == other.spot and (_is_the_same(one, other) if one.text else one.value == other.value)
    if one.text and not same:
        same = _is_the_same(one, other) and min(one.seen.weight, other.seen.weight) < _SPOKEN
    if not same or isinstance(one.value, bool) or isinstance(other.value, bool) or are_kin(one.asked, other.asked):
        return set()
    if one.is_labelled and other.is_labelled:
        return set()
    surer = one.seen.weight - other.seen.weight
    if abs(surer) < _SURER:
        return {leaf.at for leaf in (one, other) if not leaf.is_labelled}
    return {other.at if surer > 0 else one.at}


def _is_the_same(one: Leaf, other: Leaf) -> bool:
    return one.text != "" and one.text == other.text and not are_kin(one.asked, other.asked)


def _apart(leaves: Iterable[Leaf], said: Said) -> set[str]:
    """Return the parts of an address that stand nowhere near another part of it."""
    parts = [one for one in leaves if one.asked.concept is not None and one.asked.concept.name in _PARTS and one.text]
    if len(parts) < _SEVERAL:
        return set()
    lines = {part.at: _lines(part, said) for part in parts}
    return {
        part.at
        for part in parts
        if not part.is_labelled
        and not any(_are_close(lines[part.at], lines[other.at]) for other in parts if other.text != part.text)
    }


def _lines(leaf: Leaf, said: Said) -> set[int]:
    """Return the numbers of the lines that say a text."""
    told = {found.line.number for _, found in zip(range(_MOST_PLACES), said.phrase(leaf.text.split()), strict=False)}
    return told | {leaf.seen.found.line.number}


def _are_close(one: set[int], other: set[int]) -> bool:
    return any(abs(a - b) <= _CLOSE for a in one for b in other)


def _groups(leaves: Sequence[Leaf], said: Said) -> list[set[str]]:
    """Return which of them stand close to one another under one heading, each group once."""
    lines = {leaf.at: _lines(leaf, said) for leaf in leaves}
    groups: list[set[str]] = []
    for leaf in leaves:
        numbers = lines[leaf.at]
        near = [one for one in groups if any(_are_together(numbers, lines[other], said) for other in one)]
        groups = [one for one in groups if one not in near] + [{leaf.at}.union(*near)]
    return groups


def _are_together(one: set[int], other: set[int], said: Said) -> bool:
    return any(
        abs(a - b) <= _CLOSE and _share_headings(said.lines[a].outlined.headings, said.lines[b].outlined.headings)
        for a in one
        for b in other
    )


def _share_headings(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether they are the same, or parts of one section of the page: "For the dough", "For the filling"."""
    return one == other or (len(one) == len(other) > _SEVERAL and one[:-1] == other[:-1])


def _cell(leaf: Leaf) -> tuple[int, int, int] | None:
    return leaf.seen.found.line.outlined.cell


def _is_whole(leaf: Leaf) -> bool:
    found = leaf.seen.found
    return found.end - found.start >= len(found.line.text) - 1
