"""Jobs are started, looked at and cancelled."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from gossamer.core.crawls import BatchSpec, CrawlScope, CrawlSpec, Discovered, EntryKind, Reason, SitemapUse
from gossamer.core.errors import AlreadyEnded, AlreadyUsed, CallerError, NotFound, QueueFull
from gossamer.core.ids import is_id, new_id
from gossamer.core.jobs import Job, JobKind, JobState, JobUrl, NewJob, Progress, UrlState
from gossamer.core.prices import PriceTable
from gossamer.core.seeds import Seeds, read_part
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl import JobLimits, Jobs
from tests.unit.features.crawl.model import NOW
from tests.unit.features.crawl.world import MovingClock

START = web_url("http://e.org/")
CALLER = {"team_id": "team", "key_id": "key", "called_at": "http://here", "dialect": "v2", "idempotency_key": None}


@dataclass
class Store:
    """A JobStore as far as the facade goes."""

    created: list[tuple[NewJob, Sequence[Discovered], int]] = field(default_factory=list)
    appended: list[Discovered] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    room: int = 100
    known: Job | None = None
    refused: list[JobUrl] = field(default_factory=list)
    noticed: list[str] = field(default_factory=list)
    versions: int = 1
    looks: int = 0

    async def create(
        self, job: NewJob, seeds: Sequence[Discovered] | Seeds, *, lanes: int = 1, idempotency_key: str | None = None
    ) -> None:
        if idempotency_key in self.keys:
            raise AlreadyUsed
        if idempotency_key:
            self.keys.add(idempotency_key)
        if isinstance(seeds, Seeds):
            seeds = [entry for part in seeds.parts for entry in read_part(part)]
        self.created.append((job, seeds, lanes))

    async def append(self, job_id: str, team_id: str, seeds: Sequence[Discovered], *, now: datetime) -> bool:
        self.appended.extend(seeds)
        return job_id == "known"

    async def check_room(self, team_id: str, pages: int, *, now: datetime) -> None:
        if pages > self.room:
            raise QueueFull("Queue limit reached")

    async def job(self, job_id: str, team_id: str, *, now: datetime) -> Job | None:
        return self.known

    async def cancel(self, job_id: str, team_id: str, *, now: datetime) -> bool:
        if self.known is None or self.known.state.final:
            return False
        self.known = replace(self.known, state=JobState.CANCELLED)
        return True

    async def urls(self, *_: object, states: frozenset[UrlState], after: int, limit: int) -> Sequence[JobUrl]:
        return [url for url in self.refused if url.state in states][:limit]

    async def warnings(self, job_id: str, team_id: str) -> Sequence[str]:
        return self.noticed

    async def version(self, job_id: str) -> int:
        self.looks += 1
        return self.versions


class Bench:
    def __init__(self, **limits: Any) -> None:
        self.clock = MovingClock()
        self.store = Store()
        self.woken: list[str] = []
        self.jobs = Jobs(self.store, self.clock, JobLimits(**limits), self.woken.append, prices=PriceTable())  # type: ignore[arg-type]

    async def crawl(self, start: str = START, *, key: str | None = None, limit: int = 10_000, **scope: Any) -> str:
        url = web_url(start)
        spec = CrawlSpec(url, ScrapeSpec(url), scope=CrawlScope(**scope), limit=limit)
        return await self.jobs.start_crawl(spec, **CALLER | {"idempotency_key": key})  # type: ignore[arg-type]

    async def batch(self, *urls: str, append_to: str | None = None, each_once: bool = False) -> str:
        spec = BatchSpec(tuple(map(web_url, urls)), ScrapeSpec(START), append_to=append_to, each_once=each_once)
        return await self.jobs.start_batch(spec, **CALLER)  # type: ignore[arg-type]

    def has(self, *, refused: dict[Reason, int] | None = None, scope: CrawlScope | None = None, **changes: Any) -> None:
        """Let the store have a completed crawl with one page."""
        refused = refused or {}
        self.store.refused = [
            JobUrl(n, f"http://e.org/{n}", UrlState.REFUSED, 1, code=code.value)
            for code, count in refused.items()
            for n in range(count)
        ]
        job = Job(
            job_id=new_id(),
            team_id="team",
            key_id="key",
            kind=JobKind.CRAWL,
            state=JobState.COMPLETED,
            spec=CrawlSpec(START, ScrapeSpec(START), scope=scope or CrawlScope()),
            progress=Progress(done=1, refused=sum(refused.values())),
            created_at=NOW,
            deadline=NOW,
            expires_at=NOW,
        )
        self.store.known = replace(job, **changes)

    async def warning(self) -> str | None:
        status = await self.jobs.status("id", "team")
        assert status is not None
        return status.warning


async def test_a_crawl_begins_with_its_start_page() -> None:
    bench = Bench(lasts=timedelta(hours=5))
    job_id = await bench.crawl("http://e.org/docs#part")
    [(job, [seed], lanes)] = bench.store.created
    assert is_id(job_id)
    assert (job.job_id, job.created_at, job.deadline) == (job_id, NOW, NOW + timedelta(hours=5))
    assert (seed.url, seed.kind, seed.depth, lanes) == ("http://e.org/docs", EntryKind.PAGE, 0, 1)


async def test_a_crawl_of_sitemaps_only_begins_with_them() -> None:
    bench = Bench()
    await bench.crawl("http://e.org/docs", sitemap=SitemapUse.ONLY)
    [(_, [seed], _)] = bench.store.created
    assert (seed.url, seed.kind) == ("http://e.org/robots.txt", EntryKind.SITEMAP)


@pytest.mark.parametrize(
    ("start", "scope", "message"),
    [
        (START, {"include_paths": ("(?!a)",)}, "includePaths"),
        (START, {"exclude_paths": ("[a",)}, "excludePaths"),
        ("http://e.org/a/b/c", {"max_path_depth": 2}, "URL depth exceeds the specified maxDepth"),
    ],
)
async def test_a_crawl_that_cannot_be_done_is_not_started(start: str, scope: dict[str, Any], message: str) -> None:
    bench = Bench()
    with pytest.raises(CallerError, match=message):
        await bench.crawl(start, **scope)
    assert bench.store.created == []


async def test_a_key_that_was_used_or_is_no_uuid_starts_nothing() -> None:
    bench, key = Bench(), new_id()
    await bench.crawl(key=key)
    for used in (key, "not-a-uuid", ""):
        with pytest.raises(AlreadyUsed):
            await bench.crawl(key=used)
    assert len(bench.store.created) == 1


async def test_a_team_with_a_full_queue_waits() -> None:
    bench = Bench()
    bench.store.room = 0
    with pytest.raises(QueueFull):
        await bench.crawl()
    bench.store.room = 2
    with pytest.raises(QueueFull):
        await bench.batch("http://e.org/1", "http://e.org/2", "http://e.org/3")
    await bench.batch("http://e.org/1", "http://e.org/2")


async def test_a_batch_has_an_address_as_often_as_it_is_listed_and_as_many_lanes_as_it_needs() -> None:
    bench = Bench(concurrency=50)
    await bench.batch(*(f"http://e.org/{n % 25}" for n in range(50)))
    [(_, seeds, lanes)] = bench.store.created
    assert len({seed.fingerprint for seed in seeds}) == len(seeds) == 50
    assert lanes == 5


async def test_a_batch_has_each_address_once_when_asked_to() -> None:
    bench = Bench(concurrency=50)
    await bench.batch(*(f"http://e.org/{n % 25}" for n in range(50)), each_once=True)
    [(_, seeds, lanes)] = bench.store.created
    assert len(seeds) == 25
    assert lanes == 3


async def test_a_batch_can_be_added_to() -> None:
    bench = Bench()
    assert await bench.batch("http://e.org/1", append_to="known") == "known"
    assert [one.url for one in bench.store.appended] == ["http://e.org/1"]
    with pytest.raises(NotFound, match="Job not found"):
        await bench.batch("http://e.org/1", append_to="unknown")


async def test_a_job_is_cancelled_once_and_may_be_cancelled_again() -> None:
    bench = Bench()
    bench.has(state=JobState.SCRAPING)
    await bench.jobs.cancel("id", "team")
    await bench.jobs.cancel("id", "team")
    assert bench.woken == ["id", "id"]


@pytest.mark.parametrize(
    ("kind", "state", "message"),
    [
        (JobKind.CRAWL, JobState.COMPLETED, "Crawl is already completed"),
        (JobKind.BATCH, JobState.FAILED, "Batch scrape is already failed"),
    ],
)
async def test_a_job_that_has_ended_cannot_be_cancelled(kind: JobKind, state: JobState, message: str) -> None:
    bench = Bench()
    bench.has(kind=kind, state=state)
    with pytest.raises(AlreadyEnded, match=message):
        await bench.jobs.cancel("id", "team")


async def test_an_unknown_job_is_not_found() -> None:
    bench = Bench()
    assert await bench.jobs.status("id", "team") is None
    with pytest.raises(NotFound):
        await bench.jobs.cancel("id", "team")


async def test_a_watcher_is_told_when_something_changes_or_the_time_is_up() -> None:
    bench = Bench()
    watching = asyncio.create_task(bench.jobs.changed("id", since=1, seconds=10))
    await bench.clock.run(lambda: bench.store.looks > 3)
    bench.store.versions = 2
    await bench.clock.run(watching.done)
    assert (await watching, bench.clock.passed < 2) == (2, True)
    watching = asyncio.create_task(bench.jobs.changed("id", since=2, seconds=10))
    await bench.clock.run(watching.done)
    assert await watching == 2
    assert bench.clock.passed > 10


async def test_those_who_wait_for_a_job_together_look_once() -> None:
    bench = Bench()
    watching = asyncio.gather(*(bench.jobs.changed("id", since=1, seconds=10) for _ in range(50)))
    await bench.clock.run(lambda: bench.store.looks > 3)
    bench.store.versions = 2
    await bench.clock.run(watching.done)
    assert (await watching, bench.store.looks < 50) == ([2] * 50, True)


async def test_a_warning_tells_what_was_noticed() -> None:
    bench = Bench()
    bench.store.noticed = ["One.", "Two."]
    spec = CrawlSpec(START, ScrapeSpec(START), notices=("Said first.", "One."))
    bench.has(spec=spec, progress=Progress(done=5))
    assert await bench.warning() == "Said first. One. Two."


async def test_a_crawl_that_found_little_says_why() -> None:
    bench = Bench()
    bench.has(refused={Reason.OUTSIDE_PATH: 34, Reason.EXTERNAL: 5})
    assert await bench.warning() == (
        "Few pages were found; links that were refused: 34 URLs outside the folder of the start page "
        "(`crawlEntireDomain` follows them)."
    )
    bench.has()
    assert "no links that a crawl can follow" in str(await bench.warning())
    bench.has(scope=CrawlScope(sitemap=SitemapUse.ONLY), progress=Progress())
    assert "No sitemap of this site names a page" in str(await bench.warning())


async def test_a_crawl_that_found_nothing_tells_what_failed() -> None:
    bench = Bench()
    bench.has(progress=Progress(failed=1))
    bench.store.refused = [JobUrl(1, START, UrlState.FAILED, 0, code="X", reason="No such name.")]
    assert await bench.warning() == "No page could be had. No such name. (`errors` lists what failed.)"
    bench.has(progress=Progress(done=5, failed=1))
    assert await bench.warning() is None


async def test_what_robots_txt_disallows_is_counted() -> None:
    bench = Bench()
    bench.store.noticed = ["Some pages were not fetched because robots.txt disallows them."]
    bench.has(refused={Reason.ROBOTS: 1}, progress=Progress(done=5, refused=1))
    assert await bench.warning() == "robots.txt disallows 1 URL; `robotsBlocked` lists them."
    bench.has(refused={Reason.ROBOTS: 3000}, progress=Progress(done=5, refused=3000))
    assert await bench.warning() == "robots.txt disallows at least 1000 URLs; `robotsBlocked` lists them."


@pytest.mark.parametrize(
    "changes",
    [
        {"progress": Progress(done=2, refused=5)},
        {"state": JobState.SCRAPING},
        {"state": JobState.CANCELLED},
        {"spec": CrawlSpec(START, ScrapeSpec(START), limit=1)},
        {"spec": CrawlSpec(START, ScrapeSpec(START), scope=CrawlScope(max_discovery_depth=0))},
        {"spec": BatchSpec((START,), ScrapeSpec(START)), "kind": JobKind.BATCH},
    ],
)
async def test_nothing_is_said_where_nothing_is_odd(changes: dict[str, Any]) -> None:
    bench = Bench()
    bench.has(refused={Reason.EXTERNAL: 5}, **changes)
    assert await bench.warning() is None
