"""Walls of jobs: pages that somebody must pass with a profile."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from gossamer.core.crawls import Wall
from gossamer.store.row_encoding import from_row, millis, to_row
from gossamer.store.schema import job_walls, jobs

_WALLS = select(job_walls).where(job_walls.c.job == bindparam("of")).order_by(job_walls.c.met_at)
_FORGET = delete(job_walls).where(job_walls.c.job == bindparam("of"), job_walls.c.host == bindparam("at"))
_PASS = update(job_walls).where(
    job_walls.c.passed_at.is_(None),
    job_walls.c.job.in_(select(jobs.c.number).where(jobs.c.team_id == bindparam("team"))),
)


def walls_of(connection: Connection, number: int) -> tuple[Wall, ...]:
    """Return the walls that a job met, in order."""
    return tuple(from_row(Wall, row) for row in connection.execute(_WALLS, {"of": number}))


def add_walls(connection: Connection, number: int, walls: Sequence[Wall], profile: str) -> list[Wall]:
    """Note the *walls* of hosts that had none, or one that was passed before the visit began; return those.

    Called with the job locked.
    """
    if not walls:
        return []
    known_walls = {wall.host: wall for wall in walls_of(connection, number)}
    new: dict[str, Wall] = {}
    for wall in walls:
        known_wall = known_walls.get(wall.host)
        if known_wall is not None and (known_wall.passed_at is None or wall.met_at < known_wall.passed_at):
            continue
        new.setdefault(wall.host, wall)
        times = 1 if known_wall is None else known_wall.times + 1
        connection.execute(_FORGET, {"of": number, "at": wall.host})
        connection.execute(insert(job_walls), to_row(job_walls, wall, job=number, profile=profile, times=times))
        known_walls[wall.host] = wall
    return list(new.values())


def pass_walls(
    connection: Connection, team_id: str, *, now: datetime, profile: str | None = None, number: int | None = None
) -> int:
    """Note that the walls of a profile, or of a job, were passed; return how many."""
    which = job_walls.c.profile == profile if number is None else job_walls.c.job == number
    return connection.execute(_PASS.where(which).values(passed_at=millis(now)), {"team": team_id}).rowcount
