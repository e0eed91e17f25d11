import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select

from gossamer.core.crawls import EntryKind, Reason, Refusal
from gossamer.core.documents import Document
from gossamer.core.ids import new_id
from gossamer.core.jobs import DeliveryTicket, Job, JobState, NewJob, Ticket, UrlState
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url
from gossamer.ports.frontier import Chunk, EntryRefused, EntryReturned, Plan, SitemapDone
from gossamer.ports.scrapes import PageKey
from gossamer.ports.webhooks import Delivered
from gossamer.store.database import Database, open_engine
from gossamer.store.schema import fingerprints
from tests.contracts.jobs import (
    DAY,
    HOOK,
    HOUR,
    MINUTE,
    NOON,
    SECOND,
    SITE,
    TEAM,
    Bench,
    BrokenDispatch,
    Queued,
    answers_lost,
    done,
    failed,
    finish,
    found,
    paths,
    refused,
    seen,
    sitemap,
    take,
    until,
)


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


async def status(bench: Bench, job: NewJob) -> Job:
    found_job = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert found_job is not None
    return found_job


async def told(bench: Bench, job: NewJob) -> dict[str, tuple[UrlState, str | None]]:
    """Return what is told of each URL, by its path."""
    urls = await bench.jobs.urls(job.job_id, TEAM, states=frozenset(), after=0, limit=1000)
    assert [url.position for url in urls] == sorted({url.position for url in urls})
    return {path: (url.state, url.code) for path, url in zip(paths(urls), urls, strict=True)}


# Turns


async def test_a_turn_begins_with_the_entries_its_plan_takes(bench: Bench) -> None:
    job = await bench.start(found("/"), found("/a"), found("/b"))
    turn = await bench.begin(job, plan=take(2))
    assert (paths(turn.entries), turn.job.job_id, turn.job.spec) == (["/", "/a"], job.job_id, job.spec)


@pytest.mark.parametrize(("lane", "turn"), [(1, 2), (1, 0), (2, 1)])
async def test_a_ticket_that_is_not_the_lanes_current_one_is_void(bench: Bench, lane: int, turn: int) -> None:
    job = await bench.start()
    assert await bench.frontier.begin(Ticket(job.job_id, TEAM, lane, turn), "h", take(1), now=NOON) is None


async def test_a_ticket_of_an_unknown_job_is_void(bench: Bench) -> None:
    assert await bench.frontier.begin(Ticket(new_id(), TEAM, 1, 1), "h", take(1), now=NOON) is None


async def test_entries_are_taken_by_rank_and_then_in_order_of_discovery(bench: Bench) -> None:
    job = await bench.start(found("/deep", rank=2), found("/b", rank=1), found("/a", rank=1), found("/top"))
    assert paths((await bench.begin(job, plan=take(3))).entries) == ["/top", "/b", "/a"]
    assert paths((await bench.commit(job)).entries) == ["/deep"]


async def test_a_plan_bounds_pages_and_not_sitemaps(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), sitemap("/one.xml"), sitemap("/two.xml"))
    turn = await bench.begin(job, plan=take(3, pages=1))
    assert paths(turn.entries) == ["/a", "/one.xml", "/two.xml"]
    assert [entry.kind for entry in turn.entries] == [EntryKind.PAGE, EntryKind.SITEMAP, EntryKind.SITEMAP]


async def test_two_lanes_never_get_the_same_entry(bench: Bench) -> None:
    job = await bench.start(*(found(f"/{n}") for n in range(6)), lanes=2)
    first, second = await bench.begin(job, lane=1, plan=take(4)), await bench.begin(job, lane=2, plan=take(4))
    assert paths([*first.entries, *second.entries]) == [f"/{n}" for n in range(6)]


async def test_counts_are_of_what_the_frontier_holds_after_the_chunk(bench: Bench) -> None:
    job = await bench.start(found("/"), found("/a"), found("/b"), sitemap("/s.xml"), refused("/x"), lanes=2)
    turn = await bench.begin(job, plan=take(3))
    counts, plan = seen(take(0))
    chunk = Chunk(
        done=[done(turn.entries[0])],
        failed=[failed(turn.entries[1])],
        discovered=[found("/c"), found("/a")],
        returned=[EntryReturned(turn.entries[2], NOON + MINUTE)],
    )
    await bench.commit(job, chunk, plan=plan)
    [one] = counts
    assert (one.done, one.failed, one.in_flight, one.queued, one.sitemaps) == (1, 1, 0, 2, 1)
    assert (one.ready, one.held, one.lanes, one.next_ready) == (2, 0, 2, NOON + MINUTE)


