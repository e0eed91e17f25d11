"""A ledger from before its days were summed."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

import gossamer.store
from gossamer.core.usage import Period, PeriodUsage
from gossamer.store.credits import SqlCreditStore
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from tests.contracts.credits import ANCHOR
from tests.integration.test_ledger import new_database

BEFORE = "0003"
CHARGES = [("a", "2026-05-09T23:59:59.999", 4), ("b", "2026-05-10T00:00:00", 8), ("c", "2026-06-09T12:00:00", 16)]


def moved(engine: Engine, *, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(gossamer.store.__file__).parent / "migrations"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        (command.downgrade if to == BEFORE else command.upgrade)(config, to)


def charge(engine: Engine) -> None:
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        created_at = int(ANCHOR.timestamp() * 1000)
        connection.execute(text(f"INSERT INTO teams (id, name, created_at) VALUES ('t', 'Team', {created_at})"))
        for reference, at, amount in CHARGES:
            charged_at = int(datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp() * 1000)
            connection.execute(
                text(
                    "INSERT INTO ledger (reference, team_id, key_id, operation, credits, charged_at) "
                    f"VALUES ('{reference}', 't', 'k', 'scrape', {amount}, {charged_at})"
                )
            )


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
async def test_what_was_charged_before_is_told_by_its_month(
    request: pytest.FixtureRequest, tmp_path: Path, dialect: str
) -> None:
    server = None if dialect == "sqlite" else new_database(request.getfixturevalue("postgres_url"), tmp_path)
    engine = open_engine(database_url(server, tmp_path))
    migrate(engine)
    # Back and forth: what the upgrade makes, it must find gone.
    moved(engine, to=BEFORE)
    charge(engine)
    migrate(engine)
    database = Database(engine)
    starts = [datetime(2026, month, 10, tzinfo=UTC) for month in (4, 5, 6)]
    assert await SqlCreditStore(database).history("t", by_key=False) == [
        PeriodUsage(Period(starts[0], starts[1]), None, 4),
        PeriodUsage(Period(starts[1], starts[2]), None, 24),
    ]
    await database.close()
