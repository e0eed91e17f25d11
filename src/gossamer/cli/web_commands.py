"""Commands for web data. Each runs without a server and imports what it needs when it runs: help is quick."""

from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from gossamer.core.crawls import SitemapUse
from gossamer.core.specs import Purpose, TermsPolicy

ALLOWING = typer.Option("--allow", help="A private host, host:port or CIDR that may be reached.")
Allow = Annotated[tuple[str, ...], ALLOWING]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, in the shape of the API.")]
AsLines = Annotated[bool, typer.Option("--json", help="JSON Lines, whatever --output is called.")]
OutputFile = Annotated[Path | None, typer.Option("--output", "-o", help="File to write.")]
PagesOutput = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", help="Folder for Markdown files, or a .jsonl file; JSON Lines are printed if not given."
    ),
]
ForPurpose = Annotated[
    Purpose | None, typer.Option("--purpose", help="What pages are taken for; the terms of their sites are read.")
]
Terms = Annotated[
    TermsPolicy | None, typer.Option("--terms", help="How terms of sites are treated (GOSSAMER_TERMS_POLICY at least).")
]
MaxTokens = Annotated[
    int | None, typer.Option("--max-tokens", min=1, help="At most so many tokens of the Markdown of a page.")
]
LlmsTxt = Annotated[bool, typer.Option("--llms-txt", help="Begin with the links of the site's /llms.txt.")]
Query = Annotated[str | None, typer.Option("--query", help="Only the passages about this, as Markdown.")]
Sitemaps = Annotated[SitemapUse, typer.Option("--sitemap", help="Whether the site's sitemaps are read.")]

app = typer.Typer()
_Command = TypeVar("_Command", bound="type[Command]")


class Command:
    """Options of a command; a dataclass of each would take longer to make than the rest of the command line."""

    def __init__(self, **options: Any) -> None:
        vars(self).update(options)


def _offer(form: _Command) -> _Command:
    """Offer the command that has the options of *form*; the module of its name runs it."""
    name = form.__name__.removesuffix("Command").lower()

    def run(**options: Any) -> None:
        from gossamer.cli.memory import keeping_everything  # noqa: PLC0415

        with keeping_everything():
            module = import_module(f"gossamer.cli.{name}")
        present = {name: value for name, value in options.items() if value not in (None, [])}
        request = {name: tuple(value) if isinstance(value, list) else value for name, value in present.items()}
        raise typer.Exit(module.run(form(**request)))

    parameters = [_parameter(form, option, kind) for option, kind in form.__annotations__.items()]
    vars(run)["__signature__"] = Signature(parameters)
    app.command(name, help=form.__doc__)(run)
    return form


def _parameter(form: type[Command], option: str, kind: Any) -> Parameter:
    """Return an option as Typer reads it, which knows no tuples of any length."""
    default = getattr(form, option, Parameter.empty)
    if kind.__origin__ == tuple[str, ...]:
        kind = Annotated[list[str] | None, *kind.__metadata__]
        default = default if default is Parameter.empty else None
    return Parameter(option, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


@_offer
class ScrapeCommand(Command):
    """Scrape one page without a server; prints the result or writes it to files."""

    url: Annotated[str, typer.Argument(help="The page.")]
    formats: Annotated[
        tuple[str, ...],
        typer.Option(
            "--format",
            "-f",
            help=(
                "markdown, html, rawHtml, links, images, screenshot, summary, json, product, menu, branding, audio, "
                "video; may be given again."
            ),
        ),
    ] = ("markdown",)
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File, or folder when there are several formats.")
    ] = None
    whole: Annotated[bool, typer.Option("--whole", help="The whole page, not only its main content.")] = False
    wait_ms: Annotated[int, typer.Option("--wait", help="Milliseconds to wait in a browser before reading.")] = 0
    timeout_ms: Annotated[int, typer.Option("--timeout", help="Milliseconds the page may take.")] = 60_000
    mobile: Annotated[bool, typer.Option("--mobile", help="Visit as a phone.")] = False
    query: Query = None
    max_tokens: MaxTokens = None
    cursor: Annotated[str | None, typer.Option("--cursor", help="Read on here: the cursor of a passage (--json).")] = (
        None
    )
    purpose: ForPurpose = None
    terms: Terms = None
    as_json: AsJson = False
    allow: Allow = ()


@_offer
class BatchCommand(Command):
    """Scrape a list of pages without a server. After Ctrl-C the same command with --output goes on where it stopped."""

    source: Annotated[
        str,
        typer.Argument(metavar="FILE|-", help="URLs, one a line, or JSON Lines that have them; - is standard input."),
    ]
    formats: Annotated[
        tuple[str, ...],
        typer.Option("--format", "-f", help="Those of `scrape` but for screenshot; may be given again."),
    ] = ("markdown",)
    output: PagesOutput = None
    whole: Annotated[bool, typer.Option("--whole", help="Whole pages, not only their main content.")] = False
    concurrency: Annotated[int | None, typer.Option("--concurrency", min=1, help="At most so many pages at once.")] = (
        None
    )
    timeout_ms: Annotated[int, typer.Option("--timeout", min=1, help="Milliseconds a page may take.")] = 60_000
    query: Query = None
    max_tokens: MaxTokens = None
    purpose: ForPurpose = None
    terms: Terms = None
    as_json: AsLines = False
    allow: Allow = ()


