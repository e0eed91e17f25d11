"""The commands of `gossamer org`."""

from collections.abc import Sequence

from gossamer.cli.accounts.database_access import OPERATOR, organization_named, run
from gossamer.cli.accounts.tables import moment, state, tell_json, tell_table
from gossamer.core.accounts import Features, Organization
from gossamer.operations.accounts import AccountOperations
from gossamer.wire import admin


def show_all(*, as_json: bool) -> int:
    """List all organizations; return the exit code."""

    async def act(accounts: AccountOperations) -> None:
        _tell(await accounts.organizations(OPERATOR), as_json=as_json)

    return run(act)


def create(name: str, features: Features, *, as_json: bool) -> int:
    """Make an organization; return the exit code."""

    async def act(accounts: AccountOperations) -> None:
        _tell([await accounts.create_organization(OPERATOR, name, features)], as_json=as_json)

    return run(act)


def set_features(organization: str, features: Features, *, as_json: bool) -> int:
    """Set all that an organization's teams may use; return the exit code."""

    async def act(accounts: AccountOperations) -> None:
        named_organization = await organization_named(accounts, organization)
        await accounts.set_features(OPERATOR, named_organization.organization_id, features)
        _tell([await organization_named(accounts, named_organization.organization_id)], as_json=as_json)

    return run(act)


def _tell(organizations: Sequence[Organization], *, as_json: bool) -> None:
    if as_json:
        tell_json([admin.organization_json(each) for each in organizations])
        return
    rows = [
        (each.name, each.organization_id, _features(each.features), moment(each.created_at), state(each.purge_at))
        for each in organizations
    ]
    tell_table(("ORGANIZATION", "ID", "FEATURES", "SINCE", "STATE"), rows)


def _features(features: Features) -> str:
    switches = {
        "key-restrictions": features.key_restrictions,
        "ip-restrictions": features.ip_restrictions,
        "zero-data-retention": features.zero_data_retention,
    }
    return ", ".join(name for name, on in switches.items() if on) or "none"
