"""Reservations of requests under way: made before they begin, released when they are recorded or fail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, literal_column, select, update

from gossamer.core.jobs import JobState
from gossamer.store.credits.purses import Purse
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import jobs, reservations

_SWEPT_AT_ONCE = 500
_GIVE_BACK = (
    delete(reservations)
    .where(reservations.c.id.in_(bindparam("ids", expanding=True)))
    .returning(reservations.c.team_id, reservations.c.key_id, reservations.c.credits)
)
# A reservation that is being recorded or released is left to that transaction.
_VOID = (
    select(reservations.c.id)
    .where(reservations.c.expires_at <= bindparam("now"))
    .order_by(reservations.c.id)
    .limit(_SWEPT_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_ANY_VOID = select(reservations.c.id).where(reservations.c.expires_at <= bindparam("now")).limit(1)
_HELD = select(reservations).where(reservations.c.id == bindparam("of")).with_for_update()
_RAISE = update(reservations).where(reservations.c.id == bindparam("of"))
_OF_REQUESTS = select(func.coalesce(func.sum(reservations.c.credits), 0)).where(
    reservations.c.team_id == bindparam("team")
)
_OF_JOBS = select(func.coalesce(func.sum(jobs.c.page_price * jobs.c.in_flight), 0)).where(
    jobs.c.team_id == bindparam("team"), jobs.c.state == literal_column(f"'{JobState.SCRAPING.value}'")
)
_OF_TEAM = (_OF_REQUESTS, _OF_JOBS)
_OF_KEY = (
    _OF_REQUESTS.where(reservations.c.key_id == bindparam("owner")),
    _OF_JOBS.where(jobs.c.key_id == bindparam("owner")),
)


@dataclass(frozen=True, slots=True)
class Freed:
    """Released credits, for work of a team's key."""

    team_id: str
    key_id: str
    credits: int


class Reservations:
    """Sets credits aside, in one database."""

    def __init__(self, database: Database) -> None:
        self._insert = database.insert(reservations).on_conflict_do_nothing().returning(reservations.c.id)

    def reserve(
        self,
        connection: Connection,
        new_id: str,
        owners: tuple[str, str],
        amount: int,
        *,
        now: datetime,
        until: datetime,
    ) -> bool:
        """Set *amount* aside for a team and its key; False when one of them has not enough."""
        team_id, key_id = owners
        row = {"id": new_id, "team_id": team_id, "key_id": key_id, "credits": amount, "expires_at": millis(until)}
        if connection.execute(self._insert, row).first() is None:
            # It was done before, and the connection lost before the reply.
            return True
        purse = Purse.locked(connection, owners, now=now)
        if not purse.can_pay(amount):
            take_back(connection, [new_id])
            return False
        purse.reserve(team_id, key_id, amount)
        purse.save(connection)
        return True


def raise_to(connection: Connection, reservation_id: str, amount: int, *, now: datetime, until: datetime) -> bool:
    """Let it hold *amount*, if it holds less, and be valid until then; False when somebody has not enough for that."""
    held = connection.execute(_HELD, {"of": reservation_id}).first()
    if held is None:
        return False
    more = max(0, amount - held.credits)
    if more:
        purse = Purse.locked(connection, (held.team_id, held.key_id), now=now)
        if not purse.can_pay(more):
            return False
        purse.reserve(held.team_id, held.key_id, more)
        purse.save(connection)
    connection.execute(_RAISE, {"of": reservation_id, "credits": held.credits + more, "expires_at": millis(until)})
    return True


def take_back(connection: Connection, ids: Sequence[str]) -> list[Freed]:
    """Forget these reservations and return what they held; the accounts are left to the caller."""
    return [Freed(*row) for row in connection.execute(_GIVE_BACK, {"ids": ids})] if ids else []


def release(connection: Connection, ids: Sequence[str], *, now: datetime) -> int:
    """Give these reservations back; return how many there were."""
    freed = take_back(connection, ids)
    if freed:
        purse = Purse.locked(connection, owners_of(freed), now=now)
        give_back(purse, freed)
        purse.save(connection)
    return len(freed)


def owners_of(freed: Sequence[Freed]) -> set[str]:
    """Return the ids of the teams and keys of *freed*, which may have accounts."""
    return {owner for reservation in freed for owner in (reservation.team_id, reservation.key_id)}


def give_back(purse: Purse, freed: Sequence[Freed]) -> None:
    """Give them back to the accounts that are locked."""
    for reservation in freed:
        purse.reserve(reservation.team_id, reservation.key_id, -reservation.credits)


def has_void(connection: Connection, *, now: datetime) -> bool:
    """Return whether there is anything to sweep."""
    return connection.execute(_ANY_VOID, {"now": millis(now)}).first() is not None


def sweep(connection: Connection, *, now: datetime) -> int:
    """Give back reservations that are void; return how many."""
    return release(connection, connection.execute(_VOID, {"now": millis(now)}).scalars().all(), now=now)


def count_reserved(connection: Connection, owner_id: str, team_id: str) -> int:
    """Return the credits that requests and jobs of a team, or of a key of it, have set aside."""
    parameters = {"team": team_id} if owner_id == team_id else {"team": team_id, "owner": owner_id}
    queries = _OF_TEAM if owner_id == team_id else _OF_KEY
    return sum(int(connection.execute(query, parameters).scalar_one()) for query in queries)
