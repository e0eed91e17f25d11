"""A process of its own that records scrapes: `python -m tests.integration.store.writer URL HOW_MANY`.

It says "ready" when it could begin, and begins with the next line it is given.
"""

import asyncio
import sys
from datetime import UTC, datetime, timedelta

from gossamer.core.documents import Document
from gossamer.core.ids import new_id
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.database import Database, open_engine
from gossamer.store.migration import migrate
from gossamer.store.scrapes import ScrapeStore

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def scrape(scrape_id: str | None = None) -> FinishedScrape:
    return FinishedScrape(
        scrape_id=scrape_id or new_id(),
        team_id="team",
        key_id="key",
        url="https://e.org/",
        credits=1,
        finished_at=NOON,
        expires_at=NOON + timedelta(days=1),
        document=Document(metadata={}, markdown="words " * 200),
    )


async def record(url: str, how_many: int) -> None:
    engine = open_engine(url)
    migrate(engine)
    database = Database(engine)
    store = ScrapeStore(database)
    for _ in range(how_many // 10):
        await asyncio.gather(*(store.record(scrape()) for _ in range(10)))
    await store.close()
    await database.close()


if __name__ == "__main__":
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    asyncio.run(record(sys.argv[1], int(sys.argv[2])))