# Chunks


async def test_a_page_that_is_done_is_a_page_of_the_job_charged_and_readable(bench: Bench) -> None:
    job = await bench.start()
    page = done((await bench.begin(job)).entries[0])
    next_ = await bench.commit(job, Chunk(done=[page]), plan=finish())
    [kept] = await bench.jobs.pages(job.job_id, TEAM, after=0, limit=10, max_bytes=10**6)
    assert (kept.scrape_id, kept.position, kept.document) == (page.record.scrape_id, 1, page.record.document)
    assert await bench.scrapes.document(page.record.scrape_id, TEAM, now=NOON) == page.record.document
    assert (next_.over, next_.committed, await bench.charged()) == (True, True, 1)


async def test_links_are_entries_once_however_often_they_are_met(bench: Bench) -> None:
    job = await bench.start()
    turn = await bench.begin(job)
    again = [found("/a"), found("/b"), found("/a"), found("/")]
    next_ = await bench.commit(job, Chunk(done=[done(turn.entries[0])], discovered=again))
    assert paths(next_.entries) == ["/a", "/b"]
    assert (await bench.commit(job, Chunk(discovered=again))).entries == ()
    assert list(await told(bench, job)) == ["/", "/a", "/b"]


async def test_positions_have_no_gaps(bench: Bench) -> None:
    job = await bench.start(found("/"), found("/a"))
    await bench.begin(job)
    await bench.commit(job, Chunk(discovered=[found("/a"), refused("/x"), found("/"), found("/b")]))
    urls = await bench.jobs.urls(job.job_id, TEAM, states=frozenset(), after=0, limit=10)
    assert [(url.position, path) for url, path in zip(urls, paths(urls), strict=True)] == [
        (1, "/"),
        (2, "/a"),
        (3, "/x"),
        (4, "/b"),
    ]


async def test_a_page_that_failed_says_why_and_costs_nothing(bench: Bench) -> None:
    job = await bench.start()
    failure = failed((await bench.begin(job)).entries[0], message="Half a character: \ud83d, and a NUL: \x00.")
    await bench.commit(job, Chunk(failed=[failure]), plan=finish())
    [url] = await bench.jobs.urls(job.job_id, TEAM, states=frozenset({UrlState.FAILED}), after=0, limit=9)
    assert (url.code, url.reason) == ("SCRAPE_TIMEOUT", "Half a character: ?, and a NUL: \ufffd.")
    assert failure.record is not None
    assert url.scrape_id == failure.record.scrape_id
    assert (await status(bench, job)).state is JobState.COMPLETED
    assert await bench.charged() == 0


async def test_a_failure_that_costs_is_charged(bench: Bench) -> None:
    job = await bench.start()
    failure = failed((await bench.begin(job)).entries[0])
    assert failure.record is not None
    chunk = Chunk(failed=[replace(failure, record=replace(failure.record, credits=1))])
    await bench.commit(job, chunk)
    assert (await bench.charged(), (await status(bench, job)).progress.credits_used) == (1, 1)


async def test_an_entry_can_be_refused_when_it_comes(bench: Bench) -> None:
    job = await bench.start()
    entry = (await bench.begin(job)).entries[0]
    await bench.commit(job, Chunk(refused=[EntryRefused(entry, Refusal(Reason.ROBOTS, "The site says no."))]))
    [url] = await bench.jobs.urls(job.job_id, TEAM, states=frozenset({UrlState.REFUSED}), after=0, limit=9)
    assert (url.code, url.reason) == ("ROBOTS", "The site says no.")


async def test_an_entry_that_is_returned_waits_for_its_time(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), found("/c"))
    turn = await bench.begin(job, plan=take(2))
    returned = [
        EntryReturned(turn.entries[0], NOON + MINUTE, tried=True),
        EntryReturned(turn.entries[1], NOON, rank=7),
    ]
    now = await bench.commit(job, Chunk(returned=returned), plan=take(5))
    assert [(path, entry.tries) for path, entry in zip(paths(now.entries), now.entries, strict=True)] == [
        ("/c", 0),
        ("/b", 0),
    ]
    early = await bench.commit(job, plan=take(5), at=NOON + MINUTE - SECOND)
    late = await bench.commit(job, plan=take(5), at=NOON + MINUTE)
    assert (early.entries, [(entry.position, entry.tries) for entry in late.entries]) == ((), [(1, 1)])
    kept = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert kept is not None
    assert (kept.delays, kept.delayed) == (1, MINUTE)


