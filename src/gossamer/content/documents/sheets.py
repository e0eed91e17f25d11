"""Workbooks: all of their sheets, hidden ones too, with their numbers as they are displayed.

Of those of Excel anydoc leaves out what is hidden, formulas without values, links and comments; calamine reads these.
Runs in the confined child only.
"""

import datetime as dt
import io
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import python_calamine

from gossamer.content.documents import markup
from gossamer.content.documents.model import Block
from gossamer.content.documents.number_formats.cells import Displayed, read_displayed_cells
from gossamer.content.documents.sheet_notes import SheetNotes, sheet_notes
from gossamer.content.documents.unreadable import PROTECTED, Unreadable

FORMATS: Final = frozenset({"xlsx", "xlsb", "xls", "ods"})
_MAX_CELLS: Final = 2_000_000
_HIDDEN: Final = "{name} (hidden)"
_UNCOMPUTED: Final = (
    "The file holds formulas without values: they are shown as formulas. Save it in a spreadsheet program first."
)
_LIMIT: Final = f"The sheet {{name}} has more than {_MAX_CELLS:,} cells, the most that is read."
_BROKEN: Final = (python_calamine.CalamineError, OSError, ValueError)


class Workbook:
    """A workbook as calamine reads it, and its cells as they are displayed; Unreadable when it needs a password."""

    def __init__(self, body: bytes) -> None:
        self._book = _open_workbook(body)
        self._displayed = read_displayed_cells(body)
        self._notes = sheet_notes(body)
        sheets = () if self._book is None else self._book.sheets_metadata
        self.hidden = [sheet.name for sheet in sheets if sheet.visible is not python_calamine.SheetVisibleEnum.Visible]

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return warnings about contents that a reader does not expect."""
        shown = (text for notes in self._notes.values() for text in notes.texts.values())
        return (_UNCOMPUTED,) if any(text.startswith("=") for text in shown) else ()

    def blocks(self) -> list[Block] | None:
        """Return the sheets that are not empty, with a heading unless it is one that is seen; None when it is damaged.

        Raises Unreadable for a sheet that is too large.
        """
        if self._book is None:
            return None
        sheets = {name: list(self._sheet(self._book, name)) for name in self._book.sheet_names}
        filled = [name for name, blocks in sheets.items() if blocks]
        named = filled if len(filled) > 1 else self.hidden
        return [block for name in filled for block in ([_heading(name)] * (name in named) + sheets[name])]

    def mark_hidden(self, blocks: Sequence[Block]) -> list[Block]:
        """Return *blocks* with the headings of hidden sheets marked."""
        marks = {_heading(name): _heading(_HIDDEN.format(name=name)) for name in self.hidden}
        return [marks.get(block, block) for block in blocks]

    def _sheet(self, book: python_calamine.CalamineWorkbook, name: str) -> Iterator[Block]:
        try:
            sheet = book.get_sheet_by_name(name)
        except _BROKEN:
            # It is one of charts, or damaged.
            return
        notes = self._notes.get(name, SheetNotes())
        cells = _cells(sheet, {**notes.texts, **self._displayed.get(name, {})})
        for (row, column), address in notes.links.items():
            if column in cells.get(row, {}):
                cells[row][column] = markup.link(cells[row][column], address)
        if cells:
            yield Block("table", markup.table(_rows(cells, sheet), headers=1))
        for comment in notes.comments:
            text = f"{comment.author}: {comment.text}" if comment.author else comment.text
            yield Block("quote", f"<blockquote><p>{_html(f'{comment.reference}: {text}')}</p></blockquote>")


def _heading(name: str) -> Block:
    return Block("heading", markup.heading(markup.text(name), 2))


def _cells(sheet: python_calamine.CalamineSheet, texts: Displayed) -> defaultdict[int, dict[int, str]]:
    """Return the HTML of the cells that are not empty, by row and column from 0; *texts* take the place of values."""
    top, first_column = sheet.start or (0, 0)
    cells: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for (row, column), text in texts.items():
        cells[row][column] = _html(text)
    for row, values in enumerate(sheet.to_python(), top):
        for column, value in enumerate(values, first_column):
            if value != "" and (row, column) not in texts:
                cells[row][column] = _html(_write_value(value))
    return cells


def _rows(cells: Mapping[int, Mapping[int, str]], sheet: python_calamine.CalamineSheet) -> list[list[markup.Cell]]:
    """Return the rows of a table: those with *cells*, and an empty one where others come between."""
    first_column = min(map(min, cells.values()))
    right = max(map(max, cells.values()))
    rows = sorted({*cells, *(row + 1 for row in cells)} - {max(cells) + 1})
    if len(rows) * (right + 1 - first_column) > _MAX_CELLS:
        raise Unreadable(_LIMIT.format(name=sheet.name))
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    covered: set[tuple[int, int]] = set()
    for (top, first), (bottom, last) in sheet.merged_cell_ranges or ():
        merged = rows[bisect_left(rows, top) : bisect_right(rows, bottom)]
        columns = range(first, min(last, right) + 1)
        spans[top, first] = len(columns), len(merged)
        covered.update((row, column) for row in merged for column in columns if (row, column) != (top, first))
    return [
        [
            markup.Cell(cells.get(row, {}).get(column, ""), *spans.get((row, column), (1, 1)))
            for column in range(first_column, right + 1)
            if (row, column) not in covered
        ]
        for row in rows
    ]


def _open_workbook(body: bytes) -> python_calamine.CalamineWorkbook | None:
    try:
        return python_calamine.load_workbook(io.BytesIO(body))
    except python_calamine.PasswordError as error:
        raise Unreadable(PROTECTED) from error
    except _BROKEN:
        return None


def _html(text: str) -> str:
    lines = text.strip().splitlines()
    return markup.text(lines[0]) if len(lines) == 1 else "<br>".join(map(markup.text, lines))


def _write_value(value: Any) -> str:
    match value:
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"
        case dt.timedelta():
            return f"{value / dt.timedelta(days=1):.15g}"
        case dt.datetime():
            return value.date().isoformat() if value.time() == dt.time() else value.isoformat(sep=" ")
        case dt.date() | dt.time():
            return value.isoformat()
        case _:
            return str(value)
