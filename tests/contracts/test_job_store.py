import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest
from sqlalchemy import func, insert, select

from gossamer.core.crawls import Reason
from gossamer.core.errors import AlreadyUsed, QueueFull
from gossamer.core.ids import new_id
from gossamer.core.jobs import Job, JobKind, JobState, NewJob, Progress, TeamLoad, Ticket, UrlState
from gossamer.core.seeds import Seeds, read_part, seeds_of, strip_urls
from gossamer.core.urls import web_url
from gossamer.ports.frontier import Chunk, EntryReturned
from gossamer.store.database import Database, open_engine
from gossamer.store.schema import activities, metadata, teams
from tests.contracts.jobs import (
    DAY,
    HOOK,
    HOUR,
    MINUTE,
    NOON,
    OTHER_TEAM,
    SECOND,
    SITE,
    TEAM,
    Bench,
    BrokenDispatch,
    Queued,
    answers_lost,
    batch,
    crawl,
    done,
    failed,
    finish,
    found,
    new_job,
    paths,
    refused,
    sitemap,
    take,
)

ALL: frozenset[UrlState] = frozenset()
PAGES = 10**6


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


async def status(bench: Bench, job: NewJob, at: datetime = NOON) -> Job:
    found_job = await bench.jobs.job(job.job_id, TEAM, now=at)
    assert found_job is not None
    return found_job


async def rows(bench: Bench) -> dict[str, int]:
    """Return how many rows each table has, those alone that have some; the first organization is always there."""
    counts = await bench.database.read(
        lambda c: {
            table.name: c.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }
    )
    return {name: count for name, count in counts.items() if count and name != "organizations"}


# Creating


async def test_a_job_is_read_as_it_was_created(bench: Bench) -> None:
    spec = crawl(limit=7, webhook=HOOK, prompt="Only ☃, please.\x00")
    job = await bench.start(found("/"), spec=spec, called_at="https://api.e.org", dialect="v1")
    assert await status(bench, job) == Job(
        job_id=job.job_id,
        team_id=TEAM,
        key_id=job.key_id,
        kind=JobKind.CRAWL,
        state=JobState.SCRAPING,
        spec=spec,
        progress=Progress(queued=1, known=1, version=1),
        created_at=NOON,
        deadline=NOON + HOUR,
        expires_at=NOON + DAY,
        called_at="https://api.e.org",
        dialect="v1",
    )


async def test_what_a_running_job_has_is_told_to_last_a_day_from_now_however_long_it_may_run(bench: Bench) -> None:
    job = await bench.start(deadline=NOON + 2 * DAY)
    told = [(await status(bench, job, at)).expires_at for at in (NOON, NOON + MINUTE, NOON + DAY + HOUR)]
    assert told == [NOON + DAY, NOON + MINUTE + DAY, NOON + 2 * DAY + HOUR]
    assert await bench.jobs.cancel(job.job_id, TEAM, now=NOON + HOUR)
    assert (await status(bench, job, NOON + 2 * HOUR)).expires_at == NOON + HOUR + DAY


async def test_a_job_and_its_lanes_first_turns_are_there_together(bench: Bench) -> None:
    job = await bench.start(lanes=2)
    assert await bench.turns() == [Queued(Ticket(job.job_id, TEAM, lane, 1)) for lane in (1, 2)]


async def test_a_job_that_cannot_be_queued_is_not_there(bench: Bench) -> None:
    job = new_job()
    with pytest.raises(RuntimeError, match="no engine"):
        await Bench(bench.database, BrokenDispatch()).jobs.create(job, [found("/")], idempotency_key=new_id())
    assert await rows(bench) == {}


async def test_a_job_whose_creation_was_not_heard_of_is_there_once(bench: Bench) -> None:
    with answers_lost(bench.database):
        job = await bench.start(found("/"), found("/a"))
    assert ((await status(bench, job)).progress.queued, len(await bench.queued())) == (2, 1)


async def test_many_seeds_are_all_queued(bench: Bench) -> None:
    job = await bench.start(*(found(f"/{n % 7}") for n in range(10)))
    urls = await bench.jobs.urls(job.job_id, TEAM, states=ALL, after=0, limit=100)
    assert paths(urls) == [f"/{n}" for n in range(7)]


