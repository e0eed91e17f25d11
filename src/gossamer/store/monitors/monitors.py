"""Monitors in SQL, as those who manage them see them."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, Table, bindparam, delete, func, select, update

from gossamer.core.errors import TooManyMonitors
from gossamer.core.monitoring import Check, CheckPage, CheckState, Monitor, PageStatus
from gossamer.ports.monitors import MonitorDispatch
from gossamer.store import sharing
from gossamer.store.database import Database
from gossamer.store.monitors.checks import insert_check
from gossamer.store.monitors.outbox import locked_monitor
from gossamer.store.monitors.pictures import forget_orphans
from gossamer.store.monitors.rows import check_of, monitor_of, monitor_row, page_of
from gossamer.store.row_encoding import moment
from gossamer.store.schema import (
    monitor_baselines,
    monitor_checks,
    monitor_feeds,
    monitor_messages,
    monitor_pages,
    monitor_pictures,
    monitors,
    webhook_log,
)

_SAVE = update(monitors).where(monitors.c.id == bindparam("of"), monitors.c.team_id == bindparam("team"))
_PARTS: Sequence[Table] = (monitor_pages, monitor_checks, monitor_baselines, monitor_pictures, monitor_messages)


class MonitorStore:
    """Monitors by id and team, and what their checks found.

    An unknown, foreign or deleted monitor is None (or empty).

    A team has *most* monitors; None for no bound.
    """

    def __init__(self, database: Database, dispatch: MonitorDispatch, *, most: int | None = None) -> None:
        self._most = most
        self._database = database
        self._dispatch = dispatch

    async def create(self, monitor: Monitor, *, due_at: datetime | None) -> None:
        """Record a monitor; *due_at* is when it runs first, None while it is paused.

        Raises TooManyMonitors when the team has as many as it may have.
        """
        row = monitor_row(monitor, due_at) | {"turn": 0, "messages": 0}
        statement = self._database.insert(monitors).on_conflict_do_nothing()
        others = select(func.count()).where(monitors.c.team_id == monitor.team_id, monitors.c.id != monitor.monitor_id)

        def transact(connection: Connection) -> None:
            sharing.hold(connection, monitor.team_id)
            if self._most is not None and connection.execute(others).scalar_one() >= self._most:
                raise TooManyMonitors(
                    f"This team has {self._most} monitors, which is the limit; delete one, "
                    "or an operator can raise GOSSAMER_TEAM_MONITORS."
                )
            connection.execute(statement, row)

        await self._database.write(transact)

    async def update(self, monitor: Monitor, *, due_at: datetime | None, comparable: Sequence[str]) -> None:
        """Replace what was asked of a monitor, its status and its next run.

        Baselines stay for targets that are *comparable* with before, by their ids; the others begin anew.
        """
        row = monitor_row(monitor, due_at)
        values = {name: row[name] for name in ("key_id", "status", "spec", "next_run_at", "updated_at", "due_at")}
        deletion = delete(monitor_baselines).where(
            monitor_baselines.c.monitor_id == monitor.monitor_id, monitor_baselines.c.target_id.not_in(comparable)
        )

        def transact(connection: Connection) -> None:
            connection.execute(_SAVE, {"of": monitor.monitor_id, "team": monitor.team_id, **values})
            connection.execute(deletion)
            forget_orphans(connection, monitor.monitor_id)

        await self._database.write(transact)

    async def delete(self, monitor_id: str, team_id: str) -> bool:
        """Delete a monitor with all it has; False when there is none."""

        def transact(connection: Connection) -> bool:
            row = locked_monitor(connection, monitor_id)
            if row is None or row.team_id != team_id:
                return False
            for table in _PARTS:
                connection.execute(delete(table).where(table.c.monitor_id == monitor_id))
            connection.execute(delete(monitor_feeds).where(monitor_feeds.c.owner_id == monitor_id))
            connection.execute(delete(webhook_log).where(webhook_log.c.source_id == monitor_id))
            connection.execute(delete(monitors).where(monitors.c.id == monitor_id))
            return True

        return await self._database.write(transact)

    async def monitor(self, monitor_id: str, team_id: str) -> Monitor | None:
        """Return a monitor."""
        query = select(monitors).where(monitors.c.id == monitor_id, monitors.c.team_id == team_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else monitor_of(row)

    async def monitors(self, team_id: str, *, limit: int, offset: int) -> Sequence[Monitor]:
        """Return the team's monitors, youngest first."""
        query = (
            select(monitors)
            .where(monitors.c.team_id == team_id)
            .order_by(monitors.c.created_at.desc(), monitors.c.id)
            .limit(limit)
            .offset(offset)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [monitor_of(row) for row in rows]

    async def last_alerts(self, team_id: str, monitor_ids: Sequence[str]) -> Mapping[str, datetime]:
        """Return when each of the team's monitors alerted last; those that never did are left out."""
        columns = monitor_pages.c
        query = (
            select(columns.monitor_id, func.max(columns.created_at).label("at"))
            .where(columns.alert, columns.monitor_id.in_(monitor_ids), columns.team_id == team_id)
            .group_by(columns.monitor_id)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.monitor_id: moment(row.at) for row in rows}

    async def start(self, check: Check) -> str | None:
        """Record a manual check and its turn; return the id of the check that runs already, None when none does."""
        await self._dispatch.ready()

        def transact(connection: Connection) -> str | None:
            row = locked_monitor(connection, check.monitor_id)
            if row is None:
                return None
            running: str | None = row.current_check_id
            if running is not None:
                # Our own when the reply of the first attempt was lost.
                return None if running == check.check_id else running
            insert_check(connection, self._dispatch, check, monitor_of(row).spec.retention)
            connection.execute(
                update(monitors).where(monitors.c.id == check.monitor_id).values(current_check_id=check.check_id)
            )
            return None

        return await self._database.write(transact)

    async def check(self, monitor_id: str, check_id: str) -> Check | None:
        """Return a check."""
        query = select(monitor_checks).where(monitor_checks.c.id == check_id, monitor_checks.c.monitor_id == monitor_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else check_of(row)

    async def checks(
        self, monitor_id: str, *, limit: int, offset: int, state: CheckState | None = None
    ) -> Sequence[Check]:
        """Return checks, youngest first."""
        query = select(monitor_checks).where(monitor_checks.c.monitor_id == monitor_id)
        if state is not None:
            query = query.where(monitor_checks.c.state == state.value)
        query = query.order_by(monitor_checks.c.created_at.desc(), monitor_checks.c.id).limit(limit).offset(offset)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [check_of(row) for row in rows]

    async def pages(
        self, check_id: str, *, after: int, limit: int, status: PageStatus | None = None
    ) -> Sequence[CheckPage]:
        """Return pages of a check with positions above *after*, in order."""
        columns = monitor_pages.c
        query = select(columns.position, columns.body).where(columns.check_id == check_id, columns.position > after)
        if status is not None:
            query = query.where(columns.status == status.value)
        query = query.order_by(columns.position).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [page_of(row) for row in rows]
