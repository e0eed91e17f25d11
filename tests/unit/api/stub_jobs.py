"""Jobs and maps that live in memory, and are moved by the test."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from gossamer.core.crawls import BatchSpec, CrawlSpec, FoundLink, MapSpec, SiteMap
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document
from gossamer.core.errors import AlreadyEnded, AlreadyUsed, NotFound, QueueFull
from gossamer.core.extractions import ExtractSpec
from gossamer.core.jobs import Job, JobKind, JobPage, JobSpec, JobState, JobUrl, NewJob, Progress, TeamLoad, UrlState
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl import JobStanding, PromptReading

CRAWL_ID = "0b0e6a0e-1111-4a5e-9d9b-6f0d2b7c1e11"
BATCH_ID = "0b0e6a0e-2222-4a5e-9d9b-6f0d2b7c1e11"
EXTRACT_ID = "0b0e6a0e-4444-4a5e-9d9b-6f0d2b7c1e11"
MAP_ID = "0b0e6a0e-3333-4a5e-9d9b-6f0d2b7c1e11"
START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SITE = web_url("https://example.org/")
CRAWL = CrawlSpec(url=SITE, scrape=ScrapeSpec(url=SITE))
BATCH = BatchSpec(urls=(SITE,), scrape=ScrapeSpec(url=SITE))


def page(position: int, *, text: str = "") -> JobPage:
    """A page with its place in it."""
    url = f"https://example.org/{position}"
    metadata = {"sourceURL": url, "url": url, "statusCode": 200, "creditsUsed": 1, "scrapeId": f"s{position}"}
    document = Document(metadata=metadata, markdown=text or f"# Page {position}")
    return JobPage(position, f"s{position}", document, size=len(document.markdown or "") + 200)


def a_job(job_id: str = CRAWL_ID, spec: JobSpec = CRAWL, **changes: Any) -> Job:
    """A job of the stub's team that runs."""
    job = Job(
        job_id=job_id,
        team_id="team",
        key_id="key",
        kind=NewJob(job_id, "team", "key", spec, START, START).kind,
        state=JobState.SCRAPING,
        spec=spec,
        progress=Progress(queued=1, known=1, version=1),
        created_at=START,
        deadline=START + timedelta(hours=24),
        expires_at=START + timedelta(hours=48),
    )
    return replace(job, **changes)


@dataclass
class Kept:
    """A job with all that it has."""

    job: Job
    pages: list[JobPage] = field(default_factory=list)
    urls: list[JobUrl] = field(default_factory=list)