async def test_a_limit_beyond_all_numbers_is_no_limit(bench: Bench) -> None:
    job = await bench.start(limit=10**30)
    assert len((await bench.begin(job)).entries) == 1


@pytest.mark.parametrize("key", ["0b5d6f3e-6e0c-4e5e-9d0a-3a4b1c2d3e4f", "not a UUID, and quite long: " + "x" * 200])
async def test_an_idempotency_key_makes_one_job(bench: Bench, key: str) -> None:
    job, second = new_job(), new_job()
    await bench.jobs.create(job, [found("/")], idempotency_key=key)
    with pytest.raises(AlreadyUsed):
        await bench.jobs.create(second, [found("/")], idempotency_key=key)
    assert await bench.jobs.job(second.job_id, TEAM, now=NOON) is None
    assert len(await bench.turns()) == 1


async def test_an_idempotency_key_is_a_teams_own(bench: Bench) -> None:
    key = new_id()
    await bench.jobs.create(new_job(), [], idempotency_key=key)
    await bench.jobs.create(new_job(team_id=OTHER_TEAM), [], idempotency_key=key)
    assert len(await bench.turns()) == 2


async def test_a_key_was_not_used_by_the_call_that_did_not_hear_of_its_success(bench: Bench) -> None:
    with answers_lost(bench.database):
        await bench.jobs.create(new_job(), [], idempotency_key=new_id())
    assert len(await bench.turns()) == 1


async def test_of_many_who_use_a_key_at_once_one_makes_a_job(bench: Bench) -> None:
    url = bench.database.engine.url.render_as_string(hide_password=False)
    databases = [Database(open_engine(url)) for _ in range(3)]
    key = new_id()
    creations = [
        Bench(one).jobs.create(new_job(), [found("/")], idempotency_key=key) for one in databases for _ in range(4)
    ]
    outcomes = await asyncio.gather(*creations, return_exceptions=True)
    for one in databases:
        await one.close()
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["AlreadyUsed"] * 11 + ["NoneType"]
    assert len(await bench.turns()) == 1


# Reading


async def test_an_unknown_or_foreign_job_is_not_there(bench: Bench) -> None:
    job = await bench.start(refused("/x"))
    entry = (await bench.begin(await bench.start())).entries[0]
    await bench.commit(job, Chunk(done=[done(entry)], warnings=["w"]))
    for job_id, team in [(job.job_id, OTHER_TEAM), (new_id(), TEAM)]:
        assert await bench.jobs.job(job_id, team, now=NOON) is None
        assert await bench.jobs.pages(job_id, team, after=0, limit=9, max_bytes=PAGES) == []
        assert await bench.jobs.urls(job_id, team, states=ALL, after=0, limit=9) == []
        assert await bench.jobs.warnings(job_id, team) == []
        assert await bench.jobs.cancel(job_id, team, now=NOON) is False
    assert (await status(bench, job)).state is JobState.SCRAPING


async def test_an_ended_job_is_there_for_a_day_and_a_running_one_for_ever(bench: Bench) -> None:
    job = await bench.start()
    assert (await status(bench, job, NOON + 9 * DAY)).state is JobState.SCRAPING
    await bench.begin(job)
    await bench.commit(job, plan=finish(), at=NOON + MINUTE)
    assert (await status(bench, job, NOON + MINUTE + DAY - SECOND)).state is JobState.COMPLETED
    assert await bench.jobs.job(job.job_id, TEAM, now=NOON + MINUTE + DAY) is None


async def test_the_version_grows_with_every_change(bench: Bench) -> None:
    job = await bench.start()
    versions = [await bench.jobs.version(job.job_id)]
    [entry] = (await bench.begin(job)).entries
    versions.append(await bench.jobs.version(job.job_id))
    await bench.commit(job, Chunk(done=[done(entry)]))
    versions.append(await bench.jobs.version(job.job_id))
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    versions.append(await bench.jobs.version(job.job_id))
    assert versions == sorted(set(versions))
    assert await bench.jobs.version(new_id()) == 0


async def test_progress_knows_no_more_pages_than_the_limit(bench: Bench) -> None:
    job = await bench.start(*(found(f"/{n}") for n in range(9)), refused("/x"), sitemap("/s.xml"), limit=4)
    await bench.begin(job, plan=take(2))
    assert (await status(bench, job)).progress == Progress(refused=1, in_flight=2, queued=7, known=4, version=2)


