"""The tree as boxes with text: one pass, after which every question about a piece of the page is a slice.

The text of the page is a list of *pieces* in the order of the document, and a box owns a range of them; its size is
known without reading it, so whoever looks for something short never touches what is long. A block begins and ends a
line. Nothing here recurses: pages may be nested a hundred thousand deep.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from turbohtml import Element, Node, Text

from gossamer.content.amounts import before_raised, is_set_off
from gossamer.content.locales import words
from gossamer.content.values.prices import prices

# Beyond this many elements a page is data, not something that people read; reading stops there.
MOST_BOXES: Final = 25_000
_INLINE: Final = words("page_model", "layout", "inline")
_SKIPPED: Final = words("page_model", "layout", "skipped")
_EMPTY: Final = frozenset({"img", "input", "source", "hr", "wbr", "link", "meta"})
_HEADINGS: Final = words("page_model", "layout", "headings")
_AROUND: Final = frozenset({"nav", "footer"})
_AROUND_ROLES: Final = frozenset({"navigation", "contentinfo", "menu", "menubar", "dialog", "alertdialog", "search"})
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_STRUCK: Final = frozenset({"del", "s", "strike"})
_LONGEST_AMOUNT: Final = 24
_MOST_STRUCK: Final = 400
_MOST_AROUND: Final = 300
_LONG_HEADING: Final = 200
_BEFORE_RAISED: Final = 4
_MOST_BESIDE: Final = 20
# A text behind this many closed boxes is not looked for further out.
_DEEP: Final = 60


class LayoutBox:
    """An element that is seen: *start* to *stop* are its pieces, *boxes* its children.

    What is in it, all levels, has the numbers from *order* + 1 to *end* among the boxes of the page.
    *depth* is 1 for the outermost. *around* is what stands around the content of a page: menus, the footer. *heading*
    is the last heading before it.
    """

    __slots__ = (
        "around",
        "block",
        "boxes",
        "depth",
        "element",
        "end",
        "heading",
        "names",
        "order",
        "parent",
        "start",
        "stop",
        "tag",
    )

    def __init__(self, element: Element, parent: LayoutBox | None, order: int, start: int) -> None:
        self.element = element
        self.tag = element.tag
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent is not None else 1
        self.order = order
        self.end = order + 1
        self.start = self.stop = start
        self.boxes: list[LayoutBox] = []
        self.block = False
        self.around: bool = parent.around if parent is not None else False
        self.names: frozenset[str] | None = None
        self.heading: LayoutBox | None = None

    def upward(self, most: int | None = None) -> Iterator[LayoutBox]:
        """Yield the box and those around it from the inside, at most *most* of them together."""
        box: LayoutBox | None = self
        while box is not None and most != 0:
            yield box
            box, most = box.parent, most - 1 if most is not None else None


class Layout:
    """A page as *boxes*, in document order, and the *pieces* of its text."""

    __slots__ = ("_lines", "_names", "_sizes", "_struck", "boxes", "pieces")

    def __init__(self, root: Node) -> None:
        self.boxes: list[LayoutBox] = []
        self.pieces: list[str] = []
        self._names: dict[str, frozenset[str]] = {}
        self._struck: set[int] = set()
        self._lines: Sequence[tuple[int, LayoutBox, str]] | None = None
        self._read(root)
        self._sizes = _running_sizes(self.pieces)

    def size(self, box: LayoutBox) -> int:
        """Return the number of characters in *box*, blanks included."""
        return self._sizes[box.stop] - self._sizes[box.start]

    def span(self, start: int, stop: int) -> str:
        """Return the text of the pieces from *start* to *stop*, blanks collapsed."""
        return " ".join("".join(self.pieces[start:stop]).split())

    def text(self, box: LayoutBox) -> str:
        """Return the text of *box*, blanks collapsed."""
        return self.span(box.start, box.stop)

    def short(self, box: LayoutBox, most: int) -> str:
        """Return the text of *box*; empty when it is longer than some *most* characters."""
        # Blanks of the source count in the size: a value between them is still short.
        if self.size(box) > most * 4 + 200 or box.stop - box.start > most + 100:
            return ""
        text = self.text(box)
        return text if len(text) <= most else ""

    def lines(self, start: int, stop: int) -> list[str]:
        """Return the lines of the pieces from *start* to *stop* that have text."""
        lines = (" ".join(line.split()) for line in "".join(self.pieces[start:stop]).split("\n"))
        return [line for line in lines if line]

    def all_lines(self) -> Sequence[tuple[int, LayoutBox, str]]:
        """Return each line of the page that has text: the piece it begins with, the box around that, and the line.

        A figure that is struck out for another one is not part of it.
        """
        if self._lines is None:
            self._lines = tuple(self.read_lines(self.pieces)) if self.boxes else ()
        return self._lines

    def read_lines(self, pieces: Sequence[str]) -> Iterator[tuple[int, LayoutBox, str]]:
        """Yield the lines as `all_lines`, where *pieces* stand in the places of the page's."""
        starts = [box.start for box in self.boxes]
        line: list[str] = []
        began = -1
        for at, piece in enumerate([*pieces, "\n"]):
            if at in self._struck:
                continue
            for nth, part in enumerate(piece.split("\n")):
                if nth:
                    if began >= 0:
                        yield began, self._around(began, starts), " ".join("".join(line).split())
                    line, began = [], -1
                if part:
                    line.append(part)
                    began = at if began < 0 and not part.isspace() else began

    def elements_of(self, box: LayoutBox, line: str) -> list[str]:
        """Return the texts of the elements side by side that make *line*, the first of which is *box*; else *line*."""
        holder = box.parent
        if holder is None or box.block or len(holder.boxes) > _MOST_BESIDE or self.short(holder, len(line)) != line:
            return [line]
        texts = [text for inner in holder.boxes if (text := self.short(inner, len(line)))]
        return texts if "".join("".join(texts).split()) == "".join(line.split()) else [line]

    def _around(self, piece: int, starts: list[int]) -> LayoutBox:
        """Return the box that *piece* is in; one further out where boxes are nested beyond all use."""
        box = self.boxes[max(0, bisect_right(starts, piece) - 1)]
        outermost = max(1, box.depth - _DEEP)
        while box.stop <= piece and box.depth > outermost and box.parent is not None:
            box = box.parent
        return box

    def heading(self, box: LayoutBox) -> str:
        """Return the nearest heading above *box*, or an empty text."""
        return self.short(box.heading, _LONG_HEADING) if box.heading is not None else ""

    def names(self, box: LayoutBox) -> frozenset[str]:
        """Return the words that the author calls *box* by, in its class, id and itemprop, in lower case."""
        if box.names is None:
            attr = box.element.attr
            written = f"{attr('class') or ''} {attr('id') or ''} {attr('itemprop') or ''}"
            name_words = self._names.get(written)
            if name_words is None:
                name_words = self._names[written] = words_of_name(written)
            box.names = name_words
        return box.names

    def inside(self, box: LayoutBox) -> Iterator[LayoutBox]:
        """Yield the boxes in *box*, all levels, in document order."""
        for at in range(box.order + 1, box.end):
            yield self.boxes[at]

    def _read(self, root: Node) -> None:
        """Fill boxes and pieces."""
        above: list[tuple[LayoutBox | None, Iterator[Node], bool]] = []
        box: LayoutBox | None = None
        children: Iterator[Node] = iter(root)
        verbatim = False
        heading: LayoutBox | None = None
        if isinstance(root, Element):
            box = self._open(root, None, None)
        while True:
            opened = self._read_children(children, box, heading, verbatim=verbatim)
            if opened is not None:
                above.append((box, children, verbatim))
                if opened.tag in _HEADINGS or opened.element.attr("role") == "heading":
                    heading = opened
                box, children, verbatim = opened, iter(opened.element), verbatim or opened.tag == "pre"
                continue
            if box is not None:
                self._close(box)
            if not above:
                return
            box, children, verbatim = above.pop()

    def _read_children(
        self, children: Iterator[Node], box: LayoutBox | None, heading: LayoutBox | None, *, verbatim: bool
    ) -> LayoutBox | None:
        """Add what *children* say until one of them has children to be read, and return that one."""
        pieces = self.pieces
        for child in children:
            if type(child) is Text:
                data = child.data
                pieces.append(data if verbatim or "\n" not in data else data.replace("\n", " "))
                continue
            if type(child) is not Element or child.tag in _SKIPPED:
                continue
            if child.tag == "br":
                pieces.append("\n")
                continue
            if len(self.boxes) >= MOST_BOXES:
                return None
            if child.tag == "button" and not _opens_something(child):
                continue
            opened = self._open(child, box, heading)
            if child.tag in _EMPTY:
                opened.stop = opened.start
                continue
            return opened
        return None

    def _open(self, element: Element, parent: LayoutBox | None, heading: LayoutBox | None) -> LayoutBox:
        block = element.tag not in _INLINE and element.tag not in _EMPTY
        if is_set_off(element) and (between := before_raised(element, "".join(self.pieces[-_BEFORE_RAISED:]))):
            self.pieces.append(between)
        if block:
            self.pieces.append("\n")
        box = LayoutBox(element, parent, len(self.boxes), len(self.pieces))
        box.block = block
        box.heading = heading
        box.around = box.around or element.tag in _AROUND or element.attr("role") in _AROUND_ROLES
        self.boxes.append(box)
        if parent is not None:
            parent.boxes.append(box)
        return box

    def _close(self, box: LayoutBox) -> None:
        box.stop = len(self.pieces)
        is_struck = box.tag in _STRUCK or "line-through" in (box.element.attr("style") or "")
        # Few are looked at: a page could strike out any number of them.
        if is_struck and len(self._struck) < _MOST_STRUCK and _is_replaced(box.element):
            self._struck.update(range(box.start, box.stop))
        box.end = len(self.boxes)
        if box.block:
            self.pieces.append("\n")


