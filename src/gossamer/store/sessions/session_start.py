"""The start of a session: the team's limit and the writer of a profile are decided in one transaction."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, func, select

from gossamer.core.errors import AlreadyThere, TooManySessions
from gossamer.core.sessions import Session, SessionState
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import browser_sessions
from gossamer.store.sessions.writers import LIVING, check_free, keep_others_out

_EXISTING = select(browser_sessions.c.owner, browser_sessions.c.created_at).where(
    browser_sessions.c.id == bindparam("of")
)
# Those that are lost will never be used again.
_OTHERS = select(func.count()).where(LIVING)


def make_room(connection: Connection, database: Database, session: Session, *, team_limit: int) -> bool:
    """Return whether *session* is to be inserted: False when that was done before, by this very call.

    Nobody else of its team comes in between until the transaction ends. Raises as `SessionStore.create`.
    """
    keep_others_out(connection, database, session.team_id)
    existing = connection.execute(_EXISTING, {"of": session.session_id}).first()
    if existing is not None:
        if existing == (session.owner, millis(session.created_at)):
            return False
        raise AlreadyThere("There is a session of this id.")
    if session.state is SessionState.ACTIVE:
        _check_room(connection, session, session.created_at, team_limit)
    return True


def _check_room(connection: Connection, session: Session, now: datetime, team_limit: int) -> None:
    parameters = {"team": session.team_id, "now": millis(now)}
    if connection.execute(_OTHERS, parameters).scalar_one() >= team_limit:
        raise TooManySessions(
            f"This team has {team_limit} browser sessions open, which is the limit; end one, "
            "or an operator can raise GOSSAMER_TEAM_SESSIONS."
        )
    profile = saved_profile(session)
    if profile is not None:
        check_free(connection, session.team_id, profile, now=now)


def saved_profile(session: Session) -> str | None:
    """Return the name of the profile that is written at the end of a session; None for none."""
    use = session.spec.opening.profile
    return use.name if use is not None and use.save else None
