"""Jobs of the command line whose results are pages: crawls and batches, without a server.

Such a job belongs to a small service of its own, whose data folder is beside the results. What was fetched is there
after Ctrl-C, a crash or a power cut: the same command goes on where it stopped. When all results are written, the same
command starts anew: it asks the site what has changed, and brings the results up to date.
"""

import contextlib
import json
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from gossamer.bootstrap import open_service
from gossamer.bootstrap.local_caller import SELF
from gossamer.cli.crawl_output import JsonLines, MarkdownFolder, Saver, write_whole
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.problems import explain
from gossamer.cli.running import run
from gossamer.core.access import Group
from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.errors import ServiceError
from gossamer.core.jobs import Job, JobKind, JobState
from gossamer.core.seeds import seeds_of, strip_urls
from gossamer.operations import Operations
from gossamer.settings import Settings

# A file of the job's data that says that results were once written to their end.
_COMPLETE = "complete"
_SLICE = 200
_SLICE_BYTES = 16 * 1024 * 1024
_LOOK_AGAIN_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class OutputJob:
    """A job and the place of its results; *output* None is standard output.

    *identity* is what makes this the same job as another one, *subject* how people call it. *every* says that each page
    was asked for by name, so that a missing one makes the exit code PARTLY.
    """

    spec: CrawlSpec | BatchSpec
    kind: JobKind
    group: Group
    start: Callable[[Operations], Awaitable[str]]
    title: str
    subject: str
    identity: Mapping[str, Any]
    output: Path | None
    as_lines: bool
    allow: tuple[str, ...]
    start_url: str = ""
    every: bool = False

    @property
    def most(self) -> int:
        """Return the number of pages at which the job may leave out others."""
        return self.spec.limit if isinstance(self.spec, CrawlSpec) else sys.maxsize

    @property
    def kinds(self) -> frozenset[JobKind]:
        """Return the kind, as reading a job wants it."""
        return frozenset({self.kind})


def run_job(job: OutputJob) -> int:
    """Run *job* and write its pages; return the exit code."""
    hint = "" if job.output is None else "Run the same command to go on."
    return run(partial(_act, job), lambda code: code, job.allow, hint=hint)


class _AnotherJob(ValueError):
    """The place of the results belongs to a job that asked for something else."""


@contextlib.contextmanager
def _state_folder(job: OutputJob) -> Iterator[Path]:
    """Give the folder of the job's own data: beside the results, or one that is gone with the command."""
    if job.output is None:
        with tempfile.TemporaryDirectory(prefix="gossamer-") as folder:
            yield Path(folder)
        return
    state = job.output.with_name(f".{job.output.name}.gossamer") if job.as_lines else job.output / ".gossamer"
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    yield state


async def _act(page_job: OutputJob, settings: Settings) -> int:
    console = Console(stderr=True)
    with _state_folder(page_job) as state:
        overrides = {
            "home": state,
            "database_url": None,
            "blobs_url": None,
            "ignore_robots_allowed": True,
            "index_pages": 0,
        }
        async with open_service(settings.model_copy(update=overrides), make_first_key=False) as service:
            operations = service.operations
            note = state / "job.json"
            job_id = await _job_id(operations, page_job, note)
            saver = _saver(page_job, state)
            try:
                job, warning = await _follow(operations, job_id, page_job, saver, console)
                failed = await _list_failed(operations, job_id, page_job)
                if job.state is JobState.COMPLETED:
                    saver.finish(is_whole=not (warning or failed) and job.progress.done < page_job.most)
                    (state / _COMPLETE).touch()
            finally:
                saver.close()
            _write_note(page_job, note, job_id, is_written=True)
    _write_failed(page_job, failed)
    return _report(console, page_job, job, warning, len(failed))


async def _job_id(operations: Operations, page_job: OutputJob, note: Path) -> str:
    """Return the job that works for *page_job*, started now or by an earlier run."""
    job_id = _read_note(page_job, note) or await _find_begun(operations, page_job)
    if job_id is None or not await _is_there(operations, job_id, page_job):
        job_id = await page_job.start(operations)
    _write_note(page_job, note, job_id)
    return job_id


