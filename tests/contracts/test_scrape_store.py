import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, func, select

from gossamer.core.documents import Document
from gossamer.core.errors import DatabaseRefused
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url
from gossamer.ports.scrapes import FinishedScrape, PageKey
from gossamer.store.database import Database
from gossamer.store.schema import activities, ledger, pages, scrapes
from gossamer.store.scrapes import ScrapeStore

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
TEAM, OTHER = new_id(), new_id()
DOCUMENT = Document(
    metadata={"title": "Ünïcödé ☃", "statusCode": 200},
    markdown="# Hi\n\n中文",
    links=("https://e.org/",),
    actions={"screenshots": ["a.png"], "scrapes": [], "javascriptReturns": [{"type": "object", "value": {"a": 1}}]},
)


def page(body: bytes = b"<p>hi</p>", at: datetime = NOON) -> FetchedPage:
    return FetchedPage(
        url=web_url("https://e.org/final"),
        status=200,
        headers={"content-type": "text/html", "x-odd": "\udcff"[:0] + "é"},
        body=body,
        fetched_at=at,
        fetcher="http",
    )


def scrape(**changes: object) -> FinishedScrape:
    finished = FinishedScrape(
        scrape_id=new_id(),
        team_id=TEAM,
        key_id="k",
        url="https://e.org/",
        credits=1,
        finished_at=NOON,
        expires_at=NOON + DAY,
        document=DOCUMENT,
    )
    return replace(finished, **changes)  # type: ignore[arg-type]


@pytest.fixture
async def store(database: Database) -> AsyncIterator[ScrapeStore]:
    store = ScrapeStore(database)
    yield store
    await store.close()


async def charged(database: Database) -> int:
    return await database.read(lambda c: c.execute(select(func.coalesce(func.sum(ledger.c.credits), 0))).scalar_one())


async def test_a_recorded_document_comes_back_as_it_was(store: ScrapeStore) -> None:
    done = scrape()
    await store.record(done)
    assert await store.document(done.scrape_id, TEAM, now=NOON) == DOCUMENT


async def test_another_team_does_not_see_it(store: ScrapeStore) -> None:
    done = scrape()
    await store.record(done)
    assert await store.document(done.scrape_id, OTHER, now=NOON) is None


async def test_an_unknown_failed_or_unretained_scrape_gives_none(store: ScrapeStore) -> None:
    unkept, failed = scrape(document=None), scrape(document=None, error_code="SCRAPE_TIMEOUT", credits=0)
    await store.record(unkept)
    await store.record(failed)
    given = [await store.document(i, TEAM, now=NOON) for i in (new_id(), unkept.scrape_id, failed.scrape_id)]
    assert given == [None, None, None]


async def test_an_expired_scrape_gives_none_even_before_it_is_swept(store: ScrapeStore) -> None:
    done = scrape()
    await store.record(done)
    assert await store.document(done.scrape_id, TEAM, now=NOON + DAY) is None


async def test_recording_twice_charges_once(store: ScrapeStore, database: Database) -> None:
    done = scrape(credits=5)
    await store.record(done)
    await store.record(done)
    assert await charged(database) == 5


async def test_a_hundred_at_once_are_all_kept(store: ScrapeStore, database: Database) -> None:
    many = [scrape() for _ in range(100)]
    await asyncio.gather(*(store.record(one) for one in many))
    assert await charged(database) == 100
    assert await database.read(lambda c: c.execute(select(func.count()).select_from(scrapes)).scalar_one()) == 100


async def test_pages_that_come_at_once_are_written_in_one_order(store: ScrapeStore, database: Database) -> None:
    # Two processes that keep the same pages would otherwise wait for each other, until the database ends one.
    written: list[str] = []

    @event.listens_for(database.engine, "before_execute")
    def note(_connection: object, statement: Any, rows: Any, _row: object, _options: object) -> None:
        if getattr(statement, "table", None) is pages:
            written.extend(row["fingerprint"] for row in rows)

    keys = [PageKey(TEAM, fingerprint) for fingerprint in "dacb"]
    await asyncio.gather(*(store.record(scrape(page=page(), page_key=key)) for key in keys))
    assert written == ["a", "b", "c", "d"]


