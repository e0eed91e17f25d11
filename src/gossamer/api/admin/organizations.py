"""Organizations, and what their teams may use."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.admin.endpoints import AdminCall, AdminEndpoint
from gossamer.api.endpoints import Json
from gossamer.wire import admin
from gossamer.wire.answers import Acknowledged

_ALL = "/admin/organizations"


async def list_organizations(call: AdminCall, _: None) -> Json:
    """Return all organizations, by name."""
    organizations = await call.operations.members.organizations(call.actor)
    return admin.Organizations.of(organizations=[admin.organization_json(each) for each in organizations])


async def create(call: AdminCall, body: admin.NewOrganization) -> Json:
    """Make an organization. Teams can also make one as they are made."""
    organization = await call.operations.members.create_organization(call.actor, body.name, body.flags.features())
    return {"success": True, "organization": admin.organization_json(organization)}


async def set_flags(call: AdminCall, body: admin.Flags) -> Json:
    """Set all that the organization's teams may use: a flag that is left out is off.

    Keys that are restricted stay so when the feature is taken away.
    """
    await call.operations.members.set_features(call.actor, call.path["id"], body.features())
    return {"success": True}


def endpoints() -> Iterator[AdminEndpoint[Any]]:
    """Yield the endpoints for organizations."""
    yield AdminEndpoint("GET", _ALL, "Organizations", admin.Organizations, list_organizations)
    yield AdminEndpoint(
        "POST", _ALL, "Make an organization", admin.OrganizationAnswer, create, body=admin.NewOrganization
    )
    yield AdminEndpoint(
        "PUT", _ALL + "/{id}/flags", "Set what its teams may use", Acknowledged, set_flags, body=admin.Flags
    )
