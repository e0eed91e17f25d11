"""The beginning of a session: how many a team may have, and who writes a profile, is decided in one transaction."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, func, literal_column, select, text

from gossamer.core.errors import AlreadyThere, ProfileBusy, TooManySessions
from gossamer.core.sessions import Session, SessionState
from gossamer.store.database import Database
from gossamer.store.packing import millis
from gossamer.store.schema import browser_sessions

# SQLite's one writer does this by itself. Not the team's row: open mode has a team without one.
_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended('browser sessions of ' || :team, 0))")
_EXISTING = select(browser_sessions.c.owner, browser_sessions.c.created_at).where(
    browser_sessions.c.id == bindparam("of")
)
# Those that are lost will never be used again.
_OTHERS = select(func.count()).where(
    browser_sessions.c.team_id == bindparam("team"),
    # As text, because a partial index is used only when the statement names its condition.
    browser_sessions.c.state == literal_column(f"'{SessionState.ACTIVE.value}'"),
    browser_sessions.c.alive_until > bindparam("now"),
)
_WRITERS = _OTHERS.where(browser_sessions.c.saves_profile == bindparam("profile"))


def make_room(connection: Connection, database: Database, session: Session, *, team_limit: int) -> bool:
    """Return whether *session* is to be inserted: False when that was done before, by this very call.

    Nobody else of its team comes in between until the transaction ends. Raises as `SessionStore.create`.
    """
    if database.engine.dialect.name == "postgresql":
        connection.execute(_ALONE, {"team": session.team_id})
    found = connection.execute(_EXISTING, {"of": session.session_id}).first()
    if found is not None:
        if found == (session.owner, millis(session.created_at)):
            return False
        raise AlreadyThere("There is a session of this id.")
    if session.state is SessionState.ACTIVE:
        _check_room(connection, session, session.created_at, team_limit)
    return True


def _check_room(connection: Connection, session: Session, now: datetime, team_limit: int) -> None:
    asked = {"team": session.team_id, "now": millis(now)}
    if connection.execute(_OTHERS, asked).scalar_one() >= team_limit:
        raise TooManySessions(
            f"This team has {team_limit} browser sessions open, which is the limit; end one, "
            "or an operator can raise GOSSAMER_TEAM_SESSIONS."
        )
    profile = saved_profile(session)
    if profile is not None and connection.execute(_WRITERS, asked | {"profile": profile}).scalar_one():
        raise ProfileBusy(
            "Another session saves changes to this profile; end it, or use the profile without `saveChanges`."
        )


def saved_profile(session: Session) -> str | None:
    """Return the name of the profile that is written at the end of a session; None for none."""
    use = session.spec.profile
    return use.name if use is not None and use.save else None