async def finished_pages(bench: Bench, count: int) -> NewJob:
    """Return a job with so many pages, which came in the reverse order of discovery."""
    job = await bench.start(*(found(f"/{n}") for n in range(count)))
    entries = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry) for entry in reversed(entries)]))
    return job


async def test_pages_come_in_order_of_completion_and_are_paged_by_position(bench: Bench) -> None:
    job = await finished_pages(bench, 5)
    first = await bench.jobs.pages(job.job_id, TEAM, after=0, limit=2, max_bytes=PAGES)
    rest = await bench.jobs.pages(job.job_id, TEAM, after=2, limit=9, max_bytes=PAGES)
    assert [page.position for page in (*first, *rest)] == [1, 2, 3, 4, 5]
    assert [page.document.metadata["url"] for page in first] == [f"{SITE}/4", f"{SITE}/3"]
    assert await bench.jobs.pages(job.job_id, TEAM, after=5, limit=9, max_bytes=PAGES) == []
    assert await bench.jobs.pages(job.job_id, TEAM, after=0, limit=0, max_bytes=PAGES) == []


async def test_pages_end_before_their_sizes_exceed_the_bound_but_have_the_first(bench: Bench) -> None:
    job = await finished_pages(bench, 3)
    sizes = [page.size for page in await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=PAGES)]

    async def fitting(max_bytes: int) -> list[int]:
        given = await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=max_bytes)
        return [page.position for page in given]

    assert sizes[0] > 30
    assert [await fitting(b) for b in (0, sizes[0], sum(sizes[:2]) - 1, sum(sizes[:2]), sum(sizes))] == [
        [1],
        [1],
        [1],
        [1, 2],
        [1, 2, 3],
    ]


async def test_pages_that_may_not_be_kept_are_counted_and_charged_and_leave_no_gap(bench: Bench) -> None:
    job = await bench.start(*(found(f"/{n}") for n in range(3)))
    first, second, third = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(first), done(second, document=None), done(third)]))
    pages = await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=PAGES)
    assert [(page.position, page.document.metadata["url"]) for page in pages] == [(1, f"{SITE}/0"), (2, f"{SITE}/2")]
    assert ((await status(bench, job)).progress.done, await bench.charged()) == (3, 3)


async def test_urls_are_told_by_their_states(bench: Bench) -> None:
    job = await bench.start(*(found(f"/{n}") for n in range(6)), sitemap("/s.xml"), refused("/x"))
    entries = (await bench.begin(job, plan=take(4))).entries
    chunk = Chunk(
        done=[done(entries[0])], failed=[failed(entries[1])], returned=[EntryReturned(entries[2], NOON + HOUR)]
    )
    await bench.commit(job, chunk, plan=take(0))

    async def in_states(*states: UrlState, after: int = 0, limit: int = 99) -> list[str]:
        return paths(await bench.jobs.urls(job.job_id, TEAM, states=frozenset(states), after=after, limit=limit))

    assert await in_states() == ["/0", "/1", "/2", "/3", "/4", "/5", "/x"]
    assert await in_states(UrlState.DONE) == ["/0"]
    assert await in_states(UrlState.FAILED, UrlState.REFUSED) == ["/1", "/x"]
    assert await in_states(UrlState.RUNNING) == ["/3"]
    assert await in_states(UrlState.QUEUED) == ["/2", "/4", "/5"]
    assert await in_states(UrlState.QUEUED, after=3, limit=1) == ["/4"]


async def test_when_a_job_has_ended_no_url_is_queued_or_running(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    await bench.begin(job, plan=take(1))
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON + SECOND)
    undecided = frozenset({UrlState.QUEUED, UrlState.RUNNING})
    assert await bench.jobs.urls(job.job_id, TEAM, states=undecided, after=0, limit=9) == []
    left = await bench.jobs.urls(job.job_id, TEAM, states=frozenset({UrlState.REFUSED}), after=0, limit=9)
    assert [(url.code, url.reason, url.at) for url in left] == [("CANCELLED", None, NOON + SECOND)] * 2


