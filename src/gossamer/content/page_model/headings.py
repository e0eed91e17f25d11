"""Headings of lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gossamer.content.page_model.layout import Box, Layout

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "summary"})
MOST_HEADING: Final = 100
_NAMES: Final = frozenset({"title", "heading", "header", "headline", "caption", "label", "subtitle"})
_DEEPEST_WRAPPER: Final = 4


@dataclass(frozen=True, slots=True)
class Heading:
    """What a list stands under: its *text*, which may be empty, and the *tag* it is written in.

    *is_own*: it stands directly above the list, and is not only the last heading of the page. *above* is the heading
    before it.
    """

    text: str
    tag: str = ""
    is_own: bool = False
    above: str = ""


def heading_of(layout: Layout, parent: Box, first: Box) -> Heading:
    """Return what stands above a list in *parent* that begins with *first*.

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
                return Heading(text.rstrip(":： "), before.tag, is_own=True, above=layout.heading(before))  # noqa: RUF001
            break
        box = around
    return Heading(layout.heading(parent), parent.heading.tag if parent.heading is not None else "")


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


def _is_bold(box: Box) -> bool:
    while len(box.boxes) == 1:
        if box.boxes[0].tag in {"b", "strong"}:
            return True
        box = box.boxes[0]
    return box.tag in {"b", "strong"}
