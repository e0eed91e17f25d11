"""Records that are no table: items of lists, cards, rows of boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from gossamer.content.page_model.cells import Cells
from gossamer.content.page_model.groups import LISTS, LOOKS, BoxGroup, Groups, is_link_alone
from gossamer.content.page_model.headings import heading_of, label_of, marks_of
from gossamer.content.page_model.joining import Section, Sections, joined, under
from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.model import RecordList
from gossamer.content.text.names import singular

_HOLDERS: Final = LISTS | {"table"}
_BESIDE: Final = frozenset({"aside", "nav", "footer"})
_SIDES: Final = frozenset({"sidebar", "footer"})
_MOST_CELLS: Final = 16
_MOST_LISTS: Final = 150
_MOST_RECORDS: Final = 1_500


@dataclass(frozen=True, slots=True)
class _Read:
    """A list with the group it was read from."""

    group: BoxGroup
    records: RecordList


class Repeated:
    """Finds the repeating records of a page.

    *taken* has a mark for each piece of text that a table holds, *of_others* for those that speak of other things.
    """

    def __init__(self, layout: Layout, cells: Cells, taken: bytearray, of_others: bytearray) -> None:
        self._layout = layout
        self._cells = cells
        self._taken = taken
        self._of_others = of_others
        self._groups = Groups(layout, taken)
        self._read: list[_Read] = []

    def find(self) -> Iterator[tuple[int, RecordList]]:
        """Yield the lists with the piece of text that each begins with, up to a limit of lists and records."""
        budget = _MOST_RECORDS
        number = 0
        for group in self._groups.find():
            parts = sorted((group, *group.more), key=lambda part: part.parent.order)
            members = [(box, part) for part in parts for box in part.members][:budget]
            if not members or number >= _MOST_LISTS:
                break
            # Lists side by side are no records: what is in them is.
            if group.kind[0] in _HOLDERS or (not group.rich and not self._is_read(group)):
                continue
            budget -= len(members)
            for some in self._apart(members):
                number += 1
                records = self._list(some, group, number)
                if records.records and not _is_frame(records):
                    self._read.append(_Read(group, records))
                    yield some[0][0].start, records

    def _apart(self, members: Sequence[tuple[LayoutBox, BoxGroup]]) -> Iterator[list[tuple[LayoutBox, BoxGroup]]]:
        """Yield those of *members* that are the page's own, and those that stand under a heading of others."""
        theirs = [member for member in members if self._of_others[member[0].start]]
        own_members = [member for member in members if not self._of_others[member[0].start]]
        yield from filter(None, (own_members, theirs))

    def joined(self) -> Iterator[RecordList]:
        """Yield the lists of which those that were found are sections, each once."""
        sections = Sections(self._layout, self._groups, self._of_others)
        places: set[str] = set()
        budget = _MOST_RECORDS
        for read in self._read:
            if read.records.place in places or read.records.is_aside:
                continue
            parts = [part for part in sections.of(read.group) if not self._is_aside(part.parent)]
            budget -= sum(len(part.members) for part in parts)
            if budget < 0:
                return
            joined_list = joined(
                read.records, [self._part(part, at) for at, part in enumerate(parts, 1)], "lists in sections"
            )
            if joined_list is not None:
                held = self._find_held_lists(parts)
                places |= {records.place for records in held}
                yield replace(
                    joined_list,
                    heading=parts[0].heading.above,
                    sections=tuple(records.place for records in held),
                    holders=tuple(records.place for records in self._holders(parts)),
                )

    def _find_held_lists(self, parts: Sequence[Section]) -> list[RecordList]:
        places = frozenset(part.parent.order for part in parts)
        return [read.records for read in self._read if read.group.parent.order in places]

    def _holders(self, parts: Sequence[Section]) -> list[RecordList]:
        """Return the lists most of whose entries hold one of *parts* each."""
        places = [part.parent.order for part in parts]
        return [
            read.records
            for read in self._read
            if 2 * sum(any(box.order <= place < box.end for place in places) for box in read.group.members)
            > len(read.group.members)
        ]

    def _part(self, section: Section, number: int) -> RecordList:
        place = f"section {number}"
        records = (
            self._cells.record(box, f"{place}, item {at}", heading)
            for at, (box, heading) in enumerate(under(self._layout, section), 1)
        )
        records_shown = tuple(record for record in records if record.text or record.image)
        return RecordList(place, section.heading.text, records_shown, self._names(section.members, section.parent))

    def _is_read(self, group: BoxGroup) -> bool:
        """Return whether a plain list is more than a menu: links alone lead elsewhere."""
        texts = [box for box in group.members if not is_link_alone(self._layout, box)]
        return len(texts) * 2 >= len(group.members)

    def _list(self, members: Sequence[tuple[LayoutBox, BoxGroup]], group: BoxGroup, number: int) -> RecordList:
        heading = heading_of(self._layout, group.parent, members[0][0])
        place = f"list {number}"
        # A list put together from several parts of the page stands under several headings.
        parts = {part.parent.order: part for _, part in members}
        headings = {
            box.order: item_heading
            for part in parts.values()
            for box, item_heading in under(self._layout, self._alone(part))
        }
        records = (
            self._cells.record(box, f"{place}, item {at}", headings[box.order])
            for at, (box, _) in enumerate(members, 1)
        )
        return RecordList(
            place,
            heading.text,
            tuple(record for record in records if record.text or record.image),
            self._names([box for box, _ in members[:LOOKS]], group.parent),
            self._is_aside(group.parent),
            is_headed=heading.leads,
            label=label_of(self._layout, group.parent),
            marks=marks_of(self._layout, group.parent),
        )

    def _alone(self, part: BoxGroup) -> Section:
        return Section(part.parent, part.members, heading_of(self._layout, part.parent, part.members[0]))

    def _names(self, members: Sequence[LayoutBox], parent: LayoutBox) -> frozenset[str]:
        """Return the words by which the author calls *members*, what holds them, and what holds that."""
        named = (*members[:LOOKS], parent, *([parent.parent] if parent.parent is not None else []))
        return frozenset(singular(name) for box in named for name in self._layout.names(box))

    def _is_aside(self, box: LayoutBox) -> bool:
        """Return whether *box* stands in a part of the page beside its content, as its author calls it."""
        most = self._layout.size(self._layout.boxes[0]) / 2
        parts = takewhile(lambda ancestor: self._layout.size(ancestor) < most, box.upward())
        return any(part.tag in _BESIDE or not _SIDES.isdisjoint(self._layout.names(part)) for part in parts)


def _is_frame(records: RecordList) -> bool:
    """Return whether so much is said in each that these are parts of a page."""
    looked = records.records[:LOOKS]
    frames = sum(
        len(record.cells) > _MOST_CELLS or ("title 3" in record.cells and "price 2" in record.cells)
        for record in looked
    )
    return frames * 3 > len(looked)
