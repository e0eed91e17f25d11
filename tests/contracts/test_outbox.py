from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import insert, update

from gossamer.core.crawls import Webhook
from gossamer.core.ids import new_id
from gossamer.core.jobs import DeliveryTicket, NewJob, WebhookEvent
from gossamer.core.urls import web_url
from gossamer.ports.frontier import Chunk
from gossamer.ports.webhooks import Delivered
from gossamer.store.accounts import WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.jobs import SqlOutbox
from gossamer.store.schema import teams
from gossamer.store.sealing import Seal
from tests.contracts.jobs import (
    DAY,
    HOOK,
    HOUR,
    MINUTE,
    NOON,
    SECOND,
    TEAM,
    Bench,
    Queued,
    RecordingDispatch,
    answers_lost,
    batch,
    done,
    failed,
    finish,
    found,
    take,
)


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


def ticket(job: NewJob, turn: int = 1) -> DeliveryTicket:
    return DeliveryTicket(job.job_id, TEAM, turn)


async def due(bench: Bench, job: NewJob, turn: int = 1, at: object = NOON, limit: int = 99) -> Sequence[WebhookEvent]:
    bag = await bench.outbox.due(ticket(job, turn), now=at, limit=limit)  # type: ignore[arg-type]
    return () if bag is None else bag.events


async def acknowledge(bench: Bench, job: NewJob, *sequences: int, turn: int = 1) -> None:
    await bench.outbox.settle(ticket(job, turn), [Delivered(one) for one in sequences], now=NOON)


def told(events: Sequence[WebhookEvent]) -> list[tuple[int, str]]:
    return [(event.sequence, event.type) for event in events]


async def started(bench: Bench, *paths: str, webhook: Webhook = HOOK) -> NewJob:
    """Return a job whose receiver has heard of its start."""
    job = await bench.start(*(found(path) for path in paths), webhook=webhook)
    await acknowledge(bench, job, 1)
    return job


async def test_a_job_without_a_webhook_has_no_events(bench: Bench) -> None:
    job = await bench.start()
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]), plan=finish())
    assert (await bench.deliveries(), await due(bench, job)) == ([], ())


async def test_the_start_is_told_with_the_job(bench: Bench) -> None:
    job = await bench.start(webhook=HOOK)
    assert await bench.deliveries() == [Queued(ticket(job))]
    bag = await bench.outbox.due(ticket(job), now=NOON, limit=9)
    assert bag is not None
    [event] = bag.events
    assert (event.sequence, event.type, event.success, event.document, event.tries) == (
        1,
        "crawl.started",
        True,
        None,
        0,
    )
    known = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert known is not None
    # Who asks for a running job is told when it would be over if it ended now.
    assert (replace(bag.job, expires_at=known.expires_at), bag.secret) == (known, None)


async def signing_team(bench: Bench) -> None:
    team = {"id": TEAM, "name": "t", "created_at": 0}
    await bench.database.write(lambda c: c.execute(insert(teams).values(team)))
    await bench.database.write(lambda c: bench.secrets.set(c, TEAM, "s3cret"))


async def test_the_teams_secret_comes_with_the_events(bench: Bench) -> None:
    await signing_team(bench)
    job = await bench.start(webhook=HOOK)
    bag = await bench.outbox.due(ticket(job), now=NOON, limit=9)
    assert bag is not None
    assert (bag.secret, bag.unsignable) == ("s3cret", None)


async def test_a_secret_from_before_there_was_a_seal_signs_as_before(bench: Bench) -> None:
    await signing_team(bench)
    await bench.database.write(lambda c: c.execute(update(teams).values(webhook_secret="whsec_old")))
    job = await bench.start(webhook=HOOK)
    bag = await bench.outbox.due(ticket(job), now=NOON, limit=9)
    assert bag is not None
    assert bag.secret == "whsec_old"


