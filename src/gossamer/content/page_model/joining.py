"""Lists that a page gives in sections: made the same way, in places alike, each under a heading of its own.

The dishes of a menu under its courses, staff under cities, one table of the same columns for each year: who asks for
the dishes asks for all of them. What stands beside the content, under another kind of heading, says other things or
leads elsewhere is about something else, and no section of the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from gossamer.content.page_model.groups import LISTS, BoxGroup, Groups, classes_of, is_link_alone
from gossamer.content.page_model.headings import HEADINGS, MOST_HEADING, Heading, heading_of
from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.model import Record, RecordList

_FEWEST: Final = 2
_HIGHEST: Final = 4
# Of the elements that stand where a section of the list may.
_MOST_PLACES: Final = 200
_MOST_SECTIONS: Final = 60
_MOST_TRIED: Final = 60
# Fields that tell the subject of an entry: lists that differ in these are of different things.
_TELLING: Final = frozenset({"title", "price", "date", "role", "author", "question"})
_ALIKE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a list: its *members* in *parent*, under *heading*."""

    parent: LayoutBox
    members: list[LayoutBox]
    heading: Heading


class Sections:
    """Finds the sections of lists; *of_others* marks the pieces of text that speak of other things than the page."""

    def __init__(self, layout: Layout, groups: Groups, of_others: bytearray) -> None:
        self._layout = layout
        self._groups = groups
        self._of_others = of_others
        self._tried = 0

    def of(self, group: BoxGroup) -> list[Section]:
        """Return the sections of the list that *group* is one of, itself among them; none when it is all of it."""
        own_heading = heading_of(self._layout, group.parent, group.members[0])
        if not own_heading.is_own or self._of_others[group.members[0].start] or self._tried >= _MOST_TRIED:
            return []
        self._tried += 1
        sections: list[Section] = []
        around, chain = group.parent.parent, [group.parent.tag]
        for _ in range(_HIGHEST):
            if around is None or around.around:
                break
            # The widest place that adds sections: two columns of a menu hold courses each.
            wider = self._in(around, chain, group, own_heading)
            sections = wider if len(wider) > len(sections) else sections
            chain.insert(0, around.tag)
            around = around.parent
        return sections if len({section.heading.text for section in sections}) >= _FEWEST else []

    def _in(self, around: LayoutBox, chain: Sequence[str], group: BoxGroup, own_heading: Heading) -> list[Section]:
        """Return the sections built like *group* to which the tags of *chain* lead from *around*."""
        places = [around]
        for tag in chain:
            places = list(islice((child for box in places for child in box.boxes if child.tag == tag), _MOST_PLACES))
        sections = (self._section(place, group, own_heading) for place in places)
        return [section for section in sections if section is not None][:_MOST_SECTIONS]

    def _section(self, place: LayoutBox, group: BoxGroup, own_heading: Heading) -> Section | None:
        members = group.members if place is group.parent else self._groups.alike(place, group)
        if not members or place.around or self._of_others[members[0].start]:
            return None
        if place.tag in LISTS and classes_of(place) != classes_of(group.parent):
            return None
        heading = heading_of(self._layout, place, members[0])
        same_kind = (
            heading.is_own
            and heading.tag == own_heading.tag
            and self._leads_on(members) == self._leads_on(group.members)
        )
        return Section(place, members, heading) if same_kind else None

    def _leads_on(self, members: Sequence[LayoutBox]) -> bool:
        """Return whether most of *members* are linked to what they are about."""
        linked = sum(
            is_link_alone(self._layout, box) or any(_is_linked_title(child) for child in box.boxes[:4])
            for box in members
        )
        return linked * 2 > len(members)


def under(layout: Layout, section: Section) -> Iterator[tuple[LayoutBox, str]]:
    """Yield the members of *section* with the heading that each stands under: the last one beside it, else its own."""
    heading = section.heading.text
    members = {box.order for box in section.members}
    for child in section.parent.boxes:
        if child.tag in HEADINGS and (text := layout.short(child, MOST_HEADING)):
            heading = text
        if child.order in members:
            yield child, heading


def joined(first: RecordList, parts: Sequence[RecordList], place: str) -> RecordList | None:
    """Return those of *parts* that say what *first*, one of them, says, as one list; None when it is the only one."""
    usual = _usual(first.records)
    alike = [part for part in parts if part.records and _says_alike(_usual(part.records), usual)]
    if len(alike) < _FEWEST or not usual & _TELLING:
        return None
    names = frozenset().union(*(record_list.names for record_list in alike))
    records = tuple(record for record_list in alike for record in record_list.records)
    return replace(
        first, place=place, records=records, names=names, sections=tuple(record_list.place for record_list in alike)
    )


def join_tables(lists: Sequence[tuple[int, RecordList]], of_others: bytearray) -> Iterator[RecordList]:
    """Yield the joined tables of those with the same columns, each with the piece of text that it begins with."""
    alike: dict[tuple[str, tuple[str, ...]], list[RecordList]] = {}
    for at, table in lists:
        columns = tuple(dict.fromkeys(name for record in table.records for name in record.cells))
        if columns and not of_others[at] and not _is_crossed(table):
            alike.setdefault((table.place.partition(" ")[0], columns), []).append(table)
    for (kind, columns), parts in alike.items():
        if len(parts) >= _FEWEST and (_are_named(kind, columns) or _are_headed(parts)):
            records = tuple(record for part in parts for record in part.records)
            places = tuple(part.place for part in parts)
            yield replace(parts[0], place=f"{kind}s in sections", heading="", records=records, sections=places)


def _are_named(kind: str, columns: Sequence[str]) -> bool:
    return kind == "table" and not all(name.startswith("column ") for name in columns)


def _are_headed(parts: Sequence[RecordList]) -> bool:
    """Return whether each of *parts* has a heading of its own."""
    return len({part.heading for part in parts if part.heading}) == len(parts)


def _is_crossed(records: RecordList) -> bool:
    """Return whether *records* is a table read by its columns: what heads its rows differs from one to the next."""
    return records.place.endswith(", columns")


def _usual(records: Sequence[Record]) -> frozenset[str]:
    """Return the cells that more than half of *records* have, without numbers: "text 2" is a text."""
    counts = Counter(
        name for record in records for name in {name.rstrip(" 0123456789") or name for name in record.cells}
    )
    return frozenset(name for name, count in counts.items() if count * 2 > len(records))


def _says_alike(labels: frozenset[str], other: frozenset[str]) -> bool:
    return labels & _TELLING == other & _TELLING and len(labels & other) >= _ALIKE * len(labels | other)


def _is_linked_title(box: LayoutBox) -> bool:
    """Return whether *box* is a heading in a link, or a link in a heading."""
    if box.tag == "a":
        return any(child.tag in HEADINGS for child in box.boxes)
    return box.tag in HEADINGS and any(child.tag == "a" for child in box.boxes)
