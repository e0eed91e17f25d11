"""Jobs on many pages: started, looked at, cancelled."""

import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Final, Unpack

import structlog

from gossamer.core.canonical import fetchable
from gossamer.core.crawls import BatchSpec, CrawlSpec, Discovered, SitemapUse, Webhook
from gossamer.core.errors import (
    AlreadyEnded,
    AlreadyUsed,
    CallerError,
    ForbiddenReceiver,
    ForbiddenTarget,
    InvalidTarget,
    NotFound,
    NotSafe,
)
from gossamer.core.extractions import ExtractSpec
from gossamer.core.ids import is_id, new_id
from gossamer.core.jobs import Job, JobKind, JobOrigin, JobPage, JobSpec, JobState, JobUrl, NewJob, TeamLoad, UrlState
from gossamer.core.prices import PriceTable
from gossamer.core.research import LlmsTxtSpec, ResearchSpec
from gossamer.core.seeds import Seeds, change_part, read_part, seeds_of, strip_urls
from gossamer.core.shared_calls import SharedCalls
from gossamer.core.tracing import traceparent
from gossamer.core.urls import WebUrl, credentials_of, with_credentials, without_credentials
from gossamer.features.crawl.discovery import sitemap_at
from gossamer.features.crawl.lane_planning import JobPlanner, pages_at_once
from gossamer.features.crawl.lanes.sitemaps import sitemaps_of
from gossamer.features.crawl.limits import JobLimits
from gossamer.features.crawl.sameness import Sameness
from gossamer.features.crawl.scope import Scope, path_depth
from gossamer.features.crawl.sources import extract_seeds
from gossamer.features.crawl.warnings import Warnings
from gossamer.ports.clock import Clock
from gossamer.store.jobs.jobs import JobStore

_log = structlog.get_logger(__name__)
_LOOK: Final = timedelta(milliseconds=250)
_NO_SUCH_JOB: Final = "Job not found"
# A run of research ends by itself when its time is over; this ends one that cannot.
_SPARE: Final = timedelta(minutes=10)
# Pictures of a job that keeps nothing are fetched by their addresses after its results were read.
_LEFT_AFTER_READING: Final = timedelta(minutes=10)
_FORGOTTEN_AT_ONCE: Final = 500
_KINDS: Final = {
    JobKind.CRAWL: "Crawl",
    JobKind.BATCH: "Batch scrape",
    JobKind.EXTRACT: "Extract",
    JobKind.AGENT: "Agent",
    JobKind.DEEP_RESEARCH: "Deep research",
    JobKind.LLMSTXT: "llms.txt",
}


@dataclass(frozen=True, slots=True)
class JobStanding:
    """A job as it stands, and what its caller should know beside it, in whole sentences."""

    job: Job
    warning: str | None


