"""The text layer of a PDF as Markdown: lines joined to paragraphs, large type to headings.

Runs in the confined child only. PDFium gives characters with their boxes in reading order of
the file; a paragraph ends where the distance to the next line grows.
"""

import codecs
import ctypes
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import pypdfium2
import pypdfium2.raw as pdfium

from gossamer.content.charset import storable
from gossamer.content.documents.parsed import ParsedDocument

# Bytes of text, and characters of one page.
_MAX_TEXT: Final = 20_000_000
_MAX_TITLE: Final = 500
_BULLET: Final = re.compile(r"^\s*(?:[•●▪◦‣∙\uf0b7\u2043\u2013]|[-*])\s+")
_NUMBERED: Final = re.compile(r"^\s*(?:\(?\d{1,3}[.)]|[a-z][.)])\s+\S")
_MARKUP: Final = re.compile(r"([\\`*_\[\]<>])")
_BLOCK_START: Final = re.compile(r"^([#>|]|[-+](?=\s)|\d{1,9}(?=[.)]\s))")
_WRONG_PASSWORD: Final = 4


class Unreadable(Exception):
    """The file cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float
    top: float
    bottom: float
    left: float
    right: float


def load() -> None:
    """Make everything ready that reading needs, so that no file is opened after confinement."""
    for name in ("utf-16-le", "utf-8", "latin-1", "ascii"):
        codecs.lookup(name)
    document = pypdfium2.PdfDocument.new()
    document.new_page(100, 100).close()
    _title(document, [_lines(document, 0)], 0.0)
    document.close()


def read(body: bytes, *, max_pages: int | None) -> ParsedDocument:
    """Return the document's text; *max_pages* None means all of it."""
    document = _opened(body)
    total = len(document)
    if total == 0:
        raise Unreadable("The PDF has no pages.")
    wanted = min(total, max_pages or total)
    pages: list[list[_Line]] = []
    size = 0
    for index in range(wanted):
        lines = _lines(document, index)
        size += sum(len(line.text.encode()) for line in lines)
        pages.append(lines)
        if size > _MAX_TEXT:
            break
    body_size = _body_size(pages)
    return ParsedDocument(
        pages=tuple(_page_markdown(lines, body_size) for lines in pages),
        title=_title(document, pages, body_size) or None,
        total_pages=total,
        truncated=size > _MAX_TEXT,
    )


def _opened(body: bytes) -> Any:
    start = body.find(b"%PDF-", 0, 1024)
    try:
        return pypdfium2.PdfDocument(body[max(start, 0) :])
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _WRONG_PASSWORD or "password" in str(error).lower():
            raise Unreadable("The PDF is protected by a password.") from error
        raise Unreadable("The PDF is damaged and cannot be opened.") from error


def _lines(document: Any, index: int) -> list[_Line]:
    try:
        page = document[index]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        # A damaged page is an empty one; the others may still say something.
        return []
    try:
        return _lines_of(text_page)
    finally:
        text_page.close()
        page.close()


def _lines_of(text_page: Any) -> list[_Line]:
    count = min(text_page.count_chars(), _MAX_TEXT)
    if count <= 0:
        return []
    lines, start = [], 0
    for part in re.split(r"(\r\n|\r|\n)", _characters(text_page, count)):
        if part.strip():
            lines.append(_line(text_page, part, start))
        start += len(part)
    return lines


def _characters(text_page: Any, count: int) -> str:
    """Return one character an index, so that text and boxes stay in step."""
    units = (ctypes.c_ushort * (count + 1))()
    if pdfium.FPDFText_GetText(text_page, 0, count, units) == count + 1:
        return "".join(map(chr, units[:count]))
    # Some have no Unicode value, or take two units; asked one by one they say so.
    return "".join(_character(text_page, at) for at in range(count))


def _character(text_page: Any, at: int) -> str:
    code = pdfium.FPDFText_GetUnicode(text_page, at)
    if not code:
        return " "
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"  # noqa: PLR2004 - Unicode


