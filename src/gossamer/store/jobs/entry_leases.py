"""Entries that a lane takes and holds. Called with the job locked."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Integer, bindparam, func, select, update

from gossamer.core.crawls import Entry, EntryKind
from gossamer.core.jobs import JobKind
from gossamer.core.urls import WebUrl
from gossamer.ports.frontier import Plan
from gossamer.store.jobs.arrays import Arrays, pack_values
from gossamer.store.jobs.job_queries import AnyRow
from gossamer.store.jobs.lanes import Lane
from gossamer.store.jobs.states import KINDS, State, in_state
from gossamer.store.jobs.tally import Tally
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import frontier

# Bounds the time of one commit when a host with very many waiting entries may be asked again.
_WOKEN_AT_ONCE = 1000

_OF_JOB = frontier.c.job == bindparam("of")
_ENTRY = (
    frontier.c.position,
    frontier.c.url,
    frontier.c.fingerprint,
    frontier.c.depth,
    frontier.c.kind,
    frontier.c.tries,
    frontier.c.rank,
    frontier.c.written,
)
_ENTRIES = select(*_ENTRY).where(_OF_JOB)
_QUEUED = (
    _ENTRIES.where(frontier.c.kind == bindparam("wanted_kind"), in_state(State.QUEUED))
    .order_by(frontier.c.rank, frontier.c.position)
    .limit(bindparam("wanted"))
)
_HELD_BY = (in_state(State.TAKEN), frontier.c.lane == bindparam("by"))
_HELD = _ENTRIES.where(*_HELD_BY).order_by(frontier.c.rank, frontier.c.position)
_TRIED = update(frontier).where(_OF_JOB, *_HELD_BY).values(tries=frontier.c.tries + 1)
_DUE = (
    select(frontier.c.position)
    .where(_OF_JOB, in_state(State.WAITING), frontier.c.ready_at <= bindparam("now"))
    .order_by(frontier.c.ready_at)
    .limit(_WOKEN_AT_ONCE)
)
_WAKE = update(frontier).where(_OF_JOB, frontier.c.position.in_(_DUE)).values(state=int(State.QUEUED))
_NEXT_READY = select(func.min(frontier.c.ready_at)).where(_OF_JOB, in_state(State.WAITING))


class LeaseStatements:
    """Statements for queued and leased entries, for one dialect."""

    def __init__(self, arrays: Arrays) -> None:
        taken = {"state": int(State.TAKEN), "lane": bindparam("by", type_=Integer)}
        self._take = arrays.change(frontier, arrays.rows("taken", position=Integer()), lambda _: taken)
        entries = arrays.pick(frontier.c.position, "positions", *_ENTRY, frontier.c.state, frontier.c.lane)
        self._held_of = (
            select(entries)
            .where(entries.c.state == int(State.TAKEN), entries.c.lane == bindparam("by"))
            .order_by(entries.c.rank, entries.c.position)
        )

    def held(self, connection: Connection, tally: Tally, lane: Lane) -> tuple[Entry, ...]:
        """Return all entries the lane has taken."""
        return _entries(connection.execute(_HELD, {"of": tally.number, "by": lane.lane}).all())

    def held_of(self, connection: Connection, tally: Tally, lane: Lane, positions: Sequence[int]) -> tuple[Entry, ...]:
        """Return those at *positions* that the lane has taken."""
        parameters = {"of": tally.number, "by": lane.lane, "positions": pack_values(positions)}
        return _entries(connection.execute(self._held_of, parameters).all())

    def count_try(self, connection: Connection, tally: Tally, lane: Lane) -> None:
        """Count the attempt of who held them before: an entry that kills its worker must not do so for ever."""
        connection.execute(_TRIED, {"of": tally.number, "by": lane.lane})

    def wake(self, connection: Connection, tally: Tally, *, now: datetime) -> datetime | None:
        """Queue entries whose time has come, and return when the next one's will."""
        if not tally.waiting:
            return None
        woken = connection.execute(_WAKE, {"of": tally.number, "now": millis(now)}).rowcount
        tally.waiting -= woken
        tally.ready += woken
        ready_at = connection.execute(_NEXT_READY, {"of": tally.number}).scalar() if tally.waiting else None
        return None if ready_at is None else moment(ready_at)

    def take(
        self, connection: Connection, tally: Tally, lane: Lane, plan: Plan, *, most: int | None
    ) -> tuple[Entry, ...]:
        """Take what *plan* says for the lane; never more pages than the job may have, nor than *most*."""
        pages = min(plan.take, plan.take_pages, tally.page_limit - tally.done - tally.in_flight)
        pages = pages if most is None else min(pages, most)
        queued = self._find_queued(connection, tally, EntryKind.PAGE, pages if tally.queued else 0)
        leads = EntryKind.SOURCE if JobKind(tally.kind).finds_pages else EntryKind.SITEMAP
        queued += self._find_queued(connection, tally, leads, plan.take if tally.sitemaps else 0)
        rows = sorted(queued, key=lambda row: (row.rank, row.position))[: max(plan.take, 0)]
        if rows:
            taken = {"of": tally.number, "by": lane.lane, "taken": pack_values([(row.position,) for row in rows])}
            connection.execute(self._take, taken)
        entries = _entries(rows)
        new_pages = sum(entry.kind is EntryKind.PAGE for entry in entries)
        tally.queued -= new_pages
        tally.in_flight += new_pages
        tally.ready -= len(entries)
        lane.held += len(entries)
        return entries

    def _find_queued(self, connection: Connection, tally: Tally, kind: EntryKind, most: int) -> list[AnyRow]:
        if most <= 0:
            return []
        parameters = {"of": tally.number, "wanted_kind": KINDS.index(kind), "wanted": most}
        return list(connection.execute(_QUEUED, parameters).all())


def _entries(rows: Sequence[AnyRow]) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            row.position,
            WebUrl(row.url),
            row.fingerprint,
            row.depth,
            KINDS[row.kind],
            row.tries,
            row.written or "",
            row.rank,
        )
        for row in rows
    )