@dataclass
class StubJobs:
    """Keeps jobs by id, remembers what was started, and wakes watchers."""

    kept: dict[str, Kept] = field(default_factory=dict)
    started: list[tuple[JobSpec, dict[str, Any]]] = field(default_factory=list)
    reading: PromptReading = PromptReading({}, None)
    warning: str | None = None
    failure: BaseException | None = None
    busy: TeamLoad = field(default_factory=TeamLoad)
    used: set[str] = field(default_factory=set)
    slices: list[tuple[int, int, int]] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    _moved: asyncio.Condition = field(default_factory=asyncio.Condition)

    def keep(self, job: Job, *, pages: int = 0, urls: Sequence[JobUrl] = ()) -> Job:
        """Have *job* with so many pages."""
        made = [page(n) for n in range(1, pages + 1)]
        progress = replace(job.progress, done=pages, known=max(pages, job.progress.known), credits_used=pages)
        self.kept[job.job_id] = Kept(replace(job, progress=progress), made, list(urls))
        return self.kept[job.job_id].job

    async def move(self, job_id: str, *, add: int = 0, state: JobState | None = None, error: str | None = None) -> None:
        """Let *add* pages be finished, and the job change its state, in one step."""
        found = self.kept[job_id]
        found.pages.extend(page(len(found.pages) + 1) for _ in range(add))
        done, version = len(found.pages), found.job.progress.version + 1
        progress = replace(found.job.progress, done=done, known=done, credits_used=done, queued=0, version=version)
        found.job = replace(found.job, progress=progress, state=state or found.job.state, error=error)
        async with self._moved:
            self._moved.notify_all()

    async def start_crawl(self, spec: CrawlSpec, **told: Any) -> str:
        return self._start(CRAWL_ID, spec, told)

    async def check_room(self, team_id: str, pages: int = 1) -> None:
        if isinstance(self.failure, QueueFull):
            raise self.failure

    async def start_batch(self, spec: BatchSpec, **told: Any) -> str:
        if spec.append_to is not None and spec.append_to not in self.kept:
            raise NotFound("Job not found")
        return self._start(spec.append_to or BATCH_ID, spec, told)

    async def start_extract(self, spec: ExtractSpec, **told: Any) -> str:
        return self._start(EXTRACT_ID, spec, told)

    def _start(self, job_id: str, spec: JobSpec, told: dict[str, Any]) -> str:
        if self.failure:
            raise self.failure
        key = told["idempotency_key"]
        if key in self.used:
            raise AlreadyUsed
        self.used.update({key} - {None})
        self.started.append((spec, told))
        return job_id

    async def status(self, job_id: str, team_id: str) -> JobStanding | None:
        if self.failure:
            raise self.failure
        found = self._of(job_id, team_id)
        return JobStanding(found.job, self.warning) if found else None

    async def pages(self, job_id: str, team_id: str, *, after: int, limit: int, max_bytes: int) -> Sequence[JobPage]:
        self.slices.append((after, limit, max_bytes))
        found = self._of(job_id, team_id)
        taken: list[JobPage] = []
        for one in found.pages[after : after + limit] if found else ():
            if taken and sum(p.size for p in taken) + one.size > max_bytes:
                break
            taken.append(one)
        return taken

    async def urls(
        self, job_id: str, team_id: str, *, states: frozenset[UrlState], after: int, limit: int
    ) -> Sequence[JobUrl]:
        found = self._of(job_id, team_id)
        urls = found.urls if found else []
        return [u for u in urls if u.position > after and (not states or u.state in states)][:limit]

    async def active(self, team_id: str, kind: JobKind) -> Sequence[Job]:
        return [k.job for k in self.kept.values() if k.job.kind is kind and not k.job.state.final]

    async def load(self, team_id: str) -> TeamLoad:
        return self.busy

    async def cancel(self, job_id: str, team_id: str) -> None:
        found = self.kept[job_id]
        if found.job.state in {JobState.COMPLETED, JobState.FAILED}:
            raise AlreadyEnded("Crawl is already completed")
        await self.move(job_id, state=JobState.CANCELLED)

    async def forget_results(self, job: Job) -> None:
        if job.keeps_nothing:
            self.forgotten.append(job.job_id)

    async def changed(self, job_id: str, *, since: int, seconds: float) -> int:
        def version() -> int:
            return self.kept[job_id].job.progress.version

        async with self._moved:
            await asyncio.wait_for(self._moved.wait_for(lambda: version() != since), seconds)
        return version()

    def _of(self, job_id: str, team_id: str) -> Kept | None:
        found = self.kept.get(job_id)
        return found if found and found.job.team_id == team_id else None


@dataclass(frozen=True)
class StubPrompt:
    """A prompt that came to *answer* without a look at the site."""

    answer: PromptReading
    needs_the_site: bool = False

    def reading(self) -> PromptReading:
        return self.answer


@dataclass(frozen=True)
class StubPrompts:
    """Reads the same in every prompt."""

    answer: PromptReading

    def parsed(self, prompt: str, url: str) -> StubPrompt:
        return StubPrompt(self.answer)


@dataclass
class StubMaps:
    """Finds the same links wherever it is asked to look."""

    links: tuple[FoundLink, ...] = (
        FoundLink("https://example.org/a", "A", "First"),
        FoundLink("https://example.org/b"),
    )
    warning: str | None = None
    failure: BaseException | None = None
    asked: list[MapSpec] = field(default_factory=list)

    async def map(self, spec: MapSpec, *, deadline: Deadline, **_who: object) -> SiteMap:
        self.asked.append(spec)
        if self.failure:
            raise self.failure
        return SiteMap(MAP_ID, self.links, 1, self.warning)
