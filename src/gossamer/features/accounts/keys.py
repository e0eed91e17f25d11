"""Keys of a team: what admins do with them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Final

from gossamer.core.accounts import Actor, ApiKey, Deed, Features, NewKey, Unchanged
from gossamer.core.errors import CallerError, NotAllowed, NotFound, OwnError
from gossamer.core.ids import is_id, key_hash, new_api_key
from gossamer.core.restrictions import NONE, Restrictions, network
from gossamer.features.accounts.accounts import new_key
from gossamer.features.accounts.texts import name_of
from gossamer.ports.accounts import KeyChange
from gossamer.ports.clock import Clock
from gossamer.store.accounts.keys import KeyStore

# The last year that a clock can tell begins: in another time zone, or rounded, its end would be out of reach.
_TOO_LATE: Final = datetime(9999, 1, 1, tzinfo=UTC)
# Every request with the key is compared with each of them.
_MOST_ADDRESSES: Final = 1000


class Keys:
    """Makes, changes and ends keys. Whether the actor may do it is for others to ask."""

    def __init__(self, store: KeyStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def key(self, key_id: str) -> ApiKey:
        """Return a key, be it revoked; raises NotFound."""
        key = await self._store.key(key_id) if is_id(key_id) else None
        if key is None:
            raise NotFound("API key not found.")
        return key

    async def of_team(self, team_id: str, *, with_restrictions: bool) -> Sequence[ApiKey]:
        """Return a team's keys in order of their making; without their restrictions these are empty."""
        keys = await self._store.of_team(team_id)
        return keys if with_restrictions else [replace(key, restrictions=NONE, addresses=()) for key in keys]

    async def create(self, actor: Actor, team_id: str, name: str, *, expires_at: datetime | None) -> NewKey:
        """Make a key that nothing restricts."""
        self._check_expiry(expires_at)
        api_key = new_api_key()
        name = name_of(name, "key")
        key = new_key(team_id, name, api_key, actor.name, self._clock.now(), expires_at=expires_at)
        deed = self._deed(actor, key, "key.created", _readable({"hint": key.hint, "expires_at": expires_at}))
        if not await self._store.add(key, key_hash(api_key), deed):
            raise OwnError("The key could not be created. Please try again.")
        return NewKey(key, api_key)

    async def update(self, actor: Actor, key: ApiKey, change: KeyChange) -> None:
        """Change its name, and when it ends: a moment to come, or never. All of it, or nothing with CallerError."""
        if not isinstance(change.name, Unchanged):
            change = replace(change, name=name_of(change.name, "key"))
        if not isinstance(change.expires_at, Unchanged):
            self._check_expiry(change.expires_at)
        after = change.given()
        if after:
            details = {"before": _readable({name: getattr(key, name) for name in after}), "after": _readable(after)}
            await self._store.update(key.key_id, change, self._deed(actor, key, "key.updated", details))

    async def revoke(self, actor: Actor, key: ApiKey) -> None:
        """End it for ever."""
        await self._store.revoke(key.key_id, self._deed(actor, key, "key.revoked"))

    async def restrict(self, actor: Actor, key: ApiKey, restrictions: Restrictions, features: Features) -> None:
        """Set all that it is restricted to; raises NotAllowed when the organization does not have restrictions."""
        if restrictions != NONE and not features.key_restrictions:
            raise NotAllowed(
                "Key restrictions are not enabled for this organization; the operator of this service can enable them."
            )
        before = None if key.restrictions is None else _restriction_details(key.restrictions)
        deed = self._deed(actor, key, "key.restricted", {"before": before, "after": _restriction_details(restrictions)})
        await self._store.restrict(key.key_id, restrictions, deed)

    async def set_addresses(self, actor: Actor, key: ApiKey, cidrs: Sequence[str], features: Features) -> None:
        """Set from where it may be used; raises CallerError, and NotAllowed without the feature."""
        if len(cidrs) > _MOST_ADDRESSES:
            raise CallerError(f"A key can be limited to {_MOST_ADDRESSES} addresses and CIDRs at most.")
        addresses = tuple(dict.fromkeys(map(network, map(str.strip, cidrs))))
        if addresses and not features.ip_restrictions:
            raise NotAllowed(
                "IP restrictions are not enabled for this organization; the operator of this service can enable them."
            )
        before = None if key.addresses is None else list(key.addresses)
        deed = self._deed(actor, key, "key.addresses_set", {"before": before, "after": list(map(str, addresses))})
        await self._store.set_addresses(key.key_id, addresses, deed)

    def _check_expiry(self, expires_at: datetime | None) -> None:
        if expires_at is None:
            return
        if expires_at <= self._clock.now():
            raise CallerError("The key's expiry is in the past; give a future time.")
        if expires_at >= _TOO_LATE:
            raise CallerError("A key cannot expire after the year 9998; without an expiry it never does.")

    def _deed(self, actor: Actor, key: ApiKey, action: str, detail: Mapping[str, object] | None = None) -> Deed:
        return Deed(self._clock.now(), actor.name, action, key.name, key.team_id, detail=detail or {})


def _readable(values: Mapping[str, object]) -> Mapping[str, object]:
    """Return *values* as JSON has them: moments in UTC."""
    return {name: at.astimezone(UTC).isoformat() if isinstance(at, datetime) else at for name, at in values.items()}


def _restriction_details(restrictions: Restrictions) -> Mapping[str, object]:
    """Return the restrictions that are set, by name."""
    values_by_name = {field.name: getattr(restrictions, field.name) for field in fields(restrictions)}
    return {name: value for name, value in values_by_name.items() if value != getattr(NONE, name)}
