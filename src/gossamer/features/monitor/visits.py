"""Visits of pages for checks: scraped, recorded and charged once, however often the turn runs."""

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.core.access import Permits
from gossamer.core.changes import NewVersion, Tracked
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document
from gossamer.core.errors import BlobsUnavailable, OwnError, ServiceError
from gossamer.core.formats import ChangeTracking
from gossamer.core.monitoring import Baseline, ScrapeTarget
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.features.crawl import Scraper
from gossamer.features.history import History
from gossamer.features.monitor.results import Seen
from gossamer.features.scrape import Performed, Scraping, history_key, verdict_name
from gossamer.ports.blobs import Blobs
from gossamer.ports.monitors import PageProbe
from gossamer.store.scrapes import ScrapeStore

# Pages that are fetched at once for all checks of this process.
_AT_ONCE: Final = 16
_SHOWN: Final = ("title", "description", "language", "sourceURL", "url", "statusCode", "contentType", "pageVerdict")


@dataclass(frozen=True, slots=True)
class Visitor:
    """For whom pages are visited, and what may be done: *permits* filters addresses, *model* lets models help."""

    team_id: str
    key_id: str
    permits: Permits | None = None
    model: bool = False


class CheckVisits:
    """Scrapes pages for checks by *scraper*; *scraping* reads versions of their history again."""

    def __init__(
        self,
        scraper: Scraper,
        scraping: Scraping,
        *,
        scrapes: ScrapeStore,
        history: History,
        blobs: Blobs,
        probe: PageProbe,
    ) -> None:
        self._scraper = scraper
        self._scraping = scraping
        self._blobs = blobs
        self._history = history
        self._scrapes = scrapes
        self._probe = probe
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def visit(
        self, spec: ScrapeSpec, visitor: Visitor, *, check_id: str, target: ScrapeTarget
    ) -> tuple[Seen, int]:
        """Return the present state of a page, and its price; recorded under an id made of the check and the page.

        What is accepted becomes a version of the page's history. A screenshot that only *target* compares is not part
        of the recorded scrape. Raises OwnError when our own side failed.
        """
        scrape_id = str(uuid.uuid5(uuid.UUID(check_id), f"{target.target_id} {spec.url}"))
        async with self._places:
            done = await self._scraper.perform(_order(_add_tracking(spec), visitor))
        if isinstance(done.error, OwnError):
            raise done.error
        if target.rules.picture is not None and target.scrape.screenshot is None:
            done = await self._without_picture(done)
        document = None if done.document is None else _set_scrape_id(done.document, scrape_id)
        page = None if done.record.document is None else document
        version = None if done.record.version is None else _make_version(done.record.version, scrape_id)
        record = replace(done.record, scrape_id=scrape_id, document=page, dialect="v2", version=version)
        await self._scrapes.record(record)
        visit_result = _see_document(document, done.page, done.error, scrape_id, compared=done.compared)
        content = None if version is None else version.version.content
        return replace(visit_result, content=content, previous=_previous(done.tracked)), done.record.credits

    async def again(self, spec: ScrapeSpec, visitor: Visitor, *, tracked: bool) -> Seen | None:
        """Return the state of the page a moment later, neither recorded nor charged; None when it cannot be had.

        With *tracked* its text is that of a version, else that of a page of a crawl.
        """
        async with self._places:
            done = await self._scraper.perform(_order(_add_tracking(spec) if tracked else spec, visitor))
        await self._forget(done.record.blobs)
        if done.document is None:
            return None
        return _see_document(done.document, done.page, None, None, compared=done.compared)

    async def _without_picture(self, done: Performed) -> Performed:
        """Return *done* without the screenshot, of which the monitor keeps what it needs."""
        name = None if done.document is None else done.document.screenshot
        if name is None or done.document is None:
            return done
        await self._forget((name,))
        page = None if done.record.page is None else replace(done.record.page, picture=None)
        blobs = tuple(blob for blob in done.record.blobs if blob != name)
        return replace(
            done,
            document=replace(done.document, screenshot=None),
            record=replace(done.record, page=page, blobs=blobs),
        )

    async def _forget(self, blobs: Sequence[str]) -> None:
        # Blobs that cannot be deleted now go with their day.
        with suppress(BlobsUnavailable):
            await self._blobs.delete(list(blobs))

    async def text_of(self, baseline: Baseline, spec: ScrapeSpec, visitor: Visitor) -> str | None:
        """Return the text of the version that *baseline* names, read as *spec* reads pages; None when it is gone."""
        if baseline.content is None:
            return None
        key = history_key(spec, visitor.team_id, "")
        stored = await self._history.store.content(key, baseline.content)
        if stored is None:
            return None
        deadline = Deadline.after(spec.timeout)
        return await self._scraping.tracker.compared_text(stored.page, _add_tracking(spec), visitor.team_id, deadline)

    async def learn(self, baseline: Baseline, spec: ScrapeSpec, visitor: Visitor) -> None:
        """Let the page's history leave out what is volatile in *baseline*."""
        await self._history.add_volatile(history_key(spec, visitor.team_id, ""), baseline.volatile)

    async def unchanged(self, spec: ScrapeSpec, baseline: Baseline) -> bool:
        """Return whether the site says that the page is still that of *baseline*, without sending it."""
        if not (baseline.etag or baseline.last_modified) or baseline.failing is not None or baseline.gone:
            return False
        if spec.actions or spec.wait_for or spec.screenshot is not None or spec.headers or spec.profile is not None:
            return False
        async with self._places:
            return await self._probe.unchanged(spec.url, baseline, deadline=Deadline.after(spec.timeout))


