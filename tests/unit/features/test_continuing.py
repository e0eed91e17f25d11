"""What a scrape leaves for a session that goes on with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.content.offload import Offload
from gossamer.core.actions import Click
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.prices import PriceTable
from gossamer.core.sessions import Opening
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape import Scraping
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.database import Database
from gossamer.store.scrapes import ScrapeStore
from gossamer.store.sealing import Seal
from gossamer.store.sessions import SealedSessions, SessionStore
from gossamer.store.sessions.sessions import Visit
from gossamer.testing.clock import ManualClock

SPEC = ScrapeSpec(
    url=web_url("https://e.org/"),
    headers={"cookie": "a=b"},
    wait_for=timedelta(seconds=1),
    actions=(Click("#more"),),
    mobile=True,
)
SEALED = SealedSessions(Seal(lambda: "the secret of this deployment"))


class Fetcher:
    """Brings a page, and remembers how it was asked."""

    name = "browser"
    cost = 1
    capabilities = frozenset(Capability)

    def __init__(self) -> None:
        self.asked: list[FetchRequest] = []

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        self.asked.append(request)
        html = {"content-type": "text/html"}
        page = FetchedPage(request.url, 200, html, b"<p>Hello there</p>", ManualClock().now(), self.name)
        return replace(page, tier=request.tier, rendered=True)


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


@asynccontextmanager
async def scraping_into(store: ScrapeStore, fetcher: Fetcher, folder: Path) -> AsyncIterator[Scraping]:
    async with Offload() as offload:
        yield Scraping(
            fetchers=[fetcher],
            pages=store,
            scrapes=store,
            blobs=ObjectBlobs(str(folder / "blobs"), ManualClock()),
            offload=offload,
            clock=ManualClock(),
            prices=PriceTable(),
        )


@pytest.fixture
async def scraping(database: Database, fetcher: Fetcher, tmp_path: Path) -> AsyncIterator[Scraping]:
    async with scraping_into(ScrapeStore(database, SEALED), fetcher, tmp_path) as found:
        yield found


async def visit(database: Database, scrape_id: str) -> Visit | None:
    return await SessionStore(database, SEALED).visit(scrape_id, "team", now=ManualClock().now())


async def test_a_scrape_leaves_how_its_page_was_visited_and_the_page(
    scraping: Scraping, fetcher: Fetcher, database: Database
) -> None:
    done = await scraping.scrape(ScrapeOrder(SPEC, "team", "key"))
    opening = Opening(
        url=SPEC.url,
        headers=SPEC.headers,
        wait_for=SPEC.wait_for,
        actions=SPEC.actions or (),
        mobile=True,
        # By the proxies that brought it.
        tier=fetcher.asked[-1].tier,
    )
    assert await visit(database, done.scrape_id) == Visit(opening)
    assert {request.keep_as for request in fetcher.asked} == {done.scrape_id}


async def test_a_page_that_must_not_be_kept_leaves_nothing(
    scraping: Scraping, fetcher: Fetcher, database: Database
) -> None:
    done = await scraping.scrape(ScrapeOrder(replace(SPEC, zero_data_retention=True), "team", "key"))
    assert await visit(database, done.scrape_id) == Visit(None)
    assert fetcher.asked[0].keep_as is None


async def test_pictures_of_a_page_that_must_not_be_kept_last_only_until_they_are_fetched(scraping: Scraping) -> None:
    lasted = []
    for spec in (SPEC, replace(SPEC, zero_data_retention=True)):
        record = (await scraping.perform(ScrapeOrder(spec, "team", "key"))).record
        lasted.append(record.expires_at - record.finished_at)
    assert lasted == [timedelta(hours=24), timedelta(minutes=10)]


async def test_a_page_that_was_only_read_from_the_store_leaves_nothing(scraping: Scraping, database: Database) -> None:
    plain = replace(SPEC, actions=None, headers={}, wait_for=timedelta(0), cache=CachePolicy(max_age=None))
    await scraping.scrape(ScrapeOrder(plain, "team", "key"))
    locked = replace(plain, cache=CachePolicy(max_age=None, lockdown=True))
    done = await scraping.scrape(ScrapeOrder(locked, "team", "key"))
    assert await visit(database, done.scrape_id) == Visit(None)


async def test_a_page_of_a_job_is_not_kept_open(scraping: Scraping, fetcher: Fetcher) -> None:
    done = await scraping.perform(ScrapeOrder(SPEC, "team", "key"))
    assert done.record.opening is None
    assert fetcher.asked[0].keep_as is None


async def test_a_scrape_whose_visit_cannot_be_sealed_succeeds_all_the_same(
    database: Database, fetcher: Fetcher, tmp_path: Path
) -> None:
    (tmp_path / "secret.key").mkdir()
    store = ScrapeStore(database, SealedSessions(Seal.of(None, tmp_path)))
    async with scraping_into(store, fetcher, tmp_path) as scraping:
        done = await scraping.scrape(ScrapeOrder(SPEC, "team", "key"))
    assert await visit(database, done.scrape_id) == Visit(None)
