"""Tables of data: cells by their headings, in rows or in columns.

Which cells are headings is taken from the markup where there is any (`<th>`, `<thead>`, `scope`), else from the look
of the table: a first row of words over columns of numbers, a first column of labels beside one of values. How far
spans reach is limited, because a few bytes of markup can ask for a billion cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from gossamer.content.page_model.headings import leads_to
from gossamer.content.page_model.labels import MOST_LABEL, MOST_VALUE, label
from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.model import TICKS, Fact, Record, RecordList
from gossamer.content.page_model.naming import is_money
from gossamer.content.page_model.references import BoxReferences

_MOST_ROWS: Final = 2_000
_MOST_COLUMNS: Final = 60
_MOST_CELLS: Final = 10_000
_MOST_SPAN: Final = 100
_MOST_ITEMS: Final = 40
_LAYOUT_ROLES: Final = frozenset({"presentation", "none"})
_PARTS: Final = frozenset({"thead", "tbody", "tfoot"})
_PAIR: Final = 2
# Of the first column's cells this share must be labels for it to be one.
_MOSTLY: Final = 0.7

_Row: TypeAlias = list["_Cell | None"]


@dataclass(frozen=True, slots=True)
class _Cell:
    box: LayoutBox
    text: str
    is_heading: bool
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """What a table says; *is_data* is false for one that only lays out a page.

    *columns* are its records by column, where it compares things: one in each column, what is said of them in rows.
    """

    facts: Sequence[Fact] = ()
    records: RecordList | None = None
    is_data: bool = True
    columns: RecordList | None = None


def read_table(layout: Layout, table: LayoutBox, number: int, references: BoxReferences) -> Table:
    """Return the facts and records of *table*, the page's *number*-th, counted from 1."""
    rows, heads, feet = _rows(layout, table)
    grid = _grid(layout, rows)
    if _only_lays_out(table, grid):
        return Table(is_data=False)
    caption = next((box for box in table.boxes if box.tag == "caption"), None)
    group = layout.short(caption, 200) if caption is not None else layout.heading(table)
    top = _heading_rows(grid, heads)
    columns = max(len(row) for row in grid)
    is_headed = caption is not None or leads_to(layout, table)
    where = _Where(layout, references, f"table {number}", group, len(rows) - feet, is_headed)
    return _with_headings(grid, top, columns, where) if top else _without_headings(grid, columns, where)


@dataclass(frozen=True, slots=True)
class HeadedCell:
    """A cell at *row* and *column* with what heads it; a *row* of -1 is itself a heading of columns.

    *labels* are the heading of its row and that of its column, where there are such.
    """

    box: LayoutBox
    row: int
    column: int
    labels: tuple[str, ...] = ()


def find_headed_cells(layout: Layout, table: LayoutBox) -> list[HeadedCell]:
    """Return the cells of *table* with their headings; none when it only lays out the page."""
    rows, heads, _ = _rows(layout, table)
    grid = _grid(layout, rows)
    if _only_lays_out(table, grid):
        return []
    top = _heading_rows(grid, heads)
    names = [_join_headings(_column_path(grid[:top], column)) if top else "" for column in range(max(map(len, grid)))]
    labelled = not top and _is_labelled(grid)
    return [
        HeadedCell(cell.box, at - top if at >= top else -1, column, _labels_of(row, column, names, labelled=labelled))
        for at, row in enumerate(grid)
        for column, cell in enumerate(row)
        if cell is not None and not cell.repeated
    ]


def _labels_of(row: _Row, column: int, names: Sequence[str], *, labelled: bool) -> tuple[str, ...]:
    """Return the headings of the cell at *column*: of a row of label, value, label, value the one before it."""
    head = row[column - 1 if labelled and column % 2 else 0]
    heads_row = column and head is not None and (head.is_heading or labelled or _is_words(head.text))
    labels = (_heading_of([head]) if heads_row else "", names[column])
    return tuple(heading for heading in labels if heading)


@dataclass(frozen=True, slots=True)
class _Where:
    """Where a table stands; its rows from *foot* on, counted from 0 with its head, sum up the others.

    *is_headed*: *group* is its caption, or a heading that leads to it.
    """

    layout: Layout
    references: BoxReferences
    place: str
    group: str
    foot: int
    is_headed: bool


