"""The commands on accounts, as the command line knows them. What they do is imported when they run."""

from pathlib import Path
from typing import Annotated, Any

import typer

from gossamer.cli import accounts
from gossamer.core.accounts import OPEN_TEAM, Features, Role
from gossamer.core.specs import Purpose, TermsPolicy
from gossamer.core.visit_identity import VisitIdentity

Team = Annotated[str, typer.Option("--team", "-t", help="The team's id or name.", show_default="the first")]
TeamGiven = Annotated[str, typer.Argument(help="The team's id or name.", metavar="TEAM")]
KeyId = Annotated[str, typer.Argument(help="The key's id; `gossamer key list` shows it.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON, for programs.")]
Credits = Annotated[str | None, typer.Option("--credits", help="Credits per billing month, or `none` for no limit.")]
Concurrency = Annotated[
    str | None, typer.Option("--concurrency", help="Pages at once, or none for the service's setting.")
]
Rates = Annotated[
    list[str] | None,
    typer.Option(
        "--rate",
        help="Requests per minute of a mode, as scrape=600; repeatable. Other modes have no limit. `none` removes all.",
    ),
]
Identity = Annotated[
    str | None,
    typer.Option("--identity", help="How sites are visited: honest or browser, or none for the service's setting."),
]
KeyRestrictions = Annotated[bool, typer.Option("--key-restrictions", help="Keys can be restricted.")]
IpRestrictions = Annotated[bool, typer.Option("--ip-restrictions", help="Keys can be limited to addresses.")]
ZeroDataRetention = Annotated[
    bool, typer.Option("--zero-data-retention", help="Requests may ask for zero data retention.")
]
# Python makes no number of some thousand digits, and nobody means one.
_DIGITS = 1000
_LEAST = {"credits": 0, "concurrency": 1}
Grace = Annotated[
    int | None,
    typer.Option("--grace-days", min=0, max=3650, help="Days in which it can be restored, 0 for none."),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
UserGiven = Annotated[str, typer.Argument(help="The person's e-mail address or id.", metavar="USER")]
OrganizationGiven = Annotated[str, typer.Argument(help="The organization's id or name.", metavar="ORGANIZATION")]
RoleGiven = Annotated[Role, typer.Option("--role", help="A member reads and uses, an admin also manages.")]


def _group(name: str, about: str) -> typer.Typer:
    return typer.Typer(name=name, help=about, no_args_is_help=True)


team = _group("team", "Teams: who is billed, and what bounds them.")
key = _group("key", "API keys: making and ending them, and what they are limited to.")
member = _group("member", "People in teams.")
user = _group("user", "People who can sign in to the dashboard.")
org = _group("org", "Organizations: what their teams may use.")


@team.command("list")
def team_list(as_json: AsJson = False) -> None:
    """List all teams."""
    raise typer.Exit(accounts.teams.show_all(as_json=as_json))


@team.command("create")
def team_create(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    organization: Annotated[
        str | None,
        typer.Option("--organization", "-o", help="Id or name; created if missing. Without it the team gets its own."),
    ] = None,
    credits_: Credits = None,
    concurrency: Concurrency = None,
    rates: Rates = None,
    identity: Identity = None,
    key_restrictions: KeyRestrictions = False,
    ip_restrictions: IpRestrictions = False,
    zero_data_retention: ZeroDataRetention = False,
    as_json: AsJson = False,
) -> None:
    """Make a team, and print its first key, once."""
    flags = {
        "keyRestrictions": key_restrictions,
        "ipRestrictions": ip_restrictions,
        "zeroDataRetention": zero_data_retention,
    }
    body = {
        "name": name,
        "organization": organization,
        **_bounds(credits_, concurrency, rates, identity),
        "flags": {flag: True for flag, on in flags.items() if on} or None,
    }
    raise typer.Exit(accounts.teams.create(body, as_json=as_json))


@team.command("show")
def team_show(team: TeamGiven, as_json: AsJson = False) -> None:
    """Show a team."""
    raise typer.Exit(accounts.teams.show(team, as_json=as_json))


@team.command("update")
def team_update(
    team: TeamGiven,
    name: Annotated[str | None, typer.Option("--name", help="Another name.")] = None,
    credits_: Credits = None,
    concurrency: Concurrency = None,
    rates: Rates = None,
    identity: Identity = None,
    as_json: AsJson = False,
) -> None:
    """Change a team's name or bounds; what is not given stays."""
    body = {**({} if name is None else {"name": name}), **_bounds(credits_, concurrency, rates, identity)}
    raise typer.Exit(accounts.teams.update(team, body, as_json=as_json))


@team.command("delete")
def team_delete(team: TeamGiven, grace: Grace = None, yes: Yes = False) -> None:
    """Delete a team; it can be restored for some time, and then all of its data is removed."""
    raise typer.Exit(accounts.deletion.delete_team(team, grace_days=grace, confirmed=yes))


@team.command("restore")
def team_restore(team: TeamGiven) -> None:
    """Take the deletion of a team back."""
    raise typer.Exit(accounts.deletion.restore_team(team))


@team.command("export")
def team_export(
    team: TeamGiven, file: Annotated[Path, typer.Argument(help="The ZIP file to write; it must not be there.")]
) -> None:
    """Write all data of a team into a ZIP file of JSON Lines, without secrets."""
    raise typer.Exit(accounts.deletion.export_team(team, file))


@user.command("delete")
def user_delete(user: UserGiven, grace: Grace = None, yes: Yes = False) -> None:
    """Delete a person, who cannot sign in any more; they can be restored for some time."""
    raise typer.Exit(accounts.deletion.delete_user(user, grace_days=grace, confirmed=yes))


@user.command("restore")
def user_restore(user: UserGiven) -> None:
    """Take the deletion of a person back."""
    raise typer.Exit(accounts.deletion.restore_user(user))


@org.command("delete")
def org_delete(organization: OrganizationGiven, grace: Grace = None, yes: Yes = False) -> None:
    """Delete an organization with all its teams; it can be restored for some time."""
    raise typer.Exit(accounts.deletion.delete_organization(organization, grace_days=grace, confirmed=yes))


@org.command("restore")
def org_restore(organization: OrganizationGiven) -> None:
    """Take the deletion of an organization back, and of the teams deleted with it."""
    raise typer.Exit(accounts.deletion.restore_organization(organization))


@key.command("list")
def key_list(team: Team = OPEN_TEAM, as_json: AsJson = False) -> None:
    """List the keys of a team, without the keys themselves."""
    raise typer.Exit(accounts.keys.show_all(team, as_json=as_json))


@key.command("create")
def key_create(
    name: Annotated[str, typer.Argument(help="What it is for.")],
    team: Team = OPEN_TEAM,
    expires: Annotated[
        str | None, typer.Option("--expires", help="Until when it is valid, as 2030-01-31T00:00:00Z.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a key and print it, once."""
    raise typer.Exit(accounts.keys.create(team, {"name": name, "expiresAt": expires}, as_json=as_json))


@key.command("revoke")
def key_revoke(key_id: KeyId) -> None:
    """End a key for ever, and the jobs it began."""
    raise typer.Exit(accounts.keys.revoke(key_id))


@key.command("restrict")
def key_restrict(
    key_id: KeyId,
    formats: Annotated[
        list[str] | None, typer.Option("--format", "-f", help="A format that may be asked for; may be given again.")
    ] = None,
    endpoints: Annotated[
        list[str] | None, typer.Option("--endpoint", "-e", help="An endpoint group that may be called; again for more.")
    ] = None,
    domains: Annotated[
        list[str] | None, typer.Option("--domain", "-d", help="A domain that may be visited; again for more.")
    ] = None,
    no_model: Annotated[
        bool, typer.Option("--no-model", help="Use no language model; what works without one still works.")
    ] = False,
    cache_only: Annotated[bool, typer.Option("--cache-only", help="Stored pages only.")] = False,
    credit_budget: Annotated[int | None, typer.Option(min=0, help="Credits of each billing month.")] = None,
    rate: Annotated[int | None, typer.Option("--rate", min=1, help="Requests a minute.")] = None,
    concurrency: Annotated[int | None, typer.Option("--concurrency", min=1, help="Pages at once.")] = None,
    purpose: Annotated[Purpose | None, typer.Option("--purpose", help="What the key takes pages for.")] = None,
    terms: Annotated[
        TermsPolicy | None, typer.Option("--terms", help="The least strict policy about terms of sites.")
    ] = None,
    identity: Annotated[VisitIdentity | None, typer.Option("--identity", help="How sites are visited.")] = None,
    nothing: Annotated[bool, typer.Option("--none", help="Remove all restrictions.")] = False,
    as_json: AsJson = False,
) -> None:
    """Set all that a key is restricted to: what is not given is not restricted."""
    options = {
        "allowedFormats": formats,
        "allowedEndpoints": endpoints,
        "allowedDomains": domains,
        "noModel": no_model or None,
        "cacheOnly": cache_only or None,
        "creditBudget": credit_budget,
        "ratePerMinute": rate,
        "maxConcurrency": concurrency,
        "purpose": purpose,
        "termsPolicy": terms,
        "identity": identity,
    }
    body = {name: value for name, value in options.items() if value is not None}
    _check_either(bool(body), nothing)
    raise typer.Exit(accounts.keys.restrict(key_id, body, as_json=as_json))


@key.command("addresses")
def key_addresses(
    key_id: KeyId,
    cidrs: Annotated[list[str] | None, typer.Argument(help="Addresses or CIDRs, such as 203.0.113.0/24.")] = None,
    nothing: Annotated[bool, typer.Option("--none", help="Allow it from any address.")] = False,
    as_json: AsJson = False,
) -> None:
    """Set from where a key may be used."""
    _check_either(bool(cidrs), nothing)
    raise typer.Exit(accounts.keys.set_addresses(key_id, cidrs or [], as_json=as_json))


@member.command("list")
def member_list(team: Team = OPEN_TEAM, as_json: AsJson = False) -> None:
    """List who is in a team."""
    raise typer.Exit(accounts.members.show_all(team, as_json=as_json))


@member.command("invite")
def member_invite(
    email: Annotated[str, typer.Argument(help="Who may accept; by default anyone with the link.")] = "",
    team: Team = OPEN_TEAM,
    role: RoleGiven = Role.MEMBER,
    url: Annotated[str, typer.Option("--url", help="Where people find this service.")] = "http://127.0.0.1:3002",
    as_json: AsJson = False,
) -> None:
    """Print a link by which somebody can join a team within a week. Nobody is written to."""
    raise typer.Exit(accounts.members.invite(team, email, role, url, as_json=as_json))


@member.command("role")
def member_role(
    person: Annotated[str, typer.Argument(help="Their e-mail address or id.", metavar="MEMBER")],
    role: Annotated[Role, typer.Argument(help="admin or member.")],
    team: Team = OPEN_TEAM,
) -> None:
    """Make a member an admin, or the other way round."""
    raise typer.Exit(accounts.members.set_role(team, person, role))


@member.command("remove")
def member_remove(
    person: Annotated[str, typer.Argument(help="Their e-mail address or id.", metavar="MEMBER")],
    team: Team = OPEN_TEAM,
) -> None:
    """Take a person out of a team."""
    raise typer.Exit(accounts.members.remove(team, person))


@user.command("create")
def user_create(
    email: Annotated[str, typer.Argument(help="Their e-mail address.")],
    name: Annotated[str, typer.Option("--name", help="Their name.")] = "",
    team: Team = OPEN_TEAM,
    role: RoleGiven = Role.MEMBER,
) -> None:
    """Put a person into a team; who is new gets a password, asked for or read from standard input."""
    raise typer.Exit(accounts.members.create_user(email, name, team, role))


@user.command("set-password")
def user_set_password(email: Annotated[str, typer.Argument(help="Their e-mail address.")]) -> None:
    """Give a person another password, asked for or read from standard input, and sign them out everywhere."""
    raise typer.Exit(accounts.members.set_password(email))


@user.command("remove-factor")
def user_remove_factor(email: Annotated[str, typer.Argument(help="Their e-mail address.")]) -> None:
    """Let a person who has lost the device of the second factor sign in with the password alone."""
    from gossamer.cli.accounts import members  # noqa: PLC0415

    raise typer.Exit(members.remove_factor(email))


@org.command("list")
def org_list(as_json: AsJson = False) -> None:
    """List all organizations."""
    raise typer.Exit(accounts.organizations.show_all(as_json=as_json))


@org.command("create")
def org_create(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    key_restrictions: KeyRestrictions = False,
    ip_restrictions: IpRestrictions = False,
    zero_data_retention: ZeroDataRetention = False,
    as_json: AsJson = False,
) -> None:
    """Make an organization."""
    features = Features(key_restrictions, ip_restrictions, zero_data_retention)
    raise typer.Exit(accounts.organizations.create(name, features, as_json=as_json))


@org.command("features")
def org_features(
    organization: Annotated[str, typer.Argument(help="Its id or name.")],
    key_restrictions: KeyRestrictions = False,
    ip_restrictions: IpRestrictions = False,
    zero_data_retention: ZeroDataRetention = False,
    nothing: Annotated[bool, typer.Option("--none", help="Remove all features.")] = False,
    as_json: AsJson = False,
) -> None:
    """Set all that an organization's teams may use: what is not given they may not."""
    features = Features(key_restrictions, ip_restrictions, zero_data_retention)
    _check_either(features != Features(), nothing)
    raise typer.Exit(accounts.organizations.set_features(organization, features, as_json=as_json))


def audit(
    team: Annotated[
        str | None, typer.Option("--team", "-t", help="The team's id or name; organizations if not given.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="Maximum number of entries.")] = 50,
    before: Annotated[
        int | None, typer.Option("--before", min=1, max=2**63 - 1, help="Only those with lower numbers.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what was changed, by whom, newest first."""
    raise typer.Exit(accounts.audit.show(team, limit=limit, before=before, as_json=as_json))


def _check_either(is_given: bool, nothing: bool) -> None:  # noqa: FBT001 - two answers to one question
    """Refuse what would take limits away without saying so, and what says both."""
    if is_given and nothing:
        raise typer.BadParameter("Give the new values or --none, not both.")
    if not is_given and not nothing:
        raise typer.BadParameter("Nothing was given, so nothing is changed. Give the new values, or --none for none.")


def _bounds(
    credits_: str | None, concurrency: str | None, rates: list[str] | None, identity: str | None
) -> dict[str, Any]:
    """Return the bounds that were given, as a body of the API names them."""
    options = {"credits": credits_, "concurrency": concurrency}
    bounds: dict[str, Any] = {
        name: _number(value, f"--{name}", least=_LEAST[name]) for name, value in options.items() if value is not None
    }
    if identity is not None:
        bounds["identity"] = None if identity == "none" else identity
    if rates is not None:
        bounds["rateLimits"] = {} if rates == ["none"] else dict(map(_rate, rates))
    return bounds


def _number(text: str, option: str, *, least: int) -> int | None:
    if text == "none":
        return None
    if not _is_whole(text) or int(text) < least:
        raise typer.BadParameter(f"It must be a whole number of at least {least}, or none.", param_hint=option)
    return int(text)


def _rate(text: str) -> tuple[str, int]:
    mode, _, rate = text.partition("=")
    if not _is_whole(rate) or int(rate) < 1:
        raise typer.BadParameter(
            "It must be a mode and a whole number of at least 1, as scrape=600, or none.", param_hint="--rate"
        )
    return mode, int(rate)


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS
