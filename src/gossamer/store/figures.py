"""Figures of the whole deployment, read from the database by a few small statements."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, func, literal, literal_column, select, text, union
from sqlalchemy.sql import ColumnElement

from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.jobs import JobKind, JobState
from gossamer.core.metrics import Series
from gossamer.core.metrics.catalogue import (
    DATABASE_SIZE,
    INDEX_QUEUE,
    JOBS,
    LEDGER_DRIFT,
    MONITOR_LATENESS,
    MONITORS,
    OLDEST_JOB,
    OUTBOX_EVENTS,
    OUTBOX_LAG,
    QUEUE,
    SESSIONS,
    SLOTS,
)
from gossamer.core.monitoring import CheckState
from gossamer.ports.clock import Clock
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import (
    browser_sessions,
    index_queue,
    jobs,
    ledger,
    monitor_checks,
    monitor_messages,
    monitors,
    places,
    teams,
    usage_days,
    webhook_deliveries,
    webhook_events,
)

_SECOND: Final = 1000.0
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
# As text, because a partial index is used only when the statement names its condition.
_RUNNING: Final = jobs.c.state == literal_column(f"'{JobState.SCRAPING.value}'")
_JOBS: Final = (
    select(
        jobs.c.kind,
        func.count(),
        func.sum(jobs.c.queued - jobs.c.waiting),
        func.sum(jobs.c.waiting),
        func.sum(jobs.c.in_flight),
        func.min(jobs.c.created_at),
    )
    .where(_RUNNING)
    .group_by(jobs.c.kind)
)
_ACTIVE: Final = browser_sessions.c.state == literal_column("'active'")
_SIZES: Final = {
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
    "postgresql": text("SELECT pg_database_size(current_database())"),
}


class SqlFigures:
    """Figures of queues, outboxes, monitors and the ledger."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def series(self) -> Sequence[Series]:
        """Return them as they are now. Raises DatabaseUnavailable."""
        now = millis(self._clock.now())
        return await self._database.read(lambda connection: _figures(connection, now))

    async def ledger_series(self) -> Sequence[Series]:
        """Return the difference between today's ledger and its sums, over all teams. Raises DatabaseUnavailable."""
        query = _drift(self._clock.now())
        drift = await self._database.read(lambda connection: connection.execute(query).scalar())
        return [Series(LEDGER_DRIFT, (), float(drift or 0))]


def _figures(connection: Connection, now: int) -> Sequence[Series]:
    return [
        *_jobs(connection, now),
        *_places(connection, now),
        Series(SESSIONS, (), _count(connection, browser_sessions, _ACTIVE)),
        Series(OUTBOX_EVENTS, ("jobs",), _count(connection, webhook_events)),
        Series(OUTBOX_LAG, ("jobs",), _late(connection, webhook_deliveries.c.active_at, now)),
        Series(OUTBOX_EVENTS, ("monitors",), _count(connection, monitor_messages)),
        Series(OUTBOX_LAG, ("monitors",), _late(connection, monitors.c.active_at, now)),
        *_monitors(connection),
        Series(MONITOR_LATENESS, (), _lateness(connection, now)),
        Series(INDEX_QUEUE, (), _count(connection, index_queue)),
        Series(DATABASE_SIZE, (), float(connection.execute(_SIZES[connection.dialect.name]).scalar() or 0)),
    ]


def _jobs(connection: Connection, now: int) -> Sequence[Series]:
    rows = {row[0]: row for row in connection.execute(_JOBS)}
    running = [Series(JOBS, (kind.value,), rows[kind.value][1] if kind.value in rows else 0) for kind in JobKind]
    states = {"queued": 2, "delayed": 3, "in_flight": 4}
    queue = [Series(QUEUE, (state,), float(sum(row[at] for row in rows.values()))) for state, at in states.items()]
    oldest = min((row[5] for row in rows.values()), default=now)
    return [*running, *queue, Series(OLDEST_JOB, (), max(0, now - oldest) / _SECOND)]


def _places(connection: Connection, now: int) -> Sequence[Series]:
    valid = places.c.expires_at > now
    return [
        Series(SLOTS, ("under_way",), _count(connection, places, valid & places.c.waits_for.is_(None))),
        Series(SLOTS, ("waiting",), _count(connection, places, valid & places.c.waits_for.is_not(None))),
    ]


def _monitors(connection: Connection) -> Sequence[Series]:
    rows = connection.execute(select(monitors.c.status, func.count()).group_by(monitors.c.status))
    return [Series(MONITORS, (status,), count) for status, count in rows]


def _lateness(connection: Connection, now: int) -> float:
    """Return for how many seconds the most overdue check has not begun, whether it is recorded yet or not."""
    waiting = monitor_checks.c.active_at.is_not(None) & (monitor_checks.c.state == CheckState.QUEUED.value)
    return max(
        _late(connection, monitors.c.due_at, now),
        _late(connection, monitor_checks.c.created_at, now, waiting),
    )


def _count(connection: Connection, table: Any, *where: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(table).where(*where)).scalar_one())


def _late(connection: Connection, due: Any, now: int, *where: ColumnElement[bool]) -> float:
    """Return for how many seconds the earliest moment in a column has passed; 0 when it lies ahead or is none."""
    earliest = connection.execute(select(func.min(due)).where(due.is_not(None), *where)).scalar()
    return 0.0 if earliest is None else max(0, now - earliest) / _SECOND


def _drift(now: datetime) -> Any:
    """Return the query that compares the entries of the day with their sums, team by team, in one snapshot."""
    day = (now - _EPOCH).days
    start = millis(_EPOCH + timedelta(days=day))
    each = union(select(teams.c.id), select(literal(OPEN_TEAM))).subquery()
    booked = (
        select(func.coalesce(func.sum(ledger.c.credits), 0))
        .where(ledger.c.team_id == each.c.id, ledger.c.charged_at >= start)
        .scalar_subquery()
    )
    summed = (
        select(func.coalesce(func.sum(usage_days.c.credits), 0))
        .where(usage_days.c.team_id == each.c.id, usage_days.c.day >= day)
        .scalar_subquery()
    )
    return select(func.sum(func.abs(booked - summed))).select_from(each)
