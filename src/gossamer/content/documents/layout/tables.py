"""Tables among the rows of a region: found by the gaps that their columns leave, with and without rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import median
from typing import Final

from msgspec.structs import replace

from gossamer.content.documents.layout.rules import Rule, any_between
from gossamer.content.documents.layout.runs import Row, TextRun

# A table has at least so many rows, and columns; one of two columns has more rows.
_LEAST: Final = 2
_LEAST_OF_PAIRS: Final = 3
# The characters of what may be the first of two columns: neither the marks of a list nor prose.
_LABEL: Final = (3, 60)
# Lines that are no rows of a table and may stand between two of them.
_MAX_BETWEEN: Final = 3
# The shares of gaps that may be wide where wide gaps part rows, and the least number of gaps to tell.
_WIDE: Final = (0.1, 0.85)
_LEAST_STEPS: Final = 4
_LEAST_GAP: Final = 4.0
_MAX_COLUMNS: Final = 40
# So many lines make it no chance that their words leave gaps above one another.
_BY_WORD: Final = 4
_FARTHEST: Final = 2.6
# A line so much larger than the one above it is a heading.
_LARGER: Final = 1.15
_FILLED: Final = 0.35
# The widest blank of a justified line, in heights of its text.
_JUSTIFIED: Final = 1.0
# The widest blank between words of a cell where runs make the columns, in heights of its text.
_BLANK: Final = 0.4
# The share of rows in which a column that only words leave has some.
_WORDS: Final = 0.15
# A rule over so much of the width may end a table.
_ACROSS: Final = 0.9
# A gap of so many usual distances of lines may end one, too.
_GAP: Final = 1.6
# Where rows are parted, so many times fewer have a cell over the parting.
_SPANNED: Final = 2
# The share of columns that lines of different rows have in common.
_IN_ALL: Final = 0.5


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a found table: its lines, and how many columns it spans."""

    lines: tuple[TextRun, ...] = ()
    columns: int = 1


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table: the rows of the region that it takes up, and its own rows."""

    source: tuple[Row, ...]
    rows: tuple[tuple[TableCell, ...], ...]


def split(rows: Sequence[Row], rules: Sequence[Rule]) -> Iterator[Row | FoundTable]:
    """Yield *rows* of a region, with tables in place of those that make one."""
    index = 0
    while index < len(rows):
        end = _before_other_columns(rows, index, _end(rows, index), rules)
        table = _table(rows[index:end], rules) if end - index >= _LEAST else None
        if table is None:
            yield rows[index]
            index += 1
        else:
            yield table
            index += len(table.source)


def _end(rows: Sequence[Row], start: int) -> int:
    """Return the row before which a table that begins at *start* could end; *start* when none can begin there."""
    if not _is_parted(rows[start]):
        return start
    width = max(row.right for row in rows) - min(row.left for row in rows)
    second = rows[start].runs[1].left
    end = last = start + 1
    while end < len(rows):
        gap = rows[end].top - rows[end - 1].bottom
        is_heading = len(rows[end].runs) == 1 and rows[end].size > _LARGER * rows[end - 1].size
        if gap > _FARTHEST * rows[end].size or is_heading:
            break
        if len(rows[end].runs) >= _LEAST:
            last = end + 1
            second = min(second, rows[end].runs[1].left)
        elif rows[end].left >= second - 2:
            # A further line of a cell.
            last = end + 1
        elif rows[end].right - rows[end].left > 0.6 * width or end - last >= _MAX_BETWEEN:
            break
        end += 1
    return last


def _before_other_columns(rows: Sequence[Row], start: int, end: int, rules: Sequence[Rule]) -> int:
    """Return the first row with columns of its own, under a rule or a wide gap, *end* when none do."""
    cuts = list(_cuts(rows[start:end], rules)) if end - start >= 2 * _LEAST else []
    together = len(_run_columns(rows[start:end])) if cuts else 0
    for cut in cuts:
        if together < max(len(_run_columns(rows[start : start + cut])), len(_run_columns(rows[start + cut : end]))):
            return start + cut
    return end


def _cuts(rows: Sequence[Row], rules: Sequence[Rule]) -> Iterator[int]:
    """Yield the rows over which a rule as wide as all of them is, or a wide gap; there are several on either side."""
    width = max(row.right for row in rows) - min(row.left for row in rows)
    wide = sorted(rule.height for rule in rules if rule.right - rule.left >= _ACROSS * width)
    usual = median(below.middle - above.middle for above, below in pairwise(rows))
    for index, (above, below) in enumerate(pairwise(rows), 1):
        is_far = below.middle - above.middle > _GAP * usual
        if _LEAST <= index <= len(rows) - _LEAST and (is_far or any_between(wide, above.middle, below.middle)):
            yield index


def _is_parted(row: Row) -> bool:
    """Return whether *row* has runs farther apart than the words of a justified line."""
    return any(second.left - first.right > _JUSTIFIED * row.size for first, second in pairwise(row.runs))


def _table(rows: Sequence[Row], rules: Sequence[Rule]) -> FoundTable | None:
    bounds, is_by_word = _bounds(rows)
    if not _LEAST <= len(bounds) <= _MAX_COLUMNS:
        return None
    blank = 0.0 if is_by_word else _BLANK
    rows = [Row(tuple(_pieces(row, bounds, blank))) for row in rows]
    bands = list(_bands(rows, rules, bounds))
    grid = [tuple(_cells(band, bounds)) for band in bands]
    return FoundTable(tuple(rows), tuple(grid)) if _is_table(grid, len(bounds)) else None


def _bounds(rows: Sequence[Row]) -> tuple[list[tuple[float, float]], bool]:
    """Return the columns of *rows*, and whether they are those of their words, which may be more than of their runs."""
    bounds = _run_columns(rows)
    if len(rows) < _BY_WORD:
        return bounds, False
    closer = _columns(
        [[word for run in row.runs for word in run.by_word] for row in rows], _count_parted_rows(rows) // 12
    )
    is_closer = len(bounds) < len(closer) <= _MAX_COLUMNS and _are_filled(closer, rows)
    return (closer, True) if is_closer else (bounds, False)


def _run_columns(rows: Sequence[Row]) -> list[tuple[float, float]]:
    return _columns([row.runs for row in rows], _count_parted_rows(rows) // 7, may_span=True)


def _count_parted_rows(rows: Sequence[Row]) -> int:
    """Return the number of *rows* that have several runs: lines of a long cell say nothing of columns."""
    return sum(len(row.runs) > 1 for row in rows)


def _are_filled(bounds: Sequence[tuple[float, float]], rows: Sequence[Row]) -> bool:
    """Return whether each column has words in a good part of the rows: heads alone make none."""
    filled = [0] * len(bounds)
    for row in rows:
        for column in {_find_columns(word, bounds)[0] for run in row.runs for word in run.by_word}:
            filled[column] += 1
    return min(filled) >= max(_LEAST, _WORDS * len(rows))


def _pieces(row: Row, bounds: Sequence[tuple[float, float]], blank: float) -> Iterator[TextRun]:
    """Yield the runs of *row*, parted between words of two columns with more than *blank* between them, in heights."""
    for run in row.runs:
        groups: list[list[TextRun]] = []
        column = -1
        for word in run.by_word:
            placed = _find_columns(word, bounds)[0]
            if groups and (placed == column or word.left - groups[-1][-1].right <= blank * run.size):
                groups[-1].append(word)
            else:
                groups.append([word])
            column = placed
        if len(groups) == 1:
            yield run
        else:
            yield from (_sentence(words) for words in groups)


def _sentence(words: Sequence[TextRun]) -> TextRun:
    first = words[0]
    text = " ".join(word.text for word in words)
    spans = (replace(first.spans[0], text=text),)
    return replace(first, spans=spans, right=max(word.right for word in words), words=tuple(words))


def _columns(rows: Sequence[Sequence[TextRun]], allowed: int, *, may_span: bool = False) -> list[tuple[float, float]]:
    """Return the columns as intervals, between stretches that at most *allowed* runs cross.

    With *may_span* more may cross a stretch that parts runs of far more rows: they are cells over several columns.
    """
    left_edge = int(min(run.left for row in rows for run in row))
    width = int(max(run.right for row in rows for run in row)) + 2 - left_edge
    # By how many more runs cover a place than the one before it, and how many more rows are parted there.
    steps, partings = [0] * (width + 1), [0] * (width + 1)
    for row in rows:
        for run in row:
            steps[int(run.left) - left_edge] += 1
            steps[int(run.right + 0.999) - left_edge] -= 1
        for before, after in pairwise(row) if may_span else ():
            if after.left - before.right >= _LEAST_GAP:
                partings[int(before.right + 0.999) - left_edge] += 1
                partings[int(after.left) - left_edge] -= 1
    columns: list[tuple[float, float]] = []
    begin = None
    for x, (count, parted) in enumerate(
        zip((*accumulate(steps[:-1]), 0), (*accumulate(partings[:-1]), 0), strict=True)
    ):
        is_filled = count > allowed and not _SPANNED * count <= parted
        if is_filled and begin is None:
            begin = x
        elif not is_filled and begin is not None:
            columns.append((begin + left_edge, x + left_edge))
            begin = None
    return _without_slivers(columns)


def _without_slivers(columns: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return *columns*, with those between which there is hardly a gap made one."""
    merged: list[tuple[float, float]] = []
    for column in columns:
        if merged and column[0] - merged[-1][1] < _LEAST_GAP:
            merged[-1] = (merged[-1][0], column[1])
        else:
            merged.append(column)
    return merged