@_offer
class CrawlCommand(Command):
    """Crawl a site without a server. After Ctrl-C the same command goes on where it stopped."""

    url: Annotated[str, typer.Argument(help="Where the crawl begins.")]
    output: PagesOutput = None
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum number of pages.")] = 10_000
    include: Annotated[
        tuple[str, ...], typer.Option("--include", help="Regular expression for paths to take; may be given again.")
    ] = ()
    exclude: Annotated[
        tuple[str, ...],
        typer.Option("--exclude", help="Regular expression for paths to leave out; may be given again."),
    ] = ()
    depth: Annotated[int | None, typer.Option("--depth", min=0, help="Most links from the start page.")] = None
    sitemap: Sitemaps = SitemapUse.INCLUDE
    llms_txt: LlmsTxt = False
    entire_domain: Annotated[
        bool, typer.Option("--entire-domain", help="Also pages that are not below the start page.")
    ] = False
    subdomains: Annotated[bool, typer.Option("--subdomains", help="Also the site's subdomains.")] = False
    external: Annotated[bool, typer.Option("--external", help="Also pages of other sites that are linked.")] = False
    ignore_robots: Annotated[bool, typer.Option("--ignore-robots", help="Do not obey robots.txt.")] = False
    delay: Annotated[float | None, typer.Option("--delay", min=0.001, max=60, help="Seconds between two pages.")] = None
    concurrency: Annotated[int | None, typer.Option("--concurrency", min=1, help="At most so many pages at once.")] = (
        None
    )
    whole: Annotated[bool, typer.Option("--whole", help="Whole pages, not only their main content.")] = False
    query: Query = None
    max_tokens: MaxTokens = None
    purpose: ForPurpose = None
    terms: Terms = None
    as_json: AsLines = False
    allow: Allow = ()


@_offer
class MapCommand(Command):
    """List the addresses of a site without a server."""

    url: Annotated[str, typer.Argument(help="The site.")]
    search: Annotated[str | None, typer.Option(help="Words that rank the addresses.")] = None
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100_000, help="At most so many addresses.")] = 5000
    sitemap: Sitemaps = SitemapUse.INCLUDE
    llms_txt: LlmsTxt = False
    subdomains: Annotated[bool, typer.Option(help="Also the site's subdomains.")] = True
    timeout_ms: Annotated[int, typer.Option("--timeout", min=1, help="Milliseconds it may take.")] = 60_000
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines with titles and descriptions.")] = False
    output: OutputFile = None
    allow: Allow = ()


@_offer
class SearchCommand(Command):
    """Search the web, and the pages that were stored, without a server."""

    query: Annotated[str, typer.Argument(help="Words, with the operators of search engines (site:, -word, OR).")]
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="Most results of each source.")] = 10
    sources: Annotated[tuple[str, ...], typer.Option("--source", help="web, news or images; may be given again.")] = ()
    include_domains: Annotated[
        tuple[str, ...], typer.Option("--include-domain", help="Only this domain; may be given again.")
    ] = ()
    exclude_domains: Annotated[
        tuple[str, ...], typer.Option("--exclude-domain", help="Not this domain; may be given again.")
    ] = ()
    formats: Annotated[
        tuple[str, ...],
        typer.Option("--format", "-f", help="Scrape each result in this format (JSON Lines); may be given again."),
    ] = ()
    max_tokens: MaxTokens = None
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line for each result.")] = False
    output: OutputFile = None
    allow: Allow = ()


@_offer
class ExtractCommand(Command):
    """Extract data in one shape from pages, as JSON, without a server."""

    urls: Annotated[
        tuple[str, ...], typer.Argument(help="Pages; one that ends in /* stands for a site; - is standard input.")
    ]
    schema: Annotated[str | None, typer.Option("--schema", help="JSON schema of the data, or a file that has it.")] = (
        None
    )
    prompt: Annotated[str | None, typer.Option("--prompt", help="What is wanted, in words.")] = None
    web: Annotated[bool, typer.Option("--web", help="Search the web for the prompt too.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="The data together with their sources.")] = False
    output: OutputFile = None
    allow: Allow = ()


@_offer
class ParseCommand(Command):
    """Parse a PDF, office file, e-book, table or page without a server."""

    source: Annotated[str, typer.Argument(help="A file, an address, or - for standard input.")]
    formats: Annotated[
        tuple[str, ...],
        typer.Option(
            "--format",
            "-f",
            help="markdown, html, rawHtml, links, images, summary, json, product, menu; may be given again.",
        ),
    ] = ("markdown",)
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File, or folder when there are several formats.")
    ] = None
    max_pages: Annotated[int | None, typer.Option("--max-pages", min=1, help="At most so many pages of a PDF.")] = None
    page_markers: Annotated[bool, typer.Option("--page-markers", help="Mark in the Markdown where a page begins.")] = (
        False
    )
    timeout_ms: Annotated[int, typer.Option("--timeout", help="Milliseconds the document may take.")] = 300_000
    as_json: AsJson = False
    allow: Allow = ()


@_offer
class InteractCommand(Command):
    """Do what prompts say on a page in a browser, and print the answers, without a server."""

    url: Annotated[str, typer.Argument(help="The page.")]
    prompts: Annotated[
        tuple[str, ...],
        typer.Argument(help="What to do on it, in order; - reads them from standard input, one a line."),
    ]
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="Time for each prompt.")] = 60
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line for each prompt.")] = False
    allow: Allow = ()


