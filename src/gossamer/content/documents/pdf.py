"""PDFs, read by liteparse into the document model; the file's own description by PDFium. In the confined child only.

Pages are read in batches, so that a long document needs no more memory than a short one.
"""

import ctypes
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import liteparse
import pypdfium2

from gossamer.content.charset import storable
from gossamer.content.documents import markup
from gossamer.content.documents.answers import End, Line, Order, PageRead
from gossamer.content.documents.layout import running_heads
from gossamer.content.documents.layout.across_pages import join_pages
from gossamer.content.documents.layout.measured_sizes import are_measured, even_sizes
from gossamer.content.documents.layout.page import blocks
from gossamer.content.documents.layout.rules import Rule, Stroke
from gossamer.content.documents.layout.running_heads import RunningHeads
from gossamer.content.documents.layout.runs import LinkArea, TextRun, TextSpan, rows_of, runs_of
from gossamer.content.documents.layout.style import Style
from gossamer.content.documents.layout.words import Spelling
from gossamer.content.documents.model import Block, Box, DocumentPage, Mode
from gossamer.content.documents.page_pictures import needs_recognition, scan_of, with_pictures
from gossamer.content.documents.pdf_forms import comments, with_fields
from gossamer.content.documents.recognised import Recognise
from gossamer.content.documents.turned_pages import is_turned, upright
from gossamer.content.documents.unreadable import Unreadable

_BATCH: Final = 32
# The parser's own limit is 1,000 pages; here time and the size of the text are the limits.
_MOST_PAGES: Final = 1_000_000
# Characters of text of a whole document.
_MAX_TEXT: Final = 20_000_000
_MAX_TITLE: Final = 500
_MAX_OUTLINE: Final = 2_000
_WRONG_PASSWORD: Final = 4
_FILE_NAME: Final = re.compile(r"(?i)untitled.*|.*\.(?:docx?|indd|tex|dvi|pdf|pptx?|xlsx?|qxd)|microsoft word - .*")
_DATE: Final = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d'?\d\d)?")
# No machine reads a page faster; a document that cannot be read in time is not begun.
_LEAST_SECONDS: Final = 0.002
_NO_TIME: Final = "The {pages} pages of the PDF cannot be read in time. Raise `timeout`, or send `maxPages`."
_FEWER_WANTED: Final = "{pages} of {total} pages were read, as `maxPages` says. Raise it to read more."
_TOO_LONG: Final = (
    "{pages} of {total} pages were read: at most {most} million characters of text are. Split the PDF to read the rest."
)
_PLAIN: Final = "The layout of pages {pages} could not be read: their lines are given as plain text."
_NOT_READ: Final = "Damaged pages could not be read: {pages}."
_SCANNED: Final = "The PDF is a scan: it holds no text. Ask for the mode `auto` or `ocr`."
# Points, and how many of them a page of text has at most.
_MAX_BULLET: Final = 8
_MAX_BULLETS: Final = 100
_WORD: Final = re.compile(r"[^\W\d_]{3}")
# Of the width of a page.
_MARGIN: Final = 0.08
# Thinner shapes are rules.
_THIN: Final = 3
Parser: TypeAlias = liteparse.LiteParse
# In heights of the text: the size of a bullet, how far its middle may be from that of the line, and how far it is
# from the words.
_SIZES: Final = (0.15, 0.6)
_BESIDE: Final = 0.3
_FARTHEST: Final = 1.5
# Shapes of which one side is so much longer are none.
_ROUND: Final = 1.3


def load() -> None:
    """Load all libraries from disk, so that no file has to be opened later."""
    running_heads.load()
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
        output_format="json",
        num_workers=1,
        max_pages=_MOST_PAGES,
        continue_on_page_error=True,
        emit_word_boxes=True,
        extract_vector_graphics=True,
        extract_annotations=True,
        extract_form_fields=True,
    )


def is_pdf(body: bytes) -> bool:
    """Return whether *body* begins as a PDF; a little dirt may come before."""
    return b"%PDF-" in body[:1024]