def _rows(layout: Layout, table: LayoutBox) -> tuple[list[LayoutBox], int, int]:
    """Return the rows of *table* itself, how many of the first are its head, and how many of the last its foot.

    A foot is shown last wherever it is written. Where there are no other rows it has those of the table.
    """
    rows: list[LayoutBox] = []
    foot: list[LayoutBox] = []
    heads = 0
    for part in table.boxes:
        if part.tag == "tr":
            rows.append(part)
        elif part.tag in _PARTS:
            part_rows = [row for row in part.boxes if row.tag == "tr"]
            if part.tag == "thead" and heads == len(rows):
                heads += len(part_rows)
            (foot if part.tag == "tfoot" else rows).extend(part_rows)
        if len(rows) + len(foot) > _MOST_ROWS:
            break
    filled = [row for row in rows[:_MOST_ROWS] if layout.size(row) and row.boxes]
    below = [row for row in foot[: _MOST_ROWS - len(filled)] if layout.size(row) and row.boxes]
    heads = min(heads, len(filled))
    return [*filled, *below], heads, len(below) if len(filled) > heads else 0


def _grid(layout: Layout, rows: list[LayoutBox]) -> list[_Row]:
    """Return *rows* with each cell at every place that it spans; None where there is none."""
    grid: list[_Row] = []
    # Column: the cell from above and how many rows it still covers.
    covered: dict[int, tuple[_Cell, int]] = {}
    budget = _MOST_CELLS
    for row in rows:
        line, budget = _line(layout, row, covered, budget)
        grid.append(line)
        if budget <= 0:
            break
    return grid


def _line(layout: Layout, row: LayoutBox, covered: dict[int, tuple[_Cell, int]], budget: int) -> tuple[_Row, int]:
    line: _Row = []
    for box in row.boxes:
        if box.tag not in {"td", "th"}:
            continue
        _take_covered(line, covered)
        if len(line) >= _MOST_COLUMNS:
            break
        wide, tall = _span(box, "colspan"), _span(box, "rowspan")
        cell = _Cell(box, layout.short(box, MOST_VALUE), box.tag == "th" or box.element.attr("role") == "columnheader")
        again = _Cell(box, cell.text, cell.is_heading, repeated=True)
        for at in range(min(wide, _MOST_COLUMNS - len(line))):
            if tall > 1:
                covered[len(line)] = (again, tall - 1)
            line.append(again if at else cell)
    _take_covered(line, covered)
    return line, budget - len(line)


def _take_covered(line: _Row, covered: dict[int, tuple[_Cell, int]]) -> None:
    while (at := covered.get(len(line))) is not None:
        cell, rows = at
        if rows > 1:
            covered[len(line)] = (cell, rows - 1)
        else:
            del covered[len(line)]
        line.append(cell)


def _span(box: LayoutBox, name: str) -> int:
    digits = (box.element.attr(name) or "").strip()
    return max(1, min(int(digits), _MOST_SPAN)) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 1  # noqa: PLR2004


def _only_lays_out(table: LayoutBox, grid: list[_Row]) -> bool:
    if not grid or (table.element.attr("role") or "").lower() in _LAYOUT_ROLES:
        return True
    if max(map(len, grid)) < _PAIR or next(table.element.iter_elements("table"), None) is not None:
        return True
    cells = [cell for row in grid for cell in row if cell is not None and not cell.repeated]
    # A cell that is too long to be a value is a part of the page.
    return not any(cell.is_heading for cell in cells) and sum(not cell.text for cell in cells) * 2 > len(cells)


def _heading_rows(grid: list[_Row], heads: int) -> int:
    """Return the number of rows that, from the first, head the columns."""
    if len(grid) <= max(heads, 1):
        return 0
    if heads:
        return heads
    top = 0
    while top < len(grid) - 1 and _is_all_headings(grid[top]):
        top += 1
    return top or (1 if _looks_like_headings(grid) else 0)


def _is_all_headings(row: _Row) -> bool:
    cells = [cell for cell in row if cell is not None]
    # The corner above a column of labels is often an empty plain cell. One cell that spans all is a title.
    return (
        len(cells) >= _PAIR
        and all(cell.is_heading or (not at and not cell.text) for at, cell in enumerate(cells))
        and any(cell.is_heading and not cell.repeated for cell in cells)
    )


def _looks_like_headings(grid: list[_Row]) -> bool:
    """Return whether the first row, of plain cells, heads the others: words over numbers, or bold over plain."""
    first, *rows = ([cell for cell in row if cell is not None] for row in grid)
    if len(first) < _PAIR or len(rows) < _PAIR or not all(_can_head(cell) for cell in first):
        return False
    if any(cell.is_heading for row in rows[:3] for cell in row):
        return False
    is_set_off = all(map(_is_bold, first)) and not all(map(_is_bold, rows[0]))
    return is_set_off or _is_over_numbers(grid, len(first))


