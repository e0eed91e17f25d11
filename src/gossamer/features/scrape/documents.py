"""Which fetched bytes are a document for a parser, and reading them."""

from gossamer.content.documents import ParsedDocument, ReadingOptions, read
from gossamer.content.sniffing import kind_of
from gossamer.core.deadlines import Deadline
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec


async def read_document(page: FetchedPage, spec: ScrapeSpec, deadline: Deadline) -> ParsedDocument | None:
    """Return what a parser makes of *page*, or None when it is no document (or must not be parsed)."""
    if page.rendered or not spec.pdf.parse:
        return None
    kind = kind_of(page.body, page.media_type, page.url)
    if kind not in ("pdf", "office"):
        return None
    return await read(page.body, page.media_type, ReadingOptions(max_pages=spec.pdf.max_pages), deadline)