async def test_a_sitemap_is_no_page(bench: Bench) -> None:
    job = await bench.start(sitemap("/s.xml"))
    entry = (await bench.begin(job)).entries[0]
    counts, plan = seen(finish())
    await bench.commit(job, Chunk(sitemaps=[SitemapDone(entry, problem="It is no XML.")]), plan=plan)
    assert (counts[0].sitemaps, counts[0].done, counts[0].failed) == (0, 0, 0)
    assert await told(bench, job) == {}
    assert (await status(bench, job)).progress.done == 0


async def test_a_sitemap_in_flight_is_still_a_sitemap_to_read(bench: Bench) -> None:
    job = await bench.start(sitemap("/s.xml"))
    counts, plan = seen(take(0))
    await bench.begin(job)
    await bench.commit(job, plan=plan)
    assert (counts[0].sitemaps, counts[0].held, counts[0].ready, counts[0].in_flight) == (1, 1, 0, 0)


async def test_the_page_kept_for_later_is_found_as_after_a_single_scrape(bench: Bench) -> None:
    job = await bench.start()
    key = PageKey(TEAM, "f" * 32)
    fetched = FetchedPage(web_url(SITE), 200, {"content-type": "text/html"}, b"<p>hi", NOON, "http")
    page = done((await bench.begin(job)).entries[0], page_key=key, page=fetched)
    await bench.commit(job, Chunk(done=[page]))
    assert await bench.scrapes.find(key, not_before=None, not_after=None) == fetched


async def test_the_home_of_a_crawl_is_kept_until_there_is_another(bench: Bench) -> None:
    job = await bench.start()
    await bench.begin(job)
    await bench.commit(job, Chunk(home=web_url("https://www.e.org/start")))
    await bench.commit(job, Chunk())
    assert (await status(bench, job)).home == "https://www.e.org/start"


async def test_a_page_is_charged_once_however_often_it_is_committed(bench: Bench) -> None:
    job = await bench.start(found("/"), found("/a"))
    entry = (await bench.begin(job)).entries[0]
    twice_in_one = Chunk(done=[done(entry), done(entry)], failed=[failed(entry)])
    await bench.commit(job, twice_in_one)
    await bench.commit(job, Chunk(done=[done(entry)], returned=[EntryReturned(entry, NOON)]))
    progress = (await status(bench, job)).progress
    assert (progress.done, progress.failed, progress.credits_used, await bench.charged()) == (1, 0, 1, 1)
    assert len(await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=10**6)) == 1


async def test_what_another_lane_holds_cannot_be_committed(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), lanes=2)
    mine, others = await bench.begin(job, lane=1, plan=take(1)), await bench.begin(job, lane=2, plan=take(1))
    await bench.commit(job, Chunk(done=[done(mine.entries[0]), done(others.entries[0])]), lane=1)
    assert await told(bench, job) == {"/a": (UrlState.DONE, None), "/b": (UrlState.RUNNING, None)}


# A commit whose answer is lost


async def test_a_commit_whose_answer_was_lost_gives_the_same_when_it_is_repeated(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), found("/c"))
    entry = (await bench.begin(job, plan=take(1))).entries[0]
    with answers_lost(bench.database, 1):
        next_ = await bench.commit(job, Chunk(done=[done(entry)], discovered=[found("/d")]), plan=take(2))
    assert (paths(next_.entries), next_.committed) == (["/b", "/c"], True)
    assert (await bench.charged(), (await status(bench, job)).progress.version) == (1, 3)
    assert paths((await bench.commit(job)).entries) == ["/d"]


