"""Workbooks: their numbers as they are displayed, and what anydoc leaves out.

That is hidden sheets, rows and columns, formulas that no program has computed, where cells lead, and comments.
Runs in the confined child only.
"""

import datetime as dt
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

import python_calamine

from gossamer.content.documents import markup
from gossamer.content.documents.model import Block
from gossamer.content.documents.number_formats.cells import Displayed, displayed_cells, uncomputed_cells
from gossamer.content.documents.sheet_notes import sheet_notes

FORMATS: Final = frozenset({"xlsx", "xlsb", "xls", "ods"})
_MAX_CELLS: Final = 2_000_000
_FILLED: Final = re.compile(r"<t[dh](?: [^>]*)?>(?!</t[dh]>)")
_HIDDEN: Final = "{name} (hidden)"
_UNCOMPUTED: Final = (
    "The file holds formulas without values: they are shown as formulas. Save it in a spreadsheet program first."
)


@dataclass(frozen=True, slots=True)
class Shown:
    """How cells of a table are shown, by row and column: their *texts*, and the addresses that they lead to."""

    texts: Displayed = field(default_factory=dict)
    links: Displayed = field(default_factory=dict)


class Workbook:
    """A workbook as calamine reads it, and its cells as they are displayed."""

    def __init__(self, body: bytes) -> None:
        self._displayed = displayed_cells(body)
        self._formulas = uncomputed_cells(body)
        self._notes = sheet_notes(body)
        for name, notes in self._notes.items():
            self._formulas[name] = {**self._formulas.get(name, {}), **notes.texts}
        self._book = _opened(body)
        sheets = () if self._book is None else self._book.sheets_metadata
        visible = python_calamine.SheetVisibleEnum.Visible
        self._seen = [sheet.name for sheet in sheets if sheet.visible is visible]
        self.hidden = [sheet.name for sheet in sheets if sheet.visible is not visible]

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return what is not as a reader expects it."""
        shown = (text for texts in self._formulas.values() for text in texts.values())
        return (_UNCOMPUTED,) if any(text.startswith("=") for text in shown) else ()

    def shown(self, name: str, height: int, width: int) -> Shown:
        """Return how cells of a table are shown, counted from its corner.

        *name* is that of its sheet, "" for the only one that is seen. Nothing is returned when the table does not have
        the size of the sheet: then it has not all of its rows.
        """
        name = name or next(iter(self._seen), "")
        tables = (self._displayed, self._formulas, self._notes)
        if self._book is None or not any(table.get(name) for table in tables):
            return Shown()
        sheet = self._book.get_sheet_by_name(name)
        if (sheet.height, sheet.width) != (height, width):
            return Shown()
        texts = {**self._formulas.get(name, {}), **self._displayed.get(name, {})}
        return Shown(_from_corner(texts, sheet), _from_corner(self._links(name), sheet))

    def _links(self, name: str) -> Displayed:
        return self._notes[name].links if name in self._notes else {}

    def completed(self, blocks: Sequence[Block]) -> list[Block]:
        """Return *blocks* with the sheets that lack cells, or are not there at all, read by calamine instead."""
        if self._book is None:
            return list(blocks)
        try:
            return list(self._completed(blocks, self._book))
        except (python_calamine.CalamineError, OSError, ValueError):
            return list(blocks)

    def _completed(self, blocks: Sequence[Block], book: python_calamine.CalamineWorkbook) -> Iterator[Block]:
        sections = _sections(blocks)
        # A single sheet that is seen has no heading.
        unnamed = sections.pop("")
        for name in book.sheet_names:
            known = sections.pop(name, None) or (unnamed if self._seen[:1] == [name] else [])
            rows = [row for row in self._rows(book.get_sheet_by_name(name)) if any(cell for cell in row)]
            wanted = _extent([sum(map(bool, row)) for row in rows])
            there = _extent([count for block in known for count in _filled(block)])
            if wanted[0] > there[0] or wanted[1] > there[1]:
                known = [_heading(name), Block("table", markup.table(_cut(rows), headers=1))]
            if known and name in self.hidden:
                known = [_heading(_HIDDEN.format(name=name)), *(block for block in known if block.kind != "heading")]
            yield from known
            yield from self._comments(name)
        for rest in sections.values():
            yield from rest

    def _comments(self, name: str) -> Iterator[Block]:
        for comment in self._notes[name].comments if name in self._notes else ():
            said = f"{comment.author}: {comment.text}" if comment.author else comment.text
            lines = "<br>".join(map(markup.text, f"{comment.reference}: {said}".splitlines()))
            yield Block("quote", f"<blockquote><p>{lines}</p></blockquote>")

    def _rows(self, sheet: python_calamine.CalamineSheet) -> list[list[str]]:
        """Return the cells of *sheet* as HTML."""
        formulas = self._formulas.get(sheet.name, {})
        top, left = sheet.start or (0, 0)
        height = max([top + sheet.height, *(row + 1 for row, _ in formulas)]) - top
        width = max([left + sheet.width, *(column + 1 for _, column in formulas)]) - left
        if height * width > _MAX_CELLS:
            return []
        texts = {**_from_corner(formulas, sheet), **_from_corner(self._displayed.get(sheet.name, {}), sheet)}
        links = _from_corner(self._links(sheet.name), sheet)
        values = sheet.to_python()
        return [
            [
                markup.link(
                    markup.text(texts.get((row, column)) or _value(values, row, column)), links.get((row, column), "")
                )
                for column in range(width)
            ]
            for row in range(height)
        ]


def _heading(name: str) -> Block:
    return Block("heading", markup.heading(markup.text(name), 2))


def _value(values: Sequence[Sequence[Any]], row: int, column: int) -> str:
    return _written(values[row][column]) if row < len(values) and column < len(values[row]) else ""


def _from_corner(found: Displayed, sheet: python_calamine.CalamineSheet) -> Displayed:
    top, left = sheet.start or (0, 0)
    return {(row - top, column - left): text for (row, column), text in found.items()} if top or left else found


def _extent(filled: Sequence[int]) -> tuple[int, int]:
    """Return how many rows have text, and in how many cells one has it at most; *filled* says in how many each has."""
    return sum(map(bool, filled)), max(filled, default=0)


def _filled(block: Block) -> Iterator[int]:
    """Yield in how many cells each row of a sheet's *block* has text; what is no table is one."""
    if block.kind == "table":
        yield from (len(_FILLED.findall(row)) for row in block.html.split("</tr>"))
    elif block.kind != "heading":
        yield 1


