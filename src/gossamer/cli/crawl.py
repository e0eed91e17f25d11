"""`gossamer crawl URL`: a site as files, without a server.

The crawl is a job of its own small service, whose data stand in a folder beside the results.
What was fetched is there after Ctrl-C, a crash or a power cut: the same command goes on where
it stopped. When the crawl has ended, the same command writes its results again.
"""

import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from gossamer.bootstrap import open_service
from gossamer.bootstrap.local_caller import SELF, opened
from gossamer.cli import event_loop
from gossamer.cli.crawl_output import JsonLines, MarkdownFolder, Saver, write_whole
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.access import Group
from gossamer.core.crawls import CrawlScope, CrawlSpec, SitemapUse
from gossamer.core.errors import ServiceError
from gossamer.core.formats import Links, Markdown
from gossamer.core.jobs import Job, JobKind, JobState
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.operations import Operations
from gossamer.operations.jobs import Arrival
from gossamer.settings import Settings
from gossamer.telemetry import configure_logs

_INTERRUPTED = 130
_SLICE = 200
_SLICE_BYTES = 16 * 1024 * 1024
_LOOK_AGAIN_SECONDS = 1.0
_CRAWLS = frozenset({JobKind.CRAWL})


@dataclass(frozen=True, slots=True)
class Request:
    """Options of the command line; *output* None is standard output."""

    url: str
    output: Path | None = None
    limit: int = 10_000
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    depth: int | None = None
    sitemap: str = "include"
    entire_domain: bool = False
    subdomains: bool = False
    external: bool = False
    ignore_robots: bool = False
    delay: float | None = None
    concurrency: int | None = None
    whole: bool = False
    allow: tuple[str, ...] = field(default=())

    def spec(self) -> CrawlSpec:
        """Return the crawl that is asked for; InvalidTarget when the URL cannot be read."""
        url = web_url(self.url)
        return CrawlSpec(
            url=url,
            # A folder of results is what a crawl of the command line keeps; a second copy of each page is not.
            scrape=ScrapeSpec(
                url=url, formats=(Markdown(), Links()), main_only=not self.whole, cache=CachePolicy(store=False)
            ),
            scope=CrawlScope(
                include_paths=self.include,
                exclude_paths=self.exclude,
                max_discovery_depth=self.depth,
                sitemap=SitemapUse(self.sitemap),
                entire_domain=self.entire_domain,
                external_links=self.external,
                subdomains=self.subdomains,
                ignore_robots=self.ignore_robots,
            ),
            limit=self.limit,
            delay=None if self.delay is None else timedelta(seconds=self.delay),
            max_concurrency=self.concurrency,
            origin="cli",
        )

    @property
    def as_lines(self) -> bool:
        """Return whether the results are JSON Lines."""
        return self.output is None or self.output.suffix in {".jsonl", ".ndjson"}

    def identity(self) -> Mapping[str, Any]:
        """Return what makes this the same crawl as another one."""
        fields = asdict(self)
        del fields["output"], fields["allow"]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def run(request: Request) -> int:
    """Crawl and write; return the exit code."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    configure_logs("warning", "auto")
    try:
        spec = request.spec()
        with _state_folder(request) as state:
            ours = opened(settings, request.allow).model_copy(
                update={"home": state, "database_url": None, "blobs_url": None, "ignore_robots_allowed": True}
            )
            return event_loop.run(_crawl(request, spec, ours))
    except ServiceError as error:
        return explain(error.message)
    except ValueError as error:
        return explain(str(error), code=BAD_SETTING)
    except OSError as error:
        return explain(f"The results cannot be written: {error}.", "Run the same command to go on.")
    except KeyboardInterrupt:
        again = "" if request.output is None else "Run the same command to go on."
        return explain("Interrupted.", again, code=_INTERRUPTED)


class _AnotherCrawl(ValueError):
    """The place of the results belongs to a crawl that asked for something else."""


@contextlib.contextmanager
def _state_folder(request: Request) -> Iterator[Path]:
    """Give the folder of the crawl's own data: beside the results, or one that is gone with the command."""
    if request.output is None:
        with tempfile.TemporaryDirectory(prefix="gossamer-") as folder:
            yield Path(folder)
        return
    state = (
        request.output.with_name(f".{request.output.name}.gossamer")
        if request.as_lines
        else request.output / ".gossamer"
    )
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    yield state


