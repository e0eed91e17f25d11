"""Running heads and page numbers: lines at the edges of pages that come again on others, or that their page shows."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from gossamer.content.documents.layout.margin_lines import margin_lines
from gossamer.content.documents.layout.runs import Row, Run, rows_of

# The share of a page's height at its upper and lower edge, and how many lines of it are looked at.
_EDGE: Final = 0.12
_LINES: Final = 3
_DIGITS: Final = re.compile(r"\d+|\b[ivxlc]{1,6}\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[\W_]*(?:page |seite |p\. ?)?\d{1,4}(?: ?(?:/|of|von) ?\d{1,4})?[\W_]*", re.IGNORECASE)
_LEAST: Final = 2
_SHARE: Final = 0.3


class RunningHeads:
    """Knows the lines at the edges of the pages it has seen."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._pages = 0

    def see(self, runs: Sequence[Run], height: float) -> None:
        """Remember the edges of a page."""
        self._pages += 1
        self._seen.update({_key(row) for row in _edges(runs, height)})

    def without(self, runs: Sequence[Run], height: float, body: float) -> list[Run]:
        """Return *runs* without heads and feet; most text of the document has the height *body*."""
        running = (row for row in _edges(runs, height) if self._is_running(row))
        # By identity: comparing runs means comparing all of their words.
        dropped = {id(run) for row in (*running, *margin_lines(runs, height, body)) for run in row.runs}
        return [run for run in runs if id(run) not in dropped]

    def _is_running(self, row: Row) -> bool:
        if _NUMBER.fullmatch(row.text):
            return True
        return self._seen[_key(row)] >= max(_LEAST, _SHARE * self._pages)


def _edges(runs: Sequence[Run], height: float) -> list[Row]:
    first = rows_of([run for run in runs if run.bottom < _EDGE * height])
    last = rows_of([run for run in runs if run.top > (1 - _EDGE) * height])
    return first[:_LINES] + last[-_LINES:]


def _key(row: Row) -> str:
    return _DIGITS.sub("#", row.text).casefold()