def _can_head(cell: _Cell) -> bool:
    return not cell.repeated and bool(label(cell.text))


def _is_over_numbers(grid: list[_Row], columns: int) -> bool:
    """Return whether most columns of *grid* have numbers under a first row without any."""
    numbers = [at for at in range(1, columns) if all(_has_digit(row, at) for row in grid[1:6])]
    numbers = [at for at in numbers if not _has_digit(grid[0], at)]
    return columns > _PAIR and len(numbers) * 2 >= columns - 1


def _is_bold(cell: _Cell) -> bool:
    boxes = cell.box.boxes
    while len(boxes) == 1:
        if boxes[0].tag in {"b", "strong"}:
            return True
        boxes = boxes[0].boxes
    return False


def _has_digit(row: _Row, at: int) -> bool:
    cell = row[at] if at < len(row) else None
    return cell is not None and any(char.isdigit() for char in cell.text)


def _with_headings(grid: list[_Row], top: int, columns: int, where: _Where) -> Table:
    paths = [_column_path(grid[:top], column) for column in range(columns)]
    names = [_join_headings(path) for path in paths]
    facts: list[Fact] = []
    records: list[Record] = []
    group = where.group
    for number, row in enumerate(grid[top:], 1):
        if _is_title(row):
            group = row[0].text if row[0] is not None else group
            continue
        place = f"{where.place}, row {number}"
        if top + number <= where.foot:
            records.append(_record(row, paths, place, where))
        if columns == _PAIR and len(row) == _PAIR and (fact := _fact(row[0], row[1], place, group)) is not None:
            facts.append(fact)
        elif len(row) > _PAIR and row[0] is not None and (row[0].is_heading or _is_words(row[0].text)):
            facts += _cross_headings(row, names, place, group)
    compared = _read_comparison(grid[top:], names, where) if _compares(grid, top, columns) else None
    record_list = RecordList(where.place, where.group, tuple(records), is_headed=where.is_headed) if records else None
    return Table(facts, record_list, columns=compared)


def _compares(grid: list[_Row], top: int, columns: int) -> bool:
    """Return whether the columns of *grid* are things and its rows what is said of them.

    The corner is empty then, or few rows have a price for each thing: where rows are the things, all of them have one.
    """
    corner = grid[top - 1][0] if grid[top - 1] else None
    firsts = [row[0] for row in grid[top:] if row and not _is_title(row)]
    is_empty = corner is None or not corner.text
    priced = sum(sum(cell is not None and is_money(cell.text) for cell in row[1:]) * 2 >= columns for row in grid[top:])
    are_things = is_empty or 0 < priced * 2 <= len(firsts)
    return columns > _PAIR and len(firsts) >= _PAIR and are_things and all(_labels(cell) for cell in firsts)


def _labels(cell: _Cell | None) -> bool:
    return cell is not None and (cell.is_heading or _is_words(cell.text))


def _read_comparison(rows: list[_Row], names: list[str], where: _Where) -> RecordList:
    labelled = [(_heading_of(row), row) for row in rows if not _is_title(row)]
    records: list[Record] = []
    for column in range(1, len(names)):
        place = f"{where.place}, {names[column]}"
        cells = {"title": Fact("title", names[column], place, where.group, names[column])}
        for name, row in labelled:
            cell = row[column] if column < len(row) else None
            if name and cell is not None and cell.text:
                cells.setdefault(name, Fact(name, cell.text, f"{place}, {name}", where.group, cell.text))
        # A ticked name is one of the thing's features.
        items = tuple(replace(fact, text=name, quote=name) for name, fact in cells.items() if fact.text in TICKS)
        records.append(Record(cells, " ".join(fact.text for fact in cells.values()), place=place, items=items))
    return RecordList(f"{where.place}, columns", where.group, tuple(records))


def _column_path(rows: list[_Row], column: int) -> tuple[str, ...]:
    """Return the headings of *column*, the outermost first: of those above each other, all that differ."""
    parts: list[str] = []
    for row in rows:
        cell = row[column] if column < len(row) else None
        if cell is not None and cell.text and cell.text not in parts:
            parts.append(cell.text)
    return tuple(parts) or (f"column {column + 1}",)


def _join_headings(path: tuple[str, ...]) -> str:
    """Return the headings of a column as one: "2024 Sales"."""
    return " ".join(path)[:MOST_LABEL]


