"""Requests and responses of the `/admin` API; a secret is returned once, when it is made."""

from gossamer.wire.admin.audit import AuditLog, audit_json, detail_json, entry_json
from gossamer.wire.admin.deletion import GRACE_QUERY, DeletedUntil, deleted_json, grace_of
from gossamer.wire.admin.keys import (
    KeyAnswer,
    KeyChange,
    KeyMade,
    Keys,
    NewKeyBody,
    key_json,
    key_made_json,
    keys_json,
)
from gossamer.wire.admin.members import (
    Invitations,
    Invited,
    MemberAdded,
    Members,
    NewInvitationBody,
    NewMember,
    NewPassword,
    RoleChange,
    invitation_json,
    invitation_link,
    invitations_json,
    member_json,
    members_json,
)
from gossamer.wire.admin.organizations import (
    Flags,
    NewOrganization,
    OrganizationAnswer,
    Organizations,
    organization_json,
    organizations_json,
)
from gossamer.wire.admin.teams import (
    NewTeamBody,
    TeamAnswer,
    TeamChange,
    TeamMade,
    Teams,
    Usage,
    WebhookSecret,
    team_json,
    team_made_json,
    teams_json,
    usage_json,
)
