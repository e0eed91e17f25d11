"""`gossamer extract URL…`: data in one shape from pages, without a server."""

import json
from functools import partial

from rich.console import Console

from gossamer.bootstrap import open_service
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.inputs import STANDARD_INPUT
from gossamer.cli.page_output import write_text
from gossamer.cli.running import passing_home
from gossamer.cli.running import run as run_command
from gossamer.cli.schemas import read_schema
from gossamer.cli.url_lists import read_urls
from gossamer.cli.web_commands import ExtractCommand
from gossamer.library.results import Extraction
from gossamer.library.service import Embedded
from gossamer.settings import Settings


def run(request: ExtractCommand) -> int:
    """Extract and write; return the exit code."""
    return run_command(partial(_extract, request), partial(_write, request=request), request.allow)


async def _extract(request: ExtractCommand, settings: Settings) -> Extraction:
    options = {
        "urls": read_urls(STANDARD_INPUT) if request.urls == (STANDARD_INPUT,) else request.urls,
        "schema": read_schema(request.schema),
        "prompt": request.prompt,
        "enableWebSearch": request.web,
        "origin": "cli",
    }
    with passing_home(settings) as ours, Console(stderr=True).status("Extracting …"):
        async with open_service(ours, make_first_key=False) as service:
            return await Embedded(service.operations, ours.home).extract(options)


def _write(extraction: Extraction, *, request: ExtractCommand) -> int:
    if extraction.warning:
        Console(stderr=True).print(extraction.warning, style="yellow")
    answer = {"data": extraction.data, "sources": extraction.sources}
    write_text(json.dumps(answer if request.as_json else extraction.data, indent=2, ensure_ascii=False), request.output)
    return ExitCode.DONE if extraction.sources else ExitCode.NO_RESULT