async def test_each_warning_is_kept_once_in_order_and_there_are_not_many(bench: Bench) -> None:
    job = await bench.start()
    await bench.begin(job)
    await bench.commit(job, Chunk(warnings=["b", "a", "b"]))
    await bench.commit(job, Chunk(warnings=["a", "c"]))
    assert await bench.jobs.warnings(job.job_id, TEAM) == ["b", "a", "c"]
    await bench.commit(job, Chunk(warnings=[str(n) for n in range(1000)]))
    assert len(await bench.jobs.warnings(job.job_id, TEAM)) == 100


async def test_active_jobs_are_the_running_ones_of_the_kind_youngest_first(bench: Bench) -> None:
    old = await bench.start(created_at=NOON - HOUR)
    young, ended = await bench.start(), await bench.start()
    await bench.start(team_id=OTHER_TEAM)
    other_kind = await bench.start(found("/a"), spec=batch("/a"))
    await bench.jobs.cancel(ended.job_id, TEAM, now=NOON)
    assert [job.job_id for job in await bench.jobs.active(TEAM, JobKind.CRAWL)] == [young.job_id, old.job_id]
    [batched] = await bench.jobs.active(TEAM, JobKind.BATCH)
    there = await status(bench, other_kind)
    assert batched == replace(there, expires_at=batched.expires_at)


async def test_a_teams_load_is_that_of_its_running_jobs(bench: Bench) -> None:
    first = await bench.start(*(found(f"/{n}") for n in range(5)))
    await bench.start(*(found(f"/{n}") for n in range(5)), limit=2)
    await bench.start(team_id=OTHER_TEAM)
    cancelled = await bench.start()
    await bench.jobs.cancel(cancelled.job_id, TEAM, now=NOON)
    await bench.begin(first, plan=take(3))
    assert await bench.jobs.load(TEAM, at_once=9, now=NOON) == TeamLoad(jobs=3 - 1, in_flight=3, queued=2 + 2)
    assert await bench.jobs.load(new_id(), at_once=9, now=NOON) == TeamLoad()


async def test_pages_beyond_what_a_job_may_have_under_way_wait(bench: Bench) -> None:
    for _ in range(2):
        job = await bench.start(*(found(f"/{n}") for n in range(5)))
        await bench.begin(job, plan=take(4))
    assert await bench.jobs.load(TEAM, at_once=3, now=NOON) == TeamLoad(jobs=2, in_flight=2 * 3, queued=2 * (1 + 1))


async def test_a_teams_last_success_is_its_youngest_page(bench: Bench) -> None:
    job, second = await bench.start(), await bench.start()
    for number, one in enumerate((job, second), start=1):
        [entry] = (await bench.begin(one)).entries
        await bench.commit(one, Chunk(done=[done(entry)]), at=NOON + number * SECOND)
    assert (await bench.jobs.load(TEAM, at_once=9, now=NOON)).last_success == NOON + 2 * SECOND
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON + MINUTE)
    await bench.jobs.cancel(second.job_id, TEAM, now=NOON + 2 * MINUTE)
    assert (await bench.jobs.load(TEAM, at_once=9, now=NOON)).last_success == NOON + 2 * SECOND


# Ending


async def test_a_job_is_cancelled_once(bench: Bench) -> None:
    job = await bench.start()
    assert await bench.jobs.cancel(job.job_id, TEAM, now=NOON + SECOND)
    ended = await status(bench, job)
    assert (ended.state, ended.finished_at, ended.error) == (JobState.CANCELLED, NOON + SECOND, None)
    assert await bench.jobs.cancel(job.job_id, TEAM, now=NOON + MINUTE) is False
    assert await status(bench, job) == ended


