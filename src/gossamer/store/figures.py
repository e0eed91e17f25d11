"""Figures of the whole deployment, read from the database by a few small statements."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, func, literal, literal_column, select, text, union
from sqlalchemy.sql import ColumnElement

from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.jobs import JobKind, JobState
from gossamer.core.metrics import Series, catalogue
from gossamer.core.monitoring import CheckState
from gossamer.ports.clock import Clock
from gossamer.store import schema
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis

_SECOND: Final = 1000.0
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
# As text, because a partial index is used only when the statement names its condition.
_RUNNING: Final = schema.jobs.c.state == literal_column(f"'{JobState.SCRAPING.value}'")
_JOBS: Final = (
    select(
        schema.jobs.c.kind,
        func.count(),
        func.sum(schema.jobs.c.queued - schema.jobs.c.waiting),
        func.sum(schema.jobs.c.waiting),
        func.sum(schema.jobs.c.in_flight),
        func.min(schema.jobs.c.created_at),
    )
    .where(_RUNNING)
    .group_by(schema.jobs.c.kind)
)
_ACTIVE: Final = schema.browser_sessions.c.state == literal_column("'active'")
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
        return [Series(catalogue.LEDGER_DRIFT, (), float(drift or 0))]


def _figures(connection: Connection, now: int) -> Sequence[Series]:
    return [
        *_jobs(connection, now),
        *_places(connection, now),
        Series(catalogue.SESSIONS, (), _count(connection, schema.browser_sessions, _ACTIVE)),
        Series(catalogue.OUTBOX_EVENTS, ("jobs",), _count(connection, schema.webhook_events)),
        Series(catalogue.OUTBOX_LAG, ("jobs",), _late(connection, schema.webhook_deliveries.c.active_at, now)),
        Series(catalogue.OUTBOX_EVENTS, ("monitors",), _count(connection, schema.monitor_messages)),
        Series(catalogue.OUTBOX_LAG, ("monitors",), _late(connection, schema.monitors.c.active_at, now)),
        *_monitors(connection),
        Series(catalogue.MONITOR_LATENESS, (), _lateness(connection, now)),
        Series(catalogue.INDEX_QUEUE, (), _count(connection, schema.index_queue)),
        Series(catalogue.DATABASE_SIZE, (), float(connection.execute(_SIZES[connection.dialect.name]).scalar() or 0)),
    ]


def _jobs(connection: Connection, now: int) -> Sequence[Series]:
    rows = {row[0]: row for row in connection.execute(_JOBS)}
    running = [
        Series(catalogue.JOBS, (kind.value,), rows[kind.value][1] if kind.value in rows else 0) for kind in JobKind
    ]
    states = {"queued": 2, "delayed": 3, "in_flight": 4}
    queue = [
        Series(catalogue.QUEUE, (state,), float(sum(row[at] for row in rows.values()))) for state, at in states.items()
    ]
    oldest = min((row[5] for row in rows.values()), default=now)
    return [*running, *queue, Series(catalogue.OLDEST_JOB, (), max(0, now - oldest) / _SECOND)]


def _places(connection: Connection, now: int) -> Sequence[Series]:
    valid = schema.places.c.expires_at > now
    return [
        Series(
            catalogue.SLOTS,
            ("under_way",),
            _count(connection, schema.places, valid & schema.places.c.waits_for.is_(None)),
        ),
        Series(
            catalogue.SLOTS,
            ("waiting",),
            _count(connection, schema.places, valid & schema.places.c.waits_for.is_not(None)),
        ),
    ]


def _monitors(connection: Connection) -> Sequence[Series]:
    rows = connection.execute(select(schema.monitors.c.status, func.count()).group_by(schema.monitors.c.status))
    return [Series(catalogue.MONITORS, (status,), count) for status, count in rows]


def _lateness(connection: Connection, now: int) -> float:
    """Return for how many seconds the most overdue check has not begun, whether it is recorded yet or not."""
    waiting = schema.monitor_checks.c.active_at.is_not(None) & (
        schema.monitor_checks.c.state == CheckState.QUEUED.value
    )
    return max(
        _late(connection, schema.monitors.c.due_at, now),
        _late(connection, schema.monitor_checks.c.created_at, now, waiting),
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
    each = union(select(schema.teams.c.id), select(literal(OPEN_TEAM))).subquery()
    booked = (
        select(func.coalesce(func.sum(schema.ledger.c.credits), 0))
        .where(schema.ledger.c.team_id == each.c.id, schema.ledger.c.charged_at >= start)
        .scalar_subquery()
    )
    summed = (
        select(func.coalesce(func.sum(schema.usage_days.c.credits), 0))
        .where(schema.usage_days.c.team_id == each.c.id, schema.usage_days.c.day >= day)
        .scalar_subquery()
    )
    return select(func.sum(func.abs(booked - summed))).select_from(each)
