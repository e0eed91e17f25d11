"""Page: one snapshot with labels, groups of alike elements, records, dialogs and sections looked up."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from gossamer.core.interaction import Node, Snapshot
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, LONG_NAME, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import phrases, word_list

_FEW_BOXES: Final = 3
_NEAR_LEFT: Final = 160
_NEAR_ABOVE: Final = 40
_OVERLAP: Final = 4
_DEEP: Final = 3
_ALIKE: Final = 0.4
_BUSY_LENGTH: Final = 24
_NAMED_KINDS: Final = frozenset({"button", "link", "option", "select"})
_ENTRIES: Final = frozenset({"link", "option", "treeitem", "menuitem"})


class Page:
    """A snapshot as the rules see it. Elements are in reading order."""

    def __init__(self, snapshot: Snapshot, lists: frozenset[str] = frozenset()) -> None:
        self.snapshot = snapshot
        # References of what held a list before: a single row in it is a record still.
        self.lists = lists
        self.elements: list[Element] = []
        self._labels: dict[int, str] = {}
        self._add(snapshot.root, None, 0)

    def _add(self, node: Node, parent: Element | None, depth: int) -> Element:
        element = Element(node, len(self.elements), parent, depth)
        self.elements.append(element)
        element.inside = [self._add(child, element, depth + 1) for child in node.children]
        return element

    @cached_property
    def signature(self) -> int:
        """A number that changes when anything on the page does: its address, texts, values, states and places."""
        return hash((self.snapshot.url, self.snapshot.dialog, tuple(_state(e) for e in self.elements)))

    @cached_property
    def appearance(self) -> int:
        """A number that changes when what one sees does: texts, values, states and looks, whatever made them anew."""
        element_states = ((e.kind, e.seen, *_state(e)) for e in self.elements)
        return hash((self.snapshot.dialog, tuple((*s[:7], *s[8:]) for s in element_states)))

    @cached_property
    def by_ref(self) -> dict[str, Element]:
        """Elements by reference; texts are not elements."""
        return {e.ref: e for e in reversed(self.elements) if not e.is_text}

    @cached_property
    def texts(self) -> list[Element]:
        """Texts between elements, and elements that hold only text."""
        return [e for e in self.elements if e.text and (e.is_text or not e.inside)]

    @cached_property
    def usable(self) -> list[Element]:
        """Elements that can be used and are seen."""
        return [e for e in self.elements if e.usable and (e.seen or e.kind in TOGGLES)]

    @cached_property
    def fields(self) -> list[Element]:
        """Elements that take a value, switches too, without those inside others of their kind."""
        form_elements = [e for e in self.elements if not e.is_text and e.kind in FIELDS | TOGGLES]
        return [e for e in form_elements if not any(o.kind == e.kind for o in e.ancestors())]

    @cached_property
    def headings(self) -> list[Element]:
        """Headings, in reading order."""
        return [e for e in self.elements if e.kind == "heading" and e.text]

    @cached_property
    def dialogs(self) -> list[Element]:
        """Dialogs of the page that are open, else what looks like one and has controls; the last one is on top."""
        candidates = [e for e in self.elements if e.seen]
        named = [e for e in candidates if e.kind == "dialog"] or [e for e in candidates if _looks_like_dialog(e)]
        return [e for e in named if not any(a in named for a in e.ancestors())]

    def dialog_of(self, element: Element) -> Element | None:
        """Return the open dialog that *element* stands in; None where it stands in none."""
        return next((d for d in self.dialogs if d.holds(element)), None)

    def in_front(self, elements: Iterable[Element]) -> list[Element]:
        """Return those of *elements* that stand in an open dialog; all of them where none does."""
        all_elements = list(elements)
        return [e for e in all_elements if self.dialog_of(e) is not None] or all_elements

    def fresh(self, before: "Page", pool: Iterable[Element]) -> list[Element]:
        """Return those of *pool* that are seen here, and were not on the page *before*."""
        earlier_refs = {e.ref for e in before.elements if e.seen}
        return [e for e in pool if e.seen and e.ref not in earlier_refs]

    def fresh_texts(self, before: "Page") -> list[Element]:
        """Return the texts that are seen here, and were seen nowhere on the page *before*."""
        earlier_texts = {e.text for e in before.texts if e.seen}
        return [e for e in self.texts if e.seen and e.text not in earlier_texts]

    def has_moved(self, before: "Page") -> bool:
        """Return whether this is another page than *before*, or has other dialogs."""
        return self.snapshot.url != before.snapshot.url or len(self.dialogs) != len(before.dialogs)

    def label(self, element: Element) -> str:
        """Return the label of a field: its name, else the text before it in its row or above it."""
        if element.index not in self._labels:
            node = element.node
            own_name = node.name if node.name != node.value else ""
            label = own_name or self._own_text(element) or self.text_near(element) or node.described
            self._labels[element.index] = label
        return self._labels[element.index]

    def _own_text(self, element: Element) -> str:
        """Return the text in the innermost box that holds this field, no other, and a text."""
        for above in list(element.ancestors())[:_FEW_BOXES]:
            inside = [e for e in above.walk() if e is not above]
            if sum(e.kind in FIELDS | TOGGLES and not e.is_text for e in inside) != 1:
                return ""
            texts = [e for e in inside if _labels_something(e) and e is not element and not element.holds(e)]
            # The text of what is ticked stands behind it.
            before = [t for t in texts if t.index < element.index and element.kind not in TOGGLES]
            if texts:
                return (*before[-1:], texts[0])[0].text
        return ""

    def text_near(self, element: Element) -> str:
        """Return the text that stands before or above *element*, near enough to be its label; "" without one."""
        costs = ((self._distance(element, text), text.index, text.text) for text in self.texts)
        return min(((cost, index, text) for cost, index, text in costs if cost is not None), default=(0, 0, ""))[2]

    def _distance(self, element: Element, text: Element) -> float | None:
        """Return the distance of *text* as a label of *element*; None when it is none."""
        if text is element or not _labels_something(text) or element.holds(text) or text.holds(element):
            return None
        box, other = element.node.box, text.node.box
        if not other.width and text.parent is not None:
            other = text.parent.node.box
        gap_left, gap_above = box.x - (other.x + other.width), box.y - (other.y + other.height)
        same_row = other.y < box.y + box.height and box.y < other.y + other.height
        overlaps = other.x < box.x + box.width and box.x < other.x + other.width
        steps = 10 * min(element.depth - self.common(element, text).depth, 6)
        if other.width > 0 and same_row and -_OVERLAP <= gap_left < _NEAR_LEFT:
            return gap_left + steps
        above = other.width > 0 and overlaps and -_OVERLAP <= gap_above < _NEAR_ABOVE
        return gap_above + _OVERLAP + steps if above else None

    def common(self, element: Element, other: Element) -> Element:
        """Return the innermost element that holds both."""
        above = {id(e) for e in (element, *element.ancestors())}
        return next(e for e in (other, *other.ancestors()) if id(e) in above)

    @cached_property
    def groups(self) -> list[list[Element]]:
        """Siblings that look alike, two or more, outer ones first."""
        element_groups: list[list[Element]] = []
        for element in self.elements:
            alike: dict[tuple[str, str, str], list[Element]] = {}
            for child in (c for c in element.inside if not c.is_text):
                first = (child.node.attributes.get("class", "").split() or [""])[0]
                alike.setdefault((child.node.tag, child.node.role, first), []).append(child)
            only = element.ref in self.lists and len(alike) == 1
            same = ((group, _same_build(group)) for group in alike.values())
            element_groups += [built if len(built) > 1 else group for group, built in same if len(built) > 1 or only]
        return element_groups

    @cached_property
    def _group_at(self) -> dict[int, list[Element]]:
        return {id(member): group for group in reversed(self.groups) for member in group}

    def group_of(self, element: Element) -> list[Element]:
        """Return the alike siblings that *element* is one of; [] when it is none of several."""
        return self._group_at.get(id(element), [])

    def record(self, element: Element) -> Element | None:
        """Return the row, card or item that *element* is, or is part of: the innermost one of several alike."""
        around = (element, *element.ancestors())
        return next((a for a in around if a.kind != "cell" and self.group_of(a) and not _is_lone_control(a)), None)

    def section_names(self, element: Element) -> Iterator[str]:
        """Yield the names and headings of what *element* stands in, innermost first."""
        for above in element.ancestors():
            if above.node.tag in {"body", "html"}:
                return
            if above.node.name and len(above.node.name) <= LONG_NAME:
                yield above.node.name
            yield from (e.text for e in above.inside if e.kind == "heading" or e.node.tag in {"legend", "caption"})

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The title of the page and its main headings."""
        return (self.snapshot.title, *(e.text for e in self.headings if e.node.level == 1))

    def same(self, was: Element) -> Element | None:
        """Return *was* on this page, which may have been made anew: by reference, else the one of its kind and name."""
        alike = [e for e in self.usable if e.kind == was.kind and e.name == was.name]
        alike.sort(key=lambda e: e.index != was.index)
        return self.by_ref.get(was.ref) or next(iter(alike), None)

    def is_busy(self) -> bool:
        """Return whether the page says that it is loading."""
        busy = phrases("page", "busy")
        for e in self.elements:
            text = (e.text or e.name).casefold().rstrip(".… ")
            says = e.seen and len(text) < _BUSY_LENGTH and any(text == p or text.startswith(f"{p} ") for p in busy)
            # "One moment…" on a button that is off.
            off = e.node.disabled or e.node.attributes.get("aria-disabled") == "true"
            says = says or (off and e.kind == "button" and e.name.endswith(("…", "...")))
            if says or e.node.attributes.get("aria-busy") == "true":
                return True
        return False


