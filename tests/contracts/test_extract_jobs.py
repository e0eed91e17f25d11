"""What jobs of extractions need of the store: sources, failures, prices that are learnt, and their own events."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from gossamer.core.crawls import Discovered, EntryKind
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.ids import new_id
from gossamer.core.jobs import DeliveryTicket, Job, JobKind, JobState, NewJob, UrlState
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl.lane_planning import JobPlanner
from gossamer.features.crawl.limits import JobLimits
from gossamer.ports.frontier import Chunk, Plan, SitemapDone
from gossamer.ports.webhooks import Delivered
from gossamer.store.database import Database
from gossamer.store.schema import activities, ledger
from tests.contracts.credits import account, bound, make_team
from tests.contracts.jobs import HOOK, NOON, SITE, TEAM, Bench, done, failed, found, new_job, take

KEY = new_id()
WANTED = Json({"type": "object", "properties": {"name": {"type": "string"}}}, "names", evidence=True)
HOME = web_url(SITE + "/")
SPEC = ExtractSpec(ScrapeSpec(HOME, formats=(WANTED,)), urls=(web_url(SITE + "/a"), web_url(SITE + "/b")))


@pytest.fixture
async def bench(database: Database) -> Bench:
    await make_team(database, TEAM)
    return await Bench(database).prepare()


def source(path: str) -> Discovered:
    return found(path, kind=EntryKind.SOURCE, depth=1)


def planner(job: NewJob) -> JobPlanner:
    """The planner that lanes really have."""
    return JobPlanner.of(job.spec, JobLimits(concurrency=10))


async def status(bench: Bench, job: NewJob) -> Job:
    there = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert there is not None
    return there


async def test_an_extraction_is_a_job_of_its_own_kind(bench: Bench) -> None:
    job = await bench.start(found("/a"), spec=SPEC)
    there = await status(bench, job)
    assert (there.kind, there.spec) == (JobKind.EXTRACT, SPEC)
    assert [one.job_id for one in await bench.jobs.active(TEAM, JobKind.EXTRACT)] == [job.job_id]
    assert await bench.jobs.active(TEAM, JobKind.BATCH) == []


async def test_its_activity_tells_what_it_is_about(bench: Bench) -> None:
    prompt = Json(prompt="Wer baut Radnetze?\x00 http://[")
    named = await bench.start(spec=replace(SPEC, urls=(web_url("https://u:p@e.org/a"),)))
    asked = await bench.start(spec=ExtractSpec(ScrapeSpec(HOME, formats=(prompt,)), web_search=True, found=3))
    rows = await bench.database.read(lambda c: c.execute(select(activities.c.id, activities.c.target)).all())
    targets = {row.id: row.target for row in rows}
    assert targets == {named.job_id: "https://e.org/a", asked.job_id: "Wer baut Radnetze?\ufffd http://["}


async def test_a_source_is_taken_as_a_page_is_but_is_none(bench: Bench) -> None:
    job = await bench.start(found("/a"), source("/"), spec=replace(SPEC, sites=(HOME,), found=5))
    entries = (await bench.begin(job)).entries
    assert {entry.kind for entry in entries} == {EntryKind.PAGE, EntryKind.SOURCE}
    assert (await status(bench, job)).progress.known == 1
    urls = await bench.jobs.urls(job.job_id, TEAM, states=frozenset(), after=0, limit=10)
    assert [url.url for url in urls] == [SITE + "/a"]


async def test_what_a_source_leads_to_is_kept_with_it_once(bench: Bench) -> None:
    job = await bench.start(source("/"), spec=replace(SPEC, urls=(), sites=(HOME,), found=5))
    [entry] = (await bench.begin(job)).entries
    chunk = Chunk(sitemaps=[SitemapDone(entry)], discovered=[found("/x", depth=1, rank=1)])
    assert [one.url for one in (await bench.commit(job, chunk)).entries] == [SITE + "/x"]
    assert (await bench.commit(job, chunk)).entries == ()
    progress = (await status(bench, job)).progress
    assert (progress.known, progress.in_flight) == (1, 1)


async def test_it_ends_when_its_pages_are_done_and_no_source_is_left(bench: Bench) -> None:
    job = await bench.start(source("/"), spec=replace(SPEC, urls=(), sites=(HOME,), found=5))
    [entry] = (await bench.begin(job, plan=planner(job))).entries
    more = await bench.commit(job, Chunk(sitemaps=[SitemapDone(entry)], discovered=[found("/x")]), plan=planner(job))
    assert not more.over
    assert (await bench.commit(job, Chunk(done=[done(more.entries[0])]), plan=planner(job))).over
    assert (await status(bench, job)).state is JobState.COMPLETED


async def test_it_has_failed_when_no_page_could_be_had(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), spec=replace(SPEC, webhook=HOOK))
    entries = (await bench.begin(job, plan=planner(job))).entries
    await bench.commit(job, Chunk(failed=[failed(entry) for entry in entries]), plan=planner(job))
    there = await status(bench, job)
    assert there.state is JobState.FAILED
    assert there.error == "No page could be read, so there is nothing to extract from."
    assert await events(bench, job) == [("extract.started", None), ("extract.failed", there.error)]


async def test_it_is_completed_with_the_pages_that_could_be_had(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), spec=replace(SPEC, webhook=HOOK))
    one, other = (await bench.begin(job, plan=planner(job))).entries
    await bench.commit(job, Chunk(done=[done(one)], failed=[failed(other)]), plan=planner(job))
    assert (await status(bench, job)).state is JobState.COMPLETED
    # Its pages are no results of their own: nobody is told of them.
    assert await events(bench, job) == [("extract.started", None), ("extract.completed", None)]


async def events(bench: Bench, job: NewJob) -> list[tuple[str, str | None]]:
    """Deliver everything, and return what was told, in order."""
    told: list[tuple[str, str | None]] = []
    tickets = [one.ticket for one in await bench.deliveries() if isinstance(one.ticket, DeliveryTicket)]
    for ticket in tickets:
        while bag := await bench.outbox.due(ticket, now=NOON, limit=10):
            told += [(event.type, event.error) for event in bag.events]
            await bench.outbox.settle(ticket, [Delivered(e.sequence) for e in bag.events], now=NOON)
    return told


async def test_who_pays_has_one_page_read_first_and_then_as_many_as_that_price_allows(bench: Bench) -> None:
    await bound(bench.database, TEAM, 100)
    job = new_job(key_id=KEY, page_price=5, spec=replace(SPEC, urls=tuple(web_url(f"{SITE}/{n}") for n in range(9))))
    await bench.jobs.create(job, [found(f"/{n}") for n in range(9)])
    [first] = (await bench.begin(job, plan=planner(job))).entries
    assert await account(bench.database, TEAM) == (0, 5)
    more = await bench.commit(job, Chunk(done=[done(first, credits=30, tokens=450)]), plan=planner(job))
    # 70 are left, and each further page may cost as much as the first.
    assert len(more.entries) == 2
    assert await account(bench.database, TEAM) == (30, 60)


async def test_what_was_set_aside_agrees_with_the_pages_in_flight_when_the_price_has_changed(bench: Bench) -> None:
    await bound(bench.database, TEAM, 1000)
    job = new_job(key_id=KEY, page_price=5, spec=SPEC)
    await bench.jobs.create(job, [found(f"/{n}") for n in range(4)])
    one, other = (await bench.begin(job, plan=take(2))).entries
    await bench.commit(job, Chunk(done=[done(one, credits=40)]), plan=take(0))
    assert await account(bench.database, TEAM) == (40, 40)
    await bench.commit(job, Chunk(done=[done(other, credits=7)]), plan=_finish)
    assert await account(bench.database, TEAM) == (47, 0)


def _finish(_counts: object) -> Plan:
    return Plan(finish=True)


async def test_who_has_no_bound_has_pages_read_at_once(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), spec=SPEC, page_price=5)
    assert len((await bench.begin(job, plan=planner(job))).entries) == 2


async def test_tokens_stand_beside_the_credits_in_the_ledger(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), spec=SPEC)
    pages = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(page, credits=30, tokens=450) for page in pages]))
    rows = await bench.database.read(lambda c: c.execute(select(ledger)).all())
    assert [(row.operation, row.credits, row.tokens) for row in rows] == [("extract", 60, 900)]


async def test_its_pages_are_read_with_what_was_found_in_them(bench: Bench) -> None:
    job = await bench.start(found("/a"), spec=SPEC)
    [entry] = (await bench.begin(job)).entries
    scraped = done(entry)
    assert scraped.record.document is not None
    told = {"/name": {"url": SITE + "/a", "quote": "Orb", "place": "h1", "method": "deterministic"}}
    document = replace(scraped.record.document, json={"name": "Orb"}, evidence=told)
    await bench.commit(job, Chunk(done=[replace(scraped, record=replace(scraped.record, document=document))]))
    [page] = await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=10**6)
    assert (page.document.json, page.document.evidence) == ({"name": "Orb"}, told)
    [url] = await bench.jobs.urls(job.job_id, TEAM, states=frozenset({UrlState.DONE}), after=0, limit=9)
    assert url.scrape_id == page.scrape_id


async def test_a_source_that_another_one_led_to_is_taken_with_its_pages(bench: Bench) -> None:
    job = await bench.start(source("/search"), spec=replace(SPEC, web_search=True, found=9))
    first = await bench.begin(job, plan=take(9))
    wider = replace(source("/search/more"), depth=2)
    chunk = Chunk(sitemaps=[SitemapDone(first.entries[0])], discovered=[replace(found("/w"), depth=1, rank=1), wider])
    then = await bench.commit(job, chunk, plan=take(9))
    assert {(entry.kind, entry.depth, str(entry.url)) for entry in then.entries} == {
        (EntryKind.PAGE, 1, SITE + "/w"),
        (EntryKind.SOURCE, 2, SITE + "/search/more"),
    }
