"""Elements of a snapshot with where they stand and what kind of thing they are.

Kinds are what people call parts of a page (see `language.lexicon.KINDS`). The role decides, then type and tag, then
what a widget's class says, as many widgets of scripts have neither role nor type.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from gossamer.core.interaction import Node, Snapshot
from gossamer.features.interact.planner.wordsets import word_set

_BY_ROLE: Final = {
    "button": "button", "link": "link", "checkbox": "checkbox", "radio": "radio", "switch": "switch", "tab": "tab",
    "option": "option", "menuitem": "menuitem", "menuitemcheckbox": "menuitem", "menuitemradio": "menuitem",
    "treeitem": "treeitem", "slider": "slider", "spinbutton": "spinner", "searchbox": "search",
    "heading": "heading", "img": "image", "image": "image", "dialog": "dialog", "alertdialog": "dialog",
    "listitem": "item", "row": "item", "article": "item", "cell": "cell", "gridcell": "cell", "columnheader": "cell",
    "rowheader": "cell", "table": "table", "grid": "table", "listbox": "listbox", "menu": "menu", "menubar": "menu",
    "form": "form", "list": "list", "tree": "list", "tablist": "list", "paragraph": "text", "text": "text",
}  # fmt: skip
_BY_TYPE: Final = {
    "password": "password", "date": "date", "datetime-local": "date", "month": "date", "week": "date", "time": "time",
    "color": "color", "file": "upload", "number": "spinner", "range": "slider", "search": "search",
}  # fmt: skip
_SHAPES: Final = word_set("circle rect polygon ellipse path polyline line")
FIELDS: Final = word_set(
    "textbox textarea editor search combobox spinner date time color password select slider upload listbox"
)
TYPED: Final = word_set("textbox textarea editor search combobox spinner password date time color")


@dataclass(eq=False)
class Element:
    """A node with its place in the page; *index* counts in reading order."""

    node: Node
    index: int
    parent: "Element | None"
    depth: int
    inside: "list[Element]" = field(default_factory=list)

    @property
    def ref(self) -> str:
        """Its reference."""
        return self.node.ref

    @cached_property
    def kind(self) -> str:
        """What people would call it; "" for what only holds others."""
        return _kind(self.node)

    @cached_property
    def classes(self) -> frozenset[str]:
        """The words of its class, id and data names."""
        attributes = self.node.attributes
        return frozenset(
            _words(
                " ".join(
                    attributes.get(k, "")
                    for k in (
                        "class",
                        "id",
                        "name",
                        "title",
                        "alt",
                        "data-icon",
                        "data-testid",
                        "data-action",
                        "data-type",
                    )
                )
            )
        )

    @cached_property
    def text(self) -> str:
        """All that can be read in it."""
        return (self.node.text or (self.node.name if self.node.role == "text" else "")).strip()

    @cached_property
    def name(self) -> str:
        """Its accessible name, or its short text."""
        return self.node.name.strip() or (self.text if len(self.text) <= _LONG else "")

    def ancestors(self) -> "Iterator[Element]":
        """Yield what it stands in, innermost first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def walk(self) -> "Iterator[Element]":
        """Yield it and all inside it."""
        yield self
        for child in self.inside:
            yield from child.walk()

    def holds(self, other: "Element") -> bool:
        """Return whether *other* stands inside it."""
        return any(above is self for above in other.ancestors())

    @property
    def actionable(self) -> bool:
        """Whether it looks as if it does something when used."""
        return (
            self.node.clickable
            or self.kind in word_set("button link checkbox radio switch tab option menuitem treeitem icon")
            or self.kind in FIELDS
        )

    @property
    def seen(self) -> bool:
        """Whether it takes up room."""
        return self.node.box.width > 0 and self.node.box.height > 0


_LONG: Final = 120


_OF_DAYS: Final = frozenset({"date", "day", "arrival", "departure", "when", "calendar"})


