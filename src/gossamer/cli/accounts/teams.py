"""The commands of `gossamer team`."""

from collections.abc import Mapping, Sequence
from typing import Any

from gossamer.cli.accounts.database_access import OPERATOR, team_named, with_accounts
from gossamer.cli.accounts.tables import describe_bound, moment, state, tell_facts, tell_json, tell_table
from gossamer.core.accounts import Team
from gossamer.operations.accounts import AccountOperations
from gossamer.wire import admin


@with_accounts
async def show_all(accounts: AccountOperations, *, as_json: bool) -> None:
    """List all teams."""
    teams = await accounts.teams(OPERATOR)
    if as_json:
        tell_json([admin.TeamShown.of(team) for team in teams])
    else:
        _tell_all(teams)


@with_accounts
async def create(accounts: AccountOperations, body: Mapping[str, Any], *, as_json: bool) -> None:
    """Make a team and print its first key, the only time it is known in clear."""
    new_team = admin.NewTeamBody.model_validate(body)
    created_team = await accounts.create_team(
        OPERATOR,
        new_team.name,
        organization=new_team.organization,
        features=new_team.features(await accounts.organizations(OPERATOR)),
        credits=new_team.credits,
        concurrency=new_team.concurrency,
        rate_limits=new_team.rate_limits,
        identity=new_team.identity,
    )
    if as_json:
        tell_json({**admin.TeamShown.of(created_team.team), "apiKey": created_team.key.secret})
    else:
        tell_facts({**_facts(created_team.team), "API key": f"{created_team.key.secret}   (shown once; keep it)"})


@with_accounts
async def show(accounts: AccountOperations, team: str, *, as_json: bool) -> None:
    """Print what there is to know of a team."""
    _tell(await team_named(accounts, team), as_json=as_json)


@with_accounts
async def update(accounts: AccountOperations, team: str, body: Mapping[str, Any], *, as_json: bool) -> None:
    """Change a team and print how it is then."""
    changes = admin.TeamChange.model_validate(body).given()
    named_team = await team_named(accounts, team)
    _tell(await accounts.update_team(OPERATOR, named_team.team_id, **changes), as_json=as_json)


def _tell(team: Team, *, as_json: bool) -> None:
    if as_json:
        tell_json(admin.TeamShown.of(team))
    else:
        tell_facts(_facts(team))


def _tell_all(teams: Sequence[Team]) -> None:
    columns = ("TEAM", "ID", "CREDITS A MONTH", "PAGES AT ONCE", "REQUESTS A MINUTE", "SINCE", "STATE")
    rows = [
        (
            team.name,
            team.team_id,
            describe_bound(team.credits),
            _at_once(team),
            _rates(team),
            moment(team.created_at),
            state(team.purge_at),
        )
        for team in teams
    ]
    tell_table(columns, rows)


def _facts(team: Team) -> Mapping[str, str]:
    return {
        "Team": team.name,
        "Id": team.team_id,
        "Organization": team.organization_id,
        "Since": moment(team.created_at),
        "State": state(team.purge_at),
        "Credits a month": describe_bound(team.credits),
        "Pages at once": _at_once(team),
        "Requests a minute": _rates(team),
        "Sites visited as": team.identity or "as the service",
    }


def _at_once(team: Team) -> str:
    return "as the service" if team.concurrency is None else str(team.concurrency)


def _rates(team: Team) -> str:
    return ", ".join(f"{mode} {rate}" for mode, rate in team.rate_limits.items()) or describe_bound(None)