async def test_a_turn_that_was_handed_on_unheard_is_handed_on_once(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    entry = (await bench.begin(job, plan=take(1))).entries[0]
    with answers_lost(bench.database, 1):
        next_ = await bench.commit(job, Chunk(done=[done(entry)]), hand_on=True)
    assert (next_.over, next_.committed) == (True, True)
    assert [one.ticket.turn for one in await bench.turns()] == [1, 2]


async def test_a_job_that_ended_unheard_has_ended_once(bench: Bench) -> None:
    job = await bench.start()
    entry = (await bench.begin(job)).entries[0]
    with answers_lost(bench.database, 1):
        next_ = await bench.commit(job, Chunk(done=[done(entry)]), plan=finish())
    assert (next_.over, next_.committed, (await status(bench, job)).progress.done) == (True, True, 1)


async def test_a_turn_that_began_unheard_begins_with_the_same_entries(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    with answers_lost(bench.database, 1):
        turn = await bench.begin(job, plan=lambda counts: Plan(take=1 - counts.held, take_pages=1))
    assert [(path, entry.tries) for path, entry in zip(paths(turn.entries), turn.entries, strict=True)] == [("/a", 0)]


# Dead and frozen workers


async def test_a_new_holder_takes_over_what_a_dead_one_held(bench: Bench) -> None:
    job = await bench.start(*(found(f"/{n}") for n in range(4)))
    entries = (await bench.begin(job, holder="dead", plan=take(3))).entries
    await bench.commit(job, Chunk(done=[done(entries[0])]), holder="dead", plan=take(0))
    over = await bench.begin(job, holder="alive", plan=take(0))
    assert [(path, entry.tries) for path, entry in zip(paths(over.entries), over.entries, strict=True)] == [
        ("/1", 1),
        ("/2", 1),
    ]


async def test_what_a_frozen_worker_commits_afterwards_changes_nothing(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    [entry] = (await bench.begin(job, holder="frozen", plan=take(1))).entries
    taken_over = await bench.begin(job, holder="new", plan=take(0))
    late = await bench.commit(job, Chunk(done=[done(entry)], discovered=[found("/c")]), holder="frozen")
    assert (late.entries, late.over, late.committed) == ((), True, False)
    assert (await bench.charged(), len(await bench.queued())) == (0, 1)
    await bench.commit(job, Chunk(done=[done(taken_over.entries[0])]), holder="new", plan=take(0))
    assert await told(bench, job) == {"/a": (UrlState.DONE, None), "/b": (UrlState.QUEUED, None)}
    assert await bench.charged() == 1


async def test_a_restarted_lane_is_not_the_old_turns_any_more(bench: Bench) -> None:
    job = await bench.start()
    [entry] = (await bench.begin(job)).entries
    assert await bench.jobs.restart(Ticket(job.job_id, TEAM, 1, 1), now=NOON)
    assert not (await bench.commit(job, Chunk(done=[done(entry)]))).committed
    [again] = (await bench.begin(job, turn=2, holder="new")).entries
    assert (again.url, again.tries) == (entry.url, 1)


async def test_entries_handed_on_were_not_tried_in_vain(bench: Bench) -> None:
    job = await bench.start()
    await bench.begin(job)
    await bench.commit(job, hand_on=True)
    [entry] = (await bench.begin(job, turn=2, holder="next")).entries
    assert entry.tries == 0


# The end of a turn


async def test_a_turn_that_is_handed_on_queues_the_next_and_takes_nothing(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    entry = (await bench.begin(job, plan=take(1))).entries[0]
    next_ = await bench.commit(job, Chunk(done=[done(entry)]), hand_on=True, pause=5 * SECOND)
    assert (next_.entries, next_.over, next_.committed) == ((), True, True)
    assert await bench.turns() == [
        Queued(Ticket(job.job_id, TEAM, 1, 1)),
        Queued(Ticket(job.job_id, TEAM, 1, 2), 5 * SECOND),
    ]
    assert not (await bench.commit(job)).committed
    assert paths((await bench.begin(job, turn=2)).entries) == ["/b"]


async def test_what_is_still_held_stays_with_a_lane_that_is_handed_on(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), lanes=2)
    await bench.begin(job, plan=take(2))
    await bench.commit(job, hand_on=True)
    assert paths((await bench.begin(job, turn=2, plan=take(0))).entries) == ["/a", "/b"]


async def test_a_lane_without_work_is_closed_while_others_run(bench: Bench) -> None:
    job = await bench.start(found("/a"), lanes=2)
    await bench.begin(job, lane=1)
    assert await bench.frontier.begin(Ticket(job.job_id, TEAM, 2, 1), "h", take(1), now=NOON) is None
    counts, plan = seen(take(0))
    await bench.commit(job, plan=plan)
    assert counts[0].lanes == 1
    assert len(await bench.turns()) == 2


async def test_the_last_lane_sleeps_until_the_first_waiting_entry_is_ready(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    first, second = (await bench.begin(job)).entries
    returned = [EntryReturned(first, NOON + HOUR), EntryReturned(second, NOON + MINUTE)]
    assert (await bench.commit(job, Chunk(returned=returned))).over
    assert (await bench.turns())[-1] == Queued(Ticket(job.job_id, TEAM, 1, 2), MINUTE)
    assert paths((await bench.begin(job, turn=2, at=NOON + MINUTE)).entries) == ["/b"]


async def test_a_pause_is_kept_when_the_first_waiting_entry_is_ready_before(bench: Bench) -> None:
    job = await bench.start()
    [entry] = (await bench.begin(job)).entries
    chunk = Chunk(returned=[EntryReturned(entry, NOON + SECOND)])
    await bench.commit(job, chunk, hand_on=True, pause=MINUTE)
    assert (await bench.turns())[-1].after == MINUTE


async def test_a_job_that_has_not_ended_keeps_a_lane_whatever_its_plan_says(bench: Bench) -> None:
    job = await bench.start(found("/a"))
    assert await bench.frontier.begin(Ticket(job.job_id, TEAM, 1, 1), "h", take(0), now=NOON) is None
    assert (await bench.turns())[-1] == Queued(Ticket(job.job_id, TEAM, 1, 2), SECOND)


async def test_lanes_are_added_and_closed_ones_used_again(bench: Bench) -> None:
    job = await bench.start(*(found(f"/{n}") for n in range(4)))
    await bench.begin(job, plan=take(1, new_lanes=2))
    assert await bench.frontier.begin(Ticket(job.job_id, TEAM, 2, 1), "h", take(0), now=NOON) is None
    await bench.commit(job, plan=take(0, new_lanes=2))
    lanes = [(one.ticket.lane, one.ticket.turn) for one in await bench.turns() if isinstance(one.ticket, Ticket)]
    assert lanes == [(1, 1), (2, 1), (3, 1), (2, 2), (4, 1)]
    counts, plan = seen(take(1))
    await bench.begin(job, lane=2, turn=2, plan=plan)
    assert counts[0].lanes == 4


async def test_a_turn_that_cannot_be_queued_leaves_everything_as_it_was(bench: Bench) -> None:
    job = await bench.start()
    [entry] = (await bench.begin(job)).entries
    before = await status(bench, job)
    with pytest.raises(RuntimeError, match="no engine"):
        await Bench(bench.database, BrokenDispatch()).commit(
            job, Chunk(done=[done(entry)], discovered=[found("/a")]), hand_on=True
        )
    assert (await status(bench, job), await bench.charged()) == (before, 0)
    assert (await bench.commit(job, Chunk(done=[done(entry)]))).committed


# The end of a job


async def test_a_plan_that_finishes_ends_the_job_and_refuses_what_was_left(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), found("/c"), lanes=2)
    entry = (await bench.begin(job, plan=take(1))).entries[0]
    await bench.begin(job, lane=2, plan=take(1))
    chunk = Chunk(done=[done(entry)], discovered=[refused("/x")])
    assert (await bench.commit(job, chunk, plan=finish(Reason.LIMIT), at=NOON + MINUTE)).over
    assert await told(bench, job) == {
        "/a": (UrlState.DONE, None),
        "/b": (UrlState.REFUSED, "LIMIT_REACHED"),
        "/c": (UrlState.REFUSED, "LIMIT_REACHED"),
        "/x": (UrlState.REFUSED, "EXTERNAL_LINK"),
    }
    ended = await status(bench, job)
    assert (ended.state, ended.finished_at, ended.expires_at) == (
        JobState.COMPLETED,
        NOON + MINUTE,
        NOON + MINUTE + DAY,
    )
    progress = ended.progress
    assert (progress.done, progress.refused, progress.in_flight, progress.queued, progress.known) == (1, 3, 0, 0, 1)


async def test_after_its_end_nothing_of_a_job_changes(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), lanes=2)
    await bench.begin(job, lane=1, plan=take(1))
    [entry] = (await bench.begin(job, lane=2, plan=take(1))).entries
    await bench.commit(job, plan=finish())
    before = await status(bench, job)
    late = await bench.commit(job, Chunk(done=[done(entry)], discovered=[found("/c")]), lane=2)
    assert (late.entries, late.over, late.committed) == ((), True, False)
    assert await bench.frontier.begin(Ticket(job.job_id, TEAM, 2, 1), "h", take(1), now=NOON) is None
    assert (await status(bench, job), await bench.charged()) == (before, 0)
    assert await bench.frontier.is_running(job.job_id) is False


async def test_what_was_in_flight_when_a_job_was_cancelled_is_not_stored(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    first, second = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(first)]))
    assert await bench.frontier.is_running(job.job_id)
    assert await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    page = done(second)
    assert not (await bench.commit(job, Chunk(done=[page]))).committed
    assert await told(bench, job) == {"/a": (UrlState.DONE, None), "/b": (UrlState.REFUSED, "CANCELLED")}
    assert await bench.scrapes.document(page.record.scrape_id, TEAM, now=NOON) is None
    assert await bench.charged() == 1


