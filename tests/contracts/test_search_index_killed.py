"""A process is killed while it stores pages and fills the index: no stored page is missing from it afterwards."""

import asyncio
import signal
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from sqlalchemy import text

from gossamer.bootstrap.clock import SystemClock
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.ids import new_id
from gossamer.core.searches import SearchQuery
from gossamer.features.search import Indexer
from gossamer.features.search.operators import terms_of
from gossamer.store.database import Database
from gossamer.store.index import SearchIndex
from gossamer.testing.clock import ManualClock

_ROOT = Path(__file__).parents[2]
_SOME = 60
HOUR = timedelta(hours=1)


async def test_every_stored_page_is_found_after_its_process_was_killed(database: Database) -> None:
    team = new_id()
    url = database.engine.url.render_as_string(hide_password=False)
    command = (sys.executable, "-m", "tests.contracts.filling", url, team)
    process = await asyncio.create_subprocess_exec(*command, cwd=_ROOT)
    try:
        # It is stopped for a look: on a busy machine all that is stored might be indexed by the time it is killed.
        while not await stopped_with_work_left(process, database):
            assert process.returncode is None
            process.send_signal(signal.SIGCONT)
            await asyncio.sleep(0.01)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    stored = await addresses(database, "pages")
    # What the dead one took is free again by then.
    later = ManualClock(SystemClock().now() + HOUR)
    index = SearchIndex(database, later)
    async with Offload() as offload:
        await Indexer(index, offload, later).catch_up()
    query = SearchQuery("asparagus beds", terms_of("asparagus beds"), limit=2 * len(stored))
    answer = await index.search(query, team_id=team, deadline=Deadline.after(HOUR))
    assert {hit.url for hit in answer.hits} >= stored


async def stopped_with_work_left(process: asyncio.subprocess.Process, database: Database) -> bool:
    if await number_of(database, "index_documents") < _SOME:
        return False
    process.send_signal(signal.SIGSTOP)
    return await number_of(database, "index_queue") > 0


async def number_of(database: Database, table: str) -> int:
    query = text(f"SELECT count(*) FROM {table}")
    return await database.read(lambda connection: connection.execute(query).scalar_one())


async def addresses(database: Database, table: str) -> set[str]:
    query = text(f"SELECT url FROM {table}")
    return await database.read(lambda connection: set(connection.execute(query).scalars()))
