"""The commands that delete, restore and export."""

import shutil
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO

import typer

from gossamer.cli.accounts.database_access import OPERATOR, organization_named, run, team_named, with_accounts
from gossamer.cli.accounts.tables import moment
from gossamer.core.errors import CallerError
from gossamer.operations.accounts import AccountOperations

_Delete = Callable[[AccountOperations, timedelta | None], Awaitable[datetime]]


def delete_team(team: str, *, grace_days: int | None, confirmed: bool) -> int:
    """Delete a team; return the exit code."""

    async def act(accounts: AccountOperations, grace: timedelta | None) -> datetime:
        named_team = await team_named(accounts, team)
        return await accounts.delete_team(OPERATOR, named_team.team_id, grace=grace)

    return _delete(f"the team `{team}` and everything it has", act, grace_days, confirmed=confirmed)


@with_accounts
async def restore_team(accounts: AccountOperations, team: str) -> None:
    """Restore a team."""
    named_team = await team_named(accounts, team)
    await accounts.restore_team(OPERATOR, named_team.team_id)
    typer.echo(f"The team `{named_team.name}` is in use.")


@with_accounts
async def export_team(accounts: AccountOperations, team: str, file: Path) -> None:
    """Write the data of a team into *file*."""
    named_team = await team_named(accounts, team)
    with closing(await accounts.export_team(OPERATOR, named_team.team_id)) as data, _create_file(file) as target:
        shutil.copyfileobj(data, target)
        typer.echo(f"Wrote {file} ({target.tell():,} bytes).")


def delete_user(user: str, *, grace_days: int | None, confirmed: bool) -> int:
    """Delete a person; return the exit code."""

    async def act(accounts: AccountOperations, grace: timedelta | None) -> datetime:
        return await accounts.delete_user(OPERATOR, user, grace=grace)

    return _delete(f"the user `{user}`", act, grace_days, confirmed=confirmed)


@with_accounts
async def restore_user(accounts: AccountOperations, user: str) -> None:
    """Restore a person."""
    await accounts.restore_user(OPERATOR, user)
    typer.echo(f"`{user}` can sign in.")


def delete_organization(organization: str, *, grace_days: int | None, confirmed: bool) -> int:
    """Delete an organization; return the exit code."""

    async def act(accounts: AccountOperations, grace: timedelta | None) -> datetime:
        named_organization = await organization_named(accounts, organization)
        return await accounts.delete_organization(OPERATOR, named_organization.organization_id, grace=grace)

    return _delete(f"the organization `{organization}` and all its teams", act, grace_days, confirmed=confirmed)


@with_accounts
async def restore_organization(accounts: AccountOperations, organization: str) -> None:
    """Restore an organization."""
    named_organization = await organization_named(accounts, organization)
    await accounts.restore_organization(OPERATOR, named_organization.organization_id)
    typer.echo(f"The organization `{named_organization.name}` is in use.")


def _delete(what: str, delete: _Delete, grace_days: int | None, *, confirmed: bool) -> int:
    if not confirmed and not typer.confirm(f"Delete {what}?"):
        return 1
    grace = None if grace_days is None else timedelta(days=grace_days)

    async def act(accounts: AccountOperations) -> None:
        ended = await delete(accounts, grace)
        if ended <= datetime.now(UTC):
            typer.echo(f"Deleted {what}, to be removed for good: the running service does so within minutes.")
        else:
            until = f"It can be restored until {moment(ended)} UTC; the running service removes it then."
            typer.echo(f"Deleted {what}. {until}")

    return run(act)


def _create_file(file: Path) -> IO[bytes]:
    try:
        return file.open("xb")
    except OSError as error:
        raise CallerError(f"{file} cannot be written: {error.strerror}.") from error
