"""A page as somebody sees it who cannot see: elements with roles, names, values, states and references.

Roles and names follow WAI-ARIA 1.2 and the Accessible Name and Description Computation 1.2.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels of the viewport; negative or beyond it when scrolled out of sight."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        """Return its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Node:
    """An element that can be seen, in the order of the page, with what is inside it.

    *ref* names the element for as long as it is there, over snapshots too; a text that stands between
    elements is a node of *role* "text" with the reference of the element it stands in. *role* is "generic"
    where there is none. *name* is the accessible name, *text* all visible text inside in reading order with single
    spaces, *value* what a field holds or a widget says ("" is an empty field, None no field). *described* is the
    description, title or placeholder that is not in the name. A password's *value* is as many bullets.

    States are None where they do not apply. *tag* is lower-case, *attributes* are those that may tell what an
    element is for: id, class, name, type, href, title, alt, placeholder, for, data-*, aria-*, min, max, step, pattern,
    accept, draggable, SVG geometry and the like, each cut after 300 characters. *options* are the labels of a
    list to choose from. *color* and *background* are "#rrggbb" of its text (or SVG fill) and of its own background;
    None when transparent. *clickable* says that it looks or listens as if it could be clicked, *scrolls* that it has
    more than is seen. *frame* numbers the document it is in, 0 for the page's own; the one *children* of an iframe is
    the document in it. *font_size* is in CSS pixels.
    """

    ref: str
    role: str
    name: str = ""
    text: str = ""
    value: str | None = None
    described: str = ""
    tag: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    level: int | None = None
    checked: bool | Literal["mixed"] | None = None
    selected: bool | None = None
    expanded: bool | None = None
    pressed: bool | None = None
    disabled: bool = False
    readonly: bool = False
    required: bool = False
    focused: bool = False
    clickable: bool = False
    editable: bool = False
    scrolls: bool = False
    options: tuple[str, ...] = ()
    box: Box = Box(0, 0, 0, 0)
    color: str | None = None
    background: str | None = None
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    font_size: float = 0
    frame: int = 0
    children: tuple["Node", ...] = ()

    def walk(self) -> Iterator["Node"]:
        """Yield it and all inside, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the session; *index* counts from 0 in order of opening."""

    index: int
    title: str
    url: str
    active: bool


@dataclass(frozen=True, slots=True)
class Dialog:
    """A JavaScript dialog that waits for an answer: *kind* "alert", "confirm", "prompt" or "beforeunload"."""

    kind: str
    message: str
    default: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The active tab at one moment. *root* is the document; *selection* the text that is selected.

    While a *dialog* is open the page stands still, and *root* is as it was before. *scroll* and *extent* are
    how far the page is scrolled and how large it is, *viewport* how much is seen, each as x and y in CSS pixels.
    It is not *complete* when the page has more than some thousand nodes: the first ones are in it.
    """

    url: str
    title: str
    root: Node
    tabs: tuple[Tab, ...] = ()
    dialog: Dialog | None = None
    selection: str = ""
    scroll: tuple[float, float] = (0, 0)
    extent: tuple[float, float] = (0, 0)
    viewport: tuple[float, float] = (0, 0)
    complete: bool = True

    def walk(self) -> Iterator[Node]:
        """Yield all nodes in reading order."""
        return self.root.walk()

    def find(self, ref: str) -> Node | None:
        """Return the element of this reference, never a text in it; None when it is not there (any more)."""
        return next((node for node in self.walk() if node.ref == ref and node.role != "text"), None)
