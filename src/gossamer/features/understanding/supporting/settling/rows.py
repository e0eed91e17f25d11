# ruff: noqa: RUF001 - signs that pages use
"""The entries of a list of objects held against each other: a field stands in one column, in one part of each card."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from gossamer.features.understanding.supporting.asked import are_kin
from gossamer.features.understanding.supporting.settling.leaf import Leaf
from gossamer.features.understanding.supporting.settling.places import made_otherwise

Row = Mapping[str, Leaf]
_Slot = tuple[int, int, int, tuple[str, ...]]
_SEVERAL: Final = 2
_AROUND: Final = frozenset({"header", "footer", "nav"})
PARTS: Final = re.compile(r"[,;|·•/(]|\s[–—-]\s|:\s")
_MOST_OF_LINE: Final = 160


def of_rows(rows: Sequence[Row], names: Sequence[str | None]) -> set[str]:
    """Return the pointers of values that stand where the other entries have something else.

    *rows* are the values that were seen of each entry, by field; *names* are the fields that tell the entries apart.
    """
    return {
        *_of_table(rows),
        *_of_cards(rows),
        *_of_sections(rows, names),
        *_made_otherwise(rows),
        *_away_from_names(rows, names),
    }


def _away_from_names(rows: Sequence[Row], names: Sequence[str | None]) -> Iterator[str]:
    """Yield the pointers of values in another line, or row of a table, than the name, where most are in the same."""
    named = [(row, row[name]) for row, name in zip(rows, names, strict=True) if name is not None and name in row]
    made = Counter(name.made for _, name in named)
    # What is told as a whole in another place may be told in another way.
    told = [(row, name) for row, name in named if 2 * made[name.made] > len(named)]
    for field in dict.fromkeys(key for row, _ in told for key in row):
        ways = [
            (leaf, _way(leaf, name))
            for row, name in told
            if (leaf := row.get(field)) not in (None, name) and not leaf.is_read and not name.is_read
        ]
        way, count = Counter(way for _, way in ways).most_common(1)[0] if ways else ("", 0)
        if way and count >= _SEVERAL and 2 * count > len(ways):
            yield from (leaf.at for leaf, other in ways if not other)


def _way(leaf: Leaf, name: Leaf) -> str:
    """Return how a value and the name of its entry stand together: in one line, row or column; empty for in none."""
    one, other = cell_of(leaf), cell_of(name)
    if leaf.seen.found.line.number == name.seen.found.line.number:
        return "line"
    if one is None or other is None or one[0] != other[0]:
        return ""
    return "row" if one[1] == other[1] else "column" if one[2] == other[2] else ""


def _of_table(rows: Sequence[Row]) -> set[str]:
    """Return the pointers of values in another column, or row, of a table than those of the other entries."""
    fallen: set[str] = set()
    for name in dict.fromkeys(name for row in rows for name in row):
        cells = [(row[name], cell) for row in rows if name in row and (cell := cell_of(row[name])) is not None]
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


def _of_cards(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the pointers of values that stand in their card where cards made like it have another field."""
    by_shape: dict[int, list[dict[str, tuple[Leaf, _Slot]]]] = {}
    for row in rows:
        slots = {name: (leaf, slot) for name, leaf in row.items() if (slot := slot_of(leaf)) is not None}
        shape = next((leaf.card[1] for leaf, _ in slots.values() if leaf.card is not None), 0)
        by_shape.setdefault(shape, []).append(slots)
    for alike in by_shape.values():
        if len(alike) > _SEVERAL:
            yield from _misplaced(alike)


def _misplaced(rows: Sequence[Mapping[str, tuple[Leaf, _Slot]]]) -> Iterator[str]:
    own: dict[str, _Slot] = {}
    asked = {name: leaf.asked for row in rows for name, (leaf, _) in row.items()}
    for name in dict.fromkeys(name for row in rows for name in row):
        told = Counter(row[name][1] for row in rows if name in row)
        slot, count = told.most_common(1)[0]
        if count >= _SEVERAL and count * 2 > told.total():
            own[name] = slot
    for row in rows:
        for name, (leaf, slot) in row.items():
            if name not in own or slot == own[name] or leaf.is_labelled:
                continue
            is_part = slot[:1] == own[name][:1] and slot[2:] == own[name][2:] and slot[2] > 1
            if is_part or any(
                other != name and owned == slot and not are_kin(leaf.asked, asked[other])
                for other, owned in own.items()
            ):
                yield leaf.at


def _of_sections(rows: Sequence[Row], names: Sequence[str | None]) -> Iterator[str]:
    """Yield the pointers of names that are headings over other entries: "Starters" is no dish."""
    named = [row[name] for row, name in zip(rows, names, strict=True) if name is not None and name in row]
    above = Counter(heading for leaf in named for heading in set(leaf.seen.found.line.outlined.headings))
    for leaf in named:
        line = leaf.seen.found.line
        if line.outlined.level and line.text in above:
            yield leaf.at


def _made_otherwise(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the pointers of values that stand in another kind of element than most of the other entries'."""
    names = dict.fromkeys(name for row in rows for name in row)
    fallen = {at for name in names for at in made_otherwise([row[name] for row in rows if name in row])}
    for row in rows:
        lost = [leaf.at for leaf in row.values() if leaf.at in fallen]
        # What is told as a whole in another place is no worse for it: the newest one, in a box of its own.
        if 2 * len(lost) <= len(row):
            yield from lost


def slot_of(leaf: Leaf) -> _Slot | None:
    """Return where in its card a value stands: line, part of the line, how many parts that has, its element."""
    found = leaf.seen.found
    if (
        leaf.card is None
        or leaf.is_read
        or found.line.outlined.cell is not None
        or len(found.line.text) > _MOST_OF_LINE
    ):
        return None
    ends = [one.start() for one in PARTS.finditer(found.line.text)]
    return found.line.number - leaf.card[0], sum(end < found.start for end in ends), len(ends), leaf.made


def cell_of(leaf: Leaf) -> tuple[int, int, int] | None:
    """Return table, row and column of the cell in which a value stands."""
    return leaf.seen.found.line.outlined.cell


def named_elsewhere(names: Mapping[str, Leaf], bare: AbstractSet[str]) -> set[str]:
    """Return those of the *bare* entries, by pointer, that are called as nothing is in the places where others stand.

    *names* are the leaves of all names. Nothing but a name is left of a bare entry, and pages name other things, too:
    in their head, under other headings, in elements that are made otherwise.
    """
    others = [leaf for at, leaf in names.items() if at not in bare and not leaf.is_read]
    if len(others) < _SEVERAL:
        return set()
    made = {leaf.made for leaf in others}
    around = {at for at, leaf in names.items() if leaf.seen.found.line.outlined.part in _AROUND and not leaf.is_read}
    if len(around) * 2 < len(names):
        bare = bare | around
    headings = {leaf.seen.found.line.outlined.headings for leaf in others}
    parts = {leaf.seen.found.line.outlined.part for leaf in others}
    lines = {at: names[at].seen.found.line.outlined for at in bare if at in names and not names[at].is_read}
    return {
        at
        for at, line in lines.items()
        if names[at].made not in made
        or line.part not in parts
        or (len(headings) == 1 and line.headings not in headings)
    }
