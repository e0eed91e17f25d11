"""Office files, RTF, e-books and CSV, read by anydoc into the document model. Runs in the confined child only."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, cast

import anydoc

from gossamer.content.documents import markup, package_edits, ppt_slides, properties, rtf, sheets, word_parts
from gossamer.content.documents.answers import End, Line, PageRead
from gossamer.content.documents.model import Block, DocumentPage, Kind
from gossamer.content.documents.unreadable import PROTECTED, Unreadable, explain_refusal

_KINDS: Final[dict[str, Kind]] = {
    "heading": "heading",
    "paragraph": "paragraph",
    "list": "list",
    "table": "table",
    "code_block": "code",
    "math": "formula",
    "block_quote": "quote",
    "rule": "rule",
}
_DAMAGED: Final = "The file is damaged: no content could be read."
_LIMIT: Final = "The file exceeds a safety limit ({limit}): it unpacks to more than is read."
_MAX_DEPTH: Final = 60
_ORDERED: Final = frozenset({"decimal", "lower_alpha", "upper_alpha", "lower_roman", "upper_roman"})


def format_of(body: bytes) -> str | None:
    """Return the name of the format that *body* has by its content, or None."""
    return anydoc.format_from_bytes(body)


def lines(body: bytes, name: str, warnings: tuple[str, ...]) -> Iterator[Line]:
    """Yield the one page of *body*, which has the format *name*, and the end."""
    body = package_edits.edit_package(body, name)
    metadata: dict[str, Any] = dict(properties.of(body, name))
    workbook = sheets.Workbook(body) if name in sheets.FORMATS else None
    # anydoc has the cells of OpenDocument as they are displayed.
    blocks = None if workbook is None or name == "ods" else workbook.blocks()
    if blocks is None:
        blocks = read_blocks(body, name)
    if workbook is not None:
        blocks = workbook.mark_hidden(blocks)
        warnings = (*warnings, *workbook.warnings)
        metadata |= {"hiddenSheets": workbook.hidden} if workbook.hidden else {}
    if name == "docx":
        beside = word_parts.beside(body, "\n".join(block.html for block in blocks))
        blocks = [*beside.before, *blocks, *beside.after]
        metadata |= {"runningHeads": list(beside.dropped)} if beside.dropped else {}
    yield PageRead(DocumentPage(1, tuple(blocks)))
    yield End(name, 0, metadata, warnings)


def _open_document(body: bytes, name: str) -> Any:
    try:
        return anydoc.to_document(body, cast("anydoc.Format", name))
    except anydoc.EncryptedError as error:
        raise Unreadable(PROTECTED) from error
    except anydoc.ResourceLimitError as error:
        raise Unreadable(_LIMIT.format(limit=error.limit)) from error
    except anydoc.ConvertError as error:
        raise explain_refusal(body, _DAMAGED) from error


def read_blocks(body: bytes, name: str) -> list[Block]:
    """Return the blocks of *body*, a file of the format *name*; Unreadable where anydoc reads nothing."""
    is_workbook = name in sheets.FORMATS
    document = _open_document(body, "xlsx" if is_workbook and name != "ods" else name)
    # A sheet of one column without a head would be taken for a frame.
    writer = _Writer(document.notes, least_headers=int(is_workbook))
    blocks = [block for document_block in document.blocks if (block := writer.block(document_block))]
    if name == "rtf":
        blocks = rtf.with_headings(blocks, body)
    if name == "ppt":
        blocks = ppt_slides.with_slides(blocks, body)
    return [*_without_echoes(blocks), *writer.notes(document.notes)]


def _without_echoes(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield *blocks* without a title page that a later heading repeats, as e-books have; blocks without text go too."""
    visible = [block for block in blocks if block.html != "<p></p>"]
    last = {block.html: index for index, block in enumerate(visible) if block.kind == "heading"}
    in_front = True
    for index, block in enumerate(visible):
        in_front = in_front and block.kind == "heading"
        if not (in_front and last[block.html] > index):
            yield block


