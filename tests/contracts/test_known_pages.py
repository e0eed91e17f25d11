"""What is known of a whole site from stored pages."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.documents import Document
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url
from gossamer.ports.scrapes import FinishedScrape, KnownPage, PageKey
from gossamer.store.database import Database
from gossamer.store.scrapes import ScrapeStore

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TEAM, OTHER = new_id(), new_id()


@pytest.fixture
async def store(database: Database) -> AsyncIterator[ScrapeStore]:
    store = ScrapeStore(database)
    yield store
    await store.close()


async def keep(store: ScrapeStore, address: str, *, minute: int = 0, **changes: object) -> None:
    at = NOON + timedelta(minutes=minute)
    url = web_url(address)
    page = FetchedPage(url=url, status=200, headers={"x": "y"}, body=b"<p>hi</p>", fetched_at=at, fetcher="http")
    scrape = FinishedScrape(
        scrape_id=new_id(),
        team_id=TEAM,
        key_id="k",
        url=url,
        credits=1,
        finished_at=at,
        expires_at=NOON + timedelta(days=1),
        document=Document(metadata={"title": f"Title of {address}", "description": ["two", "of them"]}),
        page_key=PageKey(TEAM, f"{hash(address) & (2**64 - 1):032x}"),
        page=page,
    )
    await store.record(replace(scrape, **changes))  # type: ignore[arg-type]


async def addresses(store: ScrapeStore, site: str = "example.co.uk", limit: int = 100) -> list[str]:
    return [page.url for page in await store.of_site(TEAM, site, limit=limit)]


async def test_a_site_is_its_registered_domain_with_all_hosts_youngest_page_first(store: ScrapeStore) -> None:
    await keep(store, "https://example.co.uk/a", minute=1)
    await keep(store, "https://blog.example.co.uk:8443/b", minute=3)
    await keep(store, "https://other.co.uk/c", minute=4)
    await keep(store, "http://www.example.co.uk/d", minute=2)
    assert await addresses(store) == [
        "https://blog.example.co.uk:8443/b",
        "http://www.example.co.uk/d",
        "https://example.co.uk/a",
    ]


async def test_a_page_is_known_by_its_title_where_that_is_one_text(store: ScrapeStore) -> None:
    await keep(store, "https://example.co.uk/a")
    assert await store.of_site(TEAM, "example.co.uk", limit=10) == [
        KnownPage(web_url("https://example.co.uk/a"), "Title of https://example.co.uk/a", None)
    ]


async def test_a_page_without_a_document_is_known_by_its_address(store: ScrapeStore) -> None:
    await keep(store, "https://example.co.uk/a", document=None)
    assert await store.of_site(TEAM, "example.co.uk", limit=10) == [KnownPage(web_url("https://example.co.uk/a"))]


async def test_only_the_teams_own_pages_are_known(store: ScrapeStore) -> None:
    await keep(store, "https://example.co.uk/a", page_key=PageKey(OTHER, "0" * 32))
    assert await addresses(store) == []


async def test_no_more_are_given_than_were_asked_for(store: ScrapeStore) -> None:
    for n in range(5):
        await keep(store, f"https://example.co.uk/{n}", minute=n)
    assert await addresses(store, limit=2) == ["https://example.co.uk/4", "https://example.co.uk/3"]


async def test_a_page_that_answered_with_an_error_is_none(store: ScrapeStore) -> None:
    missing = FetchedPage(
        url=web_url("https://example.co.uk/a"), status=404, headers={}, body=b"", fetched_at=NOON, fetcher="http"
    )
    await keep(store, "https://example.co.uk/a", page=missing)
    assert await addresses(store) == []


async def test_a_copy_that_leads_elsewhere_meanwhile_is_known_there(store: ScrapeStore) -> None:
    key = PageKey(TEAM, "f" * 32)
    await keep(store, "https://example.co.uk/a", page_key=key)
    await keep(store, "https://moved.example/a", minute=1, page_key=key)
    assert (await addresses(store), await addresses(store, "moved.example")) == ([], ["https://moved.example/a"])


async def test_a_map_is_charged_as_one(store: ScrapeStore, database: Database) -> None:
    await keep(store, "https://example.co.uk/", operation="map", page=None, page_key=None, credits=3)
    charges = await database.read(lambda c: c.exec_driver_sql("SELECT operation, credits FROM ledger").all())
    assert [tuple(charge) for charge in charges] == [("map", 3)]