async def _crawl(request: Request, spec: CrawlSpec, settings: Settings) -> int:
    console = Console(stderr=True)
    async with open_service(settings, make_first_key=False) as service:
        operations = service.operations
        job_id = await _job_id(operations, request, spec, settings.home / "crawl.json")
        saver = _saver(request)
        try:
            job, warning = await _follow(operations, job_id, saver, console)
        finally:
            saver.close()
        failed = await _failed(operations, job_id)
    _write_failed(request, failed)
    return _report(console, request, job, warning, len(failed))


async def _job_id(operations: Operations, request: Request, spec: CrawlSpec, note: Path) -> str:
    """Return the job that works for *request*, started now or by an earlier run."""
    job_id = _noted(request, note) or await _begun(operations, spec)
    if job_id is None or not await _is_there(operations, job_id):
        job_id = await operations.crawls.start(SELF, Group.CRAWL, spec, Arrival("", "v2"))
    write_whole(note, json.dumps({"request": request.identity(), "job": job_id}))
    return job_id


async def _begun(operations: Operations, spec: CrawlSpec) -> str | None:
    """Return the job of a run that ended before it could note it; the data folder holds no others."""
    running = await operations.crawls.active(SELF, Group.CRAWL)
    return next((job.job_id for job in running if job.spec == spec), None)


def _noted(request: Request, note: Path) -> str | None:
    """Return the job that an earlier run has noted, None when there was none."""
    try:
        fields = json.loads(note.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    if fields["request"] != request.identity():
        raise _AnotherCrawl(
            f"{request.output} holds the results of a crawl of {fields['request']['url']} with other options. "
            "Choose another --output, or delete this one."
        )
    return str(fields["job"])


async def _is_there(operations: Operations, job_id: str) -> bool:
    """Return whether the job's results are still kept."""
    with contextlib.suppress(ServiceError):
        await operations.jobs.read(SELF, Group.CRAWL, job_id, _CRAWLS, after=0, limit=1, max_bytes=1)
        return True
    return False


def _saver(request: Request) -> Saver:
    if request.output is None:
        return JsonLines(sys.stdout, owned=False)
    if request.as_lines:
        return JsonLines(request.output.open("w", encoding="utf-8", errors="replace"))
    return MarkdownFolder(request.output, request.url)


async def _follow(operations: Operations, job_id: str, saver: Saver, console: Console) -> tuple[Job, str | None]:
    """Write each page as it comes, until the job has ended and all its pages are written."""
    after = 0
    with _progress(console) as progress:
        task = progress.add_task("Crawling", total=None, failed=0)
        while True:
            reading = await operations.jobs.read(
                SELF, Group.CRAWL, job_id, _CRAWLS, after=after, limit=_SLICE, max_bytes=_SLICE_BYTES
            )
            for page in reading.pages:
                saver.save(page.document)
                after = page.position
            counts = reading.job.progress
            progress.update(task, completed=counts.done, total=counts.known or None, failed=counts.failed)
            if reading.pages:
                continue
            if reading.job.state.final:
                return reading.job, reading.warning
            await operations.jobs.changed(reading.job, seconds=_LOOK_AGAIN_SECONDS)


def _progress(console: Console) -> Progress:
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total} pages, {task.fields[failed]} failed"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )


async def _failed(operations: Operations, job_id: str) -> list[Mapping[str, Any]]:
    problems = await operations.jobs.problems(SELF, Group.CRAWL, job_id, _CRAWLS)
    return [
        {"url": url.url, "code": url.code, "error": url.reason} async for slice_ in problems.failed for url in slice_
    ]


def _write_failed(request: Request, failed: list[Mapping[str, Any]]) -> None:
    """Write what could not be had beside the results; a list of an earlier run goes."""
    if request.output is None:
        return
    place = request.output.with_suffix(".failed.jsonl") if request.as_lines else request.output / "_failed.jsonl"
    if failed:
        write_whole(place, "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in failed))
    else:
        place.unlink(missing_ok=True)


def _report(console: Console, request: Request, job: Job, warning: str | None, failed: int) -> int:
    pages = job.progress.done
    where = "" if request.output is None else f" in {request.output}"
    console.print(f"{pages} page{'' if pages == 1 else 's'}{where}" + (f", {failed} failed" if failed else "") + ".")
    if warning:
        console.print(warning, style="yellow")
    if job.state is JobState.COMPLETED:
        return 0 if pages else 1
    return explain(job.error or f"The crawl was {job.state}.")
