"""Reads stored pages for the index, a batch at a time.

Pages are queued with the transaction that stores them, so whatever ends this process loses none of them. Reading a page
again costs about as much as scraping it did. While pages come in, somebody waits for them: then only a small part of
the time goes to the index, and it catches up when it is quiet.
"""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

import structlog

from gossamer.content.documents import ParsedDocument
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import DatabaseUnavailable, ServiceError
from gossamer.core.specs import PdfOptions, ScrapeSpec
from gossamer.features.scrape.documents import Documents
from gossamer.features.scrape.main_texts import MainTexts
from gossamer.features.search.indexing.indexed_page import read_entry
from gossamer.ports.clock import Clock
from gossamer.ports.index import IndexedRead, IndexEntry, Unindexed
from gossamer.ports.scrapes import PageKey
from gossamer.store.index.index import SearchIndex

_log = structlog.get_logger(__name__)

_BATCH: Final = 25
# Longer than any batch takes; then others take its pages.
_TAKEN_FOR: Final = timedelta(minutes=5)
_PER_PAGE: Final = timedelta(seconds=20)
_EVERY: Final = timedelta(seconds=1)
# Pages that came so lately mean that more are coming.
_LATELY: Final = timedelta(seconds=5)
# Rest as a multiple of the work before it.
_REST_WHILE_BUSY: Final = 19
_REST: Final = 1
_AFTER_FAILURE: Final = timedelta(seconds=10)
# More of a document is not worth the time it takes.
_MOST_PDF_PAGES: Final = 30


class Indexer:
    """Fills the index; several may do so at once. *unlisted_too* takes in what asks not to be listed.

    What *texts*, which is called when it begins to run, has of a page is not read again.
    """

    def __init__(
        self,
        index: SearchIndex,
        offload: Offload,
        clock: Clock,
        *,
        unlisted_too: bool = False,
        texts: Callable[[], MainTexts] = MainTexts,
    ) -> None:
        self._index = index
        self._offload = offload
        # Nobody waits for the text of scans here, and it would keep the cores from those who do.
        self._documents = Documents(offload)
        self._clock = clock
        self._unlisted_too = unlisted_too
        self._open_texts = texts
        self._texts = MainTexts()

    async def run(self) -> None:
        """Index what comes, until cancelled."""
        self._texts = self._open_texts()
        while True:
            await self._clock.sleep(await self._turn())

    async def catch_up(self) -> int:
        """Index all that waits; return how many pages that were."""
        done = 0
        while batch := await self._batch():
            done += len(batch)
        return done

    async def _turn(self) -> timedelta:
        """Do one batch, and return how long to rest."""
        began = time.monotonic()
        try:
            batch = await self._batch()
            if not batch:
                return _EVERY
            worked = timedelta(seconds=time.monotonic() - began)
            return worked * (_REST_WHILE_BUSY if await self._is_busy(batch) else _REST)
        except DatabaseUnavailable:
            return _AFTER_FAILURE
        except Exception as error:  # noqa: BLE001 - a task supervisor: nobody else would start indexing again
            _log.warning("indexing_failed", error=type(error).__name__, exc_info=error)
            return _AFTER_FAILURE

    async def _is_busy(self, batch: Sequence[Unindexed]) -> bool:
        """Return whether pages came just now, which mean that more are coming: in *batch*, or among those that wait.

        Where the index keeps up none wait; the oldest of a backlog tell nothing of that.
        """
        lately = self._clock.now() - _LATELY
        if any(page.fetched_at > lately for page in batch):
            return True
        youngest = await self._index.youngest_waiting()
        return youngest is not None and youngest > lately

    async def _batch(self) -> list[Unindexed]:
        now = self._clock.now()
        batch = list(await self._index.take(_BATCH, now=now, until=now + _TAKEN_FOR))
        if batch:
            await self._index.write([IndexedRead(page, await self._entry(page)) for page in batch])
        return batch

    async def _entry(self, page: Unindexed) -> IndexEntry | None:
        if page.page is None:
            return None
        deadline = Deadline.after(_PER_PAGE)
        main_text = self._texts.take(PageKey(page.team_id, page.fingerprint), page.fetched_at)
        try:
            parsed = None if main_text else await self._parse_page(page, deadline)
            return await self._offload.run(
                read_entry,
                page.page,
                parsed,
                self._unlisted_too,
                main_text,
                owner=page.team_id,
                size=len(page.page.body if main_text is None else main_text.markdown),
                deadline=deadline,
            )
        except ServiceError as error:
            _log.info("page_not_indexed", url=page.page.url, reason=error.code)
            return None

    async def _parse_page(self, page: Unindexed, deadline: Deadline) -> ParsedDocument | None:
        if page.page is None:
            return None
        spec = ScrapeSpec(page.page.url, pdf=PdfOptions(max_pages=_MOST_PDF_PAGES))
        return await self._documents.read(page.page, spec, deadline, owner=page.team_id)