async def test_one_that_cannot_be_written_fails_alone(store: ScrapeStore, database: Database) -> None:
    bad = scrape(team_id=None)
    results = await asyncio.gather(
        store.record(scrape()), store.record(bad), store.record(scrape()), return_exceptions=True
    )
    assert [type(r) for r in results] == [type(None), DatabaseRefused, type(None)]
    assert await charged(database) == 2


async def test_expiry_returns_the_blobs_and_forgets_the_rows(store: ScrapeStore) -> None:
    await store.record(scrape(blobs=("a.png", "b.pdf")))
    await store.record(scrape(expires_at=NOON + 2 * DAY))
    gone = await store.expire(now=NOON + DAY, limit=10)
    again = await store.expire(now=NOON + DAY, limit=10)
    assert (gone.count, gone.blobs, again.count) == (1, ("a.png", "b.pdf"), 0)


async def test_expiry_goes_no_further_than_its_limit(store: ScrapeStore) -> None:
    for _ in range(3):
        await store.record(scrape())
    counts = [(await store.expire(now=NOON + DAY, limit=2)).count for _ in range(3)]
    assert counts == [2, 1, 0]


KEY = PageKey(TEAM, "f" * 32)


async def test_a_kept_page_is_found_as_it_was(store: ScrapeStore) -> None:
    await store.record(scrape(page_key=KEY, page=page()))
    assert await store.find(KEY, not_before=None, not_after=None) == page()


async def test_a_page_is_found_only_by_its_own_team(store: ScrapeStore) -> None:
    await store.record(scrape(page_key=KEY, page=page()))
    assert await store.find(PageKey(OTHER, KEY.fingerprint), not_before=None, not_after=None) is None


@pytest.mark.parametrize(
    ("not_before", "not_after", "found"),
    [
        (NOON, None, True),
        (NOON + DAY, None, False),
        (None, NOON, True),
        (None, NOON - DAY, False),
        (NOON - DAY, NOON + DAY, True),
    ],
)
async def test_age_limits_hold(
    store: ScrapeStore, not_before: datetime | None, not_after: datetime | None, *, found: bool
) -> None:
    await store.record(scrape(page_key=KEY, page=page()))
    assert (await store.find(KEY, not_before=not_before, not_after=not_after) is not None) is found


async def test_an_older_copy_never_replaces_a_younger_one(store: ScrapeStore) -> None:
    await store.record(scrape(page_key=KEY, page=page(b"young", NOON + DAY)))
    await store.record(scrape(page_key=KEY, page=page(b"old", NOON)))
    kept = await store.find(KEY, not_before=None, not_after=None)
    assert kept is not None
    assert kept.body == b"young"


async def test_two_copies_in_one_group_leave_the_younger(store: ScrapeStore) -> None:
    await asyncio.gather(
        store.record(scrape(page_key=KEY, page=page(b"young", NOON + DAY))),
        store.record(scrape(page_key=KEY, page=page(b"old", NOON))),
    )
    kept = await store.find(KEY, not_before=None, not_after=None)
    assert kept is not None
    assert kept.body == b"young"


async def test_old_pages_are_forgotten_in_batches(store: ScrapeStore) -> None:
    for n in range(3):
        await store.record(scrape(page_key=PageKey(TEAM, f"{n:032}"), page=page()))
    counts = [await store.expire_pages(fetched_before=NOON + DAY, limit=2) for _ in range(3)]
    assert counts == [2, 1, 0]


async def test_what_was_asked_for_is_noted_once_and_without_credentials(store: ScrapeStore, database: Database) -> None:
    asked = scrape(url="https://me:secret@e.org/a", dialect="v1")
    failed = scrape(operation="map", document=None, error_code="MAP_FAILED", credits=0)
    for one in (asked, failed, asked):
        await store.record(one)
    query = select(activities.c.id, activities.c.operation, activities.c.dialect, activities.c.target)
    noted = await database.read(lambda connection: {tuple(row) for row in connection.execute(query)})
    assert noted == {
        (asked.scrape_id, "scrape", "v1", "https://e.org/a"),
        (failed.scrape_id, "map", "", "https://e.org/"),
    }
