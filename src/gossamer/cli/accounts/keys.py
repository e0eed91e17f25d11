"""The commands `gossamer key`, `new-key` and `webhook-secret`."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from gossamer.cli.accounts.database_access import OPERATOR, team_named, with_accounts
from gossamer.cli.accounts.tables import moment, state, tell_json, tell_table
from gossamer.core.accounts import OPEN_TEAM, ApiKey, Team
from gossamer.core.errors import NotFound
from gossamer.operations.accounts import AccountOperations
from gossamer.wire import admin
from gossamer.wire.restrictions import AddressesBody, RestrictionsBody, restrictions_json


@with_accounts
async def new_key(accounts: AccountOperations, name: str) -> None:
    """Make a key of the first team and print it, the only time it is known in clear."""
    print((await accounts.first_team_key(OPERATOR, name)).secret)


@with_accounts
async def webhook_secret(accounts: AccountOperations, *, new: bool) -> None:
    """Print what signs the first team's webhooks, made now if there is none, or with *new*."""
    try:
        print(await accounts.webhook_secret(OPERATOR, OPEN_TEAM, new=new))
    except NotFound as error:
        raise NotFound("There is no team yet. Start the service once, or run `gossamer new-key`.") from error


@with_accounts
async def show_all(accounts: AccountOperations, team: str, *, as_json: bool) -> None:
    """List the keys of a team."""
    named_team = await team_named(accounts, team)
    keys = await accounts.keys(OPERATOR, named_team.team_id)
    if named_team.purge_at is not None:
        # Beside the list, which a program reads.
        print(f"The team is {state(named_team.purge_at)}; its keys are refused.", file=sys.stderr)
    if as_json:
        tell_json([admin.key_json(key) for key in keys])
    else:
        tell_table(("NAME", "ID", "KEY", "LAST USED", "STATE", "RESTRICTIONS"), (_row(key, named_team) for key in keys))


@with_accounts
async def create(accounts: AccountOperations, team: str, body: Mapping[str, Any], *, as_json: bool) -> None:
    """Make a key and print it, the only time it is known in clear.

    Standard output has the key alone, for scripts; its id, by which it is changed, goes to standard error.
    """
    body_model = admin.NewKeyBody.model_validate(body)
    named_team = await team_named(accounts, team)
    issued_key = await accounts.create_key(
        OPERATOR, named_team.team_id, body_model.name, expires_at=body_model.expires_at
    )
    if as_json:
        tell_json({**admin.key_json(issued_key.key), "apiKey": issued_key.secret})
    else:
        print(issued_key.secret)
        print(f"Its id is {issued_key.key.key_id}; the key itself is not shown again.", file=sys.stderr)


@with_accounts
async def revoke(accounts: AccountOperations, key_id: str) -> None:
    """End a key for ever."""
    await accounts.revoke_key(OPERATOR, key_id)
    print("Revoked; running services refuse it within 15 seconds.")


@with_accounts
async def restrict(accounts: AccountOperations, key_id: str, body: Mapping[str, Any], *, as_json: bool) -> None:
    """Set all that a key is restricted to, and print it."""
    await accounts.restrict_key(OPERATOR, key_id, RestrictionsBody.model_validate(body).restrictions())
    await _tell_limits(accounts, key_id, as_json=as_json)


@with_accounts
async def set_addresses(accounts: AccountOperations, key_id: str, cidrs: Sequence[str], *, as_json: bool) -> None:
    """Set from where a key may be used, and print it."""
    body_model = AddressesBody.model_validate({"allowedCidrs": list(cidrs)})
    await accounts.set_key_addresses(OPERATOR, key_id, body_model.allowed_cidrs)
    await _tell_limits(accounts, key_id, as_json=as_json)


async def _tell_limits(accounts: AccountOperations, key_id: str, *, as_json: bool) -> None:
    key = await accounts.key(OPERATOR, key_id)
    if as_json:
        tell_json(admin.key_json(key))
    else:
        print(f"Restrictions of {key.name}: {_limits(key)}. Running services know within 15 seconds.")


def _row(key: ApiKey, team: Team) -> Sequence[str]:
    return key.name, key.key_id, key.hint, moment(key.last_used_at, "never"), _state(key, team), _limits(key)


def _state(key: ApiKey, team: Team) -> str:
    if key.revoked_at is not None:
        return f"revoked {moment(key.revoked_at)}"
    if team.purge_at is not None:
        return f"team {state(team.purge_at)}"
    return "live" if key.expires_at is None else f"until {moment(key.expires_at)}"


def _limits(key: ApiKey) -> str:
    """Return the restrictions of the key, in the words of the API."""
    if key.restrictions is None or key.addresses is None:
        return "unreadable, so refused everything"
    limits = {**restrictions_json(key.restrictions), "allowedCidrs": list(key.addresses)}
    # A budget of 0 is one, and the strictest.
    limits = {name: value for name, value in limits.items() if value is not None and value is not False and value != []}
    return "; ".join(f"{name} {_value(value)}" for name, value in limits.items()) or "none"


def _value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return "on" if value is True else str(value)
