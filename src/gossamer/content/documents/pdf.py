"""PDFs, read by liteparse into the document model; the file's own description by PDFium. In the confined child only.

Pages are read in batches, so that a long document needs no more memory than a short one.
"""

import ctypes
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import liteparse
import pypdfium2

from gossamer.content.charset import storable
from gossamer.content.documents import inline_markdown, markup
from gossamer.content.documents.answers import End, Line, Order, PageRead
from gossamer.content.documents.model import Block, Box, DocumentPage, Mode
from gossamer.content.documents.unreadable import Unreadable

_BATCH: Final = 32
# Characters of text of a whole document.
_MAX_TEXT: Final = 20_000_000
_MAX_TITLE: Final = 500
_MAX_OUTLINE: Final = 2_000
_WRONG_PASSWORD: Final = 4
_FILE_NAME: Final = re.compile(r"(?i)untitled.*|.*\.(?:docx?|indd|tex|dvi|pdf|pptx?|xlsx?|qxd)|microsoft word - .*")
_DATE: Final = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d'?\d\d)?")
_SCANNED: Final = "The PDF is a scan: it holds no text. Ask for the mode `auto` or `ocr`."
_MAX_DEPTH: Final = 8

Parser: TypeAlias = liteparse.LiteParse
_ORDERED: Final = re.compile(r"\(?(\d{1,9})[.)]")


def load() -> None:
    """Load what reading needs from disk, so that no file has to be opened later."""
    # The parser starts threads, which a fork would lose: its library is loaded here, and it is made in the child.
    ctypes.CDLL(str(Path(liteparse.__file__).parent / "libpdfium.so"))
    _ = liteparse.LiteParse
    document = pypdfium2.PdfDocument.new()
    document.get_metadata_dict()
    document.close()


def parser() -> Parser:
    """Return a parser; to be made before files are given up."""
    return liteparse.LiteParse(
        ocr_enabled=False,
        quiet=True,
        output_format="markdown",
        num_workers=1,
        continue_on_page_error=True,
        extract_blocks=True,
        extract_links=True,
        include_complexity=True,
    )


def is_pdf(body: bytes) -> bool:
    """Return whether *body* begins as a PDF; a little dirt may come before."""
    return b"%PDF-" in body[:1024]


def lines(body: bytes, order: Order, reader: Parser, warnings: tuple[str, ...]) -> Iterator[Line]:
    """Yield the pages of *body* as they are read, and the end."""
    body = body[max(body.find(b"%PDF-", 0, 1024), 0) :]
    total, about = _about(body)
    wanted = min(total, order.max_pages or total)
    size, scanned = 0, []
    for page in _pages(body, reader, wanted):
        yield PageRead(page, total)
        size += sum(len(block.html) for block in page.blocks)
        if page.scanned:
            scanned.append(page.number)
        if size > _MAX_TEXT:
            break
    if order.mode == "fast" and len(scanned) == wanted:
        raise Unreadable(_SCANNED, "ocr")
    yield End("pdf", total, about, (*warnings, *_about_scans(order.mode, scanned, wanted)), truncated=size > _MAX_TEXT)


def _about_scans(mode: Mode, scanned: list[int], wanted: int) -> Iterator[str]:
    if mode == "ocr":
        yield "Text recognition is not available on this server: the text that the PDF holds was read."
    elif scanned:
        pages = "All pages" if len(scanned) == wanted else f"Pages {_ranges(scanned)}"
        yield f"{pages} are scans: pictures without text. Text recognition is not available on this server."


