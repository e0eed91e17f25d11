"""The frontier in SQL: turns at lanes, each chunk one transaction.

Effects outside the database happen at least once; what is stored and charged happens once,
because the state of the entry, the scrape, the charge and the counters are one transaction
that begins by locking the job.
"""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, bindparam, select

from gossamer.core.crawls import Reason, Wall
from gossamer.core.ids import new_id
from gossamer.core.jobs import JobKind, JobState, Ticket
from gossamer.core.urls import without_credentials
from gossamer.ports.frontier import Chunk, Counts, Dispatch, Next, Plan, Planner, Turn
from gossamer.store import sharing
from gossamer.store.credits import Purse
from gossamer.store.database import Database
from gossamer.store.job_walls import add_walls
from gossamer.store.jobs import answers
from gossamer.store.jobs.arrays import Arrays
from gossamer.store.jobs.depths import Depths
from gossamer.store.jobs.discovery import Discovery
from gossamer.store.jobs.entry_leases import LeaseStatements
from gossamer.store.jobs.events import COMPLETED, FAILED, PAGE, PAUSED, Events, NewEvent
from gossamer.store.jobs.job_queries import job_by_number
from gossamer.store.jobs.lanes import Lane, LaneStore
from gossamer.store.jobs.owners import Owners
from gossamer.store.jobs.records import Records, ScrapeRows, rows_of
from gossamer.store.jobs.settlement import Settled, Settlement
from gossamer.store.jobs.tally import Tally, end, locked, purse_of, save
from gossamer.store.jobs.warnings import add_warnings
from gossamer.store.row_encoding import millis
from gossamer.store.schema import jobs
from gossamer.store.sharing import BoundUsers, Demand

# A lane has time: it waits for a database that restarts rather than lose what it fetched.
_PATIENCE = timedelta(minutes=2)
# A job that has not ended has a lane, whatever the planner says; this is how often it looks.
_LAST_LANE_LOOKS = timedelta(seconds=1)
_STATE = select(jobs.c.state).where(jobs.c.id == bindparam("job_id"))
_OUT_OF_CREDITS = (
    f"The credits of the team or of the API key ran out before the job was done; URLs that were left over were not "
    f"fetched ({Reason.CREDITS})."
)
_NOT_TAKEN = Next(over=True, committed=False)

_LOOKS: Final = timedelta(seconds=1)
# So many waiting jobs a second look whether there is a page for them.
_LOOKS_A_SECOND: Final = 10


@dataclass(frozen=True, slots=True)
class Room:
    """How many more *pages* a job may take, and when to look again if that is none."""

    pages: int
    look_again: timedelta


def hold(connection: Connection, tally: Tally) -> None:
    """Keep others of a team with bounds from taking pages until the transaction ends."""
    if tally.bounds:
        sharing.hold(connection, tally.team_id)


def room_of(connection: Connection, tally: Tally, *, now: datetime) -> Room | None:
    """Return the room that the bounds leave the job, which is locked; None without bounds."""
    if not tally.bounds:
        return None
    mine = _demand(tally)
    usage = sharing.under_way(connection, tally.team_id, now=now)
    # Its row is about to be written.
    current = replace(usage, jobs=[mine, *(job for job in usage.jobs if job.number != tally.number)])
    # Where it had none, a page that is free is better used by it than by nobody.
    at_least = 0 if tally.paid_ahead else 1
    rooms = [_room(current.scope(owner, bound), mine, at_least, now) for owner, bound in tally.bounds.items()]
    return min(rooms, key=lambda room: room.pages)


def _room(scope: BoundUsers, mine: Demand, at_least: int, now: datetime) -> Room:
    waiting = sum(job.wanted > 0 for job in scope.jobs)
    return Room(
        pages=scope.room_for_job(mine, now, at_least=at_least),
        look_again=max(_LOOKS, timedelta(seconds=waiting / _LOOKS_A_SECOND)),
    )


def _demand(tally: Tally) -> Demand:
    return sharing.demand(
        tally.number,
        tally.key_id,
        in_flight=tally.in_flight,
        ready=tally.ready,
        remaining=tally.page_limit - tally.done,
        at_once=(tally.pages_at_once, tally.bounds.get(tally.key_id)),
    )


@dataclass(frozen=True, slots=True)
class _CommitResult:
    """The result of a commit, kept with the lane until its next one."""

    over: bool
    positions: list[int]


_json = msgspec.json.Encoder()
_given = msgspec.json.Decoder(_CommitResult)