async def test_events_that_cannot_be_signed_say_why(bench: Bench) -> None:
    await signing_team(bench)
    job = await bench.start(webhook=HOOK)
    elsewhere = WebhookSecrets(Seal(lambda: "the key of another deployment"))
    bag = await SqlOutbox(bench.database, RecordingDispatch(), elsewhere).due(ticket(job), now=NOON, limit=9)
    assert bag is not None
    assert bag.secret is None
    assert "GOSSAMER_SECRET_KEY" in (bag.unsignable or "")


async def test_each_page_is_told_with_its_document_or_its_error(bench: Bench) -> None:
    job = await started(bench, "/a", "/b")
    first, second = (await bench.begin(job)).entries
    page = done(first)
    await bench.commit(job, Chunk(done=[page], failed=[failed(second)]), plan=finish())
    one, other = await due(bench, job)
    assert (one.sequence, one.type, one.success, one.document) == (2, "crawl.page", True, page.record.document)
    assert (other.sequence, other.type, other.success, other.document) == (3, "crawl.page", False, None)
    assert (other.error, other.extra) == ("It took too long.", {"url": second.url, "code": "SCRAPE_TIMEOUT"})


async def test_a_duplicate_is_no_page_that_is_told_of(bench: Bench) -> None:
    job = await started(bench, "/a", "/b")
    first, second = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(first), done(second, "/a")]))
    assert told(await due(bench, job)) == [(2, "crawl.page")]


async def test_only_what_is_wanted_is_told_and_without_gaps(bench: Bench) -> None:
    job = await bench.start(found("/a"), webhook=replace(HOOK, events=frozenset({"page", "crawl.completed"})))
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]), plan=finish())
    assert told(await due(bench, job)) == [(1, "crawl.page")]
    await acknowledge(bench, job, 1)
    assert told(await due(bench, job)) == [(2, "crawl.completed")]


async def test_events_of_a_batch_have_its_name(bench: Bench) -> None:
    job = await bench.start(found("/a"), spec=batch("/a", webhook=HOOK))
    assert told(await due(bench, job)) == [(1, "batch_scrape.started")]


async def test_a_job_that_took_too_long_is_told_as_failed(bench: Bench) -> None:
    job = await started(bench, "/a")
    await bench.jobs.overdue(now=NOON + HOUR, limit=9)
    [event] = await due(bench, job, at=NOON + HOUR, turn=1)
    assert (event.sequence, event.type, event.success) == (2, "crawl.failed", False)
    assert event.error is not None
    assert "GOSSAMER_JOB_HOURS" in event.error


async def test_an_event_keeps_its_id_over_all_tries(bench: Bench) -> None:
    job = await bench.start(webhook=HOOK)
    [event] = await due(bench, job)
    await bench.outbox.settle(ticket(job), [Delivered(1, "status 500", NOON + MINUTE)], now=NOON)
    assert await due(bench, job, at=NOON + MINUTE - SECOND) == ()
    [again] = await due(bench, job, at=NOON + MINUTE)
    assert again == replace(event, tries=1)


async def test_an_event_that_was_only_put_off_was_not_tried(bench: Bench) -> None:
    job = await bench.start(webhook=HOOK)
    put_off = Delivered(1, "others failed", NOON + MINUTE, tried=False)
    await bench.outbox.settle(ticket(job), [put_off], now=NOON)
    assert await due(bench, job) == ()
    assert [event.tries for event in await due(bench, job, at=NOON + MINUTE)] == [0]


async def test_an_event_that_is_acknowledged_or_given_up_is_gone(bench: Bench) -> None:
    job = await started(bench, "/a", "/b")
    first, second = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(first), done(second)]))
    await bench.outbox.settle(ticket(job), [Delivered(2), Delivered(3, "status 500")], now=NOON)
    assert await due(bench, job, at=NOON + DAY) == ()


# Order


