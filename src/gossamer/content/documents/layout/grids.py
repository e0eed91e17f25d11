"""Ruled tables: grids of lines and the cells that they enclose."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gossamer.content.documents.layout.rules import Rule, Stroke
from gossamer.content.documents.layout.runs import Row, TextRun, TextSpan, rows_of
from gossamer.content.documents.layout.tables import FoundTable, TableCell, is_figures

# How far lines that meet may miss one another, and lines that are one may be apart.
_NEAR: Final = 3.0
# A grid has so many lines each way, and a table so many rows and columns.
_LEAST_LINES: Final = 3
_LEAST: Final = 2
# How far apart the lines of a head above a grid may be, in heights of its text, and how many there may be.
_HEAD: Final = 2.0
_MOST_HEAD: Final = 4
# The widest blank between two words of a text, in heights of it.
_TOGETHER: Final = 0.8
_MAX_LINES: Final = 400
# The share of a table's height that a line between columns has at least.
_SHORT: Final = 0.3
# The share of rows that have text in a table.
_FILLED: Final = 0.5


def without_grids(
    runs: Sequence[TextRun], rules: Sequence[Rule], strokes: Sequence[Stroke]
) -> tuple[list[TextRun], list[FoundTable]]:
    """Return *runs* with one run in place of those of each ruled table, and the tables that these stand for."""
    remaining_runs: list[TextRun] = list(runs)
    tables: list[FoundTable] = []
    for ruled_grid in _grids(rules, strokes):
        grid = ruled_grid.with_head(remaining_runs)
        inside = [run for run in remaining_runs if grid.holds(run)]
        table = grid.table(inside)
        if table is None:
            continue
        taken = set(map(id, inside))
        remaining_runs = [run for run in remaining_runs if id(run) not in taken]
        remaining_runs.append(grid.stand_in(inside[0].size, len(tables)))
        tables.append(table)
    return remaining_runs, tables


@dataclass(frozen=True, slots=True)
class _Grid:
    """Lines that meet: *xs* and *ys* are where they are, from left to right and from top to bottom."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    rules: tuple[Rule, ...]
    strokes: tuple[Stroke, ...]

    def holds(self, run: TextRun) -> bool:
        """Return whether *run* is inside."""
        middle = (run.left + run.right) / 2
        return self.xs[0] - 1 <= middle <= self.xs[-1] + 1 and self.ys[0] - 1 <= run.middle <= self.ys[-1] + 1

    def with_head(self, runs: Sequence[TextRun]) -> "_Grid":
        """Return the grid with the lines above it that are its head, without lines around them."""
        above = rows_of(
            [
                run
                for run in runs
                if self.xs[0] < (run.left + run.right) / 2 < self.xs[-1] and run.bottom <= self.ys[0] + _NEAR
            ]
        )
        head: list[Row] = []
        top = self.ys[0]
        for row in reversed(above[-_MOST_HEAD:]):
            if top - row.top > _HEAD * row.size or not self._may_be_head(row):
                break
            head.insert(0, row)
            top = row.top
        # One text alone may be a caption.
        if not any(len(row.runs) >= _LEAST for row in head):
            return self
        return replace(self, ys=(*(row.top for row in head), *self.ys))

    def _may_be_head(self, row: Row) -> bool:
        """Return whether *row* has one text over each of most columns, or leaves the first column empty."""
        columns = {_index(self.xs, (run.left + run.right) / 2) for run in row.runs}
        is_full = len(columns) >= _FILLED * (len(self.xs) - 1) and len(columns) == len(row.runs)
        return is_full or row.left > self.xs[1]

    def stand_in(self, size: float, number: int) -> TextRun:
        """Return a run as large as the grid, for the table *number*."""
        return TextRun((TextSpan(""),), self.xs[0], self.ys[0], self.xs[-1], self.ys[-1], size, table=number)

    def table(self, runs: Sequence[TextRun]) -> FoundTable | None:
        """Return the table of the *runs* inside, None when they make none."""
        words: dict[tuple[int, int], list[TextRun]] = {}
        for word in (word for run in runs for word in run.by_word):
            cell = _index(self.ys, word.middle), _index(self.xs, (word.left + word.right) / 2)
            words.setdefault(cell, []).append(word)
        filled = {row for row, _ in words}
        is_sparse = len(filled) < _FILLED * (len(self.ys) - 1)
        if is_sparse or min(len(filled), len({column for _, column in words})) < _LEAST:
            return None
        rows = tuple(tuple(self._cells(row, words)) for row in range(len(self.ys) - 1) if row in filled)
        parted = sum(sum(bool(cell.lines) for cell in row) > 1 for row in rows)
        is_text = 2 * parted <= len(rows) and self._is_patchwork()
        return None if is_text or any(map(_is_several, rows)) else FoundTable((), rows)

    def _is_patchwork(self) -> bool:
        """Return whether most lines between columns are short: boxes around the lines of a text, each as wide as it."""
        height = self.ys[-1] - self.ys[0]
        short = [
            sum(stroke.bottom - stroke.top for stroke in self.strokes if abs(stroke.x - x) <= _NEAR) < _SHORT * height
            for x in self.xs[1:-1]
        ]
        return sum(short) > len(short) / 2

    def _cells(self, row: int, words: dict[tuple[int, int], list[TextRun]]) -> Iterator[TableCell]:
        column, height = 0, (self.ys[row] + self.ys[row + 1]) / 2
        while column < len(self.xs) - 1:
            end = column + 1
            while end < len(self.xs) - 1 and not self._is_parted(self.xs[end], height):
                # No line parts them: one cell, unless both have text and nothing of it goes over.
                if (row, end) in words and not _goes_over(words.get((row, end - 1), ()), words[row, end]):
                    break
                end += 1
            inside = [word for index in range(column, end) for word in words.get((row, index), ())]
            yield TableCell(tuple(inside), end - column)
            column = end

    def _is_parted(self, x: float, height: float) -> bool:
        return any(
            abs(stroke.x - x) <= _NEAR and stroke.top - 1 <= height <= stroke.bottom + 1 for stroke in self.strokes
        )