def _ranges(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    return f"{shown} and {len(numbers) - 10} more" if len(numbers) > 10 else shown  # noqa: PLR2004


def _pages(body: bytes, reader: Parser, wanted: int) -> Iterator[DocumentPage]:
    try:
        for batch in reader.parse_batches(body, _BATCH):
            for page in batch.result.pages:
                if page.page_num > wanted:
                    return
                yield _page(page)
    except liteparse.ParseError as error:
        raise Unreadable("The PDF is damaged and cannot be read.") from error


def _page(page: Any) -> DocumentPage:
    blocks = tuple(_grouped(page.blocks or ()))
    complexity = page.complexity
    scanned = not page.text_items and complexity is not None and "scanned" in complexity.reasons
    return DocumentPage(page.page_num, blocks, page.width, page.height, scanned=scanned)


def _grouped(blocks: Sequence[Any]) -> Iterator[Block]:
    """Yield *blocks* with the items of a list in one."""
    run: list[Any] = []
    for block in blocks:
        if block.kind == "list_item":
            run.append(block)
            continue
        if run:
            yield _listed(run)
            run = []
        if (made := _block(block)) is not None:
            yield made
    if run:
        yield _listed(run)


def _block(block: Any) -> Block | None:
    box = _box(block)
    match block.kind:
        case "heading":
            return Block("heading", markup.heading(_text(block), block.level or 2), box)
        case "table":
            rows = [[_cell(cell) for cell in row] for row in (block.header or [], *(block.rows or ())) if row]
            return Block("table", markup.table(rows, headers=1 if block.header else 0), box) if rows else None
        case "code" | "grid_fallback":
            return Block("code", markup.element("pre", markup.text("\n".join(block.lines or ()))), box)
        case "figure" | "rule":
            return None
        case _:
            return Block("paragraph", markup.element("p", _text(block)), box) if block.text else None


def _cell(cell: Any) -> markup.Cell:
    return markup.Cell(inline_markdown.html(cell.text))


def _text(block: Any) -> str:
    return inline_markdown.html(storable(block.text or ""))


def _listed(run: Sequence[Any]) -> Block:
    return Block("list", "".join(_levels(run, 0)), _union([box for one in run if (box := _box(one))]))


def _levels(run: Sequence[Any], depth: int) -> Iterator[str]:
    """Yield the lists of *run*, whose items are at *depth* or deeper."""
    first = _ORDERED.fullmatch((run[0].marker or "").strip())
    entries: list[str] = []
    index = 0
    while index < len(run):
        inner = index + 1
        while inner < len(run) and (run[inner].level or 0) > (run[index].level or 0) and depth < _MAX_DEPTH:
            inner += 1
        nested = "".join(_levels(run[index + 1 : inner], depth + 1)) if inner > index + 1 else ""
        entries.append(_text(run[index]) + nested)
        index = inner
    yield markup.items(entries, ordered=first is not None, start=int(first[1]) if first else 1)


def _box(block: Any) -> Box | None:
    box = block.bbox
    return None if box is None else (box.x, box.y, box.width, box.height)


def _union(boxes: Sequence[Box]) -> Box | None:
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return (left, top, right - left, bottom - top)


def _about(body: bytes) -> tuple[int, dict[str, Any]]:
    """Return how many pages there are, and the metadata under names of the wire."""
    document = _opened(body)
    try:
        total = len(document)
        if total == 0:
            raise Unreadable("The PDF has no pages.")
        return total, _metadata(document)
    finally:
        document.close()


def _opened(body: bytes) -> Any:
    try:
        return pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _WRONG_PASSWORD or "password" in str(error).lower():
            raise Unreadable("The PDF is protected by a password.") from error
        raise Unreadable("The PDF is damaged and cannot be opened.") from error


def _metadata(document: Any) -> dict[str, Any]:
    told = {name: storable(value).strip()[:_MAX_TITLE] for name, value in document.get_metadata_dict().items()}
    title = told.get("Title", "")
    found = {
        "title": "" if _FILE_NAME.fullmatch(title) else title,
        "author": told.get("Author"),
        "description": told.get("Subject"),
        "keywords": told.get("Keywords"),
        "generator": told.get("Creator") or told.get("Producer"),
        "publishedTime": _date(told.get("CreationDate", "")),
        "modifiedTime": _date(told.get("ModDate", "")),
        "outline": _outline(document),
    }
    return {name: value for name, value in found.items() if value}


def _date(written: str) -> str:
    """Return a PDF's date (ISO 32000-1, section 7.9.4) as ISO 8601, "" for one that cannot be read."""
    match = _DATE.match(written)
    if match is None:
        return ""
    year, month, day, hour, minute, second, zone = match.groups()
    date = f"{year}-{month or '01'}-{day or '01'}T{hour or '00'}:{minute or '00'}:{second or '00'}"
    zone = (zone or "Z").replace("'", "")
    return date + (zone if zone == "Z" else f"{zone[:3]}:{zone[3:]}")


def _outline(document: Any) -> list[dict[str, Any]]:
    try:
        return [
            {"title": storable(entry.get_title())[:_MAX_TITLE], "level": entry.level + 1, "pageNumber": page + 1}
            for entry, _ in zip(document.get_toc(max_depth=8), range(_MAX_OUTLINE), strict=False)
            if (target := entry.get_dest()) is not None and (page := target.get_index()) is not None
        ]
    except pypdfium2.PdfiumError:
        return []
