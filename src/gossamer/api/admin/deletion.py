"""Deleting teams, people and organizations, restoring them, and taking a team's data along."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import closing
from typing import IO, Any, Final

from gossamer.api.admin.endpoints import AdminCall, AdminEndpoint
from gossamer.api.answers import StreamedAnswer
from gossamer.api.endpoints import Json
from gossamer.wire import admin
from gossamer.wire.answers import Acknowledged

_TEAM: Final = "/admin/teams/{id}"
_ORGANIZATION: Final = "/admin/organizations/{id}"
_USER: Final = "/admin/users/{id}"
_CHUNK: Final = 256 * 1024
_ZIP: Final = "application/zip"


async def delete_team(call: AdminCall, _: None) -> Json:
    """Delete a team. Its keys are refused at once, and what they began ends; it can be restored for some time.

    Then everything of the team is removed; sums of what it used stay, and belong to nobody. A team that is deleted
    already keeps its moment.
    """
    grace = admin.grace_of(call.query)
    ended = await call.operations.members.delete_team(call.actor, call.path["id"], grace=grace)
    return admin.DeletedUntil.of(purge_at=ended)


async def restore_team(call: AdminCall, _: None) -> Json:
    """Take the deletion of a team back. Jobs that ended meanwhile stay ended."""
    team = await call.operations.members.restore_team(call.actor, call.path["id"])
    return {"success": True, "team": admin.TeamShown.of(team)}


async def export_team(call: AdminCall, _: None) -> StreamedAnswer:
    """Return all data of a team as a ZIP file of JSON Lines: keys by name, jobs, pages, monitors, usage."""
    file = await call.operations.members.export_team(call.actor, call.path["id"])
    name = f'attachment; filename="gossamer-team-{call.path["id"]}.zip"'.encode()
    return StreamedAnswer(_chunks(file), _ZIP.encode(), ((b"content-disposition", name),))


async def delete_organization(call: AdminCall, _: None) -> Json:
    """Delete an organization with all its teams; the rest is as for a team."""
    grace = admin.grace_of(call.query)
    ended = await call.operations.members.delete_organization(call.actor, call.path["id"], grace=grace)
    return admin.DeletedUntil.of(purge_at=ended)


async def restore_organization(call: AdminCall, _: None) -> Json:
    """Take the deletion of an organization back, and of the teams that were deleted with it."""
    await call.operations.members.restore_organization(call.actor, call.path["id"])
    return {"success": True}


async def delete_user(call: AdminCall, _: None) -> Json:
    """Delete a person, by id or e-mail address. They are signed out; the only admin of a team cannot be deleted."""
    grace = admin.grace_of(call.query)
    ended = await call.operations.members.delete_user(call.actor, call.path["id"], grace=grace)
    return admin.DeletedUntil.of(purge_at=ended)


async def restore_user(call: AdminCall, _: None) -> Json:
    """Take the deletion of a person back."""
    await call.operations.members.restore_user(call.actor, call.path["id"])
    return {"success": True}


async def _chunks(file: IO[bytes]) -> AsyncGenerator[bytes]:
    with closing(file):
        while chunk := await asyncio.to_thread(file.read, _CHUNK):
            yield chunk


def endpoints() -> Iterator[AdminEndpoint[Any]]:
    """Yield the endpoints for deleting and restoring teams, organizations and users."""
    query = admin.GRACE_QUERY
    yield AdminEndpoint("DELETE", _TEAM, "Delete a team", admin.DeletedUntil, delete_team, query=query)
    yield AdminEndpoint("POST", _TEAM + "/restore", "Restore a team", admin.TeamAnswer, restore_team)
    yield AdminEndpoint("GET", _TEAM + "/export", "Export a team's data", _ZIP, export_team)
    yield AdminEndpoint(
        "DELETE", _ORGANIZATION, "Delete an organization", admin.DeletedUntil, delete_organization, query=query
    )
    yield AdminEndpoint(
        "POST", _ORGANIZATION + "/restore", "Restore an organization", Acknowledged, restore_organization
    )
    yield AdminEndpoint("DELETE", _USER, "Delete a user", admin.DeletedUntil, delete_user, query=query)
    yield AdminEndpoint("POST", _USER + "/restore", "Restore a user", Acknowledged, restore_user)