def _is_title(row: _Row) -> bool:
    """Return whether one cell stands for the whole row, or nothing else is filled in: a heading inside the table."""
    first = row[0] if row else None
    return (
        first is not None
        and bool(label(first.text))
        and len(row) >= _PAIR
        and all(cell is None or cell.box is first.box for cell in row)
    )


def _record(row: _Row, paths: Sequence[tuple[str, ...]], place: str, where: _Where) -> Record:
    cells: dict[str, Fact] = {}
    for path, cell in zip(paths, row, strict=False):
        name = _join_headings(path)
        if cell is not None and cell.text and name not in cells:
            cells[name] = Fact(name, cell.text, f"{place}, {name}", where.group, cell.text, path)
    box = next((cell.box.parent for cell in row if cell is not None and cell.box.parent is not None), None)
    if box is None:
        return Record(cells, "", place=place)
    link, image = where.references.of(box)
    entries = (inner_box for inner_box in where.layout.inside(box) if inner_box.tag == "li")
    texts = [text for entry in entries if (text := where.layout.short(entry, MOST_VALUE))]
    items = tuple(
        Fact("item", text, f"{place}, item {at}", where.group, text) for at, text in enumerate(texts[:_MOST_ITEMS], 1)
    )
    return Record(cells, where.layout.short(box, MOST_VALUE * 4), link, image, place, items)


def _is_words(text: str) -> bool:
    return bool(label(text)) and not text[:1].isdigit()


def _fact(name: _Cell | None, value: _Cell | None, place: str, group: str) -> Fact | None:
    if name is None or value is None or name.box is value.box or not value.text:
        return None
    named = label(name.text)
    return Fact(named, value.text, f"{place}, {named}", group, f"{name.text} {value.text}") if named else None


def _cross_headings(row: _Row, names: list[str], place: str, group: str) -> list[Fact]:
    """Return a fact for each cell of a row that has a heading of its own: "Width, Small"."""
    head = row[0]
    named = label(head.text) if head is not None else ""
    if not named:
        return []
    return [
        Fact(f"{named} {name}"[:MOST_LABEL], cell.text, f"{place}, {name}", group, cell.text)
        for name, cell in zip(names[1:], row[1:], strict=False)
        if cell is not None and cell.text and not cell.repeated
    ]


def _without_headings(grid: list[_Row], columns: int, where: _Where) -> Table:
    facts: list[Fact] = []
    group = where.group
    labelled = _is_labelled(grid)
    for number, row in enumerate(grid, 1):
        if _is_title(row):
            group = row[0].text if row[0] is not None else group
        elif labelled or any(cell is not None and cell.is_heading for cell in row):
            facts += _pairs(row, f"{where.place}, row {number}", group)
    records = None
    if not facts and columns >= _PAIR and len(grid) >= _PAIR:
        paths = [(f"column {at + 1}",) for at in range(columns)]
        numbered_rows = enumerate(grid[: where.foot], 1)
        rows = (_record(row, paths, f"{where.place}, row {number}", where) for number, row in numbered_rows)
        records = RecordList(where.place, where.group, tuple(rows), is_headed=where.is_headed)
    return Table(facts, records)


def _heading_of(row: _Row) -> str:
    return (label(row[0].text) or row[0].text[:MOST_LABEL]) if row[0] is not None else ""


def _is_labelled(grid: list[_Row]) -> bool:
    """Return whether the first of two (or of four, two by two) columns holds labels."""
    rows = [row for row in grid if not _is_title(row)]
    if not rows or any(len(row) % 2 or len(row) > _PAIR * 2 for row in rows):
        return False
    firsts = [row[0].text for row in rows if row[0] is not None]
    words = [text for text in firsts if _is_words(text)]
    return len(words) >= _MOSTLY * len(rows) and len(set(words)) >= _MOSTLY * len(words)


def _pairs(row: _Row, place: str, group: str) -> list[Fact]:
    """Return the pairs of a row without column headings: label, value, and perhaps label, value again."""
    facts: list[Fact] = []
    at = 0
    while at + 1 < len(row):
        fact = _fact(row[at], row[at + 1], place, group)
        if fact is not None:
            facts.append(fact)
        head = row[at]
        # A heading before several values heads them all; the first is its own.
        skips = head is not None and head.is_heading
        at += 2
        while skips and at < len(row) and (cell := row[at]) is not None and not cell.is_heading and len(row) % 2:
            at += 1
    return facts
