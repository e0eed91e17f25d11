"""A job's row while it is locked: read once, changed in memory, written once.

Whoever changes anything of a job locks its row first. That is the one order in which locks
are taken, so two lanes of a job wait for each other and never deadlock, and the counters in
the row always agree with the frontier.
"""

from dataclasses import dataclass, fields
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, select, update

from gossamer.core.crawling import Reason
from gossamer.core.jobs import JobState
from gossamer.store.jobs.arrays import storable
from gossamer.store.packing import millis
from gossamer.store.schema import job_lanes, jobs

RESULTS_LAST = timedelta(hours=24)


@dataclass(slots=True)
class Tally:
    """Columns of a locked job, by their names; what each counts stands at the table."""

    number: int
    id: str
    team_id: str
    key_id: str
    kind: str
    time_allowed: int
    wanted_events: str | None
    state: str
    deadline: int
    expires_at: int
    page_limit: int
    home: str | None = None
    finished_at: int | None = None
    error: str | None = None
    leftover: str | None = None
    succeeded_at: int | None = None
    done: int = 0
    failed: int = 0
    refused: int = 0
    in_flight: int = 0
    queued: int = 0
    sitemaps: int = 0
    ready: int = 0
    waiting: int = 0
    entries: int = 0
    unlisted: int = 0
    listed: int = 0
    events: int = 0
    lanes: int = 0
    credits: int = 0

    @property
    def running(self) -> bool:
        """Return whether the job has not ended."""
        return self.state == JobState.SCRAPING


COUNTERS = tuple(field.name for field in fields(Tally) if field.default == 0)
_NAMES = [field.name for field in fields(Tally)]
_FIXED = {"number", "id", "team_id", "key_id", "kind", "time_allowed", "wanted_events"}
_CHANGING = [name for name in _NAMES if name not in _FIXED]
_LOCKED = select(*(jobs.c[name] for name in _NAMES)).with_for_update()
_LOCKED_BY_ID = _LOCKED.where(jobs.c.id == bindparam("job_id"))
_SAVE = update(jobs).where(jobs.c.number == bindparam("job")).values(version=jobs.c.version + 1)
_CLOSE_LANES = (
    update(job_lanes)
    .where(job_lanes.c.job == bindparam("of"), job_lanes.c.active_at.is_not(None))
    .values(active_at=None, held=0)
)


def locked(connection: Connection, job_id: str) -> Tally | None:
    """Lock the job until the transaction ends and return its row; None when there is none."""
    row = connection.execute(_LOCKED_BY_ID, {"job_id": job_id}).first()
    return None if row is None else Tally(*row)


def save(connection: Connection, tally: Tally) -> None:
    """Write what was changed; the job's version grows."""
    connection.execute(_SAVE, {"job": tally.number} | {name: getattr(tally, name) for name in _CHANGING})


def end(
    connection: Connection, tally: Tally, state: JobState, leftover: Reason, *, now: datetime, error: str | None = None
) -> None:
    """End the job: what was not fetched is refused with *leftover*.

    That is said once, in the job's row, and read from there: a frontier may have 100,000 entries.
    """
    connection.execute(_CLOSE_LANES, {"of": tally.number})
    tally.state = state.value
    tally.leftover = leftover.value
    tally.error = storable(error)
    tally.finished_at = millis(now)
    tally.expires_at = millis(now + RESULTS_LAST)
    tally.refused += tally.queued + tally.in_flight
    tally.queued = tally.in_flight = tally.sitemaps = tally.ready = tally.waiting = tally.lanes = 0
