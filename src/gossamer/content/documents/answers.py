"""Answers of the child that reads a document: lines of JSON, one for each page as it is read, and one at the end.

Between them may be pictures of pages whose text is to be recognised: the child goes on when it has that text.

The parent believes nothing: the child has read a hostile file and may have become its puppet. So each line is checked
against its type, and its HTML is treated as a stranger's page.
"""

from typing import Any, Final

import msgspec

from gossamer.content.documents.model import DocumentPage, Mode, ParsedDocument
from gossamer.core.errors import OcrRequired, TooLittleTime, Unsupported

_BROKEN: Final = "The document could not be read: it is damaged, or needs more memory or time than a reader may have."
_ENDED: Final = (
    "Reading the document ended after page {pages} of {total}: page {next} is damaged, or reading needs more memory or "
    "time than a reader may have. Raise `timeout`, or send `maxPages`."
)


class Order(msgspec.Struct, frozen=True):
    """The request to a child: read the *size* bytes that follow, within *seconds*."""

    size: int
    seconds: float
    media_type: str = ""
    name: str = ""
    max_pages: int | None = None
    mode: Mode = "auto"
    whole_pages: bool = False
    recognises: bool = False
    charset: str = ""


class PageRead(msgspec.Struct, frozen=True, tag="page"):
    """A page that was read; *total* is how many there are, 0 where that is not known."""

    page: DocumentPage
    total: int = 0


class Scan(msgspec.Struct, frozen=True, tag="scan"):
    """The picture of page *number*, one byte of grey a pixel; *total* is as in `PageRead`.

    The child waits for a line with the size of the answer in bytes, and the answer: hOCR, or nothing.
    """

    number: int
    width: int
    height: int
    dpi: int
    pixels: bytes
    total: int = 0


class End(msgspec.Struct, frozen=True, tag="end"):
    """The document was read; its pages came before."""

    format: str
    total_pages: int
    metadata: dict[str, Any]
    warnings: tuple[str, ...] = ()
    truncated: bool = False


class Refusal(msgspec.Struct, frozen=True, tag="refusal"):
    """The document cannot be read, for *reason*."""

    reason: str
    kind: str = "unsupported"


Line = PageRead | Scan | End | Refusal
_ERRORS: Final = {"unsupported": Unsupported, "ocr": OcrRequired, "time": TooLittleTime}
_DECODER: Final = msgspec.json.Decoder(Line)


def encode_line(line: Line) -> bytes:
    """Return *line* as it goes over the pipe."""
    return msgspec.json.encode(line) + b"\n"


class ChildAnswer:
    """The document of a child's lines, put together as they come."""

    def __init__(self) -> None:
        self._pages: list[DocumentPage] = []
        self._total = 0
        self._end: End | None = None

    def take(self, line: bytes) -> PageRead | Scan | None:
        """Add *line*, and return the page or the picture in it; Unsupported when the document was refused."""
        try:
            decoded = _DECODER.decode(line)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Unsupported(_BROKEN) from error
        match decoded:
            case Refusal():
                raise _ERRORS.get(decoded.kind, Unsupported)(decoded.reason)
            case PageRead():
                self._pages.append(decoded.page)
                self._total = decoded.total
                return decoded
            case Scan():
                return decoded
            case End():
                self._end = decoded
        return None

    def document(self) -> ParsedDocument:
        """Return the document; Unsupported when the child ended before its last answer."""
        end = self._end
        if end is None:
            raise Unsupported(self._ended)
        return ParsedDocument(
            end.format, tuple(self._pages), end.total_pages, end.metadata, end.warnings, end.truncated
        )

    @property
    def _ended(self) -> str:
        pages = len(self._pages)
        return _ENDED.format(pages=pages, total=self._total, next=pages + 1) if self._total > pages else _BROKEN
