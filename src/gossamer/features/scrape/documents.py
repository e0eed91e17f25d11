"""Which fetched bytes a parser of documents has to read, and having it do so."""

from gossamer.content.documents import ParsedDocument, ReadingOptions, read
from gossamer.content.media_type import document_kind
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.formats import Highlights, Html, Json, Markdown, Product, Question, Summary
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec

# What is made of a document's text; all other forms are made of its bytes, or are empty.
_MADE_OF_TEXT = (Markdown, Html, Json, Summary, Question, Highlights, Product)


async def read_document(
    page: FetchedPage, spec: ScrapeSpec, deadline: Deadline, *, offload: Offload, owner: str
) -> ParsedDocument | None:
    """Return what a parser makes of *page*.

    None when it is no document, must not be parsed, or nothing that is wanted needs its text.
    It is parsed in *owner*'s turn at heavy work. Raises Unsupported for a file that cannot be
    read, and TimedOut when the deadline passes, also while waiting.
    """
    if page.rendered or not _wants_text(spec) or document_kind(page.body, page.media_type) is None:
        return None
    async with deadline.guard(), offload.turn(owner):
        return await read(page.body, page.media_type, ReadingOptions(max_pages=spec.pdf.max_pages), deadline)


def _wants_text(spec: ScrapeSpec) -> bool:
    return spec.pdf.parse and (spec.pdf.pages or any(isinstance(f, _MADE_OF_TEXT) for f in spec.formats))
