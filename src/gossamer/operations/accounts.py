"""Permission checks for accounts: organizations, teams, keys, members; and signing in.

An operator (the admin token, the command line) may do everything. An admin manages their own
teams, but not what bounds them: organizations, their features, and the credits, concurrency and
rates of teams are the operator's. A member sees the team, its people and its keys by name. Of
other teams nobody learns anything, not even that they are there: NotFound.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import IO

from gossamer.core.access import Principal
from gossamer.core.accounts import (
    UNCHANGED,
    Actor,
    ApiKey,
    AuditEntry,
    Features,
    Invitation,
    InvitationView,
    Member,
    NewInvitation,
    NewKey,
    NewTeam,
    Organization,
    ProvenPerson,
    Role,
    SignIn,
    Team,
    Unchanged,
    User,
)
from gossamer.core.errors import CallerError, NotAllowed, NotFound, Unauthenticated
from gossamer.core.ids import is_id, same_secret
from gossamer.core.restrictions import Restrictions
from gossamer.core.threats import TeamThreats, ThreatMode, ThreatSettings
from gossamer.core.visit_identity import VisitIdentity
from gossamer.features.accounts import Accounts, Deletion, Keys, SignIns, TeamMembers, Teams, already_set_up
from gossamer.operations.gate import NO_ZSCALER
from gossamer.ports.accounts import KeyChange, TeamChange
from gossamer.store.team_export import TeamExport

__all__ = ["AccountOperations", "InvitationView", "NewInvitation", "NewKey", "NewTeam", "SignIn"]

_OPERATOR = Actor(name="operator", operator=True)
_ADMINS_ONLY = "Only an admin of the team may do this."
_OPERATORS_ONLY = "Only the operator of this service may do this: with the admin token, or on the command line."


@dataclass(frozen=True, slots=True)
class OpenIdSignIn:
    """Another service that proves who somebody is; *name* is how people know it.

    *begin* takes a token and where to return to, and returns the address to go to; *finish* takes the answer as well,
    and returns who it is. With *alone*, passwords open nothing. Who is new joins *new_team*, a team's id or name.
    """

    name: str
    begin: Callable[[str, str], Awaitable[str]]
    finish: Callable[[str, Mapping[str, str], str], Awaitable[ProvenPerson]]
    alone: bool = False
    new_team: str | None = None


class AccountOperations:
    """Accounts for all ways in. Built once by `bootstrap`.

    Methods that take an *actor* raise NotAllowed when a member, or an admin, may not do it, and
    NotFound for what is not there or belongs to teams the actor is not in. CallerError says what is wrong
    with a value. What is changed is effective in this process at once, in others within 15 seconds,
    and stands in the audit log. A deleted team gets no keys, people or other bounds: NotAllowed, until it is restored.
    """

    def __init__(
        self,
        *,
        accounts: Accounts,
        keys: Keys,
        teams: Teams,
        members: TeamMembers,
        sign_ins: SignIns,
        deletion: Deletion,
        exports: TeamExport,
        admin_token: str | None = None,
        openid: OpenIdSignIn | None = None,
        has_own_name: bool = False,
    ) -> None:
        self._deletion = deletion
        self._exports = exports
        self._accounts = accounts
        self._keys = keys
        self._teams = teams
        self._members = members
        self._sign_ins = sign_ins
        self._admin_token = admin_token
        self._has_own_name = has_own_name
        self.openid = openid

    # Set-up and signing in

    def operator(self, token: str | None) -> Actor:
        """Return the actor that holds the admin token; Unauthenticated when *token* is another, or none is set."""
        if not self._is_admin_token(token or ""):
            raise Unauthenticated("Unauthorized")
        return _OPERATOR

    async def is_set_up(self) -> bool:
        """Return whether there is anybody who can sign in."""
        return await self._sign_ins.anybody()

    async def set_up(self, proof: str, *, email: str, name: str, password: str) -> User:
        """Make the first person who can sign in, an admin of the first team.

        *proof* is a live and unrestricted key of the first team or the admin token; in open mode none is needed.
        Raises AlreadyThere when somebody can sign in already, Unauthenticated when *proof* proves nothing.
        """
        if await self.is_set_up():
            raise already_set_up()
        if not (self._is_admin_token(proof) or await self._accounts.proves_ownership(proof)):
            raise Unauthenticated("This is neither the admin token nor a valid, unrestricted key of the first team.")
        return await self._sign_ins.set_up(email=email, name=name, password=password)

    async def sign_in(self, email: str, password: str, *, address: str) -> str:
        """Return the token of a new session; *address* is the caller's.

        Raises SignInRefused, and TooManySignIns after 10 failures for the account or 50 from the address within
        15 minutes; NotAllowed when the person is in no team any more.
        """
        if self.openid is not None and self.openid.alone:
            raise NotAllowed(f"Passwords do not open this dashboard: sign in with {self.openid.name}.")
        return await self._sign_ins.sign_in(email, password, address=address)

    async def sign_in_with_code(self, ticket: str, code: str, *, address: str) -> str:
        """Return the token of a new session of who has the *ticket* of SecondFactorNeeded, and a code for it.

        Raises CallerError for a wrong code, and as `sign_in`.
        """
        return await self._sign_ins.sign_in_with_code(ticket, code, address=address)

    async def has_factor(self, actor: Actor) -> bool:
        """Return whether the actor signs in with a second factor."""
        return await self._sign_ins.has_factor(actor)

    def propose_factor(self, user: User) -> tuple[str, str]:
        """Return a new secret for a device, and the address by which the device takes it."""
        return self._sign_ins.factors.propose(user)

    async def enable_factor(self, actor: Actor, password: str, secret: str, code: str) -> list[str]:
        """Ask the actor for a second factor from now on, and return ten recovery codes.

        Raises NotAllowed when *password* is wrong, and CallerError when *code* is not of *secret*.
        """
        return await self._sign_ins.enable_factor(actor, password, secret, code)

    async def disable_factor(self, actor: Actor, password: str) -> None:
        """Ask the actor for the password alone from now on; raises NotAllowed when it is wrong."""
        await self._sign_ins.disable_factor(actor, password)

    async def remove_factor(self, actor: Actor, email: str) -> None:
        """Ask a person who has lost the device for the password alone. For operators. Raises NotFound."""
        _check_operator(actor)
        await self._sign_ins.remove_factor(actor, email)

    async def sign_in_by_openid(self, token: str, answer: Mapping[str, str], return_to: str) -> str:
        """Return the token of a new session, for who is proven by the *answer* of the provider.

        *token* and *return_to* are those with which the sign-in began. Raises NotAllowed, and OwnError when the
        provider fails.
        """
        if self.openid is None:
            raise NotFound("Nobody signs in here by OpenID Connect.")
        person = await self.openid.finish(token, answer, return_to)
        teams = await self._teams.teams(None) if self.openid.new_team else ()
        new_team = next((team for team in teams if self.openid.new_team in {team.team_id, team.name}), None)
        return await self._sign_ins.sign_in_proven(person, new_team.team_id if new_team else None)

    async def session(self, token: str) -> SignIn | None:
        """Return the session of *token*; None when it is unknown, has ended, or the person is in no team any more.

        It ends 14 days after signing in, and when it was not used for 2 days. When the person was removed from
        the team they looked at, it shows another of theirs.
        """
        return await self._sign_ins.session(token)

    async def sign_out(self, token: str) -> None:
        """End the session of *token*, if there is one."""
        await self._sign_ins.sign_out(token)

    async def switch_team(self, token: str, team_id: str) -> str:
        """Return the token of a new session that looks at *team_id* and takes the place of the one of *token*.

        Raises NotFound when the person is not in that team, Unauthenticated when the session has ended.
        """
        return await self._sign_ins.switch_team(token, team_id)

    async def change_password(self, actor: Actor, *, old: str, new: str, keep: str | None = None) -> None:
        """Change the actor's password and end all their sessions but the one of the token *keep*.

        Raises NotAllowed when *old* is wrong, TooManySignIns as `sign_in`, CallerError when *new* will not do.
        """
        await self._sign_ins.change_password(actor, old=old, new=new, keep=keep)

    async def set_password(self, actor: Actor, email: str, password: str) -> None:
        """Give a person another password and end all their sessions. For operators.

        Raises NotFound when nobody has that address, CallerError when *password* will not do.
        """
        _check_operator(actor)
        await self._sign_ins.set_password(actor, email, password)

    # Organizations and teams

    async def organizations(self, actor: Actor) -> Sequence[Organization]:
        """Return the organizations of the actor's teams, all for an operator, by name."""
        return await self._teams.organizations(None if actor.operator else tuple(actor.roles))

    async def create_organization(self, actor: Actor, name: str, features: Features) -> Organization:
        """Make an organization. For operators."""
        _check_operator(actor)
        return await self._teams.create_organization(actor, name, features)

    async def set_features(self, actor: Actor, organization_id: str, features: Features) -> None:
        """Set what the organization's teams may use; restrictions that keys have stay in force. For operators."""
        _check_operator(actor)
        await self._teams.set_features(actor, organization_id, features)
        self._accounts.forget()

    async def teams(self, actor: Actor) -> Sequence[Team]:
        """Return the actor's teams, all for an operator, by name."""
        return await self._teams.teams(None if actor.operator else tuple(actor.roles))

    async def team(self, actor: Actor, team_id: str) -> Team:
        """Return a team of the actor's."""
        _check_member(actor, team_id)
        return await self._teams.team(team_id)

    async def create_team(
        self,
        actor: Actor,
        name: str,
        *,
        organization: str | None = None,
        features: Features | None = None,
        credits: int | None = None,  # noqa: A002 - the one word that the field has for it
        concurrency: int | None = None,
        rate_limits: Mapping[str, int] | None = None,
        identity: str | None = None,
    ) -> NewTeam:
        """Make a team and its first key. For operators.

        *organization* is the id or the name of one; one with that name is made where there is none, and one
        with the team's name when it is None. It gets *features*, or none of them; one that was there keeps
        its own when *features* is None.
        """
        _check_operator(actor)
        team = await self._teams.create_team(
            actor,
            name,
            organization=organization,
            features=features,
            bounds=TeamChange(
                credits=credits,
                concurrency=concurrency,
                rate_limits=rate_limits or {},
                identity=self._check_identity(identity),
            ),
        )
        self._accounts.forget()
        return team

    async def update_team(
        self,
        actor: Actor,
        team_id: str,
        *,
        name: str | Unchanged = UNCHANGED,
        credits: int | Unchanged | None = UNCHANGED,  # noqa: A002 - as above
        concurrency: int | Unchanged | None = UNCHANGED,
        rate_limits: Mapping[str, int] | Unchanged = UNCHANGED,
        identity: str | Unchanged | None = UNCHANGED,
    ) -> Team:
        """Change a team and return it: its name as an admin, the rest as an operator. None takes a bound away."""
        _check_admin(actor, team_id)
        if not all(bound is UNCHANGED for bound in (credits, concurrency, rate_limits, identity)):
            _check_operator(actor)
        await self._teams.in_use(team_id)
        visits_as = identity if isinstance(identity, Unchanged) else self._check_identity(identity)
        change = TeamChange(name, credits, concurrency, rate_limits, visits_as)
        team = await self._teams.update_team(actor, team_id, change)
        self._accounts.forget()
        return team

    async def set_threats(self, actor: Actor, team_id: str, settings: ThreatSettings) -> TeamThreats:
        """Set the threat protection of a team, forced or not. For operators. Raises NotAllowed for `zscaler`."""
        _check_operator(actor)
        if settings.mode is ThreatMode.ZSCALER:
            raise NotAllowed(NO_ZSCALER)
        await self._teams.in_use(team_id)
        threats = await self._teams.set_threats(actor, team_id, settings)
        self._accounts.forget()
        return threats

    async def webhook_secret(self, actor: Actor, team_id: str, *, new: bool = False) -> str:
        """Return the secret that signs the team's webhooks, made now if there is none, or with *new*. For admins.

        Raises SecretUnreadable when it was sealed under another key than this deployment's.
        """
        _check_admin(actor, team_id)
        if new:
            await self._teams.in_use(team_id)
        return await self._teams.webhook_secret(actor, team_id, new=new)

    async def audit(self, actor: Actor, team_id: str, *, before: int | None = None, limit: int) -> Sequence[AuditEntry]:
        """Return up to *limit* changes of a team, newest first, with numbers below *before*. For admins.

        An operator gets those of organizations with the empty *team_id*.
        """
        if team_id:
            _check_admin(actor, team_id)
        else:
            _check_operator(actor)
        return await self._teams.audit(team_id, before=before, limit=limit)

    # Deletion and export

    async def delete_team(self, actor: Actor, team_id: str, *, grace: timedelta | None = None) -> datetime:
        """Delete a team, and return when it is removed for good. For admins; *grace* is the operator's to say.

        Its keys are refused at once, and what they began ends. Raises NotAllowed for the first team.
        """
        _check_admin(actor, team_id)
        if grace is not None:
            _check_operator(actor)
        team = await self._teams.team(team_id)
        ended = await self._deletion.delete_team(actor, team_id, team.name, grace)
        self._accounts.forget()
        return ended

    async def restore_team(self, actor: Actor, team_id: str) -> Team:
        """Take the deletion of a team back, and return the team. For operators: the team's people see it no more."""
        _check_operator(actor)
        team = await self._teams.team(team_id)
        await self._deletion.restore_team(actor, team_id, team.name)
        self._accounts.forget()
        return await self._teams.team(team_id)

    async def delete_organization(
        self, actor: Actor, organization_id: str, *, grace: timedelta | None = None
    ) -> datetime:
        """Delete an organization with all its teams, and return when they are removed for good. For operators."""
        _check_operator(actor)
        ended = await self._deletion.delete_organization(actor, organization_id, grace)
        self._accounts.forget()
        return ended

    async def restore_organization(self, actor: Actor, organization_id: str) -> None:
        """Take the deletion of an organization, and of the teams deleted with it, back. For operators."""
        _check_operator(actor)
        await self._deletion.restore_organization(actor, organization_id)
        self._accounts.forget()

    async def delete_user(self, actor: Actor, id_or_email: str, *, grace: timedelta | None = None) -> datetime:
        """Delete a person, who cannot sign in any more, and return when they are removed for good. For operators.

        Raises NotAllowed for the only admin of a team.
        """
        _check_operator(actor)
        return await self._deletion.delete_user(actor, await self._deletion.user(id_or_email), grace)

    async def restore_user(self, actor: Actor, id_or_email: str) -> None:
        """Take the deletion of a person back. For operators."""
        _check_operator(actor)
        await self._deletion.restore_user(actor, await self._deletion.user(id_or_email))

    async def delete_self(self, actor: Actor, password: str) -> datetime:
        """Delete the actor, who proves it with their *password*; the rest is as in `delete_user`."""
        if actor.user_id is None:
            raise NotAllowed("Only a person who is signed in may do this.")
        await self._sign_ins.check_password(actor, password)
        return await self._deletion.delete_user(actor, await self._deletion.user(actor.user_id))

    async def export_team(self, actor: Actor, team_id: str) -> IO[bytes]:
        """Return all data of a team, a ZIP file of JSON Lines, to be closed. For admins. Raises DatabaseUnavailable."""
        _check_admin(actor, team_id)
        await self._teams.team(team_id)
        return await self._exports.export(team_id)

    # Keys

    async def keys(self, actor: Actor, team_id: str) -> Sequence[ApiKey]:
        """Return the team's keys in order of their making, revoked ones too.

        A member is not told what keys are restricted to: restrictions and addresses are empty then.
        """
        _check_member(actor, team_id)
        await self._teams.team(team_id)
        return await self._keys.of_team(team_id, with_restrictions=_is_admin(actor, team_id))

    async def key(self, actor: Actor, key_id: str) -> ApiKey:
        """Return a key, be it revoked. For admins."""
        return await self._find_managed_key(actor, key_id)

    async def first_team_key(self, actor: Actor, name: str) -> NewKey:
        """Make a key of the first team, which is made with it when it is not there yet. For operators."""
        _check_operator(actor)
        return await self._accounts.new_key(actor, name)

    async def create_key(self, actor: Actor, team_id: str, name: str, *, expires_at: datetime | None = None) -> NewKey:
        """Make a key of the team. For admins."""
        _check_admin(actor, team_id)
        await self._teams.in_use(team_id)
        return await self._keys.create(actor, team_id, name, expires_at=expires_at)

    async def update_key(
        self,
        actor: Actor,
        key_id: str,
        *,
        name: str | Unchanged = UNCHANGED,
        expires_at: datetime | Unchanged | None = UNCHANGED,
    ) -> None:
        """Change a key's name, and when it ends: a moment to come, None for never. For admins.

        When one of them is wrong, neither is changed.
        """
        await self._keys.update(actor, await self._find_managed_key(actor, key_id), KeyChange(name, expires_at))
        self._accounts.forget()

    async def revoke_key(self, actor: Actor, key_id: str) -> None:
        """End a key for ever, and the jobs it began; nothing when that was done before. For admins."""
        await self._keys.revoke(actor, await self._find_managed_key(actor, key_id))
        self._accounts.forget()

    async def restrict_key(self, actor: Actor, key_id: str, restrictions: Restrictions) -> None:
        """Set all that a key is restricted to. For admins.

        Raises NotAllowed when the organization does not have key restrictions and these restrict something.
        """
        key = await self._find_managed_key(actor, key_id)
        self._check_identity(restrictions.identity)
        await self._keys.restrict(actor, key, restrictions, await self._teams.features_of(key.team_id))
        self._accounts.forget()

    async def set_key_addresses(self, actor: Actor, key_id: str, cidrs: Sequence[str]) -> None:
        """Set from where a key may be used: addresses and CIDRs, IPv4 or IPv6; empty for anywhere. For admins.

        Raises NotAllowed when the organization does not have IP restrictions and some are given.
        """
        key = await self._find_managed_key(actor, key_id)
        await self._keys.set_addresses(actor, key, cidrs, await self._teams.features_of(key.team_id))
        self._accounts.forget()

    async def principal_of(self, actor: Actor, key_id: str) -> Principal:
        """Return the principal of a live key of one of the actor's teams, so that a person can act as it.

        Raises NotFound for a key that was revoked or has expired, RestrictionsUnverified as `authenticate`.
        """
        key = await self._keys.key(key_id)
        _check_member(actor, key.team_id, "API key not found.")
        try:
            return await self._accounts.principal_of(key_id)
        except Unauthenticated as error:
            raise NotFound("API key not found.") from error

    def _check_identity(self, identity: str | None) -> VisitIdentity | None:
        """Return *identity* if sites can be visited under it. Raises CallerError."""
        if identity == VisitIdentity.HONEST and not self._has_own_name:
            raise CallerError("`identity` cannot be `honest` before the operator has set GOSSAMER_IDENTITY_CONTACT.")
        return None if identity is None else VisitIdentity(identity)

    async def _find_managed_key(self, actor: Actor, key_id: str) -> ApiKey:
        key = await self._keys.key(key_id)
        _check_admin(actor, key.team_id, "API key not found.")
        return key

    # Members and invitations

    async def members(self, actor: Actor, team_id: str) -> Sequence[Member]:
        """Return the members of the team, by name."""
        _check_member(actor, team_id)
        await self._teams.team(team_id)
        return await self._members.of_team(team_id)

    async def add_member(self, actor: Actor, team_id: str, *, role: Role, email: str, name: str, password: str) -> User:
        """Put a person into the team without an invitation, and make them when they are new. For operators.

        Who has the address already keeps name and password. Raises AlreadyThere when the person is in the team.
        """
        _check_operator(actor)
        await self._teams.in_use(team_id)
        return await self._sign_ins.add_member(actor, team_id, role=role, email=email, name=name, password=password)

    async def set_role(self, actor: Actor, team_id: str, user_id: str, role: Role) -> None:
        """Make a member an admin or the other way round; NotAllowed for the last admin. For admins."""
        _check_admin(actor, team_id)
        await self._members.set_role(actor, team_id, user_id, role)

    async def remove_member(self, actor: Actor, team_id: str, user_id: str) -> None:
        """Take a person out of the team; NotAllowed for the last admin. For admins, and of themselves for all."""
        if actor.user_id is not None and actor.user_id == user_id:
            _check_member(actor, team_id)
        else:
            _check_admin(actor, team_id)
        await self._members.remove(actor, team_id, user_id)

    async def invite(self, actor: Actor, team_id: str, *, role: Role, email: str = "") -> NewInvitation:
        """Make an invitation that holds for 7 days and for one person. For admins.

        With *email*, only who signs up or in with that address can accept it.
        """
        _check_admin(actor, team_id)
        await self._teams.in_use(team_id)
        return await self._members.invite(actor, team_id, role=role, email=email)

    async def invitations(self, actor: Actor, team_id: str) -> Sequence[Invitation]:
        """Return the invitations of the team that are still open, newest first. For admins."""
        _check_admin(actor, team_id)
        await self._teams.team(team_id)
        return await self._members.invitations(team_id)

    async def withdraw_invitation(self, actor: Actor, invitation_id: str) -> None:
        """Make an invitation's link worthless. For admins."""
        invitation = await self._members.open_invitation(invitation_id)
        _check_admin(actor, invitation.team_id, "Invitation not found.")
        await self._members.withdraw(actor, invitation)

    async def invitation(self, token: str) -> InvitationView | None:
        """Return the invitation of a link; None when it was used, withdrawn or is too old."""
        return await self._members.view(token)

    async def accept_invitation(self, token: str, *, email: str, name: str, password: str, address: str) -> User:
        """Join the team of an invitation; a person who is new here is made, with *name* and *password*.

        For an address that is known already the password has to be theirs, and *name* is not looked at: SignInRefused,
        TooManySignIns. Raises NotFound when the invitation does not hold any more, NotAllowed when it is
        for another address, AlreadyThere when the person is in the team; the invitation stays open then.
        """
        return await self._sign_ins.accept(token, email=email, name=name, password=password, address=address)

    def _is_admin_token(self, token: str) -> bool:
        return bool(self._admin_token) and same_secret(token, self._admin_token or "")


def _is_admin(actor: Actor, team_id: str) -> bool:
    return actor.operator or actor.roles.get(team_id) is Role.ADMIN


def _check_operator(actor: Actor) -> None:
    if not actor.operator:
        raise NotAllowed(_OPERATORS_ONLY)


def _check_member(actor: Actor, team_id: str, unknown: str = "Team not found.") -> None:
    if not (is_id(team_id) if actor.operator else team_id in actor.roles):
        raise NotFound(unknown)


def _check_admin(actor: Actor, team_id: str, unknown: str = "Team not found.") -> None:
    _check_member(actor, team_id, unknown)
    if not _is_admin(actor, team_id):
        raise NotAllowed(_ADMINS_ONLY)