async def test_nothing_is_told_before_the_start(bench: Bench) -> None:
    job = await bench.start(webhook=HOOK)
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]), plan=finish())
    assert told(await due(bench, job)) == [(1, "crawl.started")]
    await bench.outbox.settle(ticket(job), [Delivered(1, "status 500", NOON + MINUTE)], now=NOON)
    assert await due(bench, job) == ()
    await acknowledge(bench, job, 1)
    assert told(await due(bench, job)) == [(2, "crawl.page")]


async def test_the_end_is_told_when_nothing_before_it_is_left(bench: Bench) -> None:
    job = await started(bench, "/a", "/b")
    first, second = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(first), done(second)]), plan=finish())
    results = [Delivered(2), Delivered(3, "status 500", NOON + MINUTE)]
    await bench.outbox.settle(ticket(job), results, now=NOON)
    assert await due(bench, job) == ()
    assert told(await due(bench, job, at=NOON + MINUTE)) == [(3, "crawl.page")]
    await acknowledge(bench, job, 3)
    assert told(await due(bench, job)) == [(4, "crawl.completed")]


async def test_a_page_that_is_tried_again_holds_up_no_other_page(bench: Bench) -> None:
    job = await started(bench, "/a", "/b", "/c")
    first, second, third = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(first), done(second), done(third)]))
    assert told(await due(bench, job, limit=2)) == [(2, "crawl.page"), (3, "crawl.page")]
    results = [Delivered(2, "status 500", NOON + MINUTE), Delivered(3)]
    await bench.outbox.settle(ticket(job), results, now=NOON)
    assert told(await due(bench, job)) == [(4, "crawl.page")]
    assert told(await due(bench, job, at=NOON + HOUR)) == [(2, "crawl.page"), (4, "crawl.page")]


async def test_a_bag_has_no_more_documents_than_fit_but_at_least_one_event(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gossamer.store.jobs.outbox._BAG_BYTES", 300)
    job = await started(bench, "/a", "/b")
    entries = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry) for entry in entries]))
    assert told(await due(bench, job)) == [(2, "crawl.page")]
    monkeypatch.setattr("gossamer.store.jobs.outbox._BAG_BYTES", 1)
    assert told(await due(bench, job)) == [(2, "crawl.page")]


# Turns


async def test_one_turn_at_a_time_delivers_a_jobs_events(bench: Bench) -> None:
    job = await bench.start(found("/a"), webhook=HOOK)
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]), plan=finish())
    assert await bench.deliveries() == [Queued(ticket(job))]


async def test_a_turn_that_closes_with_nothing_left_is_the_last_until_there_is_news(bench: Bench) -> None:
    job = await started(bench, "/a")
    await bench.outbox.close(ticket(job), now=NOON)
    assert await bench.deliveries() == [Queued(ticket(job))]
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]))
    assert await bench.deliveries() == [Queued(ticket(job)), Queued(ticket(job, 2))]
    assert told(await due(bench, job, turn=2)) == [(2, "crawl.page")]


async def test_a_turn_that_closes_with_events_left_is_followed_when_the_first_is_due(bench: Bench) -> None:
    job = await started(bench, "/a", "/b")
    entries = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry) for entry in entries]), plan=finish())
    results = [Delivered(2, "no", NOON + 5 * MINUTE), Delivered(3, "no", NOON + MINUTE)]
    await bench.outbox.settle(ticket(job), results, now=NOON)
    await bench.outbox.close(ticket(job), now=NOON)
    assert (await bench.deliveries())[-1] == Queued(ticket(job, 2), MINUTE)


async def test_events_that_came_while_a_turn_closed_are_delivered_by_the_next(bench: Bench) -> None:
    job = await started(bench, "/a")
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]))
    await bench.outbox.close(ticket(job), now=NOON)
    assert (await bench.deliveries())[-1] == Queued(ticket(job, 2))


