"""Paragraphs: lines that belong together, and which of their lines end before they have to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from gossamer.content.documents.layout.runs import Row
from gossamer.content.documents.layout.style import Style

BULLET: Final = re.compile(r"^\s*(?:[•●▪◦‣∙\uf0b7\u2043■□➢➤✓·]|[-\u2013*](?=\s))\s*")
NUMBER: Final = re.compile(r"^\s*\(?(\d{1,3}|[a-zA-Z])[.)]\s+(?=\S)")
# "2 Method", "2.1. Method", "A.1 Proofs", "IV. Results".
SECTION: Final = re.compile(r"\s*(?P<number>(?:\d{1,2}|[A-Z](?=\.))(?:\.\d{1,2})*[.)]?|[IVX]{2,5}\.)\s+(?=[^\W\d_])")
# In usual distances of two lines: the most inside of a paragraph, and a distance hardly larger than usual.
_FAR: Final = 1.35
_CLOSE: Final = 1.1
# Heights of text that differ by less are the same.
_SAME_SIZE: Final = 0.5
# Text so many times larger than usual is a title, whatever its words and on however many lines.
TITLE: Final = 1.3
# The room that a word needs beside its own width, in heights of its text.
_MARGIN: Final = 0.8
# So many lines that leave half of a column free are a block such as an address.
_BLOCK: Final = 3
# The least indent, in heights of the text.
_INDENT: Final = 0.7
_ENDS: Final = (".", "!", "?", ":")
# Dots that lead to a page or a price at the end of a line.
_LEADER: Final = re.compile(r"(?:[.\u2026_]\s?){5,}\s*\S{1,12}$")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together; *breaks* are those that end although the next word had room, as in an address.

    *is_apart* says that there is more room than usual above it.
    """

    rows: tuple[Row, ...]
    breaks: frozenset[int] = frozenset()
    is_apart: bool = True

    @property
    def text(self) -> str:
        """Return its text."""
        return " ".join(row.text for row in self.rows)

    @property
    def is_marked(self) -> bool:
        """Return whether it begins with the mark or number of a list."""
        return bool(BULLET.match(self.text) or NUMBER.match(self.text))


def paragraphs(rows: Sequence[Row], style: Style) -> Iterator[Paragraph]:
    """Yield the paragraphs of the *rows* of a column."""
    if not rows:
        return
    steps, rights = _steps(rows), _rights(rows, style)
    edges = min(row.left for row in rows), max(row.right for row in rows)
    current, breaks = [rows[0]], set[int]()
    is_apart = True
    for last, row in pairwise(rows):
        usual = steps.get(round(row.size), row.size * 1.5)
        right = rights[_place(last, style)]
        is_short = had_room(last, row, edges[1])
        is_broken = (
            had_room(last, row, right) or _LEADER.search(last.text) is not None or (_is_moved(last, row) and is_short)
        )
        is_heading = len(current) == 1 and is_short and _is_section(last, row)
        has_ended = is_heading or (is_broken and _has_ended(last))
        if has_ended or not _goes_on(current, row, usual, edges, style):
            yield Paragraph(tuple(current), _all_breaks(breaks, current, edges), is_apart)
            current, breaks = [], set()
            is_apart = not 0 < row.bottom - last.bottom <= _CLOSE * usual
        elif is_broken:
            breaks.add(len(current) - 1)
        current.append(row)
    yield Paragraph(tuple(current), _all_breaks(breaks, current, edges), is_apart)


def _all_breaks(breaks: set[int], rows: Sequence[Row], edges: tuple[float, float]) -> frozenset[int]:
    """Return *breaks*; the ends of all lines where most are such, or where lines use less than half of the column.

    The longest line shows nothing of itself.
    """
    ends = len(rows) - 1
    left, right = edges
    is_narrow = len(rows) >= _BLOCK and max(row.right for row in rows) - rows[0].left < (right - left) / 2
    is_marked = BULLET.match(rows[0].text) or NUMBER.match(rows[0].text)
    is_block = (breaks and 2 * len(breaks) >= ends) or (is_narrow and not is_marked)
    return frozenset(range(ends)) if is_block else frozenset(breaks)


def _rights(rows: Sequence[Row], style: Style) -> dict[tuple[int, bool], float]:
    """Return the right edge of lines, by the place at which they begin and whether they are those of a title."""
    rights: dict[tuple[int, bool], float] = {}
    for row in rows:
        place = _place(row, style)
        rights[place] = max(rights.get(place, 0.0), row.right)
    return rights


def _place(row: Row, style: Style) -> tuple[int, bool]:
    return round(row.left), style.times(row.font_size) > TITLE


def had_room(row: Row, following: Row, right: float) -> bool:
    """Return whether the first word of the *following* line had room in *row*."""
    return row.right + following.runs[0].by_word[0].width + _MARGIN * row.size < right


def _is_moved(row: Row, following: Row) -> bool:
    """Return whether the *following* line begins elsewhere, and both are not in the middle of a page."""
    moved = abs(following.left - row.left)
    return min(moved, abs(following.left + following.right - row.left - row.right) / 2) > _INDENT * row.size


def _is_section(row: Row, following: Row) -> bool:
    """Return whether *row* may be a heading by its number, which has a point, and the sentence that begins after it."""
    number = SECTION.match(row.text)
    return number is not None and not number["number"].isdigit() and following.text[:1].isupper()


def _has_ended(row: Row) -> bool:
    return row.text.rstrip().endswith(_ENDS)


def _goes_on(current: Sequence[Row], row: Row, usual: float, edges: tuple[float, float], style: Style) -> bool:
    last = current[-1]
    left, right = edges
    step = row.bottom - last.bottom
    is_full = last.right > right - 0.12 * (right - left)
    has_ended = _has_ended(last)
    # Only the face of a line's first letter is known: a full line goes on in another one.
    is_same_sentence = is_full and not has_ended and step <= _CLOSE * usual
    has_one_face = last.bold == row.bold or is_same_sentence
    if abs(last.font_size - row.font_size) > 0.12 * max(last.font_size, row.font_size) or not has_one_face:
        return False
    # A sentence may go on with an initial.
    number = NUMBER.match(row.text)
    is_item = BULLET.match(row.text) or (number and (number[1].isdigit() or not is_same_sentence))
    if is_item or not 0 < step <= _FAR * usual:
        return False
    if style.level(row.font_size) is not None:
        return True
    indent = row.left - last.left
    if indent > _INDENT * row.size and abs(last.left - left) < row.size and is_full:
        # The first line of a paragraph is indented; that of a list's entry hangs out.
        return bool(BULLET.match(current[0].text) or NUMBER.match(current[0].text)) and len(current) == 1
    return is_full or not has_ended or (step <= _CLOSE * usual and not _ends(last, edges))


def _ends(row: Row, edges: tuple[float, float]) -> bool:
    """Return whether *row* is so short that a paragraph ends with it."""
    return row.right < edges[1] - 0.25 * (edges[1] - edges[0])


def _steps(rows: Sequence[Row]) -> dict[float, float]:
    """Return the usual distance of two lines, by the height of their text."""
    steps_by_size: dict[float, list[float]] = {}
    for above, below in pairwise(rows):
        step = below.bottom - above.bottom
        if 0 < step < 3 * below.size and abs(above.size - below.size) < _SAME_SIZE:
            steps_by_size.setdefault(round(below.size), []).append(step)
    return {size: median(sorted(steps)[: max(1, len(steps) * 3 // 4)]) for size, steps in steps_by_size.items()}