def _opened(body: bytes) -> python_calamine.CalamineWorkbook | None:
    try:
        return python_calamine.load_workbook(io.BytesIO(body))
    except (python_calamine.CalamineError, OSError, ValueError):
        # What anydoc could read is there; nothing says that anything is hidden.
        return None


def sheet_name(heading: Block) -> str:
    """Return the name of the sheet that a *heading* begins."""
    return unescape(heading.html[4:-5])


def _sections(blocks: Sequence[Block]) -> dict[str, list[Block]]:
    """Return the blocks of each sheet by its name; "" has those before the first."""
    sections: dict[str, list[Block]] = {"": []}
    current = sections[""]
    for block in blocks:
        if block.kind == "heading":
            current = sections.setdefault(sheet_name(block), [])
        current.append(block)
    return sections


def _cut(rows: list[list[str]]) -> list[list[markup.Cell]]:
    width = max(len(row) - next((i for i, cell in enumerate(reversed(row)) if cell), 0) for row in rows)
    return [[markup.Cell(cell) for cell in row[:width]] for row in rows]


def _written(value: Any) -> str:
    match value:
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"
        case dt.datetime():
            return value.date().isoformat() if value.time() == dt.time() else value.isoformat(sep=" ")
        case dt.date() | dt.time():
            return value.isoformat()
        case _:
            return str(value).strip()
