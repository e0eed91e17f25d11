"""Margin lines: heads and feet that one page shows to be such, without another page to compare it with.

A line is judged by a score of its evidence: where it is, how far from the text, its size, and a page number at its
outer end. What a reader may need, such as a title, a footnote or an account number, is never one.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from gossamer.content.documents.layout.facts import has_amount, states_fact
from gossamer.content.documents.layout.page_edges import gap, usual_gap
from gossamer.content.documents.layout.runs import Row, TextRun, rows_of

# How deep margins are: in points, and the least and the most as a share of the height of the page.
_DEEP: Final = 65
_LEAST_SHARE: Final = 0.08
_MOST_SHARE: Final = 0.12
# So many lines stand together in a margin at most; no more are looked for when so many were found.
_LINES: Final = 2
_MOST_LINES: Final = 3
# In heights of text, above the usual room between two lines: the most between lines of a margin that belong together,
# and the room beyond which more of it shows nothing.
CLOSE: Final = 0.4
_FAR: Final = 3.0
# How far from its text a page number is, in heights of text.
_APART: Final = 5
# In heights of text: smaller than it, and as large as a heading.
SMALL: Final = 0.93
_LARGE: Final = 1.12
# The evidence required: the room to the text, with up to two for the line itself.
_ENOUGH: Final = 1.4
# In the outermost share of a page's height files are stamped, and a number alone is that of the page.
_OUTERMOST: Final = 0.04
# Numbers of a column end in one line, to so many points; in so many lines next to each other.
_ALIGNED: Final = 2
_NEXT: Final = 4
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")
_PAGE_NUMBER: Final = re.compile(r"\W*(?:\d{1,4}|[ivxlc]{1,6})\W*", re.IGNORECASE)
_ENDS: Final = re.compile(r"[.!?:;,]\W*$")
# Letters of an account, a telephone or a tax number, and the sign of an e-mail address.
_CONTACT: Final = re.compile(r"@|(?:\d ?){8,}")
_FIGURES: Final = re.compile(r"[^\w]*\d[\d.,\s]*[^\w]*")


def margin_lines(runs: Sequence[TextRun], height: float, body: float, content: Collection[int] = ()) -> Iterator[Row]:
    """Yield the heads and feet of a page with this *height*, whose text has the height *body*.

    *content* are the ids of runs that are known to be none.
    """
    if body <= 0:
        return
    rows = rows_of([run for run in runs if _LETTER_OR_DIGIT.search(run.text)])
    margin = _Margin(height, body, content)
    yield from _peel_margin(rows, margin, margin.is_at_head)
    yield from _peel_margin(rows[::-1], margin, margin.is_at_foot)


def is_large(row: Row, body: float) -> bool:
    """Return whether *row* is as large as a title of text of the height *body*."""
    return row.size >= _LARGE * body


def is_title(row: Row, body: float) -> bool:
    """Return whether *row* looks like a title of text of the height *body*: large, or bold."""
    return is_large(row, body) or (row.bold and row.size >= SMALL * body)


class _Margin(Struct, frozen=True):
    height: float
    body: float
    content: Collection[int]

    @property
    def deep(self) -> float:
        return min(max(_DEEP, _LEAST_SHARE * self.height), _MOST_SHARE * self.height)

    def is_at_head(self, row: Row) -> bool:
        return row.bottom <= self.deep

    def is_at_foot(self, row: Row) -> bool:
        return row.top >= self.height - self.deep

    def is_outermost(self, row: Row) -> bool:
        return min(row.middle, self.height - row.middle) <= _OUTERMOST * self.height

    def is_needed(self, row: Row, inner: Sequence[Row]) -> bool:
        """Return whether *row* may be a title, a sentence, an address or a figure; *inner* are the next lines."""
        if has_amount(row.text) or any(id(run) in self.content for run in row.runs) or _is_in_column(row, inner):
            return True
        if _is_numbered(row, self.body):
            return False
        is_fact = bool(_CONTACT.search(row.text)) or (not self.is_outermost(row) and states_fact(row.text))
        return is_fact or is_title(row, self.body) or bool(_ENDS.search(row.text))


def _peel_margin(rows: Sequence[Row], margin: _Margin, is_in_margin: Callable[[Row], bool]) -> Iterator[Row]:
    """Yield the heads or feet in *rows*, which go from the edge of the page inwards."""
    done = 0
    # Most pages have nothing there.
    while done < min(_MOST_LINES, len(rows)) and is_in_margin(rows[done]):
        lines = _lines(rows[done:], margin, is_in_margin)
        if not lines:
            return
        yield from lines
        done += len(lines)


def _lines(rows: Sequence[Row], margin: _Margin, is_in_margin: Callable[[Row], bool]) -> Sequence[Row]:
    """Return the first of *rows*, from the edge of the page inwards, that are no text; none when in doubt."""
    body = margin.body
    usual = usual_gap(rows)
    gaps = ((gap(outer, inner) - usual) / body for outer, inner in pairwise(rows))
    end, room = next(((index, room) for index, room in enumerate(gaps, 1) if room > CLOSE), (len(rows), 0.0))
    lines, inner = rows[:end], rows[end:]
    if (
        margin.is_outermost(rows[0])
        and _PAGE_NUMBER.fullmatch(rows[0].text)
        and not margin.is_needed(rows[0], rows[1:])
    ):
        return rows[:1]
    if len(lines) > _LINES or not inner or not all(map(is_in_margin, lines)):
        return ()
    if any(margin.is_needed(row, inner) for row in lines):
        return ()
    evidence = min(room, _FAR) + sum(_weight(row, inner[0], body) for row in lines) / len(lines)
    return lines if evidence >= _ENOUGH else ()


def _is_in_column(row: Row, inner: Sequence[Row]) -> bool:
    """Return whether a number in *row* ends a column of numbers."""
    figures = [run for run in row.runs if _FIGURES.fullmatch(run.text)]
    others = [run for other in inner[:_NEXT] for run in other.runs if _FIGURES.fullmatch(run.text)] if figures else []
    return any(abs(run.right - other.right) <= _ALIGNED for run in figures for other in others)


def _weight(row: Row, inner: Row, body: float) -> float:
    """Return the likeness of *row* itself to a head or foot; *inner* is the line of text next to it."""
    # Lines of a table may end with numbers, one below the other.
    is_numbered = _is_numbered(row, body) and not _is_numbered(inner, body)
    return is_numbered + 0.5 * (row.size < SMALL * body) + 0.5 * row.text.isupper()


def _is_numbered(row: Row, body: float) -> bool:
    """Return whether a page number stands at an end of *row*, far from its text; that of a chapter stands near."""
    if len(row.runs) == 1:
        return bool(_PAGE_NUMBER.fullmatch(row.text))
    ends = (row.runs[0], row.runs[1], row.runs[0].text), (row.runs[-2], row.runs[-1], row.runs[-1].text)
    return any(
        right.left - left_run.right > _APART * body and _PAGE_NUMBER.fullmatch(text) for left_run, right, text in ends
    )
