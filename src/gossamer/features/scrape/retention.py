"""Forgetting what is over: scrapes and their blobs after a day, stored pages after their retention."""

from datetime import timedelta

import structlog

from gossamer.core.errors import ServiceError
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.ports.pages import PageStore
from gossamer.ports.scrapes import ScrapeStore

_log = structlog.get_logger(__name__)
_EVERY = timedelta(minutes=5)
_BATCH = 500


class Retention:
    """Sweeps in small transactions, so that requests never wait long for the writer."""

    def __init__(
        self, scrapes: ScrapeStore, pages: PageStore, blobs: Blobs, clock: Clock, keep_pages: timedelta
    ) -> None:
        self._scrapes = scrapes
        self._pages = pages
        self._blobs = blobs
        self._clock = clock
        self._keep_pages = keep_pages

    async def run(self) -> None:
        """Sweep now and then, until cancelled."""
        while True:
            try:
                await self.sweep()
            except (ServiceError, OSError) as error:
                _log.warning("sweep_failed", error=type(error).__name__)
            await self._clock.sleep(_EVERY)

    async def sweep(self) -> None:
        """Forget everything whose time is over."""
        now = self._clock.now()
        while (expired := await self._scrapes.expire(now=now, limit=_BATCH)).count:
            await self._blobs.delete(list(expired.blobs))
        while await self._pages.expire_pages(fetched_before=now - self._keep_pages, limit=_BATCH):
            pass
