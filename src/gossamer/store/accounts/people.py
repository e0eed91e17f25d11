"""People, memberships and invitations in SQL."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, func, select, update

from gossamer.core.accounts import FIRST_ORGANIZATION, Deed, Invitation, Member, Role, Team
from gossamer.ports.accounts import Account, JoinOutcome, MembershipOutcome
from gossamer.store.accounts import rows
from gossamer.store.accounts.audit import record
from gossamer.store.accounts.teams import insert_team
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import invitations, memberships, organizations, teams, users, web_sessions


class PeopleStore:
    """Users and their memberships. Addresses are in lower case. Sequences are in order of name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def anybody(self) -> bool:
        """Return whether there is anybody."""
        return await self._first(select(users.c.id).limit(1)) is not None

    async def account(self, email: str) -> Account | None:
        """Return the account with this address, None when there is none or it is deleted."""
        in_use = users.c.purge_at.is_(None)
        return _account_of(await self._first(select(*rows.USER).where(users.c.email == email, in_use)))

    async def account_of(self, user_id: str) -> Account | None:
        """Return a person by id."""
        return _account_of(await self._first(select(*rows.USER).where(users.c.id == user_id)))

    async def set_up(self, account: Account, team: Team, deed: Deed) -> bool:
        """Add the first person, an admin of *team*, which is added when it is not there.

        False, and nothing is added, when there is anybody: of several at the same moment one gets in.
        """

        def transact(connection: Connection) -> bool:
            # A simultaneous call waits here, and then finds the first person.
            first = select(organizations.c.id).where(organizations.c.id == FIRST_ORGANIZATION)
            connection.execute(first.with_for_update()).one()
            first_user_id = connection.execute(select(users.c.id).limit(1)).scalar()
            if first_user_id is not None:
                # It may be the same person, from a first run of this function, whose connection was lost at its end.
                return bool(first_user_id == account.user.user_id)
            insert_team(connection, self._database, team)
            self._add_user(connection, account)
            self._add_member(connection, team.team_id, account.user.user_id, Role.ADMIN, deed.at)
            record(connection, deed)
            return True

        return await self._database.write(transact)

    async def rehash(self, user_id: str, *, old: str, new: str) -> None:
        """Store the same password in another way, unless it was changed meanwhile."""
        unchanged = (users.c.id == user_id) & (users.c.password_hash == old)
        statement = update(users).where(unchanged).values(password_hash=new)
        await self._database.write(lambda connection: connection.execute(statement))

    async def set_password(
        self, user_id: str, password_hash: str, *, instead_of: str | None, keep: str | None, deed: Deed
    ) -> bool:
        """Set a person's password and end their sessions but the one whose token has the hash *keep*.

        False, and nothing is changed, when *instead_of* is given and is not the hash of the password there is.
        """
        this = users.c.id == user_id
        others = delete(web_sessions).where(web_sessions.c.user_id == user_id)
        if keep is not None:
            others = others.where(web_sessions.c.hash != keep)

        def transact(connection: Connection) -> bool:
            current = connection.execute(select(users.c.password_hash).where(this).with_for_update()).scalar()
            # No two hashes are the same: this one is from a first run, whose connection was lost at its end.
            if current == password_hash:
                return True
            if instead_of is not None and current != instead_of:
                return False
            connection.execute(update(users).where(this).values(password_hash=password_hash))
            connection.execute(others)
            record(connection, deed)
            return True

        return await self._database.write(transact)

    async def set_factor(self, account: Account, factor: str | None, deed: Deed | None = None) -> bool:
        """Set a person's second factor; False, and nothing is changed, when it is not that of *account* any more."""
        unchanged = (users.c.id == account.user.user_id) & users.c.factor.is_not_distinct_from(account.factor)

        def transact(connection: Connection) -> bool:
            if not connection.execute(update(users).where(unchanged).values(factor=factor)).rowcount:
                return False
            if deed is not None:
                record(connection, deed)
            return True

        return await self._database.write(transact)

    async def members(self, team_id: str) -> Sequence[Member]:
        """Return the members of a team who are not deleted."""
        query = (
            select(*rows.USER, memberships.c.role, memberships.c.since)
            .join(memberships, memberships.c.user_id == users.c.id)
            .where(memberships.c.team_id == team_id, users.c.purge_at.is_(None))
            .order_by(users.c.name, users.c.email)
        )
        return [Member(rows.user_of(row), Role(row.role), moment(row.since)) for row in await self._all(query)]

    async def add_member(self, account: Account, role: Role, deed: Deed) -> JoinOutcome:
        """Put a person into the team of *deed*, and add them when they are new; never GONE."""

        def transact(connection: Connection) -> JoinOutcome:
            became = self._join(connection, account, role, deed)
            rerun = became is JoinOutcome.ALREADY_IN and _has_joined(connection, account, deed)
            return JoinOutcome.JOINED if rerun else became

        return await self._database.write(transact)

    async def set_role(self, team_id: str, user_id: str, role: Role, deed: Deed) -> MembershipOutcome:
        """Set what a person is in a team; the open invitations of who is no admin any more are withdrawn."""

        def transact(connection: Connection) -> MembershipOutcome:
            current = _lock_role(connection, team_id, user_id)
            if current is None:
                return MembershipOutcome.NO_MEMBER
            if current is role:
                return MembershipOutcome.CHANGED
            if current is Role.ADMIN and _admins(connection, team_id) == 1:
                return MembershipOutcome.LAST_ADMIN
            connection.execute(update(memberships).where(_is(team_id, user_id)).values(role=role.value))
            was_admin = current is Role.ADMIN
            record(connection, _with_invitations_withdrawn(connection, user_id, deed) if was_admin else deed)
            return MembershipOutcome.CHANGED

        return await self._database.write(transact)

    async def remove(self, team_id: str, user_id: str, deed: Deed) -> MembershipOutcome:
        """Take a person out of a team, and withdraw the open invitations that they made for it."""

        def transact(connection: Connection) -> MembershipOutcome:
            current = _lock_role(connection, team_id, user_id)
            if current is None:
                return MembershipOutcome.NO_MEMBER
            if current is Role.ADMIN and _admins(connection, team_id) == 1:
                return MembershipOutcome.LAST_ADMIN
            connection.execute(delete(memberships).where(_is(team_id, user_id)))
            record(connection, _with_invitations_withdrawn(connection, user_id, deed))
            return MembershipOutcome.CHANGED

        return await self._database.write(transact)

    async def invite(self, invitation: Invitation, token_hash: str, deed: Deed) -> None:
        """Add an invitation."""
        statement = self._database.insert(invitations).values(rows.invitation_values(invitation, token_hash))
        statement = statement.on_conflict_do_nothing().returning(invitations.c.id)

        def transact(connection: Connection) -> None:
            if connection.execute(statement).first() is not None:
                record(connection, deed)

        await self._database.write(transact)

    async def invitations(self, team_id: str, *, now: datetime) -> Sequence[Invitation]:
        """Return a team's open invitations, newest first."""
        query = _open_invitations(now).where(invitations.c.team_id == team_id)
        newest_first = query.order_by(invitations.c.created_at.desc(), invitations.c.id)
        return [rows.invitation_of(row) for row in await self._all(newest_first)]

    async def invitation(self, invitation_id: str, *, now: datetime) -> Invitation | None:
        """Return an open invitation."""
        row = await self._first(_open_invitations(now).where(invitations.c.id == invitation_id))
        return None if row is None else rows.invitation_of(row)

    async def invited(self, token_hash: str, *, now: datetime) -> tuple[Invitation, Team] | None:
        """Return the open invitation whose link has this token, and its team."""
        query = _open_invitations(now).add_columns(*rows.TEAM).join(teams, teams.c.id == invitations.c.team_id)
        row = await self._first(query.where(invitations.c.hash == token_hash))
        return None if row is None else (rows.invitation_of(row), rows.team_of(row))

    async def withdraw(self, invitation_id: str, deed: Deed) -> None:
        """Forget an invitation."""

        def transact(connection: Connection) -> None:
            if connection.execute(delete(invitations).where(invitations.c.id == invitation_id)).rowcount:
                record(connection, deed)

        await self._database.write(transact)

    async def accept(self, token_hash: str, account: Account, deed: Deed) -> JoinOutcome:
        """Let a person into the team of the invitation, and add them when they are new, at the moment of *deed*."""

        def transact(connection: Connection) -> JoinOutcome:
            query = _open_invitations(deed.at).where(invitations.c.hash == token_hash)
            # Of two who have the same link, the second waits here and finds nothing.
            row = connection.execute(query.with_for_update()).first()
            if row is None:
                return JoinOutcome.JOINED if _has_joined(connection, account, deed) else JoinOutcome.GONE
            invitation = rows.invitation_of(row)
            became = self._join(connection, account, invitation.role, deed)
            if became is JoinOutcome.JOINED:
                connection.execute(delete(invitations).where(invitations.c.id == invitation.invitation_id))
            return became

        return await self._database.write(transact)

    def _join(self, connection: Connection, account: Account, role: Role, deed: Deed) -> JoinOutcome:
        """Put a person into the team of *deed*, and add them when they are new."""
        user_id = account.user.user_id
        if _lock_role(connection, deed.team_id, user_id) is not None:
            return JoinOutcome.ALREADY_IN
        self._add_user(connection, account)
        query = select(users.c.id).where(users.c.email == account.user.email)
        if connection.execute(query).scalar() != user_id:
            return JoinOutcome.ADDRESS_TAKEN
        self._add_member(connection, deed.team_id, user_id, role, deed.at)
        record(connection, deed)
        return JoinOutcome.JOINED

    def _add_user(self, connection: Connection, account: Account) -> None:
        values = rows.user_values(account.user, account.password_hash)
        connection.execute(self._database.insert(users).values(values).on_conflict_do_nothing())

    def _add_member(self, connection: Connection, team_id: str, user_id: str, role: Role, since: datetime) -> None:
        values = {"team_id": team_id, "user_id": user_id, "role": role.value, "since": millis(since)}
        connection.execute(self._database.insert(memberships).values(values).on_conflict_do_nothing())

    async def _first(self, query: Select[Any]) -> Any:
        return await self._database.read(lambda connection: connection.execute(query).first())

    async def _all(self, query: Select[Any]) -> Sequence[Any]:
        return await self._database.read(lambda connection: connection.execute(query).all())


