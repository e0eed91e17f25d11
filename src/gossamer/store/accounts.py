"""Teams and keys in SQL."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select, update

from gossamer.ports.accounts import KeyRecord
from gossamer.store.database import Database
from gossamer.store.packing import millis
from gossamer.store.schema import api_keys, teams


class SqlAccountStore:
    """An AccountStore."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def key_by_hash(self, key_hash: str) -> KeyRecord | None:
        """Return the live key with this hash, or None."""
        query = select(api_keys.c.id, api_keys.c.team_id, api_keys.c.name, api_keys.c.hash).where(
            api_keys.c.hash == key_hash, api_keys.c.revoked_at.is_(None)
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else KeyRecord(key_id=row[0], team_id=row[1], name=row[2], hash=row[3])

    async def is_live(self, key_id: str) -> bool:
        """Return whether the key is there and not revoked."""
        query = select(api_keys.c.id).where(api_keys.c.id == key_id, api_keys.c.revoked_at.is_(None))
        return await self._database.read(lambda connection: connection.execute(query).first()) is not None

    async def webhook_secret(self, team_id: str, *, offered: str, replace: bool) -> str | None:
        """Return what signs the team's webhooks; *offered* becomes it if there is none, or with *replace*."""
        wanted = offered if replace else func.coalesce(teams.c.webhook_secret, offered)
        statement = update(teams).where(teams.c.id == team_id).values(webhook_secret=wanted)

        def settle(connection: Connection) -> str | None:
            return connection.execute(statement.returning(teams.c.webhook_secret)).scalar()

        return await self._database.write(settle)

    async def team_exists(self) -> bool:
        """Return whether any team is there."""
        query = select(teams.c.id).limit(1)
        return await self._database.read(lambda connection: connection.execute(query).first()) is not None

    async def create_team(self, *, team_id: str, name: str, key: KeyRecord, now: datetime) -> bool:
        """Make a team and its key in one step; False when *team_id* already exists."""

        def make(connection: Connection) -> bool:
            team = self._database.insert(teams).values(id=team_id, name=name, created_at=millis(now))
            if connection.execute(team.on_conflict_do_nothing().returning(teams.c.id)).first() is not None:
                return self._insert_key(connection, key, now)
            # It may be there from a first run of this function, whose connection was lost at its end.
            return _has_key(connection, key)

        return await self._database.write(make)

    async def add_key(self, key: KeyRecord, *, now: datetime) -> bool:
        """Add a key to an existing team; False when its hash is known, be it of a revoked key."""

        def add(connection: Connection) -> bool:
            return self._insert_key(connection, key, now) or _has_key(connection, key)

        return await self._database.write(add)

    def _insert_key(self, connection: Connection, key: KeyRecord, now: datetime) -> bool:
        statement = self._database.insert(api_keys).values(_key_row(key, now))
        made = connection.execute(statement.on_conflict_do_nothing().returning(api_keys.c.id)).first()
        return made is not None


def _has_key(connection: Connection, key: KeyRecord) -> bool:
    """Return whether the very record is there: its id was made for it alone."""
    return connection.execute(select(api_keys.c.id).where(api_keys.c.id == key.key_id)).first() is not None


def _key_row(key: KeyRecord, now: datetime) -> dict[str, Any]:
    return {
        "id": key.key_id,
        "team_id": key.team_id,
        "name": key.name,
        "hash": key.hash,
        "created_at": millis(now),
    }
