"""Deleted teams, users and organizations are removed with everything they have, and nobody else loses anything."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import BigInteger, Boolean, Integer, LargeBinary, SmallInteger, Table, func, insert, select

from gossamer.core.accounts import Role
from gossamer.core.urls import WebUrl
from gossamer.ports.index import IndexedRead, IndexEntry, Unindexed
from gossamer.store.database import Database
from gossamer.store.index import SearchIndex
from gossamer.store.removal import REMOVED, Removal
from gossamer.store.schema import (
    audit_log,
    frontier,
    job_pages,
    metadata,
    monitor_feeds,
    monitor_pictures,
    page_versions,
    rate_windows,
    retained_usage,
    session_steps,
    teams,
)
from gossamer.testing.clock import ManualClock
from tests.accounts import OPERATOR, World, world_on

DAY = timedelta(days=1)
# What expires by its age is young.
_LATE: dict[str, Any] = dict.fromkeys(("expires_at", "used_at", "fetched_at"), 2**50)
# What a generic row of a team needs beside its types.
_GIVEN: dict[str, Any] = {"spec": "{}", "kind": "crawl", "operation": "scrape", "state": "scraping", **_LATE}


@pytest.fixture
def world(database: Database) -> World:
    return world_on(database, ManualClock())


def _value(column: Any, number: int) -> Any:
    match column.type:
        case Boolean():
            return False
        case BigInteger() | Integer() | SmallInteger():
            return number
        case LargeBinary():
            return f"{number:016d}".encode()
    return f"{number:036d}"[-(getattr(column.type, "length", None) or 36) :]


def row_of(table: Table, number: int, **given: Any) -> dict[str, Any]:
    """Return a row with a value of the right type in each column that must have one."""
    blobs = {"blobs": f"{number}.png", "blob": f"{number}.png"}
    needed = {column.name: _value(column, number) for column in table.c if not column.nullable or column.primary_key}
    known = {name: value for name, value in (_GIVEN | blobs | given).items() if name in table.c}
    return needed | known


async def fill(database: Database, team_id: str, number: int) -> None:
    """Give a team a row in every table that can have one of a team."""
    rows: list[tuple[Table, Mapping[str, Any]]] = [
        (metadata.tables[name], row_of(metadata.tables[name], number, team_id=team_id))
        for name in sorted(REMOVED - {"index_documents", "api_keys", "memberships", "audit_log", "threat_protection"})
    ]
    owned: dict[Table, dict[str, Any]] = {
        page_versions: {"history": f"{number:016d}".encode()},
        session_steps: {"session_id": f"{number:036d}"},
        monitor_pictures: {"monitor_id": f"{number:036d}"},
        monitor_feeds: {"owner_id": f"{number:036d}"},
        rate_windows: {"owner_id": team_id},
        frontier: {"job": number, "kind": 0, "state": 3, "scrape_id": f"{number:036d}"},
        job_pages: {"job": number},
    }
    rows += [(table, row_of(table, number, **given)) for table, given in owned.items()]
    await database.write(lambda connection: [connection.execute(insert(table), dict(row)) for table, row in rows])


async def index(world: World, team_id: str) -> None:
    """Put a page of a team into the index."""
    page = Unindexed(team_id, "f", world.clock.now(), None)
    entry = IndexEntry(WebUrl("https://example.org/"), title="A page", text="words of a page")
    await SearchIndex(world.database, world.clock).write([IndexedRead(page, entry)])


async def counts(database: Database) -> dict[str, int]:
    """Return how many rows each table has."""
    tables = metadata.sorted_tables
    return await database.read(
        lambda connection: {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables
        }
    )


async def removed(world: World, *, limit: int = 100) -> list[str]:
    """Remove everything that is due; return the names of blobs that go with it."""
    removal = Removal(world.database, SearchIndex(world.database, world.clock))
    blobs: list[str] = []
    while (gone := await removal.remove(now=world.clock.now(), limit=limit)).count:
        blobs += gone.blobs
    return blobs


def test_every_table_with_a_teams_id_is_removed_with_the_team() -> None:
    assert {table.name for table in metadata.sorted_tables if "team_id" in table.c} == REMOVED


async def test_a_team_goes_with_all_it_has_and_others_keep_theirs(world: World) -> None:
    kept, gone = await world.team("Kept"), await world.team("Gone")
    await fill(world.database, kept.team.team_id, 1)
    await index(world, kept.team.team_id)
    alone = await counts(world.database)
    await fill(world.database, gone.team.team_id, 2)
    await index(world, gone.team.team_id)
    await world.member(gone.team.team_id, "ada@example.org")
    await world.operations.delete_team(OPERATOR, gone.team.team_id, grace=timedelta(0))
    blobs = await removed(world, limit=7)
    left = await counts(world.database)
    left["users"] -= 1
    differing = {name: left[name] - alone[name] for name in alone if left[name] != alone[name]}
    # The removed one was there when *alone* was counted, with its key and its organization's log.
    assert differing == {"teams": -1, "api_keys": -1, "audit_log": -1, "retained_usage": 1}
    [sums] = await world.database.read(lambda connection: connection.execute(select(retained_usage)).all())
    assert tuple(sums) == (2, "scrape", 2, 2)
    assert set(blobs) == {"2.png"}


async def test_nothing_is_removed_before_the_grace_period_is_over(world: World) -> None:
    team = await world.team()
    await world.operations.delete_team(OPERATOR, team.team.team_id, grace=3 * DAY)
    before = await counts(world.database)
    await world.clock.advance(2 * DAY)
    await removed(world)
    assert await counts(world.database) == before
    await world.clock.advance(2 * DAY)
    await removed(world)
    assert (await counts(world.database))["teams"] == before["teams"] - 1


async def test_a_removed_person_is_nowhere_by_name(world: World) -> None:
    team = await world.team()
    await world.member(team.team.team_id, "ada@example.org", Role.ADMIN)
    leaving = await world.member(team.team.team_id, "max@example.org", Role.ADMIN)
    await world.operations.create_key(leaving, team.team.team_id, "Mine")
    await world.operations.delete_user(OPERATOR, "max@example.org", grace=timedelta(0))
    await removed(world)
    rows = await world.database.read(
        lambda connection: [
            list(map(str, row)) for table in metadata.sorted_tables for row in connection.execute(select(table))
        ]
    )
    assert "max@example.org" not in json.dumps(rows)
    assert (await counts(world.database))["users"] == 1
    keys = await world.operations.keys(OPERATOR, team.team.team_id)
    assert {key.name: key.created_by for key in keys}["Mine"] == "deleted user"


async def test_an_organization_goes_after_its_teams(world: World) -> None:
    team = await world.team()
    organization = team.team.organization_id
    await world.operations.delete_organization(OPERATOR, organization, grace=timedelta(0))
    await removed(world)
    left = await world.operations.organizations(OPERATOR)
    assert organization not in {each.organization_id for each in left}
    rows = await world.database.read(lambda connection: connection.execute(select(teams.c.id)).scalars().all())
    assert team.team.team_id not in rows
    entries = await world.database.read(
        lambda connection: connection.execute(select(audit_log.c.action)).scalars().all()
    )
    assert entries == ["organization.removed"]