@dataclass(slots=True)
class _Work:
    """A lane whose job is locked, in a transaction."""

    connection: Connection
    tally: Tally
    lane: Lane
    now: datetime
    # Its accounts, once they are locked.
    purse: Purse | None = None
    # The room that bounds of the team and the key leave it; None for no bound.
    room: Room | None = None


class SqlFrontier:
    """A Frontier."""

    def __init__(self, database: Database, dispatch: Dispatch) -> None:
        arrays = Arrays(database)
        owners = Owners(arrays)
        self._database = database
        self._lanes = LaneStore(dispatch)
        self._events = Events(dispatch)
        self._queue = LeaseStatements(arrays)
        self._settlement = Settlement(arrays, owners)
        self._discovery = Discovery(arrays, owners)
        self._depths = Depths(arrays, owners)
        self._records = Records(database, arrays)

    async def is_running(self, job_id: str) -> bool:
        """Return whether the job has not ended."""
        state = await self._database.read(lambda connection: connection.execute(_STATE, {"job_id": job_id}).scalar())
        return state == JobState.SCRAPING

    async def begin(self, ticket: Ticket, holder: str, plan: Planner, *, now: datetime) -> Turn | None:
        """Take over the lane; None when the ticket is void, the job is final, or nothing is left for the lane."""

        def transact(connection: Connection) -> Turn | None:
            work = self._work(connection, ticket, now)
            if work is None or not _is_current(work, ticket):
                return None
            return self._begin_turn(work, holder, plan)

        return await self._database.write(transact, patience=_PATIENCE)

    def _begin_turn(self, work: _Work, holder: str, plan: Planner) -> Turn | None:
        if work.lane.holder not in {None, holder}:
            self._queue.count_try(work.connection, work.tally, work.lane)
        work.lane.holder = holder
        gave = self._go_on(work, plan)
        held = () if gave.over else self._queue.held(work.connection, work.tally, work.lane)
        self._save(work)
        return None if gave.over else Turn(job_by_number(work.connection, work.tally.number), held)

    async def commit(
        self,
        ticket: Ticket,
        holder: str,
        chunk: Chunk,
        plan: Planner,
        *,
        now: datetime,
        hand_on: bool = False,
        pause: timedelta = timedelta(0),
    ) -> Next:
        commit_id = new_id()
        rows = await asyncio.to_thread(rows_of, chunk) if chunk.done or chunk.failed else ScrapeRows()

        def transact(connection: Connection) -> Next:
            work = self._work(connection, ticket, now)
            if work is None:
                return _NOT_TAKEN
            if work.lane.commit_id == commit_id:
                # It was committed before, and the connection lost before the reply.
                return self._repeat_entries(work)
            if not _is_current(work, ticket) or work.lane.holder != holder:
                return _NOT_TAKEN
            self._record(work, chunk, rows)
            gave = self._go_on(work, plan, pause if hand_on else None)
            work.lane.commit_id = commit_id
            work.lane.gave = _json.encode(_CommitResult(gave.over, [entry.position for entry in gave.entries])).decode()
            self._save(work)
            return gave

        return await self._database.write(transact, patience=_PATIENCE)

    def _work(self, connection: Connection, ticket: Ticket, now: datetime) -> _Work | None:
        tally = locked(connection, ticket.job_id)
        lane = None if tally is None else self._lanes.lane(connection, tally, ticket.lane)
        if tally is not None:
            hold(connection, tally)
        return None if tally is None or lane is None else _Work(connection, tally, lane, now)

    def _repeat_entries(self, work: _Work) -> Next:
        previous = _given.decode(work.lane.gave or b"{}")
        entries = self._queue.held_of(work.connection, work.tally, work.lane, previous.positions)
        return Next(entries, over=previous.over)

    def _record(self, work: _Work, chunk: Chunk, rows: ScrapeRows) -> None:
        connection, tally, lane, now = work.connection, work.tally, work.lane, work.now
        lane.chunks += 1
        tally.home = chunk.home or tally.home
        settled = self._settlement.settle(connection, tally, lane, chunk, now=now)
        self._records.write(connection, tally, settled, rows, now=now)
        answers.forget(connection, tally, chunk)
        added = self._discovery.add(connection, tally, chunk.discovered, now=now)
        self._depths.settle(connection, tally, chunk, settled.kept, settled.nearer)
        add_warnings(connection, tally, [*chunk.warnings, *([added.warning] if added.warning else [])])
        walls = add_walls(connection, tally.number, chunk.walls, chunk.profile)
        self._events.write(connection, tally, [*_page_events(settled), *map(_tell_wall, walls)], now=now)
        if JobKind(tally.kind).finds_pages:
            _learn_price(tally, settled)
        work.purse = self._records.charge(connection, tally, lane, settled, now=now)

    def _go_on(self, work: _Work, plan: Planner, pause: timedelta | None = None) -> Next:
        """Do what follows from the counts; with *pause* the turn is handed on."""
        next_ready = self._queue.wake(work.connection, work.tally, now=work.now)
        work.room = room_of(work.connection, work.tally, now=work.now)
        counts = _counts(work, next_ready)
        decided = plan(counts)
        if decided.finish:
            self._finish(work, decided)
            return Next(over=True)
        self._lanes.open(work.connection, work.tally, decided.new_lanes, now=work.now)
        if pause is None:
            entries = self._queue.take(work.connection, work.tally, work.lane, decided, most=counts.takeable)
            if work.lane.held:
                work.lane.active_at = millis(work.now)
                return Next(entries)
        self._leave(work, next_ready, pause)
        return Next(over=True)

    def _finish(self, work: _Work, plan: Plan) -> None:
        if plan.leftover is Reason.CREDITS:
            add_warnings(work.connection, work.tally, [_OUT_OF_CREDITS])
        state = JobState.COMPLETED if plan.failure is None else JobState.FAILED
        end(work.connection, work.tally, state, plan.leftover, now=work.now, error=plan.failure)
        work.lane.active_at = None
        work.lane.held = 0
        ended = NewEvent(COMPLETED) if plan.failure is None else NewEvent(FAILED, success=False, error=plan.failure)
        self._events.write(work.connection, work.tally, [ended], now=work.now)

    def _leave(self, work: _Work, next_ready: datetime | None, pause: timedelta | None) -> None:
        """End the turn: hand the lane on, or close it when others go on without it."""
        work.lane.holder = None
        has_work = pause is not None and (work.lane.held or work.tally.ready)
        if not has_work and work.tally.lanes > 1:
            self._lanes.close(work.tally, work.lane)
            return
        wait = timedelta(0) if has_work else _until(next_ready, work)
        self._lanes.hand_on(
            work.connection, work.tally, work.lane, now=work.now, after=max(pause or timedelta(0), wait)
        )

    def _save(self, work: _Work) -> None:
        self._lanes.save(work.connection, work.tally, work.lane)
        save(work.connection, work.tally, work.purse, now=work.now)


