"""The edges of a page: its first and last lines, with their parts, their place, and the lines towards the middle."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from msgspec import Struct

from gossamer.content.documents.layout.page_numbers import LinePart, parts_of
from gossamer.content.documents.layout.runs import Row

# The share of a page's height at its upper and lower edge, and how many lines of it are looked at.
_EDGE: Final = 0.12
_LINES: Final = 3
# In points: lines no farther apart are at the same place.
_PLACE: Final = 6
# Text of so few lines has no usual distance.
_FEW: Final = 4


class EdgeLine(Struct, frozen=True, eq=False):
    """A line at the head or foot of a page.

    *place* is how far it is from the edge, in steps that lines of other pages at the same place share or differ by one.
    *inner* are the lines with text towards the other edge, nearest first.
    """

    row: Row
    parts: tuple[LinePart, ...]
    is_head: bool
    place: int
    inner: Sequence[Row]

    @property
    def key(self) -> str:
        """Return its text without page numbers; lines of left and right pages have the same."""
        return " ".join(sorted(part.key for part in self.parts))

    @property
    def text(self) -> str:
        """Return its text without page numbers, as it is written."""
        return " ".join(part.text for part in self.parts if part.number is None)

    @property
    def is_number(self) -> bool:
        """Return whether it holds nothing but numbers of pages."""
        return bool(self.parts) and all(part.number is not None for part in self.parts)


def edges_of(rows: Sequence[Row], height: float) -> list[EdgeLine]:
    """Return the edges of a page of *rows*, those of its head first, each from the edge inwards."""
    first = [row for row in rows if row.bottom < _EDGE * height]
    last = [row for row in rows if row.top > (1 - _EDGE) * height]
    heads = _edges(rows, first[:_LINES], height, is_head=True)
    return [*heads, *_edges(rows[::-1], last[::-1][:_LINES], height, is_head=False)]


def _edges(rows: Sequence[Row], outer: Sequence[Row], height: float, *, is_head: bool) -> Iterator[EdgeLine]:
    near = [(index, row) for index, row in enumerate(rows) if has_text(row)] if outer else []
    for index, row in enumerate(outer):
        distance = row.top if is_head else height - row.bottom
        inner = [edge for at, edge in near if at > index]
        yield EdgeLine(row, parts_of(row), is_head, round(distance / _PLACE), inner)


def has_text(row: Row) -> bool:
    """Return whether there is a letter or digit in *row*."""
    return any(map(str.isalnum, row.text))


def gap(outer: Row, inner: Row) -> float:
    """Return the room between two lines."""
    return max(inner.top - outer.bottom, outer.top - inner.bottom)


def usual_gap(rows: Sequence[Row]) -> float:
    """Return the usual room between two of *rows*, 0 for few of them."""
    gaps = [gap(above, below) for above, below in pairwise(rows)]
    return max(median(gaps), 0.0) if len(gaps) >= _FEW else 0.0
