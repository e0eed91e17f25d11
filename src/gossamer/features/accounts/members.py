"""Members of a team, and invitations to it."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from gossamer.core.accounts import Actor, Deed, Invitation, InvitationView, Member, NewInvitation, Role
from gossamer.core.errors import NotAllowed, NotFound
from gossamer.core.ids import is_id, new_id, new_token, token_hash
from gossamer.features.accounts.texts import email_of
from gossamer.ports.accounts import MembershipOutcome
from gossamer.ports.clock import Clock
from gossamer.store.accounts.people import PeopleStore

_HOLDS: Final = timedelta(days=7)


class TeamMembers:
    """People of teams. Whether the actor may do it is for others to ask."""

    def __init__(self, store: PeopleStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of_team(self, team_id: str) -> Sequence[Member]:
        """Return the members of a team, by name."""
        return await self._store.members(team_id)

    async def set_role(self, actor: Actor, team_id: str, user_id: str, role: Role) -> None:
        """Make a member an admin or the other way round; raises NotFound, and NotAllowed for the last admin."""
        deed = await self._make_deed_on(actor, team_id, user_id, "member.role_set", {"role": role.value})
        _check(await self._store.set_role(team_id, user_id, role, deed))

    async def remove(self, actor: Actor, team_id: str, user_id: str) -> None:
        """Take a person out of a team; raises NotFound, and NotAllowed for the last admin."""
        deed = await self._make_deed_on(actor, team_id, user_id, "member.removed", {})
        _check(await self._store.remove(team_id, user_id, deed))

    async def invite(self, actor: Actor, team_id: str, *, role: Role, email: str) -> NewInvitation:
        """Make an invitation, for anybody with its link or for one address."""
        now, token = self._clock.now(), new_token()
        invitation = Invitation(
            invitation_id=new_id(),
            team_id=team_id,
            role=role,
            email=email_of(email) if email.strip() else "",
            created_by=actor.name,
            created_at=now,
            expires_at=now + _HOLDS,
        )
        await self._store.invite(invitation, token_hash(token), self._make_deed(actor, invitation, "member.invited"))
        return NewInvitation(invitation, token)

    async def invitations(self, team_id: str) -> Sequence[Invitation]:
        """Return a team's open invitations, newest first."""
        return await self._store.invitations(team_id, now=self._clock.now())

    async def open_invitation(self, invitation_id: str) -> Invitation:
        """Return an open invitation; raises NotFound."""
        is_valid_id = is_id(invitation_id)
        invitation = await self._store.invitation(invitation_id, now=self._clock.now()) if is_valid_id else None
        if invitation is None:
            raise NotFound("Invitation not found.")
        return invitation

    async def withdraw(self, actor: Actor, invitation: Invitation) -> None:
        """Make its link worthless."""
        deed = self._make_deed(actor, invitation, "invitation.withdrawn")
        await self._store.withdraw(invitation.invitation_id, deed)

    async def view(self, token: str) -> InvitationView | None:
        """Return the invitation of a link; None when it does not hold."""
        invitation_and_team = await self._store.invited(token_hash(token), now=self._clock.now())
        if invitation_and_team is None:
            return None
        invitation, team = invitation_and_team
        return InvitationView(team.team_id, team.name, invitation.role, invitation.email)

    def _make_deed(self, actor: Actor, invitation: Invitation, action: str) -> Deed:
        detail = {"role": invitation.role.value}
        target = invitation.email or "whoever has the link"
        return Deed(self._clock.now(), actor.name, action, target, invitation.team_id, detail=detail)

    async def _make_deed_on(
        self, actor: Actor, team_id: str, user_id: str, action: str, detail: Mapping[str, object]
    ) -> Deed:
        account = await self._store.account_of(user_id) if is_id(user_id) else None
        if account is None:
            raise NotFound("Member not found.")
        return Deed(self._clock.now(), actor.name, action, account.user.email, team_id, detail=detail)


def _check(standing: MembershipOutcome) -> None:
    if standing is MembershipOutcome.NO_MEMBER:
        raise NotFound("Member not found.")
    if standing is MembershipOutcome.LAST_ADMIN:
        raise NotAllowed("This is the last admin of the team. Make another member an admin first.")
