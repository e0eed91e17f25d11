"""What a team asked for, newest first, for a day."""

from datetime import datetime

import pytest
from sqlalchemy import insert

from gossamer.core.ids import new_id
from gossamer.core.usage import Activity
from gossamer.store.activities import ActivityStore
from gossamer.store.database import Database
from gossamer.store.schema import activities
from tests.contracts.jobs import DAY, MINUTE, NOON, OTHER_TEAM, SECOND, TEAM


@pytest.fixture
def store(database: Database) -> ActivityStore:
    return ActivityStore(database)


async def recorded(
    database: Database, *moments: datetime, team: str = TEAM, operation: str = "scrape", key: str = "key"
) -> list[Activity]:
    """Record one activity for each moment; return them newest first, as they are to be told."""
    made = [Activity(new_id(), key, operation, "v2", f"https://e.org/{n}", at) for n, at in enumerate(moments)]
    rows = [
        {
            "id": one.activity_id,
            "team_id": team,
            "key_id": one.key_id,
            "operation": one.operation,
            "dialect": one.dialect,
            "target": one.target,
            "at": int(one.at.timestamp() * 1000),
        }
        for one in made
    ]
    await database.write(lambda connection: connection.execute(insert(activities), rows))
    return sorted(made, key=lambda one: (one.at, one.activity_id), reverse=True)


async def told(store: ActivityStore, **asked: object) -> list[Activity]:
    how: dict[str, object] = {"operation": None, "before": None, "limit": 50, "now": NOON} | asked
    return list(await store.activities(TEAM, **how))  # type: ignore[arg-type]


async def test_the_newest_come_first_and_no_more_than_asked_for(store: ActivityStore, database: Database) -> None:
    made = await recorded(database, NOON - 3 * MINUTE, NOON - MINUTE, NOON - 2 * MINUTE)
    assert await told(store) == made
    assert await told(store, limit=2) == made[:2]


async def test_each_is_told_once_however_it_is_leafed_through(store: ActivityStore, database: Database) -> None:
    # Many in one millisecond: the id decides among them.
    made = await recorded(database, *[NOON - SECOND] * 7, NOON - MINUTE)
    found: list[Activity] = []
    while page := await told(store, limit=3, before=(found[-1].at, found[-1].activity_id) if found else None):
        found.extend(page)
    assert found == made


async def test_other_teams_other_operations_and_older_days_are_left_out(
    store: ActivityStore, database: Database
) -> None:
    await recorded(database, NOON - MINUTE, team=OTHER_TEAM)
    await recorded(database, NOON - DAY)
    [crawl] = await recorded(database, NOON - DAY + SECOND, operation="crawl")
    [scrape] = await recorded(database, NOON)
    assert await told(store) == [scrape, crawl]
    assert await told(store, operation="crawl") == [crawl]
    assert await told(store, operation="map") == []


async def test_those_of_one_key_are_told_alone(store: ActivityStore, database: Database) -> None:
    await recorded(database, NOON - MINUTE)
    [own] = await recorded(database, NOON, key="another")
    assert await told(store, key_id="another") == [own]


async def test_what_is_older_is_forgotten_a_few_at_a_time(store: ActivityStore, database: Database) -> None:
    [kept, *_] = await recorded(database, NOON, *[NOON - MINUTE] * 3)
    assert [await store.expire_activities(before=NOON, limit=2) for _ in range(3)] == [2, 1, 0]
    assert await told(store) == [kept]
