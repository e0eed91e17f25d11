"""Headings of lists, and what else a list is called: its label, and its author's names for it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Final

from turbohtml import Element

from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.text.names import phrase

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "summary"})
MOST_HEADING: Final = 100
_NAMES: Final = frozenset({"title", "heading", "header", "headline", "caption", "label", "subtitle"})
_DEEPEST_WRAPPER: Final = 4
# A heading and the list that it leads to have at most so many pieces of text and elements between them.
_MOST_BETWEEN: Final = 60
_ENDS_OF_SENTENCES: Final = (".", ":", "!", "?", "…", "。", "：", "！", "？")  # noqa: RUF001 - of other scripts
_OFFERS: Final = frozenset({"button", "select", "input", "option", "li", "td", "dd"})
_MOST_MARKS: Final = 20


@dataclass(frozen=True, slots=True)
class Heading:
    """What a list stands under: its *text*, which may be empty, and the *tag* it is written in.

    *is_own*: it stands directly above the list, and is not only the last heading of the page. *leads*: it does so, or
    nothing but sentences stands between. *above* is the heading before it.
    """

    text: str
    tag: str = ""
    is_own: bool = False
    above: str = ""
    leads: bool = False


def heading_of(layout: Layout, parent: LayoutBox, first: LayoutBox) -> Heading:
    """Return the heading above a list in *parent* that begins with *first*.

    A heading or a short text named so, else the last heading of the page.
    """
    box = first
    for _ in range(_DEEPEST_WRAPPER):
        around = box.parent
        if around is None:
            break
        before = _before(around, box)
        if before is not None:
            named = before.tag in HEADINGS or not layout.names(before).isdisjoint(_NAMES)
            text = layout.short(before, MOST_HEADING)
            if text and (named or _is_bold(before) or text.endswith((":", "："))):  # noqa: RUF001
                return Heading(
                    text.rstrip(":： "),  # noqa: RUF001 - of another script
                    before.tag,
                    is_own=True,
                    above=layout.heading(before),
                    leads=True,
                )
            break
        box = around
    return Heading(
        layout.heading(parent),
        parent.heading.tag if parent.heading is not None else "",
        leads=leads_to(layout, parent),
    )


def leads_to(layout: Layout, box: LayoutBox) -> bool:
    """Return whether the last heading above *box* leads to it: nothing but sentences stands between.

    What is listed or offered between them, or a short text that is no sentence, is what the heading is about.
    """
    heading = box.heading
    if heading is None or not 0 <= box.start - heading.stop <= _MOST_BETWEEN:
        return False
    if not all(line.endswith(_ENDS_OF_SENTENCES) for line in layout.lines(heading.stop, box.start)):
        return False
    for node in islice(heading.element.following, _MOST_BETWEEN):
        if node is box.element:
            return True
        if isinstance(node, Element) and node.tag in _OFFERS:
            return False
    return False


def label_of(layout: Layout, parent: LayoutBox) -> str:
    """Return the name of the list in *parent* for those who do not see it (`aria-label`), or nothing."""
    size = layout.size(parent)
    for box in parent.upward(_DEEPEST_WRAPPER):
        if layout.size(box) > size + MOST_HEADING:
            break
        if label := " ".join((box.element.attr("aria-label") or "").split()):
            return label[:MOST_HEADING]
    return ""


def marks_of(layout: Layout, parent: LayoutBox) -> frozenset[str]:
    """Return the author's names for the list in *parent*, each as a phrase: "productSizes" is "product size"."""
    size = layout.size(parent)
    names: list[str] = []
    for box in parent.upward(_DEEPEST_WRAPPER):
        if layout.size(box) > size + MOST_HEADING:
            break
        attr = box.element.attr
        names += f"{attr('class') or ''} {attr('id') or ''} {attr('itemprop') or ''}"[:400].split()
    return frozenset(phrase(name) for name in names[:_MOST_MARKS])


def _before(parent: LayoutBox, box: LayoutBox) -> LayoutBox | None:
    """Return the box with text that is before *box* in *parent*."""
    at = _place_of(parent, box)
    for before in range(at - 1, max(-1, at - 4), -1):
        if parent.boxes[before].start < parent.boxes[before].stop:
            return parent.boxes[before]
    return None


def _place_of(parent: LayoutBox, box: LayoutBox) -> int:
    """Return the index of *box* among the children of *parent*, which are ordered."""
    low, high = 0, len(parent.boxes)
    while low < high:
        middle = (low + high) // 2
        if parent.boxes[middle].order < box.order:
            low = middle + 1
        else:
            high = middle
    return low


def _is_bold(box: LayoutBox) -> bool:
    while len(box.boxes) == 1:
        if box.boxes[0].tag in {"b", "strong"}:
            return True
        box = box.boxes[0]
    return box.tag in {"b", "strong"}
