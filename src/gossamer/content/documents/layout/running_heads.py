"""Running heads and feet: lines at the edges of pages that say the same on most of them, and page numbers.

A line is dropped only on evidence: its text comes again at the same place of other pages, and it is set apart, in
smaller letters, or on most of them. What differs from page to page is content, unless it counts up with the pages.
What states a fact or is as large as a title is kept where it comes first. No page is left nearly empty.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from gossamer.content.documents.layout import facts, page_numbers
from gossamer.content.documents.layout.facts import has_amount, states_fact
from gossamer.content.documents.layout.margin_lines import CLOSE, SMALL, is_large, is_title, margin_lines
from gossamer.content.documents.layout.page_edges import EdgeLine, edges_of, gap, has_text, usual_gap
from gossamer.content.documents.layout.page_numbers import Counting, parts_of
from gossamer.content.documents.layout.runs import Row, TextRun, rows_of

# On so many pages, and on such a share of them, a line comes again; on so many it needs no other evidence.
_LEAST: Final = 2
_SHARE: Final = 0.4
_MANY: Final = 3
_MOST: Final = 0.6
# No number of a page is larger, in heights of text.
_LARGEST: Final = 1.5
# A line over so many columns belongs to their table; over two only when they are near, in heights of text.
_COLUMNS: Final = 3
_NEAR: Final = 1.0
# Points by which the columns of a table are out of line.
_ALIGNED: Final = 2
# Dropped texts that are reported, and letters of each.
_MOST_REMEMBERED: Final = 20
_MOST_LETTERS: Final = 200
# So many letters may go for each that stays.
_MOST_DROPPED: Final = 3


def load() -> None:
    """Load the words it needs from disk."""
    facts.load()
    page_numbers.load()


class RunningHeads:
    """Knows the lines at the edges of the pages it has seen.

    Pages come in their order: some are seen, then those are returned `without` heads and feet, and so on.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[bool, int], Counter[str]] = defaultdict(Counter)
        self._counting = Counting()
        self._pages = 0
        self._done = 0
        # Texts that have come before, and those of them that were kept then.
        self._met: set[str] = set()
        self._kept: set[str] = set()
        self._dropped: dict[str, None] = {}

    @property
    def dropped(self) -> tuple[str, ...]:
        """Return the texts that came again and were dropped, each once and without page numbers; not all of many."""
        return tuple(self._dropped)

    def see(self, runs: Sequence[TextRun], height: float) -> None:
        """Remember the edges of a page."""
        for edge in edges_of(rows_of(runs), height):
            self._seen[edge.is_head, edge.place][edge.key] += 1
            self._counting.see(self._pages, edge.parts)
        self._pages += 1

    def without(self, runs: Sequence[TextRun], height: float, body: float) -> list[TextRun]:
        """Return *runs* without heads and feet; most text of the document has the height *body*."""
        page, self._done = self._done, self._done + 1
        rows = rows_of(runs)
        edges = edges_of(rows, height)
        numbers = [edge for edge in edges if self._is_page_number(edge, page, body)]
        again = [edge for edge in edges if edge not in numbers and self._comes_again(edge, page)]
        going = {id(edge.row) for edge in (*numbers, *again)}
        usual = usual_gap(rows)
        running = [edge for edge in again if self._is_running(edge, going, usual, body)]
        needed = self._find_needed(running, again, body)
        dropped_edges = [edge for edge in running if edge not in needed]
        content = _ids(edge.row for edge in edges if edge not in dropped_edges and self._is_content(edge, page))
        marginal = margin_lines(runs, height, body, content)
        remaining_runs = _without(
            runs, _numbers([*numbers, *needed]), _ids([*(edge.row for edge in dropped_edges), *marginal])
        )
        self._remember(dropped_edges, remaining_runs)
        return remaining_runs

    def _find_needed(self, running: Sequence[EdgeLine], again: Sequence[EdgeLine], body: float) -> list[EdgeLine]:
        """Return those of the *running* heads and feet that are kept, and remember which were met."""
        needed = [edge for edge in running if self._is_needed(edge, again, body)]
        self._met.update(edge.key for edge in running)
        self._kept.update(edge.key for edge in needed)
        return needed

    def _times(self, edge: EdgeLine) -> int:
        """Return on how many pages the text of *edge* is at its place."""
        return sum(counter[edge.key] for counter in self._at(edge))

    def _at(self, edge: EdgeLine) -> list[Counter[str]]:
        places = (self._seen.get((edge.is_head, edge.place + step)) for step in (-1, 0, 1))
        return [counter for counter in places if counter]

    def _is_numbered(self, edge: EdgeLine, page: int) -> bool:
        """Return whether the numbers in *edge* that may be those of its page are."""
        return not has_amount(edge.row.text) and all(
            part.is_named or self._counting.counts(page, part.number) for part in edge.parts if part.number is not None
        )

    def _is_page_number(self, edge: EdgeLine, page: int, body: float) -> bool:
        # The days of a calendar count up with its pages too.
        return edge.is_number and self._is_numbered(edge, page) and edge.row.size <= _LARGEST * body

    def _comes_again(self, edge: EdgeLine, page: int) -> bool:
        return self._times(edge) >= max(_LEAST, _SHARE * self._pages) and self._is_numbered(edge, page)

    def _is_running(self, edge: EdgeLine, going: Collection[int], usual: float, body: float) -> bool:
        """Return whether *edge*, which comes again, is a head or foot; the rows *going* come again too."""
        is_on_most = self._times(edge) >= max(_MANY, _MOST * self._pages)
        if is_title(edge.row, body) and (
            is_large(edge.row, body) or not is_on_most or any(part.number is not None for part in edge.parts)
        ):
            return False
        outer, inner = _next_text(edge, going)
        if inner is None:
            return True
        room = gap(outer, inner) - usual
        columns = _columns(edge.row, inner)
        if columns >= _COLUMNS or (columns > 1 and room < _NEAR * body):
            return False
        if has_text(edge.row) and room <= CLOSE * body and inner.size < SMALL * body:
            # A footnote below others.
            return False
        return is_on_most or room > CLOSE * body or edge.row.size < SMALL * body

    def _is_content(self, edge: EdgeLine, page: int) -> bool:
        """Return whether other pages show that *edge* is content: they have other text, or other numbers, there."""
        if self._times(edge) > 1:
            return self._comes_again(edge, page) or not self._is_numbered(edge, page)
        counters = self._at(edge)
        is_varied = sum(map(Counter.total, counters)) > 1 and max(max(counter.values()) for counter in counters) == 1
        return is_varied and all(part.number is None for part in edge.parts)

    def _is_needed(self, edge: EdgeLine, again: Sequence[EdgeLine], body: float) -> bool:
        """Return whether a running *edge* comes for the first time and is needed, by itself or by lines beside it."""
        # The name above an address is kept, and so is the address.
        beside = (row for row in again if row.is_head == edge.is_head)
        return edge.key not in self._met and any(is_title(run.row, body) or states_fact(run.text) for run in beside)

    def _remember(self, dropped_edges: Sequence[EdgeLine], remaining_runs: Sequence[TextRun]) -> None:
        stays = set(map(id, remaining_runs))
        for edge in dropped_edges:
            is_lost = edge.text and edge.key not in self._kept and id(edge.row.runs[0]) not in stays
            if is_lost and len(self._dropped) < _MOST_REMEMBERED:
                self._dropped.setdefault(edge.text[:_MOST_LETTERS])


