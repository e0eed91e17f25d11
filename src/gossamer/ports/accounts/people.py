"""People, the teams they are in, and invitations."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Protocol

from gossamer.core.accounts import Deed, Invitation, Member, Role, Team, User


@dataclass(frozen=True, slots=True)
class Account:
    """A person and the hash of their password."""

    user: User
    password_hash: str = field(repr=False)


class Standing(Enum):
    """The outcome of changing a membership."""

    CHANGED = auto()
    NO_MEMBER = auto()
    # A team that has admins keeps one.
    LAST_ADMIN = auto()


class Acceptance(Enum):
    """The outcome of joining a team; an invitation is used up by JOINED alone."""

    JOINED = auto()
    # It was used, withdrawn, or is too old.
    GONE = auto()
    ALREADY_IN = auto()
    # Somebody with the new person's address came to be meanwhile.
    ADDRESS_TAKEN = auto()


class PeopleStore(Protocol):
    """Users and their memberships. Addresses are in lower case. Sequences are in order of name."""

    async def anybody(self) -> bool:
        """Return whether there is anybody."""

    async def account(self, email: str) -> Account | None:
        """Return the account with this address, None when there is none or it is deleted."""

    async def account_of(self, user_id: str) -> Account | None:
        """Return a person by id."""

    async def set_up(self, account: Account, team: Team, deed: Deed) -> bool:
        """Add the first person, an admin of *team*, which is added when it is not there.

        False, and nothing is added, when there is anybody: of several at the same moment one gets in.
        """

    async def rehash(self, user_id: str, *, old: str, new: str) -> None:
        """Store the same password in another way, unless it was changed meanwhile."""

    async def set_password(
        self, user_id: str, password_hash: str, *, instead_of: str | None, keep: str | None, deed: Deed
    ) -> bool:
        """Set a person's password and end their sessions but the one whose token has the hash *keep*.

        False, and nothing is changed, when *instead_of* is given and is not the hash of the password there is.
        """

    async def members(self, team_id: str) -> Sequence[Member]:
        """Return the members of a team who are not deleted."""

    async def add_member(self, account: Account, role: Role, deed: Deed) -> Acceptance:
        """Put a person into the team of *deed*, and add them when they are new; never GONE."""

    async def set_role(self, team_id: str, user_id: str, role: Role, deed: Deed) -> Standing:
        """Set what a person is in a team; the open invitations of who is no admin any more are withdrawn."""

    async def remove(self, team_id: str, user_id: str, deed: Deed) -> Standing:
        """Take a person out of a team, and withdraw the open invitations that they made for it."""

    async def invite(self, invitation: Invitation, token_hash: str, deed: Deed) -> None:
        """Add an invitation."""

    async def invitations(self, team_id: str, *, now: datetime) -> Sequence[Invitation]:
        """Return a team's open invitations, newest first."""

    async def invitation(self, invitation_id: str, *, now: datetime) -> Invitation | None:
        """Return an open invitation."""

    async def invited(self, token_hash: str, *, now: datetime) -> tuple[Invitation, Team] | None:
        """Return the open invitation whose link has this token, and its team."""

    async def withdraw(self, invitation_id: str, deed: Deed) -> None:
        """Forget an invitation."""

    async def accept(self, token_hash: str, account: Account, deed: Deed) -> Acceptance:
        """Let a person into the team of the invitation, and add them when they are new, at the moment of *deed*."""
