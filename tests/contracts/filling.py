"""A process that stores pages and fills the index with them until it is killed, as a service in a crawl does."""

import asyncio
import sys
from datetime import timedelta
from itertools import count

from gossamer.bootstrap.clock import SystemClock
from gossamer.content.offload import Offload
from gossamer.core.canonical import fingerprint64
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url
from gossamer.features.search import Indexer
from gossamer.ports.scrapes import FinishedScrape, PageKey
from gossamer.store.database import Database, open_engine
from gossamer.store.index import SearchIndex
from gossamer.store.scrapes import ScrapeStore

_PARAGRAPH = "<p>Asparagus is a perennial plant whose beds last for twenty years and more.</p>"
_AT_ONCE = 10


def scrape_of(number: int, team: str) -> FinishedScrape:
    """Return the scrape of a page of its own."""
    now = SystemClock().now()
    url = web_url(f"https://site{number % 7}.example/{number}")
    page = FetchedPage(
        url=url,
        status=200,
        headers={"content-type": "text/html; charset=utf-8"},
        body=f"<title>Bed {number}</title><h1>Bed {number}</h1>{_PARAGRAPH * 40}".encode(),
        fetched_at=now,
        fetcher="http",
    )
    return FinishedScrape(
        scrape_id=new_id(),
        team_id=team,
        key_id="k",
        url=url,
        credits=1,
        finished_at=now,
        expires_at=now + timedelta(days=1),
        page_key=PageKey(team, f"{fingerprint64(url) & (2**64 - 1):032x}"),
        page=page,
    )


async def _store(store: ScrapeStore, team: str) -> None:
    for first in count(step=_AT_ONCE):
        await asyncio.gather(*(store.record(scrape_of(number, team)) for number in range(first, first + _AT_ONCE)))


async def _fill(indexer: Indexer) -> None:
    while True:
        await indexer.catch_up()
        await asyncio.sleep(0)


async def fill(url: str, team: str) -> None:
    """Store pages and fill the index with them, for ever."""
    database = Database(open_engine(url))
    async with Offload() as offload:
        indexer = Indexer(SearchIndex(database, SystemClock()), offload, SystemClock())
        await asyncio.gather(_store(ScrapeStore(database), team), _fill(indexer))


if __name__ == "__main__":
    asyncio.run(fill(*sys.argv[1:]))
