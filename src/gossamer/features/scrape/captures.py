"""Screenshots, PDFs and recordings of one visit, in the blob store."""

from dataclasses import dataclass

from gossamer.core.actions import Captured, StoredOutcome
from gossamer.core.pages import FetchedPage
from gossamer.ports.blobs import Blobs


@dataclass(frozen=True, slots=True)
class Captures:
    """Names of what a visit left in the blob store."""

    screenshot: str | None = None
    outcome: StoredOutcome | None = None
    recordings: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names, for expiry."""
        media_names = (*self.recordings, *((self.screenshot,) if self.screenshot else ()))
        return media_names if self.outcome is None else (*media_names, *self.outcome.screenshots, *self.outcome.pdfs)


async def keep_captures(page: FetchedPage, blobs: Blobs) -> Captures:
    """Return the names of what the visit of *page* left, which is in *blobs* from now on."""
    picture = await _put(page.screenshot, blobs)
    if page.outcome is None:
        return Captures(picture)
    outcome = page.outcome
    return Captures(
        picture,
        StoredOutcome(
            screenshots=tuple([await blobs.put(c) for c in outcome.screenshots]),
            scrapes=outcome.scrapes,
            returns=outcome.returns,
            pdfs=tuple([await blobs.put(c) for c in outcome.pdfs]),
        ),
    )


async def _put(capture: Captured | None, blobs: Blobs) -> str | None:
    return None if capture is None else await blobs.put(capture)
