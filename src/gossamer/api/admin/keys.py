"""Keys: making and ending them, and what they are limited to."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.admin.endpoints import AdminCall, AdminEndpoint
from gossamer.api.endpoints import Json
from gossamer.wire import admin
from gossamer.wire.answers import Acknowledged
from gossamer.wire.restrictions import AddressesBody, RestrictionsBody

_OF_TEAM = "/admin/teams/{id}/keys"
_ONE = "/admin/keys/{id}"


async def list_keys(call: AdminCall, _: None) -> Json:
    """Return the keys of a team in order of their making, revoked ones too."""
    keys = await call.operations.members.keys(call.actor, call.path["id"])
    return admin.Keys.of(keys=[admin.key_json(key) for key in keys])


async def create(call: AdminCall, body: admin.NewKeyBody) -> Json:
    """Make a key, which is shown this once."""
    new_key = await call.operations.members.create_key(
        call.actor, call.path["id"], body.name, expires_at=body.expires_at
    )
    return admin.KeyMade.of(new_key.key, api_key=new_key.secret)


async def read_key(call: AdminCall, _: None) -> Json:
    """Return a key and what it is limited to; not the key itself."""
    return await _key_answer(call)


async def change(call: AdminCall, body: admin.KeyChange) -> Json:
    """Change a key's name, or until when it is valid."""
    await call.operations.members.update_key(call.actor, call.path["id"], **body.given())
    return await _key_answer(call)


async def restrict(call: AdminCall, body: RestrictionsBody) -> Json:
    """Set all that a key is restricted to: what is left out is not restricted. Effective everywhere within a minute."""
    await call.operations.members.restrict_key(call.actor, call.path["id"], body.restrictions())
    return await _key_answer(call)


async def set_addresses(call: AdminCall, body: AddressesBody) -> Json:
    """Set from where a key may be used. Effective everywhere within a minute."""
    await call.operations.members.set_key_addresses(call.actor, call.path["id"], body.allowed_cidrs)
    return await _key_answer(call)


async def revoke(call: AdminCall, _: None) -> Json:
    """End a key for ever, and what was begun with it."""
    await call.operations.members.revoke_key(call.actor, call.path["id"])
    return {"success": True}


async def _key_answer(call: AdminCall) -> Json:
    return {"success": True, "key": admin.key_json(await call.operations.members.key(call.actor, call.path["id"]))}


def endpoints() -> Iterator[AdminEndpoint[Any]]:
    """Yield the endpoints for keys."""
    yield AdminEndpoint("GET", _OF_TEAM, "Keys of a team", admin.Keys, list_keys)
    yield AdminEndpoint("POST", _OF_TEAM, "Make a key", admin.KeyMade, create, body=admin.NewKeyBody)
    yield AdminEndpoint("GET", _ONE, "A key", admin.KeyAnswer, read_key)
    yield AdminEndpoint("PATCH", _ONE, "Change a key", admin.KeyAnswer, change, body=admin.KeyChange)
    yield AdminEndpoint("DELETE", _ONE, "Revoke a key", Acknowledged, revoke)
    yield AdminEndpoint(
        "PUT", _ONE + "/restrictions", "Restrict a key", admin.KeyAnswer, restrict, body=RestrictionsBody
    )
    yield AdminEndpoint(
        "PUT",
        _ONE + "/ip-restrictions",
        "Limit a key to addresses",
        admin.KeyAnswer,
        set_addresses,
        body=AddressesBody,
    )
