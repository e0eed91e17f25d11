"""Bounds on credits: set, changed, taken away."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select, text, update

from gossamer.core.usage import period_of
from gossamer.store.credits.days import used
from gossamer.store.credits.reservations import reserved
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import credit_accounts

# Waits for the locks that charging and reserving hold, whether they found an account or none: their result
# is seen here, or they find the account that is made here. Reading goes on.
_ALONE = text("LOCK TABLE usage_days, credit_accounts IN EXCLUSIVE MODE")
_OWN = credit_accounts.c.owner_id == bindparam("owner")
_EXISTS = select(credit_accounts.c.owner_id).where(_OWN)
_CHANGE = update(credit_accounts).where(_OWN)
_REMOVE = delete(credit_accounts).where(_OWN)


def set_allowance(
    connection: Connection,
    database: Database,
    owner_id: str,
    team_id: str,
    allowance: int | None,
    *,
    anchor: datetime,
    now: datetime,
) -> None:
    """Bound the credits of a team, or of the key *owner_id* of it, to *allowance* each month; None for no bound.

    What was used in the running month and what is under way counts from the start. *anchor* is when the
    team was made. To be called before the transaction touches what credits are counted in.
    """
    if allowance is None:
        connection.execute(_REMOVE, {"owner": owner_id})
        return
    if database.engine.dialect.name == "postgresql":
        connection.execute(_ALONE)
    if connection.execute(_EXISTS, {"owner": owner_id}).first() is not None:
        connection.execute(_CHANGE, {"owner": owner_id, "allowance": allowance})
        return
    period = period_of(anchor, now)
    connection.execute(
        credit_accounts.insert(),
        {
            "owner_id": owner_id,
            "team_id": team_id,
            "allowance": allowance,
            "period_start": millis(period.start),
            "used": used(connection, owner_id, team_id, period),
            "reserved": reserved(connection, owner_id, team_id),
        },
    )
