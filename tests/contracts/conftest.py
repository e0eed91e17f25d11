from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migrating import migrate


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    setting = None if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    engine = open_engine(database_url(setting, tmp_path))
    if request.param == "postgresql":
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
    migrate(engine)
    database = Database(engine)
    yield database
    await database.close()
