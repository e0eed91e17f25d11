"""Credits: what may be spent, what is reserved, and what was used."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from gossamer.core.usage import Balance, DayUsage, PeriodUsage


class CreditStore(Protocol):
    """The ledger and what follows from it.

    A charge is one entry of the ledger, written in the transaction of the work it is for, and
    in it the sums of its day, and what its team and its key have left. Entries are never changed.

    `reserve` sets credits aside for work that begins now, so that what is used and what is reserved
    never exceed what a team or key has; `release` gives them back. Recording a scrape that carries
    the reservation does both, charge and release, in one transaction. A reservation
    is void after *until*, because its process is gone. Owners without a bound need none.

    What is charged counts in the month in which the work ended, wherever the clock is set later. Whoever
    reads gets UsageUnreadable when what is stored cannot be read, DatabaseUnavailable when the database does not
    answer, and never a wrong number.
    """

    async def reserve(self, team_id: str, key_id: str, amount: int, *, now: datetime, until: datetime) -> str | None:
        """Set *amount* aside and return the reservation's id; None when the team or the key has not enough left."""

    async def raise_to(self, reservation_id: str, amount: int, *, now: datetime, until: datetime) -> bool:
        """Let a reservation hold *amount*, if it holds less, and be valid until then; False when that is not there.

        False too when the reservation is gone; it holds what it held then.
        """

    async def release(self, reservation_id: str, *, now: datetime) -> None:
        """Give back what was set aside; harmless when that was done before."""

    async def sweep(self, *, now: datetime) -> int:
        """Give back reservations that are void; return how many."""

    async def balance(self, team_id: str, *, now: datetime) -> Balance:
        """Return the team's balance in its running month."""

    async def key_balance(self, key_id: str, *, now: datetime) -> Balance | None:
        """Return the balance of the key's budget; None when it has none."""

    async def history(self, team_id: str, *, by_key: bool) -> Sequence[PeriodUsage]:
        """Return usage of all billing months with any, oldest first; within a month by name of the key.

        Keys of one name are added up.
        """

    async def days(self, team_id: str, *, since: datetime, until: datetime) -> Sequence[DayUsage]:
        """Return usage by day, key and operation, oldest first, of days that lie in this time, be it in part."""
