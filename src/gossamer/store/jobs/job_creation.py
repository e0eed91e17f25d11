"""Recording of jobs: a job, its seeds, first event and first turns are one transaction.

The seeds of a batch are too many for one. They are recorded before it, under a job that has ended and is nobody's; the
last transaction makes it the team's. When that never comes, it is forgotten like any job that is over.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Connection, Integer, Text, bindparam, insert, literal_column, select, update

from gossamer.core.crawls import BatchSpec, CrawlSpec, Discovered, EntryKind
from gossamer.core.errors import AlreadyUsed, QueueFull
from gossamer.core.extractions import ExtractSpec
from gossamer.core.jobs import JobKind, JobState, NewJob, event_type
from gossamer.core.research import LlmsTxtSpec, ResearchSpec
from gossamer.core.seeds import Seeds
from gossamer.core.urls import without_credentials
from gossamer.store import sharing
from gossamer.store.database import Database
from gossamer.store.jobs import job_queries
from gossamer.store.jobs.arrays import Arrays, storable
from gossamer.store.jobs.discovery import Discovery
from gossamer.store.jobs.events import CANCELLED, NAMES, PAGE, STARTED, Events, NewEvent
from gossamer.store.jobs.lanes import LaneStore
from gossamer.store.jobs.owners import Owners
from gossamer.store.jobs.specs import pack_spec, unpack_spec
from gossamer.store.jobs.states import State
from gossamer.store.jobs.tally import COUNTERS, RESULTS_LAST, Tally, locked, save
from gossamer.store.jobs.warnings import add_warnings
from gossamer.store.row_encoding import millis, to_row
from gossamer.store.schema import (
    activities,
    fingerprints,
    frontier,
    idempotency_keys,
    job_specs,
    jobs,
    webhook_deliveries,
)

_RESULTS_LAST = RESULTS_LAST // timedelta(milliseconds=1)
# Far above what any job has, and below what a column holds.
_NO_LIMIT = 2**53
# Of a job whose seeds are being recorded.
_NOBODY = ""
_STAGED_LAST = timedelta(hours=1) // timedelta(milliseconds=1)
_NUMBER = select(jobs.c.number, jobs.c.team_id).where(jobs.c.id == bindparam("job_id"))
_START_STAGED = update(jobs).where(jobs.c.number == bindparam("of"))
_SPEC = select(job_specs.c.spec).where(job_specs.c.job == bindparam("of"))
_SAVE_SPEC = update(job_specs).where(job_specs.c.job == bindparam("of"))
_SETTLE_LEFTOVER = (
    update(frontier)
    .where(frontier.c.job == bindparam("of"), frontier.c.state <= int(State.TAKEN))
    .values(state=int(State.REFUSED), lane=None, code=bindparam("why"), at=bindparam("since"))
)


class Starting:
    """Records jobs and adds to batches; *queue* pages of a team may wait, beside *at_once* of each job."""

    def __init__(self, database: Database, lanes: LaneStore, events: Events, *, queue: int, at_once: int) -> None:
        arrays = Arrays(database)
        self._queue, self._at_once = queue, at_once
        self._discovery = Discovery(arrays, Owners(arrays))
        self._lanes = lanes
        self._events = events
        self._use_key = database.insert(idempotency_keys).on_conflict_do_nothing().returning(idempotency_keys.c.job_id)
        self._stage = database.insert(jobs).on_conflict_do_nothing()
        seeds = arrays.rows("seeds", position=Integer(), fingerprint=BigInteger(), url=Text(), written=Text())
        queued = select(
            seeds, *(literal_column("0").label(name) for name in ("depth", "rank", "kind", "state", "tries"))
        )
        self._add_seeds = arrays.add(frontier, queued.subquery()).on_conflict_do_nothing()
        owners = select(seeds.c.fingerprint, seeds.c.position, literal_column("false").label("too_deep"))
        self._own_seeds = arrays.add(fingerprints, owners.subquery()).on_conflict_do_nothing()

    def check_room(self, connection: Connection, team_id: str, pages: int, *, now: datetime) -> None:
        """Raise QueueFull when *pages* more of the team cannot wait; nobody adds any until the transaction ends."""
        sharing.hold(connection, team_id)
        waiting = job_queries.load(connection, team_id, at_once=self._at_once, now=now).queued
        if waiting + pages > self._queue:
            raise QueueFull(
                f"Queue limit reached: {waiting} pages of this team are waiting and {pages} more would exceed "
                f"{self._queue}. Try again when some are done; an operator can raise GOSSAMER_TEAM_QUEUE."
            )

    def stage(self, connection: Connection, job: NewJob, part: bytes) -> int:
        """Record a part of the seeds of *job*, which is not the team's yet; return the job's number."""
        ended = {"team_id": _NOBODY, "state": JobState.CANCELLED.value, "finished_at": millis(job.created_at)}
        row = _row(job) | ended | {"expires_at": millis(job.created_at) + _STAGED_LAST}
        connection.execute(self._stage, row)
        number: int = connection.execute(_NUMBER, {"job_id": job.job_id}).scalar_one()
        connection.execute(self._add_seeds, {"of": number, "seeds": part.decode()})
        connection.execute(self._own_seeds, {"of": number, "seeds": part.decode()})
        return number

    def create(
        self, connection: Connection, job: NewJob, seeds: Sequence[Discovered] | Seeds, lanes: int, key: str | None
    ) -> None:
        """Record *job* and start it; of `Seeds`, all but the last part are recorded.

        Raises AlreadyUsed and QueueFull. Ids are random, so a job that is there was recorded by this very call,
        which did not hear that it had succeeded.
        """
        existing = connection.execute(_NUMBER, {"job_id": job.job_id}).first()
        if existing is not None and existing.team_id != _NOBODY:
            return
        if key is not None:
            self._use(connection, job, key)
        row = _row(job)
        pages = seeds.count if isinstance(seeds, Seeds) else len(seeds)
        self.check_room(connection, job.team_id, pages, now=job.created_at)
        if isinstance(seeds, Seeds):
            number = self.stage(connection, job, seeds.parts[-1])
            counters = dict.fromkeys(("entries", "ready", "queued"), pages)
            connection.execute(_START_STAGED, {"of": number, "finished_at": None} | row | counters)
            seeds = ()
        else:
            number = connection.execute(insert(jobs).returning(jobs.c.number), row).scalar_one()
        connection.execute(insert(job_specs), {"job": number, "spec": pack_spec(job.spec)})
        if job.spec.webhook is not None:
            connection.execute(insert(webhook_deliveries), {"job": number, "turn": 0, "active_at": None})
        tally = _tally(connection, job.job_id)
        self._add(connection, tally, seeds, now=job.created_at)
        self._events.write(connection, tally, [NewEvent(STARTED)], now=job.created_at)
        self._lanes.open(connection, tally, lanes, now=job.created_at)
        connection.execute(insert(activities), _activity(job))
        save(connection, tally, now=job.created_at)

    def _add(
        self, connection: Connection, tally: Tally, seeds: Sequence[Discovered], *, now: datetime
    ) -> Sequence[Discovered]:
        """Add seeds; return those that will be fetched."""
        added = self._discovery.add(connection, tally, seeds, now=now)
        add_warnings(connection, tally, [added.warning] if added.warning else [])
        return added.queued

    def _use(self, connection: Connection, job: NewJob, key: str) -> None:
        use = {"team_id": job.team_id, "key": key, "job_id": job.job_id, "used_at": millis(job.created_at)}
        if connection.execute(self._use_key, use).first() is None:
            raise AlreadyUsed

    def append(
        self, connection: Connection, job_id: str, team_id: str, seeds: Sequence[Discovered], *, now: datetime
    ) -> bool:
        """Add URLs that the batch has not; False when there is no such batch, or it was ended before its end."""
        tally = locked(connection, job_id)
        if tally is None or tally.team_id != team_id or not _may_grow(tally, now):
            return False
        self.check_room(connection, team_id, len(seeds), now=now)
        if not tally.running:
            _settle_leftover(connection, tally)
        pages = [
            discovery for discovery in self._add(connection, tally, seeds, now=now) if discovery.kind is EntryKind.PAGE
        ]
        if pages:
            _lengthen(connection, tally, pages)
            self._go_on(connection, tally, now)
        save(connection, tally, now=now)
        return True

    def _go_on(self, connection: Connection, tally: Tally, now: datetime) -> None:
        tally.deadline = millis(now) + tally.time_allowed
        tally.expires_at = tally.deadline + _RESULTS_LAST
        if tally.running:
            return
        tally.state = JobState.SCRAPING.value
        tally.finished_at = tally.leftover = None
        self._lanes.open(connection, tally, 1, now=now)


def _tally(connection: Connection, job_id: str) -> Tally:
    tally = locked(connection, job_id)
    if tally is None:
        raise LookupError(job_id)
    return tally


def _row(job: NewJob) -> dict[str, Any]:
    created_at, deadline = millis(job.created_at), millis(job.deadline)
    return dict.fromkeys(COUNTERS, 0) | to_row(
        jobs,
        job,
        id=job.job_id,
        state=JobState.SCRAPING,
        time_allowed=deadline - created_at,
        expires_at=deadline + _RESULTS_LAST,
        page_limit=min(job.spec.limit, _NO_LIMIT),
        wanted_events=_list_wanted_events(job),
        version=0,
    )


def _activity(job: NewJob) -> dict[str, Any]:
    return to_row(
        activities,
        job,
        id=job.job_id,
        operation=job.kind,
        target=_about(job),
        at=job.created_at,
        username=job.spec.scrape.username or None,
    )


def _about(job: NewJob) -> str:
    match job.spec:
        case CrawlSpec():
            return without_credentials(job.spec.url)
        case BatchSpec():
            return without_credentials(job.spec.urls[0])
        case ExtractSpec() as spec if spec.addresses:
            return without_credentials(spec.about)
        case LlmsTxtSpec() as spec:
            return without_credentials(spec.url)
        case ExtractSpec() | ResearchSpec() as spec:
            return storable(spec.about) or ""


def _list_wanted_events(job: NewJob) -> str | None:
    webhook = job.spec.webhook
    # Where pages make one answer together, they are no results of their own; an agent tells of them as actions.
    is_agent = job.kind is JobKind.AGENT
    names = [
        name
        for name in NAMES
        if (name != PAGE or is_agent or not job.kind.finds_pages) and (name != CANCELLED or is_agent)
    ]
    return None if webhook is None else " ".join(name for name in names if webhook.wants(event_type(job.kind, name)))


def _may_grow(tally: Tally, now: datetime) -> bool:
    if tally.kind != JobKind.BATCH:
        return False
    return tally.running or (tally.state == JobState.COMPLETED and tally.expires_at > millis(now))


def _settle_leftover(connection: Connection, tally: Tally) -> None:
    """Write into the frontier what the job's row said of it, since it will say so no longer."""
    connection.execute(_SETTLE_LEFTOVER, {"of": tally.number, "why": tally.leftover, "since": tally.finished_at})


def _lengthen(connection: Connection, tally: Tally, pages: Sequence[Discovered]) -> None:
    tally.page_limit += len(pages)
    spec = unpack_spec(connection.execute(_SPEC, {"of": tally.number}).scalar_one())
    if isinstance(spec, BatchSpec):
        longer = replace(spec, count=spec.limit + len(pages))
        connection.execute(_SAVE_SPEC, {"of": tally.number, "spec": pack_spec(longer)})
