"""`gossamer`: serve, scrape, doctor. Commands import what they need when they run, so that help is quick."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="gossamer",
    help="A self-hosted web-data service: turns the web into clean data.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (GOSSAMER_HOST).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (GOSSAMER_PORT).")] = None,
) -> None:
    """Run the service: API and everything behind it, in one process."""
    from gossamer.cli.serve import serve as run  # noqa: PLC0415

    raise typer.Exit(run(host=host, port=port))


@app.command()
def scrape(
    url: Annotated[str, typer.Argument(help="The page.")],
    formats: Annotated[
        list[str] | None,
        typer.Option("--format", "-f", help="markdown, html, rawHtml, links, images, screenshot; may be given again."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File, or folder when there are several formats.")
    ] = None,
    whole: Annotated[bool, typer.Option("--whole", help="The whole page, not only its main content.")] = False,
    wait: Annotated[int, typer.Option("--wait", help="Milliseconds to wait in a browser before reading.")] = 0,
    timeout: Annotated[int, typer.Option("--timeout", help="Milliseconds the page may take.")] = 60_000,
    mobile: Annotated[bool, typer.Option("--mobile", help="Visit as a phone.")] = False,
    allow: Annotated[
        list[str] | None, typer.Option("--allow", help="A private host, host:port or CIDR that may be reached.")
    ] = None,
) -> None:
    """Scrape one page without a server; prints the result or writes it to files."""
    from gossamer.cli.scrape import Request, run  # noqa: PLC0415

    request = Request(
        url=url,
        formats=tuple(formats or ["markdown"]),
        output=output,
        whole=whole,
        wait_ms=wait,
        timeout_ms=timeout,
        mobile=mobile,
        allow=tuple(allow or ()),
    )
    raise typer.Exit(run(request))


@app.command()
def doctor(
    only: Annotated[
        str | None, typer.Option(help="Check one part: python, data, database, chromium, egress, port.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing; the exit code tells.")] = False,
) -> None:
    """Check what the service needs, and say how to fix what is missing."""
    from gossamer.cli.doctor import run  # noqa: PLC0415

    raise typer.Exit(run(only=only, quiet=quiet))


@app.command("new-key")
def new_key(name: Annotated[str, typer.Argument(help="What the key is for.")] = "Key") -> None:
    """Make another API key for the first team and print it, once."""
    from gossamer.cli.keys import run  # noqa: PLC0415

    raise typer.Exit(run(name))


@app.command()
def version() -> None:
    """Print the version."""
    from importlib.metadata import version as installed  # noqa: PLC0415

    typer.echo(installed("gossamer"))


def main() -> None:
    """Run the command line."""
    app()
