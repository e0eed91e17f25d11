"""Team rows: copied between two sets of the same tables of one database, in one transaction.

A job's number belongs to the installation, so jobs get new ones. Turns count on from the clock: the engine remembers
the names of turns that were run before, and would take a restored one for done. The ledger is only ever added to, and
the sums by day and the accounts are calculated anew from it, so that they agree.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    case,
    delete,
    func,
    insert,
    literal,
    null,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError

from gossamer.core.accounts import Deed
from gossamer.core.usage import period_of
from gossamer.store.accounts.audit import record
from gossamer.store.backup.archive import NotRestored
from gossamer.store.credits.days import DAY_MILLIS, used
from gossamer.store.credits.reservations import count_reserved
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import (
    api_keys,
    audit_log,
    credit_accounts,
    index_documents,
    index_queue,
    jobs,
    ledger,
    memberships,
    organizations,
    pages,
    places,
    profile_claims,
    rate_windows,
    teams,
    usage_days,
    users,
    web_sessions,
)
from gossamer.store.team_tables import OF_A_TEAM, OF_JOBS, WITH_BLOBS, belongs

# Of requests and sign-ins of the moment: what is there stays, and nothing comes back.
OF_THE_MOMENT: Final = (places, profile_claims, rate_windows, web_sessions)
# Handled by functions of their own.
_APART: Final = (ledger, usage_days, credit_accounts, audit_log, index_documents, index_queue)
_COPIED: Final = tuple(table for table in OF_A_TEAM if table not in OF_THE_MOMENT + _APART)
# Turns are counted in an INTEGER.
_TURNS_SINCE: Final = datetime(2026, 1, 1, tzinfo=UTC)
# Waits for the locks that charging and reserving hold.
_ALONE: Final = text("LOCK TABLE usage_days, credit_accounts IN EXCLUSIVE MODE")

Tables = Mapping[str, Table]


@dataclass(frozen=True, slots=True)
class Restored:
    """A team that was restored, and the names of blobs that its rows have now and had before."""

    team_id: str
    name: str
    blobs: frozenset[str]
    blobs_before: frozenset[str]


@dataclass(frozen=True, slots=True)
class TeamRows:
    """Rows of a team: those of a backup, in the tables *saved*, and those of the installation."""

    connection: Connection
    saved: Tables
    now: datetime

    def named(self, id_or_name: str) -> tuple[str, str]:
        """Return id and name of a team of the backup. Raises NotRestored."""
        every = self.connection.execute(select(self._teams.c.id, self._teams.c.name).order_by(self._teams.c.name)).all()
        matches = [row for row in every if row.id == id_or_name] or [row for row in every if row.name == id_or_name]
        match matches:
            case [(team_id, name)]:
                return team_id, name
            case []:
                listing = ", ".join(f"`{row.name}` ({row.id})" for row in every)
                raise NotRestored(f"The backup has no team `{id_or_name}`. It has: {listing}.")
        ids = ", ".join(row.id for row in matches)
        raise NotRestored(f"The backup has several teams `{id_or_name}`. Give the id of one: {ids}.")

    def saved_blobs(self, team_id: str) -> frozenset[str]:
        """Return the names of the blobs that a team has in the backup."""
        return self._blobs(team_id, self.saved)

    def restore(self, team_id: str, *, replace: bool) -> Restored:
        """Bring a team back, without its credits; one that is there only with *replace*. Raises NotRestored."""
        team = self.connection.execute(select(self._teams).where(self._teams.c.id == team_id)).one()
        before: frozenset[str] = frozenset()
        revoked: Mapping[str, int] = {}
        is_there = self.connection.execute(select(teams.c.id).where(teams.c.id == team_id)).first() is not None
        if is_there:
            if not replace:
                raise NotRestored(
                    f"The team `{team.name}` ({team_id}) is there already. "
                    "Use --replace to put what the backup has in its place."
                )
            before = self._blobs(team_id, {})
            revoked = self._list_revoked_keys(team_id)
            self._remove(team_id)
        self._bring_organization(team)
        self._bring_users(team_id)
        for table in reversed(_COPIED):
            self._copy(table, team_id)
        self._revoke(revoked)
        if not is_there:
            self._copy(audit_log, team_id)
        self._queue_pages(team_id)
        record(self.connection, Deed(self.now, "operator", "team.restored_from_backup", team.name, team_id))
        return Restored(team_id, team.name, self.saved_blobs(team_id), before)

    def bring_credits(self, team_id: str) -> None:
        """Bring the ledger and the accounts of a restored team back. Until the end of it nobody else is charged."""
        created_at = self.connection.execute(select(teams.c.created_at).where(teams.c.id == team_id)).scalar_one()
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(_ALONE)
        theirs = self.saved[ledger.name]
        self._insert(
            ledger,
            select(theirs).where(
                theirs.c.team_id == team_id,
                theirs.c.reference.not_in(select(ledger.c.reference).where(ledger.c.team_id == team_id)),
            ),
        )
        self._sum_up(team_id)
        self.connection.execute(delete(credit_accounts).where(credit_accounts.c.team_id == team_id))
        self._copy(credit_accounts, team_id)
        period = period_of(moment(created_at), self.now)
        mine = select(credit_accounts.c.owner_id).where(credit_accounts.c.team_id == team_id)
        for owner_id in self.connection.execute(mine).scalars().all():
            self.connection.execute(
                update(credit_accounts)
                .where(credit_accounts.c.owner_id == owner_id)
                .values(
                    period_start=millis(period.start),
                    used=used(self.connection, owner_id, team_id, period),
                    reserved=count_reserved(self.connection, owner_id, team_id),
                )
            )

    @property
    def _teams(self) -> Table:
        return self.saved[teams.name]

    def _blobs(self, team_id: str, among: Tables) -> frozenset[str]:
        blobs: set[str] = set()
        for table, name in WITH_BLOBS:
            saved_table = among.get(table.name, table)
            query = select(saved_table.c[name]).where(
                saved_table.c.team_id == team_id, saved_table.c[name].is_not(None), saved_table.c[name] != ""
            )
            blobs.update(blob for names in self.connection.execute(query).scalars() for blob in names.split())
        return frozenset(blobs)

    def _list_revoked_keys(self, team_id: str) -> Mapping[str, int]:
        query = select(api_keys.c.id, api_keys.c.revoked_at).where(
            api_keys.c.team_id == team_id, api_keys.c.revoked_at.is_not(None)
        )
        return {row.id: row.revoked_at for row in self.connection.execute(query)}

    def _revoke(self, revoked: Mapping[str, int]) -> None:
        """Keep keys revoked that were revoked after the backup."""
        for key_id, at in revoked.items():
            self.connection.execute(update(api_keys).where(api_keys.c.id == key_id).values(revoked_at=at))

    def _remove(self, team_id: str) -> None:
        for table in _COPIED:
            self.connection.execute(delete(table).where(belongs(table, team_id)))

    def _bring_organization(self, team: Any) -> None:
        theirs = self.saved[organizations.name]
        query = select(organizations.c.purge_at).where(organizations.c.id == team.organization_id)
        organization = self.connection.execute(query).first()
        if organization is None:
            self._insert(organizations, select(theirs).where(theirs.c.id == team.organization_id), {"purge_at": null()})
        elif organization.purge_at is not None:
            raise NotRestored(
                f"The organization of the team `{team.name}` is deleted. Take that back first: "
                f"gossamer org restore {team.organization_id}"
            )

    def _bring_users(self, team_id: str) -> None:
        theirs, members = self.saved[users.name], self.saved[memberships.name]
        missing = select(theirs).where(
            theirs.c.id.in_(select(members.c.user_id).where(members.c.team_id == team_id)),
            theirs.c.id.not_in(select(users.c.id)),
            theirs.c.email.not_in(select(users.c.email)),
        )
        self._insert(users, missing)

    def _copy(self, table: Table, team_id: str) -> None:
        saved_table = self.saved[table.name]
        query = select(saved_table).where(belongs(table, team_id, self.saved))
        values: dict[str, ColumnElement[Any]] = {}
        if table is teams:
            values["purge_at"] = null()
        if table is memberships:
            values["user_id"] = self._user_here(saved_table.c.user_id)
        if table in (jobs, audit_log):
            query = query.order_by(saved_table.c.number)
        if table in OF_JOBS:
            values["job"] = self._number_here(saved_table.c.job)
        if "turn" in saved_table.c and "active_at" in saved_table.c:
            since = int((self.now - _TURNS_SINCE).total_seconds())
            values["turn"] = case((saved_table.c.turn > since, saved_table.c.turn), else_=since)
            # Nothing has happened in it for long: somebody goes on with it soon.
            values["active_at"] = case((saved_table.c.active_at.is_not(None), 0), else_=null())
        self._insert(table, query, values)

    def _user_here(self, user_id: ColumnElement[str]) -> ColumnElement[str]:
        """Return the id that a person has here, who may have been added anew since."""
        theirs = self.saved[users.name].alias()
        same = select(users.c.id).where(users.c.id == user_id)
        by_email = select(users.c.id).join(theirs, theirs.c.email == users.c.email).where(theirs.c.id == user_id)
        return func.coalesce(same.scalar_subquery(), by_email.scalar_subquery())

    def _number_here(self, number: ColumnElement[int]) -> ColumnElement[int]:
        theirs = self.saved[jobs.name].alias()
        query = select(jobs.c.number).join(theirs, theirs.c.id == jobs.c.id).where(theirs.c.number == number)
        return query.scalar_subquery()

    def _insert(self, table: Table, query: Select[Any], values: Mapping[str, ColumnElement[Any]] | None = None) -> None:
        """Insert the rows of *query*, with *values* in the place of theirs; numbers are given out anew."""
        saved_table = self.saved[table.name]
        names = [column.name for column in saved_table.c if column.name != "number" or table not in (jobs, audit_log)]
        columns = {name: saved_table.c[name] for name in names} | dict(values or {})
        rows = query.with_only_columns(*(columns[name] for name in names))
        try:
            self.connection.execute(insert(table).from_select(names, rows, include_defaults=False))
        except IntegrityError as error:
            raise NotRestored(
                f"Rows of the backup's table `{table.name}` have keys that rows of somebody else have here, "
                "such as the same API key in two teams."
            ) from error

    def _sum_up(self, team_id: str) -> None:
        """Write the sums by day anew from the ledger."""
        self.connection.execute(delete(usage_days).where(usage_days.c.team_id == team_id))
        key = (ledger.c.team_id, ledger.c.charged_at // DAY_MILLIS, ledger.c.key_id, ledger.c.operation)
        sums = select(*key, func.sum(ledger.c.credits), func.count()).where(ledger.c.team_id == team_id).group_by(*key)
        names = ["team_id", "day", "key_id", "operation", "credits", "charges"]
        self.connection.execute(insert(usage_days).from_select(names, sums))

    def _queue_pages(self, team_id: str) -> None:
        """Have the search index read the team's pages again."""
        self.connection.execute(delete(index_queue).where(index_queue.c.team_id == team_id))
        every = select(pages.c.team_id, pages.c.fingerprint, pages.c.fetched_at, literal(0), literal(0))
        names = [column.name for column in index_queue.columns]
        self.connection.execute(insert(index_queue).from_select(names, every.where(pages.c.team_id == team_id)))
