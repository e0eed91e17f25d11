"""A team with bounds on pages under way, and jobs that meet them."""

from typing import Any

from sqlalchemy import insert, update

from gossamer.core.ids import new_id
from gossamer.core.jobs import NewJob, Ticket
from gossamer.core.restrictions import Restrictions, pack
from gossamer.ports.frontier import Turn
from gossamer.store.database import Database
from gossamer.store.schema import api_keys, teams
from tests.contracts.jobs import NOON, TEAM, Bench, found, take

KEY, OTHER_KEY = new_id(), new_id()
PATHS = [found(f"/{n}") for n in range(20)]


async def bounded(database: Database, *, team: int | None = None, key: int | None = None) -> None:
    """Make the team and two keys, of which one may have a bound."""
    rows = [_key_row(KEY, key), _key_row(OTHER_KEY, None)]

    def make(connection: Any) -> None:
        connection.execute(insert(teams), {"id": TEAM, "name": "Bounded", "created_at": 0, "concurrency": team})
        connection.execute(insert(api_keys), rows)

    await database.write(make)


def _key_row(key_id: str, bound: int | None) -> dict[str, Any]:
    row = {"id": key_id, "team_id": TEAM, "name": "", "hash": key_id, "created_at": 0, "addresses": "[]"}
    return row | {"restrictions": pack(Restrictions(concurrency=bound))}


async def change(database: Database, bound: int) -> None:
    statement = update(teams).where(teams.c.id == TEAM).values(concurrency=bound)
    await database.write(lambda connection: connection.execute(statement))


async def started(bench: Bench, key: str = KEY, **changes: Any) -> NewJob:
    return await bench.start(*PATHS, key_id=key, **changes)


async def begun(bench: Bench, job: NewJob, turn: int = 1, **how: Any) -> Turn | None:
    """Begin a turn that takes all it may; None when that is nothing."""
    plan, at = how.get("plan") or take(20), how.get("at", NOON)
    return await bench.frontier.begin(Ticket(job.job_id, TEAM, 1, turn), "h", plan, now=at)


def count(turn: Turn | None) -> int:
    return 0 if turn is None else len(turn.entries)
