"""Queries about jobs. Nothing is locked or counted here: pages and URLs are read by position."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, Select, bindparam, case, func, literal_column, select

from gossamer.core.crawls import EntryKind, Wall
from gossamer.core.jobs import Job, JobKind, JobPage, JobState, JobUrl, Progress, TeamLoad, UrlState
from gossamer.core.urls import without_credentials
from gossamer.store.job_walls import pass_walls, walls_of
from gossamer.store.jobs.specs import unpack_spec
from gossamer.store.jobs.states import KINDS, State
from gossamer.store.jobs.tally import RESULTS_LAST
from gossamer.store.jobs.warnings import sentences_of
from gossamer.store.row_encoding import from_row, millis, moment, unpack_document
from gossamer.store.schema import frontier, job_pages, job_specs, jobs, places, scrapes

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
JOBS: Select[*tuple[Any, ...]] = select(jobs, job_specs.c.spec).join(job_specs, job_specs.c.job == jobs.c.number)
# As text, because a partial index is used only when the statement names its condition.
_RUNNING = jobs.c.state == literal_column(f"'{JobState.SCRAPING.value}'")
_BY_NUMBER = JOBS.where(jobs.c.number == bindparam("of"))

_OWN = (jobs.c.id == bindparam("job_id"), jobs.c.team_id == bindparam("team_id"))
_JOB = JOBS.where(*_OWN)
_OWN_NUMBER = select(jobs.c.number, jobs.c.finished_at, jobs.c.leftover).where(*_OWN)
_TEAM = select(jobs.c.team_id).where(jobs.c.id == bindparam("job_id"))
_VERSION = select(jobs.c.version).where(jobs.c.id == bindparam("job_id"))
_PAGES = (
    select(job_pages.c.position, job_pages.c.scrape_id, job_pages.c.size)
    .where(job_pages.c.job == bindparam("of"), job_pages.c.position > bindparam("after"))
    .order_by(job_pages.c.position)
    .limit(bindparam("wanted"))
)
_DOCUMENTS = select(scrapes.c.id, scrapes.c.document)
_URLS = (
    select(frontier)
    .where(
        frontier.c.job == bindparam("of"),
        frontier.c.position > bindparam("after"),
        frontier.c.kind == KINDS.index(EntryKind.PAGE),
    )
    .order_by(frontier.c.position)
    .limit(bindparam("wanted"))
)
_ACTIVE = JOBS.where(jobs.c.team_id == bindparam("team_id"), _RUNNING, jobs.c.kind == bindparam("of_kind")).order_by(
    jobs.c.created_at.desc(), jobs.c.number.desc()
)
# Pages beyond a job's limit wait in vain: nobody has to wait for them.
_ROOM = jobs.c.page_limit - jobs.c.done - jobs.c.in_flight
# Pages that a lane holds beyond its job's bound at once wait in the worker.
_UNDER_WAY = case((jobs.c.in_flight < bindparam("at_once"), jobs.c.in_flight), else_=bindparam("at_once"))
# In the same statement, or a page that goes from one to the other meanwhile would be returned twice.
_VISITING = (
    select(func.count())
    .select_from(places)
    .where(
        places.c.team_id == bindparam("team_id"), places.c.waits_for.is_(None), places.c.expires_at > bindparam("now")
    )
    .scalar_subquery()
)
_LOAD = select(
    func.count(),
    func.coalesce(func.sum(_UNDER_WAY), 0),
    func.coalesce(func.sum(jobs.c.in_flight - _UNDER_WAY), 0),
    func.coalesce(func.sum(case((jobs.c.queued < _ROOM, jobs.c.queued), else_=_ROOM)), 0),
    func.max(jobs.c.succeeded_at),
    _VISITING,
).where(jobs.c.team_id == bindparam("team_id"), _RUNNING)
_LAST_FINISHED = (
    select(jobs.c.succeeded_at)
    .where(jobs.c.team_id == bindparam("team_id"), jobs.c.finished_at.is_not(None), jobs.c.done > 0)
    .order_by(jobs.c.finished_at.desc())
    .limit(1)
)

_URL_STATES = {
    State.QUEUED: UrlState.QUEUED,
    State.WAITING: UrlState.QUEUED,
    State.TAKEN: UrlState.RUNNING,
    State.DONE: UrlState.DONE,
    State.FAILED: UrlState.FAILED,
    State.REFUSED: UrlState.REFUSED,
}
_UNDECIDED = {UrlState.QUEUED, UrlState.RUNNING}


def job(connection: Connection, job_id: str, team_id: str, *, now: datetime) -> Job | None:
    """Return the team's job, unless its time is over; one that runs expires as if it ended *now*."""
    row = connection.execute(_JOB, {"job_id": job_id, "team_id": team_id}).first()
    if row is None or (row.finished_at is not None and row.expires_at <= millis(now)):
        return None
    # The row of a running job has its latest possible expiry: days after that of most jobs.
    stored_job = job_of(row)
    if row.finished_at is not None:
        return stored_job
    return replace(stored_job, expires_at=now + RESULTS_LAST, walls=_walls_of(connection, row.number, stored_job))


def team_of(connection: Connection, job_id: str) -> str | None:
    """Return the team of a job, None when it is unknown."""
    team_id: str | None = connection.execute(_TEAM, {"job_id": job_id}).scalar()
    return team_id


