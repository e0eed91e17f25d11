"""`gossamer research "question"` and `gossamer llmstxt URL`: without a server.

Each is a job of a small service of its own, whose data are gone with the command. Progress goes to standard error, the
report or the data to standard output or a file.
"""

import json
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from gossamer.bootstrap import open_service
from gossamer.bootstrap.local_caller import SELF, opened
from gossamer.cli import event_loop
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.access import Group
from gossamer.core.errors import ServiceError
from gossamer.core.mentions import addresses_in
from gossamer.core.research import LlmsTxtSpec, ResearchBudget, ResearchKind, ResearchSpec
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url, without_credentials
from gossamer.operations import Operations
from gossamer.operations.jobs import Arrival
from gossamer.telemetry import configure_logs
from gossamer.wire.research import page_template

_INTERRUPTED: Final = 130
_LOOK_SECONDS: Final = 0.5
_NOT_FOUND: Final = 1
_HERE: Final = Arrival("", "cli")


@dataclass(frozen=True, slots=True)
class ResearchRequest:
    """Options of `gossamer research`; *output* None is standard output."""

    question: str
    urls: tuple[str, ...] = ()
    schema: str | None = None
    only_urls: bool = False
    pages: int = 15
    depth: int = 3
    seconds: int = 180
    as_json: bool = False
    output: Path | None = None
    allow: tuple[str, ...] = ()

    def spec(self) -> ResearchSpec:
        """Return what is asked for. Raises InvalidTarget, and ValueError for a schema that is none."""
        schema = _schema(self.schema)
        return ResearchSpec(
            scrape=page_template(schema, self.question, origin="cli"),
            prompt=self.question,
            kind=ResearchKind.AGENT,
            schema=schema,
            urls=tuple(web_url(url) for url in self.urls) or addresses_in(self.question),
            only_urls=self.only_urls,
            budget=ResearchBudget(self.pages, self.depth, self.seconds),
            max_concurrency=4,
            origin="cli",
        )


@dataclass(frozen=True, slots=True)
class LlmsTxtRequest:
    """Options of `gossamer llmstxt`."""

    url: str
    limit: int = 20
    full: bool = False
    output: Path | None = None
    allow: tuple[str, ...] = ()

    def spec(self) -> LlmsTxtSpec:
        """Return what is asked for. Raises InvalidTarget."""
        url = web_url(self.url)
        scrape = ScrapeSpec(url, cache=CachePolicy(store=False), origin="cli")
        return LlmsTxtSpec(scrape, url, limit=self.limit, full=self.full, origin="cli")


def research(request: ResearchRequest) -> int:
    """Research and write; return the exit code: 1 when nothing was found."""

    async def act(operations: Operations, console: Console) -> int:
        job_id, _ = await operations.research.start(SELF, Group.AGENT, request.spec(), _HERE)
        told = 0
        while True:
            found = await operations.research.read(SELF, Group.AGENT, ResearchKind.AGENT, job_id)
            history = await operations.research.history(SELF, Group.AGENT, ResearchKind.AGENT, job_id)
            for page in history.pages[told:]:
                console.print(f"Read {without_credentials(str(page.document.metadata.get('url')))}", style="dim")
            told = len(history.pages)
            if found.job.state.final:
                break
            await operations.jobs.changed(found.job, seconds=_LOOK_SECONDS)
        if found.answer is None or found.error:
            return explain(found.error or "The research ended without an answer.")
        if found.warning:
            console.print(found.warning, style="yellow")
        plain = request.as_json or request.schema is not None
        _write(json.dumps(found.answer.data, indent=2, ensure_ascii=False) if plain else found.answer.report, request)
        return 0 if found.answer.found else _NOT_FOUND

    return _run(request.allow, act)


def llmstxt(request: LlmsTxtRequest) -> int:
    """Make an llms.txt and write it; return the exit code."""

    async def act(operations: Operations, console: Console) -> int:
        job_id = await operations.research.start_llmstxt(SELF, Group.LLMSTXT, request.spec(), _HERE)
        while not (found := await operations.research.read_llmstxt(SELF, Group.LLMSTXT, job_id)).job.state.final:
            await operations.jobs.changed(found.job, seconds=_LOOK_SECONDS)
        if found.error:
            return explain(found.error)
        if found.warning:
            console.print(found.warning, style="yellow")
        _write(found.full_text if request.full else found.text, request)
        return 0

    return _run(request.allow, act)


def _run(allow: tuple[str, ...], act: Callable[[Operations, Console], Awaitable[int]]) -> int:
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    configure_logs("warning", "auto")

    async def run(home: str) -> int:
        ours = opened(settings, allow).model_copy(update={"home": Path(home), "database_url": None, "blobs_url": None})
        async with open_service(ours, make_first_key=False) as service:
            return await act(service.operations, Console(stderr=True))

    try:
        with tempfile.TemporaryDirectory(prefix="gossamer-") as home:
            return event_loop.run(run(home))
    except ServiceError as error:
        return explain(error.message)
    except ValueError as error:
        return explain(str(error), code=BAD_SETTING)
    except OSError as error:
        return explain(f"The result cannot be written: {error}.")
    except KeyboardInterrupt:
        return explain("Interrupted.", code=_INTERRUPTED)


def _schema(given: str | None) -> dict[str, Any] | None:
    """Return the schema that *given* is, or that is in the file of that name."""
    if given is None:
        return None
    text = given if given.lstrip().startswith("{") else Path(given).read_text(encoding="utf-8")
    try:
        schema = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"--schema is no JSON: {error}.") from error
    if isinstance(schema, dict):
        return schema
    message = "--schema must be a JSON object."
    raise ValueError(message)


def _write(text: str, request: ResearchRequest | LlmsTxtRequest) -> None:
    if request.output is None:
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
    else:
        request.output.write_text(text, encoding="utf-8")