# Limits


async def test_a_job_never_takes_more_pages_than_its_limit(bench: Bench) -> None:
    job = await bench.start(*(found(f"/{n}") for n in range(5)), limit=3)
    turn = await bench.begin(job)
    assert len(turn.entries) == 3
    next_ = await bench.commit(job, Chunk(done=[done(turn.entries[0])], failed=[failed(turn.entries[1])]))
    assert paths(next_.entries) == ["/3"]


async def test_the_limit_is_exact_with_many_lanes_in_many_processes(bench: Bench, several: list[Bench]) -> None:
    limit = 60
    job = await bench.start(*(found(f"/{n}") for n in range(20)), limit=limit)
    await asyncio.gather(*(crawling(one, job, until(limit, lanes=6)) for one in several))
    ended = await status(bench, job)
    assert (ended.state, ended.progress.done, ended.progress.credits_used) == (JobState.COMPLETED, limit, limit)
    pages = await bench.jobs.pages(job.job_id, TEAM, after=0, limit=1000, max_bytes=10**9)
    assert [page.position for page in pages] == list(range(1, limit + 1))
    assert len({page.document.metadata["url"] for page in pages}) == limit
    assert await bench.charged() == limit


@pytest.fixture
async def several(database: Database) -> AsyncIterator[list[Bench]]:
    """Benches with connections and threads of their own, as other processes have."""
    url = database.engine.url.render_as_string(hide_password=False)
    databases = [Database(open_engine(url)) for _ in range(3)]
    yield [Bench(one) for one in databases]
    for one in databases:
        await one.close()


