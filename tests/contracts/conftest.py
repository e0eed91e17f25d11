import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from sqlalchemy import Engine

from gossamer.core.accounts import FIRST_ORGANIZATION
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import HEAD, migrate
from gossamer.store.schema import metadata
from gossamer.store.sealing import Seal

_TABLES = sorted(table.name for table in metadata.sorted_tables)
_SEAL = Seal(lambda: "the key of this deployment")
# A function, so that the server plans its statements once for all tests. Emptying by TRUNCATE would make the files of
# each table and index anew, which takes five times longer.
_EMPTYING = f"""
SET session_replication_role = replica;
SET statement_timeout = '30s';
CREATE FUNCTION pg_temp.empty_tables() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
{" ".join(f'DELETE FROM "{table}";' for table in _TABLES)}
INSERT INTO organizations (id, name, created_at, key_restrictions, ip_restrictions, zero_data_retention)
VALUES ('{FIRST_ORGANIZATION}', 'Default', 0, true, true, true);
END $$
"""


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the newest schema, to be copied: migrating takes a hundred times longer."""
    folder = tmp_path_factory.mktemp("migrated")
    engine = open_engine(database_url(None, folder))
    migrate(engine)
    engine.dispose()
    return folder / "gossamer.db"


@pytest.fixture(scope="session")
def sqlite_engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """One engine for all tests, which keeps the statements that it compiled; each test has a file of its own there."""
    return open_engine(database_url(None, tmp_path_factory.mktemp("sqlite")), _SEAL)


@pytest.fixture(scope="session")
def postgres_engine(postgres_url: str) -> Engine:
    """One engine for all tests, which keeps the statements that it compiled."""
    return open_engine(database_url(postgres_url, Path()), _SEAL)


@pytest.fixture(scope="module")
def emptying(postgres_url: str) -> Iterator[psycopg.Connection]:
    """A connection with the function that empties all tables."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(_EMPTYING.encode())
        yield connection


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """An empty database with the newest schema."""
    engine: Engine = request.getfixturevalue(f"{'sqlite' if request.param == 'sqlite' else 'postgres'}_engine")
    if request.param == "sqlite":
        folder = Path(str(engine.url.database)).parent
        shutil.rmtree(folder)
        folder.mkdir()
        shutil.copy(request.getfixturevalue("migrated_file"), folder)
    else:
        _empty(request.getfixturevalue("emptying"), engine)
    # What a test listens to is its own, and ends with it.
    database = Database(engine.execution_options())
    yield database
    await database.close()


def _empty(connection: psycopg.Connection, engine: Engine) -> None:
    """Leave the tables of the newest schema in the database, with nothing in them but what migrating puts there."""
    found = {name for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}
    if {*_TABLES, "alembic_version"} <= found and _schema(connection) == HEAD:
        for strange in found.difference(_TABLES, ["alembic_version"]):
            connection.execute(SQL("DROP TABLE {} CASCADE").format(Identifier(strange)))
        connection.execute("SELECT pg_temp.empty_tables()")
    else:
        connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        migrate(engine)
        engine.dispose()


def _schema(connection: psycopg.Connection) -> str:
    [(schema,)] = connection.execute("SELECT version_num FROM alembic_version")
    return str(schema)