def version(connection: Connection, job_id: str) -> int:
    """Return the job's version, 0 when unknown."""
    return connection.execute(_VERSION, {"job_id": job_id}).scalar() or 0


def pages(
    connection: Connection, job_id: str, team_id: str, *, after: int, limit: int, max_bytes: int
) -> Sequence[JobPage]:
    """Return pages with positions above *after*, as far as their sizes allow."""
    job_row = connection.execute(_OWN_NUMBER, {"job_id": job_id, "team_id": team_id}).first()
    if job_row is None or limit <= 0:
        return []
    rows = connection.execute(_PAGES, {"of": job_row.number, "after": after, "wanted": limit}).all()
    if not rows:
        return []
    sums = list(accumulate(row.size for row in rows))
    fitting = [row for row, size in zip(rows, sums, strict=True) if size <= max_bytes] or rows[:1]
    parameters = _DOCUMENTS.where(scrapes.c.id.in_([row.scrape_id for row in fitting]))
    packed: dict[str, bytes | None] = {row.id: row.document for row in connection.execute(parameters)}
    return [
        JobPage(row.position, row.scrape_id, unpack_document(document), row.size)
        for row in fitting
        if (document := packed.get(row.scrape_id)) is not None
    ]


def urls(
    connection: Connection, job_id: str, team_id: str, *, states: frozenset[UrlState], after: int, limit: int
) -> Sequence[JobUrl]:
    """Return URLs in these states with positions above *after*."""
    job_row = connection.execute(_OWN_NUMBER, {"job_id": job_id, "team_id": team_id}).first()
    if job_row is None or limit <= 0:
        return []
    shown = states_shown_as(states, final=job_row.finished_at is not None)
    query = _URLS.where(frontier.c.state.in_([int(state) for state in shown]))
    rows = connection.execute(query, {"of": job_row.number, "after": after, "wanted": limit})
    return [url_of(row, job_row) for row in rows]


def warnings(connection: Connection, job_id: str, team_id: str) -> Sequence[str]:
    """Return the warnings of the job's lanes; empty for an unknown job."""
    job_row = connection.execute(_OWN_NUMBER, {"job_id": job_id, "team_id": team_id}).first()
    return [] if job_row is None else sentences_of(connection, job_row.number)


def pass_walls_of(connection: Connection, job_id: str, team_id: str, *, now: datetime) -> int:
    """Note that the walls of the job were passed; return how many stood."""
    row = connection.execute(_OWN_NUMBER, {"job_id": job_id, "team_id": team_id}).first()
    return 0 if row is None else pass_walls(connection, team_id, now=now, number=row.number)


def active(connection: Connection, team_id: str, kind: JobKind) -> Sequence[Job]:
    """Return the team's running jobs, youngest first."""
    return [job_of(row) for row in connection.execute(_ACTIVE, {"team_id": team_id, "of_kind": kind.value})]


def load(connection: Connection, team_id: str, *, at_once: int, now: datetime) -> TeamLoad:
    """Return the load of the team, with up to *at_once* pages of a job under way."""
    parameters = {"team_id": team_id, "at_once": at_once, "now": millis(now)}
    running, in_flight, held, queued, latest, visiting = connection.execute(_LOAD, parameters).one()
    success = max((at for at in (latest, connection.execute(_LAST_FINISHED, parameters).scalar()) if at), default=None)
    last_success = None if success is None else moment(success)
    return TeamLoad(running, int(in_flight), int(held) + int(queued), last_success, visiting=visiting)


def job_by_number(connection: Connection, number: int) -> Job:
    """Return the job, which must be there."""
    stored_job = job_of(connection.execute(_BY_NUMBER, {"of": number}).one())
    return replace(stored_job, walls=_walls_of(connection, number, stored_job))


def _walls_of(connection: Connection, number: int, stored_job: Job) -> tuple[Wall, ...]:
    profile = stored_job.spec.scrape.profile
    return walls_of(connection, number) if profile is not None and profile.waits else ()


def job_of(row: AnyRow) -> Job:
    """Return the job of a row of JOBS."""
    page_count = min(row.done + row.in_flight + row.queued, row.page_limit)
    return from_row(
        Job,
        row,
        job_id=row.id,
        spec=unpack_spec(row.spec),
        progress=from_row(Progress, row, known=page_count, credits_used=row.credits),
        delayed=timedelta(milliseconds=row.delayed_ms),
        walls=(),
    )


def states_shown_as(states: frozenset[UrlState], *, final: bool) -> Sequence[State]:
    """Return in which states of rows URLs are to be found that are shown as *states*; empty means all."""
    return [state for state in State if not states or _show_state(state, final=final) in states]


def url_of(row: AnyRow, job: AnyRow) -> JobUrl:
    """Return the URL of a row of a frontier; in a job that has ended, what was not fetched is refused."""
    state = State(row.state)
    final = job.finished_at is not None
    shown = {"url": without_credentials(row.url), "state": _show_state(state, final=final), "visits": row.visits or ""}
    if final and _URL_STATES[state] in _UNDECIDED:
        return from_row(JobUrl, row, **shown, code=job.leftover, reason=None, at=moment(job.finished_at))
    return from_row(JobUrl, row, **shown)


def _show_state(state: State, *, final: bool) -> UrlState:
    shown = _URL_STATES[state]
    return UrlState.REFUSED if final and shown in _UNDECIDED else shown