def _bands(rows: Sequence[Row], rules: Sequence[Rule], bounds: Sequence[tuple[float, float]]) -> Iterator[list[Row]]:
    """Yield the lines of each row of the table."""
    cuts = _cuts_by_rules(rows, rules) or _cuts_by_gaps(rows)
    band: list[Row] = []
    for index, row in enumerate(rows):
        if band and not _continues(index, row, band, cuts, bounds):
            yield from _rows_of_band(band, bounds)
            band = []
        band.append(row)
    yield from _rows_of_band(band, bounds)


def _rows_of_band(band: list[Row], bounds: Sequence[tuple[float, float]]) -> Iterator[list[Row]]:
    """Yield *band* as one row, or as several where several of its lines fill most columns with figures.

    A line that fills fewer belongs to the nearest of them: it is a further line of a cell, or a name beside a group.
    """
    filled = [{_find_columns(run, bounds)[0] for run in row.runs} for row in band]
    full = [index for index, columns in enumerate(filled) if len(columns) >= max(2, _IN_ALL * len(bounds))]
    if len(full) < _LEAST or not is_figures([band[index] for index in full]):
        if band:
            yield band
        return
    rows: dict[int, list[Row]] = {index: [] for index in full}
    for row in band:
        rows[min(full, key=lambda index: abs(band[index].top - row.top))].append(row)
    yield from rows.values()


