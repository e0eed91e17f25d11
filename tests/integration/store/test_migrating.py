from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, text

from gossamer.core.errors import DatabaseUnavailable
from gossamer.store.database import database_url, open_engine
from gossamer.store.migration import HEAD, OLDEST, current_schema, migrate
from gossamer.store.schema import metadata
from tests.contracts.test_schema import is_told
from tests.integration.store.development import make_oldest
from tests.integration.test_ledger import new_database
from tests.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """Yield an engine of an empty database."""
    server = None if request.param == "sqlite" else new_database(request.getfixturevalue("postgres_url"), tmp_path)
    engine = open_engine(database_url(server, tmp_path))
    yield engine
    engine.dispose()


def test_a_database_of_a_development_build_keeps_its_rows(engine: Engine) -> None:
    make_oldest(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("INSERT INTO teams (id, name, created_at) VALUES ('weavers', 'Weavers', 1)"))
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name FROM teams WHERE id = 'weavers'")).scalar() == "Weavers"
        assert connection.execute(text("SELECT name FROM organizations")).scalar() == "Default"


def test_a_database_of_a_development_build_gets_the_tables_of_this_release(engine: Engine) -> None:
    make_oldest(engine)
    assert current_schema(engine) == OLDEST
    migrate(engine)
    assert current_schema(engine) == HEAD
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": is_told})
        assert compare_metadata(context, metadata) == []


@pytest.mark.parametrize("schema", ["0001", "0013", "0019"])
def test_a_database_from_before_the_first_release_is_left_alone(engine: Engine, schema: str) -> None:
    migrate(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = :schema"), {"schema": schema})
    with pytest.raises(DatabaseUnavailable, match=rf"development build \(schema {schema}, .* {OLDEST} or newer\)"):
        migrate(engine)
    assert current_schema(engine) == schema


def test_a_database_of_a_newer_release_is_left_alone_and_its_way_out_told(tmp_path: Path) -> None:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseUnavailable, match=f"newer Gossamer .*9999.* {HEAD}.* Install that release"):
        migrate(engine)
    engine.dispose()


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        assert {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()} == dict.fromkeys(
            ("gossamer.db", "gossamer.db-shm", "gossamer.db-wal"), "0o600"
        )
    engine.dispose()


@pytest.mark.parametrize(
    ("setting", "driver"),
    [
        ("postgres://me@db/x", "postgresql+psycopg"),
        ("postgresql://me@db/x", "postgresql+psycopg"),
        ("postgresql+asyncpg://me@db/x", "postgresql+psycopg"),
        ("sqlite:////srv/pages.db", "sqlite"),
    ],
)
def test_each_usual_way_to_write_a_database_is_understood(tmp_path: Path, setting: str, driver: str) -> None:
    assert database_url(setting, tmp_path).partition("://")[0] == driver


@pytest.mark.parametrize("setting", ["", "pages", "mysql://me:secret@db/x", "sqlite://", "sqlite:///:memory:"])
def test_what_names_no_database_is_refused_without_repeating_it(tmp_path: Path, setting: str) -> None:
    with pytest.raises(ValueError, match="It ") as refused:
        database_url(setting, tmp_path)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_that_cannot_hold_every_text_is_refused_with_the_way_to_make_one(
    postgres: Postgres, tmp_path: Path, encoding: str
) -> None:
    name = f"pages_{encoding.lower()}"
    server = open_engine(database_url(postgres.url, tmp_path))
    with server.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'"))
    server.dispose()
    url = database_url(postgres.url.replace("/postgres?", f"/{name}?"), tmp_path)
    engine = open_engine(url)
    with pytest.raises(DatabaseUnavailable, match=f"{name} has the encoding {encoding}.*CREATE DATABASE .* 'UTF8'"):
        migrate(engine)
    engine.dispose()


def test_several_that_make_a_new_database_at_once_make_it_once(tmp_path: Path) -> None:
    def make(_: int) -> None:
        engine = open_engine(database_url(None, tmp_path))
        migrate(engine)
        engine.dispose()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(make, range(4)))
    engine = open_engine(database_url(None, tmp_path))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM organizations")).scalar() == 1
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [(HEAD,)]
    engine.dispose()