async def test_a_job_that_takes_too_long_fails_with_what_to_do_about_it(bench: Bench) -> None:
    job, in_time = await bench.start(found("/a"), found("/b")), await bench.start(deadline=NOON + HOUR + SECOND)
    entry = (await bench.begin(job)).entries[0]
    await bench.commit(job, Chunk(done=[done(entry)]))
    assert await bench.jobs.overdue(now=NOON + HOUR - SECOND, limit=9) == 0
    assert [await bench.jobs.overdue(now=NOON + HOUR, limit=9) for _ in range(2)] == [1, 0]
    ended = await status(bench, job)
    assert (ended.state, ended.expires_at) == (JobState.FAILED, NOON + HOUR + DAY)
    assert ended.error is not None
    assert "GOSSAMER_JOB_HOURS" in ended.error
    urls = await bench.jobs.urls(job.job_id, TEAM, states=ALL, after=0, limit=9)
    assert [(url.state, url.code) for url in urls] == [(UrlState.DONE, None), (UrlState.REFUSED, "JOB_DEADLINE")]
    assert len(await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=PAGES)) == 1
    assert (await status(bench, in_time)).state is JobState.SCRAPING


async def test_overdue_jobs_are_ended_so_many_at_a_time_the_latest_first(bench: Bench) -> None:
    late = [await bench.start(deadline=NOON + n * MINUTE) for n in (3, 1, 2)]
    assert await bench.jobs.overdue(now=NOON + HOUR, limit=2) == 2
    assert [(await status(bench, job)).state for job in late] == ["scraping", "failed", "failed"]


# Stalling


async def test_a_lane_in_which_nothing_happens_is_stalled(bench: Bench) -> None:
    quiet = await bench.start(found("/a"))
    busy = await bench.start(found("/a"), found("/b"))
    await bench.begin(quiet, at=NOON + SECOND)
    await bench.begin(busy, plan=take(1), at=NOON + SECOND)
    await bench.commit(busy, at=NOON + MINUTE, plan=take(1))
    stalled = await bench.jobs.stalled(quiet_since=NOON + MINUTE - SECOND, limit=9)
    assert stalled == [Ticket(quiet.job_id, TEAM, 1, 1)]
    assert await bench.jobs.stalled(quiet_since=NOON, limit=9) == []


async def test_a_turn_that_was_queued_and_never_begun_is_stalled(bench: Bench) -> None:
    job = await bench.start(lanes=3)
    stalled = await bench.jobs.stalled(quiet_since=NOON, limit=2)
    assert stalled == [Ticket(job.job_id, TEAM, lane, 1) for lane in (1, 2)]


async def test_a_lane_that_sleeps_is_not_stalled_before_it_should_have_woken(bench: Bench) -> None:
    job = await bench.start()
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(returned=[EntryReturned(entry, NOON + HOUR)]))
    assert await bench.jobs.stalled(quiet_since=NOON + HOUR - SECOND, limit=9) == []
    assert await bench.jobs.stalled(quiet_since=NOON + HOUR, limit=9) == [Ticket(job.job_id, TEAM, 1, 2)]


async def test_lanes_of_jobs_that_ended_are_not_stalled(bench: Bench) -> None:
    cancelled, completed = await bench.start(lanes=2), await bench.start(lanes=2)
    await bench.jobs.cancel(cancelled.job_id, TEAM, now=NOON)
    await bench.begin(completed)
    await bench.commit(completed, plan=finish())
    assert await bench.jobs.stalled(quiet_since=NOON + DAY, limit=9) == []


async def test_a_stalled_lane_is_restarted_once(bench: Bench) -> None:
    job = await bench.start()
    ticket = Ticket(job.job_id, TEAM, 1, 1)
    assert [await bench.jobs.restart(ticket, now=NOON + HOUR) for _ in range(2)] == [True, False]
    assert [one.ticket for one in await bench.turns()] == [ticket, replace(ticket, turn=2)]
    assert await bench.jobs.stalled(quiet_since=NOON + HOUR - SECOND, limit=9) == []


async def test_a_lane_of_a_job_that_ended_is_not_restarted(bench: Bench) -> None:
    job = await bench.start()
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    assert await bench.jobs.restart(Ticket(job.job_id, TEAM, 1, 1), now=NOON) is False
    assert await bench.jobs.restart(Ticket(new_id(), TEAM, 1, 1), now=NOON) is False
    assert len(await bench.turns()) == 1


# Adding to a batch


async def completed_batch(bench: Bench, *seeds: str) -> NewJob:
    job = await bench.start(*(found(path) for path in seeds), spec=batch(*seeds))
    entries = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry) for entry in entries]), plan=finish())
    return job


