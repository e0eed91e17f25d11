"""What every store may rely on, on SQLite and PostgreSQL."""

import asyncio
import threading
from datetime import timedelta

import pytest
from sqlalchemy import Connection, func, select, text

from gossamer.core.errors import DatabaseUnavailable, NotFound, OwnError
from gossamer.store.database import Database
from gossamer.store.schema import teams


def team(connection: Connection, name: str) -> None:
    connection.execute(teams.insert().values(id=name, name=name, created_at=0))


async def count(database: Database) -> int:
    return await database.read(lambda c: c.execute(select(func.count()).select_from(teams)).scalar_one())


async def test_what_was_written_is_read(database: Database) -> None:
    await database.write(lambda c: team(c, "a"))
    assert await count(database) == 1


async def test_a_write_is_all_or_nothing_and_its_own_failures_pass_through(database: Database) -> None:
    def half(connection: Connection) -> None:
        team(connection, "a")
        raise NotFound("Job not found.")

    with pytest.raises(NotFound):
        await database.write(half)
    assert await count(database) == 0


async def test_what_breaks_a_rule_is_no_outage(database: Database) -> None:
    await database.write(lambda c: team(c, "a"))
    with pytest.raises(OwnError) as refused:
        await database.write(lambda c: team(c, "a"))
    assert not isinstance(refused.value, DatabaseUnavailable)
    await database.write(lambda c: team(c, "b"))
    assert await count(database) == 2


async def test_a_cancelled_write_leaves_nothing(database: Database) -> None:
    running, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(connection: Connection) -> None:
        team(connection, "a")
        loop.call_soon_threadsafe(running.set)
        go_on.wait()

    writing = asyncio.create_task(database.write(slow))
    await running.wait()
    writing.cancel()
    await asyncio.wait([writing])
    go_on.set()
    await database.write(lambda c: team(c, "b"))
    assert await count(database) == 1


async def test_a_write_that_is_not_done_in_time_leaves_nothing(database: Database) -> None:
    go_on = threading.Event()

    def slow(connection: Connection) -> None:
        team(connection, "a")
        go_on.wait()

    with pytest.raises(DatabaseUnavailable):
        await database.write(slow, patience=timedelta(milliseconds=50))
    go_on.set()
    await database.write(lambda c: team(c, "b"))
    assert await count(database) == 1


async def test_a_read_that_is_not_done_in_time_is_given_up(database: Database) -> None:
    go_on = threading.Event()
    with pytest.raises(DatabaseUnavailable):
        await database.read(lambda _: go_on.wait(), patience=timedelta(milliseconds=50))
    go_on.set()


async def test_a_wrong_statement_is_told_and_forgotten(database: Database) -> None:
    with pytest.raises(OwnError):
        await database.read(lambda c: c.execute(text("SELECT nothing FROM nowhere")))
    assert await database.answers()


async def test_closing_waits_for_what_runs_and_not_for_ever(database: Database) -> None:
    go_on = threading.Event()
    stuck = asyncio.create_task(database.read(lambda _: go_on.wait()))
    behind = [asyncio.create_task(database.write(lambda _: go_on.wait())) for _ in range(9)]
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(30):
            await database.close()
    finally:
        go_on.set()
    await asyncio.gather(stuck, *behind, return_exceptions=True)
    assert database.engine.pool.checkedin() == 0  # type: ignore[attr-defined]


async def test_a_write_under_way_is_durable_when_the_database_is_closed(database: Database) -> None:
    running, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(connection: Connection) -> None:
        team(connection, "a")
        loop.call_soon_threadsafe(running.set)
        go_on.wait()

    writing = asyncio.create_task(database.write(slow))
    await running.wait()
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    go_on.set()
    await closing
    await writing
    with database.engine.connect() as connection:
        assert connection.execute(select(teams.c.id)).scalars().all() == ["a"]
    database.engine.dispose()
