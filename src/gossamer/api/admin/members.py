"""People in teams, and invitations."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.admin.endpoints import AdminCall, AdminEndpoint
from gossamer.api.endpoints import Json
from gossamer.core.accounts import Role
from gossamer.wire import admin
from gossamer.wire.answers import Acknowledged

_MEMBERS = "/admin/teams/{id}/members"
_MEMBER = _MEMBERS + "/{user_id}"
_PASSWORDS = "/admin/users/password"
_INVITATIONS = "/admin/teams/{id}/invitations"
_INVITATION = "/admin/invitations/{id}"


async def list_members(call: AdminCall, _: None) -> Json:
    """Return the members of a team, by name."""
    people = await call.operations.members.members(call.actor, call.path["id"])
    return admin.Members.of(members=[admin.member_json(member) for member in people])


async def add(call: AdminCall, body: admin.NewMember) -> Json:
    """Put a person into a team, and make them, with a password, when they are new.

    For programs that set a service up. Who is invited chooses a password, and who is here already keeps theirs.
    """
    user = await call.operations.members.add_member(
        call.actor, call.path["id"], role=Role(body.role), email=body.email, name=body.name, password=body.password
    )
    return {"success": True, "userId": user.user_id}


async def set_password(call: AdminCall, body: admin.NewPassword) -> Json:
    """Give a person another password, and sign them out everywhere."""
    await call.operations.members.set_password(call.actor, body.email, body.password)
    return {"success": True}


async def set_role(call: AdminCall, body: admin.RoleChange) -> Json:
    """Make a member an admin, or the other way round. A team keeps one admin at least."""
    path = call.path
    await call.operations.members.set_role(call.actor, path["id"], path["user_id"], Role(body.role))
    return {"success": True}


async def remove(call: AdminCall, _: None) -> Json:
    """Take a person out of a team."""
    await call.operations.members.remove_member(call.actor, call.path["id"], call.path["user_id"])
    return {"success": True}


async def list_invitations(call: AdminCall, _: None) -> Json:
    """Return the team's invitations that are still open, youngest first."""
    invitations = await call.operations.members.invitations(call.actor, call.path["id"])
    return admin.Invitations.of(invitations=[admin.InvitationShown.of(invitation) for invitation in invitations])


async def invite(call: AdminCall, body: admin.NewInvitationBody) -> Json:
    """Make an invitation for one person, which holds for a week. Its link is shown this once; nobody is written to."""
    invitation = await call.operations.members.invite(
        call.actor, call.path["id"], role=Role(body.role), email=body.email
    )
    link = admin.invitation_link(call.origin, invitation.token)
    return admin.Invited.of(invitation=admin.InvitationShown.of(invitation.invitation), link=link)


async def withdraw(call: AdminCall, _: None) -> Json:
    """Make an invitation's link worthless."""
    await call.operations.members.withdraw_invitation(call.actor, call.path["id"])
    return {"success": True}


def endpoints() -> Iterator[AdminEndpoint[Any]]:
    """Yield the endpoints for members and invitations."""
    yield AdminEndpoint("GET", _MEMBERS, "Members of a team", admin.Members, list_members)
    yield AdminEndpoint("POST", _MEMBERS, "Make a member", admin.MemberAdded, add, body=admin.NewMember)
    yield AdminEndpoint("PUT", _MEMBER, "Set a member's role", Acknowledged, set_role, body=admin.RoleChange)
    yield AdminEndpoint("DELETE", _MEMBER, "Remove a member", Acknowledged, remove)
    yield AdminEndpoint("PUT", _PASSWORDS, "Set a password", Acknowledged, set_password, body=admin.NewPassword)
    yield AdminEndpoint("GET", _INVITATIONS, "Open invitations", admin.Invitations, list_invitations)
    yield AdminEndpoint("POST", _INVITATIONS, "Invite somebody", admin.Invited, invite, body=admin.NewInvitationBody)
    yield AdminEndpoint("DELETE", _INVITATION, "Withdraw an invitation", Acknowledged, withdraw)
