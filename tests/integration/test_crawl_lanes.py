"""Crawls and batches of a real site on a real database, worked on by one worker or two."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import BigInteger, Column, Integer, MetaData, Table, Text, create_engine, func, insert, select, text
from sqlalchemy import update as set_in

from gossamer.bootstrap import SystemClock
from gossamer.content.offload import Offload
from gossamer.core.crawls import BatchSpec, CrawlScope, CrawlSpec, Reason, SitemapUse
from gossamer.core.ids import new_id
from gossamer.core.jobs import Job, JobState, JobUrl, Ticket, UrlState
from gossamer.core.prices import PriceTable
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl import JobLimits, Jobs, JobStanding, Lanes
from gossamer.features.scrape import Scraping
from gossamer.fetchers.http import HttpFetcher
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpClient
from gossamer.net.resolver import Resolver
from gossamer.net.robots import HttpRobots
from gossamer.net.sitemaps import HttpSitemaps
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.hosts import SqlHostStore
from gossamer.store.jobs import JobStore, SqlFrontier
from gossamer.store.migration import migrate
from gossamer.store.schema import ledger
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.site.graph import Graph, GraphSite, running_graph

TEAM = new_id()
FRESH = CachePolicy(max_age=timedelta(0), store=False)
NO_SITEMAPS = CrawlScope(sitemap=SitemapUse.SKIP)
LIMITS = JobLimits(concurrency=20)
_turns = Table(
    "turns_of_the_test",
    MetaData(),
    Column("number", Integer, primary_key=True),
    Column("job_id", Text, nullable=False),
    Column("lane", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("taken", Integer, nullable=False),
)


class TableDispatch:
    """Queues turns in a table, in the transaction that makes them, as an engine does."""

    async def ready(self) -> None:
        return None

    def lane(self, connection: Any, ticket: Ticket, *, after: timedelta = timedelta(0)) -> None:
        due = _millis(datetime.now(UTC) + after)
        row = {"job_id": ticket.job_id, "lane": ticket.lane, "turn": ticket.turn, "due": due, "taken": 0}
        connection.execute(insert(_turns), row)

    def delivery(self, connection: Any, ticket: Any, *, after: timedelta = timedelta(0)) -> None:
        raise AssertionError("no job here has a webhook")


def _millis(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


@dataclass
class Worker:
    """One process's worth of a service: its own connections and its own memory."""

    database: Database
    jobs: Jobs
    lanes: Lanes
    tasks: dict[asyncio.Task[None], Ticket] = field(default_factory=dict)

    async def work(self) -> None:
        """Take turns that are due, one after the other, and run them beside each other."""
        while True:
            ticket = await self.database.write(_taken)
            if ticket is None:
                await asyncio.sleep(0.01)
                continue
            task = asyncio.create_task(self.lanes.run(ticket))
            self.tasks[task] = ticket
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        ticket = self.tasks.pop(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            raise AssertionError(ticket.name) from error


def _taken(connection: Any) -> Ticket | None:
    due = (_turns.c.taken == 0, _turns.c.due <= _millis(datetime.now(UTC)))
    query = select(_turns).where(*due).order_by(_turns.c.number).limit(1).with_for_update(skip_locked=True)
    row = connection.execute(query).first()
    if row is None:
        return None
    connection.execute(set_in(_turns).where(_turns.c.number == row.number).values(taken=1))
    return Ticket(row.job_id, TEAM, row.lane, row.turn)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_setting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | None]:
    """What `GOSSAMER_DATABASE_URL` would be, for an empty database."""
    if request.param == "sqlite":
        yield None
        return
    server = request.getfixturevalue("postgres_url")
    name = f"crawl_{new_id().replace('-', '')}"
    admin = create_engine(server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        yield server.replace("/postgres?", f"/{name}?")
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@asynccontextmanager
async def worker(setting: str | None, home: Path) -> AsyncIterator[Worker]:
    clock, dispatch = SystemClock(), TableDispatch()
    async with AsyncExitStack() as stack:
        database = Database(open_engine(database_url(setting, home)))
        stack.push_async_callback(database.close)
        hosts, store, scrapes = SqlHostStore(database), JobStore(database, dispatch), ScrapeStore(database)
        client = await stack.enter_async_context(HttpClient(Resolver(EgressPolicy.parse("127.0.0.1"))))
        scraping = Scraping(
            fetchers=[HttpFetcher(client, clock)],
            pages=scrapes,
            scrapes=scrapes,
            blobs=ObjectBlobs(str(home / "blobs"), clock),
            offload=await stack.enter_async_context(Offload()),
            clock=clock,
            prices=PriceTable(),
        )
        lanes = Lanes(
            frontier=SqlFrontier(database, dispatch),
            jobs=store,
            hosts=hosts,
            robots=HttpRobots(client, hosts, clock),
            sitemaps=HttpSitemaps(client),
            scraper=scraping,
            clock=clock,
            limits=LIMITS,
        )
        one = Worker(database, Jobs(store, clock, LIMITS, lanes.wake, prices=PriceTable()), lanes)
        working = asyncio.create_task(one.work())
        try:
            yield one
        finally:
            working.cancel()
            await asyncio.wait([working])
            for task in tuple(one.tasks):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


@pytest.fixture
async def ready(database_setting: str | None, tmp_path: Path) -> str | None:
    """Return the setting of a database with the newest schema."""
    engine = open_engine(database_url(database_setting, tmp_path))
    await asyncio.to_thread(migrate, engine)
    _turns.metadata.create_all(engine)
    engine.dispose()
    return database_setting


async def start(worker: Worker, url: str, *, scope: CrawlScope = NO_SITEMAPS, **changes: Any) -> str:
    spec = CrawlSpec(web_url(url), ScrapeSpec(web_url(url), cache=FRESH), scope=scope, **changes)
    return await worker.jobs.start_crawl(
        spec, team_id=TEAM, key_id="key", called_at="", dialect="v2", idempotency_key=None
    )


async def ended(worker: Worker, job_id: str, seconds: float = 60) -> JobStanding:
    """Return the job once it has ended."""
    version = -1
    async with asyncio.timeout(seconds):
        while True:
            version = await worker.jobs.changed(job_id, since=version, seconds=5)
            status = await worker.jobs.status(job_id, TEAM)
            assert status is not None
            if status.job.state.final:
                return status


async def met(worker: Worker, job_id: str) -> dict[str, JobUrl]:
    """Return everything the job met, by path; each URL must be there once."""
    urls = await worker.jobs.urls(job_id, TEAM, states=frozenset(), after=0, limit=100_000)
    by_path = {url.url.split("/", 3)[3]: url for url in urls}
    assert len(by_path) == len(urls)
    return by_path


async def credits_of(worker: Worker) -> int:
    return int(await worker.database.read(lambda c: c.execute(select(func.sum(ledger.c.credits))).scalar()) or 0)


def pages_asked_for(site: GraphSite) -> Counter[str]:
    return Counter(hit.target for hit in site.hits if hit.target != "/robots.txt")


async def test_every_url_of_a_site_is_a_page_or_has_its_reason(ready: str | None, tmp_path: Path) -> None:
    graph = Graph(
        pages=120,
        links=4,
        tagged=10,
        redirects=8,
        copies=8,
        missing=5,
        failing=5,
        dead=1,
        flaky=2,
        private=6,
        excluded=6,
        files=6,
        external=("http://127.0.0.1:9/x",),
        sitemap_urls=20,
    )
    with running_graph(graph) as site:
        async with worker(ready, tmp_path) as one:
            scope = CrawlScope(exclude_paths=("^/excluded/",))
            job = (await ended(one, await start(one, site.url(), scope=scope))).job
            urls = await met(one, job.job_id)
            charged = await credits_of(one)
    kinds = Counter((_role(path, urls, graph), url.state, url.code) for path, url in urls.items())
    assert kinds == {
        ("", UrlState.DONE, None): 1,
        ("page", UrlState.DONE, None): 119,
        ("deep", UrlState.DONE, None): 20,
        ("missing", UrlState.DONE, None): 5,
        ("failing", UrlState.DONE, None): 5,
        ("flaky", UrlState.DONE, None): 2,
        ("dead", UrlState.FAILED, "SCRAPE_SITE_ERROR"): 1,
        ("old", UrlState.REFUSED, Reason.DUPLICATE): 8,
        ("older", UrlState.REFUSED, Reason.DUPLICATE): 4,
        ("copy", UrlState.REFUSED, Reason.DUPLICATE): 8,
        ("private", UrlState.REFUSED, Reason.ROBOTS): 6,
        ("excluded", UrlState.REFUSED, Reason.EXCLUDED): 6,
        ("file", UrlState.REFUSED, Reason.FILE_TYPE): 6,
        ("x", UrlState.REFUSED, Reason.EXTERNAL): 1,
    }
    assert job.state is JobState.COMPLETED
    assert charged == job.progress.done == 152
    asked = pages_asked_for(site)
    assert not [target for target in asked if target.startswith(("/private", "/excluded", "/file"))]
    assert max(asked[path] for path in graph.paths()[1:] if not path.endswith(tuple("01234567"))) == 1


def _role(path: str, urls: dict[str, JobUrl], graph: Graph) -> str:
    """Return what *path* is; of a page and its copy, fetched beside each other, the one that came first is the page."""
    names = {path: path.partition("/")[0]}
    for copy in (one for one in urls if one.startswith("copy/") and urls[one].state is UrlState.DONE):
        names |= {copy: "page", graph.original(f"/{copy}")[1:]: "copy"}
    return names[path]


async def test_two_workers_share_a_crawl_and_its_limit_is_exact(ready: str | None, tmp_path: Path) -> None:
    with running_graph(Graph(pages=500, links=6, latency=0.01)) as site:
        async with worker(ready, tmp_path) as one, worker(ready, tmp_path) as other:
            job = (await ended(one, await start(one, site.url(), limit=333))).job
            pages = await other.jobs.pages(job.job_id, TEAM, after=0, limit=1000, max_bytes=10**9)
            charged = await credits_of(one)
    assert len(pages) == job.progress.done == charged == 333
    assert [page.position for page in pages] == list(range(1, 334))
    assert set(pages_asked_for(site).values()) == {1}
    assert site.hits[0].target == "/robots.txt"


async def test_a_crawl_survives_its_workers(ready: str | None, tmp_path: Path) -> None:
    rng = random.Random(7)
    with running_graph(Graph(pages=400, links=5, latency=0.05)) as site:
        async with worker(ready, tmp_path) as one:
            job_id = await start(one, site.url())
            ending = asyncio.create_task(ended(one, job_id))
            killed = 0
            while not ending.done():
                await one.jobs.changed(job_id, since=await one.jobs.version(job_id), seconds=0.5)
                killed += await _kill(one, rng) if killed < 8 else 0
            job = (await ending).job
            urls = await met(one, job_id)
            charged = await credits_of(one)
    assert killed >= 8
    assert {path for path, url in urls.items() if url.state is UrlState.DONE} == {p[1:] for p in site.graph.paths()}
    assert job.progress.done == charged == 400


async def _kill(one: Worker, rng: random.Random) -> int:
    """End some turns in the middle of their work; they are begun again, as when a process died."""
    victims = [task for task in one.tasks if rng.random() < 0.7]
    tickets = [one.tasks[task] for task in victims]
    for task in victims:
        task.cancel()
    if victims:
        await asyncio.wait(victims)

    def queue_again(connection: Any) -> None:
        for ticket in tickets:
            TableDispatch().lane(connection, ticket)

    await one.database.write(queue_again)
    return len(victims)


async def test_a_cancelled_crawl_stops_at_once(ready: str | None, tmp_path: Path) -> None:
    with running_graph(Graph(pages=5000, links=10, latency=0.05)) as site:
        async with worker(ready, tmp_path) as one:
            job_id = await start(one, site.url())
            await one.jobs.changed(job_id, since=1, seconds=10)
            await one.jobs.cancel(job_id, TEAM)
            async with asyncio.timeout(2):
                while one.tasks:
                    await asyncio.wait(one.tasks)
            done = (await ended(one, job_id)).job
            asked = len(site.hits)
            await asyncio.to_thread(_settled, site)
            charged = await credits_of(one)
    assert done.state is JobState.CANCELLED
    assert charged == done.progress.done
    assert len(site.hits) <= asked + LIMITS.concurrency


def _settled(site: GraphSite) -> None:
    while site.in_flight:
        time.sleep(0.01)


async def test_the_pace_of_robots_txt_is_kept_by_all_workers(ready: str | None, tmp_path: Path) -> None:
    with running_graph(Graph(pages=8, crawl_delay=0.3)) as site:
        async with worker(ready, tmp_path) as one, worker(ready, tmp_path):
            job = (await ended(one, await start(one, site.url()))).job
    began = sorted(hit.began for hit in site.hits_of("/") if hit.target != "/robots.txt")
    assert job.progress.done == 8
    # On a busy machine the first request may come late, and the next ones then too early by as much; two workers that
    # keep a pace of their own each would be twice as fast.
    assert all(at - began[0] > 0.3 * number - 0.6 for number, at in enumerate(began))


async def test_a_site_that_disallows_everything_is_left_alone_and_says_so(ready: str | None, tmp_path: Path) -> None:
    with running_graph(Graph(pages=30, robots="closed", sitemap="missing")) as site:
        async with worker(ready, tmp_path) as one:
            status = await ended(one, await start(one, site.url(), scope=CrawlScope()))
    assert status.job.progress.done == 0
    assert "robots.txt disallows 1 URL" in str(status.warning)
    assert not site.hits_of("/page")


async def test_a_large_sitemap_is_read_no_further_than_the_limit_needs(ready: str | None, tmp_path: Path) -> None:
    graph = Graph(pages=5, sitemap_urls=30_000, sitemap_file=10_000)
    with running_graph(graph) as site:
        async with worker(ready, tmp_path) as one:
            job = (await ended(one, await start(one, site.url(), scope=CrawlScope(), limit=40))).job
            urls = await met(one, job.job_id)
    assert job.progress.done == 40
    assert len(urls) < 5000


async def test_a_batch_gives_every_address_its_page(ready: str | None, tmp_path: Path) -> None:
    with running_graph(Graph(pages=40, missing=1, redirects=3)) as site:
        paths = [*site.graph.paths(), "/old/1", "/private/1", "/missing/0", "/"]
        urls = tuple(web_url(site.url(path)) for path in paths)
        async with worker(ready, tmp_path) as one:
            job_id = await one.jobs.start_batch(
                BatchSpec(urls, ScrapeSpec(urls[0], cache=FRESH)),
                team_id=TEAM,
                key_id="key",
                called_at="",
                dialect="v2",
                idempotency_key=None,
            )
            job: Job = (await ended(one, job_id)).job
            assert job.progress.done == len(paths)
            more = BatchSpec((web_url(site.url("/private/2")),), ScrapeSpec(urls[0]), append_to=job_id)
            await one.jobs.start_batch(
                more, team_id=TEAM, key_id="key", called_at="", dialect="v2", idempotency_key=None
            )
            job = (await ended(one, job_id)).job
    assert job.progress.done == len(paths) + 1
