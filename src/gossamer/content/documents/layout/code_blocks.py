"""Code: lines in a typewriter's face, written with the blanks between their words."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from gossamer.content.documents.layout.runs import Row

# Lines farther apart than so many times the least distance have an empty line between them.
_EMPTY_LINE: Final = 1.6


def is_code(row: Row) -> bool:
    """Return whether all of *row* is in a typewriter's face."""
    return all(run.advance for run in row.runs)


def code_of(rows: Sequence[Row]) -> str:
    """Return *rows* as lines of text, each word in the column where it is drawn."""
    left, advance = min(row.left for row in rows), rows[0].runs[0].advance
    lines = [_line(row, left, advance) for row in rows]
    steps = [below.top - above.top for above, below in pairwise(rows)]
    least = min((step for step in steps if step > 0), default=0.0)
    between = ["\n\n" if step > _EMPTY_LINE * least else "\n" for step in steps]
    return "".join(line + end for line, end in zip(lines, [*between, ""], strict=True))


def _line(row: Row, left: float, advance: float) -> str:
    line = ""
    for word in (word for run in row.runs for word in run.by_word):
        column = round((word.left - left) / advance)
        line = line.ljust(column) + word.text
    return line
