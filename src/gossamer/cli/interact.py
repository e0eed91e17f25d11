"""`gossamer interact URL PROMPT…`: prompts carried out on one page, without a server."""

import json
from functools import partial
from typing import Any

from rich.console import Console

from gossamer.bootstrap import open_service
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.inputs import STANDARD_INPUT, read_lines
from gossamer.cli.problems import explain
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import InteractCommand
from gossamer.library.results import Interaction
from gossamer.library.service import Embedded
from gossamer.settings import Settings


def run(request: InteractCommand) -> int:
    """Carry out the prompts in order, and print each answer; return the exit code."""
    return run_command(partial(_interact, request), lambda code: code, request.allow)


async def _interact(request: InteractCommand, settings: Settings) -> int:
    prompts = read_lines(STANDARD_INPUT) if request.prompts == (STANDARD_INPUT,) else request.prompts
    console = Console(stderr=True)
    async with open_service(settings, make_first_key=False, jobs=False) as service:
        web = Embedded(service.operations, settings.home)
        page = await web.scrape({"url": request.url, "origin": "cli"})
        scrape_id = str(page.metadata["scrapeId"])
        try:
            for prompt in filter(None, prompts):
                with console.status(prompt):
                    outcome = await web.interact(scrape_id, prompt, request.seconds)
                print(_json(prompt, outcome) if request.as_json else outcome.output, flush=True)
                for notice in outcome.notices if not request.as_json else ():
                    console.print(notice, style="yellow")
                if not outcome.done:
                    # The steps that follow were meant for the page as it would be after this.
                    return explain(f"This was not done: {prompt}", code=ExitCode.NO_RESULT)
        finally:
            await web.close(scrape_id)
    return ExitCode.DONE


def _json(prompt: str, interaction: Interaction) -> str:
    fields: dict[str, Any] = {
        "prompt": prompt,
        "done": interaction.done,
        "output": interaction.output,
        "data": interaction.data,
    }
    fields |= {"notUnderstood": interaction.not_understood, "notices": interaction.notices}
    return json.dumps({name: value for name, value in fields.items() if value not in (None, ())}, ensure_ascii=False)