def _goes_over(before: Sequence[TextRun], after: Sequence[TextRun]) -> bool:
    """Return whether words of both stand together on a line."""
    return any(
        abs(word.middle - other.middle) < word.size / 2 and other.left - word.right < _TOGETHER * word.size
        for word in before
        for other in after
    )


def _is_several(row: Sequence[TableCell]) -> bool:
    """Return whether *row* holds several rows of figures that no lines part."""
    lines = [rows_of(cell.lines) for cell in row if cell.lines]
    several = Counter(len(line) for line in lines if len(line) > 1 and is_figures(line))
    return max(several.values(), default=0) >= _LEAST


def _grids(rules: Sequence[Rule], strokes: Sequence[Stroke]) -> Iterator[_Grid]:
    if not _LEAST_LINES <= len(strokes) <= _MAX_LINES or not _LEAST_LINES <= len(rules) <= _MAX_LINES:
        return
    across = sorted(rules, key=lambda rule: rule.height)
    upright = sorted(strokes, key=lambda stroke: stroke.x)
    for group, crossed in _groups(across, upright):
        xs, ys = _places(upright[index].x for index in group), _places(across[index].height for index in crossed)
        if len(xs) >= _LEAST_LINES and len(ys) >= _LEAST_LINES:
            yield _Grid(xs, ys, tuple(across[i] for i in crossed), tuple(upright[i] for i in group))


def _groups(rules: Sequence[Rule], strokes: Sequence[Stroke]) -> Iterator[tuple[set[int], set[int]]]:
    """Yield strokes that rules join, and these rules; both are in order, and named by their index."""
    heights, xs = [rule.height for rule in rules], [stroke.x for stroke in strokes]
    waiting = set(range(len(strokes)))
    while waiting:
        group: set[int] = set()
        crossed: set[int] = set()
        opened = [waiting.pop()]
        while opened:
            index = opened.pop()
            group.add(index)
            stroke = strokes[index]
            for number in _between(heights, stroke.top, stroke.bottom):
                rule = rules[number]
                if number in crossed or not rule.left - _NEAR <= stroke.x <= rule.right + _NEAR:
                    continue
                crossed.add(number)
                crossing = [other for other in _between(xs, rule.left, rule.right) if _meet(rule, strokes[other])]
                opened.extend(waiting.intersection(crossing))
                waiting.difference_update(crossing)
        yield group, crossed


def _between(ordered: Sequence[float], first: float, last: float) -> range:
    """Return the indexes of values that are between *first* and *last*, or near them."""
    return range(bisect_left(ordered, first - _NEAR), bisect_right(ordered, last + _NEAR))


def _meet(rule: Rule, stroke: Stroke) -> bool:
    return stroke.top - _NEAR <= rule.height <= stroke.bottom + _NEAR


def _places(values: Iterator[float]) -> tuple[float, ...]:
    """Return *values* in order, those that are near one another once."""
    places: list[float] = []
    for value in sorted(values):
        if not places or value - places[-1] > _NEAR:
            places.append(value)
    return tuple(places)


def _index(places: Sequence[float], value: float) -> int:
    """Return between which two of *places* the value is."""
    return max(0, min(sum(place <= value for place in places) - 1, len(places) - 2))
