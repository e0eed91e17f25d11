"""Accounts while they are locked: read once, changed in memory, written once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Self

from sqlalchemy import Connection, bindparam, select, update

from gossamer.core.usage import period_of
from gossamer.store.credits.days import used
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import credit_accounts, teams

# Of who has no team, as in open mode: months are those of the calendar.
CALENDAR: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ANCHOR = select(teams.c.created_at).where(teams.c.id == credit_accounts.c.team_id).scalar_subquery()
_LOCKED = (
    select(
        credit_accounts.c.owner_id,
        credit_accounts.c.team_id,
        credit_accounts.c.allowance,
        credit_accounts.c.period_start,
        credit_accounts.c.used,
        credit_accounts.c.reserved,
        _ANCHOR.label("anchor"),
    )
    .where(credit_accounts.c.owner_id.in_(bindparam("owners", expanding=True)))
    .order_by(credit_accounts.c.owner_id)
    .with_for_update()
)
_SAVE = update(credit_accounts).where(credit_accounts.c.owner_id == bindparam("owner"))


@dataclass(slots=True)
class LockedAccount:
    """A locked account, in the month of the moment it was locked for.

    *is_new_month* says that its month began, or another one was gone back to, with this lock: *used* is then
    what the days say, all that was charged in this transaction included.
    """

    owner_id: str
    team_id: str
    allowance: int
    period_start: int
    used: int
    reserved: int
    is_new_month: bool = False
    _was: tuple[int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        self._was = self._now

    @property
    def _now(self) -> tuple[int, int, int]:
        return self.period_start, self.used, self.reserved

    @property
    def free(self) -> int:
        """Return the credits neither used nor reserved; below 0 when more were used than there are."""
        return self.allowance - self.used - self.reserved

    def charge(self, amount: int) -> None:
        """Take *amount* that was entered into the ledger in this transaction, in this month."""
        if not self.is_new_month:
            self.used += amount

    def save(self, connection: Connection) -> None:
        """Write what was changed."""
        if self._now == self._was:
            return
        values = {"period_start": self.period_start, "used": self.used, "reserved": self.reserved}
        connection.execute(_SAVE, {"owner": self.owner_id} | values)
        self._was = self._now


class Purse:
    """Locked accounts, by their owners; who has no bound has none here."""

    def __init__(self, accounts: Sequence[LockedAccount] = ()) -> None:
        self._accounts = {account.owner_id: account for account in accounts}

    @classmethod
    def locked(cls, connection: Connection, owners: Iterable[str], *, now: datetime) -> Self:
        """Lock the accounts of *owners* until the transaction ends."""
        rows = connection.execute(_LOCKED, {"owners": sorted(set(owners))}).all()
        return cls([_in_month_of(now, connection, LockedAccount(*row[:-1]), row.anchor) for row in rows])

    def _of(self, *owners: str) -> Iterator[LockedAccount]:
        """Yield the accounts of those of *owners* who have one."""
        return (self._accounts[owner] for owner in owners if owner in self._accounts)

    def charge(self, team_id: str, key_id: str, amount: int, *, at: datetime) -> None:
        """Take what was charged for work of a team's key. What belongs to an earlier month is in that month's sums."""
        for account in self._of(team_id, key_id):
            if millis(at) >= account.period_start:
                account.charge(amount)

    def reserve(self, team_id: str, key_id: str, credits_more: int) -> None:
        """Set so many credits more aside for work of a team's key; a negative number gives back."""
        for account in self._of(team_id, key_id):
            account.reserved += credits_more

    def can_pay(self, price: int) -> bool:
        """Return whether *price* is free in all accounts."""
        return all(price <= account.free for account in self._accounts.values())

    def payable(self, price: int, *, given_back: int = 0) -> int | None:
        """Return the number of things of *price* that the accounts pay once *given_back* is; None without a bound."""
        if not self._accounts:
            return None
        return max(0, min((account.free + given_back) // price for account in self._accounts.values()))

    def is_spent(self, price: int) -> bool:
        """Return whether *price* could not be paid even if all that is reserved were given back."""
        return any(account.allowance - account.used < price for account in self._accounts.values())

    def save(self, connection: Connection) -> None:
        """Write what was changed."""
        for account in self._accounts.values():
            account.save(connection)


def _in_month_of(now: datetime, connection: Connection, account: LockedAccount, anchor: int | None) -> LockedAccount:
    """Turn to the month that *now* lies in; a clock that was set back is followed back."""
    period = period_of(CALENDAR if anchor is None else moment(anchor), now)
    if account.period_start != millis(period.start):
        account.period_start = millis(period.start)
        account.used = used(connection, account.owner_id, account.team_id, period)
        account.is_new_month = True
    return account
