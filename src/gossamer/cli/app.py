"""`gossamer`: the service, its data and its accounts. Commands import what they need when they run: help is quick."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from gossamer.cli import web_commands
from gossamer.cli.accounts import commands
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.web_commands import ALLOWING
from gossamer.core.extras import missing_extra

app = typer.Typer(
    name="gossamer",
    help="A self-hosted web-data service: turns the web into clean data.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def _require(extra: str) -> None:
    """Leave with a sentence where *extra* is not installed."""
    if sentence := missing_extra(extra):
        print(f"gossamer: {sentence}", file=sys.stderr)
        raise typer.Exit(ExitCode.FAILED)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (GOSSAMER_HOST).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (GOSSAMER_PORT).")] = None,
) -> None:
    """Run the service: API and everything behind it, in one process."""
    _require("server")
    from gossamer.cli.memory import keeping_everything  # noqa: PLC0415

    with keeping_everything():
        from gossamer.cli.problems import BAD_SETTING, read_settings  # noqa: PLC0415
    settings = read_settings(host=host, port=port)
    if settings is None:
        raise typer.Exit(BAD_SETTING)
    with keeping_everything():
        from gossamer.cli.serve import serve as run  # noqa: PLC0415

    raise typer.Exit(run(settings))


@app.command()
def worker(
    child: Annotated[str | None, typer.Option(hidden=True, help="The slot of a process that another started.")] = None,
) -> None:
    """Work on the crawls and batches of a service that runs elsewhere, on the same PostgreSQL database."""
    from gossamer.cli.memory import keeping_everything  # noqa: PLC0415
    from gossamer.cli.parent_pipe import hold_on_to_parent  # noqa: PLC0415

    if child is not None:
        hold_on_to_parent()
    with keeping_everything():
        from gossamer.cli.worker import worker as run  # noqa: PLC0415

    raise typer.Exit(run(child=child))


@app.command()
def mcp(
    tools: Annotated[
        str | None,
        typer.Option(help="Which tools, by commas, such as `scrape,search`; GOSSAMER_MCP_TOOLS unless given."),
    ] = None,
    install: Annotated[
        str | None,
        typer.Option(metavar="CLIENT", help="Enter it in claude-code, claude-desktop, cursor, codex or vscode."),
    ] = None,
    uninstall: Annotated[str | None, typer.Option(metavar="CLIENT", help="Take it out of a client again.")] = None,
    url: Annotated[
        str,
        typer.Option("--url", envvar="GOSSAMER_PUBLIC_URL", help="With --install: the tools of this service."),
    ] = "",
    key: Annotated[str, typer.Option(envvar="GOSSAMER_API_KEY", hidden=True)] = "",
    yes: Annotated[bool, typer.Option("--yes", help="With --install: do not ask.")] = False,
    allow: Annotated[list[str] | None, ALLOWING] = None,
) -> None:
    """Offer the tools to an AI client over the Model Context Protocol (standard input and output), without a server."""
    _require("mcp")
    if client := install or uninstall:
        from gossamer.cli import mcp_clients  # noqa: PLC0415

        request = mcp_clients.McpClientsCommand(client, not install, url, key, tools, yes)
        raise typer.Exit(mcp_clients.run(request))
    from gossamer.cli.memory import keeping_everything  # noqa: PLC0415

    with keeping_everything():
        from gossamer.cli.mcp import run  # noqa: PLC0415

    raise typer.Exit(run(tuple(allow or ()), tools))


@app.command()
def health(
    host: Annotated[
        str, typer.Option(envvar="GOSSAMER_HOST", help="Address that the service listens on.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="GOSSAMER_PORT", help="Its port.")] = 3002,
    live: Annotated[bool, typer.Option("--live", help="Only whether the process answers.")] = False,
) -> None:
    """Print whether the service is ready; the exit code is 0 when it is. For health checks of containers."""
    from gossamer.cli.health import base_url, run  # noqa: PLC0415

    raise typer.Exit(run(base_url(host, port), "live" if live else "ready"))


@app.command()
def doctor(
    job: Annotated[
        str | None, typer.Argument(help="A job's id: say why it behaved as it did, in place of checking the service.")
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            help="Check one part: python, native, data, database, blobs, chromium, ocr, code, egress, threats, "
            "proxies, mail, model, search, port."
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing; the exit code tells.")] = False,
    host: Annotated[
        str | None,
        typer.Option("--forget", metavar="HOST", help="Forget whether pages of this host need a browser."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With a job: JSON.")] = False,
    each: Annotated[bool, typer.Option("--jsonl", help="With a job: each URL that it met, as JSON Lines.")] = False,
    url: Annotated[
        str | None,
        typer.Option("--url", help="With a job: ask this running service, in place of the database of the settings."),
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", envvar="GOSSAMER_API_KEY", help="With --url: a key of the job's team.")
    ] = None,
) -> None:
    """Check what the service needs and say how to fix what is missing; with a job, say why it behaved as it did."""
    from gossamer.cli.memory import keeping_everything  # noqa: PLC0415

    if job is not None:
        from gossamer.cli.job_doctor import JobDoctorCommand  # noqa: PLC0415
        from gossamer.cli.job_doctor import run as diagnose  # noqa: PLC0415

        if url is not None and each:
            raise typer.BadParameter("It reads the database and does not go with --url.", param_hint="--jsonl")
        raise typer.Exit(diagnose(JobDoctorCommand(job, as_json=as_json, each=each, url=url, key=key)))
    with keeping_everything():
        from gossamer.cli.doctor import forget, run  # noqa: PLC0415

    if host is not None:
        raise typer.Exit(forget(host))
    raise typer.Exit(run(only=only, quiet=quiet))


@app.command()
def compliance(
    job: Annotated[str, typer.Argument(help="A job's id.")],
    as_csv: Annotated[bool, typer.Option("--csv", help="Comma-separated values, not JSON Lines.")] = False,
    url: Annotated[
        str | None, typer.Option("--url", help="Ask this running service, in place of the database of the settings.")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", envvar="GOSSAMER_API_KEY", help="With --url: a key of the job's team.")
    ] = None,
) -> None:
    """Show for every URL of a job whether it was fetched, by what right, and which requests were sent."""
    from gossamer.cli.compliance import ComplianceCommand, run  # noqa: PLC0415

    raise typer.Exit(run(ComplianceCommand(job, "csv" if as_csv else "json", url, key)))


@app.command()
def top(
    url: Annotated[
        str | None, typer.Option("--url", help="Address of the service.", show_default="this machine's")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option("--token", help="Its metrics token.", show_default="GOSSAMER_METRICS_TOKEN, or the admin token"),
    ] = None,
    every: Annotated[float, typer.Option("--every", min=0.2, max=3600, help="Seconds between two looks.")] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Look for that long, print, and leave.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --once: JSON.")] = False,
) -> None:
    """Show what a running service does: jobs, queues, pages a second, browsers, memory, errors."""
    _require("server")
    from gossamer.cli.top import TopCommand, run  # noqa: PLC0415

    raise typer.Exit(run(TopCommand(url, token, every, once, as_json)))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; a folder gets one named after the time.")],
) -> None:
    """Save database, blobs and secret to one file, while the service runs, and read it back to verify it."""
    from gossamer.cli.backup import backup as run  # noqa: PLC0415

    raise typer.Exit(run(file))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `gossamer backup` has written.")],
    check: Annotated[bool, typer.Option("--check", help="Only verify the file.")] = False,
    team: Annotated[
        list[str] | None,
        typer.Option("--team", help="Only this team, by id or name, into the installation that is there; repeatable."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="With --team: in the place of what the team has now.")
    ] = False,
    lose_secrets: Annotated[
        bool, typer.Option("--lose-secrets", help="Restore although sealed values are unreadable with this key.")
    ] = False,
) -> None:
    """Bring a backup back, into an empty data folder or database; with --team, single teams into one in use."""
    from gossamer.cli.backup import check as verify  # noqa: PLC0415
    from gossamer.cli.backup import restore as run  # noqa: PLC0415
    from gossamer.cli.backup import restore_some  # noqa: PLC0415
    from gossamer.store.backup import Wanted  # noqa: PLC0415

    if check:
        raise typer.Exit(verify(file))
    if replace and not team:
        raise typer.BadParameter("It goes with --team.", param_hint="--replace")
    if team:
        raise typer.Exit(restore_some(file, Wanted(team, replace, lose_secrets)))
    raise typer.Exit(run(file, lose_secrets=lose_secrets))


@app.command()
def upgrade(
    apply: Annotated[bool, typer.Option("--apply", help="Do it now, and not at the next start.")] = False,
) -> None:
    """Show what this release will change in the database and whether it can; the exit code is 0 when it can."""
    from gossamer.cli.upgrade import upgrade as run  # noqa: PLC0415

    raise typer.Exit(run(apply=apply))


@app.command("new-key")
def new_key(name: Annotated[str, typer.Argument(help="What the key is for.")] = "Key") -> None:
    """Make another API key for the first team and print it, once."""
    from gossamer.cli.accounts import keys  # noqa: PLC0415

    raise typer.Exit(keys.new_key(name))


@app.command("webhook-secret")
def webhook_secret(
    new: Annotated[bool, typer.Option("--new", help="Make another one; receivers must learn it.")] = False,
) -> None:
    """Print the secret that signs the first team's webhooks; it is made when there is none."""
    from gossamer.cli.accounts import keys  # noqa: PLC0415

    raise typer.Exit(keys.webhook_secret(new=new))


