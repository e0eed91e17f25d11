"""Several processes on one database."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import requests
from sqlalchemy import func, select, text

from gossamer.core.errors import DatabaseUnavailable
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.schema import ledger
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.site import Site, running_site
from tests.clients.service import Service, running_service
from tests.integration.store.writer import scrape

ROOT = Path(__file__).resolve().parents[3]
PROCESSES = 3
EACH = 200
LONG = timedelta(seconds=60)
# Locks the file as a backup or a curious person with a SQL shell does, until it is given a line.
_LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.readline()
"""


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Lock *file* in another process while the block runs."""
    command = [sys.executable, "-c", _LOCK, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as locker:
        assert locker.stdout is not None
        assert locker.stdout.readline() == b"locked\n"
        yield
        locker.communicate(b"\n")


def write_with_many_processes(url: str) -> None:
    """Let several processes begin at the same moment, on a database that is not there yet."""
    command = [sys.executable, "-m", "tests.integration.store.writer", url, str(EACH)]
    writers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
        for _ in range(PROCESSES)
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
    with ThreadPoolExecutor(PROCESSES) as side_by_side:
        said = list(side_by_side.map(lambda writer: writer.communicate(b"\n"), writers))
    assert [(writer.returncode, errors) for writer, (_, errors) in zip(writers, said, strict=True)] == [
        (0, b"")
    ] * PROCESSES


def charged(url: str) -> int:
    engine = open_engine(url)
    with engine.connect() as connection:
        total: int = connection.execute(select(func.sum(ledger.c.credits))).scalar_one()
    engine.dispose()
    return total


def test_processes_that_start_and_write_at_once_lose_nothing_on_sqlite(tmp_path: Path) -> None:
    url = database_url(None, tmp_path)
    write_with_many_processes(url)
    assert charged(url) == PROCESSES * EACH


def test_processes_that_start_and_write_at_once_lose_nothing_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    url = database_url(postgres_url, tmp_path)
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    write_with_many_processes(url)
    assert charged(url) == PROCESSES * EACH


async def test_while_another_process_holds_the_lock_who_cannot_wait_is_told_and_who_can_is_served(
    tmp_path: Path,
) -> None:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    database = Database(engine)
    store = ScrapeStore(database)
    with locked(tmp_path / "gossamer.db"):
        patient = asyncio.create_task(database.write(lambda c: c.execute(text("SELECT 1")).scalar(), patience=LONG))
        results = await asyncio.gather(*(store.record(scrape()) for _ in range(50)), return_exceptions=True)
    assert {type(result) for result in results} == {DatabaseUnavailable}
    assert await patient == 1
    await store.record(scrape())
    assert await database.read(lambda c: c.execute(select(func.count()).select_from(ledger)).scalar_one()) == 1
    await store.close()
    await database.close()


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


def test_a_locked_database_is_told_to_every_caller_and_forgotten_when_it_is_free(site: Site, tmp_path: Path) -> None:
    def ask(_: int) -> requests.Response:
        # A caller waits for its deadline and little more, however many wait with it; a slow machine gets the rest.
        headers = {"Authorization": f"Bearer {service.key}"}
        body: dict[str, str | int] = {"url": site.url("/article"), "timeout": 3000, "maxAge": 0}
        return requests.post(f"{service.url}/v2/scrape", json=body, headers=headers, timeout=20)

    with running_service(tmp_path, egress_allow=site.host) as service:
        with locked(tmp_path / "data" / "gossamer.db"), ThreadPoolExecutor(30) as callers:
            answers = list(callers.map(ask, range(30)))
        after = ask(0)
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(503, "DATABASE_UNAVAILABLE")}
    assert {answer.headers["Retry-After"] for answer in answers} == {"2"}
    assert after.status_code == 200
    assert recorded(tmp_path / "data", service) == 1


def recorded(home: Path, service: Service) -> int:
    with sqlite3.connect(home / "gossamer.db") as connection:
        (rows,) = connection.execute("SELECT count(*) FROM scrapes").fetchone()
    connection.close()
    return int(rows)
