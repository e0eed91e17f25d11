"""Retention: removes what has expired, and what was deleted, of the whole service."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import structlog

from gossamer.core.errors import ServiceError
from gossamer.features.uploads import Uploads
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.store.activities import ActivityStore
from gossamer.store.history import HistoryStore
from gossamer.store.index.index import SearchIndex
from gossamer.store.rates import RateStore
from gossamer.store.removal import Removal
from gossamer.store.scrapes import ScrapeStore
from gossamer.store.threads import ThreadStore

_log = structlog.get_logger(__name__)
_EVERY = timedelta(minutes=5)
_BATCH = 500
# Taking a page out of the index means reading it again.
_ENTRIES = 50
# Longer than any result is kept, a crawl's of several days included. What is still there then
# belongs to nothing: its owner was never recorded, or was forgotten when the store did not answer.
_BLOBS_LAST = timedelta(days=8)
_ACTIVITIES_LAST = timedelta(hours=24)
# Far longer than what their runs found: continuing an old thread then gives an error that says that it expired.
_THREADS_LAST = timedelta(days=30)
# Far longer than the clocks of two machines differ.
_WINDOWS_LAST = timedelta(minutes=10)


class Retention:
    """Sweeps in small transactions, so that requests never wait long for the writer."""

    def __init__(
        self,
        *,
        scrapes: ScrapeStore,
        pages: ScrapeStore,
        blobs: Blobs,
        activities: ActivityStore,
        rates: RateStore,
        uploads: Uploads,
        clock: Clock,
        keep_pages: timedelta,
        threads: ThreadStore | None = None,
        index: SearchIndex | None = None,
        index_pages: int = 0,
        histories: HistoryStore | None = None,
        keep_versions: timedelta | None = None,
        removal: Removal | None = None,
    ) -> None:
        self._removal = removal
        self._scrapes = scrapes
        self._pages = pages
        self._blobs = blobs
        self._activities = activities
        self._rates = rates
        self._uploads = uploads
        self._clock = clock
        self._keep_pages = keep_pages
        self._threads = threads
        self._index = index
        self._index_pages = index_pages
        self._histories = histories
        self._keep_versions = keep_versions

    async def run(self) -> None:
        """Sweep now and then, until cancelled."""
        while True:
            await self.sweep()
            await self._clock.sleep(_EVERY)

    async def sweep(self) -> None:
        """Forget everything whose time is over; what fails is logged and left for the next time."""
        if self._removal is not None:
            await _try_forgetting("deleted teams and people", partial(self._remove_deleted, self._removal))
        await _try_forgetting("scrapes", self._forget_scrapes)
        await _try_forgetting("pages", self._forget_pages)
        if self._index is not None:
            await _try_forgetting("index", partial(self._forget_entries, self._index))
        await _try_forgetting("versions", self._forget_versions)
        await _try_forgetting("uploads", self._forget_uploads)
        await _try_forgetting("blobs", self._forget_blobs)
        await _try_forgetting("activities", self._forget_activities)
        await _try_forgetting("rates", self._forget_rates)
        if self._threads is not None:
            await _try_forgetting("threads", partial(self._forget_threads, self._threads))

    async def _forget_scrapes(self) -> None:
        while (expired := await self._scrapes.expire(now=self._clock.now(), limit=_BATCH)).count:
            await self._blobs.delete(list(expired.blobs))

    async def _remove_deleted(self, removal: Removal) -> None:
        while (removed := await removal.remove(now=self._clock.now(), limit=_BATCH)).count:
            await self._blobs.delete(list(removed.blobs))

    async def _forget_uploads(self) -> None:
        while await self._uploads.sweep(_BATCH):
            pass

    async def _forget_pages(self) -> None:
        before = self._clock.now() - self._keep_pages
        while await self._pages.expire_pages(fetched_before=before, limit=_BATCH):
            pass

    async def _forget_versions(self) -> None:
        """Forget old versions; without a time that they are kept, they are kept for ever."""
        if self._histories is None or self._keep_versions is None:
            return
        before = self._clock.now() - self._keep_versions
        while await self._histories.expire_versions(before=before, limit=_ENTRIES):
            pass

    async def _forget_entries(self, index: SearchIndex) -> None:
        """Take out of the index what is stored no more, and what one team has too much of."""
        before = self._clock.now() - self._keep_pages
        while await index.expire_entries(fetched_before=before, limit=_ENTRIES):
            pass
        while await index.shrink(most=self._index_pages, limit=_ENTRIES):
            pass

    async def _forget_blobs(self) -> None:
        await self._blobs.expire(stored_before=self._clock.now() - _BLOBS_LAST)

    async def _forget_activities(self) -> None:
        before = self._clock.now() - _ACTIVITIES_LAST
        while await self._activities.expire_activities(before=before, limit=_BATCH):
            pass

    async def _forget_threads(self, threads: ThreadStore) -> None:
        while await threads.expire(before=self._clock.now() - _THREADS_LAST, limit=_BATCH):
            pass

    async def _forget_rates(self) -> None:
        await self._rates.expire_windows(before=self._clock.now() - _WINDOWS_LAST)


async def _try_forgetting(what: str, forget: Callable[[], Awaitable[None]]) -> None:
    try:
        await forget()
    except Exception as error:  # noqa: BLE001 - a task supervisor: nobody else would start the sweep again
        unexpected = None if isinstance(error, ServiceError) else error
        _log.warning("sweep_failed", of=what, error=type(error).__name__, exc_info=unexpected)