def _line(text_page: Any, text: str, start: int) -> _Line:
    first = start + len(text) - len(text.lstrip())
    last = start + len(text.rstrip()) - 1
    left, bottom, _, top = text_page.get_charbox(first)
    _, end_bottom, right, end_top = text_page.get_charbox(last)
    middle = (first + last) // 2
    size = pdfium.FPDFText_GetFontSize(text_page, middle)
    return _Line(storable(text.strip()), round(float(size), 1), max(top, end_top), min(bottom, end_bottom), left, right)


def _body_size(pages: list[list[_Line]]) -> float:
    """Return the type size that most of the text is set in."""
    weights: dict[float, int] = {}
    for lines in pages:
        for line in lines:
            weights[line.size] = weights.get(line.size, 0) + len(line.text)
    return max(weights, key=lambda size: weights[size], default=0.0)


def _page_markdown(lines: list[_Line], body_size: float) -> str:
    gap = _usual_gap(lines)
    blocks: list[list[_Line]] = []
    for line in lines:
        if blocks and _continues(blocks[-1][-1], line, gap, body_size):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    text = "\n\n".join(_block(block, body_size) for block in blocks)
    return re.sub(r"(?m)^(- .*)\n\n(?=- )", r"\1\n", text)


def _usual_gap(lines: list[_Line]) -> float:
    gaps = [before.bottom - after.bottom for before, after in pairwise(lines)]
    forward = [gap for gap in gaps if gap > 0]
    # The lower quartile: a page of short paragraphs has more gaps between them than inside.
    return sorted(forward)[len(forward) // 4] if forward else 0.0


def _continues(before: _Line, line: _Line, gap: float, body_size: float) -> bool:
    distance = before.bottom - line.bottom
    if abs(before.size - line.size) > 0.6 or distance <= 0 or _BULLET.match(line.text) or _NUMBERED.match(line.text):  # noqa: PLR2004
        return False
    if _level(before, body_size) is not None and before.text[-1:] in ".!?":
        return False
    return distance <= max(gap * 1.35, line.size * 1.3)


def _level(line: _Line, body_size: float) -> int | None:
    if body_size <= 0 or line.size < body_size * 1.15 or len(line.text) > 200 or not re.search(r"[^\W\d_]", line.text):  # noqa: PLR2004
        return None
    return 1 if line.size >= body_size * 1.8 else 2 if line.size >= body_size * 1.4 else 3


def _block(lines: list[_Line], body_size: float) -> str:
    text = _joined(lines)
    level = _level(lines[0], body_size)
    if level is not None and len(lines) <= 3:  # noqa: PLR2004 - a long block in large type is still prose
        return f"{'#' * level} {_escaped(text)}"
    bullet = _BULLET.match(text)
    if bullet:
        return f"- {_escaped(text[bullet.end() :])}"
    return _escaped(text)


def _joined(lines: list[_Line]) -> str:
    text = lines[0].text
    for line in lines[1:]:
        if text.endswith(("-", "\u00ad", "\ufffe", "\x02")) and text[-2:-1].isalpha() and line.text[:1].islower():
            text = text[:-1] + line.text
        else:
            text = f"{text} {line.text}"
    return text.replace("\ufffe", "").replace("\u00ad", "")


def _escaped(text: str) -> str:
    escaped = _MARKUP.sub(r"\\\1", text)
    return _BLOCK_START.sub(lambda m: f"{m.group()}\\" if m.group()[0].isdigit() else f"\\{m.group()}", escaped)


def _title(document: Any, pages: list[list[_Line]], body_size: float) -> str:
    try:
        title = storable(str(document.get_metadata_value("Title"))).strip()
    except (pypdfium2.PdfiumError, UnicodeError):
        title = ""
    if title and not re.fullmatch(r"(?i)untitled.*|.*\.(?:docx?|indd|tex|dvi|pdf|pptx?)", title):
        return title[:_MAX_TITLE]
    for line in pages[0] if pages else ():
        if _level(line, body_size) in {1, 2}:
            return line.text[:_MAX_TITLE]
    return title[:_MAX_TITLE]