def lines(
    body: bytes, order: Order, reader: Parser, recognise: Recognise | None, warnings: tuple[str, ...]
) -> Iterator[Line]:
    """Yield the pages of *body* as they are read, and the end; scans are read where *recognise* is there."""
    body = body[max(body.find(b"%PDF-", 0, 1024), 0) :]
    document = _open_file(body)
    total = len(document)
    if total == 0:
        raise Unreadable("The PDF has no pages.")
    most = min(total, order.max_pages or total)
    if most * _LEAST_SECONDS > order.seconds:
        raise Unreadable(_NO_TIME.format(pages=most), "time")
    size, read, scanned, plain = 0, [], [], []
    recogniser = None if order.mode == "fast" or recognise is None else _Recognition(document, recognise, order.mode)
    heads, spelling = RunningHeads(), Spelling()
    pages = _pages(body, document, reader, most, recogniser, heads, spelling)
    for page in _with_pictures(pages, document) if order.whole_pages else join_pages(pages, spelling):
        yield PageRead(page, total)
        size += sum(len(block.html) for block in page.blocks)
        read.append(page.number)
        if page.scanned:
            scanned.append(page.number)
        if page.plain:
            plain.append(page.number)
        if size > _MAX_TEXT:
            break
    if order.mode == "fast" and len(scanned) == most:
        raise Unreadable(_SCANNED, "ocr")
    yield End(
        "pdf",
        total,
        {**_metadata(document), **({"runningHeads": list(heads.dropped)} if heads.dropped else {})},
        (
            *warnings,
            *((_PLAIN.format(pages=_ranges(plain)),) if plain else ()),
            *_about_rest(read, most, total, is_long=size > _MAX_TEXT),
            *_about_scans(order.mode, scanned, most, can_recognise=recognise is not None),
        ),
        truncated=size > _MAX_TEXT and read[-1] < most,
    )


