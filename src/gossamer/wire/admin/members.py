"""People in teams, and invitations."""

from typing import Annotated, Any, Literal

from pydantic import Field

from gossamer.core.accounts import Member
from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.shapes import StrictShape, example

# The dashboard's page for an invitation.
_INVITATION = "/dashboard/join/"

_Role = Annotated[Literal["admin", "member"], Field(description="A member reads and uses, an admin also manages.")]


class NewInvitationBody(StrictShape):
    """An invitation to be made."""

    model_config = example(role="admin", email="ada@example.org")

    role: _Role = "member"
    email: str = Field(
        default="", description="The only address that may accept it; anybody with the link when left out."
    )


class NewMember(StrictShape):
    """A person to be made and put into a team, for those who cannot follow a link."""

    model_config = example(email="ada@example.org", name="Ada", password="correct horse battery staple", role="admin")  # noqa: S106 - an example

    email: str
    name: str
    password: str = Field(repr=False)
    role: _Role = "member"


class NewPassword(StrictShape):
    """The password a person is to have."""

    model_config = example(email="ada@example.org", password="correct horse battery staple")  # noqa: S106 - an example

    email: str
    password: str = Field(repr=False)


class RoleChange(StrictShape):
    """The role a member is to have."""

    model_config = example(role="admin")

    role: _Role


class MemberShown(AnswerShape):
    """A person in a team."""

    user_id: str
    email: str
    name: str
    role: Literal["admin", "member"]
    since: str


class MemberAdded(Success):
    """The person is in the team."""

    user_id: str


class Members(Success):
    """The people of a team, by name."""

    members: list[MemberShown]


class InvitationShown(AnswerShape):
    """An open invitation."""

    invitation_id: str
    team_id: str
    role: Literal["admin", "member"]
    email: str = Field(description="Empty when anybody with the link may accept it.")
    created_by: str
    created_at: str
    expires_at: str


class Invited(Success):
    """The invitation, and its link: the only time that it is shown."""

    invitation: InvitationShown
    link: str


class Invitations(Success):
    """Open invitations, youngest first."""

    invitations: list[InvitationShown]


def member_json(member: Member) -> dict[str, Any]:
    """Return *member* as JSON."""
    return MemberShown.of(member.user, role=member.role, since=member.since)


def invitation_link(origin: str, token: str) -> str:
    """Return the invitation's link; *origin* is the service's address."""
    return f"{origin}{_INVITATION}{token}"
