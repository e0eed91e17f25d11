"""Where a page may not lead although it was asked for rightly."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gossamer.content.offload import Offload
from gossamer.core.access import Permits
from gossamer.core.actions import ActionOutcome, Captured, Click, TakeScreenshot
from gossamer.core.errors import NotAllowed, RestrictionsUnverified
from gossamer.core.ids import new_id
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.prices import PriceTable
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import host_of, web_url
from gossamer.core.visit_identity import VisitIdentity
from gossamer.features.scrape import Scraping
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.clock import ManualClock

SPEC = ScrapeSpec(url=web_url("https://e.org/"), cache=CachePolicy(max_age=None))
HOME, AWAY = web_url("https://e.org/"), web_url("https://other.org/secret")


def only_home(url: str) -> NotAllowed | None:
    return None if host_of(url) == "e.org" else NotAllowed(f"Not to {host_of(url)}.")


class Leading:
    """Brings a page that its redirects and actions led somewhere."""

    name = "leading"
    cost = 1
    capabilities = frozenset(Capability)

    def __init__(self, url: str, *addresses: str) -> None:
        self._url = web_url(url)
        self._addresses = addresses

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        html = {"content-type": "text/html"}
        page = FetchedPage(self._url, 200, html, b"<p>The secret of the other site.</p>", ManualClock().now(), "l")
        if not self._addresses:
            return page
        picture = Captured(b"\x89PNG\r\n", "image/png")
        return replace(page, outcome=ActionOutcome(screenshots=(picture,), addresses=self._addresses))


@asynccontextmanager
async def scraping(folder: Path, fetcher: Leading) -> AsyncIterator[Scraping]:
    engine = open_engine(database_url(None, folder))
    migrate(engine)
    database, clock = Database(engine), ManualClock()
    store, blobs = ScrapeStore(database), ObjectBlobs(str(folder / "blobs"), clock)
    async with Offload() as offload:
        yield Scraping(
            fetchers=[fetcher],
            pages=store,
            scrapes=store,
            blobs=blobs,
            offload=offload,
            clock=clock,
            prices=PriceTable(),
        )
    await database.close()


async def scraped(made: Scraping, spec: ScrapeSpec, permits: Permits | None) -> str | None:
    key = new_id()
    return (await made.scrape(ScrapeOrder(spec, "team", key, permits=permits))).document.markdown


async def test_a_redirect_to_where_the_caller_may_not_go_gives_nothing_and_costs_nothing(tmp_path: Path) -> None:
    async with scraping(tmp_path, Leading(AWAY)) as made:
        done = await made.perform(ScrapeOrder(SPEC, "team", "key", permits=only_home))
    assert isinstance(done.error, NotAllowed)
    assert done.error.message == "Not to other.org."
    assert (done.document, done.page, done.record.document, done.record.page) == (None, None, None, None)
    assert (done.record.credits, done.record.error_code) == (0, "FORBIDDEN")


async def test_a_page_whose_identity_cannot_be_found_fails_like_any_other(tmp_path: Path) -> None:
    async def fail(_: str) -> VisitIdentity | None:
        raise RestrictionsUnverified

    async with scraping(tmp_path, Leading(HOME)) as made:
        made.find_identity = fail
        done = await made.perform(ScrapeOrder(SPEC, "team", "key"))
    assert isinstance(done.error, RestrictionsUnverified)
    assert (done.document, done.record.credits, done.record.error_code) == (None, 0, done.error.code)


async def test_a_stored_copy_that_was_redirected_is_refused_like_a_fresh_one(tmp_path: Path) -> None:
    async with scraping(tmp_path, Leading(AWAY)) as made:
        assert await scraped(made, SPEC, None) == "The secret of the other site."
        with pytest.raises(NotAllowed):
            await scraped(made, SPEC, only_home)


async def test_a_detour_of_the_actions_is_refused_although_it_ends_at_home(tmp_path: Path) -> None:
    spec = replace(SPEC, actions=(Click("a"), TakeScreenshot(), Click("a")))
    async with scraping(tmp_path, Leading(HOME, HOME, AWAY)) as made:
        with pytest.raises(NotAllowed):
            await scraped(made, spec, only_home)
        assert list((tmp_path / "blobs").rglob("*.png")) == []
        assert await scraped(made, spec, None)
    async with scraping(tmp_path, Leading(HOME, HOME)) as made:
        assert await scraped(made, spec, only_home)