class _Writer:
    """Writes blocks of anydoc as HTML; *notes* are numbered in their order."""

    def __init__(self, notes: Sequence[Any], *, least_headers: int) -> None:
        self._least_headers = least_headers
        self._notes = {note.id: number for number, note in enumerate(notes, 1)}
        self._writers: dict[str, Callable[[Any, int], str]] = {
            "heading": self._heading,
            "paragraph": self._paragraph,
            "list": self._list,
            "table": self._table,
            "block_quote": self._quote,
            "code_block": _code,
            "math": _formula,
        }
        self._spans: dict[str, Callable[[Any], str]] = {
            "text": _text,
            "link": self._link,
            "image": _image,
            "line_break": lambda _: "<br>",
            "math": lambda span: markup.formula(span.text or ""),
            "note_ref": self._reference,
            "checkbox": lambda span: "\u2611 " if span.checked else "\u2610 ",
        }

    def notes(self, notes: Sequence[Any]) -> Iterator[Block]:
        """Yield the block of all notes, if there are any."""
        if not notes:
            return
        entries = (
            f'<li id="fn-{number}">{self._blocks(note.blocks, 1)} <a href="#" role="doc-backlink">\u21a9</a></li>'
            for number, note in enumerate(notes, 1)
        )
        yield Block("notes", f'<section role="doc-endnotes"><ol>{"".join(entries)}</ol></section>')

    def block(self, block: Any) -> Block | None:
        """Return a block of the document model; None for one without content."""
        html = self._html(block, 0)
        return Block(_KINDS[block.kind], html) if html else None

    def _html(self, block: Any, depth: int) -> str:
        return self._writers.get(block.kind, _rule)(block, depth) if depth <= _MAX_DEPTH else ""

    def _heading(self, block: Any, _: int) -> str:
        content = self._inline(block.content)
        return markup.heading(content, block.level or 1) if content.strip() else ""

    def _paragraph(self, block: Any, _: int) -> str:
        return markup.element("p", self._inline(block.content).strip())

    def _quote(self, block: Any, depth: int) -> str:
        return markup.element("blockquote", self._blocks(block.blocks, depth + 1))

    def _blocks(self, blocks: Sequence[Any] | None, depth: int) -> str:
        return "".join(self._html(block, depth) for block in blocks or ())

    def _list(self, block: Any, depth: int) -> str:
        listed = block.list
        if len(listed.items) == 1 and all(inner.kind == "list" for inner in listed.items[0].blocks):
            # A list that goes on after other text, at its own depth.
            return self._blocks(listed.items[0].blocks, depth + 1)
        entries = (self._item(item, number, depth) for number, item in enumerate(listed.items, listed.start))
        return markup.items(entries, ordered=listed.marker in _ORDERED, start=listed.start)

    def _item(self, item: Any, number: int, depth: int) -> str:
        marker = item.marker_label or ""
        # A marker that says no more than the item's number is written by the list itself.
        label = "" if marker.rstrip(".)") in {"", str(number)} else markup.text(f"{marker} ")
        blocks = item.blocks
        # A paragraph alone, or before a list inside, is the item's text and no paragraph of its own.
        if blocks and blocks[0].kind == "paragraph" and all(block.kind == "list" for block in blocks[1:]):
            return label + self._inline(blocks[0].content).strip() + self._blocks(blocks[1:], depth + 1)
        return label + self._blocks(blocks, depth + 1)

    def _table(self, block: Any, depth: int) -> str:
        table = block.table
        rows = [[self._cell(slot.cell, depth) for slot in row if slot.kind == "origin"] for row in table.grid]
        if len(table.grid) == 1 and len(rows[0]) == 1:
            # A frame around text.
            return self._blocks(table.grid[0][0].cell.blocks, depth + 1)
        # Markdown has no table without a head; of a table without one the first row is taken for it.
        return markup.table(rows, headers=max(table.header_rows, self._least_headers))

    def _cell(self, cell: Any, depth: int) -> markup.Cell:
        if all(block.kind == "paragraph" for block in cell.blocks):
            html = "<br>".join(filter(None, (self._inline(block.content).strip() for block in cell.blocks)))
        else:
            html = self._blocks(cell.blocks, depth + 1)
        return markup.Cell(html, cell.col_span, cell.row_span)

    def _inline(self, content: Sequence[Any] | None) -> str:
        return "".join(self._span(inline) for inline in content or ())

    def _span(self, span: Any) -> str:
        write = self._spans.get(span.kind)
        return "" if write is None else write(span)

    def _link(self, span: Any) -> str:
        target = span.target
        return markup.link(self._inline(span.content), target.value if target.kind == "external" else "")

    def _reference(self, span: Any) -> str:
        number = self._notes.get(span.note_id)
        return f'<sup><a href="#fn-{number}" role="doc-noteref">{number}</a></sup>' if number else ""


def _rule(_block: Any, _depth: int) -> str:
    return "<hr>"


def _code(block: Any, _: int) -> str:
    return markup.code(block.text or "")


def _formula(block: Any, _: int) -> str:
    return markup.element("p", markup.formula(block.text or "", display=True))


def _image(span: Any) -> str:
    source = span.source
    return markup.image(span.alt or "", (source.url or "") if source and source.kind == "external" else "")


def _text(span: Any) -> str:
    return _style_html(markup.text(span.text or ""), span.style)


def _style_html(html: str, style: Any) -> str:
    if style is None or not html.strip():
        return html
    for tag, applies in (("code", style.code), ("s", style.strike), ("em", style.italic), ("strong", style.bold)):
        if applies:
            html = markup.element(tag, html)
    return html
