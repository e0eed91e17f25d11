"""Checks in SQL: claimed by the clock, worked on by turns, ended and forgotten."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from gossamer.core.monitoring import (
    Baseline,
    Check,
    CheckPage,
    CheckState,
    MonitorTicket,
    PageStatus,
    TargetResult,
)
from gossamer.ports.monitors import CheckEnd, CheckWork, Decide, MonitorDispatch, PageOutcome
from gossamer.store.database import Database
from gossamer.store.monitors import outbox, pictures
from gossamer.store.monitors.rows import (
    AnyRow,
    baseline_of,
    baseline_values,
    check_of,
    check_values,
    monitor_of,
    page_key,
    page_of,
    page_values,
    statuses_of,
    text_of,
)
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import monitor_baselines, monitor_checks, monitor_pages, monitor_pictures, monitors

CHECK = "check"
# Work that was done is recorded, even when the database needs a while.
_PATIENCE = timedelta(minutes=2)
_KEYS_AT_ONCE = 500
_DUE = (
    select(monitors)
    .where(monitors.c.due_at <= bindparam("now"))
    .order_by(monitors.c.due_at)
    .limit(bindparam("wanted"))
    .with_for_update(skip_locked=True)
)
_LOCKED = select(monitor_checks).where(monitor_checks.c.id == bindparam("of")).with_for_update()
_SAVE = update(monitor_checks).where(monitor_checks.c.id == bindparam("of"))
_SAVE_MONITOR = update(monitors).where(monitors.c.id == bindparam("of"))
_DONE = select(monitor_pages.c.target_id, monitor_pages.c.url).where(monitor_pages.c.check_id == bindparam("of"))
_STATUSES = select(monitor_pages.c.target_id, monitor_pages.c.status).where(monitor_pages.c.check_id == bindparam("of"))
_KNOWN = select(monitor_pages.c.position).where(
    monitor_pages.c.check_id == bindparam("of"), monitor_pages.c.page_key == bindparam("key")
)
_FIRST_DUE = select(monitors.c.due_at).where(monitors.c.due_at.is_not(None)).order_by(monitors.c.due_at).limit(1)
_QUIET_CHECKS = (
    select(monitor_checks.c.id, monitor_checks.c.team_id, monitor_checks.c.turn)
    .where(monitor_checks.c.active_at <= bindparam("since"))
    .order_by(monitor_checks.c.active_at)
    .limit(bindparam("wanted"))
)
_QUIET_MESSAGES = (
    select(monitors.c.id, monitors.c.team_id, monitors.c.turn)
    .where(monitors.c.active_at <= bindparam("since"))
    .order_by(monitors.c.active_at)
    .limit(bindparam("wanted"))
)
_OVER = (
    select(monitor_checks.c.id)
    .where(monitor_checks.c.expires_at <= bindparam("now"), monitor_checks.c.active_at.is_(None))
    .order_by(monitor_checks.c.expires_at)
    .limit(bindparam("wanted"))
)


def insert_check(connection: Connection, dispatch: MonitorDispatch, check: Check, keep: timedelta) -> None:
    """Record *check* for as long as *keep*; one that is queued gets its first turn."""
    queued = check.state is CheckState.QUEUED
    row = {
        **check_values(check),
        "turn": 1,
        "pages": 0,
        "active_at": millis(check.created_at) if queued else None,
        "expires_at": millis(check.created_at + keep),
    }
    connection.execute(insert(monitor_checks), row)
    if queued:
        dispatch.monitor(connection, MonitorTicket(CHECK, check.check_id, check.team_id, 1))


class CheckStore:
    """Checks as the turns that run them see them.

    A check that was recorded as queued is durable with the turn that runs it. A page of a check is recorded once,
    with its baseline and its messages, in one transaction: a turn that runs again changes nothing and sends nothing
    twice. A ticket whose turn is over is void: what it records is dropped.
    """

    def __init__(self, database: Database, dispatch: MonitorDispatch) -> None:
        self._database = database
        self._dispatch = dispatch
        self._keep_baseline = self._upsert()

    def _upsert(self) -> Any:
        statement = self._database.insert(monitor_baselines)
        return statement.on_conflict_do_update(
            index_elements=["monitor_id", "target_id", "page_key"], set_={"body": statement.excluded.body}
        )

    async def next_due(self) -> datetime | None:
        """Return when the next monitor is due; None when none is active."""
        due = await self._database.read(lambda connection: connection.execute(_FIRST_DUE).scalar())
        return None if due is None else moment(due)

    async def claim(self, decide: Decide, *, now: datetime, limit: int) -> int:
        """Record the checks of up to *limit* monitors that are due, and return how many there were.

        A monitor whose check still runs gets one that is SKIPPED_OVERLAP. No monitor is claimed twice for one time.
        """
        await self._dispatch.ready()

        def transact(connection: Connection) -> int:
            rows = connection.execute(_DUE, {"now": millis(now), "wanted": limit}).all()
            for row in rows:
                self._claim(connection, row, decide)
            return len(rows)

        return await self._database.write(transact, patience=_PATIENCE)

    def _claim(self, connection: Connection, row: AnyRow, decide: Decide) -> None:
        monitor = monitor_of(row)
        claim = decide(monitor)
        free = row.current_check_id is None
        check = claim.check if free else _skip_check(claim.check, CheckState.SKIPPED_OVERLAP)
        insert_check(connection, self._dispatch, check, monitor.spec.retention)
        values = {"of": row.id, "next_run_at": millis(claim.next_run_at), "due_at": millis(claim.due_at)}
        if free:
            values["current_check_id"] = check.check_id
        connection.execute(_SAVE_MONITOR, values)

    async def begin(self, ticket: MonitorTicket, *, now: datetime) -> CheckWork | None:
        """Return the work of the ticket's check, and set it running; None when the ticket is void."""

        def transact(connection: Connection) -> CheckWork | None:
            row = _current(connection, ticket)
            if row is None:
                return None
            owner = outbox.locked_monitor(connection, row.monitor_id)
            if owner is None:
                return None
            check = check_of(row)
            started = check.started_at or now
            connection.execute(
                _SAVE,
                {
                    "of": row.id,
                    "state": CheckState.RUNNING.value,
                    "started_at": millis(started),
                    "active_at": millis(now),
                    "updated_at": millis(now),
                },
            )
            done = frozenset((page.target_id, page.url) for page in connection.execute(_DONE, {"of": row.id}))
            running = replace(check, state=CheckState.RUNNING, started_at=started, updated_at=now)
            return CheckWork(monitor_of(owner), running, done, row.reservation)

        return await self._database.write(transact, patience=_PATIENCE)

    async def baselines(self, monitor_id: str, target_id: str, urls: Sequence[str] | None) -> Mapping[str, Baseline]:
        """Return the baselines of a target by URL; of all its URLs when *urls* is None."""
        columns = monitor_baselines.c
        query = select(columns.url, columns.body).where(
            columns.monitor_id == monitor_id, columns.target_id == target_id
        )
        keys = None if urls is None else [page_key(target_id, url) for url in urls]

        def found(connection: Connection) -> dict[str, Baseline]:
            if keys is None:
                return {row.url: baseline_of(row.body) for row in connection.execute(query)}
            slices = (keys[start : start + _KEYS_AT_ONCE] for start in range(0, len(keys), _KEYS_AT_ONCE))
            return {
                row.url: baseline_of(row.body)
                for part in slices
                for row in connection.execute(query.where(columns.page_key.in_(part)))
            }

        return await self._database.read(found, patience=_PATIENCE)

    async def reserved(self, ticket: MonitorTicket, reservation: str | None, amount: int, *, now: datetime) -> None:
        """Record what was set aside for a check."""
        values = {"reservation": reservation, "reserved": amount, "billing": "reserved"}
        await self._save(ticket, values, now=now)

    async def progress(self, ticket: MonitorTicket, results: Sequence[TargetResult], *, now: datetime) -> bool:
        """Record how far a check is with its targets; False when the ticket is void."""
        return await self._save(ticket, {"results": text_of(tuple(results))}, now=now)

    async def _save(self, ticket: MonitorTicket, values: Mapping[str, Any], *, now: datetime) -> bool:
        def transact(connection: Connection) -> bool:
            row = _current(connection, ticket)
            if row is None:
                return False
            connection.execute(_SAVE, {"of": row.id, "active_at": millis(now), "updated_at": millis(now), **values})
            return True

        return await self._database.write(transact, patience=_PATIENCE)

    async def record(self, ticket: MonitorTicket, outcome: PageOutcome, *, now: datetime) -> bool:
        """Record a page of a check once; False when the ticket is void or the page is there already."""
        key = page_key(outcome.page.target_id, outcome.page.url)

        def transact(connection: Connection) -> bool:
            row = _current(connection, ticket)
            if row is None or connection.execute(_KNOWN, {"of": row.id, "key": key}).first() is not None:
                return False
            self._record(connection, row, outcome, now)
            return True

        return await self._database.write(transact, patience=_PATIENCE)

    def _record(self, connection: Connection, row: AnyRow, outcome: PageOutcome, now: datetime) -> None:
        position = row.pages + 1
        connection.execute(insert(monitor_pages), page_values(outcome.page, row, position))
        if outcome.baseline is not None:
            connection.execute(self._keep_baseline, baseline_values(outcome.baseline, row.monitor_id))
        key = page_key(outcome.page.target_id, outcome.page.url)
        for picture in outcome.pictures:
            pictures.keep(connection, picture, monitor_id=row.monitor_id, page_key=key, check_id=row.id)
        values = {
            "of": row.id,
            "pages": position,
            "active_at": millis(now),
            "actual": (row.actual or 0) + outcome.credits,
        }
        connection.execute(_SAVE, values)
        if outcome.messages and (owner := outbox.locked_monitor(connection, row.monitor_id)) is not None:
            outbox.write(connection, self._dispatch, owner, outcome.messages, now=now)

    async def statuses(self, check_id: str) -> Mapping[str, Sequence[PageStatus]]:
        """Return the statuses of the pages of a check by target."""
        return await self._database.read(
            lambda connection: statuses_of(connection.execute(_STATUSES, {"of": check_id})), patience=_PATIENCE
        )

    async def alerts(self, check_id: str, *, limit: int) -> Sequence[CheckPage]:
        """Return the alerts of a check, in order."""
        columns = monitor_pages.c
        query = (
            select(columns.position, columns.body)
            .where(columns.check_id == check_id, columns.alert)
            .order_by(columns.position)
            .limit(limit)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all(), patience=_PATIENCE)
        return [page_of(row) for row in rows]

    async def end(self, ticket: MonitorTicket, end: CheckEnd, *, now: datetime) -> None:
        """End a check; nothing when the ticket is void."""

        def transact(connection: Connection) -> None:
            row = _current(connection, ticket)
            if row is None:
                return
            values = check_values(end.check)
            connection.execute(_SAVE, {"of": values.pop("id"), **values, "active_at": None, "updated_at": millis(now)})
            owner = outbox.locked_monitor(connection, row.monitor_id)
            if owner is None:
                return
            changes: dict[str, Any] = {"of": owner.id, "current_check_id": None}
            if end.check.state is not CheckState.SKIPPED_NO_CREDITS:
                changes |= {"last_run_at": millis(now), "last_summary": text_of(end.check.summary)}
            connection.execute(_SAVE_MONITOR, changes)
            outbox.write(connection, self._dispatch, owner, end.messages, now=now)

        await self._database.write(transact, patience=_PATIENCE)

    async def hand_on(self, ticket: MonitorTicket, *, now: datetime, after: timedelta) -> None:
        """Enqueue the next turn of a check; the ticket is void then."""
        await self._database.write(
            lambda connection: self._hand_on(connection, ticket, now=now, after=after), patience=_PATIENCE
        )

    def _hand_on(self, connection: Connection, ticket: MonitorTicket, *, now: datetime, after: timedelta) -> bool:
        row = _current(connection, ticket)
        if row is None:
            return False
        successor = replace(ticket, turn=ticket.turn + 1)
        connection.execute(_SAVE, {"of": row.id, "turn": successor.turn, "active_at": millis(now + after)})
        self._dispatch.monitor(connection, successor, after=after)
        return True

    async def stalled(self, *, quiet_since: datetime, limit: int) -> Sequence[MonitorTicket]:
        """Return current turns, of checks and of messages, in which nothing happened since then."""
        parameters = {"since": millis(quiet_since), "wanted": limit}

        def found(connection: Connection) -> Sequence[MonitorTicket]:
            checks = [MonitorTicket(CHECK, *row) for row in connection.execute(_QUIET_CHECKS, parameters)]
            sending = [MonitorTicket(outbox.MESSAGES, *row) for row in connection.execute(_QUIET_MESSAGES, parameters)]
            return [*checks, *sending]

        return await self._database.read(found)

    async def restart(self, ticket: MonitorTicket, *, now: datetime) -> bool:
        """Enqueue the next turn of a stalled one; False when it moved on meanwhile."""

        def transact(connection: Connection) -> bool:
            if ticket.kind == CHECK:
                return self._hand_on(connection, ticket, now=now, after=timedelta(0))
            row = outbox.locked_monitor(connection, ticket.subject)
            if row is None or row.turn != ticket.turn or row.active_at is None:
                return False
            outbox.hand_on(connection, self._dispatch, ticket, now=now, after=timedelta(0))
            return True

        return await self._database.write(transact)

    async def expire(self, *, now: datetime, limit: int) -> int:
        """Forget up to *limit* checks that are older than their monitor keeps them; return how many."""

        def transact(connection: Connection) -> int:
            ids = connection.execute(_OVER, {"now": millis(now), "wanted": limit}).scalars().all()
            if ids:
                connection.execute(delete(monitor_pages).where(monitor_pages.c.check_id.in_(ids)))
                connection.execute(delete(monitor_pictures).where(monitor_pictures.c.check_id.in_(ids)))
                connection.execute(delete(monitor_checks).where(monitor_checks.c.id.in_(ids)))
            return len(ids)

        return await self._database.write(transact)


def _current(connection: Connection, ticket: MonitorTicket) -> AnyRow | None:
    """Lock the check and return its row; None when the ticket is void."""
    row = connection.execute(_LOCKED, {"of": ticket.subject}).first()
    if row is None or row.turn != ticket.turn or CheckState(row.state).final:
        return None
    return row


def _skip_check(check: Check, state: CheckState) -> Check:
    return replace(check, state=state, finished_at=check.created_at)