def _account_of(row: Any) -> Account | None:
    return None if row is None else Account(rows.user_of(row), row.user_password_hash, row.user_factor)


def _is(team_id: str, user_id: str) -> Any:
    return (memberships.c.team_id == team_id) & (memberships.c.user_id == user_id)


def _lock_role(connection: Connection, team_id: str, user_id: str) -> Role | None:
    """Return the person's role in a team, or None; nobody else changes its members until the transaction ends."""
    connection.execute(select(teams.c.id).where(teams.c.id == team_id).with_for_update())
    role = connection.execute(select(memberships.c.role).where(_is(team_id, user_id))).scalar()
    return None if role is None else Role(role)


def _has_joined(connection: Connection, account: Account, deed: Deed) -> bool:
    """Return whether *deed* was done by a first run of the same function, whose connection was lost at its end."""
    query = select(memberships.c.since).where(_is(deed.team_id, account.user.user_id))
    return bool(connection.execute(query).scalar() == millis(deed.at))


def _with_invitations_withdrawn(connection: Connection, user_id: str, deed: Deed) -> Deed:
    """Withdraw what somebody invited into the team of *deed*, so that no way back is left; return what was done."""
    maker = select(users.c.email).where(users.c.id == user_id).scalar_subquery()
    theirs = (invitations.c.team_id == deed.team_id) & (invitations.c.created_by == maker)
    withdrawn = connection.execute(delete(invitations).where(theirs)).rowcount
    return replace(deed, detail={**deed.detail, "invitations_withdrawn": withdrawn}) if withdrawn else deed


def _admins(connection: Connection, team_id: str) -> int:
    query = select(func.count()).select_from(memberships).join(users, users.c.id == memberships.c.user_id)
    in_use = users.c.purge_at.is_(None)
    is_admin = (memberships.c.team_id == team_id) & (memberships.c.role == Role.ADMIN.value) & in_use
    return int(connection.execute(query.where(is_admin)).scalar_one())


def _open_invitations(now: datetime) -> Select[Any]:
    return select(*rows.INVITATION).where(invitations.c.expires_at > millis(now))
