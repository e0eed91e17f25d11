"""The books agree, whatever was done at once and whoever was killed in between."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from gossamer.store.database import database_url
from gossamer.testing.site.graph import spawned_graph
from tests.clients.service import running_service
from tests.ledger import SITE, rushed, spent, worked, wrong

ADMIN = "an-admin-token-of-some-length"


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with spawned_graph(SITE) as site:
        yield site.url().rstrip("/")


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
async def test_random_work_and_kills_leave_books_that_agree(
    request: pytest.FixtureRequest, tmp_path: Path, site: str, database: str
) -> None:
    setting = None if database == "sqlite" else new_database(request.getfixturevalue("postgres_url"), tmp_path)
    told = await worked(tmp_path, setting, site, operations=250, kills=1, seed=4)
    assert told.kills == 1
    assert len(told.credits) > 100
    found, _ = await wrong(tmp_path, setting, told)
    assert found == []


def new_database(server: str, home: Path) -> str:
    """Make an empty database beside the others of a PostgreSQL server; return its address."""
    engine = create_engine(database_url(server, home), isolation_level="AUTOCOMMIT")
    name = f"ledger_{secrets.token_hex(4)}"
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server.replace("/postgres?", f"/{name}?")


async def test_of_200_requests_at_once_those_that_100_credits_pay_are_served(tmp_path: Path, site: str) -> None:
    with running_service(
        tmp_path, egress_allow=site.removeprefix("http://"), env={"GOSSAMER_ADMIN_TOKEN": ADMIN}
    ) as service:
        team, answers = await rushed(service.url, ADMIN, site, allowance=100, requests=200)
    assert answers == {"200": 100, "402 INSUFFICIENT_CREDITS": 100}
    assert await spent(tmp_path / "data", None, team) == {"used": 100, "reserved": 0, "ledger": 100}
