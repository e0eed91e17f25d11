import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from gossamer.core.accounts import FIRST_ORGANIZATION
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.schema import metadata, organizations
from gossamer.store.sealing import Seal

_FEATURES = dict.fromkeys(("key_restrictions", "ip_restrictions", "zero_data_retention"), True)
_FIRST_ORGANIZATION = {"id": FIRST_ORGANIZATION, "name": "Default", "created_at": 0, **_FEATURES}


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the newest schema, to be copied: migrating takes a hundred times longer."""
    folder = tmp_path_factory.mktemp("migrated")
    engine = open_engine(database_url(None, folder))
    migrate(engine)
    engine.dispose()
    return folder / "gossamer.db"


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database with the newest schema."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("migrated_file"), tmp_path)
        setting = None
    else:
        setting = request.getfixturevalue("postgres_url")
        _empty(setting)
    database = Database(open_engine(database_url(setting, tmp_path), Seal(lambda: "the key of this deployment")))
    yield database
    await database.close()


def _empty(postgres_url: str) -> None:
    """Leave the tables of the newest schema in the database, with nothing in them but what migrating puts there."""
    engine = open_engine(database_url(postgres_url, Path()))
    known = {table.name for table in metadata.sorted_tables}
    with engine.begin() as connection:
        found = set(connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).scalars())
        if known <= found:
            strange = found - known - {"alembic_version"}
            for table in strange:
                connection.execute(text(f'DROP TABLE "{table}" CASCADE'))
            # Emptying by TRUNCATE makes the files of each table and index anew, which takes five times longer.
            connection.execute(text("SET LOCAL session_replication_role = replica"))
            connection.execute(text("; ".join(f'DELETE FROM "{table}"' for table in known)))
            connection.execute(text("SET LOCAL session_replication_role = DEFAULT"))
            connection.execute(insert(organizations).values(_FIRST_ORGANIZATION))
        else:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
    migrate(engine)
    engine.dispose()
