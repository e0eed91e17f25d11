"""`gossamer scrape URL`: one page, without a server."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path

from rich.console import Console

from gossamer.bootstrap.local_caller import SELF
from gossamer.bootstrap.page_service import PageService, open_page_service
from gossamer.cli.one_page import refuse_unknown, run_for_page
from gossamer.cli.page_output import Piece, text_piece, write
from gossamer.core.access import Group
from gossamer.core.documents import Document
from gossamer.core.formats import (
    Audio,
    Branding,
    Format,
    Html,
    Images,
    Json,
    Links,
    Markdown,
    Menu,
    Product,
    RawHtml,
    Screenshot,
    Summary,
    Video,
)
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.settings import Settings

_FORMATS: Mapping[str, Format] = {
    "markdown": Markdown(),
    "html": Html(),
    "rawHtml": RawHtml(),
    "links": Links(),
    "images": Images(),
    "screenshot": Screenshot(),
    "summary": Summary(),
    "json": Json(),
    "product": Product(),
    "menu": Menu(),
    "branding": Branding(),
    "audio": Audio(),
    "video": Video(),
}


@dataclass(frozen=True, slots=True)
class Request:
    """Options of the command line."""

    url: str
    formats: tuple[str, ...]
    output: Path | None
    whole: bool
    wait_ms: int
    timeout_ms: int
    mobile: bool
    allow: tuple[str, ...]


def run(request: Request) -> int:
    """Scrape and write; return the exit code."""
    refused = refuse_unknown(request.formats, _FORMATS)
    if refused is not None:
        return refused
    return run_for_page(partial(_scrape, request), partial(write, output=request.output), request.allow)


async def _scrape(request: Request, settings: Settings) -> Mapping[str, Piece]:
    console = Console(stderr=True)
    spec = _spec(request)
    with console.status(f"Scraping {request.url} …"):
        async with open_page_service(settings) as service:
            result = await service.scrapes.scrape(SELF, Group.SCRAPE, spec)
            pieces = await _pieces(service, request, result.document)
    if result.document.warning:
        console.print(result.document.warning, style="yellow")
    return pieces


def _spec(request: Request) -> ScrapeSpec:
    return ScrapeSpec(
        url=web_url(request.url),
        formats=tuple(_FORMATS[name] for name in dict.fromkeys(request.formats)),
        main_only=not request.whole,
        wait_for=timedelta(milliseconds=request.wait_ms),
        timeout=timedelta(milliseconds=request.timeout_ms),
        mobile=request.mobile,
        cache=replace(CachePolicy(), store=False),
    )


async def _pieces(service: PageService, request: Request, document: Document) -> Mapping[str, Piece]:
    made: dict[str, Piece] = {}
    for name in dict.fromkeys(request.formats):
        if name == "screenshot":
            picture = await service.blobs.get(document.screenshot or "")
            made[name] = Piece(".png", picture.data if picture else b"")
        else:
            made[name] = text_piece(name, document)
    return made
