"""What jobs may spend: set aside for each page in flight, and never more than there is."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from gossamer.core.crawls import Entry, Reason
from gossamer.core.ids import new_id
from gossamer.core.jobs import JobState, NewJob, Ticket, UrlState
from gossamer.features.crawl.lane_planning import JobPlanner
from gossamer.features.crawl.limits import JobLimits
from gossamer.ports.frontier import Chunk, EntryReturned
from gossamer.store.credits import SqlCreditStore
from gossamer.store.database import Database
from tests.contracts.credits import account, bound, make_team, sums
from tests.contracts.jobs import (
    HOUR,
    MINUTE,
    NOON,
    SECOND,
    TEAM,
    Bench,
    crawl,
    done,
    failed,
    found,
    new_job,
    seen,
    sitemap,
    take,
)

KEY = new_id()
PRICE = 2


@pytest.fixture
async def bench(database: Database) -> Bench:
    await make_team(database, TEAM)
    return await Bench(database).prepare()


async def started(bench: Bench, pages: int, **changes: object) -> NewJob:
    """Start a crawl with so many pages, each of which costs PRICE."""
    job = new_job(**{"key_id": KEY, "page_price": PRICE, "limit": 1000} | changes)
    await bench.jobs.create(job, [found(f"/{n}") for n in range(pages)])
    return job


def planner(job: NewJob) -> JobPlanner:
    """Return the planner that lanes really have."""
    return JobPlanner.of(job.spec, JobLimits(concurrency=10))


def scraped(entries: Sequence[Entry], price: int = PRICE) -> Chunk:
    return Chunk(done=[done(entry, credits=price) for entry in entries])


async def test_no_more_pages_are_taken_than_can_be_paid(bench: Bench) -> None:
    await bound(bench.database, TEAM, 7)
    job = await started(bench, 10)
    assert len((await bench.begin(job)).entries) == 3
    assert await account(bench.database, TEAM) == (0, 6)


async def test_sitemaps_cost_nothing(bench: Bench) -> None:
    await bound(bench.database, TEAM, 0)
    job = new_job(key_id=KEY, page_price=PRICE)
    await bench.jobs.create(job, [sitemap("/s"), found("/a")])
    assert [entry.url for entry in (await bench.begin(job)).entries] == ["https://e.org/s"]


async def test_what_pages_cost_is_used_and_what_was_set_aside_for_them_is_given_back(bench: Bench) -> None:
    await bound(bench.database, TEAM, 100)
    await bound(bench.database, KEY, 50, team_id=TEAM)
    job = await started(bench, 10)
    entries = (await bench.begin(job, plan=take(6))).entries
    back = EntryReturned(entries[3], NOON + MINUTE)
    chunk = Chunk(done=[done(entries[0], credits=PRICE), done(entries[1], credits=9)], failed=[failed(entries[2])])
    await bench.commit(job, replace(chunk, returned=[back]), plan=take(0))
    # Two are in flight still; the second one had a surcharge that nobody knew before.
    assert await account(bench.database, TEAM) == await account(bench.database, KEY) == (11, 4)
    assert (await sums(bench.database, TEAM))["summed"] == 11


async def test_credits_that_come_free_are_taken_in_the_same_commit(bench: Bench) -> None:
    await bound(bench.database, TEAM, 6)
    job = await started(bench, 10)
    entries = (await bench.begin(job)).entries
    given = await bench.commit(job, Chunk(failed=[failed(entries[0]), failed(entries[1])]))
    assert len(given.entries) == 2
    assert await account(bench.database, TEAM) == (0, 6)


@pytest.mark.parametrize("ending", ["cancelled", "overdue", "finished"])
async def test_a_job_that_ends_gives_back_what_its_pages_had(bench: Bench, ending: str) -> None:
    await bound(bench.database, TEAM, 100)
    job = await started(bench, 10)
    entries = (await bench.begin(job, plan=take(5))).entries
    match ending:
        case "cancelled":
            await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
        case "overdue":
            assert await bench.jobs.overdue(now=NOON + HOUR, limit=5) == 1
        case _:
            await bench.commit(job, plan=planner(replace(job, spec=crawl(limit=0))))
    assert await account(bench.database, TEAM) == (0, 0)
    late = await bench.commit(job, scraped(entries))
    assert not late.committed
    assert await account(bench.database, TEAM) == (0, 0)


async def test_a_worker_that_dies_leaves_nothing_set_aside_twice(bench: Bench) -> None:
    await bound(bench.database, TEAM, 10)
    job = await started(bench, 10)
    first = await bench.begin(job, holder="dies")
    second = await bench.begin(job, holder="lives")
    assert len(first.entries) == len(second.entries) == 5
    assert await account(bench.database, TEAM) == (0, 10)
    assert not (await bench.commit(job, scraped(first.entries), holder="dies")).committed
    await bench.commit(job, scraped(second.entries), holder="lives", plan=take(0))
    assert await account(bench.database, TEAM) == (10, 0)


async def test_a_job_whose_credits_ran_out_is_completed_and_says_so(bench: Bench) -> None:
    await bound(bench.database, TEAM, 5)
    job = await started(bench, 10)
    entries = (await bench.begin(job, plan=planner(job))).entries
    assert (await bench.commit(job, scraped(entries), plan=planner(job))).over
    ended = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert ended is not None
    assert (ended.state, ended.progress.done, ended.progress.credits_used) == (JobState.COMPLETED, 2, 4)
    urls = await bench.jobs.urls(job.job_id, TEAM, states=frozenset({UrlState.REFUSED}), after=0, limit=100)
    assert [url.code for url in urls] == [Reason.CREDITS] * 8
    assert "credits" in (await bench.jobs.warnings(job.job_id, TEAM))[0]
    assert await account(bench.database, TEAM) == (4, 0)


async def test_a_job_waits_for_credits_that_others_have_set_aside(bench: Bench) -> None:
    await bound(bench.database, TEAM, 4)
    reservation = await SqlCreditStore(bench.database).reserve(TEAM, KEY, 4, now=NOON, until=NOON + MINUTE)
    job = await started(bench, 10)
    assert await bench.frontier.begin(Ticket(job.job_id, TEAM, 1, 1), "h", planner(job), now=NOON) is None
    waiting = (await bench.turns())[-1]
    assert (waiting.ticket.turn, waiting.after) == (2, SECOND)
    assert reservation is not None
    await SqlCreditStore(bench.database).release(reservation, now=NOON)
    assert len((await bench.begin(job, turn=2, plan=planner(job))).entries) == 2


async def test_a_bound_that_is_set_while_a_job_runs_holds_from_its_next_commit(bench: Bench) -> None:
    job = await started(bench, 30)
    entries = (await bench.begin(job, plan=take(10))).entries
    await bound(bench.database, TEAM, 25)
    assert await account(bench.database, TEAM) == (0, 20)
    given = await bench.commit(job, scraped(entries[:4]), plan=take(100))
    assert len(given.entries) == 2
    assert await account(bench.database, TEAM) == (8, 16)


async def test_a_job_from_before_prices_were_kept_is_charged_and_not_held_back(bench: Bench) -> None:
    await bound(bench.database, TEAM, 3)
    job = await started(bench, 5, page_price=0)
    await bench.commit(job, scraped((await bench.begin(job)).entries))
    assert await account(bench.database, TEAM) == (10, 0)


async def test_a_planner_is_told_what_can_be_paid(bench: Bench) -> None:
    counts, plan = seen(take(2))
    job = await started(bench, 10)
    await bench.begin(job, plan=plan)
    await bound(bench.database, TEAM, 9)
    await bench.commit(job, plan=plan)
    await bound(bench.database, TEAM, 1)
    await bench.commit(job, plan=plan)
    assert [(one.payable, one.spent) for one in counts] == [(None, False), (2, False), (0, True)]


async def test_jobs_and_scrapes_of_one_team_spend_to_the_last_credit_and_no_further(bench: Bench) -> None:
    await bound(bench.database, TEAM, 120)
    jobs = [await started(bench, 40) for _ in range(4)]
    books = SqlCreditStore(bench.database)
    # As many as processes would have.
    benches = [bench, *(Bench(bench.database) for _ in jobs[1:])]
    denied = 0

    async def crawled(one: Bench, job: NewJob) -> None:
        turn = 1
        while True:
            ticket = Ticket(job.job_id, TEAM, 1, turn)
            begun = await one.frontier.begin(ticket, "h", planner(job), now=NOON)
            entries = begun.entries if begun else ()
            while entries:
                entries = (await one.commit(job, scraped(entries), turn=turn, plan=planner(job))).entries
            if not await one.frontier.is_running(job.job_id):
                return
            turn += 1

    async def scrape() -> None:
        nonlocal denied
        reservation = await books.reserve(TEAM, new_id(), PRICE, now=NOON, until=NOON + HOUR)
        if reservation is None:
            denied += 1
            return
        await asyncio.sleep(0)
        await books.release(reservation, now=NOON)

    await asyncio.gather(*(crawled(*one) for one in zip(benches, jobs, strict=True)), *(scrape() for _ in range(40)))
    ended = [await bench.jobs.job(job.job_id, TEAM, now=NOON) for job in jobs]
    assert sum(job.progress.credits_used for job in ended if job) == 120
    assert await sums(bench.database, TEAM) | {"charges": 0, "entries": 0} == {
        "entries": 0,
        "entered": 120,
        "charges": 0,
        "summed": 120,
    }
    assert await account(bench.database, TEAM) == (120, 0)