async def crawling(bench: Bench, job: NewJob, plan: Any) -> None:
    """Work at whatever turn is queued, as a worker does, until the job has ended.

    Each page that is done leads to two that nobody knew; the first try at some of them fails.
    """
    holder = new_id()
    while await bench.frontier.is_running(job.job_id):
        for queued in await bench.turns():
            ticket = queued.ticket
            assert isinstance(ticket, Ticket)
            turn = await bench.frontier.begin(ticket, holder, plan, now=NOON)
            entries = turn.entries if turn else ()
            while entries:
                chunk = Chunk(
                    done=[done(entry) for entry in entries if entry.tries or entry.position % 7],
                    returned=[
                        EntryReturned(entry, NOON, tried=True)
                        for entry in entries
                        if not entry.tries and not entry.position % 7
                    ],
                    discovered=[found(f"/{2 * entry.position + n}x") for entry in entries for n in (0, 1)],
                )
                next_ = await bench.frontier.commit(ticket, holder, chunk, plan, now=NOON)
                entries = next_.entries


# Duplicates


async def test_a_page_that_redirects_to_one_that_is_done_is_a_duplicate(bench: Bench) -> None:
    job = await bench.start(found("/new"), found("/old"))
    new, old = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(new)]))
    page = done(old, "/new")
    await bench.commit(job, Chunk(done=[page]))
    assert await told(bench, job) == {"/new": (UrlState.DONE, None), "/old": (UrlState.REFUSED, "DUPLICATE")}
    progress = (await status(bench, job)).progress
    assert (progress.done, progress.refused, await bench.charged()) == (1, 1, 1)
    assert await bench.scrapes.document(page.record.scrape_id, TEAM, now=NOON) is None


async def test_of_two_that_redirect_to_the_same_the_first_is_the_page(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"))
    a, b = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(a, "/real"), done(b, "/real")]))
    assert await told(bench, job) == {"/a": (UrlState.DONE, None), "/b": (UrlState.REFUSED, "DUPLICATE")}


