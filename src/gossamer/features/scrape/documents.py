"""Which fetched bytes a reader of documents has to read, and having it do so."""

from functools import partial
from typing import Final

from gossamer.content.documents import ParsedDocument, Progress, ReadingOptions, Recogniser, is_document, read
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import Unsupported
from gossamer.core.formats import ChangeTracking, Html, Markdown, RawBase64, Screenshot, Understood
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.features.scrape.unfinished import UnfinishedReadings, key_of

_NO_WORDS: Final = "The words of this picture were not recognised: tesseract is not there; see `gossamer doctor`."
# Formats that need a document's text, and formats made of its bytes, or of nothing that it says.
_MADE_OF_TEXT: Final = (Markdown, Html, Understood, ChangeTracking)
_WITHOUT_TEXT: Final = (RawBase64, Screenshot)


class Documents:
    """Reads the documents among pages.

    Without a *recogniser* images are pages without text. With *unfinished* a reading may go on when the time of the
    request is over.
    """

    def __init__(
        self, offload: Offload, recogniser: Recogniser | None = None, unfinished: UnfinishedReadings | None = None
    ) -> None:
        self._offload = offload
        self._recogniser = recogniser
        self._unfinished = unfinished

    @property
    def recognises(self) -> bool:
        """Return whether text of images and scans is recognised."""
        return self._recogniser is not None

    async def read(
        self,
        page: FetchedPage,
        spec: ScrapeSpec,
        deadline: Deadline,
        *,
        owner: str,
        progress: Progress | None = None,
        lasting: bool = False,
    ) -> ParsedDocument | None:
        """Return the document that a reader makes of *page*.

        None when it is no document, must not be parsed, or nothing that is wanted needs its text. It is read in
        *owner*'s turn at heavy work. Raises Unsupported for a file that cannot be read, and TimedOut when the deadline
        passes, also while waiting: StillReading for a *lasting* one, which then goes on.
        """
        options = self._options(page, spec)
        if options is None:
            return None
        reading = partial(
            read,
            page.body,
            page.media_type,
            options,
            offload=self._offload,
            owner=owner,
            recogniser=self._recogniser,
        )
        try:
            if not lasting or self._unfinished is None:
                return await reading(deadline, progress=progress)
            return await self._unfinished.read(
                key_of(owner, page.body, options),
                lambda until, progress_callback: reading(until, progress=progress_callback),
                deadline,
                team_id=owner,
                size=len(page.body),
            )
        except Unsupported:
            if _needs_text(spec):
                raise
            return None

    def doubt_about(self, page: FetchedPage, spec: ScrapeSpec) -> str | None:
        """Return a sentence for the caller about a picture whose words nothing here can recognise, or None."""
        is_unread = spec.recognise_images and not self.recognises and _wants_text(spec)
        return _NO_WORDS if is_unread and is_document(page.body, page.media_type, "") == "image" else None

    def _options(self, page: FetchedPage, spec: ScrapeSpec) -> ReadingOptions | None:
        """Return the options for reading *page*, None when it is not read as a document."""
        if page.rendered or not _wants_text(spec):
            return None
        name = page.file_name
        match is_document(page.body, page.media_type, name):
            case "pdf" if spec.pdf.parse:
                is_read = True
            case "image":
                is_read = spec.recognise_images and self.recognises
            case family:
                is_read = family == "office"
        pdf = spec.pdf
        return ReadingOptions(pdf.max_pages, pdf.mode, pdf.by_page, name, page.declared_charset) if is_read else None


def _needs_text(spec: ScrapeSpec) -> bool:
    """Return whether an answer without the document's text would be none."""
    return spec.pdf.pages or spec.pdf.blocks or any(isinstance(f, _MADE_OF_TEXT) for f in spec.formats)


def _wants_text(spec: ScrapeSpec) -> bool:
    return spec.pdf.pages or spec.pdf.blocks or not all(isinstance(f, _WITHOUT_TEXT) for f in spec.formats)
