"""Database access for account commands, which act as the operator."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Concatenate, ParamSpec

from pydantic import ValidationError

from gossamer.bootstrap import open_accounts
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.accounts import Actor, Member, Organization, Team
from gossamer.core.errors import NotFound, ServiceError
from gossamer.operations.accounts import AccountOperations
from gossamer.wire.issues import InvalidBody

_P = ParamSpec("_P")

OPERATOR = Actor(name="command line", operator=True)
# Errors list existing names, as far as they can be read.
_TOLD = 20

Command = Callable[[AccountOperations], Awaitable[None]]


def run(command: Command) -> int:
    """Open the accounts of this service and run *command*; return the exit code."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING

    async def act() -> None:
        async with open_accounts(settings) as accounts:
            await command(accounts)

    try:
        asyncio.run(act())
    except ServiceError as error:
        return explain(error.message)
    except ValidationError as error:
        return explain(_sentence(error), code=BAD_SETTING)
    except KeyboardInterrupt:
        return explain("Interrupted.", code=130)
    return 0


def with_accounts(command: Callable[Concatenate[AccountOperations, _P], Awaitable[None]]) -> Callable[_P, int]:
    """Return *command* as a function that opens the accounts of this service and returns the exit code."""

    @wraps(command)
    def run_command(*arguments: _P.args, **options: _P.kwargs) -> int:
        return run(lambda accounts: command(accounts, *arguments, **options))

    return run_command


def _sentence(failure: ValidationError) -> str:
    """Return the error, with the name of the value unless the rule names it itself."""
    issue = InvalidBody.of(failure, version="gossamer").details[0]
    place = ".".join(map(str, issue["path"]))
    return str(issue["message"]) if issue["code"] == "custom" else f"{place}: {issue['message']}."


async def team_named(accounts: AccountOperations, name: str) -> Team:
    """Return the team with this id or name; NotFound names those that there are."""
    teams = {team.team_id: team for team in await accounts.teams(OPERATOR)}
    return teams[_the_one("team", name, {team_id: team.name for team_id, team in teams.items()})]


async def organization_named(accounts: AccountOperations, name: str) -> Organization:
    """Return the organization with this id or name; NotFound names those that there are."""
    organizations = {each.organization_id: each for each in await accounts.organizations(OPERATOR)}
    return organizations[_the_one("organization", name, {id_: each.name for id_, each in organizations.items()})]


async def member_named(accounts: AccountOperations, team: Team, name: str) -> Member:
    """Return the member of *team* with this id or e-mail address; NotFound names those that there are."""
    members = {member.user.user_id: member for member in await accounts.members(OPERATOR, team.team_id)}
    return members[_the_one("member", name, {id_: each.user.email for id_, each in members.items()})]


def _the_one(kind: str, name_or_id: str, names: Mapping[str, str]) -> str:
    """Return the id, of those in *names*, that *name_or_id* is or names."""
    # An id is nobody else's, even if somebody has given it to their team as a name.
    ids = [name_or_id] if name_or_id in names else [id_ for id_, name in names.items() if name == name_or_id]
    match ids:
        case [id_]:
            return id_
        case []:
            listing = ", ".join(list(names.values())[:_TOLD]) or "none"
            raise NotFound(f"There is no {kind} `{name_or_id[:100]}`. There are: {listing}.")
        case _:
            raise NotFound(f"`{name_or_id[:100]}` names several; give an id: {', '.join(ids[:_TOLD])}.")
