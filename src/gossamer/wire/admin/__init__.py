"""Requests and responses of the `/admin` API; a secret is returned once, when it is made."""

from gossamer.wire.admin.audit import AuditLog, audit_json, detail_json, entry_json
from gossamer.wire.admin.deletion import GRACE_QUERY, DeletedUntil, grace_of
from gossamer.wire.admin.keys import (
    KeyAnswer,
    KeyChange,
    KeyMade,
    Keys,
    NewKeyBody,
    key_json,
)
from gossamer.wire.admin.members import (
    Invitations,
    InvitationShown,
    Invited,
    MemberAdded,
    Members,
    NewInvitationBody,
    NewMember,
    NewPassword,
    RoleChange,
    invitation_link,
    member_json,
)
from gossamer.wire.admin.organizations import (
    Flags,
    NewOrganization,
    OrganizationAnswer,
    Organizations,
    organization_json,
)
from gossamer.wire.admin.teams import (
    NewTeamBody,
    TeamAnswer,
    TeamChange,
    TeamMade,
    Teams,
    TeamShown,
    Usage,
    WebhookSecret,
    usage_json,
)
