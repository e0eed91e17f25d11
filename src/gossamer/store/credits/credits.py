"""The CreditStore in SQL."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from gossamer.core.errors import DatabaseUnavailable, OwnError, UsageUnreadable
from gossamer.core.ids import new_id
from gossamer.core.usage import Balance, DayUsage, PeriodUsage
from gossamer.store.credits import credit_queries, reservations
from gossamer.store.credits.reservations import Reservations
from gossamer.store.database import Database

_T = TypeVar("_T")

_UNREADABLE = "Internal server error while fetching credit usage"
_HISTORY_UNREADABLE = "Internal server error while fetching historical credit usage"


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
