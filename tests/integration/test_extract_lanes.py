"""An extraction on a real database whose workers die: the same answer, nothing paid twice, no model asked again."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, func, select

from gossamer.bootstrap import SystemClock
from gossamer.core.documents import Document
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.ids import new_id
from gossamer.core.jobs import JobState, Ticket, UrlState
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import FetchedPage
from gossamer.core.prices import PriceTable
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Extraction
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.crawl import JobLimits, Jobs, Lanes, Scraper
from gossamer.features.extract import ExtractPages, Extracts, ExtractStatus
from gossamer.features.scrape import Performed
from gossamer.features.understanding import Understand
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpClient
from gossamer.net.resolver import Resolver
from gossamer.net.robots import HttpRobots
from gossamer.net.sitemaps import HttpSitemaps
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.hosts import SqlHostStore
from gossamer.store.jobs import JobStore, SqlAnswerStore, SqlFrontier
from gossamer.store.schema import ledger
from tests.integration.test_crawl_lanes import TEAM, TableDispatch, Worker, database_setting, ready
from tests.unit.features.understanding.paper import SCHEMA as KETTLE_SCHEMA
from tests.unit.features.understanding.paper import USED, PaperModel, PaperModels, saying, soon, understood

__all__ = ["database_setting", "ready"]

SITE = "https://e.org"
PAGES = 30
DEATHS = 2
LIMITS = JobLimits(concurrency=5)
TOKENS = 150
SCHEMA = {"type": "object", "properties": {"pages": {"type": "array", "items": {"type": "object"}}}}
SPEC = ExtractSpec(
    ScrapeSpec(web_url(SITE), formats=(Json(SCHEMA, "all", evidence=True),)),
    urls=tuple(web_url(f"{SITE}/{number}") for number in range(PAGES)),
)

KETTLES = Json(KETTLE_SCHEMA)


@dataclass
class Model:
    """Reads every page, takes its time, and remembers which pages it was shown."""

    shown: list[WebUrl] = field(default_factory=list)

    async def perform(self, order: ScrapeOrder) -> Performed:
        spec = order.spec
        self.shown.append(spec.url)
        await asyncio.sleep(0.2)
        now = SystemClock().now()
        metadata = {"url": spec.url, "statusCode": 200, "methods": {"json": "model"}}
        document = Document(metadata, json={"pages": [{"url": spec.url, "number": int(spec.url.rpartition("/")[2])}]})
        record = FinishedScrape(new_id(), TEAM, "key", spec.url, 5, now, now, document=document, tokens=TOKENS)
        return Performed(record, "api", document=document, page=FetchedPage(spec.url, 200, {}, b"", now, "http"))


@asynccontextmanager
async def working(setting: str | None, home: Path, model: Scraper) -> AsyncIterator[tuple[Worker, Extracts]]:
    clock, dispatch = SystemClock(), TableDispatch()
    async with AsyncExitStack() as stack:
        database = Database(open_engine(database_url(setting, home)))
        stack.push_async_callback(database.close)
        hosts, store = SqlHostStore(database), JobStore(database, dispatch)
        client = await stack.enter_async_context(HttpClient(Resolver(EgressPolicy.parse(""))))
        lanes = Lanes(
            frontier=SqlFrontier(database, dispatch),
            jobs=store,
            hosts=hosts,
            robots=HttpRobots(client, hosts, clock),
            sitemaps=HttpSitemaps(client),
            scraper=model,
            extracting=ExtractPages(model, PriceTable()),
            clock=clock,
            limits=LIMITS,
            answers=SqlAnswerStore(database),
        )
        jobs = Jobs(store, clock, LIMITS, lanes.wake, prices=PriceTable())
        worker = Worker(database, jobs, lanes)
        task = asyncio.create_task(worker.work())
        try:
            yield worker, Extracts(jobs, web=False, found=10, searched=2)
        finally:
            task.cancel()
            await asyncio.wait([task])
            await killed(worker)


async def killed(worker: Worker) -> list[Ticket]:
    """Cut off every turn that runs; return what they were."""
    tickets = list(worker.tasks.values())
    for task in tuple(worker.tasks):
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    return tickets


async def extracted(worker: Worker, extracts: Extracts, job_id: str) -> ExtractStatus:
    async with asyncio.timeout(100):
        version = -1
        while True:
            version = await worker.jobs.changed(job_id, since=version, seconds=5)
            status = await extracts.status(job_id, TEAM)
            assert status is not None
            if status.job.state.final:
                return status


async def start(extracts: Extracts, spec: ExtractSpec = SPEC) -> str:
    return await extracts.start(spec, team_id=TEAM, key_id="key", called_at="", dialect="v2", idempotency_key=None)


async def test_an_extraction_whose_workers_die_is_that_of_workers_that_live(
    ready: str | None,
    tmp_path: Path,
) -> None:
    model = Model()
    async with working(ready, tmp_path, model) as (worker, extracts):
        calm = await extracted(worker, extracts, await start(extracts))
        model.shown.clear()
        job_id = await start(extracts)
        # What was durable at each death, and how much the model had been shown by then.
        deaths: list[tuple[set[str], int]] = []
        while len(deaths) < DEATHS:
            known = len(deaths[-1][0]) if deaths else 0
            while len(durable := await done_of(worker, job_id)) <= known:
                await worker.jobs.changed(job_id, since=await worker.jobs.version(job_id), seconds=1)
            tickets = await killed(worker)
            deaths.append((durable, len(model.shown)))
            await worker.database.write(partial(begun_again, tickets))
        status = await extracted(worker, extracts, job_id)
        charged = await worker.database.read(partial(charges, job_id))
    assert deaths[-1][0] < {str(url) for url in SPEC.urls}
    assert [durable & set(map(str, model.shown[shown:])) for durable, shown in deaths] == [set()] * DEATHS
    assert status.job.state is JobState.COMPLETED
    assert status.answer is not None
    assert status.answer == calm.answer
    assert [page["number"] for page in status.answer.value["pages"]] == list(range(PAGES))
    assert (status.tokens, status.job.progress.credits_used) == (PAGES * TOKENS, PAGES * 10)
    assert charged == (PAGES * 10, PAGES * TOKENS)


@dataclass
class Reader:
    """Has the model read *left* pages, and never comes to recording one while it is *stuck*."""

    model: PaperModel
    left: int
    stuck: bool = True
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def perform(self, order: ScrapeOrder) -> Performed:
        spec = order.spec
        understand = Understand(PaperModels(self.model), page_tokens=1000)
        [found] = await understand.of((KETTLES,), understood(KETTLES), deadline=soon())
        assert isinstance(found, Extraction)
        self.left -= 1
        if not self.left:
            self.answered.set()
        if self.stuck:
            await asyncio.Event().wait()
        now, tokens = SystemClock().now(), found.usage.tokens
        document = Document({"url": spec.url, "statusCode": 200, "methods": {"json": "model"}}, json=found.value)
        record = FinishedScrape(new_id(), TEAM, "key", spec.url, 5, now, now, document=document, tokens=tokens)
        return Performed(record, "api", document=document, page=FetchedPage(spec.url, 200, {}, b"", now, "http"))


async def test_what_a_model_answered_before_the_death_of_a_worker_is_not_asked_for_again(
    ready: str | None, tmp_path: Path
) -> None:
    said = {"name": "Blue kettle", "price": 39.9}
    few = replace(SPEC, scrape=replace(SPEC.scrape, formats=(KETTLES,)), urls=SPEC.urls[:3])
    reader = Reader(saying(said, said, said), len(few.urls))
    async with working(ready, tmp_path, reader) as (worker, extracts):
        job_id = await start(extracts, few)
        await reader.answered.wait()
        tickets = await killed(worker)
        assert await done_of(worker, job_id) == set()
        reader.stuck = False
        await worker.database.write(partial(begun_again, tickets))
        status = await extracted(worker, extracts, job_id)
        charged = await worker.database.read(partial(charges, job_id))
    assert status.job.state is JobState.COMPLETED
    assert len(reader.model.asked) == len(few.urls)
    assert status.tokens == charged[1] == len(few.urls) * USED.tokens


def begun_again(tickets: Sequence[Ticket], connection: Connection) -> None:
    """Queue the same turns, as an engine does that is started again."""
    for ticket in tickets:
        TableDispatch().lane(connection, ticket)


def charges(job_id: str, connection: Connection) -> tuple[int, int]:
    sums = select(func.sum(ledger.c.credits), func.sum(ledger.c.tokens)).where(ledger.c.reference.like(f"{job_id}%"))
    spent, tokens = connection.execute(sums).one()
    return int(spent), int(tokens)


async def done_of(worker: Worker, job_id: str) -> set[str]:
    done = await worker.jobs.urls(job_id, TEAM, states=frozenset({UrlState.DONE}), after=0, limit=1000)
    return {url.url for url in done}