for group in (commands.team, commands.key, commands.member, commands.user, commands.org):
    app.add_typer(group)
app.add_typer(web_commands.app)
app.command("audit")(commands.audit)


@app.command()
def identity(
    rotate: Annotated[bool, typer.Option("--rotate", help="Make a new key, which signs from now on.")] = False,
) -> None:
    """Show the name that sites are told (GOSSAMER_IDENTITY), and the keys that sign requests."""
    from gossamer.cli.identity import show  # noqa: PLC0415

    raise typer.Exit(show(rotate=rotate))


@app.command()
def reindex() -> None:
    """Make the search index anew, from the pages that are stored."""
    from gossamer.cli.reindex import reindex as run  # noqa: PLC0415

    raise typer.Exit(run())


@app.command()
def reseal() -> None:
    """Seal stored secrets with the present GOSSAMER_SECRET_KEY; GOSSAMER_SECRET_KEY_PREVIOUS opens them."""
    from gossamer.cli.reseal import reseal as run  # noqa: PLC0415

    raise typer.Exit(run())


@app.callback(invoke_without_command=True)
def options(show: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Print what the options before a command ask for."""
    if show:
        version()
        raise typer.Exit


@app.command()
def version() -> None:
    """Print the version."""
    from importlib.metadata import version as installed  # noqa: PLC0415

    typer.echo(installed("gossamer"))
