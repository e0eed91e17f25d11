"""Elements: the nodes of a snapshot with their place on the page and the kind of thing they are.

Kinds are what people call parts of a page: the keys of `kinds` in `prompts.toml`. The role decides, then type and tag,
then the class, as many widgets of scripts have neither role nor type.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from gossamer.core.interaction import Node
from gossamer.features.interact.rules.lexicon import mapping, word_list

_BY_ROLE: Final[Mapping[str, str]] = mapping("element_kinds", "by_role")
_BY_TYPE: Final[Mapping[str, str]] = mapping("element_kinds", "by_input_type")
_TEXTUAL: Final = frozenset({"textbox", "combobox", "searchbox", "spinbutton"})
TYPED: Final = frozenset({"textbox", "textarea", "editor", "search", "combobox", "spinner", "password", "date"}) | {
    "time",
    "color",
}
FIELDS: Final = TYPED | {"select", "slider", "upload", "listbox"}
TOGGLES: Final = frozenset({"checkbox", "radio", "switch"})
HOLDERS: Final = frozenset({"dialog", "table", "form", "list", "menu"})
CONTROLS: Final = frozenset({"button", "link", "tab", "option", "menuitem", "treeitem", "icon"}) | TOGGLES
_NAMING: Final = word_list("element_kinds", "naming_attributes")
_DATE_HINTS: Final = frozenset({"datepicker", "hasdatepicker", "yyyy"})
_ICONS: Final = frozenset({"icon", "glyphicon", "fa", "fas", "far"})
_CALENDAR_POPUPS: Final = frozenset({"dialog", "grid"})
_OF_DAYS: Final = frozenset({"date", "day", "arrival", "departure", "when", "calendar", "check"})
LONG_NAME: Final = 120


def identifier_words(text: str) -> list[str]:
    """Return the words of a class or an identifier: "addToCart-btn" is add, to, cart, btn."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return [w for w in re.split(r"[^0-9a-z]+", spaced.casefold()) if w]


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

    @property
    def is_text(self) -> bool:
        """Whether it is a text between elements, not an element."""
        return self.node.role == "text"

    @cached_property
    def kind(self) -> str:
        """What people would call it; "" for what only holds others."""
        return kind_of(self.node)

    @cached_property
    def classes(self) -> frozenset[str]:
        """The words of its class, identifier and data names."""
        attributes = self.node.attributes
        return frozenset(identifier_words(" ".join(attributes.get(k, "") for k in _NAMING)))

    @cached_property
    def text(self) -> str:
        """All that can be read in it."""
        return (self.node.text or (self.node.name if self.is_text else "")).strip()

    @cached_property
    def name(self) -> str:
        """Its accessible name, or its short text."""
        if self.node.name.strip():
            return self.node.name.strip()
        if self.node.value and self.kind == "button":
            return self.node.value
        return self.text if len(self.text) <= LONG_NAME else ""

    @property
    def seen(self) -> bool:
        """Whether it takes up room."""
        return self.node.box.width > 0 and self.node.box.height > 0

    @property
    def usable(self) -> bool:
        """Whether it looks as if it does something when it is used."""
        return (
            not self.is_text
            and self.kind not in HOLDERS
            and (self.node.clickable or self.kind in CONTROLS or self.kind in FIELDS)
        )

    def ancestors(self) -> "Iterator[Element]":
        """Yield its ancestors, innermost first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def walk(self) -> "Iterator[Element]":
        """Yield it and all inside it, in reading order."""
        yield self
        for child in self.inside:
            yield from child.walk()

    def holds(self, other: "Element") -> bool:
        """Return whether *other* stands inside it."""
        return any(above is self for above in other.ancestors())


def kind_of(node: Node) -> str:
    """Return the everyday name of the element of *node*; "" for a mere container."""
    role, tag = node.role, node.tag
    input_type = node.attributes.get("type", "").casefold()
    if role == "text":
        return "text"
    if tag == "input" and input_type in _BY_TYPE:
        return _BY_TYPE[input_type]
    if tag == "select":
        return "listbox" if role == "listbox" else "select"
    if tag == "textarea":
        return "textarea"
    if role in _TEXTUAL or (tag == "input" and role not in _BY_ROLE):
        return _text_field(node)
    return _by_role(node) or _by_look(node)


def _by_role(node: Node) -> str:
    classes = identifier_words(node.attributes.get("class", ""))
    if node.role == "slider" or {"slider", "handle"} <= set(classes):
        return "slider"
    popup = node.attributes.get("aria-haspopup", "")
    if node.role == "button" and popup in _CALENDAR_POPUPS and _OF_DAYS & set(identifier_words(node.name)):
        # A button that opens a calendar is a field for a date.
        return "date"
    if node.role == "button" and popup == "listbox":
        return "combobox"
    return _BY_ROLE.get(node.role, "")


def _by_look(node: Node) -> str:
    tag, classes = node.tag, set(identifier_words(node.attributes.get("class", "")))
    if node.editable and tag not in {"input", "body", "html"}:
        return "editor"
    if tag in {"i", "svg"} or classes & _ICONS:
        return "icon"
    is_short = node.clickable and node.name and len(node.name) < LONG_NAME
    return "button" if is_short and (classes & {"btn", "button"}) else ""


def _text_field(node: Node) -> str:
    attributes = node.attributes
    hints = set(identifier_words(" ".join(attributes.get(k, "") for k in ("class", "id", "name", "placeholder"))))
    if node.role == "spinbutton" or "spinner" in hints:
        return "spinner"
    if hints & _DATE_HINTS or {"date", "picker"} <= hints:
        return "date"
    if node.role == "searchbox":
        return "search"
    is_script_made = node.tag not in {"input", "textarea"}
    if node.role == "combobox" and not node.editable and is_script_made:
        return "combobox"
    return "editor" if node.editable and is_script_made else "textbox"


def is_closed(element: Element) -> bool:
    """Return whether using *element* only shows more of the page: a tab, a folded section, a closed branch."""
    if not element.seen or element.node.disabled or element.kind in FIELDS:
        return False
    if element.kind == "tab":
        return element.node.selected is not True
    looks = bool(element.classes & word_list("page", "folded") and element.classes & word_list("page", "folders"))
    branch = looks or ("folder" in element.classes and element.node.tag == "span")
    return not element.node.attributes.get("aria-haspopup") and (element.node.expanded is False or branch)
