"""Organizations and teams: what they are made of, and what bounds them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Final

from gossamer.core.access import Mode
from gossamer.core.accounts import (
    UNCHANGED,
    Actor,
    AuditEntry,
    Deed,
    Features,
    NewKey,
    NewTeam,
    Organization,
    Team,
    Unchanged,
)
from gossamer.core.errors import CallerError, NotAllowed, NotFound, OwnError
from gossamer.core.ids import is_id, key_hash, new_api_key, new_id, new_webhook_secret
from gossamer.core.threats import TeamThreats, ThreatSettings
from gossamer.features.accounts.accounts import new_key
from gossamer.features.accounts.texts import name_of
from gossamer.ports.accounts import TeamChange
from gossamer.ports.clock import Clock
from gossamer.store.accounts.teams import TeamStore

# Limits of numbers on the wire.
_TOO_MANY: Final = 2**53
_MOST_AT_ONCE: Final = 2**31
_NO_TEAM: Final = "Team not found."


class Teams:
    """Organizations and teams. Whether the actor may do it is for others to ask."""

    def __init__(self, store: TeamStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def organizations(self, team_ids: Sequence[str] | None) -> Sequence[Organization]:
        """Return the organizations of these teams, all for None."""
        return await self._store.organizations(team_ids)

    async def create_organization(self, actor: Actor, name: str, features: Features) -> Organization:
        """Make an organization."""
        organization = Organization(new_id(), name_of(name, "organization"), features, self._clock.now())
        deed = self._make_deed_on(
            organization.organization_id, actor, "organization.created", organization.name, features
        )
        await self._store.add_organization(organization, deed)
        return organization

    async def set_features(self, actor: Actor, organization_id: str, features: Features) -> None:
        """Set what an organization's teams may use; raises NotFound."""
        organization = await self._store.organization(organization_id) if is_id(organization_id) else None
        if organization is None or organization.organization_id != organization_id:
            raise NotFound("Organization not found.")
        await self._set_features(actor, organization, features)

    async def features_of(self, team_id: str) -> Features:
        """Return the features of a team; raises NotFound."""
        features = await self._store.features_of(team_id)
        if features is None:
            raise NotFound(_NO_TEAM)
        return features

    async def teams(self, team_ids: Sequence[str] | None) -> Sequence[Team]:
        """Return these teams, all for None, by name."""
        return await self._store.teams(team_ids)

    async def team(self, team_id: str) -> Team:
        """Return a team; raises NotFound."""
        team = await self._store.team(team_id) if is_id(team_id) else None
        if team is None:
            raise NotFound(_NO_TEAM)
        return team

    async def in_use(self, team_id: str) -> Team:
        """Return a team that can be changed; raises NotFound, and NotAllowed for one that is deleted."""
        team = await self.team(team_id)
        if team.purge_at is not None:
            raise NotAllowed(
                f"The team `{team.name}` is deleted, gone on {team.purge_at:%Y-%m-%d}, and cannot be changed. "
                "The operator can restore it: `gossamer team restore`, or POST /admin/teams/{id}/restore."
            )
        return team

    async def create_team(
        self,
        actor: Actor,
        name: str,
        *,
        organization: str | None,
        features: Features | None,
        bounds: TeamChange,
    ) -> NewTeam:
        """Make a team in *organization*, which is made when it is not there, and the team's first key."""
        name = name_of(name, "team")
        team_fields = _check_change(replace(bounds, name=name)).given()
        organization_name = name if organization is None else name_of(organization, "organization")
        within = await self._organization(actor, organization_name, features, is_new=organization is None)
        now, api_key = self._clock.now(), new_api_key()
        unbounded = Team(team_id=new_id(), organization_id=within.organization_id, name=name, created_at=now)
        team = replace(unbounded, **team_fields)
        key = new_key(team.team_id, "Default", api_key, actor.name, now)
        of_team = self._make_deed(team.team_id, actor, "team.created", name, team_fields)
        of_key = self._make_deed(team.team_id, actor, "key.created", key.name, {"hint": key.hint})
        if not await self._store.add_team(team, key, key_hash(api_key), [of_team, of_key]):
            raise OwnError("The team could not be created. Please try again.")
        return NewTeam(team, NewKey(key, api_key))

    async def update_team(self, actor: Actor, team_id: str, change: TeamChange) -> Team:
        """Change a team and return it; raises NotFound."""
        if not isinstance(change.name, Unchanged):
            change = replace(change, name=name_of(change.name, "team"))
        _check_change(change)
        before = await self.team(team_id)
        deed = self._make_deed(team_id, actor, "team.updated", before.name, change.given())
        team = await self._store.update_team(team_id, change, deed)
        if team is None:
            raise NotFound(_NO_TEAM)
        return team

    async def webhook_secret(self, actor: Actor, team_id: str, *, new: bool) -> str:
        """Return the secret for the team's webhooks, made now if there is none, or with *new*; raises NotFound."""
        team = await self.team(team_id)
        deed = self._make_deed(team_id, actor, "webhook_secret.created", team.name)
        secret = await self._store.webhook_secret(team_id, offered=new_webhook_secret(), replace=new, deed=deed)
        if secret is None:
            raise NotFound(_NO_TEAM)
        return secret

    async def threats(self, team_id: str) -> TeamThreats:
        """Return the team's threat protection, the defaults when it has set none."""
        return await self._store.threats(team_id)

    async def set_threats(self, actor: Actor, team_id: str, settings: ThreatSettings) -> TeamThreats:
        """Set the team's threat protection and return it; raises NotFound."""
        team = await self.team(team_id)
        detail = {
            "mode": settings.mode.value,
            "failure_policy": settings.failure_policy.value,
            "allow_request_overrides": settings.allow_request_overrides,
            "forced": settings.forced,
            **{name: len(getattr(settings, name)) for name in ("blacklist", "whitelist", "blocked_tlds")},
        }
        deed = self._make_deed(team_id, actor, "threat_protection.updated", team.name, detail)
        threats = TeamThreats(settings, deed.at)
        if not await self._store.set_threats(team_id, threats, deed):
            raise NotFound(_NO_TEAM)
        return threats

    async def audit(self, team_id: str, *, before: int | None, limit: int) -> Sequence[AuditEntry]:
        """Return up to *limit* changes, newest first, with numbers below *before*."""
        return await self._store.audit(team_id, before=before, limit=limit)

    async def _organization(
        self, actor: Actor, id_or_name: str, features: Features | None, *, is_new: bool
    ) -> Organization:
        organization = None if is_new else await self._store.organization(id_or_name)
        if organization is None:
            return await self.create_organization(actor, id_or_name, features or Features())
        if features is not None:
            await self._set_features(actor, organization, features)
        return organization

    async def _set_features(self, actor: Actor, organization: Organization, features: Features) -> None:
        organization_id = organization.organization_id
        deed = self._make_deed_on(organization_id, actor, "organization.updated", organization.name, features)
        if not await self._store.set_features(organization_id, features, deed):
            raise NotFound("Organization not found.")

    def _make_deed(
        self, team_id: str, actor: Actor, action: str, target: str, detail: Mapping[str, object] | None = None
    ) -> Deed:
        return Deed(self._clock.now(), actor.name, action, target, team_id, detail=detail or {})

    def _make_deed_on(self, organization_id: str, actor: Actor, action: str, target: str, features: Features) -> Deed:
        now, detail = self._clock.now(), asdict(features)
        return Deed(now, actor.name, action, target, organization_id=organization_id, detail=detail)


def _check_change(change: TeamChange) -> TeamChange:
    """Return *change* if all its numbers can be kept; raises CallerError."""
    _check_number("credits", change.credits, range(_TOO_MANY))
    _check_number("concurrency", change.concurrency, range(1, _MOST_AT_ONCE))
    if not isinstance(change.rate_limits, Unchanged):
        for mode, rate in change.rate_limits.items():
            if mode not in set(Mode):
                raise CallerError(f"Unknown mode `{mode[:60]}`; rates can be set for {', '.join(Mode)}.")
            _check_number(f"rate of {mode}", rate, range(1, _MOST_AT_ONCE))
    return change


def _check_number(what: str, number: object, allowed: range) -> None:
    if number is None or number is UNCHANGED:
        return
    # True is an int to Python, and no number to anybody else.
    if not isinstance(number, int) or isinstance(number, bool) or number not in allowed:
        raise CallerError(f"The {what} must be a whole number of at least {allowed.start}.")
