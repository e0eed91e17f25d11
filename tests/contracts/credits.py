"""Teams with bounds on their credits, and what the database says of them."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from gossamer.core.ids import new_id
from gossamer.store.credits import set_allowance
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import api_keys, credit_accounts, ledger, teams, usage_days
from tests.contracts.jobs import NOON

# Its months begin on the 10th.
ANCHOR = datetime(2026, 1, 10, 15, tzinfo=UTC)


async def make_team(database: Database, team_id: str | None = None) -> str:
    """Make a team whose months begin on the 10th."""
    team_id = team_id or new_id()
    row = {"id": team_id, "name": "Team", "created_at": millis(ANCHOR)}
    await database.write(lambda connection: connection.execute(insert(teams), row))
    return team_id


async def make_key(database: Database, team_id: str, name: str) -> str:
    """Make a key of the team."""
    key_id = new_id()
    row = {"id": key_id, "team_id": team_id, "name": name, "hash": key_id, "created_at": 0}
    await database.write(lambda connection: connection.execute(insert(api_keys), row))
    return key_id


async def bound(
    database: Database, owner_id: str, allowance: int | None, *, team_id: str | None = None, now: datetime = NOON
) -> None:
    """Bound the credits of a team, or with *team_id* of a key of it."""
    await database.write(
        lambda connection: set_allowance(
            connection, database, owner_id, team_id or owner_id, allowance, anchor=ANCHOR, now=now
        )
    )


async def account(database: Database, owner_id: str) -> tuple[int, int]:
    """Return what the owner's account says is used, and reserved."""
    query = select(credit_accounts.c.used, credit_accounts.c.reserved).where(credit_accounts.c.owner_id == owner_id)
    used, reserved = await database.read(lambda connection: connection.execute(query).one())
    return used, reserved


async def sums(database: Database, team_id: str) -> dict[str, int]:
    """Return the credits and charges of a team, in the ledger and in its days."""

    def read(connection: Connection) -> dict[str, int]:
        def one(query: Any) -> Any:
            return connection.execute(query).one()

        entries, entered = one(
            select(func.count(), func.coalesce(func.sum(ledger.c.credits), 0)).where(ledger.c.team_id == team_id)
        )
        charges, summed = one(
            select(
                func.coalesce(func.sum(usage_days.c.charges), 0), func.coalesce(func.sum(usage_days.c.credits), 0)
            ).where(usage_days.c.team_id == team_id)
        )
        return {"entries": entries, "entered": int(entered), "charges": int(charges), "summed": int(summed)}

    return await database.read(read)


async def renamed(database: Database, key_id: str, name: str) -> None:
    """Give a key another name."""
    change = update(api_keys).where(api_keys.c.id == key_id).values(name=name)
    await database.write(lambda connection: connection.execute(change))
