"""Settling of entries that a lane had taken. Called with the job locked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any

from sqlalchemy import BigInteger, Connection, Integer, SmallInteger, Text, func, select

from gossamer.core.crawls import Entry, EntryKind, Reason
from gossamer.ports.frontier import Chunk, EntryReturned, PageDone, PageFailed
from gossamer.store.jobs.arrays import Arrays, pack_values, storable
from gossamer.store.jobs.duplicates import KnownEntry, Verdicts, judge_duplicates
from gossamer.store.jobs.job_queries import AnyRow
from gossamer.store.jobs.lanes import Lane
from gossamer.store.jobs.owners import Owner, Owners
from gossamer.store.jobs.states import KINDS, State
from gossamer.store.jobs.tally import Tally
from gossamer.store.row_encoding import millis
from gossamer.store.schema import frontier

_QUEUED = {State.QUEUED, State.WAITING}


@dataclass(frozen=True, slots=True)
class Settled:
    """The counts of a chunk: pages of the job, and failed pages.

    *nearer* has the depths, by position, of pages that are nearer to the start than the lane knew.
    """

    kept: tuple[PageDone, ...] = ()
    failed: tuple[PageFailed, ...] = ()
    nearer: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _NewState:
    """The new state of an entry; with *ready_at* it is queued again."""

    position: int
    kind: EntryKind
    state: State
    code: str | None = None
    reason: str | None = None
    scrape_id: str | None = None
    ready_at: int | None = None
    tried: bool = False
    rank: int | None = None


class Settlement:
    """Settles chunks, in one database."""

    def __init__(self, arrays: Arrays, owners: Owners) -> None:
        self._owners = owners
        entry = frontier.c
        columns = (entry.position, entry.state, entry.lane, entry.kind, entry.fingerprint, entry.rank, entry.depth)
        self._rows = select(arrays.pick(entry.position, "positions", *columns))
        outcomes = arrays.rows(
            "outcomes",
            position=Integer(),
            state=SmallInteger(),
            rank=Integer(),
            tries=Integer(),
            ready_at=BigInteger(),
            code=Text(),
            reason=Text(),
            scrape_id=Text(),
            at=BigInteger(),
            visits=Text(),
        )
        self._write = arrays.change(frontier, outcomes, _set_outcome)

    def settle(self, connection: Connection, tally: Tally, lane: Lane, chunk: Chunk, *, now: datetime) -> Settled:
        """Write what became of the chunk's entries, those alone that the lane has taken, each once."""
        positions = {entry.position for entry in _entries(chunk)}
        if not positions:
            return Settled()
        prints = {fingerprint for page in chunk.done for fingerprint in (page.entry.fingerprint, *page.aliases)}
        owners = self._owners.of(connection, tally, prints) if prints else {}
        rows = self._find_rows(connection, tally, positions | {owner.position for owner in owners.values()})
        mine = _once(chunk, {at for at, row in rows.items() if row.state == State.TAKEN and row.lane == lane.lane})
        verdicts = _verdicts(mine.done, owners, rows)
        outcomes = list(_outcomes(mine, verdicts, now))
        superseded = [rows[position] for position in verdicts.superseded]
        for outcome in outcomes:
            _count_settled(tally, lane, outcome, now)
        for row in superseded:
            _count_superseded(tally, row)
        outcomes += (_duplicate(row.position) for row in superseded)
        visits = {item.entry.position: item.visit for item in _visited(mine)}
        if outcomes:
            written = [_row(outcome, rows[outcome.position].rank, now, visits) for outcome in outcomes]
            connection.execute(self._write, {"of": tally.number, "outcomes": pack_values(written)})
        self._owners.give(connection, tally, {fingerprint: Owner(to) for fingerprint, to in verdicts.owners.items()})
        return Settled(verdicts.kept, tuple(mine.failed), _nearer(mine.done, owners, verdicts, rows))

    def _find_rows(self, connection: Connection, tally: Tally, positions: set[int]) -> dict[int, AnyRow]:
        parameters = {"of": tally.number, "positions": pack_values(list(positions))}
        return {row.position: row for row in connection.execute(self._rows, parameters).all()}


def _set_outcome(new: Any) -> dict[str, Any]:
    names = ("state", "rank", "ready_at", "code", "reason", "scrape_id", "at")
    # Each attempt adds its line.
    lines = func.nullif(func.coalesce(frontier.c.visits, "").concat(func.coalesce(new.visits, "")), "")
    return {name: new[name] for name in names} | {
        "lane": None,
        "tries": frontier.c.tries + new.tries,
        "visits": lines,
    }


