"""The CreditStore in SQL."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection, bindparam, delete, select, text, update

from gossamer.core.errors import DatabaseUnavailable, OwnError, UsageUnreadable
from gossamer.core.ids import new_id
from gossamer.core.usage import Balance, DayUsage, PeriodUsage, period_of
from gossamer.store.credits import credit_queries, reservations
from gossamer.store.credits.days import used
from gossamer.store.credits.reservations import Reservations, count_reserved
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import credit_accounts

_T = TypeVar("_T")
_UNREADABLE = "Internal server error while fetching credit usage"
_HISTORY_UNREADABLE = "Internal server error while fetching historical credit usage"
# Waits for the locks that charging and reserving hold, whether they found an account or none: their result
# is seen here, or they find the account that is made here. Reading goes on.
_ALONE = text("LOCK TABLE usage_days, credit_accounts IN EXCLUSIVE MODE")
_OWN = credit_accounts.c.owner_id == bindparam("owner")
_EXISTS = select(credit_accounts.c.owner_id).where(_OWN)
_CHANGE = update(credit_accounts).where(_OWN)
_REMOVE = delete(credit_accounts).where(_OWN)


class SqlCreditStore:
    """A CreditStore."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reservations = Reservations(database)

    async def reserve(self, team_id: str, key_id: str, amount: int, *, now: datetime, until: datetime) -> str | None:
        reservation_id = new_id()

        def transact(connection: Connection) -> bool:
            return self._reservations.reserve(
                connection, reservation_id, (team_id, key_id), amount, now=now, until=until
            )

        done = await self._database.write(transact)
        if not done and await self.sweep(now=now):
            # A process that is gone may have held the missing credits.
            done = await self._database.write(transact)
        return reservation_id if done else None

    async def raise_to(self, reservation_id: str, amount: int, *, now: datetime, until: datetime) -> bool:
        """Let a reservation hold *amount*, if it holds less, and be valid until then; False when that is not there."""
        return await self._database.write(
            lambda connection: reservations.raise_to(connection, reservation_id, amount, now=now, until=until)
        )

    async def release(self, reservation_id: str, *, now: datetime) -> None:
        await self._database.write(lambda connection: reservations.release(connection, [reservation_id], now=now))

    async def sweep(self, *, now: datetime) -> int:
        if not await self._database.read(lambda connection: reservations.has_void(connection, now=now)):
            return 0
        return await self._database.write(lambda connection: reservations.sweep(connection, now=now))

    async def balance(self, team_id: str, *, now: datetime) -> Balance:
        return await self._read(lambda connection: credit_queries.balance(connection, team_id, now=now))

    async def key_balance(self, key_id: str, *, now: datetime) -> Balance | None:
        return await self._read(lambda connection: credit_queries.key_balance(connection, key_id, now=now))

    async def history(self, team_id: str, *, by_key: bool) -> Sequence[PeriodUsage]:
        """Return usage of all billing months with any, oldest first; within a month by name of the key."""
        return await self._read(
            lambda connection: credit_queries.history(connection, team_id, by_key=by_key), _HISTORY_UNREADABLE
        )

    async def days(self, team_id: str, *, since: datetime, until: datetime) -> Sequence[DayUsage]:
        """Return usage by day, key and operation, oldest first."""
        return await self._read(lambda connection: credit_queries.days(connection, team_id, since=since, until=until))

    async def _read(self, function: Callable[[Connection], _T], otherwise: str = _UNREADABLE) -> _T:
        try:
            return await self._database.read(function)
        except DatabaseUnavailable:
            # It passes, and callers are asked to try again.
            raise
        except (OwnError, ValueError, OverflowError) as error:
            raise UsageUnreadable(otherwise) from error


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
            "reserved": count_reserved(connection, owner_id, team_id),
        },
    )
