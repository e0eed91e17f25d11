"""Margin lines: heads and feet that one page shows to be such, without another page to compare it with.

A line is judged by a score of its evidence: where it is, how far from the text, its size, and a page number at its
outer end. What a reader may need, such as a title, a footnote or an account number, is never one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from gossamer.content.documents.layout.runs import Row, Run, rows_of

# How deep margins are: in points, and the least and the most as a share of the height of the page.
_DEEP: Final = 65
_LEAST_SHARE: Final = 0.08
_MOST_SHARE: Final = 0.12
# So many lines stand together in a margin at most; no more are looked for when so many were found.
_LINES: Final = 2
_MOST_LINES: Final = 3
# In heights of text, above the usual room between two lines: the most between lines of a margin that belong together,
# and the room beyond which more of it shows nothing.
_CLOSE: Final = 0.4
_FAR: Final = 3.0
# How far from its text a page number is, in heights of text.
_APART: Final = 5
# In heights of text: smaller than it, and as large as a heading.
_SMALL: Final = 0.93
_LARGE: Final = 1.12
# The evidence required: the room to the text, with up to two for the line itself.
_ENOUGH: Final = 1.4
# Text of so few lines has no usual distance.
_FEW: Final = 4
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")
_PAGE_NUMBER: Final = re.compile(r"\W*(?:\d{1,4}|[ivxlc]{1,6})\W*", re.IGNORECASE)
_ENDS: Final = re.compile(r"[.!?:;,]\W*$")
# Letters of an account, a telephone or a tax number, and the sign of an e-mail address.
_CONTACT: Final = re.compile(r"@|(?:\d ?){8,}")


def margin_lines(runs: Sequence[Run], height: float, body: float) -> Iterator[Row]:
    """Yield the heads and feet of a page with this *height*, whose text has the height *body*."""
    if body <= 0:
        return
    deep = min(max(_DEEP, _LEAST_SHARE * height), _MOST_SHARE * height)
    rows = rows_of([run for run in runs if _LETTER_OR_DIGIT.search(run.text)])
    yield from _peeled(rows, body, lambda row: row.bottom <= deep, is_head=True)
    yield from _peeled(rows[::-1], body, lambda row: row.top >= height - deep, is_head=False)


def _peeled(rows: Sequence[Row], body: float, is_in_margin: Callable[[Row], bool], *, is_head: bool) -> Iterator[Row]:
    """Yield the heads or feet in *rows*, which go from the edge of the page inwards."""
    done = 0
    # Most pages have nothing there.
    while done < min(_MOST_LINES, len(rows)) and is_in_margin(rows[done]):
        lines = _lines(rows[done:], body, is_in_margin, is_head=is_head)
        if not lines:
            return
        yield from lines
        done += len(lines)


def _lines(rows: Sequence[Row], body: float, is_in_margin: Callable[[Row], bool], *, is_head: bool) -> Sequence[Row]:
    """Return the first of *rows*, from the edge of the page inwards, that are no text; none when in doubt."""
    gaps = [_gap(outer, inner) / body for outer, inner in pairwise(rows)]
    usual = max(median(gaps), 0.0) if len(gaps) >= _FEW else 0.0
    end = next((index for index, gap in enumerate(gaps, 1) if gap > usual + _CLOSE), len(rows))
    lines = rows[:end]
    if len(lines) > _LINES or end == len(rows) or not all(map(is_in_margin, lines)):
        return ()
    if any(_is_needed(row, body, is_head=is_head) for row in lines):
        return ()
    evidence = min(gaps[end - 1] - usual, _FAR) + sum(_weight(row, rows[end], body) for row in lines) / len(lines)
    return lines if evidence >= _ENOUGH else ()


def _gap(outer: Row, inner: Row) -> float:
    return max(inner.top - outer.bottom, outer.top - inner.bottom)


def _is_needed(row: Row, body: float, *, is_head: bool) -> bool:
    """Return whether *row* may be a title, a sentence or an address."""
    if _is_numbered(row, body):
        return False
    is_title = row.size >= _LARGE * body or (is_head and row.bold)
    return is_title or bool(_ENDS.search(row.text) or _CONTACT.search(row.text))


def _weight(row: Row, inner: Row, body: float) -> float:
    """Return how much *row* itself looks like a head or foot; *inner* is the line of text next to it."""
    # Lines of a table may end with numbers, one below the other.
    is_numbered = _is_numbered(row, body) and not _is_numbered(inner, body)
    return is_numbered + 0.5 * (row.size < _SMALL * body) + 0.5 * row.text.isupper()


def _is_numbered(row: Row, body: float) -> bool:
    """Return whether a page number stands at an end of *row*, far from its text; that of a chapter stands near."""
    if len(row.runs) == 1:
        return bool(_PAGE_NUMBER.fullmatch(row.text))
    ends = (row.runs[0], row.runs[1], row.runs[0].text), (row.runs[-2], row.runs[-1], row.runs[-1].text)
    return any(right.left - left.right > _APART * body and _PAGE_NUMBER.fullmatch(text) for left, right, text in ends)
