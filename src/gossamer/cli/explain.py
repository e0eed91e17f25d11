"""`gossamer explain URL`: which parts of a page a scrape keeps, and why."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

from rich.console import Console
from rich.markup import escape

from gossamer.bootstrap.local_caller import SELF
from gossamer.bootstrap.page_service import open_page_service
from gossamer.cli.problems import explain as report
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import ExplainCommand
from gossamer.content.main_content.explanation import write_regions
from gossamer.core.access import Group
from gossamer.core.explanations import Region
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.settings import Settings

_WIDTH = 100


def run(request: ExplainCommand) -> int:
    """Fetch the page and print its regions; return the exit code."""
    return run_command(partial(_explain_page, request), partial(_show, request), request.allow)


async def _explain_page(request: ExplainCommand, settings: Settings) -> tuple[Region, ...]:
    spec = ScrapeSpec(
        url=web_url(request.url),
        main_only=not request.whole,
        mobile=request.mobile,
        wait_for=timedelta(milliseconds=request.wait_ms),
        timeout=timedelta(milliseconds=request.timeout_ms),
        cache=replace(CachePolicy(), store=False),
    )
    async with open_page_service(settings) as service:
        return (await service.scrapes.explain(SELF, Group.SCRAPE, spec)).regions


def _show(request: ExplainCommand, regions: tuple[Region, ...]) -> int:
    if not regions:
        return report("This page has no HTML text to explain.")
    if request.html is not None:
        request.html.parent.mkdir(parents=True, exist_ok=True)
        request.html.write_text(write_regions(regions, request.url), "utf-8")
        return 0
    console = Console(highlight=False)
    for region in regions:
        text = region.text if len(region.text) <= _WIDTH else f"{region.text[:_WIDTH]}…"
        chance = "" if region.chance is None else f" {region.chance:.0%}"
        style, sign = ("green", "+") if region.kept else ("red", "-")
        console.print(f"[{style}]{sign} {escape(text)}[/] [dim]{escape(region.reason)}{chance}[/]")
    characters = sum(len(region.text) for region in regions if region.kept)
    console.print(f"{characters} of {sum(len(region.text) for region in regions)} characters kept.")
    return 0
