"""Blocks of a page: tables, code, headings, lists and paragraphs, from its runs in reading order."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final

from gossamer.content.documents import markup
from gossamer.content.documents.layout.axes import without_axes
from gossamer.content.documents.layout.columns import regions
from gossamer.content.documents.layout.grids import without_grids
from gossamer.content.documents.layout.headings import heading_level
from gossamer.content.documents.layout.inline import inline_html, plain_html
from gossamer.content.documents.layout.paragraphs import BULLET, NUMBER, Paragraph, had_room, paragraphs
from gossamer.content.documents.layout.rules import Rule, Stroke
from gossamer.content.documents.layout.runs import Row, TextRun, rows_of
from gossamer.content.documents.layout.side_by_side import parts
from gossamer.content.documents.layout.style import Style
from gossamer.content.documents.layout.tables import FoundTable, TableCell, split
from gossamer.content.documents.model import Block, Box

# Lines farther apart than so many times the least distance have an empty line between them.
_EMPTY_LINE: Final = 1.6


def blocks(
    runs: Sequence[TextRun], style: Style, *, rules: Sequence[Rule] = (), strokes: Sequence[Stroke] = ()
) -> Iterator[Block]:
    """Yield the blocks of a page in reading order."""
    remaining_runs, tables = without_grids(without_axes(runs), rules, strokes)
    for region in regions(remaining_runs):
        rows: list[Row] = []
        for row in rows_of(region):
            ruled = [run for run in row.runs if run.table is not None]
            if not ruled:
                rows.append(row)
                continue
            yield from _region(rows, rules, style)
            rows = [Row((run,)) for run in row.runs if run.table is None]
            for run in ruled:
                yield _table(tables[run.table or 0], _box([Row((run,))]), style)
        yield from _region(rows, rules, style)


def _region(rows: Sequence[Row], rules: Sequence[Rule], style: Style) -> Iterator[Block]:
    for is_typed, group in groupby(rows, key=lambda row: is_code(row) and not style.typewritten):
        lines = list(group)
        if is_typed:
            yield Block("code", markup.code(code_of(lines)), _box(lines))
            continue
        for part in parts(lines, rules):
            yield from _text(part, rules, style)


def _text(rows: Sequence[Row], rules: Sequence[Rule], style: Style) -> Iterator[Block]:
    lines: list[Row] = []
    for row_or_table in split(rows, rules):
        if isinstance(row_or_table, FoundTable):
            yield from _prose(lines, style)
            lines = []
            yield _table(row_or_table, _box(row_or_table.source), style)
        else:
            lines.append(row_or_table)
    yield from _prose(lines, style)


def _prose(rows: Sequence[Row], style: Style) -> Iterator[Block]:
    items: list[Paragraph] = []
    page_paragraphs = list(paragraphs(rows, style))
    for index, paragraph in enumerate(page_paragraphs):
        before, following = (
            page_paragraphs[index - 1] if index else None,
            next(iter(page_paragraphs[index + 1 :]), None),
        )
        level = heading_level(paragraph, before, following, style)
        if (level is None and paragraph.is_marked) or BULLET.match(paragraph.text):
            items.append(paragraph)
            continue
        yield from _list(items, style)
        items = []
        if level is None:
            yield Block("paragraph", markup.element("p", _html(paragraph, style)), _box(paragraph.rows))
        else:
            yield Block(
                "heading", markup.heading(plain_html(paragraph.rows, style.spelling), level), _box(paragraph.rows)
            )
    yield from _list(items, style)


def _list(items: Sequence[Paragraph], style: Style) -> Iterator[Block]:
    run: list[Paragraph] = []
    for item in items:
        if run and bool(BULLET.match(item.text)) != bool(BULLET.match(run[0].text)):
            yield _make_list(run, style)
            run = []
        run.append(item)
    if run:
        yield _make_list(run, style)


def _make_list(items: Sequence[Paragraph], style: Style) -> Block:
    number = NUMBER.match(items[0].text)
    is_numbered = number is not None and number[1].isdigit() and not BULLET.match(items[0].text)
    rows = [row for item in items for row in item.rows]
    if number is not None and not is_numbered and not BULLET.match(items[0].text):
        return Block("paragraph", "".join(markup.element("p", _html(item, style)) for item in items), _box(rows))
    entries = (_html(item, style, NUMBER if is_numbered else BULLET) for item in items)
    start = int(number[1]) if is_numbered and number else 1
    return Block("list", markup.items(entries, ordered=is_numbered, start=start), _box(rows))


def _html(paragraph: Paragraph, style: Style, mark: re.Pattern[str] | None = None) -> str:
    return inline_html(paragraph.rows, style.spelling, paragraph.breaks, mark)


def _table(table: FoundTable, box: Box, style: Style) -> Block:
    rights = _rights(table)
    rows = [[markup.Cell(_cell(cell, rights, style), cell.columns) for cell in row] for row in table.rows]
    return Block("table", markup.table(rows, headers=1), box)


def _rights(table: FoundTable) -> Mapping[float, float]:
    """Return the right edge of each column's text, by the place at which the lines of cells begin."""
    rights: dict[float, float] = {}
    for line in (line for row in table.rows for cell in row if cell.columns == 1 for line in cell.lines):
        rights[round(line.left)] = max(rights.get(round(line.left), 0.0), line.right)
    return rights


def _cell(cell: TableCell, rights: Mapping[float, float], style: Style) -> str:
    rows = rows_of(cell.lines)
    ends = [
        index
        for index, (row, following) in enumerate(pairwise(rows), 1)
        if had_room(row, following, rights.get(round(row.left), 0.0))
    ]
    parts = [rows[start:end] for start, end in pairwise((0, *ends, len(rows)))]
    return "<br>".join(plain_html(part, style.spelling) for part in parts if part)


def _box(rows: Sequence[Row]) -> Box:
    left, top = min(row.left for row in rows), min(row.top for row in rows)
    return (left, top, max(row.right for row in rows) - left, max(row.bottom for row in rows) - top)


def is_code(row: Row) -> bool:
    """Return whether all of *row* is in a typewriter's face."""
    return all(run.advance for run in row.runs)


def code_of(rows: Sequence[Row]) -> str:
    """Return *rows* as lines of text, each word in the column where it is drawn."""
    left_edge, advance = min(row.left for row in rows), rows[0].runs[0].advance
    lines = [_line(row, left_edge, advance) for row in rows]
    steps = [below.top - above.top for above, below in pairwise(rows)]
    least = min((step for step in steps if step > 0), default=0.0)
    between = ["\n\n" if step > _EMPTY_LINE * least else "\n" for step in steps]
    return "".join(line + end for line, end in zip(lines, [*between, ""], strict=True))


def _line(row: Row, left_edge: float, advance: float) -> str:
    line = ""
    for word in (word for run in row.runs for word in run.by_word):
        column = round((word.left - left_edge) / advance)
        line = line.ljust(column) + word.text
    return line