def words_of_name(written: str) -> frozenset[str]:
    """Return the words of *written* in lower case: "productCard__old-price" has product, card, old and price."""
    return frozenset(word.lower() for word in _WORD.findall(written[:400]))


def _opens_something(button: Element) -> bool:
    """Return whether *button* is the heading of what a click opens, and so content."""
    if button.attr("aria-expanded") is not None or button.attr("aria-controls") is not None:
        return True
    parent = button.parent
    return isinstance(parent, Element) and parent.tag in _HEADINGS


def _is_replaced(element: Element) -> bool:
    """Return whether *element* is an amount that is struck out, with another one beside it: it holds no longer."""
    own_text = element.text.strip()
    if len(own_text) > _LONGEST_AMOUNT or [price.printed for price in prices(own_text, limit=2)] != [own_text]:
        return False
    around = [
        ancestor
        for ancestor in (element.parent, element.parent and element.parent.parent)
        if isinstance(ancestor, Element)
    ]
    return any(
        len(prices(ancestor.text[:_MOST_AROUND].replace(own_text, f" {own_text} "), limit=2)) > 1 for ancestor in around
    )


def _running_sizes(pieces: list[str]) -> list[int]:
    sizes = [0]
    total = 0
    for piece in pieces:
        total += len(piece)
        sizes.append(total)
    return sizes