async def test_news_does_not_wait_for_a_turn_that_sleeps(bench: Bench) -> None:
    job = await started(bench, "/a", "/b")
    first, second = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(first)]), plan=take(0))
    await bench.outbox.settle(ticket(job), [Delivered(2, "no", NOON + 15 * MINUTE)], now=NOON)
    await bench.outbox.close(ticket(job), now=NOON)
    await bench.commit(job, Chunk(done=[done(second)]), at=NOON + SECOND)
    assert (await bench.deliveries())[-1] == Queued(ticket(job, 3))
    assert await due(bench, job, turn=2, at=NOON + 15 * MINUTE) == ()
    assert told(await due(bench, job, turn=3, at=NOON + SECOND)) == [(3, "crawl.page")]


async def test_no_turn_is_woken_for_news_that_may_not_be_told_yet(bench: Bench) -> None:
    job = await bench.start(found("/a"), webhook=HOOK)
    await bench.outbox.settle(ticket(job), [Delivered(1, "no", NOON + 15 * MINUTE)], now=NOON)
    await bench.outbox.close(ticket(job), now=NOON)
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]), at=NOON + SECOND)
    assert await bench.deliveries() == [Queued(ticket(job)), Queued(ticket(job, 2), 15 * MINUTE)]


async def test_a_void_ticket_gets_nothing_and_changes_nothing(bench: Bench) -> None:
    job = await bench.start(webhook=HOOK)
    assert await bench.jobs.restart(ticket(job), now=NOON)
    assert await due(bench, job) == ()
    await bench.outbox.settle(ticket(job), [Delivered(1)], now=NOON)
    await bench.outbox.close(ticket(job), now=NOON)
    assert told(await due(bench, job, turn=2)) == [(1, "crawl.started")]
    unknown = DeliveryTicket(new_id(), TEAM, 1)
    assert await bench.outbox.due(unknown, now=NOON, limit=9) is None


async def test_a_delivery_in_which_nothing_happens_is_stalled_and_can_be_restarted(bench: Bench) -> None:
    job = await bench.start(webhook=HOOK)
    await due(bench, job, at=NOON + MINUTE)
    await bench.begin(job, at=NOON + HOUR)
    assert await bench.jobs.stalled(quiet_since=NOON + MINUTE - SECOND, limit=9) == []
    assert await bench.jobs.stalled(quiet_since=NOON + MINUTE, limit=9) == [ticket(job)]
    assert [await bench.jobs.restart(ticket(job), now=NOON + HOUR) for _ in range(2)] == [True, False]
    assert (await bench.deliveries())[-1] == Queued(ticket(job, 2))
    assert await bench.jobs.stalled(quiet_since=NOON + HOUR - SECOND, limit=9) == []


async def test_events_outlast_the_end_of_their_job(bench: Bench) -> None:
    job = await started(bench, "/a")
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]), plan=take(0))
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    assert told(await due(bench, job, at=NOON + HOUR)) == [(2, "crawl.page")]


async def test_a_batch_that_runs_again_tells_of_its_end_again(bench: Bench) -> None:
    job = await bench.start(found("/a"), spec=batch("/a", webhook=HOOK))
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]), plan=finish())
    await bench.jobs.append(job.job_id, TEAM, [found("/b")], now=NOON)
    [entry] = (await bench.begin(job, turn=2)).entries
    await bench.commit(job, Chunk(done=[done(entry)]), turn=2, plan=finish())
    heard = []
    while events := await due(bench, job):
        heard += told(events)
        await acknowledge(bench, job, *(event.sequence for event in events))
    names = ["started", "page", "completed", "page", "completed"]
    assert sorted(heard) == [(n, f"batch_scrape.{name}") for n, name in enumerate(names, start=1)]


async def test_a_settlement_that_was_not_heard_of_is_made_once(bench: Bench) -> None:
    job = await bench.start(webhook=replace(HOOK, url=web_url("https://hook.org/other")))
    with answers_lost(bench.database):
        await bench.outbox.settle(ticket(job), [Delivered(1)], now=NOON)
    with answers_lost(bench.database):
        await bench.outbox.close(ticket(job), now=NOON)
    assert await bench.deliveries() == [Queued(ticket(job))]
