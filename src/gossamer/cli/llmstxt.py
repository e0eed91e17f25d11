"""`gossamer llmstxt URL`: an llms.txt of a site, without a server."""

import json
from functools import partial

from rich.console import Console

from gossamer.bootstrap import open_service
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.page_output import write_text
from gossamer.cli.running import passing_home
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import LlmsTxtCommand
from gossamer.library.results import LlmsTxt
from gossamer.library.service import Embedded
from gossamer.settings import Settings


def run(request: LlmsTxtCommand) -> int:
    """Make an llms.txt and write it; return the exit code."""
    return run_command(partial(_make, request), partial(_write, request=request), request.allow)


async def _make(request: LlmsTxtCommand, settings: Settings) -> LlmsTxt:
    with passing_home(settings) as ours, Console(stderr=True).status(f"Reading {request.url} …"):
        async with open_service(ours, make_first_key=False) as service:
            web = Embedded(service.operations, ours.home)
            return await web.llmstxt(request.url, request.limit, full=request.full)


def _write(llms_txt: LlmsTxt, *, request: LlmsTxtCommand) -> int:
    if llms_txt.warning:
        Console(stderr=True).print(llms_txt.warning, style="yellow")
    text = llms_txt.full_text if request.full else llms_txt.text
    if request.as_json:
        fields = {"llmstxt": llms_txt.text, "llmsfulltxt": llms_txt.full_text}
        text = json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False)
    write_text(text, request.output)
    return ExitCode.DONE if llms_txt.text else ExitCode.NO_RESULT
