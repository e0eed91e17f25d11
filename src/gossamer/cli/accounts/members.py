"""The commands of `gossamer member` and `gossamer user`."""

import sys
from getpass import getpass

from gossamer.cli.accounts.database_access import OPERATOR, member_named, run, team_named, with_accounts
from gossamer.cli.accounts.tables import moment, tell_json, tell_table
from gossamer.cli.problems import BAD_SETTING, explain
from gossamer.core.accounts import Role
from gossamer.operations.accounts import AccountOperations
from gossamer.wire import admin


@with_accounts
async def show_all(accounts: AccountOperations, team: str, *, as_json: bool) -> None:
    """List who is in a team."""
    members = await accounts.members(OPERATOR, (await team_named(accounts, team)).team_id)
    if as_json:
        tell_json([admin.member_json(member) for member in members])
    else:
        rows = [(each.user.name, each.user.email, each.role.value, moment(each.since)) for each in members]
        tell_table(("NAME", "E-MAIL", "ROLE", "SINCE"), rows)


@with_accounts
async def invite(accounts: AccountOperations, team: str, email: str, role: Role, url: str, *, as_json: bool) -> None:
    """Make an invitation and print its link, the only time it is known."""
    named_team = await team_named(accounts, team)
    invitation = await accounts.invite(OPERATOR, named_team.team_id, role=role, email=email)
    link = admin.invitation_link(url.rstrip("/"), invitation.token)
    if as_json:
        tell_json({**admin.InvitationShown.of(invitation.invitation), "link": link})
    else:
        print(f"{link}\n\nFor one person, until {moment(invitation.invitation.expires_at)} UTC. Send it to them.")


@with_accounts
async def set_role(accounts: AccountOperations, team: str, member: str, role: Role) -> None:
    """Make a member an admin or the other way round."""
    named_team = await team_named(accounts, team)
    person = await member_named(accounts, named_team, member)
    await accounts.set_role(OPERATOR, named_team.team_id, person.user.user_id, role)
    print(f"{person.user.email} is {role.value} of {named_team.name}.")


@with_accounts
async def remove(accounts: AccountOperations, team: str, member: str) -> None:
    """Take a person out of a team."""
    named_team = await team_named(accounts, team)
    person = await member_named(accounts, named_team, member)
    await accounts.remove_member(OPERATOR, named_team.team_id, person.user.user_id)
    print(f"{person.user.email} is no longer in {named_team.name}.")


def create_user(email: str, name: str, team: str, role: Role) -> int:
    """Make a person who can sign in, with a password from the terminal or standard input; return the exit code."""
    password = _password()
    if password is None:
        return explain("The two passwords differ; nothing was changed.", code=BAD_SETTING)

    async def act(accounts: AccountOperations) -> None:
        named_team = await team_named(accounts, team)
        user = await accounts.add_member(
            OPERATOR, named_team.team_id, role=role, email=email, name=name or email, password=password
        )
        print(f"{user.email} can sign in, as {role.value} of {named_team.name}.")

    return run(act)


def set_password(email: str) -> int:
    """Give a person another password, and end their sessions; return the exit code."""
    password = _password()
    if password is None:
        return explain("The two passwords differ; nothing was changed.", code=BAD_SETTING)

    async def act(accounts: AccountOperations) -> None:
        await accounts.set_password(OPERATOR, email, password)
        print(f"{email} has a new password. All of their sessions were signed out.")

    return run(act)


def remove_factor(email: str) -> int:
    """Let a person sign in with the password alone; return the exit code."""

    async def act(accounts: AccountOperations) -> None:
        await accounts.remove_factor(OPERATOR, email)
        print(f"{email} signs in with the password alone.")

    return run(act)


def _password() -> str | None:
    """Return a password that was typed twice, None when the two differ, or a line of a pipe.

    It is no option of the command, because every user of a machine can read those.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass("Password: ")
    return password if password == getpass("Again: ") else None