def _nearer(
    done: Sequence[PageDone], owners: Mapping[int, Owner], verdicts: Verdicts, rows: Mapping[int, AnyRow]
) -> dict[int, int]:
    """Return the depths of pages that are less than the pages had when they were taken.

    They fell meanwhile, or another entry that is the same page is nearer to the start.
    """
    was = {page.entry.position: page.entry.depth for page in done}
    depths: dict[int, int] = {}
    for page in done:
        position = page.entry.position
        for fingerprint in (page.entry.fingerprint, *page.aliases):
            before = owners.get(fingerprint)
            same = {position} if before is None or before.position not in rows else {position, before.position}
            # Of entries for one page, that which has it now gets the least depth of all.
            has = verdicts.owners.get(fingerprint) or (before.position if before is not None else position)
            if has in rows and rows[has].state != State.REFUSED:
                # A refused address is no way to the page under another address.
                least = min(rows[at].depth for at in {*same, has} if rows[at].state != State.REFUSED)
                depths[has] = min(least, depths.get(has, least))
    return {at: depth for at, depth in depths.items() if depth < was.get(at, rows[at].depth)}


def _row(outcome: _NewState, rank: int, now: datetime, visits: Mapping[int, str | None]) -> tuple[Any, ...]:
    return (
        outcome.position,
        outcome.state,
        rank if outcome.rank is None else outcome.rank,
        int(outcome.tried),
        outcome.ready_at,
        outcome.code,
        storable(outcome.reason),
        outcome.scrape_id,
        None if outcome.state in _QUEUED else millis(now),
        visits.get(outcome.position),
    )


def _entries(chunk: Chunk) -> Iterator[Entry]:
    return (item.entry for item in chain[Any](_visited(chunk), chunk.sitemaps))


def _visited(chunk: Chunk) -> Iterator[Any]:
    return chain(chunk.done, chunk.failed, chunk.refused, chunk.returned)


def _once(chunk: Chunk, held: set[int]) -> Chunk:
    """Return *chunk* with only the entries at *held*, the first of each."""
    remaining = set(held)

    def is_first(item: Any) -> bool:
        position = item.entry.position
        if position not in remaining:
            return False
        remaining.remove(position)
        return True

    return Chunk(
        done=[item for item in chunk.done if is_first(item)],
        failed=[item for item in chunk.failed if is_first(item)],
        refused=[item for item in chunk.refused if is_first(item)],
        returned=[item for item in chunk.returned if is_first(item)],
        sitemaps=[item for item in chunk.sitemaps if is_first(item)],
    )


def _verdicts(done: Sequence[PageDone], owners: Mapping[int, Owner], rows: Mapping[int, AnyRow]) -> Verdicts:
    pages = {
        position: KnownEntry(State(row.state), row.fingerprint)
        for position, row in rows.items()
        if KINDS[row.kind] is EntryKind.PAGE
    }
    return judge_duplicates(
        done, {fingerprint: owner.position for fingerprint, owner in owners.items() if owner.position in pages}, pages
    )


def _outcomes(chunk: Chunk, verdicts: Verdicts, now: datetime) -> Iterator[_NewState]:
    for page in verdicts.kept:
        yield _NewState(page.entry.position, page.entry.kind, State.DONE, scrape_id=page.record.scrape_id)
    for position in verdicts.duplicates:
        yield _duplicate(position)
    for failure in chunk.failed:
        scrape_id = failure.record.scrape_id if failure.record else None
        entry = failure.entry
        yield _NewState(entry.position, entry.kind, State.FAILED, failure.code, failure.message, scrape_id)
    for refused in chunk.refused:
        refusal = refused.refusal
        yield _NewState(refused.entry.position, refused.entry.kind, State.REFUSED, refusal.reason.value, refusal.detail)
    for returned in chunk.returned:
        yield _again(returned, now)
    for sitemap in chunk.sitemaps:
        yield _NewState(sitemap.entry.position, sitemap.entry.kind, State.DONE, reason=sitemap.problem)


def _duplicate(position: int) -> _NewState:
    return _NewState(position, EntryKind.PAGE, State.REFUSED, Reason.DUPLICATE.value)


def _again(returned: EntryReturned, now: datetime) -> _NewState:
    return _NewState(
        returned.entry.position,
        returned.entry.kind,
        State.WAITING if returned.ready_at > now else State.QUEUED,
        ready_at=millis(returned.ready_at),
        tried=returned.tried,
        rank=returned.rank,
    )


def _count_settled(tally: Tally, lane: Lane, outcome: _NewState, now: datetime) -> None:
    lane.held -= 1
    if outcome.state is State.WAITING and outcome.ready_at is not None:
        tally.delays += 1
        tally.delayed_ms += outcome.ready_at - millis(now)
    tally.ready += outcome.state is State.QUEUED
    tally.waiting += outcome.state is State.WAITING
    if outcome.kind is not EntryKind.PAGE:
        tally.sitemaps -= outcome.state not in _QUEUED
        return
    tally.in_flight -= 1
    tally.queued += outcome.state in _QUEUED
    tally.done += outcome.state is State.DONE
    tally.failed += outcome.state is State.FAILED
    tally.refused += outcome.state is State.REFUSED


def _count_superseded(tally: Tally, row: AnyRow) -> None:
    tally.refused += 1
    tally.queued -= 1
    tally.ready -= row.state == State.QUEUED
    tally.waiting -= row.state == State.WAITING