async def test_where_a_page_redirected_to_is_not_crawled_again(bench: Bench) -> None:
    job = await bench.start(found("/old"))
    [old] = (await bench.begin(job)).entries
    assert (await bench.commit(job, Chunk(done=[done(old, "/new")], discovered=[found("/new")]))).entries == ()
    assert list(await told(bench, job)) == ["/old"]


async def test_a_queued_entry_whose_page_came_under_another_address_is_refused(bench: Bench) -> None:
    job = await bench.start(found("/old"), found("/new"), found("/other"))
    [old] = (await bench.begin(job, plan=take(1))).entries
    counts, plan = seen(take(5))
    next_ = await bench.commit(job, Chunk(done=[done(old, "/new")]), plan=plan)
    assert (paths(next_.entries), counts[0].queued, counts[0].ready) == (["/other"], 1, 1)
    assert (await told(bench, job))["/new"] == (UrlState.REFUSED, "DUPLICATE")


async def test_a_waiting_entry_whose_page_came_under_another_address_is_refused(bench: Bench) -> None:
    job = await bench.start(found("/new"), found("/old"))
    new, old = (await bench.begin(job)).entries
    counts, plan = seen(take(5))
    await bench.commit(job, Chunk(returned=[EntryReturned(new, NOON + HOUR)]))
    await bench.commit(job, Chunk(done=[done(old, "/new")]), plan=plan)
    assert (counts[0].queued, counts[0].ready, counts[0].next_ready) == (0, 0, None)
    assert (await told(bench, job))["/new"] == (UrlState.REFUSED, "DUPLICATE")


async def test_of_two_in_flight_the_first_to_come_is_the_page(bench: Bench) -> None:
    job = await bench.start(found("/new"), found("/old"), lanes=2)
    [new] = (await bench.begin(job, lane=1, plan=take(1))).entries
    [old] = (await bench.begin(job, lane=2, plan=take(1))).entries
    await bench.commit(job, Chunk(done=[done(old, "/new")]), lane=2, plan=take(0))
    await bench.commit(job, Chunk(done=[done(new)]), lane=1, plan=take(0))
    assert await told(bench, job) == {"/new": (UrlState.REFUSED, "DUPLICATE"), "/old": (UrlState.DONE, None)}
    assert await bench.charged() == 1


async def test_a_third_address_of_a_duplicate_is_a_duplicate_of_the_page(bench: Bench) -> None:
    job = await bench.start(found("/page"), found("/copy"), found("/third"))
    page, copy, third = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(page)]))
    await bench.commit(job, Chunk(done=[done(copy, "/page")]))
    await bench.commit(job, Chunk(done=[done(third, "/copy")]))
    assert [code for _, code in (await told(bench, job)).values()] == [None, "DUPLICATE", "DUPLICATE"]


async def test_a_page_whose_other_address_failed_or_was_refused_is_a_page(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), found("/gone"), refused("/x"))
    a, b, gone = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(failed=[failed(gone)]))
    await bench.commit(job, Chunk(done=[done(a, "/gone"), done(b, "/x")]))
    assert [state for state, _ in (await told(bench, job)).values()] == [
        UrlState.DONE,
        UrlState.DONE,
        UrlState.FAILED,
        UrlState.REFUSED,
    ]


async def test_a_page_may_name_itself_and_what_nobody_knows(bench: Bench) -> None:
    job = await bench.start(found("/a"))
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry, "/a", "/unknown")]))
    assert (await status(bench, job)).progress.done == 1


# URLs refused when they are met


async def test_a_url_refused_for_its_depth_is_queued_when_it_is_met_nearer(bench: Bench) -> None:
    job = await bench.start(found("/"), refused("/deep", Reason.DEPTH, depth=9), refused("/out", Reason.EXTERNAL))
    await bench.begin(job, plan=take(1))
    again = [found("/deep", depth=1, rank=1), found("/out")]
    next_ = await bench.commit(job, Chunk(discovered=again))
    assert [(path, entry.depth) for path, entry in zip(paths(next_.entries), next_.entries, strict=True)] == [
        ("/deep", 1)
    ]
    assert (await told(bench, job))["/out"] == (UrlState.REFUSED, "EXTERNAL_LINK")
    progress = (await status(bench, job)).progress
    assert (progress.refused, progress.in_flight) == (1, 2)


