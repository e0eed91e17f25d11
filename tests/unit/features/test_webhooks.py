"""Webhook events are signed, posted in order, tried again and never forgotten."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from gossamer.core.crawls import CrawlSpec, Webhook
from gossamer.core.deadlines import Deadline
from gossamer.core.deliveries import Delivery
from gossamer.core.documents import Document
from gossamer.core.errors import Unreachable
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.jobs import DeliveryTicket, Job, JobKind, JobState, Progress, WebhookEvent
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.webhooks import Deliveries, EventSender
from gossamer.features.webhooks.payloads import Result
from gossamer.ports.webhooks import Delivered, Mailbag, ReceiverReply
from gossamer.store.jobs import SqlDeliveryLog
from gossamer.store.jobs.outbox import SqlOutbox
from gossamer.testing.clock import ManualClock

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
TICKET = DeliveryTicket("j", "t", 1)


def job(webhook: Webhook, dialect: str = "v2") -> Job:
    url = web_url("http://site.example/")
    return Job(
        job_id="j",
        team_id="t",
        key_id="k",
        kind=JobKind.CRAWL,
        state=JobState.SCRAPING,
        spec=CrawlSpec(url, ScrapeSpec(url), webhook=webhook),
        progress=Progress(),
        created_at=NOW,
        deadline=NOW + timedelta(hours=1),
        expires_at=NOW + timedelta(days=1),
        dialect=dialect,
    )


def event(sequence: int, kind: str = "crawl.page", **changes: Any) -> WebhookEvent:
    document = Document({}, markdown=f"page {sequence}") if kind.endswith(".page") else None
    return replace(WebhookEvent("j", sequence, f"event-{sequence}", kind, True, document=document), **changes)


@dataclass
class Outbox(SqlOutbox):
    """An outbox whose waiting events a test can look at."""

    job: Job
    waiting: list[WebhookEvent]
    secret: str | None = None
    unsignable: str | None = None
    settled: list[Delivered] = field(default_factory=list)
    closed: bool = False

    async def due(self, ticket: DeliveryTicket, *, now: datetime, limit: int) -> Mailbag | None:
        known = {result.sequence for result in self.settled}
        events = tuple(e for e in self.waiting if e.sequence not in known)[:limit]
        return Mailbag(self.job, events, self.secret, self.unsignable) if events else None

    async def settle(self, ticket: DeliveryTicket, results: Sequence[Delivered], *, now: datetime) -> None:
        self.settled.extend(results)

    async def close(self, ticket: DeliveryTicket, *, now: datetime) -> None:
        self.closed = True


class Log(SqlDeliveryLog):
    """A log that keeps nothing."""

    def __init__(self) -> None:
        pass

    async def record(self, deliveries: Sequence[Delivery]) -> None:
        pass

    async def has_ended(self, source_id: str, url: WebUrl) -> bool:
        return False

    async def deliveries(self, team_id: str, **_: Any) -> Sequence[Delivery]:
        return []

    async def find(self, delivery_id: str, team_id: str, key_id: str | None) -> None:
        return None


@dataclass
class Receiver:
    """A Postman that keeps what it was given."""

    status: int = 200
    dead: bool = False
    bodies: list[bytes] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)

    async def post(self, url: WebUrl, body: bytes, headers: Mapping[str, str], *, deadline: Deadline) -> ReceiverReply:
        self.bodies.append(body)
        self.headers.append(headers)
        if self.dead:
            raise Unreachable("receiver.example could not be connected to.")
        return ReceiverReply(self.status)

    @property
    def payloads(self) -> list[Any]:
        return [json.loads(body) for body in self.bodies]


def hook(**changes: Any) -> Webhook:
    return replace(Webhook(web_url("http://receiver.example/hook")), **changes)


async def deliver(outbox: Outbox, receiver: Receiver, result: Result | None = None) -> None:
    def render(document: Document, _job: Job) -> Mapping[str, Any]:
        return {"markdown": document.markdown}

    clock = ManualClock(NOW)
    sender = EventSender(receiver, Log(), clock, None, "jobs")
    await Deliveries(outbox=outbox, sender=sender, render=render, clock=clock, result=result).run(TICKET)


async def test_started_comes_first_and_completed_last() -> None:
    outbox = Outbox(
        job(hook()), [event(1, "crawl.started"), *(event(n) for n in range(2, 30)), event(30, "crawl.completed")]
    )
    receiver = Receiver()
    await deliver(outbox, receiver)
    types = [payload["type"] for payload in receiver.payloads]
    assert types[0] == "crawl.started"
    assert types[-1] == "crawl.completed"
    assert sorted(payload["sequence"] for payload in receiver.payloads) == list(range(1, 31))
    assert outbox.closed


async def test_the_body_names_the_job_the_event_and_its_document() -> None:
    receiver = Receiver()
    await deliver(Outbox(job(hook(metadata={"run": "7"})), [event(4)]), receiver)
    assert receiver.payloads == [
        {
            "success": True,
            "type": "crawl.page",
            "id": "j",
            "webhookId": "event-4",
            "sequence": 4,
            "data": [{"markdown": "page 4"}],
            "metadata": {"run": "7"},
        }
    ]


async def test_the_first_version_calls_the_job_s_id_job_id() -> None:
    receiver = Receiver()
    await deliver(Outbox(job(hook(), dialect="v0"), [event(1, "crawl.started")]), receiver)
    assert receiver.payloads[0]["jobId"] == "j"
    assert "id" not in receiver.payloads[0]


async def test_the_body_is_signed_with_the_team_s_secret() -> None:
    receiver = Receiver()
    await deliver(Outbox(job(hook()), [event(1)], secret="s3cret"), receiver)
    expected = hmac.new(b"s3cret", receiver.bodies[0], hashlib.sha256).hexdigest()
    assert receiver.headers[0]["x-firecrawl-signature"] == f"sha256={expected}"


async def test_a_team_without_a_secret_gets_no_signature() -> None:
    receiver = Receiver()
    await deliver(Outbox(job(hook()), [event(1)]), receiver)
    assert "x-firecrawl-signature" not in receiver.headers[0]


async def test_the_receiver_s_own_headers_are_sent_but_cannot_replace_ours() -> None:
    own = {"X-Token": "abc", "X-Firecrawl-Signature": "forged", "Content-Type": "text/plain"}
    receiver = Receiver()
    await deliver(Outbox(job(hook(headers=own)), [event(1)], secret="s"), receiver)
    sent = receiver.headers[0]
    assert sent["x-token"] == "abc"
    assert sent["content-type"] == "application/json"
    assert sent["x-firecrawl-signature"].startswith("sha256=")


async def test_an_answer_that_is_no_success_is_tried_again_after_one_five_and_fifteen_minutes() -> None:
    outbox = Outbox(job(hook()), [event(n, tries=n - 1) for n in range(1, 5)])
    await deliver(outbox, Receiver(status=500))
    waits = [None if r.retry_at is None else r.retry_at - NOW for r in outbox.settled]
    assert waits == [timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), None]
    assert all(r.failure == "The receiver answered 500." for r in outbox.settled)


async def test_a_redirect_is_no_success() -> None:
    outbox = Outbox(job(hook()), [event(1)])
    await deliver(outbox, Receiver(status=302))
    assert outbox.settled[0].failure


async def test_a_receiver_that_does_not_answer_is_left_alone_and_its_other_events_keep_their_tries() -> None:
    outbox = Outbox(job(hook()), [event(n) for n in range(1, 41)])
    receiver = Receiver(dead=True)
    await deliver(outbox, receiver)
    assert len(receiver.bodies) < len(outbox.settled) == 40
    tried = [r for r in outbox.settled if r.tried]
    assert len(tried) == len(receiver.bodies)
    assert all(r.retry_at is not None for r in outbox.settled)


async def test_the_same_event_has_the_same_bytes_each_time() -> None:
    first, second = Receiver(), Receiver()
    for receiver in (first, second):
        await deliver(Outbox(job(hook(metadata={"a": "1", "b": "2"})), [event(1)]), receiver)
    assert first.bodies == second.bodies


async def test_an_event_that_cannot_be_posted_does_not_stop_the_others() -> None:
    class Broken(Receiver):
        async def post(
            self, url: WebUrl, body: bytes, headers: Mapping[str, str], *, deadline: Deadline
        ) -> ReceiverReply:
            if json.loads(body)["sequence"] == 2:
                raise RuntimeError("a defect")
            return await super().post(url, body, headers, deadline=deadline)

    outbox = Outbox(job(hook()), [event(1, "crawl.started"), event(2), event(3)])
    await deliver(outbox, Broken())
    retries = {result.sequence: result.retry_at for result in outbox.settled}
    assert retries == {1: None, 2: NOW + timedelta(minutes=1), 3: None}
    assert outbox.closed


async def test_an_event_that_cannot_be_rendered_does_not_stop_the_others() -> None:
    outbox = Outbox(job(hook()), [event(1, document=Document({}, markdown="\ud800")), event(2)])
    receiver = Receiver()
    await deliver(outbox, receiver)
    assert [payload["sequence"] for payload in receiver.payloads] == [2]
    assert {result.sequence for result in outbox.settled if result.failure} == {1}


async def test_events_that_cannot_be_signed_wait_and_are_never_posted_unsigned() -> None:
    outbox = Outbox(job(hook()), [event(1, "crawl.started"), event(2)], unsignable="It was sealed under another key.")
    receiver = Receiver()
    await deliver(outbox, receiver)
    assert receiver.bodies == []
    assert [(one.sequence, one.tried, one.retry_at) for one in outbox.settled] == [
        (1, False, NOW + timedelta(minutes=1)),
        (2, False, NOW + timedelta(minutes=1)),
    ]


async def test_the_end_of_an_extraction_is_told_with_its_result() -> None:
    url = web_url("http://site.example/")
    spec = ExtractSpec(ScrapeSpec(url, formats=(Json(),)), urls=(url,), webhook=hook())
    extraction = replace(job(hook()), kind=JobKind.EXTRACT, spec=spec)
    receiver = Receiver()

    async def result(told: Job, event: WebhookEvent) -> Mapping[str, Any] | None:
        ended = event.type == "extract.completed"
        return {"extractId": told.job_id, "data": {"name": "Orb"}} if ended else None

    outbox = Outbox(extraction, [event(1, "extract.started"), event(2, "extract.completed")])
    await deliver(outbox, receiver, result)
    assert [told["data"] for told in receiver.payloads] == [[], [{"extractId": "j", "data": {"name": "Orb"}}]]