def _next_text(edge: EdgeLine, going: Collection[int]) -> tuple[Row, Row | None]:
    """Return the last of the rows *going* that *edge* begins, and the row after it, None where there is none."""
    outer = edge.row
    for row in edge.inner:
        if id(row) not in going:
            return outer, row
        outer = row
    return outer, None


def _columns(row: Row, inner: Row) -> int:
    """Return the number of runs of *row* that are in line with runs of *inner*, each with another."""
    if len(inner.runs) == 1:
        return 0
    return sum(any(_is_aligned(run, other) for other in inner.runs) for run in row.runs)


def _is_aligned(run: TextRun, other: TextRun) -> bool:
    apart = (run.left - other.left, run.right - other.right, (run.left + run.right - other.left - other.right) / 2)
    return min(map(abs, apart)) <= _ALIGNED


def _without(runs: Sequence[TextRun], numbers: Collection[int], text: Collection[int]) -> list[TextRun]:
    """Return *runs* without *numbers*, and without *text* unless next to nothing would be left; both are ids."""
    # By identity: comparing runs means comparing all of their words.
    others = [run for run in runs if id(run) not in numbers]
    rest = [run for run in others if id(run) not in text]
    dropped_letters = sum(_letters(run) for run in others if id(run) in text)
    if _has_letters(rest, max(dropped_letters / _MOST_DROPPED, 1)):
        return rest
    return others if _has_letters(others, 1) else list(runs)


def _numbers(edges: Iterable[EdgeLine]) -> set[int]:
    """Return the ids of the runs in *edges* that hold nothing but numbers of pages."""
    runs = (run for edge in edges for run in edge.row.runs)
    return {id(run) for run in runs if all(part.number is not None for part in parts_of(Row((run,))))}


def _has_letters(runs: Sequence[TextRun], least: float) -> bool:
    """Return whether *runs* have so many letters and digits; the first of them show it."""
    letter_count = 0
    for run in runs:
        letter_count += _letters(run)
        if letter_count >= least:
            return True
    return False


def _letters(run: TextRun) -> int:
    return sum(map(str.isalnum, run.text))


def _ids(rows: Iterable[Row]) -> set[int]:
    return {id(run) for row in rows for run in row.runs}