@_offer
class ResearchCommand(Command):
    """Answer a question from pages, with citations, without a server."""

    question: Annotated[str, typer.Argument(help="The question.")]
    urls: Annotated[tuple[str, ...], typer.Option("--urls", "-u", help="Page to begin with; may be given again.")] = ()
    schema: Annotated[
        str | None, typer.Option("--schema", help="JSON schema of the answer, or a file that has it.")
    ] = None
    only_urls: Annotated[bool, typer.Option("--only-urls", help="Read the given pages and nothing else.")] = False
    pages: Annotated[int, typer.Option("--pages", "-n", min=1, max=1000, help="At most so many pages.")] = 15
    depth: Annotated[int, typer.Option("--depth", min=0, max=12, help="Most links from the given pages.")] = 3
    seconds: Annotated[int, typer.Option("--seconds", min=5, help="It ends after so many seconds.")] = 180
    as_json: Annotated[bool, typer.Option("--json", help="Findings and citations as JSON.")] = False
    output: OutputFile = None
    allow: Allow = ()


@_offer
class LlmsTxtCommand(Command):
    """Make an llms.txt of a site without a server."""

    url: Annotated[str, typer.Argument(help="The site.")]
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=5000, help="At most so many pages.")] = 20
    full: Annotated[bool, typer.Option("--full", help="The text of the pages in place of the list.")] = False
    as_json: AsJson = False
    output: OutputFile = None
    allow: Allow = ()


@_offer
class WatchCommand(Command):
    """Print what changes on a page, without a server; goes on where the last run stopped."""

    url: Annotated[str, typer.Argument(help="The page.")]
    every: Annotated[str, typer.Option("--every", help="Time between two looks: 30s, 5m, 1h, 1d.")] = "1h"
    goal: Annotated[str, typer.Option("--goal", help='What matters, as "the price falls below 100".')] = ""
    selectors: Annotated[
        tuple[str, ...], typer.Option("--part", help="CSS selector of what is watched; may be given again.")
    ] = ()
    ignored: Annotated[
        tuple[str, ...], typer.Option("--ignore", help="Text whose lines do not count; may be given again.")
    ] = ()
    notify: Annotated[
        tuple[str, ...],
        typer.Option("--notify", help="Apprise address to tell, as ntfys://topic; may be given again."),
    ] = ()
    once: Annotated[bool, typer.Option("--once", help="Look once and leave, as for cron.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line for each look.")] = False
    allow: Allow = ()


@_offer
class HistoryCommand(Command):
    """List the stored versions of a page, or print what differs between two of them."""

    url: Annotated[str, typer.Argument(help="The page.")]
    versions: Annotated[
        tuple[str, ...], typer.Argument(help="With --diff: ids of two versions; without them the last two.")
    ] = ()
    diff: Annotated[bool, typer.Option("--diff", help="Print what differs between two versions.")] = False
    tag: Annotated[str, typer.Option(help="The tag of the history.")] = ""
    team: Annotated[str, typer.Option("--team", "-t", help="The team's id or name.", show_default="the first")] = ""
    limit: Annotated[int, typer.Option(min=1, max=500, help="At most so many versions.")] = 50
    changes: Annotated[bool, typer.Option("--changes", help="Only versions that changed.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False


@_offer
class ExplainCommand(Command):
    """Show which parts of a page a scrape with the same options keeps, which it leaves out, and why."""

    url: Annotated[str, typer.Argument(help="The page.")]
    html: Annotated[Path | None, typer.Option("--html", help="File for an HTML page with the coloured regions.")] = None
    whole: Annotated[bool, typer.Option("--whole", help="As `scrape --whole` reads it.")] = False
    wait_ms: Annotated[int, typer.Option("--wait", help="Milliseconds to wait in a browser before reading.")] = 0
    timeout_ms: Annotated[int, typer.Option("--timeout", help="Milliseconds the page may take.")] = 60_000
    mobile: Annotated[bool, typer.Option("--mobile", help="Visit as a phone.")] = False
    allow: Allow = ()