def is_figures(band: Sequence[Row]) -> bool:
    """Return whether most cells hold figures, which are not continued on the next line."""
    runs = [run for row in band for run in row.runs]
    return 2 * sum(any(map(str.isdigit, run.text)) for run in runs) > len(runs)


def _continues(
    index: int, row: Row, band: Sequence[Row], cuts: frozenset[int] | None, bounds: Sequence[tuple[float, float]]
) -> bool:
    """Return whether the line *row* belongs to the row of the table that *band* began: a figure has no second line."""
    figures = {_find_columns(run, bounds)[0] for line in band for run in line.runs if _is_amount(run)}
    if index in (cuts or ()) or (
        row.left > bounds[0][1]
        and any(_is_amount(run) and _find_columns(run, bounds)[0] in figures for run in row.runs)
    ):
        return False
    if cuts is not None:
        return True
    filled, before = len(row.runs), len(band[0].runs)
    first_is_empty = row.left > bounds[0][1]
    is_near = row.top - band[-1].bottom < 0.7 * row.size
    return first_is_empty and is_near and (filled <= before // 2 or (filled < before and not is_figures((row,))))


def _is_amount(run: TextRun) -> bool:
    """Return whether most letters and digits of *run* are digits."""
    return 2 * sum(map(str.isdigit, run.text)) > sum(map(str.isalnum, run.text))


def _cuts_by_rules(rows: Sequence[Row], rules: Sequence[Rule]) -> frozenset[int] | None:
    """Return the rows before which a rule is, None when rules do not part the rows of the table."""
    left, right = min(row.left for row in rows), max(row.right for row in rows)
    top, bottom = rows[0].top, rows[-1].bottom
    inside = [rule for rule in rules if top < rule.height < bottom]
    wide = sorted(rule.height for rule in inside if rule.right - rule.left > 0.5 * (right - left))
    cuts = frozenset(
        index
        for index, (above, below) in enumerate(pairwise(rows), 1)
        if any_between(wide, above.bottom - 2, below.top + 2)
    )
    if len(cuts) < max(2, 0.3 * len(rows)):
        return None
    return cuts


def _cuts_by_gaps(rows: Sequence[Row]) -> frozenset[int] | None:
    """Return the rows before which the gap is wide, None when all gaps are about the same."""
    steps = [below.top + below.bottom - above.top - above.bottom for above, below in pairwise(rows)]
    least = min(steps)
    wide = [step > 1.2 * least + 1 for step in steps]
    least_share, most_share = _WIDE
    if len(steps) < _LEAST_STEPS or not least_share <= sum(wide) / len(wide) <= most_share:
        return None
    return frozenset(index for index, is_wide in enumerate(wide, 1) if is_wide)


def _cells(band: Sequence[Row], bounds: Sequence[tuple[float, float]]) -> Iterator[TableCell]:
    placed: dict[int, list[TextRun]] = {}
    spans: dict[int, int] = {}
    for run, before in ((run, before) for row in band for before, run in pairwise((None, *row.runs)) if run):
        first, last = _find_columns(run, bounds)
        # A run beside another is no part of its cell when most of it is over the next columns.
        is_beside = before is not None and first < last and first == _find_columns(before, bounds)[0]
        if is_beside and bounds[first][1] - run.left < run.right - bounds[first + 1][0]:
            first += 1
        placed.setdefault(first, []).append(run)
        spans[first] = max(spans.get(first, 1), last - first + 1)
    column = 0
    while column < len(bounds):
        width = spans.get(column, 1)
        # A cell ends where the next one begins.
        width = next((n for n in range(1, width) if column + n in placed), width)
        yield TableCell(tuple(placed.get(column, ())), width)
        column += width


def _find_columns(run: TextRun, bounds: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """Return the first and last column that *run* covers."""
    over = [index for index, (left, right) in enumerate(bounds) if min(run.right, right) - max(run.left, left) > 1.0]
    if over:
        return over[0], over[-1]
    middle = (run.left + run.right) / 2
    nearest = min(range(len(bounds)), key=lambda index: abs(middle - sum(bounds[index]) / 2))
    return nearest, nearest


def _is_table(grid: Sequence[Sequence[TableCell]], columns: int) -> bool:
    filled = [sum(bool(cell.lines) for cell in row) for row in grid]
    if sum(count >= _LEAST for count in filled) < _LEAST or sum(filled) / (columns * len(grid)) < _FILLED:
        return False
    if columns > _LEAST:
        return True
    # Two columns may be prose, or a list with its marks.
    shortest, longest = _LABEL
    return len(grid) >= _LEAST_OF_PAIRS and shortest < median(_lengths(grid)) <= longest


def _lengths(grid: Sequence[Sequence[TableCell]]) -> list[int]:
    """Return the number of characters in each cell of the first column, without the empty ones."""
    return [sum(len(run.text) for run in row[0].lines) for row in grid if row[0].lines] or [0]
