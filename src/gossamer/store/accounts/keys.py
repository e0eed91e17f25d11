"""Keys in SQL."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import BigInteger, Connection, bindparam, or_, select, update

from gossamer.core.access import Network
from gossamer.core.accounts import ApiKey, Deed
from gossamer.core.restrictions import Restrictions, pack, pack_networks
from gossamer.ports.accounts import Grant, KeyChange
from gossamer.store.accounts import rows
from gossamer.store.accounts.audit import record
from gossamer.store.accounts.threats import THREATS, settings_of
from gossamer.store.credits import set_allowance
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import api_keys, organizations, teams, threat_protection

_T = TypeVar("_T")

_KEYS = select(*rows.KEY)
# The organization may be missing, which is no reason to take the key for unknown.
_GRANTS = (
    select(*rows.KEY, *rows.TEAM, *rows.ORGANIZATION, *THREATS)
    .select_from(api_keys)
    .join(teams, teams.c.id == api_keys.c.team_id)
    .outerjoin(organizations, organizations.c.id == teams.c.organization_id)
    .outerjoin(threat_protection, threat_protection.c.team_id == teams.c.id)
)
# Made once: building a statement costs more than running it.
_GRANT_BY_HASH = _GRANTS.where(api_keys.c.hash == bindparam("wanted"))
_GRANT_BY_ID = _GRANTS.where(api_keys.c.id == bindparam("wanted"))
_NOTE_USE = (
    update(api_keys)
    .where(
        api_keys.c.id == bindparam("of"),
        or_(api_keys.c.last_used_at.is_(None), api_keys.c.last_used_at < bindparam("at", type_=BigInteger)),
    )
    .values(last_used_at=bindparam("at", type_=BigInteger))
)


class KeyStore:
    """Keys by their hash; the key itself is never stored.

    Restrictions and addresses that cannot be read, or are missing, are None in what is returned.

    Rows are made keys in the threads that read them: a key that is limited to a thousand domains takes
    some 30 ms, which on the loop everybody would wait for.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def grant(self, key_hash: str) -> Grant | None:
        """Return the key with this hash, its team, features and threat protection, in one read.

        A revoked or expired key is returned too. Raises RestrictionsUnverified when its team, organization or threat
        protection cannot be read.
        """
        return await self._grant(_GRANT_BY_HASH, key_hash)

    async def grant_of(self, key_id: str) -> Grant | None:
        """Return the same by the id of the key."""
        return await self._grant(_GRANT_BY_ID, key_id)

    async def key(self, key_id: str) -> ApiKey | None:
        """Return a key, be it revoked."""
        query = _KEYS.where(api_keys.c.id == key_id)
        return await self._database.read(lambda connection: _maybe(rows.key_of, connection.execute(query).first()))

    async def of_team(self, team_id: str) -> Sequence[ApiKey]:
        """Return all keys of a team in order of their making, revoked ones too."""
        query = _KEYS.where(api_keys.c.team_id == team_id).order_by(api_keys.c.created_at, api_keys.c.id)
        return await self._database.read(lambda connection: [rows.key_of(row) for row in connection.execute(query)])

    async def add(self, key: ApiKey, key_hash: str, deed: Deed) -> bool:
        """Add a key to a team that is there; False when its hash is known, be it of a revoked key."""
        return await self._database.write(lambda connection: add_key(connection, self._database, key, key_hash, deed))

    async def update(self, key_id: str, change: KeyChange, deed: Deed) -> None:
        """Change all of it in one step."""
        await self._set(key_id, rows.key_changes(change), deed)

    async def revoke(self, key_id: str, deed: Deed) -> None:
        """End it at the moment of *deed*, unless it was revoked before."""

        def transact(connection: Connection) -> None:
            live = (api_keys.c.id == key_id) & api_keys.c.revoked_at.is_(None)
            if connection.execute(update(api_keys).where(live).values(revoked_at=millis(deed.at))).rowcount:
                record(connection, deed)

        await self._database.write(transact)

    async def restrict(self, key_id: str, restrictions: Restrictions, deed: Deed) -> None:
        """Set all that it is restricted to, and with it the budget that its charges count against."""

        def transact(connection: Connection) -> None:
            if _change(connection, key_id, {"restrictions": pack(restrictions)}, deed):
                self._set_budget(connection, key_id, restrictions.credit_budget, deed.at)

        await self._database.write(transact)

    async def set_addresses(self, key_id: str, addresses: Sequence[Network], deed: Deed) -> None:
        """Set from where it may be used; empty for anywhere."""
        await self._set(key_id, {"addresses": pack_networks(addresses)}, deed)

    async def note_use(self, moments: Mapping[str, datetime]) -> None:
        """Set by key when it was last used; an earlier moment than the one that is known changes nothing."""
        # In one order everywhere, or two processes could each wait for a row that the other has.
        uses = [{"of": key_id, "at": millis(at)} for key_id, at in sorted(moments.items())]
        if uses:
            await self._database.write(lambda connection: connection.execute(_NOTE_USE, uses))

    async def _grant(self, query: Any, hash_or_id: str) -> Grant | None:
        def look(connection: Connection) -> Grant | None:
            return _maybe(_grant_of, connection.execute(query, {"wanted": hash_or_id}).first())

        return await self._database.read(look)

    async def _set(self, key_id: str, values: Mapping[str, Any], deed: Deed) -> None:
        await self._database.write(lambda connection: _change(connection, key_id, values, deed))

    def _set_budget(self, connection: Connection, key_id: str, budget: int | None, now: datetime) -> None:
        query = (
            select(teams.c.id, teams.c.created_at)
            .join(api_keys, api_keys.c.team_id == teams.c.id)
            .where(api_keys.c.id == key_id)
        )
        team_id, created_at = connection.execute(query).one()
        set_allowance(connection, self._database, key_id, team_id, budget, anchor=moment(created_at), now=now)


def add_key(connection: Connection, database: Database, key: ApiKey, key_hash: str, deed: Deed) -> bool:
    """Add a key; False when its hash is known."""
    statement = database.insert(api_keys).values(rows.key_values(key, key_hash)).on_conflict_do_nothing()
    if connection.execute(statement.returning(api_keys.c.id)).first() is not None:
        record(connection, deed)
        return True
    # It may be there from a first run of this function, whose connection was lost at its end.
    return has_key(connection, key)


def _grant_of(row: rows.AnyRow) -> Grant:
    return Grant(
        key=rows.key_of(row),
        team=rows.team_of(row),
        features=rows.features_of(row),
        threats=settings_of(row.threat_settings),
    )


def _maybe(read: Callable[[rows.AnyRow], _T], row: rows.AnyRow | None) -> _T | None:
    return None if row is None else read(row)


def has_key(connection: Connection, key: ApiKey) -> bool:
    """Return whether the very key is there: its id was made for it alone."""
    return connection.execute(select(api_keys.c.id).where(api_keys.c.id == key.key_id)).first() is not None


def _change(connection: Connection, key_id: str, values: Mapping[str, Any], deed: Deed) -> bool:
    """Set *values*, one at least, and write *deed* down if one is another; return whether there is such a key."""
    current = connection.execute(
        select(*(api_keys.c[name] for name in values)).where(api_keys.c.id == key_id).with_for_update()
    ).first()
    if current is None:
        return False
    if tuple(current) != tuple(values.values()):
        connection.execute(update(api_keys).where(api_keys.c.id == key_id).values(values))
        record(connection, deed)
    return True
