"""A PostgreSQL that stops, restarts, and lets transactions collide."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select, text

from gossamer.core.errors import DatabaseRefused, DatabaseUnavailable, UnstorableText
from gossamer.core.ids import new_id
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.schema import ledger, scrapes
from gossamer.store.scrapes import ScrapeStore
from tests.integration.store.writer import scrape
from tests.postgres import Postgres

PATIENT = timedelta(seconds=60)


@pytest.fixture
async def database(postgres: Postgres, tmp_path: Path) -> AsyncIterator[Database]:
    engine = open_engine(database_url(postgres.url, tmp_path))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    migrate(engine)
    database = Database(engine)
    yield database
    await database.close()


async def test_a_process_keeps_as_many_connections_for_requests_as_its_pool_is_wide(
    postgres: Postgres, tmp_path: Path
) -> None:
    name = "narrow"
    database = Database(open_engine(database_url(f"{postgres.url}&application_name={name}&pool_size=4", tmp_path)))
    all_read = threading.Barrier(3)

    def meet_others(_: Connection) -> None:
        with suppress(threading.BrokenBarrierError):
            all_read.wait(timeout=1)

    def count_sessions(connection: Connection) -> int:
        sessions = text("SELECT count(*) FROM pg_stat_activity WHERE application_name = :name")
        return int(connection.execute(sessions, {"name": name}).scalar_one())

    await asyncio.gather(*(database.read(meet_others) for _ in range(3)))
    # Two read side by side, and a third would have had to: the barrier for three broke.
    assert all_read.broken
    assert await database.write(count_sessions) == 3
    await database.close()


@pytest.mark.parametrize("size", ["3", "101", "many", "-8"])
def test_a_pool_of_another_size_is_refused(size: str) -> None:
    with pytest.raises(ValueError, match=r"`pool_size` must be a number from 4 to 100\."):
        database_url(f"postgresql://host/name?pool_size={size}", Path())


@pytest.mark.parametrize(("query", "name"), [("", "gossamer"), ("&application_name=scrapers", "scrapers")])
async def test_the_server_names_our_sessions(postgres: Postgres, tmp_path: Path, query: str, name: str) -> None:
    engine = open_engine(database_url(postgres.url + query, tmp_path))
    with engine.connect() as connection:
        assert connection.execute(text("SHOW application_name")).scalar_one() == name
    engine.dispose()


async def restart(postgres: Postgres) -> None:
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)


async def test_a_restart_in_the_middle_loses_and_doubles_nothing(database: Database, postgres: Postgres) -> None:
    store = ScrapeStore(database)
    told: dict[str, bool] = {}
    over, recorded = asyncio.Event(), asyncio.Event()

    async def caller() -> None:
        while not over.is_set():
            scrape_id = new_id()
            try:
                await store.record(scrape(scrape_id))
            except DatabaseUnavailable:
                told[scrape_id] = False
            else:
                told[scrape_id] = True
                recorded.set()

    async with asyncio.TaskGroup() as group:
        for _ in range(8):
            group.create_task(caller())
        await recorded.wait()
        await restart(postgres)
        await database.write(lambda c: c.execute(text("SELECT 1")), patience=PATIENT)
        recorded.clear()
        await recorded.wait()
        over.set()
    await store.record(scrape())
    kept = set(await database.read(lambda c: c.execute(select(scrapes.c.id)).scalars().all()))
    charges = await database.read(lambda c: c.execute(select(func.sum(ledger.c.credits))).scalar_one())
    promised = {scrape_id for scrape_id, is_kept in told.items() if is_kept}
    assert promised
    assert promised <= kept
    assert charges == len(kept)
    await store.close()


async def test_who_can_wait_does_not_notice_a_restart(database: Database, postgres: Postgres) -> None:
    await database.read(lambda c: c.execute(text("SELECT 1")))
    await asyncio.to_thread(postgres.stop)
    waiting = asyncio.create_task(
        database.write(lambda c: c.execute(text("SELECT 1")).scalar(), patience=PATIENT), name="patient"
    )
    with pytest.raises(DatabaseUnavailable):
        await database.read(lambda c: c.execute(text("SELECT 1")), patience=timedelta(milliseconds=200))
    assert not await database.answers()
    await asyncio.to_thread(postgres.start)
    assert await waiting == 1


@pytest.fixture
async def counters(database: Database) -> Database:
    await database.write(lambda c: c.execute(text("CREATE TABLE counters (name text PRIMARY KEY, n int NOT NULL)")))
    await database.write(lambda c: c.execute(text("INSERT INTO counters VALUES ('a', 0), ('b', 0)")))
    return database


def add_one(connection: Connection, name: str) -> None:
    connection.execute(text("UPDATE counters SET n = n + 1 WHERE name = :name"), {"name": name})


async def values(database: Database) -> list[int]:
    return list(await database.read(lambda c: c.execute(text("SELECT n FROM counters ORDER BY name")).scalars().all()))


async def test_transactions_that_cannot_be_put_in_a_row_are_run_again(counters: Database) -> None:
    def increment(connection: Connection) -> None:
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"))
        add_one(connection, "a")

    await asyncio.gather(*(counters.write(increment, patience=PATIENT) for _ in range(20)))
    assert await values(counters) == [20, 0]


async def test_a_deadlock_is_resolved_by_running_one_again(counters: Database) -> None:
    both_hold_one = threading.Barrier(2)
    runs: list[str] = []

    def crosswise(connection: Connection, first: str, second: str) -> None:
        connection.execute(text("SET LOCAL deadlock_timeout = '100ms'"))
        add_one(connection, first)
        runs.append(first)
        # The barrier is for the first runs alone; who is run again meets nobody.
        if len(runs) <= 2:
            both_hold_one.wait()
        add_one(connection, second)

    await asyncio.gather(
        counters.write(lambda c: crosswise(c, "a", "b"), patience=PATIENT),
        counters.write(lambda c: crosswise(c, "b", "a"), patience=PATIENT),
    )
    assert len(runs) == 3
    assert await values(counters) == [2, 2]


@pytest.mark.parametrize(
    ("statement", "value"),
    [("INSERT INTO counters VALUES (:value, 1)", "a\0b"), ("SELECT cast(:value AS jsonb)", '{"name": "a\\u0000b"}')],
)
async def test_a_text_with_nul_is_the_callers_fault(counters: Database, statement: str, value: str) -> None:
    with pytest.raises(UnstorableText):
        await counters.write(lambda c: c.execute(text(statement), {"value": value}))
    assert await counters.answers()


@pytest.mark.parametrize(
    "statement", ["INSERT INTO counters VALUES ('a', 1)", "SELECT 1 FROM no_such_table", "SELECT 1/0"]
)
async def test_what_a_database_does_not_take_has_a_code_of_its_own(counters: Database, statement: str) -> None:
    with pytest.raises(DatabaseRefused) as refused:
        await counters.write(lambda c: c.execute(text(statement)))
    assert refused.value.code == "DATABASE_REFUSED"


async def test_a_server_that_only_reads_is_not_ready_until_it_takes_changes(
    counters: Database, postgres: Postgres, tmp_path: Path
) -> None:
    mode = "ALTER DATABASE postgres SET default_transaction_read_only"
    with counters.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as old_primary:
        old_primary.execute(text(f"{mode} = on"))
        after_failover = Database(open_engine(database_url(postgres.url, tmp_path)))
        assert not await after_failover.answers()
        assert await values(after_failover) == [0, 0]
        with pytest.raises(DatabaseUnavailable):
            await after_failover.write(lambda c: add_one(c, "a"), patience=timedelta(milliseconds=200))
        await after_failover.close()
        old_primary.execute(text(f"{mode} = off"))
    promoted = Database(open_engine(database_url(postgres.url, tmp_path)))
    assert await promoted.answers()
    await promoted.close()


async def test_many_processes_may_migrate_at_once(database: Database) -> None:
    def start_anew(connection: Connection) -> None:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))

    await database.write(start_anew)
    await asyncio.gather(*(asyncio.to_thread(migrate, database.engine) for _ in range(4)))
    assert await database.read(lambda c: c.execute(select(func.count()).select_from(ledger)).scalar_one()) == 0