class Jobs:
    """Crawls, batches and extractions of a team.

    *wake* is called with the id of a job that was cancelled, so that who works on it in this
    process stops at once; others see it within a second. *screen* raises ForbiddenTarget or InvalidTarget for an
    address that may not be called. *seal* is given the passwords in addresses, and their team.
    """

    def __init__(
        self,
        store: JobStore,
        clock: Clock,
        limits: JobLimits,
        wake: Callable[[str], None] = lambda _: None,
        *,
        prices: PriceTable,
        screen: Callable[[WebUrl], None] = lambda _: None,
        seal: Callable[[str, str], str] = lambda secret, _: secret,
    ) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits
        self._wake = wake
        self._prices = prices
        self._screen = screen
        self._seal = seal
        self._warnings = Warnings(store)
        self._waits = SharedCalls()

    async def start_crawl(
        self,
        spec: CrawlSpec,
        *,
        job_id: str | None = None,
        **origin: Unpack[JobOrigin],
    ) -> str:
        """Start a crawl and return its id, *job_id* if that is given; it is durable when this returns.

        Raises CallerError for an expression that cannot be used and for a start that is deeper than `maxDepth`,
        ForbiddenTarget for one at a private address, ForbiddenReceiver, AlreadyUsed for an idempotency key that was
        used before or is no UUID, and QueueFull.
        """
        _check(spec, self._clock)
        self._screen(spec.url)
        self._screen_receiver(spec.webhook)
        team_id = origin["team_id"]
        await self.check_room(team_id, 1)
        url = self._seal_password(spec.url, team_id)
        spec = replace(spec, url=url, scrape=replace(spec.scrape, url=url))
        job = self._new(spec, origin)
        job = job if job_id is None else replace(job, job_id=job_id)
        await self._create(job, _start_of(spec), origin.get("idempotency_key"))
        _log.info("crawl_started", job_id=job.job_id, team_id=team_id, url=without_credentials(spec.url))
        return job.job_id

    async def start_batch(
        self,
        spec: BatchSpec,
        *,
        page_price: int | None = None,
        seeds: Seeds | None = None,
        **origin: Unpack[JobOrigin],
    ) -> str:
        """Start a batch, or add to the one that the spec names, and return its id.

        An address that is listed twice is scraped twice, unless the spec says otherwise. *page_price* is what a page
        may cost, where that is more than its price without an agent. *seeds* are those of the spec, if they were made
        before. What is added comes part by part, each of which is complete. Raises NotFound for an unknown batch to add
        to, ForbiddenReceiver, AlreadyUsed and QueueFull.
        """
        self._screen_receiver(spec.webhook)
        team_id = origin["team_id"]
        seeds = seeds or seeds_of(spec)
        await self.check_room(team_id, seeds.count)
        seeds = await self._seal_passwords(seeds, team_id, is_safe=spec.scrape.safe_mode)
        first, scraped = (self._seal_password(url, team_id) for url in (spec.urls[0], spec.scrape.url))
        spec = replace(spec, urls=(first,), scrape=replace(spec.scrape, url=scraped))
        if spec.append_to is not None:
            for part in seeds.parts:
                if not await self._store.append(spec.append_to, team_id, read_part(part), now=self._clock.now()):
                    raise NotFound(_NO_SUCH_JOB)
            return spec.append_to
        job = _at_price(self._new(strip_urls(spec, seeds), origin), page_price)
        await self._create(job, seeds, origin.get("idempotency_key"))
        _log.info("batch_started", job_id=job.job_id, team_id=team_id, urls=seeds.count)
        return job.job_id

    async def start_extract(
        self,
        spec: ExtractSpec,
        *,
        page_price: int | None = None,
        **origin: Unpack[JobOrigin],
    ) -> str:
        """Start an extraction and return its id.

        *page_price* is as in `start_batch`. Raises ForbiddenReceiver, AlreadyUsed and QueueFull.
        """
        job = _at_price(self._new(spec, origin), page_price)
        return await self.start(job, extract_seeds(spec), origin.get("idempotency_key"))

    def new(self, spec: ResearchSpec | LlmsTxtSpec, **origin: Unpack[JobOrigin]) -> NewJob:
        """Return the job of *spec*, which is not recorded yet."""
        job = self._new(spec, origin)
        if isinstance(spec, ResearchSpec):
            return replace(job, deadline=job.created_at + timedelta(seconds=spec.budget.seconds) + _SPARE)
        return job

    async def start(self, job: NewJob, seeds: Sequence[Discovered], idempotency_key: str | None) -> str:
        """Record a job whose pages make one answer, and return its id; raises as `start_extract`."""
        self._screen_receiver(job.spec.webhook)
        await self.check_room(job.team_id, job.spec.limit)
        await self._create(job, seeds, idempotency_key)
        _log.info(f"{job.kind}_started", job_id=job.job_id, team_id=job.team_id, pages=job.spec.limit)
        return job.job_id

    def _seal_password(self, url: WebUrl, team_id: str) -> WebUrl:
        credentials = credentials_of(url)
        return with_credentials(url, self._seal(credentials, team_id)) if credentials else url

    async def _seal_passwords(self, seeds: Seeds, team_id: str, *, is_safe: bool) -> Seeds:
        """Return *seeds* with their passwords sealed; raises NotSafe where safe mode allows none."""
        parts = []
        for part in seeds.parts:
            if is_safe and b"@" in part and any(credentials_of(seed.url) for seed in read_part(part)):
                raise NotSafe("`safeMode` rules out a password in the address. Leave out one of them.")
            # Before a host, this sign ends a user name and a password.
            parts.append(change_part(part, partial(self._seal_password, team_id=team_id)) if b"@" in part else part)
            await asyncio.sleep(0)
        return replace(seeds, parts=tuple(parts))

    def _screen_receiver(self, webhook: Webhook | None) -> None:
        """Refuse an unreachable webhook when the job is started, and not in a log later."""
        if webhook is None:
            return
        try:
            self._screen(webhook.url)
        except (ForbiddenTarget, InvalidTarget) as error:
            raise ForbiddenReceiver from error

    async def status(self, job_id: str, team_id: str) -> JobStanding | None:
        """Return the status of a job; None when it is unknown, foreign or expired."""
        job = await self._store.job(job_id, team_id, now=self._clock.now())
        return None if job is None else JobStanding(job, await self._warnings.of(job))

    async def team_of(self, job_id: str) -> str | None:
        """Return the team of a job, for the operator; None when it is unknown."""
        return await self._store.team_of(job_id)

    async def pages(self, job_id: str, team_id: str, *, after: int, limit: int, max_bytes: int) -> Sequence[JobPage]:
        """Return pages with positions above *after*, in order (as `JobStore.pages`)."""
        return await self._store.pages(job_id, team_id, after=after, limit=limit, max_bytes=max_bytes)

    async def urls(
        self, job_id: str, team_id: str, *, states: frozenset[UrlState], after: int, limit: int
    ) -> Sequence[JobUrl]:
        """Return URLs in these states, empty for all, with positions above *after* (as `JobStore.urls`)."""
        return await self._store.urls(job_id, team_id, states=states, after=after, limit=limit)

    async def active(self, team_id: str, kind: JobKind) -> Sequence[Job]:
        """Return the team's running jobs, youngest first."""
        return await self._store.active(team_id, kind)

    async def load(self, team_id: str) -> TeamLoad:
        """Return the load of the team."""
        return await self._store.load(team_id, at_once=self._limits.concurrency, now=self._clock.now())

    async def cancel(self, job_id: str, team_id: str) -> None:
        """End a job now; one that was cancelled before stays so. Raises NotFound and AlreadyEnded."""
        now = self._clock.now()
        if not await self._store.cancel(job_id, team_id, now=now):
            job = await self._store.job(job_id, team_id, now=now)
            if job is None:
                raise NotFound(_NO_SUCH_JOB)
            if job.state is not JobState.CANCELLED:
                raise AlreadyEnded(f"{_KINDS[job.kind]} is already {job.state.value}")
        _log.info("job_cancelled", job_id=job_id, team_id=team_id)
        self._wake(job_id)

    async def resume(self, job_id: str, team_id: str) -> int:
        """Let a job go on with hosts that it waits for; return how many there were."""
        return await self._store.pass_walls(job_id, team_id, now=self._clock.now())

    async def forget_results(self, job: Job) -> None:
        """Forget what an ended job found if it keeps nothing; what is left of it can be looked at a while longer."""
        if not (job.keeps_nothing and job.state.final):
            return
        now = self._clock.now()
        while await self._store.forget_results(
            job.job_id, job.team_id, now=now, until=now + _LEFT_AFTER_READING, limit=_FORGOTTEN_AT_ONCE
        ):
            pass

    async def version(self, job_id: str) -> int:
        """Return the job's version, which grows with every change; 0 when it is unknown."""
        return await self._store.version(job_id)

    async def changed(self, job_id: str, *, since: int, seconds: float) -> int:
        """Return the job's version once it is not *since*, or after *seconds*; who waits together waits as one."""
        return await self._waits.of((job_id, since, seconds), lambda: self._wait_for_change(job_id, since, seconds))

    async def _wait_for_change(self, job_id: str, since: int, seconds: float) -> int:
        ends = self._clock.monotonic() + seconds
        while (version := await self._store.version(job_id)) == since:
            remaining_time = timedelta(seconds=ends - self._clock.monotonic())
            if remaining_time <= timedelta(0):
                break
            await self._clock.sleep(min(remaining_time, _LOOK))
        return version

    async def check_room(self, team_id: str, pages: int = 1) -> None:
        """Raise QueueFull when so many more pages of the team cannot wait; recording them looks again."""
        await self._store.check_room(team_id, pages, now=self._clock.now())

    def _new(self, spec: JobSpec, origin: JobOrigin) -> NewJob:
        now = self._clock.now()
        return NewJob(
            job_id=new_id(),
            team_id=origin["team_id"],
            key_id=origin["key_id"],
            spec=spec,
            created_at=now,
            deadline=now + self._limits.lasts,
            called_at=origin["called_at"],
            dialect=origin["dialect"],
            page_price=self._prices.page_of(spec),
            pages_at_once=pages_at_once(spec, self._limits),
            trace=traceparent(),
        )

    async def _create(self, job: NewJob, seeds: Sequence[Discovered] | Seeds, idempotency_key: str | None) -> None:
        # As upstream answers: a key that is no UUID is treated like one that was used.
        if idempotency_key is not None and not is_id(idempotency_key):
            raise AlreadyUsed
        planner = JobPlanner.of(job.spec, self._limits)
        count = seeds.count if isinstance(seeds, Seeds) else len(seeds)
        lanes = min(planner.lanes, math.ceil(count / planner.width))
        await self._store.create(job, seeds, lanes=max(1, lanes), idempotency_key=idempotency_key)


def _at_price(job: NewJob, page_price: int | None) -> NewJob:
    return job if page_price is None else replace(job, page_price=page_price)


def _check(spec: CrawlSpec, clock: Clock) -> None:
    Scope(spec.scope, home=spec.url, begun=clock.now())
    if spec.scope.llms_txt and spec.scope.sitemap is SitemapUse.ONLY:
        raise CallerError('`llmsTxt` and `sitemap: "only"` exclude each other: the guide is read with the start page.')
    deepest = spec.scope.max_path_depth
    if deepest is not None and path_depth(spec.url) > deepest:
        raise CallerError("URL depth exceeds the specified maxDepth")


def _start_of(spec: CrawlSpec) -> Sequence[Discovered]:
    """Return the first entries of a crawl: its start page; its sitemaps when only they count."""
    if spec.scope.sitemap is SitemapUse.ONLY:
        return [sitemap_at(sitemaps_of(spec.url))]
    url = fetchable(spec.url)
    sameness = Sameness(ignore_query=spec.scope.ignore_query, similar=spec.scope.deduplicate_similar)
    return [Discovered(url, sameness.fingerprint(url), written=spec.scrape.written_url)]
