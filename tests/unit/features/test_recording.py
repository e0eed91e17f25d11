"""What is left when a scrape cannot be recorded."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.content.offload import Offload
from gossamer.core.actions import Captured
from gossamer.core.errors import DatabaseUnavailable
from gossamer.core.formats import Screenshot
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.prices import PriceTable
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape import Scraping
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.clock import ManualClock

SPEC = ScrapeSpec(url=web_url("https://e.org/"), formats=(Screenshot(),), timeout=timedelta(seconds=60))


class PictureFetcher:
    """Brings a page that was seen."""

    name = "picture"
    cost = 1
    capabilities = frozenset(Capability)

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        page = FetchedPage(
            request.url, 200, {"content-type": "text/html"}, b"<p>Hi there</p>", ManualClock().now(), "p"
        )
        return replace(page, screenshot=Captured(b"\x89PNG\r\n", "image/png"))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    database = Database(engine)
    yield database
    await database.close()


@pytest.fixture
async def scraping(database: Database, tmp_path: Path) -> AsyncIterator[Scraping]:
    store = ScrapeStore(database)
    async with Offload() as offload:
        yield Scraping(
            fetchers=[PictureFetcher()],
            pages=store,
            scrapes=store,
            blobs=ObjectBlobs(str(tmp_path / "blobs"), ManualClock()),
            offload=offload,
            clock=ManualClock(),
            prices=PriceTable(),
        )


def pictures_in(folder: Path) -> int:
    return len(list(folder.rglob("*.png")))


async def test_a_recorded_scrape_has_its_picture(scraping: Scraping, tmp_path: Path) -> None:
    await scraping.scrape(ScrapeOrder(SPEC, "team", "key"))
    assert pictures_in(tmp_path / "blobs") == 1


@pytest.mark.long
async def test_a_scrape_that_cannot_be_recorded_leaves_no_picture(
    scraping: Scraping, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "patience", timedelta(seconds=0.1))
    locker = database.engine.connect().execution_options(writes=True)
    with locker, locker.begin(), pytest.raises(DatabaseUnavailable):
        await scraping.scrape(ScrapeOrder(SPEC, "team", "key"))
    assert pictures_in(tmp_path / "blobs") == 0