async def test_a_url_is_not_refused_because_it_is_met_too_deep_elsewhere(bench: Bench) -> None:
    job = await bench.start(found("/"))
    await bench.begin(job)
    met = [refused("/a", Reason.DEPTH), found("/a"), refused("/a", Reason.DEPTH)]
    assert paths((await bench.commit(job, Chunk(discovered=met))).entries) == ["/a"]
    await bench.commit(job, Chunk(discovered=[refused("/a", Reason.DEPTH)]))
    assert (await told(bench, job))["/a"] == (UrlState.RUNNING, None)


async def test_refused_urls_beyond_a_bound_are_only_counted(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gossamer.store.jobs.discovery.REFUSED_LISTED", 2)
    job = await bench.start(found("/"), *(refused(f"/{n}", Reason.DEPTH) for n in range(4)))
    await bench.begin(job)
    await bench.commit(job, Chunk(discovered=[refused("/3", Reason.DEPTH), refused("/4"), found("/2")]))
    assert list(await told(bench, job)) == ["/", "/0", "/1", "/2"]
    assert (await status(bench, job)).progress.refused == 4
    [sentence] = await bench.jobs.warnings(job.job_id, TEAM)
    assert "not listed" in sentence


async def test_refused_urls_beyond_a_bound_leave_no_rows(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gossamer.store.jobs.discovery.REFUSED_LISTED", 2)
    job = await bench.start(found("/"))
    await bench.begin(job)

    async def known() -> int:
        return await bench.database.read(
            lambda c: c.execute(select(func.count()).select_from(fingerprints)).scalar_one()
        )

    await bench.commit(job, Chunk(discovered=[refused(f"/{n}") for n in range(50)]))
    assert await known() == 1 + 2
    assert (await status(bench, job)).progress.refused == 50
    # Not remembered, so counted again, and taken when somebody else finds that it belongs to the job.
    next_ = await bench.commit(job, Chunk(discovered=[refused("/49"), found("/48")]))
    assert paths(next_.entries) == ["/48"]
    assert (await status(bench, job)).progress.refused == 51
    [sentence] = await bench.jobs.warnings(job.job_id, TEAM)
    assert "as often as they are met" in sentence


async def test_what_is_only_counted_is_not_counted_for_ever(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gossamer.store.jobs.discovery.REFUSED_LISTED", 2)
    monkeypatch.setattr("gossamer.store.jobs.discovery._REFUSED_COUNTED", 10)
    job = await bench.start(found("/"))
    await bench.begin(job)
    await bench.commit(job, Chunk(discovered=[refused(f"/{n}") for n in range(50)]))
    assert (await status(bench, job)).progress.refused == 10


async def test_text_that_no_database_takes_does_not_hold_up_a_chunk(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), webhook=HOOK)
    first, second = (await bench.begin(job)).entries
    odd = Document({"title": "T\x00\ud800"}, markdown="M\ud83d\ude00\ud800\x00")
    page = done(first, document=odd)
    chunk = Chunk(
        done=[page],
        failed=[failed(second, "CODE", "why\x00\udfff")],
        discovered=[found("/c", refusal=Refusal(Reason.EXTERNAL, "far\x00\ud800"))],
        warnings=["odd\x00\ud800"],
    )
    await bench.commit(job, chunk)
    listed = await bench.jobs.urls(job.job_id, TEAM, states=frozenset(), after=0, limit=9)
    assert [one.reason for one in listed] == [None, "why\ufffd?", "far\ufffd?"]
    assert await bench.jobs.warnings(job.job_id, TEAM) == ["odd\ufffd?"]
    [stored] = await bench.jobs.pages(job.job_id, TEAM, after=0, limit=9, max_bytes=10**6)
    assert stored.document.markdown == "M\U0001f600\ufffd\x00"
    told_start = DeliveryTicket(job.job_id, TEAM, 1)
    await bench.outbox.settle(told_start, [Delivered(1)], now=NOON)
    bag = await bench.outbox.due(told_start, now=NOON, limit=9)
    assert bag is not None
    assert [one.error for one in bag.events] == [None, "why\ufffd?"]


async def test_a_sitemap_is_not_read_under_the_address_of_a_page_that_was_refused(bench: Bench) -> None:
    job = await bench.start(found("/"), refused("/s.xml", Reason.DEPTH))
    await bench.begin(job)
    assert (await bench.commit(job, Chunk(discovered=[sitemap("/s.xml")]))).entries == ()
    assert (await told(bench, job))["/s.xml"] == (UrlState.REFUSED, "DISCOVERY_DEPTH")