def _about_rest(read: Sequence[int], most: int, total: int, *, is_long: bool) -> Iterator[str]:
    """Yield which of *total* pages are not among those that were *read*, and why."""
    last = read[-1] if is_long else most
    if lost := sorted(set(range(1, last + 1)).difference(read)):
        yield _NOT_READ.format(pages=_ranges(lost))
    if last < most:
        yield _TOO_LONG.format(pages=last, total=total, most=_MAX_TEXT // 1_000_000)
    elif most < total:
        yield _FEWER_WANTED.format(pages=most, total=total)


def _with_pictures(pages: Iterator[DocumentPage], document: Any) -> Iterator[DocumentPage]:
    for page in pages:
        yield replace(page, blocks=with_pictures(page.blocks, document, page.number - 1))


def _about_scans(mode: Mode, scanned: list[int], most: int, *, can_recognise: bool) -> Iterator[str]:
    if mode == "ocr" and not can_recognise:
        yield "Text recognition is not available on this server: the text that the PDF holds was read."
    if scanned:
        pages = "All pages" if len(scanned) == most else f"Pages {_ranges(scanned)}"
        if not can_recognise:
            reason = "Text recognition is not available on this server."
        elif mode == "fast":
            reason = "The mode `fast` does not recognise their text."
        else:
            reason = "Their text could not be recognised."
        yield f"{pages} are scans: pictures without text. {reason}"


def _ranges(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    return f"{shown} and {len(numbers) - 10} more" if len(numbers) > 10 else shown  # noqa: PLR2004


class _Recognition:
    """Reads pages as pictures: those that need it, or with the mode `ocr` all."""

    def __init__(self, document: Any, recognise: Recognise, mode: Mode) -> None:
        self._document = document
        self._recognise = recognise
        self._all = mode == "ocr"

    def of(self, page: "_PdfText") -> "_PdfText":
        """Return *page* with its recognised text, beside what text of its own is worth having."""
        if not (self._all or page.is_scan):
            return page
        recognised = self._recognise(scan_of(self._document, page.number - 1, len(self._document)))
        if not recognised.runs:
            return page
        page_runs = () if self._all or len(page.runs) > len(recognised.runs) else page.runs
        new = tuple(run for run in recognised.runs if not any(run.overlaps(other) for other in page_runs))
        return replace(page, runs=(*page_runs, *new), is_scan=False, confidence=recognised.confidence)


def _pages(  # noqa: PLR0917
    body: bytes,
    document: Any,
    reader: Parser,
    most: int,
    recognition: _Recognition | None,
    heads: RunningHeads,
    spelling: Spelling,
) -> Iterator[DocumentPage]:
    style = Style()

    def read(copy: bytes) -> list[Any]:
        with suppress(liteparse.ParseError):
            return [page for batch in reader.parse_batches(copy, _BATCH) for page in batch.result.pages]
        return []

    try:
        for batch in reader.parse_batches(body, _BATCH):
            parsed = [page for page in batch.result.pages if page.page_num <= most]
            pages = [_PdfText.of(page, document) for page in upright(parsed, document, read)]
            if recognition is not None:
                pages = [recognition.of(page) for page in pages]
            for page in pages:
                heads.see(page.runs, page.height)
                spelling.see(run.text for run in page.runs)
            style = style or Style.of((run for page in pages for run in page.runs), spelling)
            for page in pages:
                yield page.laid_out(heads.without(page.runs, page.height, style.body), style)
            if batch.end_page >= most:
                return
    except liteparse.ParseError as error:
        raise Unreadable("The PDF is damaged and cannot be read.") from error


@dataclass(frozen=True, slots=True)
class _PdfText:
    """The text of a page with its places; *confidence* is that of recognition, None where nothing was recognised."""

    number: int
    width: float
    height: float
    runs: tuple[TextRun, ...]
    rules: tuple[Rule, ...]
    strokes: tuple[Stroke, ...]
    # Blocks beside the text.
    more: tuple[Block, ...] = ()
    is_scan: bool = False
    confidence: float | None = None

    @classmethod
    def of(cls, page: Any, document: Any) -> "_PdfText":
        links = [
            LinkArea(
                annotation.rect.x,
                annotation.rect.y,
                annotation.rect.x + annotation.rect.width,
                annotation.rect.y + annotation.rect.height,
                annotation.uri,
            )
            for annotation in page.annotations or ()
            if annotation.uri and annotation.rect is not None
        ]
        upright = [item for item in page.text_items if not is_turned(item)]
        is_upright = 2 * len(upright) >= len(page.text_items)
        items = upright if is_upright else page.text_items
        runs = runs_of(items, links)
        runs += bullets([shape.bbox for shape in _small_shapes(page)], runs)
        runs = even_sizes(runs) if are_measured(runs) else runs
        noted = (*(_find_turned_words(page) if is_upright else ()), *comments(page.annotations or (), runs))
        runs = with_fields(runs, page.form_fields or ())
        return cls(
            page.page_num,
            page.width,
            page.height,
            tuple(runs),
            *_find_drawn_lines(page),
            noted,
            needs_recognition(runs, document, page.page_num - 1),
        )

    def laid_out(self, runs: Sequence[TextRun], style: Style) -> DocumentPage:
        """Return the page of blocks that *runs* make; of plain lines where they cannot be made."""
        plain = False
        try:
            laid = tuple(blocks(runs, style, rules=self.rules, strokes=self.strokes))
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            # A defect of the layout must not cost the other pages.
            plain = True
            lines = "<br>".join(markup.text(row.text) for row in rows_of(runs))
            laid = (Block("paragraph", markup.element("p", lines)),)
        return DocumentPage(
            self.number,
            (*laid, *self.more),
            self.width,
            self.height,
            scanned=self.is_scan,
            plain=plain,
            confidence=self.confidence,
        )


def _find_turned_words(page: Any) -> Iterator[Block]:
    """Yield the turned words of an upright page, as heads of narrow columns are; in its margin they are a stamp."""
    margin = _MARGIN * page.width
    words = [
        item.text.strip()
        for item in page.text_items
        if is_turned(item) and margin <= item.x <= page.width - margin - item.width and _WORD.search(item.text)
    ]
    if words:
        yield Block("paragraph", markup.element("p", "<br>".join(map(markup.text, words))))


def _small_shapes(page: Any) -> list[Any]:
    drawn = page.vector_graphics
    small = [shape for shape in (drawn.shapes if drawn else ()) if shape.fill and max(shape.bbox[2:]) <= _MAX_BULLET]
    # So many are those of a chart.
    return small if len(small) <= _MAX_BULLETS else []


def _find_drawn_lines(page: Any) -> tuple[tuple[Rule, ...], tuple[Stroke, ...]]:
    """Return the lines of *page* across and upright; thin shapes are lines, and boxes have four."""
    drawn = page.vector_graphics
    rules, strokes = [], []
    sides = [(line.x1, line.y1, line.x2, line.y2) for line in drawn.lines] if drawn else []
    for shape in drawn.shapes if drawn else ():
        left, top, width, height = shape.bbox
        right, bottom, x, y = left + width, top + height, left + width / 2, top + height / 2
        if height < _THIN < width:
            sides.append((left, y, right, y))
        elif width < _THIN < height:
            sides.append((x, top, x, bottom))
        elif shape.stroke and not shape.has_curve and min(width, height) > _THIN:
            sides += [(left, y, right, y) for y in (top, bottom)] + [(x, top, x, bottom) for x in (left, right)]
    for x1, y1, x2, y2 in sides:
        if abs(y1 - y2) < 1:
            rules.append(Rule(min(x1, x2), max(x1, x2), y1))
        if abs(x1 - x2) < 1:
            strokes.append(Stroke(x1, min(y1, y2), max(y1, y2)))
    return tuple(rules), tuple(strokes)


def _open_file(body: bytes) -> Any:
    try:
        return pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _WRONG_PASSWORD or "password" in str(error).lower():
            raise Unreadable("The PDF is protected by a password.") from error
        raise Unreadable("The PDF is damaged and cannot be opened.") from error


def _metadata(document: Any) -> dict[str, Any]:
    metadata_fields = {
        name: storable(value).strip()[:_MAX_TITLE] for name, value in document.get_metadata_dict().items()
    }
    title = metadata_fields.get("Title", "")
    fields = {
        "title": "" if _FILE_NAME.fullmatch(title) else title,
        "author": metadata_fields.get("Author"),
        "description": metadata_fields.get("Subject"),
        "keywords": metadata_fields.get("Keywords"),
        "generator": metadata_fields.get("Creator") or metadata_fields.get("Producer"),
        "publishedTime": _date(metadata_fields.get("CreationDate", "")),
        "modifiedTime": _date(metadata_fields.get("ModDate", "")),
        "outline": _outline(document),
    }
    return {name: value for name, value in fields.items() if value}


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


def bullets(shapes: Sequence[Box], runs: Sequence[TextRun]) -> Iterator[TextRun]:
    """Yield a run for each of *shapes* that is the bullet of one of *runs*."""
    for left, top, width, height in shapes:
        if not 0 < max(width, height) < _ROUND * min(width, height):
            continue
        line = next((run for run in runs if _is_before(left + width, top + height / 2, max(width, height), run)), None)
        if line is not None and not any(_is_level(run, top + height / 2) and run.left < line.left for run in runs):
            yield TextRun((TextSpan("\u2022"),), left, line.top, left + width, line.bottom, line.size)


def _is_before(right: float, middle: float, size: float, run: TextRun) -> bool:
    least, most = _SIZES
    is_small = least * run.size <= size <= most * run.size
    return is_small and _is_level(run, middle) and 0 < run.left - right <= _FARTHEST * run.size


def _is_level(run: TextRun, middle: float) -> bool:
    return abs(run.middle - middle) <= _BESIDE * run.size