def _words(text: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return [w for w in re.split(r"[^0-9a-z]+", spaced.casefold()) if w]


def _kind(node: Node) -> str:  # noqa: C901, PLR0911
    role, tag, attributes = node.role, node.tag, node.attributes
    if role == "text":
        return "text"
    classes = set(_words(attributes.get("class", "")))
    kind_of_input = attributes.get("type", "").casefold()
    if tag == "input" and kind_of_input in _BY_TYPE:
        return _BY_TYPE[kind_of_input]
    if tag == "select":
        return "listbox" if role == "listbox" else "select"
    if tag == "textarea":
        return "textarea"
    if role in {"textbox", "combobox", "searchbox", "spinbutton"} or (tag == "input" and role not in _BY_ROLE):
        return _kind_of_textbox(node, classes)
    if role == "slider" or {"slider", "handle"} <= classes:
        return "slider"
    if role == "button" and attributes.get("aria-haspopup") in {"dialog", "grid"} and _OF_DAYS & set(_words(node.name)):
        # A button that opens a calendar is a field for a date, whatever it is made of.
        return "date"
    if role in _BY_ROLE:
        return _BY_ROLE[role]
    if node.editable and tag not in {"input", "body", "html"}:
        return "editor"
    if tag in _SHAPES or (tag == "text" and "x" in attributes):
        return "shape"
    if tag in {"i", "svg"} or classes & {"icon", "glyphicon", "fa", "fas", "far"}:
        return "icon"
    return (
        "button"
        if node.clickable
        and node.name
        and tag in {"div", "span", "a", "li", "td"}
        and len(node.name) < _LONG
        and "btn" in classes
        else ""
    )


def _kind_of_textbox(node: Node, classes: set[str]) -> str:  # noqa: PLR0911
    attributes = node.attributes
    hint = set(
        _words(
            " ".join(
                (
                    attributes.get("id", ""),
                    attributes.get("name", ""),
                    attributes.get("placeholder", ""),
                    attributes.get("aria-label", ""),
                )
            )
        )
    )
    if node.role == "spinbutton" or "spinner" in classes:
        return "spinner"
    if (
        "datepicker" in classes
        or "hasdatepicker" in classes
        or {"date", "picker"} <= classes
        or hint & {"datepicker", "yyyy"}
    ):
        return "date"
    if classes & {"jscolor", "colorpicker", "colour", "minicolors"}:
        return "color"
    if node.role == "searchbox":
        return "search"
    if node.role == "combobox" and not node.editable and node.tag not in {"input", "textarea"}:
        return "combobox"
    if node.editable and node.tag not in {"input", "textarea"}:
        return "editor"
    return "textbox"


class PageModel:
    """A snapshot with places, kinds and labels looked up."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.elements: list[Element] = []
        self.root = self._take(snapshot.root, None, 0)

    def _take(self, node: Node, parent: Element | None, depth: int) -> Element:
        element = Element(node, len(self.elements), parent, depth)
        self.elements.append(element)
        element.inside = [self._take(child, element, depth + 1) for child in node.children]
        return element

    @cached_property
    def by_ref(self) -> dict[str, Element]:
        """Elements by reference; texts are not elements."""
        return {e.ref: e for e in reversed(self.elements) if e.node.role != "text"}

    @cached_property
    def texts(self) -> list[Element]:
        """Texts between elements, and elements that hold only text."""
        return [e for e in self.elements if e.text and (e.node.role == "text" or not e.inside)]

    @cached_property
    def fields(self) -> list[Element]:
        """What takes a value."""
        found = [e for e in self.elements if e.kind in FIELDS and e.node.role != "text"]
        return [e for e in found if not any(e is not o and o.kind == e.kind and o.holds(e) for o in found)]

    @cached_property
    def actionable(self) -> list[Element]:
        """What can be used."""
        return [e for e in self.elements if e.node.role != "text" and e.actionable]

    def label(self, element: Element) -> str:
        """Return what labels a field: its name, else the text before it in its row or above it."""
        return self._labels.get(element.index) or ""

    @cached_property
    def _labels(self) -> dict[int, str]:
        return {e.index: self._label_of(e) for e in self.fields}

    def _label_of(self, element: Element) -> str:
        if element.node.name and element.node.name != element.node.value:
            return element.node.name
        if own := self._own_text(element):
            return own
        box = element.node.box
        best: tuple[float, int, str] | None = None
        for text in self.texts:
            if (
                text is element
                or not _says_something(text)
                or element.holds(text)
                or text.holds(element)
                or any(a.kind in {"button", "link", "option", "select"} for a in (text, *text.ancestors()))
            ):
                continue
            other = text.node.box if text.node.box.width else (text.parent.node.box if text.parent else text.node.box)
            if other.width <= 0:
                continue
            gap_left = box.x - (other.x + other.width)
            same_row = other.y < box.y + box.height and box.y < other.y + other.height
            gap_above = box.y - (other.y + other.height)
            overlaps = other.x < box.x + box.width and box.x < other.x + other.width
            steps = element.depth - self.common(element, text).depth
            cost = (
                gap_left
                if same_row and -4 <= gap_left < _NEAR_LEFT  # noqa: PLR2004
                else (gap_above + 4 if overlaps and -4 <= gap_above < _NEAR_ABOVE else None)  # noqa: PLR2004
            )
            if cost is not None:
                # Of two texts as near, the one that shares a box with the field is its label.
                cost += 10 * min(steps, 6) - (
                    12
                    if (text.node.tag == "label" or (text.parent is not None and text.parent.node.tag == "label"))
                    else 0
                )
            if cost is not None and (best is None or cost < best[0]) and len(text.text) < _LONG:
                best = (cost, text.index, text.text)
        return best[2] if best else element.node.described

    def _own_text(self, element: Element) -> str:
        """Return the text in the innermost box that holds this field, no other, and a text."""
        for above in list(element.ancestors())[:_FEW_BOXES]:
            inside = list(above.walk())
            if sum(e.kind in FIELDS and e.node.role != "text" for e in inside) != 1:
                return ""
            texts = [
                e
                for e in inside
                if e is not above
                and e.text
                and not e.inside
                and e is not element
                and not element.holds(e)
                and not any(a.kind in {"button", "link"} for a in (e, *e.ancestors()))
            ]
            if texts:
                near = [t for t in texts if t.index < element.index and _says_something(t)]
                chosen = near[-1] if near else texts[0]
                return chosen.text if len(chosen.text) < _LONG else ""
        return ""

    def common(self, one: Element, other: Element) -> Element:
        """Return the innermost element that holds both."""
        above = {id(e) for e in (one, *one.ancestors())}
        return next(e for e in (other, *other.ancestors()) if id(e) in above)

    @cached_property
    def groups(self) -> list[list[Element]]:
        """Siblings that look alike, two or more, outer ones first."""
        found: list[list[Element]] = []
        for element in self.elements:
            alike: dict[tuple[str, str, str], list[Element]] = {}
            for child in element.inside:
                if child.node.role != "text":
                    first = (child.node.attributes.get("class", "").split() or [""])[0]
                    alike.setdefault((child.node.tag, child.node.role, first), []).append(child)
            found += [alike_ for group in alike.values() if len(group) > 1 and len(alike_ := _same_build(group)) > 1]
        return found

    def record(self, element: Element) -> Element | None:
        """Return the row, card or item that *element* is part of: the innermost one of several alike."""
        for above in (element, *element.ancestors()):
            if above.kind == "cell":
                continue
            if any(above in group for group in self._groups_at.get(above.parent.index if above.parent else -1, ())):
                return above
        return None

    @cached_property
    def _groups_at(self) -> dict[int, list[list[Element]]]:
        found: dict[int, list[list[Element]]] = {}
        for group in self.groups:
            parent = group[0].parent
            if parent is not None:
                found.setdefault(parent.index, []).append(group)
        return found

    @cached_property
    def dialogs(self) -> list[Element]:
        """Dialogs of the page that are open."""
        named = [e for e in self.elements if e.kind == "dialog"]
        if named:
            return [e for e in named if not any(o is not e and o.holds(e) for o in named)]
        words = {"dialog", "modal", "popup", "lightbox", "overlay"}
        found = [e for e in self.elements if e.node.role != "text" and e.classes & words and e.text and e.seen]
        return [e for e in found if not any(o is not e and o.holds(e) for o in found)]


def _says_something(text: Element) -> bool:
    """Return whether a text is more than a sign, as the "*" behind the label of what has to be filled in."""
    return any(c.isalnum() for c in text.text)


def _same_build(group: list[Element]) -> list[Element]:
    """Return those of *group* that are built as most of it is."""
    builds = [
        frozenset(
            (d.node.tag, d.depth - e.depth) for d in e.walk() if d.node.role != "text" and d.depth - e.depth <= _DEEP
        )
        for e in group
    ]
    usual = max(builds, key=lambda b: (sum(_shared(b, other) for other in builds), len(b)))
    return [e for e, build in zip(group, builds, strict=True) if _shared(build, usual) >= _ALIKE]


def _shared(one: frozenset[tuple[str, int]], other: frozenset[tuple[str, int]]) -> float:
    return len(one & other) / len(one | other)


_DEEP: Final = 3
_ALIKE: Final = 0.4
_FEW_BOXES: Final = 3
_NEAR_LEFT: Final = 160
_NEAR_ABOVE: Final = 40
