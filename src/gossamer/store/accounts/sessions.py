"""Sessions and failed sign-ins in SQL."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, case, delete, or_, select, update

from gossamer.core.accounts import Deed, Role
from gossamer.ports.accounts import Failures, InTeam, SessionRecord, SignedIn
from gossamer.store.accounts.audit import record
from gossamer.store.accounts.rows import ORGANIZATION, TEAM, USER, AnyRow, features_of, team_of, user_of
from gossamer.store.database import Database
from gossamer.store.row_encoding import from_row, millis, moment, to_row
from gossamer.store.schema import invitations, memberships, organizations, sign_in_failures, teams, users, web_sessions

_SESSION = tuple(column.label(f"session_{column.name}") for column in web_sessions.c)
_SIGNED_IN = select(*_SESSION, *USER).join(users, users.c.id == web_sessions.c.user_id)
_IN_TEAMS = (
    select(memberships.c.role, *TEAM, *ORGANIZATION)
    .select_from(memberships)
    .join(teams, teams.c.id == memberships.c.team_id)
    .outerjoin(organizations, organizations.c.id == teams.c.organization_id)
    .where(teams.c.purge_at.is_(None))
    .order_by(teams.c.name, teams.c.id)
)


class SignInStore:
    """Sessions by the hash of their token. What has ended may still be there until it is swept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, session: SessionRecord, deed: Deed, *, password_hash: str) -> bool:
        """Add a session of somebody whose password has this hash; False when it was changed meanwhile."""

        def transact(connection: Connection) -> bool:
            is_unchanged = _lock_password(connection, session.user_id) == password_hash
            if is_unchanged:
                self._add(connection, session, deed)
            return is_unchanged

        return await self._database.write(transact)

    async def replace(self, session: SessionRecord, deed: Deed, *, instead_of: str) -> bool:
        """Add a session in place of the one whose token has the hash *instead_of*; False when that had ended."""

        def transact(connection: Connection) -> bool:
            _lock_password(connection, session.user_id)
            if connection.execute(delete(web_sessions).where(web_sessions.c.hash == instead_of)).rowcount:
                self._add(connection, session, deed)
                return True
            # It may be there from a first run of this function, whose connection was lost at its end.
            query = select(web_sessions.c.hash).where(web_sessions.c.hash == session.token_hash)
            return connection.execute(query).first() is not None

        return await self._database.write(transact)

    async def signed_in(self, token_hash: str) -> SignedIn | None:
        """Return a session."""
        query = _SIGNED_IN.where(web_sessions.c.hash == token_hash)

        def look(connection: Connection) -> SignedIn | None:
            row = connection.execute(query).first()
            if row is None:
                return None
            return SignedIn(_record_of(row), user_of(row), _teams_of(connection, row.session_user_id))

        return await self._database.read(look)

    async def teams_of(self, user_id: str) -> Sequence[InTeam]:
        """Return the teams that a person is in, by name, but for deleted ones."""
        return await self._database.read(lambda connection: _teams_of(connection, user_id))

    async def seen(self, token_hash: str, at: datetime) -> None:
        """Note that it was used."""
        statement = update(web_sessions).where(web_sessions.c.hash == token_hash).values(seen_at=millis(at))
        await self._database.write(lambda connection: connection.execute(statement))

    async def close(self, token_hash: str, deed: Deed) -> None:
        """End a session, if it is there."""

        def transact(connection: Connection) -> None:
            if connection.execute(delete(web_sessions).where(web_sessions.c.hash == token_hash)).rowcount:
                record(connection, deed)

        await self._database.write(transact)

    async def count(self, subjects: Sequence[str], *, now: datetime, window: timedelta) -> Sequence[Failures]:
        """Count a sign-in as failed for each of *subjects*, before it is known; begin anew after *window*.

        Who tries many passwords at the same moment is counted for each.
        """
        of, at = sign_in_failures.c, millis(now)
        is_over = of.since <= at - window // timedelta(milliseconds=1)
        insertion = self._database.insert(sign_in_failures)
        more = insertion.on_conflict_do_update(
            index_elements=[of.subject],
            set_={
                "failures": case((is_over, 1), else_=of.failures + 1),
                "since": case((is_over, at), else_=of.since),
            },
        ).returning(of.failures, of.since)

        def transact(connection: Connection) -> Sequence[Failures]:
            counted = (
                connection.execute(more, {"subject": subject, "failures": 1, "since": at}).one() for subject in subjects
            )
            return [Failures(row.failures, moment(row.since)) for row in counted]

        return await self._database.write(transact)

    async def forgive(self, account: str, address: str | None) -> None:
        """Take back what was counted for a sign-in that succeeded: all of *account*, this one of *address*."""
        of = sign_in_failures.c
        this_one = update(sign_in_failures).where((of.subject == address) & (of.failures > 0))

        def transact(connection: Connection) -> None:
            connection.execute(delete(sign_in_failures).where(of.subject == account))
            connection.execute(this_one.values(failures=of.failures - 1))

        await self._database.write(transact)

    async def sweep(self, *, now: datetime, idle: timedelta, window: timedelta) -> None:
        """Forget sessions that ended or were idle for so long, invitations that ended, and failures before *window*."""
        ended = or_(web_sessions.c.expires_at <= millis(now), web_sessions.c.seen_at <= millis(now - idle))

        def transact(connection: Connection) -> None:
            connection.execute(delete(web_sessions).where(ended))
            connection.execute(delete(invitations).where(invitations.c.expires_at <= millis(now)))
            connection.execute(delete(sign_in_failures).where(sign_in_failures.c.since <= millis(now - window)))

        await self._database.write(transact)

    def _add(self, connection: Connection, session: SessionRecord, deed: Deed) -> None:
        statement = self._database.insert(web_sessions).values(_values(session)).on_conflict_do_nothing()
        if connection.execute(statement.returning(web_sessions.c.hash)).first() is not None:
            record(connection, deed)


def _lock_password(connection: Connection, user_id: str) -> str | None:
    """Return the hash of a person's password, which nobody changes until the transaction ends.

    Who changes it ends all sessions there are: none may come to be that it does not see.
    """
    query = select(users.c.password_hash).where(users.c.id == user_id)
    return connection.execute(query.with_for_update()).scalar()


def _teams_of(connection: Connection, user_id: str) -> Sequence[InTeam]:
    rows = connection.execute(_IN_TEAMS.where(memberships.c.user_id == user_id))
    return tuple((team_of(row), Role(row.role), features_of(row)) for row in rows)


def _record_of(row: AnyRow) -> SessionRecord:
    return from_row(SessionRecord, row, "session_", token_hash=row.session_hash)


def _values(session: SessionRecord) -> dict[str, object]:
    return to_row(web_sessions, session, hash=session.token_hash)
