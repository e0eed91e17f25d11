import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from gossamer.engine import Engine, EngineOptions, Tempo
from gossamer.store.database import Database, database_url, open_engine
from tests.integration.engine.chains import SystemClock

# Short enough not to be waited for, long enough for a machine that is busy.
TEMPO = Tempo(beat=0.2, dead=1.0, stray=0.8)


@dataclass(frozen=True)
class Place:
    """A database of its own and a data folder."""

    url: str
    home: Path
    database: Database

    def engine(self, slot: str = "serve", *, lanes: int = 4, tempo: Tempo = TEMPO, on_demand: bool = False) -> Engine:
        options = EngineOptions(self.url, self.home, slot, lanes, on_demand, tempo, open_postgres=open_engine)
        return Engine(options, SystemClock())


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """SQLite, unless a test asks for something else by an indirect parameter."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return database_url(None, tmp_path)
    server: str = request.getfixturevalue("postgres_url")
    name = f"engine_{secrets.token_hex(4)}"
    engine = create_engine(database_url(server, tmp_path), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return database_url(server.replace("/postgres?", f"/{name}?"), tmp_path)


@pytest.fixture
async def place(url: str, tmp_path: Path) -> AsyncIterator[Place]:
    database = Database(open_engine(url))
    yield Place(url, tmp_path, database)
    await database.close()
