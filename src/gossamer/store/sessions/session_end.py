"""The end of a session, with its charge, in one transaction."""

from datetime import datetime

from sqlalchemy import Connection, Row, bindparam, select, update

from gossamer.core.sessions import EndReason, SessionState
from gossamer.store.credits import Charge, Charges, Purse
from gossamer.store.credits.reservations import give_back, owners_of, release, take_back
from gossamer.store.row_encoding import millis
from gossamer.store.schema import browser_sessions

_ROW = select(browser_sessions).where(browser_sessions.c.id == bindparam("of"))
_END = (
    update(browser_sessions)
    .where(browser_sessions.c.id == bindparam("of"), browser_sessions.c.state == SessionState.ACTIVE.value)
    .values(
        state=SessionState.DESTROYED.value,
        ended_at=bindparam("at"),
        end_reason=bindparam("why"),
        credits=bindparam("used"),
    )
    .returning(browser_sessions)
)


def end(
    connection: Connection, charges: Charges, session_id: str, reason: EndReason, *, credits_used: int, now: datetime
) -> Row[tuple[object, ...]] | None:
    """End it and return its row; None when it had ended before, otherwise than by this very call."""
    parameters = {"of": session_id, "at": millis(now), "why": reason.value, "used": credits_used}
    ended = connection.execute(_END, parameters).first()
    if ended is None:
        # The connection may have been lost while this was committed.
        was = connection.execute(_ROW, {"of": session_id}).first()
        is_ours = was is not None and (was.ended_at, was.end_reason) == (parameters["at"], parameters["why"])
        return was if is_ours else None
    _charge(connection, charges, ended, credits_used, now)
    return ended


def release_of(connection: Connection, row: Row[tuple[object, ...]] | None, *, now: datetime) -> None:
    """Give back what was set aside for a session."""
    if row is not None and row.reservation is not None:
        release(connection, [row.reservation], now=now)


def _charge(
    connection: Connection, charges: Charges, ended: Row[tuple[object, ...]], credits_used: int, now: datetime
) -> None:
    # Not its id alone: a scrape that is continued was charged by that.
    reference = f"{ended.id}/session"
    operation = "browser" if ended.scrape_id is None else "interact"
    charge = Charge(reference, ended.team_id, ended.key_id, operation, credits_used, now)
    entered = charges.enter(connection, [charge] if credits_used else [])
    freed = take_back(connection, [ended.reservation] if ended.reservation else [])
    owners = entered.owners | owners_of(freed)
    if not owners:
        return
    purse = Purse.locked(connection, owners, now=now)
    for new_charge in entered.charges:
        purse.charge(new_charge.team_id, new_charge.key_id, new_charge.credits, at=new_charge.charged_at)
    give_back(purse, freed)
    purse.save(connection)
