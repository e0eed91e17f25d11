"""Removal of deleted teams, users and organizations, in transactions of bounded size.

A team's own row goes last, so that what was not finished is found again. Jobs end and expire by the code that forgets
jobs; index entries are taken out by the index, which has words of theirs; everything else is a list of tables.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, delete, func, or_, select, tuple_, update

from gossamer.core.accounts import Deed
from gossamer.core.jobs import JobState
from gossamer.ports.scrapes import Expired
from gossamer.store.accounts.audit import record
from gossamer.store.database import Database
from gossamer.store.index import SearchIndex
from gossamer.store.jobs.expiry import expire
from gossamer.store.row_encoding import millis
from gossamer.store.schema import (
    api_keys,
    audit_log,
    index_documents,
    invitations,
    jobs,
    memberships,
    organizations,
    retained_usage,
    teams,
    usage_days,
    users,
    web_sessions,
)
from gossamer.store.team_tables import BY_OWNER, BY_TEAM, OF_NOBODY, WITH_BLOBS

_ACTOR: Final = "service"
_SOMEBODY: Final = "deleted user"
# Handled by other code.
_ELSEWHERE: Final = (jobs, usage_days, index_documents)

# Every table with a team's id, so that a test can tell which one was forgotten.
REMOVED: Final = frozenset(table.name for table in (*BY_TEAM, *_ELSEWHERE, *(table for table, _ in WITH_BLOBS)))


@dataclass(slots=True)
class _Budget:
    """Rows that may still be removed, and the blobs of those that were."""

    left: int
    blobs: list[str] = field(default_factory=list)

    def spend(self, connection: Connection, table: Table, where: Any) -> None:
        """Remove rows of *table* as far as it goes."""
        if self.left > 0:
            self.left -= connection.execute(_some(table, where, self.left)).rowcount


class Removal:
    """Removes teams, users and organizations with everything that is theirs.

    Of what teams used only sums by day and operation are kept, which belong to nobody.
    """

    def __init__(self, database: Database, index: SearchIndex) -> None:
        self._database = database
        self._index = index

    async def remove(self, *, now: datetime, limit: int) -> Expired:
        """Remove about *limit* rows and return how many, 0 when none is left, with names of blobs that go with them."""
        team = await self._database.read(lambda connection: connection.execute(_due(teams, now)).scalar())
        if team is not None and (entries := await self._index.forget_team(team, limit=limit)):
            return Expired(entries, ())
        return await self._database.write(lambda connection: self._step(connection, now, limit))

    def _step(self, connection: Connection, now: datetime, limit: int) -> Expired:
        team = connection.execute(_due(teams, now).with_for_update(skip_locked=True)).scalar()
        if team is not None:
            return self._remove_team(connection, team, now, limit)
        if (user := connection.execute(_due(users, now).with_for_update(skip_locked=True)).scalar()) is not None:
            _remove_user(connection, user, now)
            return Expired(1, ())
        query = _due(organizations, now).with_for_update(skip_locked=True)
        if (organization := connection.execute(query).scalar()) is not None:
            _remove_organization(connection, organization, now)
            return Expired(1, ())
        return Expired(0, ())

    def _remove_team(self, connection: Connection, team_id: str, now: datetime, limit: int) -> Expired:
        _end_jobs(connection, team_id, now)
        if (forgotten := expire(connection, now=now, limit=limit)).count:
            return forgotten
        budget = _Budget(limit)
        for table, name, owners in BY_OWNER:
            budget.spend(connection, table, table.c[name].in_(select(owners.c.id).where(owners.c.team_id == team_id)))
        for table in OF_NOBODY:
            budget.spend(connection, table, table.c.owner_id == team_id)
        for table, name in WITH_BLOBS:
            _remove_with_blobs(connection, table, name, team_id, budget)
        self._retain_usage(connection, team_id, budget)
        for table in BY_TEAM:
            budget.spend(connection, table, table.c.team_id == team_id)
        if budget.left > 0:
            budget.left -= self._forget_team(connection, team_id, now)
        return Expired(limit - budget.left, tuple(budget.blobs))

    def _retain_usage(self, connection: Connection, team_id: str, budget: _Budget) -> None:
        """Add what the team used to the sums that belong to nobody, and remove it from the team."""
        key = (usage_days.c.team_id, usage_days.c.day, usage_days.c.key_id, usage_days.c.operation)
        query = select(usage_days).where(usage_days.c.team_id == team_id).order_by(*key).limit(max(0, budget.left))
        rows = connection.execute(query).all()
        insertion = self._database.insert(retained_usage)
        more = insertion.on_conflict_do_update(
            index_elements=[retained_usage.c.day, retained_usage.c.operation],
            set_={name: retained_usage.c[name] + insertion.excluded[name] for name in ("credits", "charges")},
        )
        for row in rows:
            values = {"day": row.day, "operation": row.operation, "credits": row.credits, "charges": row.charges}
            connection.execute(more, values)
            this = tuple_(*key) == (row.team_id, row.day, row.key_id, row.operation)
            connection.execute(delete(usage_days).where(this))
        budget.left -= len(rows)

    def _forget_team(self, connection: Connection, team_id: str, now: datetime) -> int:
        organization = connection.execute(select(teams.c.organization_id).where(teams.c.id == team_id)).scalar() or ""
        removed = connection.execute(delete(teams).where(teams.c.id == team_id)).rowcount
        record(connection, Deed(now, _ACTOR, "team.removed", team_id, organization_id=organization))
        return removed


def _due(table: Table, now: datetime) -> Select[Any]:
    return select(table.c.id).where(table.c.purge_at <= millis(now)).order_by(table.c.purge_at, table.c.id).limit(1)


def _some(table: Table, where: Any, limit: int) -> Any:
    key = tuple(table.primary_key.columns)
    chosen = select(*key).where(where).limit(limit)
    return delete(table).where((key[0] if len(key) == 1 else tuple_(*key)).in_(chosen))


def _end_jobs(connection: Connection, team_id: str, now: datetime) -> None:
    """End the team's jobs and have them expire; what works on one finds that it has ended."""
    theirs = (jobs.c.team_id == team_id) & (jobs.c.expires_at > 0)
    connection.execute(
        update(jobs)
        .where(theirs)
        .values(
            state=JobState.CANCELLED.value,
            finished_at=func.coalesce(jobs.c.finished_at, millis(now)),
            expires_at=0,
            version=jobs.c.version + 1,
        )
    )


