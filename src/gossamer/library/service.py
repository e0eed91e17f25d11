"""The service that a program opens, and its operations with options as the caller wrote them."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from gossamer.bootstrap import open_service
from gossamer.bootstrap.database import own_folder
from gossamer.bootstrap.local_caller import SELF, open_hosts
from gossamer.core.access import Group
from gossamer.core.crawls import CrawlSpec, FoundLink
from gossamer.core.documents import Document
from gossamer.core.errors import CallerError, NotFound, ServiceError
from gossamer.core.jobs import Job, JobKind
from gossamer.core.research import LlmsTxtSpec, ResearchAnswer, ResearchKind
from gossamer.core.searches import Found, Result
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.uploads import UploadedFile
from gossamer.core.urls import web_url
from gossamer.library.page_jobs import PageJob, check_crawl, forbidden_by_robots, keep_written_addresses, unreadable
from gossamer.library.pages import JobReport
from gossamer.library.requests import document_in_python, request
from gossamer.library.results import Check, Extraction, Interaction, LlmsTxt
from gossamer.library.watching import Watch, WatchSpec, parse_interval
from gossamer.operations import Operations
from gossamer.operations.jobs import JobArrival
from gossamer.settings import Settings, check_names
from gossamer.telemetry import quiet_logs
from gossamer.wire import v2

_ROUND_SECONDS: Final = 5.0
_ARRIVAL: Final = JobArrival("", "v2")

Options = Mapping[str, Any]


class _Status(Protocol):
    @property
    def job(self) -> Job: ...


StatusT = TypeVar("StatusT", bound=_Status)


@asynccontextmanager
async def embedded(home: Path | None, allow: tuple[str, ...], settings: Options) -> AsyncIterator["Embedded"]:
    """Open the service in *home*, or a folder that no other program uses, for one caller; close it on exit."""
    quiet_logs()
    try:
        check_names(settings)
        ours = open_hosts(Settings(**settings), allow)
    except ValueError as error:
        raise CallerError(str(error).replace("--allow", "`allow`")) from error
    with nullcontext(home) if home is not None else own_folder(ours.home / "library") as folder:
        update = {"home": folder, "workers": 0}
        async with open_service(ours.model_copy(update=update), make_first_key=False) as service:
            yield Embedded(service.operations, folder)


class Embedded:
    """The operations of one caller, who owns the service; the public calls of `client` say what each does."""

    def __init__(self, operations: Operations, home: Path) -> None:
        self._operations = operations
        self._home = home

    async def scrape(self, options: Options) -> Document:
        """Return one page."""
        spec = request(v2.ScrapeRequest, options).spec()
        return document_in_python((await self._operations.scrape(SELF, Group.SCRAPE, spec, "v2")).document)

    async def crawl(self, options: Options, report: JobReport) -> AsyncGenerator[Document, None]:
        """Yield the pages of a site. Raises NoPage when there is none, and ServiceError when the job failed."""
        spec = await self._crawl_spec(request(v2.CrawlRequest, options))
        report.job_id = await self._operations.crawls.start(SELF, Group.CRAWL, spec, _ARRIVAL)
        crawl = PageJob(self._operations.jobs, report, Group.CRAWL, JobKind.CRAWL)
        any_page = False
        async with aclosing(crawl.pages()) as pages:
            async for page in pages:
                any_page = True
                yield page
        job = await crawl.settle(keep_written_addresses(spec))
        check_crawl(job, report, any_page=any_page)

    async def _crawl_spec(self, crawl_request: v2.CrawlRequest) -> CrawlSpec:
        if not crawl_request.prompt:
            return crawl_request.spec()
        read = await self._operations.crawls.preview(SELF, Group.CRAWL, crawl_request.site(), crawl_request.prompt)
        return crawl_request.spec_by_prompt(read.options, read.warning)

    async def batch(self, options: Options, report: JobReport) -> AsyncGenerator[Document, None]:
        """Yield the pages of a batch, then a FailedPage for each address that is not among them."""
        scrape_request = request(v2.BatchScrapeRequest, options)
        spec = scrape_request.spec()
        report.job_id = await self._operations.batches.start(SELF, Group.BATCH_SCRAPE, spec, _ARRIVAL)
        batch = PageJob(self._operations.jobs, report, Group.BATCH_SCRAPE, JobKind.BATCH)
        async with aclosing(batch.pages()) as pages:
            async for page in pages:
                yield page
        await batch.settle(keep_written_addresses(spec))
        report.errors += [*forbidden_by_robots(report.robots_blocked), *unreadable(scrape_request.urls)]
        for failed in report.errors:
            yield failed

    async def map(self, options: Options) -> Sequence[FoundLink]:
        """Return the URLs of a site."""
        spec = request(v2.MapRequest, options).spec()
        return (await self._operations.maps.map(SELF, Group.MAP, spec, "v2")).links

    async def search(self, options: Options) -> Mapping[str, Sequence[Result]]:
        """Return results by source."""
        return {source.value: results for source, results in (await self.found(options)).results.items()}

    async def found(self, options: Options) -> Found:
        """Return results with their warnings."""
        spec = request(v2.SearchRequest, options).spec()
        return await self._operations.searches.search(SELF, Group.SEARCH, spec, "v2")

    async def extract(self, options: Options) -> Extraction:
        """Return data of several pages."""
        spec = request(v2.ExtractRequest, options).spec()
        job_id = await self._operations.extracts.start(SELF, Group.EXTRACT, spec, _ARRIVAL)
        extract_status = await self._wait_for_end(partial(self._operations.extracts.read, SELF, Group.EXTRACT, job_id))
        if extract_status.answer is None:
            raise ServiceError(extract_status.error or "The extraction ended without an answer.")
        return Extraction(extract_status.answer.value, extract_status.answer.sources, extract_status.warning)

    async def research(self, options: Options) -> ResearchAnswer:
        """Return the answer to a question."""
        research, kind = self._operations.research, ResearchKind.AGENT
        spec = request(v2.AgentRequest, options).spec()
        job_id, _ = await research.start(SELF, Group.AGENT, spec, _ARRIVAL)
        run_status = await self._wait_for_end(partial(research.read, SELF, Group.AGENT, kind, job_id))
        if run_status.answer is None:
            raise ServiceError(run_status.error or "The research ended without an answer.")
        return run_status.answer

    async def llmstxt(self, url: str, limit: int, *, full: bool) -> LlmsTxt:
        """Return an llms.txt of a site."""
        site = web_url(url)
        scrape = ScrapeSpec(site, cache=CachePolicy(store=False))
        spec = LlmsTxtSpec(scrape, site, limit=limit, full=full)
        research = self._operations.research
        job_id = await research.start_llmstxt(SELF, Group.LLMSTXT, spec, _ARRIVAL)
        status = await self._wait_for_end(partial(research.read_llmstxt, SELF, Group.LLMSTXT, job_id))
        if status.error:
            raise ServiceError(status.error)
        return LlmsTxt(status.text, status.full_text, status.warning)

    async def watch(
        self, url: str, every: str, *, goal: str, parts: tuple[str, ...], ignore: tuple[str, ...]
    ) -> AsyncGenerator[Check, None]:
        """Yield the check of each look at a page."""
        between = parse_interval(every)
        watch = Watch(self._operations, WatchSpec(url, parts, ignore, goal), self._home)
        while True:
            yield await watch.check()
            await watch.sleep(between)

    async def parse(self, file: Path | bytes, name: str, options: Options) -> Document:
        """Return a document."""
        body = file if isinstance(file, bytes) else await asyncio.to_thread(_content, file)

        async def read() -> bytes:
            return body

        spec = request(v2.ParseOptions, options).spec()
        uploaded = UploadedFile(name, "", read)
        parsed = await self._operations.parses.parse(SELF, Group.PARSE, spec, uploaded, "v2")
        return document_in_python(parsed.document)

    async def interact(self, scrape_id: str, prompt: str, seconds: float) -> Interaction:
        """Carry out a prompt."""
        result = await self._operations.sessions.interact(SELF, Group.BROWSER, scrape_id, prompt, seconds, dialect="v2")
        interaction = result.interaction
        return Interaction(
            interaction.done, interaction.output, interaction.data, interaction.not_understood, interaction.notices
        )

    async def close(self, scrape_id: str) -> None:
        """Close a page."""
        await self._operations.sessions.end_scrape(SELF, Group.BROWSER, scrape_id)

    async def picture(self, name: str) -> bytes:
        """Return a screenshot by its name."""
        blob = await self._operations.blob(name)
        if blob is None:
            raise NotFound("This page has no screenshot, or it is not kept any more.")
        return blob.data

    async def _wait_for_end(self, read: Callable[[], Awaitable[StatusT]]) -> StatusT:
        """Return the status of a job once it has ended."""
        while not (status := await read()).job.state.final:
            await self._operations.jobs.changed(status.job, seconds=_ROUND_SECONDS)
        return status


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CallerError(f"{file} cannot be read: {error.strerror}.") from error
