import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from gossamer.core.ids import new_id
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migrating import migrate


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the newest schema, to be copied: a copy takes a hundredth of a migration."""
    folder = tmp_path_factory.mktemp("migrated")
    engine = open_engine(database_url(None, folder))
    migrate(engine)
    engine.dispose()
    return folder / "gossamer.db"


@pytest.fixture(scope="session")
def migrated_postgres(postgres_url: str) -> str:
    """The name of a PostgreSQL database with the newest schema, to be copied."""
    _administer(postgres_url, "CREATE DATABASE migrated")
    engine = open_engine(database_url(_address(postgres_url, "migrated"), Path()))
    migrate(engine)
    engine.dispose()
    return "migrated"


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A database of the test's own."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("migrated_file"), tmp_path / "gossamer.db")
        database = Database(open_engine(database_url(None, tmp_path)))
        yield database
        await database.close()
        return
    url, name = request.getfixturevalue("postgres_url"), f"test-{new_id()}"
    template = request.getfixturevalue("migrated_postgres")
    _administer(url, f'CREATE DATABASE "{name}" TEMPLATE {template} STRATEGY file_copy')
    database = Database(open_engine(database_url(_address(url, name), tmp_path)))
    yield database
    await database.close()
    _administer(url, f'DROP DATABASE "{name}" WITH (FORCE)')


def _address(url: str, name: str) -> str:
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def _administer(url: str, statement: str) -> None:
    engine = open_engine(database_url(url, Path()))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(statement))
    engine.dispose()
