"""Records that are no table: items of lists, cards, rows of boxes; paragraphs and lines under a heading.

Children of one element are alike when they share a tag and the classes that most of them have, so "card", "card
featured" and "card card--2" are one kind. Where such boxes only hold others that repeat (rows of cards) the inner ones
are the records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from gossamer.content.extraction.naming import singular
from gossamer.content.extraction.visible.cells import Cells
from gossamer.content.extraction.visible.layout import Box, Layout
from gossamer.content.extraction.visible.model import Fact, Record, RecordList

_LISTS: Final = frozenset({"ul", "ol", "menu"})
_HOLDERS: Final = _LISTS | {"table"}
_NEVER: Final = frozenset(
    {"p", "h1", "h2", "h3", "h4", "h5", "h6", "br", "hr", "dt", "dd", "td", "th", "tbody", "thead", "tfoot", "caption",
     "label", "input", "img", "source", "rt", "legend", "figcaption", "col", "colgroup", "option", "b", "strong", "em",
     "i", "code", "sup", "sub", "body", "main", "meta", "link"}
)  # fmt: skip
# Elements that are items wherever they repeat.
_ITEMS: Final = frozenset({"li", "article", "tr"})
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "summary"})
_HEADING_NAMES: Final = frozenset({"title", "heading", "header", "headline", "caption", "label", "subtitle"})
_BESIDE: Final = frozenset({"aside", "nav", "footer"})
_SIDES: Final = frozenset({"sidebar", "footer"})
_LEAST: Final = 3
_LEAST_OF_LIST: Final = 2
_RICH: Final = 2
_LOOKS: Final = 8
_LOOKS_INSIDE: Final = 40
_HOLDS: Final = 0.9
_DEEPEST_WRAPPER: Final = 4
_MOST_HEADING: Final = 100
# A record is a card, not a part of the page.
_MOST_OF_RECORD: Final = 6_000
_MOST_BOXES: Final = 200
_MOST_CELLS: Final = 16
_MOST_LISTS: Final = 150
_MOST_RECORDS: Final = 1_500
_MOST_LINE: Final = 300
_MOST_LINES: Final = 60

_Kind: TypeAlias = tuple[str, frozenset[str]]


@dataclass(slots=True)
class _Group:
    """Boxes alike with the same parent; *more* are groups of the same kind whose wrappers stand beside its parent."""

    parent: Box
    kind: _Kind
    members: list[Box]
    dropped: bool = False
    rich: bool = False
    more: list[_Group] = field(default_factory=list)


class Repeated:
    """Finds the repeating records of a page; *taken* has a mark for each piece of text that a table holds."""

    def __init__(self, layout: Layout, cells: Cells, taken: bytearray) -> None:
        self._layout = layout
        self._cells = cells
        self._taken = taken

    def find(self) -> Iterator[tuple[int, RecordList]]:
        """Yield the lists with the piece of text that each begins with, up to a limit of lists and records."""
        groups = self._groups()
        self._merge(groups)
        budget = _MOST_RECORDS
        number = 0
        for group in sorted((g for g in groups.values() if not g.dropped), key=lambda group: group.parent.order):
            parts = sorted((group, *group.more), key=lambda part: part.parent.order)
            members = [(box, part) for part in parts for box in part.members][:budget]
            if not members or number >= _MOST_LISTS:
                break
            # Lists side by side are no records: what is in them is.
            if group.kind[0] in _HOLDERS or (not group.rich and not self._is_read(group)):
                continue
            number += 1
            budget -= len(members)
            found = self._list(members, group, number)
            if found.records and not _is_frame(found):
                yield members[0][0].start, found
        yield from self._written_out(number)

    def _is_read(self, group: _Group) -> bool:
        """Return whether a plain list is more than a menu: links alone lead elsewhere."""
        texts = [box for box in group.members if not _is_link_alone(box)]
        return len(texts) * 2 >= len(group.members)

    def _list(self, members: Sequence[tuple[Box, _Group]], group: _Group, number: int) -> RecordList:
        heading = self._heading(group.parent, members[0][0])
        place = f"list {number}"
        # What is put together from several parts of the page stands under several headings.
        parts = {part.parent.order: part for _, part in members}
        headings = {order: one for part in parts.values() for order, one in self._headings(part)}
        records = (
            self._cells.record(box, f"{place}, item {at}", headings[box.order])
            for at, (box, _) in enumerate(members, 1)
        )
        named = (
            *(box for box, _ in members[:_LOOKS]),
            group.parent,
            *([group.parent.parent] if group.parent.parent is not None else []),
        )
        names = frozenset(singular(name) for box in named for name in self._layout.names(box))
        return RecordList(
            place,
            heading,
            tuple(record for record in records if record.text or record.image),
            names,
            self._is_aside(group.parent),
        )

    def _headings(self, part: _Group) -> Iterator[tuple[int, str]]:
        """Yield under which heading each of the members of *part* stands: the last one beside it, else that of all."""
        heading = self._heading(part.parent, part.members[0])
        members = {box.order for box in part.members}
        for child in part.parent.boxes:
            if child.tag in _HEADINGS and (text := self._layout.short(child, _MOST_HEADING)):
                heading = text
            if child.order in members:
                yield child.order, heading

    def _is_aside(self, box: Box | None) -> bool:
        """Return whether *box* stands in a part of the page beside its content, as its author calls it."""
        most = self._layout.size(self._layout.boxes[0]) / 2
        while box is not None and self._layout.size(box) < most:
            if box.tag in _BESIDE or not _SIDES.isdisjoint(self._layout.names(box)):
                return True
            box = box.parent
        return False

    def _groups(self) -> dict[int, _Group]:
        """Return the groups by the order of their parent."""
        groups: dict[int, _Group] = {}
        for box in self._layout.boxes:
            if len(box.boxes) < _LEAST_OF_LIST or box.around or (box.start < box.stop and self._taken[box.start]):
                continue
            group = self._group(box)
            if group is not None:
                groups[box.order] = group
        return groups

    def _group(self, parent: Box) -> _Group | None:
        children = [box for box in parent.boxes if box.start < box.stop and box.tag not in _NEVER]
        if parent.tag in _LISTS:
            members = [box for box in children if box.tag == "li" and self._layout.size(box)]
            if len(members) < _LEAST_OF_LIST:
                return None
            return _Group(parent, ("li", frozenset()), members, rich=self._is_rich(members))
        if len(children) < _LEAST_OF_LIST:
            return None
        kind, members = _most_alike(children)
        rich = self._is_rich(members)
        named = bool(kind[1]) or kind[0] in _ITEMS
        enough = len(members) >= (_LEAST_OF_LIST if rich and named else _LEAST)
        says = rich or any(box.block for box in members[:_LOOKS])
        return _Group(parent, kind, members, rich=rich) if enough and says and not self._is_frame(members) else None

    def _is_frame(self, members: Sequence[Box]) -> bool:
        """Return whether *members* are the parts that a page is laid out in: too large for records."""
        large = sum(self._layout.size(box) > _MOST_OF_RECORD or box.end - box.order > _MOST_BOXES for box in members)
        return large * 3 > len(members)

    def _is_rich(self, members: Sequence[Box]) -> bool:
        """Return whether most of *members* say several things."""
        looked = members[:_LOOKS]
        rich = sum(box.end > box.order + 1 and self._says_several(box) for box in looked)
        return rich * 2 > len(looked)

    def _says_several(self, box: Box) -> bool:
        """Return whether *box* holds several innermost elements with text, or a picture beside one."""
        inner = (self._layout.boxes[at] for at in range(box.order + 1, min(box.end, box.order + _LOOKS_INSIDE)))
        said = sum(1 for one in inner if one.tag == "img" or (not one.boxes and self._layout.size(one)))
        return said >= _RICH

    def _merge(self, groups: dict[int, _Group]) -> None:
        """Drop the groups that only wrap others, and put what they wrap together."""
        for group in groups.values():
            wrapped = [inner for inner in (self._wrapped(box, groups) for box in group.members) if inner]
            rich = [inner for inner in wrapped if inner.rich]
            if len(rich) * 2 <= len(group.members):
                continue
            first = rich[0]
            alike = [inner for inner in rich[1:] if inner.kind == first.kind and not inner.dropped]
            if not first.dropped:
                group.dropped = True
                first.more += [*alike, *self._lone(group, first)]
                for inner in alike:
                    inner.dropped = True

    def _lone(self, group: _Group, first: _Group) -> Iterator[_Group]:
        """Yield the lists of *group* with one entry alone: no list by themselves, they are beside others made alike."""
        for box in group.members if first.parent.tag in _LISTS else ():
            entries = [one for one in box.boxes if one.tag == "li" and self._layout.size(one)]
            if box.tag in _LISTS and len(entries) == 1 and self._is_rich(entries):
                yield _Group(box, first.kind, entries, rich=True)

    def _wrapped(self, box: Box, groups: dict[int, _Group]) -> _Group | None:
        """Return the group that is all that *box* holds."""
        size = self._layout.size(box)
        for _ in range(_DEEPEST_WRAPPER):
            group = groups.get(box.order)
            if group is not None:
                held = sum(map(self._layout.size, group.members))
                return group if held >= _HOLDS * size else None
            inner = max(box.boxes, key=self._layout.size, default=None)
            if inner is None or self._layout.size(inner) < _HOLDS * size:
                return None
            box = inner
        return None

    def _heading(self, parent: Box, first: Box) -> str:
        """Return what stands above a list: a heading or a short text named so, else the last heading of the page."""
        box = first
        for _ in range(_DEEPEST_WRAPPER):
            around = box.parent
            if around is None:
                break
            before = _before(around, box)
            if before is not None:
                named = before.tag in _HEADINGS or not self._layout.names(before).isdisjoint(_HEADING_NAMES)
                text = self._layout.short(before, _MOST_HEADING)
                if text and (named or _is_bold(before) or text.endswith((":", "："))):  # noqa: RUF001
                    return text.rstrip(":： ")  # noqa: RUF001
                break
            box = around
        return self._layout.heading(parent)

    def _written_out(self, number: int) -> Iterator[tuple[int, RecordList]]:
        """Yield paragraphs in a row under a heading, and the lines of a paragraph, as lists of texts."""
        for box in self._layout.boxes:
            if number >= _MOST_LISTS:
                return
            if box.around or (box.start < box.stop and self._taken[box.start]):
                continue
            for run, heading in self._paragraphs(box):
                number += 1
                place = f"list {number}"
                records = (self._written(one, f"{place}, item {at}", heading) for at, one in enumerate(run, 1))
                if all(map(_begins_bold, run)):
                    records = (self._cells.record(one, f"{place}, item {at}", heading) for at, one in enumerate(run, 1))
                yield run[0].start, RecordList(place, heading, tuple(records))
            for heading, texts in self._broken(box):
                number += 1
                place = f"list {number}"
                records = (_plain(text, f"{place}, item {at}", heading) for at, text in enumerate(texts, 1))
                yield box.start, RecordList(place, heading, tuple(records))

    def _written(self, box: Box, place: str, heading: str) -> Record:
        return _plain(self._layout.text(box), place, heading)

    def _paragraphs(self, parent: Box) -> Iterator[tuple[list[Box], str]]:
        heading = ""
        run: list[Box] = []
        for child in (*parent.boxes, None):
            if child is not None and child.tag == "p":
                run.append(child)
                continue
            written = [one for one in run[:_MOST_LINES] if self._layout.text(one)]
            if heading and len(written) >= _LEAST_OF_LIST:
                yield written, heading
            run = []
            heading = self._layout.short(child, _MOST_HEADING) if child is not None and child.tag in _HEADINGS else ""

    def _broken(self, box: Box) -> Iterator[tuple[str, list[str]]]:
        most = _MOST_LINE * _MOST_LINES
        if not box.block or self._layout.size(box) > most or box.stop - box.start > most:
            return
        breaks = self._layout.pieces[box.start : box.stop].count("\n")
        if breaks < _LEAST - 1 or any(child.block for child in box.boxes):
            return
        texts = self._layout.lines(box.start, box.stop)
        heading = self._heading(box, box)
        if heading and len(texts) >= _LEAST and max(map(len, texts)) <= _MOST_LINE:
            yield heading, texts[:_MOST_LINES]


def _most_alike(children: Sequence[Box]) -> tuple[_Kind, list[Box]]:
    """Return the kind that most of *children* are of, and those that are."""
    tag, count = Counter(box.tag for box in children).most_common(1)[0]
    same = [box for box in children if box.tag == tag]
    classes = [frozenset((box.element.attr("class") or "")[:400].split()) for box in same]
    counts = Counter(name for names in classes for name in names)
    common = frozenset(name for name, times in counts.items() if times >= _LEAST_OF_LIST and times * 2 >= count)
    kinds = Counter(names & common for names in classes)
    kind = max(kinds, key=lambda names: (kinds[names], len(names)))
    # One that lacks a class of most, or has further ones, is still of the kind.
    alike = [box for box, names in zip(same, classes, strict=True) if not kind or names & kind]
    return (tag, kind), alike if tag in _ITEMS else _alike_inside(alike)


def _alike_inside(boxes: Sequence[Box]) -> list[Box]:
    """Return those of *boxes* that hold nearly the same elements as most do."""
    held = [frozenset(child.tag for child in box.boxes) for box in boxes]
    common, _ = Counter(held).most_common(1)[0]
    return [box for box, tags in zip(boxes, held, strict=True) if len(tags & common) * 2 >= len(tags | common)]


def _is_frame(found: RecordList) -> bool:
    """Return whether so much is said in each that these are parts of a page."""
    looked = found.records[:_LOOKS]
    frames = sum(len(one.cells) > _MOST_CELLS or ("title 3" in one.cells and "price 2" in one.cells) for one in looked)
    return frames * 3 > len(looked)


def _is_link_alone(box: Box) -> bool:
    """Return whether all that *box* says is a link."""
    while len(box.boxes) == 1:
        inner = box.boxes[0]
        if inner.tag == "a":
            return True
        box = inner
    return box.tag == "a"


def _before(parent: Box, box: Box) -> Box | None:
    """Return what stands before *box* in *parent* and has text."""
    at = _place_of(parent, box)
    for before in range(at - 1, max(-1, at - 4), -1):
        if parent.boxes[before].start < parent.boxes[before].stop:
            return parent.boxes[before]
    return None


def _place_of(parent: Box, box: Box) -> int:
    """Return the index of *box* among the children of *parent*, which are ordered."""
    low, high = 0, len(parent.boxes)
    while low < high:
        middle = (low + high) // 2
        if parent.boxes[middle].order < box.order:
            low = middle + 1
        else:
            high = middle
    return low


def _begins_bold(box: Box) -> bool:
    """Return whether the first element of *box* is bold, and no label: what it says is not all of it."""
    first = box.boxes[0] if box.boxes else None
    is_bold = first is not None and first.tag in {"b", "strong"} and first.start - box.start <= 1
    return is_bold and first is not None and first.stop < box.stop


def _is_bold(box: Box) -> bool:
    while len(box.boxes) == 1:
        if box.boxes[0].tag in {"b", "strong"}:
            return True
        box = box.boxes[0]
    return box.tag in {"b", "strong"}


def _plain(text: str, place: str, heading: str) -> Record:
    return Record({"text": Fact("text", text, place, heading, text)}, text, place=place)