async def test_a_running_batch_takes_more_urls_each_once(bench: Bench) -> None:
    job = await bench.start(found("/a"), spec=batch("/a"))
    assert await bench.jobs.append(job.job_id, TEAM, [found("/b"), found("/a"), found("/b")], now=NOON)
    now = await status(bench, job)
    assert (now.spec, now.progress.known) == (batch("/a", count=2), 2)
    assert paths((await bench.begin(job)).entries) == ["/a", "/b"]


async def test_a_completed_batch_runs_again_with_all_the_time_it_had(bench: Bench) -> None:
    job = await completed_batch(bench, "/a")
    assert await bench.jobs.append(job.job_id, TEAM, [found("/b")], now=NOON + 2 * HOUR)
    again = await status(bench, job)
    assert (again.state, again.finished_at, again.deadline) == (JobState.SCRAPING, None, NOON + 3 * HOUR)
    assert await bench.jobs.overdue(now=NOON + 2 * HOUR, limit=9) == 0
    turn = await bench.begin(job, turn=2, at=NOON + 2 * HOUR)
    await bench.commit(job, Chunk(done=[done(turn.entries[0])]), turn=2, plan=finish(), at=NOON + 2 * HOUR)
    ended = await status(bench, job)
    assert (ended.state, ended.progress.done, ended.expires_at) == (JobState.COMPLETED, 2, NOON + 2 * HOUR + DAY)


async def test_what_a_batch_left_over_stays_refused_when_it_runs_again(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), spec=batch("/a", "/b"))
    await bench.begin(job, plan=take(1))
    await bench.commit(job, plan=finish(Reason.LIMIT))
    await bench.jobs.append(job.job_id, TEAM, [found("/c")], now=NOON)
    assert paths((await bench.begin(job, turn=2)).entries) == ["/c"]
    urls = await bench.jobs.urls(job.job_id, TEAM, states=ALL, after=0, limit=9)
    assert [(url.state, url.code) for url in urls] == [
        (UrlState.REFUSED, "LIMIT_REACHED"),
        (UrlState.REFUSED, "LIMIT_REACHED"),
        (UrlState.RUNNING, None),
    ]
    assert (await status(bench, job)).progress.refused == 2


async def test_a_completed_batch_that_gets_nothing_new_stays_completed(bench: Bench) -> None:
    job = await completed_batch(bench, "/a")
    assert await bench.jobs.append(job.job_id, TEAM, [found("/a")], now=NOON)
    assert ((await status(bench, job)).state, len(await bench.turns())) == (JobState.COMPLETED, 1)


async def test_an_addition_that_was_not_heard_of_is_made_once(bench: Bench) -> None:
    job = await completed_batch(bench, "/a")
    with answers_lost(bench.database):
        assert await bench.jobs.append(job.job_id, TEAM, [found("/b")], now=NOON)
    now = await status(bench, job)
    assert (now.spec, now.progress.known, len(await bench.turns())) == (batch("/a", count=2), 2, 2)


async def test_there_is_no_adding_to_what_is_no_batch_or_was_ended(bench: Bench) -> None:
    a_crawl, ended = await bench.start(), await bench.start(found("/a"), spec=batch("/a"))
    await bench.jobs.cancel(ended.job_id, TEAM, now=NOON)
    old, running = await completed_batch(bench, "/a"), await bench.start(found("/a"), spec=batch("/a"))
    for job_id, team in [
        (a_crawl.job_id, TEAM),
        (ended.job_id, TEAM),
        (old.job_id, TEAM),
        (new_id(), TEAM),
        (running.job_id, OTHER_TEAM),
    ]:
        assert await bench.jobs.append(job_id, team, [found("/b")], now=NOON + DAY) is False
    assert (await status(bench, running)).progress.known == 1


# Seeds in parts


def many(count: int) -> Seeds:
    """Return the seeds of a batch of *count* pages in parts of three."""
    return seeds_of(batch(*(f"/{n}" for n in range(count))))


@pytest.fixture
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gossamer.core.seeds._PART", 3)


