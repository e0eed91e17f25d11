"""Deletion in SQL: marks that are set and taken away."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, Table, delete, func, or_, select, update

from gossamer.core.accounts import Deed, Role, User
from gossamer.core.monitoring import MonitorStatus
from gossamer.ports.accounts import LastAdmin
from gossamer.store.accounts.audit import record
from gossamer.store.accounts.rows import USER, user_of
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import invitations, memberships, monitors, organizations, teams, users, web_sessions


class DeletionStore:
    """Marks, which can be taken back until `purge_at`.

    What is marked twice keeps the first moment. None is returned for what is not there, or is removed already.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def delete_team(self, team_id: str, purge_at: datetime, deed: Deed) -> datetime | None:
        """Mark a team and return when it is removed; its open invitations are withdrawn."""

        def transact(connection: Connection) -> datetime | None:
            team = _lock_row(connection, teams, team_id)
            if team is None or team.purge_at is not None:
                return _moment_of(team)
            _mark(connection, teams, teams.c.id == team_id, purge_at)
            _stop(connection, select(teams.c.id).where(teams.c.id == team_id))
            record(connection, deed)
            return purge_at

        return await self._database.write(transact)

    async def restore_team(self, team_id: str, deed: Deed) -> bool:
        """Take the mark of a team away; False when it is not there, or its organization is deleted."""

        def transact(connection: Connection) -> bool:
            team = _lock_row(connection, teams, team_id)
            if team is None or _is_marked(connection, organizations, team.organization_id):
                return False
            if team.purge_at is not None:
                _mark(connection, teams, teams.c.id == team_id, None)
                _go_on(connection, select(teams.c.id).where(teams.c.id == team_id), deed.at)
                record(connection, deed)
            return True

        return await self._database.write(transact)

    async def delete_organization(self, organization_id: str, purge_at: datetime, deed: Deed) -> datetime | None:
        """Mark an organization and all its teams, and return when they are removed."""
        theirs = teams.c.organization_id == organization_id

        def transact(connection: Connection) -> datetime | None:
            organization = _lock_row(connection, organizations, organization_id)
            if organization is None or organization.purge_at is not None:
                return _moment_of(organization)
            _mark(connection, organizations, organizations.c.id == organization_id, purge_at)
            _mark(connection, teams, theirs & teams.c.purge_at.is_(None), purge_at)
            _stop(connection, select(teams.c.id).where(theirs))
            record(connection, deed)
            return purge_at

        return await self._database.write(transact)

    async def restore_organization(self, organization_id: str, deed: Deed) -> bool:
        """Take the mark of an organization away, and of the teams that were deleted with it."""
        theirs = teams.c.organization_id == organization_id

        def transact(connection: Connection) -> bool:
            organization = _lock_row(connection, organizations, organization_id)
            if organization is None:
                return False
            if organization.purge_at is not None:
                _mark(connection, organizations, organizations.c.id == organization_id, None)
                _mark(connection, teams, theirs & (teams.c.purge_at == organization.purge_at), None)
                _go_on(connection, select(teams.c.id).where(theirs, teams.c.purge_at.is_(None)), deed.at)
                record(connection, deed)
            return True

        return await self._database.write(transact)

    async def delete_user(self, user_id: str, purge_at: datetime, deed: Deed) -> datetime | LastAdmin | None:
        """Mark a person, end their sessions, and return when they are removed."""

        def transact(connection: Connection) -> datetime | LastAdmin | None:
            user = _lock_row(connection, users, user_id)
            if user is None or user.purge_at is not None:
                return _moment_of(user)
            if alone := _find_teams_led_alone(connection, user_id):
                return LastAdmin(alone)
            _mark(connection, users, users.c.id == user_id, purge_at)
            connection.execute(delete(web_sessions).where(web_sessions.c.user_id == user_id))
            record(connection, deed)
            return purge_at

        return await self._database.write(transact)

    async def restore_user(self, user_id: str, deed: Deed) -> bool:
        """Take the mark of a person away."""

        def transact(connection: Connection) -> bool:
            user = _lock_row(connection, users, user_id)
            if user is not None and user.purge_at is not None:
                _mark(connection, users, users.c.id == user_id, None)
                record(connection, deed)
            return user is not None

        return await self._database.write(transact)

    async def user(self, id_or_email: str) -> User | None:
        """Return a person, be they deleted and not removed yet."""
        query = select(*USER).where(or_(users.c.id == id_or_email, users.c.email == id_or_email))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else user_of(row)


def _lock_row(connection: Connection, table: Table, id_: str) -> Any:
    return connection.execute(select(table).where(table.c.id == id_).with_for_update()).first()


def _is_marked(connection: Connection, table: Table, id_: str) -> bool:
    query = select(table.c.id).where(table.c.id == id_, table.c.purge_at.is_not(None))
    return connection.execute(query).first() is not None


def _mark(connection: Connection, table: Table, where: Any, purge_at: datetime | None) -> None:
    connection.execute(update(table).where(where).values(purge_at=None if purge_at is None else millis(purge_at)))


def _stop(connection: Connection, team_ids: Select[Any]) -> None:
    """Withdraw open invitations of teams, and let their monitors rest."""
    connection.execute(delete(invitations).where(invitations.c.team_id.in_(team_ids)))
    connection.execute(update(monitors).where(monitors.c.team_id.in_(team_ids)).values(due_at=None))


def _go_on(connection: Connection, team_ids: Select[Any], now: datetime) -> None:
    """Check active monitors of teams again, now."""
    resting = monitors.c.team_id.in_(team_ids) & (monitors.c.status == MonitorStatus.ACTIVE.value)
    connection.execute(update(monitors).where(resting, monitors.c.due_at.is_(None)).values(due_at=millis(now)))


def _moment_of(row: Any) -> datetime | None:
    return None if row is None else moment(row.purge_at)


def _find_teams_led_alone(connection: Connection, user_id: str) -> list[str]:
    """Return the names of teams in use whose only admin, of those that are not deleted, is this person."""
    admins = (
        select(memberships.c.team_id)
        .join(users, users.c.id == memberships.c.user_id)
        .where(memberships.c.role == Role.ADMIN.value, users.c.purge_at.is_(None))
        .group_by(memberships.c.team_id)
        .having(func.count() == 1)
    )
    query = (
        select(teams.c.name)
        .join(memberships, memberships.c.team_id == teams.c.id)
        .where(
            memberships.c.user_id == user_id,
            memberships.c.role == Role.ADMIN.value,
            teams.c.purge_at.is_(None),
            teams.c.id.in_(admins),
        )
        .order_by(teams.c.name)
    )
    # Nobody changes the members of these teams meanwhile.
    theirs = select(memberships.c.team_id).where(memberships.c.user_id == user_id)
    connection.execute(select(teams.c.id).where(teams.c.id.in_(theirs)).order_by(teams.c.id).with_for_update()).all()
    return list(connection.execute(query).scalars())