def see_document(document: Document, scrape_id: str) -> Seen:
    """Return the state of a recorded page."""
    return _see_document(document, None, None, scrape_id)


def _previous(tracked: Tracked | None) -> tuple[int, str] | None:
    """Return number and text of the content that a visit was compared with in its history."""
    if tracked is None or tracked.previous is None or tracked.previous_text is None:
        return None
    content = tracked.previous.content
    return None if content is None else (content, tracked.previous_text)


def _add_tracking(spec: ScrapeSpec) -> ScrapeSpec:
    return replace(spec, formats=(*spec.formats, ChangeTracking()))


def _order(spec: ScrapeSpec, visitor: Visitor) -> ScrapeOrder:
    return ScrapeOrder(spec, visitor.team_id, visitor.key_id, permits=visitor.permits, use_model=visitor.model)


def _set_scrape_id(document: Document, scrape_id: str) -> Document:
    return replace(document, metadata={**document.metadata, "scrapeId": scrape_id})


def _make_version(new: NewVersion, scrape_id: str) -> NewVersion:
    return replace(new, version=replace(new.version, version_id=scrape_id))


def _see_document(
    document: Document | None,
    page: FetchedPage | None,
    error: ServiceError | None,
    scrape_id: str | None,
    *,
    compared: str | None = None,
) -> Seen:
    if document is None:
        return Seen(scrape_id=scrape_id, error="The page could not be read." if error is None else error.message)
    metadata: Mapping[str, Any] = document.metadata
    status = metadata.get("statusCode")
    verdict = verdict_name(metadata, status)
    # Content that a script makes does not show in the headers of the page's first answer.
    has_source = page is not None and not page.rendered
    headers: Mapping[str, str] = page.headers if page is not None and has_source else {}
    return Seen(
        scrape_id=scrape_id,
        status_code=status if isinstance(status, int) else None,
        text=(document.markdown if compared is None else compared) or "",
        data=document.json,
        metadata={name: metadata[name] for name in _SHOWN if name in metadata},
        error=f"The site answered with a {verdict}." if verdict else None,
        etag=headers.get("etag"),
        last_modified=headers.get("last-modified"),
        picture=page.screenshot.data if page is not None and page.screenshot is not None else None,
    )