def _remove_with_blobs(connection: Connection, table: Table, name: str, team_id: str, budget: _Budget) -> None:
    if budget.left <= 0:
        return
    statement = _some(table, table.c.team_id == team_id, budget.left).returning(table.c[name])
    blob_lists = connection.execute(statement).scalars().all()
    budget.left -= len(blob_lists)
    budget.blobs += [blob for names in blob_lists for blob in (names or "").split()]


def _remove_user(connection: Connection, user_id: str, now: datetime) -> None:
    """Remove a person; what they did stays in the log, without their name."""
    email = connection.execute(select(users.c.email).where(users.c.id == user_id)).scalar_one()
    for table in (web_sessions, memberships):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    connection.execute(delete(invitations).where(or_(invitations.c.email == email, invitations.c.created_by == email)))
    for column in (audit_log.c.actor, audit_log.c.target, api_keys.c.created_by):
        connection.execute(update(column.table).where(column == email).values({column.name: _SOMEBODY}))
    connection.execute(delete(users).where(users.c.id == user_id))
    record(connection, Deed(now, _ACTOR, "user.removed", _SOMEBODY))


def _remove_organization(connection: Connection, organization_id: str, now: datetime) -> None:
    """Remove an organization, whose teams are removed already."""
    connection.execute(delete(audit_log).where(audit_log.c.organization_id == organization_id))
    connection.execute(delete(organizations).where(organizations.c.id == organization_id))
    record(connection, Deed(now, _ACTOR, "organization.removed", organization_id))