@pytest.mark.usefixtures("_small_parts")
async def test_a_batch_that_is_recorded_in_parts_is_like_any_other(bench: Bench) -> None:
    seeds = many(10)
    job = new_job(spec=strip_urls(batch(*(f"/{n}" for n in range(10))), seeds))
    with answers_lost(bench.database, times=5):
        await bench.jobs.create(job, seeds, lanes=2)
    there = await status(bench, job)
    assert (there.state, there.finished_at, there.progress.queued, there.progress.known) == ("scraping", None, 10, 10)
    urls = await bench.jobs.urls(job.job_id, TEAM, states=ALL, after=0, limit=100)
    assert paths(urls) == [f"/{n}" for n in range(10)]
    assert await bench.turns() == [Queued(Ticket(job.job_id, TEAM, lane, 1)) for lane in (1, 2)]
    again = [entry for part in seeds.parts for entry in read_part(part)]
    assert await bench.jobs.append(job.job_id, TEAM, [*again, found("/more")], now=NOON)
    assert (await status(bench, job)).progress.known == 11
    begun = await bench.begin(job)
    await bench.commit(job, Chunk(done=[done(entry) for entry in begun.entries]))
    assert (await status(bench, job)).progress.done == 11


@pytest.mark.usefixtures("_small_parts")
async def test_a_batch_that_was_not_recorded_to_its_end_is_no_job_and_leaves_nothing(bench: Bench) -> None:
    job, key = new_job(spec=batch("/0")), new_id()
    with pytest.raises(RuntimeError, match="no engine"):
        await Bench(bench.database, BrokenDispatch()).jobs.create(job, many(10), idempotency_key=key)
    assert await bench.jobs.job(job.job_id, TEAM, now=NOON) is None
    assert await bench.jobs.active(TEAM, JobKind.BATCH) == []
    assert await bench.jobs.overdue(now=NOON + DAY, limit=9) == 0
    assert await bench.jobs.load(TEAM, at_once=9, now=NOON) == TeamLoad()
    await swept(bench, NOON + 2 * HOUR, 4)
    assert await rows(bench) == {}
    await bench.jobs.create(job, many(10), idempotency_key=key)
    assert (await status(bench, job)).progress.queued == 10


async def test_teams_that_start_at_once_never_have_more_waiting_than_they_may(bench: Bench) -> None:
    url = bench.database.engine.url.render_as_string(hide_password=False)
    databases = [Database(open_engine(url)) for _ in range(3)]
    benches = [Bench(each, queue=100) for each in databases]
    team = {"id": TEAM, "name": "T", "created_at": 0}
    await bench.database.write(lambda c: c.execute(insert(teams), team))
    seeds = many(60)
    spec = strip_urls(batch(*(f"/{n}" for n in range(60))), seeds)
    starts = [benches[n % 3].jobs.create(new_job(spec=spec), seeds) for n in range(5)]
    outcomes = await asyncio.gather(*starts, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", *["QueueFull"] * 4]
    running = (await bench.jobs.active(TEAM, JobKind.BATCH))[0].job_id
    appended = [
        one.jobs.append(running, TEAM, [found(f"/{n}{i}") for i in range(30)], now=NOON)
        for n, one in enumerate(benches)
    ]
    answers = await asyncio.gather(*appended, return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["QueueFull", "QueueFull", "bool"]
    with pytest.raises(QueueFull, match="90 pages of this team are waiting and 11 more would exceed 100"):
        await benches[0].jobs.check_room(TEAM, 11, now=NOON)
    await benches[0].jobs.check_room(TEAM, 10, now=NOON)
    await benches[0].jobs.create(new_job(team_id=OTHER_TEAM), [found("/")])
    for each in databases:
        await each.close()


# Forgetting


async def swept(bench: Bench, at: datetime, limit: int) -> tuple[list[int], Sequence[str]]:
    """Forget until nothing is left to forget; return the counts and the names of blobs."""
    counts: list[int] = []
    blobs: list[str] = []
    while (expired := await bench.jobs.expire(now=at, limit=limit)).count:
        counts.append(expired.count)
        blobs += expired.blobs
    return counts, sorted(blobs)


async def test_nothing_is_left_of_a_job_but_its_charges_and_its_key(bench: Bench) -> None:
    job = new_job(webhook=HOOK)
    await bench.jobs.create(job, [found("/a"), found("/b"), sitemap("/s"), refused("/x")], idempotency_key=new_id())
    first, second, _ = (await bench.begin(job)).entries
    page = done(first, "/alias", blobs=("a.png", "b.pdf"))
    await bench.commit(job, Chunk(done=[page], failed=[failed(second)], warnings=["w"], discovered=[found("/c")]))
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    assert await swept(bench, NOON + DAY - SECOND, 100) == ([], [])
    counts, blobs = await swept(bench, NOON + DAY, 4)
    assert blobs == ["a.png", "b.pdf"]
    assert counts[:-1] == [4] * (len(counts) - 1)
    assert await rows(bench) == {"ledger": 1, "usage_days": 1, "activities": 1, "idempotency_keys": 1}
    assert await bench.scrapes.document(page.record.scrape_id, TEAM, now=NOON) is None


async def test_a_job_that_runs_is_not_forgotten(bench: Bench) -> None:
    job, ended = await bench.start(found("/a")), await bench.start(found("/a"), found("/b"))
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)], discovered=[found("/b")]))
    await bench.jobs.cancel(ended.job_id, TEAM, now=NOON)
    counts, _ = await swept(bench, NOON + 30 * DAY, 100)
    assert len(counts) == 1
    assert await bench.jobs.job(ended.job_id, TEAM, now=NOON) is None
    assert len(await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=PAGES)) == 1
    assert len(await bench.jobs.urls(job.job_id, TEAM, states=ALL, after=0, limit=9)) == 2


