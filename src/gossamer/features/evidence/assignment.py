"""Assigns the entries of a list to the records of a page, by the values that both have."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Final, TypeAlias

from gossamer.features.evidence.leaves import Leaf
from gossamer.features.evidence.page_index import Mention, PageIndex

_LONGEST_REGION: Final = 40
_NAME_WEIGHT: Final = 2.0
_SIZE_COST: Final = 0.06
_REGION_COST: Final = 0.15
_MOST_ENTRIES: Final = 1_500
_MOST_PLACES: Final = 12

Found: TypeAlias = Mapping[str, Sequence[Mention]]


@dataclass(frozen=True, slots=True)
class RepeatedEntry:
    """A repeated entry of a page: lines *first* to before *last*, or of a table a *row* or a *column*."""

    first: int
    last: int
    table: int = -1
    row: int = -1
    column: int = -1

    def has(self, line: int, page: PageIndex) -> bool:
        """Return whether a line belongs to it; what no visitor sees belongs to no record."""
        cell = page.lines[line].outlined.cell
        if self.table >= 0:
            return cell is not None and cell[0] == self.table and (cell[1] == self.row or cell[2] == self.column)
        return self.first <= line < self.last


def assign_records(entries: Mapping[str, Sequence[Leaf]], found: Found, page: PageIndex) -> dict[str, RepeatedEntry]:
    """Return the record of each entry of one list, by the entry's pointer; an entry without any is left out.

    *entries* are the values of each entry, *found* where each value is mentioned.
    """
    scores: list[tuple[float, int, str, RepeatedEntry]] = []
    claims = _Claims(entries, found, page)
    for order, (entry, leaves) in enumerate(list(entries.items())[:_MOST_ENTRIES]):
        for record, score in claims.scores(entry, leaves):
            scores.append((score, -order, entry, record))
    chosen: dict[str, RepeatedEntry] = {}
    taken: set[RepeatedEntry] = set()
    for _, _, entry, record in sorted(scores, key=lambda score: score[:2], reverse=True):
        if entry not in chosen and record not in taken:
            chosen[entry] = record
            taken.add(record)
    # Of several entries in one line each is there.
    for _, _, entry, record in sorted(scores, key=lambda score: score[:2], reverse=True):
        chosen.setdefault(entry, record)
    return chosen


class _Claims:
    def __init__(self, entries: Mapping[str, Sequence[Leaf]], found: Found, page: PageIndex) -> None:
        self._found = found
        self._page = page
        self._anchors = _anchors(entries, found, page)
        self._regions = _regions(self._anchors, page)
        named = {
            entry: {mention.line for mention in self._found[leaf.pointer]} for entry, leaf in _name_leaves(entries)
        }
        self._names = sorted((line, entry) for entry, lines in named.items() for line in list(lines)[:_MOST_PLACES])
        self._crowds: dict[RepeatedEntry, int] = {}

    def scores(self, entry: str, leaves: Sequence[Leaf]) -> Iterator[tuple[RepeatedEntry, float]]:
        """Yield each record that has a value of *entry*, with how much of the entry it has."""
        by_record: defaultdict[RepeatedEntry, float] = defaultdict(float)
        name = _name_of(leaves)
        for leaf in leaves:
            mentions = self._found[leaf.pointer]
            weight = (_NAME_WEIGHT if leaf is name else 1.0) / (1 + log(max(1, len(mentions))))
            records = {record for mention in mentions for record in self._around(mention.line)}
            if (region := self._regions.get(entry)) is not None and region not in records:
                records |= {region} if any(region.has(mention.line, self._page) for mention in mentions) else set()
            for record in records:
                by_record[record] += weight
        for record, score in by_record.items():
            size = record.last - record.first
            cost = _SIZE_COST * log(1 + size) + (_REGION_COST if record is self._regions.get(entry) else 0.0)
            yield record, score / self._crowd(record) - cost

    def _around(self, number: int) -> Iterator[RepeatedEntry]:
        line = self._page.lines[number]
        if number >= self._page.visible:
            return
        yield RepeatedEntry(number, number + 1)
        if line.outlined.cell is not None:
            table, row, column = line.outlined.cell
            yield RepeatedEntry(0, 0, table, row=row)
            yield RepeatedEntry(0, 0, table, row=-2, column=column)
        for _, block in self._page.near_blocks(number):
            if block.is_record:
                yield RepeatedEntry(block.first, block.last)

    def _crowd(self, record: RepeatedEntry) -> int:
        """Return the number of entries with their names in a record: one that holds several is a list."""
        if record not in self._crowds:
            if record.table >= 0:
                inside = {entry for line, entry in self._names if record.has(line, self._page)}
            else:
                start, end = (bisect_left(self._names, (at, "")) for at in (record.first, record.last))
                inside = {entry for _, entry in self._names[start:end]}
            self._crowds[record] = max(1, len(inside))
        return self._crowds[record]


def _name_leaves(entries: Mapping[str, Sequence[Leaf]]) -> Iterator[tuple[str, Leaf]]:
    return ((entry, leaf) for entry, leaves in entries.items() if (leaf := _name_of(leaves)) is not None)


def _name_of(leaves: Sequence[Leaf]) -> Leaf | None:
    """Return the value by which an entry is known: its name, else its first text."""
    texts = [leaf for leaf in leaves if isinstance(leaf.value, str)]
    return next((leaf for leaf in texts if leaf.field.is_name), texts[0] if texts else None)


def _anchors(entries: Mapping[str, Sequence[Leaf]], mentions_by_pointer: Found, page: PageIndex) -> dict[str, int]:
    """Return the line that names each entry: in the order of the entries where the page has them in this order."""
    anchors: dict[str, int] = {}
    last = -1
    for entry, leaf in _name_leaves(entries):
        lines = [mention.line for mention in mentions_by_pointer[leaf.pointer] if mention.line < page.visible]
        zoned = [line for line in lines if page.lines[line].zone == 0] or lines
        if zoned:
            anchors[entry] = next((line for line in zoned if line > last), zoned[0])
            last = max(last, anchors[entry])
    return anchors


def _regions(anchors: Mapping[str, int], page: PageIndex) -> dict[str, RepeatedEntry]:
    """Return the lines from each entry's name to the next one's."""
    ordered = sorted(anchors.items(), key=lambda anchor: anchor[1])
    ends = [*(after for (_, _), (_, after) in pairwise(ordered)), page.visible]
    return {
        entry: RepeatedEntry(line, min(end, line + _LONGEST_REGION))
        for (entry, line), end in zip(ordered, ends, strict=False)
        if end > line
    }


def slots(records: Iterable[tuple[Leaf, RepeatedEntry]], found: Found, page: PageIndex) -> dict[str, Counter[object]]:
    """Return counts of a record's slots (a column, a kind of element, a label) that have the values of each field."""
    counted: defaultdict[str, Counter[object]] = defaultdict(Counter)
    for leaf, record in records:
        inside = (mention for mention in found[leaf.pointer] if record.has(mention.line, page))
        counted[leaf.pattern].update({slot for mention in inside for slot in slots_of(mention, record, page)})
    return counted


def slots_of(mention: Mention, record: RepeatedEntry, page: PageIndex) -> Iterator[object]:
    """Yield the slots of a record that a mention stands in."""
    outlined = page.lines[mention.line].outlined
    label = next((claim.label for claim in outlined.claims if claim.start <= mention.start < claim.end), "")
    if outlined.cell is not None:
        yield "row" if record.row < 0 else "column", outlined.cell[1] if record.row < 0 else outlined.cell[2]
    elif label or "." in outlined.kind:
        yield "kind", outlined.kind, label
    else:
        word = page.word_at(mention.line, mention.start)
        before = page.words_of(mention.line)[max(0, word - 1) : word]
        yield "line", mention.line - record.first, tuple(before)
