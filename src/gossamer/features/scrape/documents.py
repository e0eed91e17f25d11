"""Which fetched bytes a reader of documents has to read, and having it do so."""

from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from gossamer.content.documents import ParsedDocument, ReadingOptions, is_document, read
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import Unsupported
from gossamer.core.formats import ChangeTracking, Html, Markdown, RawBase64, Screenshot, Understood
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec

# What cannot be given without a document's text, and what is made of its bytes, or of nothing that it says.
_MADE_OF_TEXT: Final = (Markdown, Html, Understood, ChangeTracking)
_WITHOUT_TEXT: Final = (RawBase64, Screenshot)


async def read_document(
    page: FetchedPage, spec: ScrapeSpec, deadline: Deadline, *, offload: Offload, owner: str
) -> ParsedDocument | None:
    """Return what a reader makes of *page*.

    None when it is no document, must not be parsed, or nothing that is wanted needs its text.
    It is read in *owner*'s turn at heavy work. Raises Unsupported for a file that cannot be
    read, and TimedOut when the deadline passes, also while waiting.
    """
    name = file_name(page.url)
    family = None if page.rendered or not _wants_text(spec) else is_document(page.body, page.media_type, name)
    if family is None or (family == "pdf" and not spec.pdf.parse):
        return None
    options = ReadingOptions(spec.pdf.max_pages, spec.pdf.mode, spec.pdf.by_page, name)
    try:
        return await read(page.body, page.media_type, options, deadline, offload=offload, owner=owner)
    except Unsupported:
        if _needs_text(spec):
            raise
        return None


def file_name(url: str) -> str:
    """Return the last part of an address's path, "" when it has none."""
    return PurePosixPath(unquote(urlsplit(url).path)).name


def _needs_text(spec: ScrapeSpec) -> bool:
    """Return whether an answer without the document's text would be none."""
    return spec.pdf.pages or spec.pdf.blocks or any(isinstance(f, _MADE_OF_TEXT) for f in spec.formats)


def _wants_text(spec: ScrapeSpec) -> bool:
    return spec.pdf.pages or spec.pdf.blocks or not all(isinstance(f, _WITHOUT_TEXT) for f in spec.formats)
