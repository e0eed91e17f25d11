"""The commands of `gossamer org`."""

from collections.abc import Sequence

from gossamer.cli.accounts.database_access import OPERATOR, organization_named, with_accounts
from gossamer.cli.accounts.tables import moment, state, tell_json, tell_table
from gossamer.core.accounts import Features, Organization
from gossamer.operations.accounts import AccountOperations
from gossamer.wire import admin


@with_accounts
async def show_all(accounts: AccountOperations, *, as_json: bool) -> None:
    """List all organizations."""
    _tell(await accounts.organizations(OPERATOR), as_json=as_json)


@with_accounts
async def create(accounts: AccountOperations, name: str, features: Features, *, as_json: bool) -> None:
    """Make an organization."""
    _tell([await accounts.create_organization(OPERATOR, name, features)], as_json=as_json)


@with_accounts
async def set_features(accounts: AccountOperations, organization: str, features: Features, *, as_json: bool) -> None:
    """Set all that an organization's teams may use."""
    named_organization = await organization_named(accounts, organization)
    await accounts.set_features(OPERATOR, named_organization.organization_id, features)
    _tell([await organization_named(accounts, named_organization.organization_id)], as_json=as_json)


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