def _state(e: Element) -> tuple[object, ...]:
    n = e.node
    look = (n.attributes.get("class"), n.color, n.background, n.box.width > 0, e.index)
    text = "" if n.children else n.text
    return (*look, n.ref, n.name, text, n.value, n.checked, n.selected, n.expanded, n.pressed, n.disabled)


def _looks_like_dialog(element: Element) -> bool:
    looks = bool(element.classes & word_list("page", "dialog_looks")) and element.kind not in CONTROLS | FIELDS
    return looks and any(e.kind in CONTROLS for e in element.walk())


def _labels_something(text: Element) -> bool:
    is_label = bool(text.text) and (text.is_text or not text.inside) and any(c.isalnum() for c in text.text)
    is_label = is_label and len(text.text) < LONG_NAME
    return is_label and not any(a.kind in _NAMED_KINDS for a in (text, *text.ancestors()))


def _is_lone_control(element: Element) -> bool:
    """Return whether it is a mere button or the like: several of them side by side are no records."""
    if element.kind in _ENTRIES:
        return len(element.text) < LONG_NAME and not any(not e.is_text for e in element.inside)
    return element.kind in CONTROLS | FIELDS


def _same_build(group: list[Element]) -> list[Element]:
    """Return those of *group* that are built as most of it is; [] for a single one."""
    builds = [_build(e) for e in group] if len(group) > 1 else []
    kinds = set(builds)
    usual = max(kinds, key=lambda b: (builds.count(b), sum(_overlap(b, o) for o in kinds), len(b)), default=frozenset())
    return [e for e, build in zip(group, builds, strict=False) if _overlap(build, usual) >= _ALIKE]


def _build(element: Element) -> frozenset[tuple[str, int]]:
    inside = ((d.node.tag, d.depth - element.depth) for d in element.walk() if not d.is_text)
    return frozenset((tag, depth) for tag, depth in inside if depth <= _DEEP)


def _overlap(build: frozenset[tuple[str, int]], other: frozenset[tuple[str, int]]) -> float:
    return len(build & other) / len(build | other)
