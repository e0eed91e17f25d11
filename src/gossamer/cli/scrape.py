"""`gossamer scrape URL`: one page, without a server."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial

from rich.console import Console

from gossamer.bootstrap.local_caller import SELF
from gossamer.bootstrap.page_service import PageService, open_page_service
from gossamer.cli.page_output import PAGE_FORMATS, OutputPiece, refuse_unknown, text_piece, whole_document, write
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import ScrapeCommand
from gossamer.core.access import Group
from gossamer.core.documents import Document
from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.formats import Format, Screenshot
from gossamer.core.specs import CachePolicy, ScrapeSpec, TermsUse
from gossamer.core.urls import web_url
from gossamer.settings import Settings

_FORMATS: Mapping[str, Format] = {**PAGE_FORMATS, "screenshot": Screenshot()}


def run(request: ScrapeCommand) -> int:
    """Scrape and write; return the exit code."""
    refused = refuse_unknown(request.formats, _FORMATS)
    if refused is not None:
        return refused
    return run_command(partial(_scrape, request), partial(write, output=request.output), request.allow)


async def _scrape(request: ScrapeCommand, settings: Settings) -> Mapping[str, OutputPiece]:
    console = Console(stderr=True)
    spec = _spec(request)
    with console.status(f"Scraping {request.url} …"):
        async with open_page_service(settings) as service:
            result = await service.scrapes.scrape(SELF, Group.SCRAPE, spec)
            pieces = await _pieces(service, request, result.document)
    if result.document.warning:
        console.print(result.document.warning, style="yellow")
    return pieces


def _spec(request: ScrapeCommand) -> ScrapeSpec:
    return ScrapeSpec(
        url=web_url(request.url),
        formats=tuple(_FORMATS[name] for name in dict.fromkeys(request.formats)),
        main_only=not request.whole,
        wait_for=timedelta(milliseconds=request.wait_ms),
        timeout=timedelta(milliseconds=request.timeout_ms),
        mobile=request.mobile,
        excerpt=ExcerptSpec.of(request.max_tokens, request.query, request.cursor),
        terms=TermsUse.of(request.purpose, request.terms),
        cache=replace(CachePolicy(), store=False),
    )


async def _pieces(service: PageService, request: ScrapeCommand, document: Document) -> Mapping[str, OutputPiece]:
    if request.as_json:
        shot = await _picture(service, document)
        # The command leaves no place behind where the picture could be fetched.
        return whole_document(document, lambda _: "data:image/png;base64," + base64.b64encode(shot).decode())
    pieces: dict[str, OutputPiece] = {}
    for name in dict.fromkeys(request.formats):
        if name == "screenshot":
            pieces[name] = OutputPiece(".png", await _picture(service, document))
        else:
            pieces[name] = text_piece(name, document)
    return pieces


async def _picture(service: PageService, document: Document) -> bytes:
    picture = await service.blobs.get(document.screenshot) if document.screenshot else None
    return picture.data if picture else b""
