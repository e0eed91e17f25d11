"""What becomes of events at real receivers: pauses they ask for, webhooks they end, and what can be sent again."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import format_datetime

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from sqlalchemy import insert

from gossamer.core.access import Principal, Restriction
from gossamer.core.crawls import Webhook
from gossamer.core.deliveries import Delivery, DeliveryState
from gossamer.core.errors import CallerError, NotFound
from gossamer.core.ids import new_id
from gossamer.core.jobs import DeliveryTicket, NewJob
from gossamer.core.restrictions.rules import OnlyStored
from gossamer.core.urls import web_url
from gossamer.features.webhooks import Deliveries, EventSender
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpClient
from gossamer.net.resolver import Resolver
from gossamer.operations.webhooks import WebhookOperations
from gossamer.ports.frontier import Chunk
from gossamer.store.database import Database
from gossamer.store.jobs import SqlDeliveryLog
from gossamer.store.schema import teams
from gossamer.testing.clock import ManualClock
from tests.contracts.jobs import DAY, HOUR, MINUTE, NOON, OTHER_TEAM, SECOND, TEAM, Bench, crawl, done, finish, found

ENDED, FAILED, PENDING, DELIVERED = (
    DeliveryState.ENDED,
    DeliveryState.FAILED,
    DeliveryState.PENDING,
    DeliveryState.DELIVERED,
)


@dataclass
class Receiver:
    """A web server that answers a path with the next of its *answers*, and 200 when there are none left."""

    host: str = ""
    answers: dict[str, list[tuple[int, dict[str, str]]]] = field(default_factory=dict)
    posts: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)

    async def post(self, request: web.Request) -> web.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.posts.append((request.path, await request.read(), headers))
        waiting = self.answers.get(request.path, [])
        status, headers = waiting.pop(0) if waiting else (200, {})
        return web.Response(status=status, headers=headers, text="a body that nobody keeps")

    def hook(self, path: str) -> Webhook:
        return Webhook(web_url(f"http://{self.host}{path}"), headers={"X-Token": "s3cret"})

    def bodies(self, path: str) -> list[bytes]:
        return [body for where, body, _ in self.posts if where == path]

    def will_answer(self, path: str, *statuses: int, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers[path] = [(status, named) for status in statuses]


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    made = Receiver()
    app = web.Application()
    app.router.add_post("/{path}", made.post)
    async with TestServer(app, host="127.0.0.1") as server:
        made.host = f"127.0.0.1:{server.port}"
        yield made


class Post:
    """The service, as far as events go."""

    def __init__(self, database: Database, client: HttpClient) -> None:
        self.bench = Bench(database)
        self.clock = ManualClock(NOON)
        self.log = SqlDeliveryLog(database, self.bench.secrets)
        self.sender = EventSender(client, self.log, self.clock, None, "jobs")
        self.operations = WebhookOperations(self.sender)
        self.deliveries = Deliveries(
            outbox=self.bench.outbox,
            sender=self.sender,
            render=lambda document, _: {"markdown": document.markdown},
            clock=self.clock,
        )

    async def job(self, webhook: Webhook, *, pages: int = 1, **changes: object) -> NewJob:
        """Return a job whose pages are done, with its events waiting."""
        seeds = [found(f"/{number}") for number in range(pages)]
        job = await self.bench.start(*seeds, spec=crawl(webhook=webhook, **changes))
        entries = (await self.bench.begin(job)).entries
        await self.bench.commit(job, Chunk(done=[done(entry) for entry in entries]), plan=finish())
        return job

    async def deliver(self, job: NewJob) -> None:
        """Run the turn that is queued for the job last, as the engine does."""
        turns = [one.ticket for one in await self.bench.deliveries() if one.ticket.job_id == job.job_id]
        await self.deliveries.run(DeliveryTicket(job.job_id, TEAM, turns[-1].turn))

    async def later(self, job: NewJob, pause: timedelta) -> None:
        await self.clock.advance(pause)
        await self.deliver(job)

    async def give_up(self, job: NewJob) -> None:
        """Deliver until nothing of the job is tried any more."""
        await self.deliver(job)
        for _ in range(12):
            await self.later(job, 16 * MINUTE)

    async def states(self, job: NewJob) -> dict[str, DeliveryState]:
        listed = await self.log.deliveries(TEAM, limit=100, source_id=job.job_id)
        return {delivery.type.partition(".")[2]: delivery.state for delivery in listed}

    async def one(self, job: NewJob, kind: str) -> Delivery:
        [delivery] = [
            delivery
            for delivery in await self.log.deliveries(TEAM, limit=100, source_id=job.job_id)
            if delivery.type == f"crawl.{kind}"
        ]
        return delivery


@pytest.fixture
async def post(database: Database, receiver: Receiver) -> AsyncIterator[Post]:
    async with HttpClient(Resolver(EgressPolicy.parse(receiver.host))) as client:
        made = Post(database, client)
        await made.bench.prepare()
        yield made


def caller(job: NewJob | None = None, *restrictions: Restriction, team: str = TEAM) -> Principal:
    return Principal(team, new_id() if job is None else job.key_id, restrictions)


# Pauses


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(("asked", "pause"), [("7", 7 * SECOND), ("300", 5 * MINUTE), ("86400", HOUR), ("", MINUTE)])
async def test_a_busy_receiver_says_when_it_is_asked_again_within_an_hour(
    post: Post, receiver: Receiver, status: int, asked: str, pause: timedelta
) -> None:
    receiver.will_answer("/busy", status, retry_after=asked)
    job = await post.job(receiver.hook("/busy"))
    await post.deliver(job)
    waiting = await post.one(job, "started")
    assert (waiting.state, waiting.retry_at) == (PENDING, NOON + pause)
    assert waiting.answer == f"The receiver answered {status}."
    await post.later(job, pause - SECOND)
    assert len(receiver.posts) == 1
    await post.later(job, SECOND)
    assert await post.states(job) == {"started": DELIVERED, "page": DELIVERED, "completed": DELIVERED}


async def test_a_date_in_retry_after_is_obeyed(post: Post, receiver: Receiver) -> None:
    receiver.will_answer("/busy", 503, retry_after=format_datetime(NOON + 90 * SECOND, usegmt=True))
    job = await post.job(receiver.hook("/busy"))
    await post.deliver(job)
    assert (await post.one(job, "started")).retry_at == NOON + 90 * SECOND


async def test_retry_after_of_another_status_and_nonsense_change_nothing(post: Post, receiver: Receiver) -> None:
    for path, status, asked in (("/error", 500, "7"), ("/nonsense", 429, "soon")):
        receiver.will_answer(path, status, retry_after=asked)
        job = await post.job(receiver.hook(path))
        await post.deliver(job)
        assert (await post.one(job, "started")).retry_at == NOON + MINUTE


async def test_a_receiver_that_asks_for_short_pauses_uses_up_no_tries_in_seconds(
    post: Post, receiver: Receiver
) -> None:
    receiver.will_answer("/busy", 429, 429, 429, retry_after="1")
    job = await post.job(receiver.hook("/busy"))
    await post.deliver(job)
    pauses = []
    for pause in (SECOND, 5 * MINUTE, 15 * MINUTE):
        before = post.clock.now()
        waiting = await post.one(job, "started")
        pauses.append(waiting.retry_at and waiting.retry_at - before)
        await post.later(job, pause)
    assert pauses == [SECOND, 5 * MINUTE, 15 * MINUTE]
    assert (await post.one(job, "started")).state is DELIVERED


async def test_the_pause_holds_for_all_events_of_the_job_that_wait(post: Post, receiver: Receiver) -> None:
    job = await post.job(receiver.hook("/busy"), pages=30)
    receiver.will_answer("/busy", 200, 429, retry_after="600")
    await post.deliver(job)
    tried = len(receiver.posts)
    assert tried < 20
    await post.later(job, 9 * MINUTE)
    assert len(receiver.posts) == tried
    await post.later(job, MINUTE)
    assert set((await post.states(job)).values()) == {DELIVERED}
    assert len(receiver.bodies("/busy")) == 33


# Other jobs


async def test_a_start_that_is_refused_holds_up_no_other_job(post: Post, receiver: Receiver) -> None:
    receiver.will_answer("/one", 500)
    first, second = await post.job(receiver.hook("/one")), await post.job(receiver.hook("/one"))
    await post.deliver(first)
    await post.deliver(second)
    assert await post.states(first) == {"started": PENDING}
    assert await post.states(second) == {"started": DELIVERED, "page": DELIVERED, "completed": DELIVERED}


async def test_a_receiver_that_ended_its_webhook_of_one_job_gets_events_of_the_next(
    post: Post, receiver: Receiver
) -> None:
    receiver.will_answer("/one", 410)
    first, second = await post.job(receiver.hook("/one")), await post.job(receiver.hook("/one"))
    await post.deliver(first)
    await post.deliver(second)
    assert set((await post.states(first)).values()) == {ENDED}
    assert set((await post.states(second)).values()) == {DELIVERED}


# The end of a webhook


async def test_410_ends_the_webhook_and_what_it_would_have_got_is_recorded(post: Post, receiver: Receiver) -> None:
    receiver.will_answer("/gone", 200, 410)
    job = await post.job(receiver.hook("/gone"))
    await post.deliver(job)
    await post.later(job, DAY - HOUR)
    assert len(receiver.posts) == 2
    assert await post.states(job) == {"started": DELIVERED, "page": ENDED, "completed": ENDED}
    page, end = await post.one(job, "page"), await post.one(job, "completed")
    assert (page.tries, page.answer) == (1, "The receiver answered 410.")
    assert (end.tries, "410" in end.answer, end.retry_at) == (0, True, None)


async def test_a_redirect_is_not_followed_and_counts_as_a_refusal(post: Post, receiver: Receiver) -> None:
    receiver.will_answer("/moved", 302, location="/new")
    job = await post.job(receiver.hook("/moved"))
    await post.deliver(job)
    assert (await post.one(job, "started")).answer == "The receiver answered 302; redirects are not followed."
    assert receiver.bodies("/new") == []


# What is kept and sent again


async def test_what_its_receiver_refused_to_the_last_try_is_kept_and_sent_again_as_it_was(
    post: Post, receiver: Receiver
) -> None:
    team = {"id": TEAM, "name": "t", "created_at": 0}
    await post.bench.database.write(lambda c: c.execute(insert(teams).values(team)))
    await post.bench.database.write(lambda c: post.bench.secrets.set(c, TEAM, "signs"))
    receiver.will_answer("/down", *[500] * 4)
    job = await post.job(receiver.hook("/down"))
    await post.give_up(job)
    lost = await post.one(job, "started")
    assert (lost.state, lost.tries, lost.retry_at) == (FAILED, 4, None)
    assert await post.states(job) == {"started": FAILED, "page": DELIVERED, "completed": DELIVERED}
    sent = await post.operations.resend(caller(), lost.delivery_id)
    assert (sent.state, sent.tries, sent.answer) == (DELIVERED, 5, "The receiver answered 200.")
    assert await post.one(job, "started") == sent
    posts = [(body, headers) for _, body, headers in receiver.posts if b"crawl.started" in body]
    assert len(posts) == 5
    assert len({body for body, _ in posts}) == 1
    assert len({headers["x-firecrawl-signature"] for _, headers in posts}) == 1
    assert {headers["x-token"] for _, headers in posts} == {"s3cret"}


async def test_what_is_refused_again_stays_failed_and_can_be_sent_once_more(post: Post, receiver: Receiver) -> None:
    receiver.will_answer("/down", *[500] * 4)
    job = await post.job(receiver.hook("/down"))
    await post.give_up(job)
    lost = await post.one(job, "started")
    receiver.will_answer("/down", 500)
    again = await post.operations.resend(caller(), lost.delivery_id)
    assert (again.state, again.tries, again.retry_at) == (FAILED, 5, None)
    assert (await post.operations.resend(caller(), lost.delivery_id)).state is DELIVERED


async def test_an_event_that_is_sent_again_and_taken_opens_a_webhook_that_had_ended(
    post: Post, receiver: Receiver
) -> None:
    receiver.will_answer("/gone", 410)
    job = await post.job(receiver.hook("/gone"))
    await post.deliver(job)
    assert await post.log.has_ended(job.job_id, receiver.hook("/gone").url)
    await post.clock.advance(SECOND)
    await post.operations.resend(caller(), (await post.one(job, "page")).delivery_id)
    assert not await post.log.has_ended(job.job_id, receiver.hook("/gone").url)
    assert await post.states(job) == {"started": ENDED, "page": DELIVERED, "completed": ENDED}


async def test_what_was_taken_or_is_still_tried_is_not_sent_again(post: Post, receiver: Receiver) -> None:
    receiver.will_answer("/down", 500)
    waiting, taken = await post.job(receiver.hook("/down")), await post.job(receiver.hook("/up"))
    for job, state in ((waiting, "pending"), (taken, "delivered")):
        await post.deliver(job)
        with pytest.raises(CallerError, match=f"it is {state}"):
            await post.operations.resend(caller(), (await post.one(job, "started")).delivery_id)
    assert len(receiver.bodies("/down")) == 1


async def test_nothing_is_kept_of_events_with_zero_data_retention(post: Post, receiver: Receiver) -> None:
    receiver.will_answer("/gone", 410)
    job = await post.job(receiver.hook("/gone"), zero_data_retention=True)
    await post.deliver(job)
    ended = await post.one(job, "page")
    assert (ended.state, ended.body) == (ENDED, None)
    with pytest.raises(CallerError, match="zero data retention"):
        await post.operations.resend(caller(), ended.delivery_id)


# Who sees what


async def test_deliveries_come_in_pages_and_by_state(post: Post, receiver: Receiver) -> None:
    receiver.will_answer("/gone", *[200] * 5, 410)
    job = await post.job(receiver.hook("/gone"), pages=8)
    await post.deliver(job)
    seen, cursor = [], None
    while True:
        page, cursor = await post.operations.deliveries(caller(), source_id=None, state=None, cursor=cursor, limit=3)
        seen += [delivery.delivery_id for delivery in page]
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 10
    ended, _ = await post.operations.deliveries(caller(), source_id=job.job_id, state="ended", cursor=None, limit=50)
    assert {delivery.state for delivery in ended} == {ENDED}
    with pytest.raises(CallerError, match="must be one of pending, delivered, failed, ended"):
        await post.operations.deliveries(caller(), source_id=None, state="lost", cursor=None, limit=3)


async def test_another_team_and_a_restricted_key_of_another_see_and_send_nothing(
    post: Post, receiver: Receiver
) -> None:
    receiver.will_answer("/gone", 410)
    job = await post.job(receiver.hook("/gone"))
    await post.deliver(job)
    ended = await post.one(job, "started")
    for stranger in (caller(team=OTHER_TEAM), caller(None, OnlyStored())):
        assert await post.operations.deliveries(stranger, source_id=None, state=None, cursor=None, limit=9) == (
            [],
            None,
        )
        with pytest.raises(NotFound):
            await post.operations.resend(stranger, ended.delivery_id)
    own, _ = await post.operations.deliveries(
        caller(job, OnlyStored()), source_id=None, state=None, cursor=None, limit=9
    )
    assert len(own) == 3
    assert (await post.operations.resend(caller(job, OnlyStored()), ended.delivery_id)).state is DELIVERED


async def test_deliveries_are_forgotten_a_day_after_their_last_try(post: Post, receiver: Receiver) -> None:
    job = await post.job(receiver.hook("/up"))
    await post.deliver(job)
    await post.bench.jobs.expire(now=NOON + DAY - SECOND, limit=1000)
    assert len(await post.states(job)) == 3
    await post.bench.jobs.expire(now=NOON + DAY, limit=1000)
    assert await post.states(job) == {}