def _learn_price(tally: Tally, settled: Settled) -> None:
    """Set aside for each further page what the dearest one cost: what a model takes is known only afterwards."""
    if tally.page_price:
        tally.page_price = max(tally.page_price, *(page.record.credits for page in settled.kept), 0)


def _is_current(work: _Work, ticket: Ticket) -> bool:
    return work.tally.running and work.lane.active_at is not None and work.lane.turn == ticket.turn


def _counts(work: _Work, next_ready: datetime | None) -> Counts:
    tally = work.tally
    payable, spent = _credits(work)
    return Counts(
        done=tally.done,
        failed=tally.failed,
        in_flight=tally.in_flight,
        queued=tally.queued,
        sitemaps=tally.sitemaps,
        ready=tally.ready,
        held=work.lane.held,
        lanes=tally.lanes,
        next_ready=next_ready,
        payable=payable,
        spent=spent,
        room=None if work.room is None else work.room.pages,
    )


def _credits(work: _Work) -> tuple[int | None, bool]:
    """Return the number of further pages that can be paid, and whether no more will ever be (as `Counts` has them)."""
    tally = work.tally
    if not tally.page_price:
        return None, False
    if work.purse is None:
        work.purse = purse_of(work.connection, tally, now=work.now)
    # Credits of settled pages are given back with this transaction.
    return work.purse.payable(tally.page_price, given_back=-tally.to_reserve), work.purse.is_spent(tally.page_price)


def _until(next_ready: datetime | None, work: _Work) -> timedelta:
    """Return the time for which the last lane sleeps when it has nothing to do."""
    if next_ready is None or work.tally.ready:
        return _LAST_LANE_LOOKS if work.room is None else work.room.look_again
    return max(next_ready - work.now, timedelta(0))


def _tell_wall(wall: Wall) -> NewEvent:
    where = {"host": wall.host, "url": without_credentials(wall.url), "verdict": wall.verdict}
    return NewEvent(PAUSED, extra={"walls": [where]})


def _page_events(settled: Settled) -> list[NewEvent]:
    return [
        *(NewEvent(PAGE, scrape_id=page.record.scrape_id) for page in settled.kept),
        *(
            NewEvent(
                PAGE,
                success=False,
                error=page.message,
                scrape_id=page.record.scrape_id if page.record else None,
                extra={"url": without_credentials(page.entry.url), "code": page.code},
            )
            for page in settled.failed
        ),
    ]