def _write_note(page_job: OutputJob, note: Path, job_id: str, *, is_written: bool = False) -> None:
    fields = {"request": page_job.identity, "subject": page_job.subject, "job": job_id, "written": is_written}
    write_whole(note, json.dumps(fields))


async def _find_begun(operations: Operations, page_job: OutputJob) -> str | None:
    """Return the job of a run that ended before it could note it; the data folder holds no others."""
    running = await operations.jobs.running(SELF, page_job.group)
    spec = page_job.spec if isinstance(page_job.spec, CrawlSpec) else strip_urls(page_job.spec, seeds_of(page_job.spec))
    return next((job.job_id for job in running if job.spec == spec), None)


def _read_note(page_job: OutputJob, note: Path) -> str | None:
    """Return the job that an earlier run has noted, None when there was none or all of its results are written."""
    try:
        fields = json.loads(note.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    if fields["request"] != page_job.identity:
        raise _AnotherJob(
            f"{page_job.output} holds the results for {fields['subject']} with other options. "
            "Choose another --output, or delete this one."
        )
    return None if fields.get("written") else str(fields["job"])


async def _is_there(operations: Operations, job_id: str, page_job: OutputJob) -> bool:
    """Return whether the job's results are still kept."""
    with contextlib.suppress(ServiceError):
        await operations.jobs.read(SELF, page_job.group, job_id, page_job.kinds, after=0, limit=1, max_bytes=1)
        return True
    return False


def _saver(page_job: OutputJob, state: Path) -> Saver:
    if page_job.output is None:
        return JsonLines(sys.stdout, owned=False)
    if page_job.as_lines:
        # Earlier results stay until there are others.
        part = page_job.output.with_name(page_job.output.name + ".part")
        replaces = page_job.output if (state / _COMPLETE).exists() else None
        stream = (part if replaces else page_job.output).open("w", encoding="utf-8", errors="replace")
        return JsonLines(stream, replaces=replaces)
    return MarkdownFolder(page_job.output, page_job.start_url, state / "files.json")


async def _follow(
    operations: Operations, job_id: str, page_job: OutputJob, saver: Saver, console: Console
) -> tuple[Job, str | None]:
    """Write each page as it comes, until the job has ended and all its pages are written."""
    after = 0
    with _progress(console) as progress:
        task = progress.add_task(page_job.title, total=None, failed=0)
        while True:
            reading = await operations.jobs.read(
                SELF, page_job.group, job_id, page_job.kinds, after=after, limit=_SLICE, max_bytes=_SLICE_BYTES
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
        disable=not console.is_terminal,
    )


async def _list_failed(operations: Operations, job_id: str, page_job: OutputJob) -> list[Mapping[str, Any]]:
    problems = await operations.jobs.problems(SELF, page_job.group, job_id, page_job.kinds)
    return [
        {"url": url.url, "code": url.code, "error": url.reason} async for slice_ in problems.failed for url in slice_
    ]


def _write_failed(page_job: OutputJob, failed: list[Mapping[str, Any]]) -> None:
    """Write what could not be had beside the results, or to standard error; a list of an earlier run goes."""
    if page_job.output is None:
        for failure in failed:
            print(f"{failure['url']}: {failure['error']}", file=sys.stderr)
        return
    as_lines = page_job.as_lines
    place = page_job.output.with_suffix(".failed.jsonl") if as_lines else page_job.output / "_failed.jsonl"
    if failed:
        write_whole(place, "".join(json.dumps(failure, ensure_ascii=False) + "\n" for failure in failed))
    else:
        place.unlink(missing_ok=True)


def _report(console: Console, page_job: OutputJob, job: Job, warning: str | None, failed: int) -> int:
    pages = job.progress.done
    where = "" if page_job.output is None else f" in {page_job.output}"
    console.print(f"{pages} page{'' if pages == 1 else 's'}{where}" + (f", {failed} failed" if failed else "") + ".")
    if warning:
        console.print(warning, style="yellow")
    if job.state is not JobState.COMPLETED:
        return explain(job.error or f"The job was {job.state}.")
    if not pages:
        return ExitCode.NO_PAGE
    return ExitCode.PARTLY if failed and page_job.every else ExitCode.DONE
