"""Leaders: dots that lead from a name to a value, such as a price. They stand for a gap, and are no text.

Those of a table of contents stay: its entries are lines, whose values are pages.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import Final

from msgspec.structs import replace

from gossamer.content.documents.layout.runs import Row, Run, spans_of

_DOTS: Final = re.compile(r"[.\u2026]{5,}|\u2026{2,}")
_FEW: Final = 4
# So many lines with leaders show what their values are.
_LEAST: Final = 3
_PAGE: Final = re.compile(r"(?:[A-Z\d]{1,2}-)?(?:\d{1,4}|[ivxlc]{1,6})")
# Characters of a value.
_LONGEST: Final = 16
# The share of the values of a table of contents that are pages, in their order.
_MOST: Final = 0.8


def without_leaders(rows: Sequence[Row]) -> list[Row]:
    """Return *rows* with gaps in place of the leaders that lead to a column of values."""
    split = [_split(row) for row in rows]
    entries = [row for row in split if row is not None]
    if len(entries) < _LEAST or _are_pages([row.runs[-1].text for row in entries]):
        return list(rows)
    edge = median(row.right for row in entries)
    return [
        new if new is not None and abs(new.right - edge) <= new.size else old
        for old, new in zip(rows, split, strict=True)
    ]


def _split(row: Row) -> Row | None:
    """Return *row* with its value as a run of its own, None where no leader leads to one."""
    *before, last = (part for run in row.runs for part in _parts(run))
    is_entry = bool(before) and last.text != row.runs[-1].text and len(last.text) <= _LONGEST
    return Row((*before, last)) if is_entry else None


def _are_pages(values: Sequence[str]) -> bool:
    pages = [value for value in values if _PAGE.fullmatch(value)]
    numbers = [int(page) for page in pages if page.isdigit()]
    in_order = sum(above <= below for above, below in pairwise(numbers))
    return len(pages) >= _MOST * len(values) and in_order >= _MOST * (len(numbers) - 1)


def _parts(run: Run) -> Iterator[Run]:
    """Yield the parts of *run* between its leaders; *run* itself where it has none."""
    if "...." not in run.text and "\u2026\u2026" not in run.text and ". . . ." not in run.text:
        yield run
        return
    pieces = [piece for word in run.words for piece in _pieces(word)]
    parts = [list(group) for is_leader, group in groupby(pieces, key=_is_leader) if not is_leader]
    dots = sum(len(piece.text) for piece in pieces if _is_leader(piece))
    if not parts or dots <= _FEW:
        yield run
        return
    for words in parts:
        yield replace(run, spans=spans_of(words), left=words[0].left, right=words[-1].right, words=tuple(words))


def _is_leader(word: Run) -> bool:
    return not word.text.strip(".\u2026")


def _pieces(word: Run) -> Iterator[Run]:
    """Yield what stands before the dots in *word*, the dots, and what stands after them."""
    text = word.text
    match = _DOTS.search(text)
    if match is None:
        yield word
        return
    # Dots are about half as wide as letters.
    weights = [0.5 if char in ".\u2026" else 1.0 for char in text]
    unit = word.width / sum(weights)
    start, end = match.span()
    for first, last in ((0, start), (start, end), (end, len(text))):
        if first < last:
            left = word.left + unit * sum(weights[:first])
            span = replace(word.spans[0], text=text[first:last])
            yield replace(word, spans=(span,), left=left, right=left + unit * sum(weights[first:last]))