async def forget(bench: Bench, job: NewJob, team_id: str = TEAM, *, limit: int = 100) -> int:
    return await bench.jobs.forget_results(job.job_id, team_id, now=NOON, until=NOON + MINUTE, limit=limit)


async def test_results_of_a_job_that_has_ended_can_be_forgotten_before_the_job(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    entries = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry) for entry in entries]))
    assert await forget(bench, job) == 0
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    assert await forget(bench, job, OTHER_TEAM) == 0
    assert len(await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=PAGES)) == 2
    assert [await forget(bench, job, limit=1) for _ in range(3)] == [1, 1, 0]
    assert await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=PAGES) == []
    left = await status(bench, job)
    assert (left.state, left.progress.done, left.expires_at) == (JobState.CANCELLED, 2, NOON + MINUTE)
    [warning] = await bench.jobs.warnings(job.job_id, TEAM)
    assert "zero data retention" in warning


async def test_a_page_is_kept_as_long_as_its_job_whatever_its_own_time(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), deadline=NOON + 5 * DAY)
    [entry] = (await bench.begin(job, plan=take(1))).entries
    page = done(entry, expires_at=NOON + DAY)
    await bench.commit(job, Chunk(done=[page]))
    assert (await bench.scrapes.expire(now=NOON + 4 * DAY, limit=9)).count == 0
    await bench.commit(job, plan=finish(), at=NOON + 4 * DAY)
    assert (await bench.scrapes.expire(now=NOON + 5 * DAY - SECOND, limit=9)).count == 0
    [kept] = await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=PAGES)
    assert kept.document == page.record.document
    await swept(bench, NOON + 5 * DAY, 100)
    assert await bench.scrapes.document(page.record.scrape_id, TEAM, now=NOON) is None


async def test_a_key_is_remembered_for_a_month(bench: Bench) -> None:
    key = new_id()
    job = new_job()
    await bench.jobs.create(job, [], idempotency_key=key)
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    await swept(bench, NOON + 29 * DAY, 100)
    with pytest.raises(AlreadyUsed):
        await bench.jobs.create(new_job(), [], idempotency_key=key)
    await swept(bench, NOON + 30 * DAY, 100)
    await bench.jobs.create(new_job(), [], idempotency_key=key)


async def test_a_job_is_noted_among_what_its_team_asked_for(bench: Bench) -> None:
    crawled = new_job(spec=crawl(url=web_url("https://me:secret@e.org/docs")), dialect="v1")
    scraped = new_job(spec=batch("/a", "/b"))
    for job in (crawled, scraped):
        await bench.jobs.create(job, [found("/a")])
    query = select(activities.c.id, activities.c.operation, activities.c.dialect, activities.c.target)
    noted = await bench.database.read(lambda connection: {tuple(row) for row in connection.execute(query)})
    assert noted == {
        (crawled.job_id, "crawl", "v1", "https://e.org/docs"),
        (scraped.job_id, "batch_scrape", "v2", "https://e.org/a"),
    }
