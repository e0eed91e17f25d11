"""Hidden sheets and rows of workbooks, which anydoc leaves out, read by calamine. Runs in the confined child only."""

import datetime as dt
import io
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any, Final

import python_calamine

from gossamer.content.documents import markup
from gossamer.content.documents.model import Block

FORMATS: Final = frozenset({"xlsx", "xlsb", "xls", "ods"})
_MAX_CELLS: Final = 2_000_000


def completed(blocks: Sequence[Block], body: bytes) -> list[Block]:
    """Return *blocks* with the sheets that lack rows, or are not there at all, read by calamine instead."""
    try:
        book = python_calamine.load_workbook(io.BytesIO(body))
        return list(_completed(blocks, book))
    except (python_calamine.CalamineError, OSError, ValueError):
        # What anydoc could read is there; nothing says that anything is hidden.
        return list(blocks)


def _completed(blocks: Sequence[Block], book: python_calamine.CalamineWorkbook) -> Iterator[Block]:
    sections = _sections(blocks)
    # A single sheet that is seen has no heading.
    unnamed = sections.pop("")
    seen = [sheet.name for sheet in book.sheets_metadata if sheet.visible is python_calamine.SheetVisibleEnum.Visible]
    for name in book.sheet_names:
        known = sections.pop(name, None) or (unnamed if seen[:1] == [name] else [])
        rows = [row for row in _rows(book, name) if any(cell for cell in row)]
        if len(rows) <= sum(block.html.count("<tr>") for block in known):
            yield from known
            continue
        yield Block("heading", markup.heading(markup.text(name), 2))
        yield Block("table", markup.table(_cut(rows), headers=1))
    for rest in sections.values():
        yield from rest


def _sections(blocks: Sequence[Block]) -> dict[str, list[Block]]:
    """Return the blocks of each sheet by its name; "" has those before the first."""
    sections: dict[str, list[Block]] = {"": []}
    current = sections[""]
    for block in blocks:
        if block.kind == "heading":
            current = sections.setdefault(_name(block), [])
        current.append(block)
    return sections


def _name(block: Block) -> str:
    return unescape(block.html[4:-5])


def _rows(book: python_calamine.CalamineWorkbook, name: str) -> list[list[str]]:
    sheet = book.get_sheet_by_name(name)
    if sheet.height * sheet.width > _MAX_CELLS:
        return []
    return [[_written(value) for value in row] for row in sheet.to_python()]


def _cut(rows: list[list[str]]) -> list[list[markup.Cell]]:
    width = max(len(row) - next((i for i, cell in enumerate(reversed(row)) if cell), 0) for row in rows)
    return [[markup.Cell(markup.text(cell)) for cell in row[:width]] for row in rows]


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
