"""Teams, and what bounds them."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.admin.endpoints import AdminCall, AdminEndpoint
from gossamer.api.endpoints import Json
from gossamer.core.accounts import Team
from gossamer.wire import admin
from gossamer.wire.threats import OperatorThreatSettings, ThreatProtectionAnswer, settings_json

_ALL = "/admin/teams"
_ONE = "/admin/teams/{id}"
_WEBHOOK_SECRET = _ONE + "/webhook-secret"


async def list_teams(call: AdminCall, _: None) -> Json:
    """Return all teams, by name."""
    teams = await call.operations.members.teams(call.actor)
    return admin.Teams.of(teams=[admin.TeamShown.of(team) for team in teams])


async def create(call: AdminCall, body: admin.NewTeamBody) -> Json:
    """Make a team and its first key, which is shown this once."""
    new_team = await call.operations.members.create_team(
        call.actor,
        body.name,
        organization=body.organization,
        features=body.features(await call.operations.members.organizations(call.actor)),
        credits=body.credits,
        concurrency=body.concurrency,
        rate_limits=body.rate_limits,
        identity=body.identity,
    )
    return admin.TeamMade.of(new_team.team, api_key=new_team.key.secret)


async def read_team(call: AdminCall, _: None) -> Json:
    """Return a team."""
    return _team_answer(await call.operations.members.team(call.actor, call.path["id"]))


async def change(call: AdminCall, body: admin.TeamChange) -> Json:
    """Change a team's name or bounds: what is left out stays, and null takes a bound away."""
    return _team_answer(await call.operations.members.update_team(call.actor, call.path["id"], **body.given()))


async def set_threats(call: AdminCall, body: OperatorThreatSettings) -> Json:
    """Set the threat protection of a team; `forced`, as it is when left out, the team cannot change it."""
    return settings_json(await call.operations.members.set_threats(call.actor, call.path["id"], body.settings()))


async def webhook_secret(call: AdminCall, _: None) -> Json:
    """Return the secret of the team's webhooks; it is made when there is none."""
    secret = await call.operations.members.webhook_secret(call.actor, call.path["id"])
    return {"success": True, "webhookSecret": secret}


async def new_webhook_secret(call: AdminCall, _: None) -> Json:
    """Make another secret to sign the team's webhooks with; receivers must learn it."""
    secret = await call.operations.members.webhook_secret(call.actor, call.path["id"], new=True)
    return {"success": True, "webhookSecret": secret}


def _team_answer(team: Team) -> Json:
    return {"success": True, "team": admin.TeamShown.of(team)}


def endpoints() -> Iterator[AdminEndpoint[Any]]:
    """Yield the endpoints for teams."""
    yield AdminEndpoint("GET", _ALL, "Teams", admin.Teams, list_teams)
    yield AdminEndpoint("POST", _ALL, "Make a team", admin.TeamMade, create, body=admin.NewTeamBody)
    yield AdminEndpoint("GET", _ONE, "A team", admin.TeamAnswer, read_team)
    yield AdminEndpoint("PATCH", _ONE, "Change a team", admin.TeamAnswer, change, body=admin.TeamChange)
    yield AdminEndpoint(
        "PUT",
        _ONE + "/threat-protection",
        "Set the threat protection of a team",
        ThreatProtectionAnswer,
        set_threats,
        body=OperatorThreatSettings,
    )
    yield AdminEndpoint("GET", _WEBHOOK_SECRET, "What signs webhooks", admin.WebhookSecret, webhook_secret)
    yield AdminEndpoint("POST", _WEBHOOK_SECRET, "Sign webhooks anew", admin.WebhookSecret, new_webhook_secret)
