"""A PostgreSQL behind PgBouncer, which hands each transaction to any of two sessions of the server."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from gossamer.core.ids import new_id
from gossamer.engine.database import connect, has_work, is_prepared, prepare
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.schema import scrapes
from gossamer.store.scrapes import ScrapeStore
from tests.integration.store.writer import NOON, scrape
from tests.postgres import Postgres

PORT = 6432


@pytest.fixture
def pooled_url(postgres: Postgres, tmp_path: Path) -> Iterator[str]:
    program = shutil.which("pgbouncer")
    if program is None:
        pytest.skip("PgBouncer is not installed")
    folder = postgres.folder / "pooler"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o777)
    (folder / "users.txt").write_text('"gossamer" ""\n')
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n* = host={postgres.folder}\n[pgbouncer]\npool_mode = transaction\ndefault_pool_size = 2\n"
        f"listen_port = {PORT}\nunix_socket_dir = {folder}\nauth_type = trust\nauth_file = {folder}/users.txt\n"
    )
    as_nobody = ["-u", "nobody"] if os.geteuid() == 0 else []
    command = [program, *as_nobody, str(folder / "pgbouncer.ini")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        assert process.stderr is not None
        assert any(b"process up" in line for line in process.stderr)
        yield database_url(f"postgresql://gossamer@/postgres?host={folder}&port={PORT}", tmp_path)
        process.terminate()


@pytest.fixture
async def database(pooled_url: str) -> AsyncIterator[Database]:
    engine = open_engine(pooled_url)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    migrate(engine)
    database = Database(engine)
    yield database
    await database.close()


async def test_statements_go_on_working_when_their_session_changes(database: Database) -> None:
    store = ScrapeStore(database)
    for _ in range(12):
        await asyncio.gather(*(store.record(scrape()) for _ in range(5)))
        await asyncio.gather(*(store.document(new_id(), "team", now=NOON) for _ in range(5)))
    assert await database.read(lambda c: c.execute(select(func.count()).select_from(scrapes)).scalar()) == 60
    await store.close()


async def test_the_engine_prepares_and_asks_its_own_tables(database: Database, pooled_url: str) -> None:
    engine = connect(pooled_url, open_engine)
    await asyncio.to_thread(prepare, engine)
    asked = [asyncio.to_thread(lambda: (is_prepared(engine), has_work(engine))) for _ in range(24)]
    assert set(await asyncio.gather(*asked)) == {(True, False)}
    engine.dispose()
    assert await database.answers()


async def test_without_a_pooler_statements_stay_prepared(postgres: Postgres, tmp_path: Path) -> None:
    engine = open_engine(database_url(postgres.url, tmp_path))
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        assert driver.prepare_threshold is not None
    engine.dispose()
