"""Locks on profiles: one session or scrape at a time saves a profile.

A session has that right as long as it lives. A scrape claims it until a time by which it has long ended: when its
process dies, that time gives the right back.
"""

from datetime import datetime

from sqlalchemy import Connection, and_, bindparam, delete, literal_column, select, text

from gossamer.core.errors import ProfileBusy
from gossamer.core.sessions import ProfileClaim, SessionState
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import browser_sessions, profile_claims

# SQLite's one writer does this by itself. Not the team's row: open mode has a team without one.
_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended('browser sessions of ' || :team, 0))")
# Sessions of a team that are open and not lost.
LIVING = and_(
    browser_sessions.c.team_id == bindparam("team"),
    # As text, because a partial index is used only when the statement names its condition.
    browser_sessions.c.state == literal_column(f"'{SessionState.ACTIVE.value}'"),
    browser_sessions.c.alive_until > bindparam("now"),
)
_SAVING_SESSION = select(browser_sessions.c.id).where(LIVING, browser_sessions.c.saves_profile == bindparam("profile"))
_CLAIM = select(profile_claims.c.claim_id, profile_claims.c.until).where(
    profile_claims.c.team_id == bindparam("team"), profile_claims.c.name == bindparam("profile")
)
_CLEAR = delete(profile_claims).where(
    profile_claims.c.team_id == bindparam("team"), profile_claims.c.name == bindparam("profile")
)
_RELEASE = _CLEAR.where(profile_claims.c.claim_id == bindparam("claim"))


def keep_others_out(connection: Connection, database: Database, team_id: str) -> None:
    """Let nobody else of the team open a session, or claim a profile, until this transaction ends."""
    if database.engine.dialect.name == "postgresql":
        connection.execute(_ALONE, {"team": team_id})


def check_free(
    connection: Connection, team_id: str, name: str, *, now: datetime, but_for: ProfileClaim | None = None
) -> None:
    """Raise ProfileBusy when somebody saves the profile, other than by the claim *but_for*."""
    parameters = {"team": team_id, "profile": name}
    holder = connection.execute(_CLAIM, parameters).first()
    ours = None if but_for is None else but_for.claim_id
    if holder is not None and holder.until > millis(now) and holder.claim_id != ours:
        raise ProfileBusy(
            "A scrape that is under way saves changes to this profile; wait for its answer, or use the profile "
            "without `saveChanges`."
        )
    if connection.execute(_SAVING_SESSION, parameters | {"now": millis(now)}).first() is not None:
        raise ProfileBusy(
            "Another session saves changes to this profile; end it, or use the profile without `saveChanges`."
        )


def claim(connection: Connection, database: Database, profile: ProfileClaim, *, now: datetime) -> None:
    """Take the right to save a profile. Raises ProfileBusy."""
    keep_others_out(connection, database, profile.team_id)
    check_free(connection, profile.team_id, profile.name, now=now, but_for=profile)
    connection.execute(_CLEAR, {"team": profile.team_id, "profile": profile.name})
    row = {
        "team_id": profile.team_id,
        "name": profile.name,
        "claim_id": profile.claim_id,
        "until": millis(profile.until),
    }
    connection.execute(profile_claims.insert(), row)


def holds(connection: Connection, database: Database, claimed: ProfileClaim, *, now: datetime) -> bool:
    """Return whether the right is still there; it stays so until this transaction ends."""
    keep_others_out(connection, database, claimed.team_id)
    holder = connection.execute(_CLAIM, {"team": claimed.team_id, "profile": claimed.name}).first()
    return holder is not None and holder.claim_id == claimed.claim_id and holder.until > millis(now)


def release(connection: Connection, claimed: ProfileClaim) -> None:
    """Give the right back, if it is still there."""
    connection.execute(_RELEASE, {"team": claimed.team_id, "profile": claimed.name, "claim": claimed.claim_id})
