"""Elements that repeat: children of one element that are alike.

They are when they share a tag and the classes that most of them have, so "card", "card featured" and "card card--2" are
one kind. Where such boxes only hold others that repeat (rows of cards) the inner ones are the records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from gossamer.content.locales import words
from gossamer.content.page_model.layout import Layout, LayoutBox

LISTS: Final = frozenset({"ul", "ol", "menu"})
_NEVER: Final = words("page_model", "groups", "never")
# Elements that are items wherever they repeat.
_ITEMS: Final = frozenset({"li", "article", "tr"})
_LEAST: Final = 3
# A dash or a dot beside a link.
_MARK: Final = 2
LEAST_OF_LIST: Final = 2
_RICH: Final = 2
LOOKS: Final = 8
_LOOKS_INSIDE: Final = 40
_HOLDS: Final = 0.9
DEEPEST_WRAPPER: Final = 4
# A record is a card, not a part of the page.
_MOST_OF_RECORD: Final = 6_000
_MOST_BOXES: Final = 200

Kind: TypeAlias = tuple[str, frozenset[str]]


@dataclass(slots=True)
class BoxGroup:
    """Boxes alike with the same parent; *more* are groups of the same kind whose wrappers stand beside its parent.

    *rich*: most of them say several things. *dropped*: they only wrap others that repeat.
    """

    parent: LayoutBox
    kind: Kind
    members: list[LayoutBox]
    dropped: bool = False
    rich: bool = False
    more: list[BoxGroup] = field(default_factory=list)


class Groups:
    """Finds what repeats on a page; *taken* has a mark for each piece of text that a table holds."""

    def __init__(self, layout: Layout, taken: bytearray) -> None:
        self._layout = layout
        self._taken = taken

    def find(self) -> list[BoxGroup]:
        """Return the groups that are no wrappers of others, in the order of the page."""
        groups = self._groups()
        self._merge(groups)
        return sorted((group for group in groups.values() if not group.dropped), key=lambda group: group.parent.order)

    def alike(self, parent: LayoutBox, group: BoxGroup) -> list[LayoutBox]:
        """Return the children of *parent* that are made like the members of *group*."""
        tag, names = group.kind
        same = [box for box in parent.boxes if box.tag == tag and box.start < box.stop]
        if parent.tag in LISTS:
            return [box for box in same if self._layout.size(box)]
        if names:
            return [box for box in same if names & classes_of(box)]
        held = _find_common_tags(group.members)
        return [box for box in same if self.is_rich([box]) and _is_like(frozenset(c.tag for c in box.boxes), held)]

    def _groups(self) -> dict[int, BoxGroup]:
        """Return the groups by the order of their parent."""
        groups: dict[int, BoxGroup] = {}
        for box in self._layout.boxes:
            if len(box.boxes) < LEAST_OF_LIST or box.around or (box.start < box.stop and self._taken[box.start]):
                continue
            group = self._group(box)
            if group is not None:
                groups[box.order] = group
        return groups

    def _group(self, parent: LayoutBox) -> BoxGroup | None:
        children = [box for box in parent.boxes if box.start < box.stop and box.tag not in _NEVER]
        if parent.tag in LISTS:
            children = [box for box in children if box.tag == "li" and self._layout.size(box)]
        if len(children) < LEAST_OF_LIST:
            return None
        kind, members = (("li", frozenset()), children) if parent.tag in LISTS else _most_alike(children)
        group = BoxGroup(parent, kind, members, rich=self.is_rich(members))
        return group if parent.tag in LISTS or self._is_enough(group) else None

    def _is_enough(self, group: BoxGroup) -> bool:
        """Return whether the members of *group*, which is no list by its tag, are several and say something."""
        is_named = bool(group.kind[1]) or group.kind[0] in _ITEMS
        says = group.rich or any(box.block for box in group.members[:LOOKS])
        least = LEAST_OF_LIST if group.rich and is_named else _LEAST
        return says and len(group.members) >= least and not self._is_frame(group.members)

    def _is_frame(self, members: Sequence[LayoutBox]) -> bool:
        """Return whether *members* are the parts that a page is laid out in: too large for records."""
        large = sum(self._layout.size(box) > _MOST_OF_RECORD or box.end - box.order > _MOST_BOXES for box in members)
        return large * 3 > len(members)

    def is_rich(self, members: Sequence[LayoutBox]) -> bool:
        """Return whether most of *members* say several things."""
        looked = members[:LOOKS]
        rich = sum(box.end > box.order + 1 and self._says_several(box) for box in looked)
        return rich * 2 > len(looked)

    def _says_several(self, box: LayoutBox) -> bool:
        """Return whether *box* holds several innermost elements with text, or a picture beside one."""
        inner = (self._layout.boxes[at] for at in range(box.order + 1, min(box.end, box.order + _LOOKS_INSIDE)))
        text = sum(
            1 for inner_box in inner if inner_box.tag == "img" or (not inner_box.boxes and self._layout.size(inner_box))
        )
        return text >= _RICH

    def _merge(self, groups: dict[int, BoxGroup]) -> None:
        """Drop the groups that only wrap others, and put what they wrap together."""
        for group in groups.values():
            wrapped = [inner for inner in (self._find_wrapped_group(box, groups) for box in group.members) if inner]
            rich = [inner for inner in wrapped if inner.rich]
            if len(rich) * 2 <= len(group.members):
                continue
            first = rich[0]
            alike = [inner for inner in rich[1:] if inner.kind == first.kind and not inner.dropped]
            if not first.dropped:
                group.dropped = True
                first.more += alike
                for inner in alike:
                    inner.dropped = True

    def _find_wrapped_group(self, box: LayoutBox, groups: dict[int, BoxGroup]) -> BoxGroup | None:
        """Return the group that is all that *box* holds."""
        size = self._layout.size(box)
        for _ in range(DEEPEST_WRAPPER):
            group = groups.get(box.order)
            if group is not None:
                held = sum(map(self._layout.size, group.members))
                return group if held >= _HOLDS * size else None
            inner = max(box.boxes, key=self._layout.size, default=None)
            if inner is None or self._layout.size(inner) < _HOLDS * size:
                return None
            box = inner
        return None


def _most_alike(children: Sequence[LayoutBox]) -> tuple[Kind, list[LayoutBox]]:
    """Return the kind that most of *children* are of, and those that are."""
    tag, count = Counter(box.tag for box in children).most_common(1)[0]
    same = [box for box in children if box.tag == tag]
    classes = [classes_of(box) for box in same]
    counts = Counter(name for names in classes for name in names)
    common = frozenset(name for name, times in counts.items() if times >= LEAST_OF_LIST and times * 2 >= count)
    kinds = Counter(names & common for names in classes)
    kind = max(kinds, key=lambda names: (kinds[names], len(names)))
    # One that lacks a class of most, or has further ones, is still of the kind.
    alike = [box for box, names in zip(same, classes, strict=True) if not kind or names & kind]
    return (tag, kind), alike if tag in _ITEMS else _alike_inside(alike)


def _alike_inside(boxes: Sequence[LayoutBox]) -> list[LayoutBox]:
    """Return those of *boxes* that hold nearly the same elements as most do."""
    common = _find_common_tags(boxes)
    return [box for box in boxes if _is_like(frozenset(child.tag for child in box.boxes), common)]


def _find_common_tags(boxes: Sequence[LayoutBox]) -> frozenset[str]:
    return Counter(frozenset(child.tag for child in box.boxes) for box in boxes).most_common(1)[0][0]


def _is_like(tags: frozenset[str], common: frozenset[str]) -> bool:
    return len(tags & common) * 2 >= len(tags | common)


def classes_of(box: LayoutBox) -> frozenset[str]:
    """Return the classes of *box*, as they are written."""
    return frozenset((box.element.attr("class") or "")[:400].split())


def is_link_alone(layout: Layout, box: LayoutBox) -> bool:
    """Return whether all that *box* says is a link."""
    total_size = layout.size(box)
    while len(box.boxes) == 1:
        inner = box.boxes[0]
        if total_size - layout.size(inner) > _MARK:
            return False
        if inner.tag == "a":
            return True
        box = inner
    return box.tag == "a"
