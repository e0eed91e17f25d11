from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.core.actions import Captured
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url
from gossamer.features.retention import Retention
from gossamer.features.uploads import Uploads
from gossamer.ports.scrapes import FinishedScrape, PageKey
from gossamer.store.activities import ActivityStore
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.rates import RateStore
from gossamer.store.scrapes import ScrapeStore
from gossamer.store.uploads import UploadStore
from gossamer.testing.clock import ManualClock

PICTURE = Captured(b"\x89PNG\r\n", "image/png")
HOUR = timedelta(hours=1)
KEY = PageKey("team", "f" * 32)


@dataclass
class Kept:
    """What retention looks after."""

    scrapes: ScrapeStore
    blobs: ObjectBlobs
    activities: ActivityStore
    rates: RateStore
    uploads: Uploads
    folder: Path
    clock: ManualClock

    @property
    def retention(self) -> Retention:
        return Retention(
            scrapes=self.scrapes,
            pages=self.scrapes,
            blobs=self.blobs,
            activities=self.activities,
            rates=self.rates,
            uploads=self.uploads,
            clock=self.clock,
            keep_pages=timedelta(days=2),
        )

    async def scrape(self, *blobs: str) -> None:
        now = self.clock.now()
        page = FetchedPage(web_url("https://e.org/"), 200, {}, b"hi", now, "http")
        await self.scrapes.record(
            FinishedScrape(new_id(), "team", "key", "https://e.org/", 1, now, now + HOUR, None, None, blobs, KEY, page)
        )

    async def page(self) -> FetchedPage | None:
        return await self.scrapes.find(KEY, not_before=None, not_after=None)


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Kept]:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    database = Database(engine)
    clock, folder = ManualClock(), tmp_path / "blobs"
    blobs, activities, rates = ObjectBlobs(str(folder), clock), ActivityStore(database), RateStore(database)
    uploads = Uploads(UploadStore(database), blobs, clock)
    yield Kept(ScrapeStore(database), blobs, activities, rates, uploads, folder, clock)
    await database.close()


async def test_blobs_go_with_their_scrape_and_not_before(kept: Kept) -> None:
    name = await kept.blobs.put(PICTURE)
    await kept.scrape(name)
    await kept.retention.sweep()
    assert await kept.blobs.get(name) == PICTURE
    await kept.clock.advance(HOUR)
    await kept.retention.sweep()
    assert await kept.blobs.get(name) is None


async def test_a_blob_without_a_scrape_goes_in_the_end(kept: Kept) -> None:
    name = await kept.blobs.put(PICTURE)
    await kept.clock.advance(timedelta(days=7))
    await kept.retention.sweep()
    assert await kept.blobs.get(name) == PICTURE
    await kept.clock.advance(timedelta(days=2))
    await kept.retention.sweep()
    assert await kept.blobs.get(name) is None


async def test_a_blob_store_that_fails_keeps_nothing_else_from_being_forgotten(kept: Kept) -> None:
    name = await kept.blobs.put(PICTURE)
    await kept.scrape(name)
    aside = kept.folder.rename(kept.folder.with_name("aside"))
    kept.folder.write_text("in the way")
    await kept.clock.advance(timedelta(days=3))
    await kept.retention.sweep()
    assert await kept.page() is None
    kept.folder.unlink()
    aside.rename(kept.folder)
    await kept.clock.advance(timedelta(days=9))
    await kept.retention.sweep()
    assert await kept.blobs.get(name) is None


async def test_what_was_asked_for_is_forgotten_after_a_day(kept: Kept) -> None:
    async def told() -> int:
        # As seen from the beginning, so that nothing is left out for its age alone.
        day = {"operation": None, "before": None, "limit": 9, "now": begun}
        return len(await kept.activities.activities("team", **day))  # type: ignore[arg-type]

    begun = kept.clock.now()
    await kept.scrape()
    await kept.clock.advance(timedelta(hours=23))
    await kept.retention.sweep()
    assert await told() == 1
    await kept.clock.advance(timedelta(hours=1, seconds=1))
    await kept.retention.sweep()
    assert await told() == 0


async def test_minutes_in_which_requests_were_counted_are_forgotten(kept: Kept) -> None:
    async def left() -> int:
        return await kept.rates.take("team", "scrape", number=5, limit=5, now=begun)

    begun = kept.clock.now()
    await kept.rates.take("team", "scrape", number=3, limit=5, now=begun)
    await kept.retention.sweep()
    assert await left() == 2
    await kept.clock.advance(timedelta(minutes=11))
    await kept.retention.sweep()
    assert await left() == 5
