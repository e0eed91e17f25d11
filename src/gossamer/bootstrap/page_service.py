"""Scraping and parsing alone, for commands that read one page: without jobs, sessions, search and accounts."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.pages import open_pages
from gossamer.bootstrap.retention import sweep
from gossamer.features.uploads import Uploads
from gossamer.operations.admission import Admission, Places
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.parse import Parses
from gossamer.operations.scrape import Scrapes
from gossamer.operations.threats import ThreatWatch
from gossamer.ports.blobs import Blobs
from gossamer.settings import Settings
from gossamer.store.slots import SqlPlaceStore
from gossamer.store.threat_lists import FileThreatLists
from gossamer.store.uploads import UploadStore


@dataclass(frozen=True, slots=True)
class PageService:
    """The operations on single pages and files, and where their captures are."""

    scrapes: Scrapes
    parses: Parses
    blobs: Blobs


@asynccontextmanager
async def open_page_service(settings: Settings) -> AsyncIterator[PageService]:
    """Open it; close it, and leave nothing running, on exit."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        pages = await open_pages(settings, clock, stack)
        uploads = Uploads(UploadStore(pages.database), pages.blobs, clock)
        sweep(settings, pages, uploads, clock=clock, stack=stack)
        spending = Spending(pages.credits, clock, settings.prices)
        admission = Admission(
            at_once=settings.scrapes_at_once,
            team_at_once=settings.team_scrapes_at_once,
            places=Places(SqlPlaceStore(pages.database), clock),
        )
        threats = ThreatWatch(FileThreatLists(settings.threat_lists))
        yield PageService(
            Scrapes(pages.scraping, admission, spending, threats),
            Parses(pages.scraping, uploads, admission, spending, clock),
            pages.blobs,
        )
