"""`gossamer research "question"`: an answer from pages, without a server.

It is a job of a small service of its own, whose data are gone with the command. Progress goes to a terminal, the
report or the data to standard output or a file.
"""

import json
from functools import partial
from typing import Final

from rich.console import Console

from gossamer.bootstrap import open_service
from gossamer.bootstrap.local_caller import SELF
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.page_output import write_text
from gossamer.cli.problems import explain
from gossamer.cli.running import passing_home
from gossamer.cli.running import run as run_command
from gossamer.cli.schemas import read_schema
from gossamer.cli.web_commands import ResearchCommand
from gossamer.core.access import Group
from gossamer.core.mentions import addresses_in
from gossamer.core.research import ResearchBudget, ResearchKind, ResearchSpec
from gossamer.core.urls import web_url, without_credentials
from gossamer.features.research import RunStatus
from gossamer.operations import Operations
from gossamer.operations.jobs import JobArrival
from gossamer.settings import Settings
from gossamer.wire.research import page_template

_LOOK_SECONDS: Final = 0.5
_HERE: Final = JobArrival("", "cli")


def _make_spec(request: ResearchCommand) -> ResearchSpec:
    """Return the specification. Raises InvalidTarget, and ValueError for a schema that is none."""
    schema = read_schema(request.schema)
    return ResearchSpec(
        scrape=page_template(schema, request.question, origin="cli"),
        prompt=request.question,
        kind=ResearchKind.AGENT,
        schema=schema,
        urls=tuple(web_url(url) for url in request.urls) or addresses_in(request.question),
        only_urls=request.only_urls,
        budget=ResearchBudget(request.pages, request.depth, request.seconds),
        max_concurrency=4,
        origin="cli",
    )


def run(request: ResearchCommand) -> int:
    """Research and write; return the exit code."""
    return run_command(partial(_research, request), lambda code: code, request.allow)


async def _research(request: ResearchCommand, settings: Settings) -> int:
    console = Console(stderr=True)
    with passing_home(settings) as ours:
        async with open_service(ours, make_first_key=False) as service:
            status = await _answer(service.operations, request, console)
    if status.answer is None or status.error:
        return explain(status.error or "The research ended without an answer.")
    if status.warning:
        console.print(status.warning, style="yellow")
    plain = request.as_json or request.schema is not None
    text = json.dumps(status.answer.data, indent=2, ensure_ascii=False) if plain else status.answer.report
    write_text(text, request.output)
    return ExitCode.DONE if status.answer.found else ExitCode.NO_RESULT


async def _answer(operations: Operations, request: ResearchCommand, console: Console) -> RunStatus:
    """Return the research once it has ended; a terminal shows which pages were read."""
    job_id, _ = await operations.research.start(SELF, Group.AGENT, _make_spec(request), _HERE)
    shown = 0
    while True:
        status = await operations.research.read(SELF, Group.AGENT, ResearchKind.AGENT, job_id)
        if console.is_terminal:
            history = await operations.research.history(SELF, Group.AGENT, ResearchKind.AGENT, job_id)
            for page in history.pages[shown:]:
                console.print(f"Read {without_credentials(str(page.document.metadata.get('url')))}", style="dim")
            shown = len(history.pages)
        if status.job.state.final:
            return status
        await operations.jobs.changed(status.job, seconds=_LOOK_SECONDS)
