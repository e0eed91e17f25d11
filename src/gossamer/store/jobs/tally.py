"""A job's row while it is locked: read once, changed in memory, written once.

Whoever changes anything of a job locks its row first. That is the one order in which locks
are taken, so two lanes of a job wait for each other and never deadlock, and the counters in
the row always agree with the frontier.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, select, update

from gossamer.core.crawls import Reason
from gossamer.core.jobs import JobState
from gossamer.store.credits import Purse
from gossamer.store.jobs.arrays import storable
from gossamer.store.row_encoding import millis
from gossamer.store.schema import api_keys, job_lanes, jobs, teams
from gossamer.store.sharing import bound_of_key

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
    page_price: int
    pages_at_once: int | None
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
    delays: int = 0
    delayed_ms: int = 0
    # Pages in flight as the row says, and the credits that are set aside for these.
    paid_ahead: int = field(init=False)
    set_aside: int = field(init=False)
    # By team and key, pages that all their jobs together may have in flight; who has no bound is not in it.
    bounds: Mapping[str, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.paid()

    def paid(self) -> None:
        """Take it that credits are set aside for the pages that are in flight now."""
        self.paid_ahead = self.in_flight
        self.set_aside = self.page_price * self.in_flight

    @property
    def to_reserve(self) -> int:
        """Return the credits to be set aside beyond those that are; below 0 when some are to be given back."""
        return self.page_price * self.in_flight - self.set_aside

    @property
    def running(self) -> bool:
        """Return whether the job has not ended."""
        return self.state == JobState.SCRAPING


COUNTERS = tuple(column.name for column in fields(Tally) if column.default == 0)
_NAMES = [column.name for column in fields(Tally) if column.init]
_FIXED = {"number", "id", "team_id", "key_id", "kind", "time_allowed", "wanted_events", "pages_at_once"}
_CHANGING = [name for name in _NAMES if name not in _FIXED]
_TEAM_BOUND = select(teams.c.concurrency).where(teams.c.id == jobs.c.team_id).scalar_subquery()
_RESTRICTIONS = select(api_keys.c.restrictions).where(api_keys.c.id == jobs.c.key_id).scalar_subquery()
_LOCKED = select(*(jobs.c[name] for name in _NAMES), _TEAM_BOUND, _RESTRICTIONS).with_for_update(of=jobs)
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
    if row is None:
        return None
    *columns, team_bound, restrictions = row
    tally = Tally(*columns)
    bounds = {tally.team_id: team_bound, tally.key_id: bound_of_key(restrictions)}
    tally.bounds = {owner: bound for owner, bound in bounds.items() if bound is not None}
    return tally


def purse_of(connection: Connection, tally: Tally, *, now: datetime) -> Purse:
    """Lock the accounts that the job is paid from."""
    return Purse.locked(connection, (tally.team_id, tally.key_id), now=now)


def save(connection: Connection, tally: Tally, purse: Purse | None = None, *, now: datetime) -> None:
    """Write what was changed; the job's version grows, and what is set aside for it follows its pages in flight.

    *purse* has the job's accounts when they are locked already.
    """
    if tally.to_reserve:
        purse = purse_of(connection, tally, now=now) if purse is None else purse
        purse.reserve(tally.team_id, tally.key_id, tally.to_reserve)
        tally.paid()
    if purse is not None:
        purse.save(connection)
    connection.execute(_SAVE, {"job": tally.number} | {name: getattr(tally, name) for name in _CHANGING})


def end(
    connection: Connection, tally: Tally, state: JobState, leftover: Reason, *, now: datetime, error: str | None = None
) -> None:
    """End the job: what was not fetched is refused with *leftover*.

    It is recorded once, in the job's row, and read from there: a frontier may have 100,000 entries.
    """
    connection.execute(_CLOSE_LANES, {"of": tally.number})
    tally.state = state.value
    tally.leftover = leftover.value
    tally.error = storable(error)
    tally.finished_at = millis(now)
    tally.expires_at = millis(now + RESULTS_LAST)
    tally.refused += tally.queued + tally.in_flight
    tally.queued = tally.in_flight = tally.sitemaps = tally.ready = tally.waiting = tally.lanes = 0
