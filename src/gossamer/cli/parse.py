"""`gossamer parse FILE|URL|-`: one document, without a server."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console

from gossamer.bootstrap.local_caller import SELF
from gossamer.bootstrap.page_service import PageService, open_page_service
from gossamer.cli.inputs import STANDARD_INPUT, read_bytes
from gossamer.cli.page_output import TEXT_FORMATS, OutputPiece, refuse_unknown, text_piece, whole_document, write
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import ParseCommand
from gossamer.content.documents import Progress, is_document
from gossamer.core.access import Group
from gossamer.core.documents import ScrapeResult
from gossamer.core.specs import CachePolicy, PdfOptions, ScrapeSpec
from gossamer.core.uploads import UPLOAD_URL, UploadedFile
from gossamer.core.urls import WebUrl, web_url
from gossamer.settings import Settings

# Of what comes without a name: the content says the rest.
_TYPES: Final = {"pdf": "application/pdf", "office": "application/msword", "image": "image/png", None: "text/html"}


def _is_address(request: ParseCommand) -> bool:
    """Return whether the source is on the web."""
    return request.source.startswith(("http://", "https://"))


def run(request: ParseCommand) -> int:
    """Parse and write; return the exit code."""
    refused = refuse_unknown(request.formats, TEXT_FORMATS)
    if refused is not None:
        return refused
    return run_command(partial(_parse, request), partial(write, output=request.output), request.allow)


async def _parse(request: ParseCommand, settings: Settings) -> Mapping[str, OutputPiece]:
    console = Console(stderr=True)
    file = None if _is_address(request) else await asyncio.to_thread(_file, request.source)
    with console.status(progress_text(request.source, 0, 0)) as status:

        def show(pages: int, total: int) -> None:
            status.update(progress_text(request.source, pages, total))

        async with open_page_service(settings) as service:
            result = await _result(service, request, file, show)
    if result.document.warning:
        console.print(result.document.warning, style="yellow")
    if request.as_json:
        return whole_document(result.document)
    return {name: text_piece(name, result.document) for name in dict.fromkeys(request.formats)}


def progress_text(source: str, pages: int, total: int) -> str:
    """Return the progress for the terminal; *total* is 0 while it is not known how many pages there are."""
    return f"Parsing {source}: page {pages} of {total}" if total else f"Parsing {source} …"


async def _result(
    service: PageService, request: ParseCommand, file: UploadedFile | None, progress: Progress
) -> ScrapeResult:
    spec = ScrapeSpec(
        url=web_url(request.source) if file is None else WebUrl(UPLOAD_URL),
        formats=tuple(TEXT_FORMATS[name] for name in dict.fromkeys(request.formats)),
        timeout=timedelta(milliseconds=request.timeout_ms),
        pdf=PdfOptions(max_pages=request.max_pages, page_markers=request.page_markers),
        cache=replace(CachePolicy(), store=False),
    )
    if file is None:
        return await service.scrapes.scrape(SELF, Group.SCRAPE, spec, progress=progress)
    return await service.parses.parse(SELF, Group.PARSE, spec, file, progress=progress)


def _file(source: str) -> UploadedFile:
    body = read_bytes(source)

    async def read() -> bytes:
        return body

    name = "" if source == STANDARD_INPUT else Path(source).name
    return UploadedFile(name, "" if name else _TYPES[is_document(body, "", "")], read)
