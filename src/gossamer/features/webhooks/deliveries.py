"""Delivering a job's events, a turn at a time.

`started` comes before all others and the last event after all others; what lies between is
posted several at a time. A receiver that answers none of them is left alone for a while: the
rest of its events is put off without a try, so a dead receiver costs a few connections a
turn and takes nobody else's time. So are events that could not be signed as the receiver expects.
"""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Any, Final

import structlog

from gossamer.core.crawls import Webhook
from gossamer.core.deliveries import Delivery
from gossamer.core.jobs import DeliveryTicket, Job, WebhookEvent
from gossamer.features.webhooks.payloads import Render, Result, body_of
from gossamer.features.webhooks.sending import RETRIES, EventSender
from gossamer.ports.clock import Clock
from gossamer.ports.webhooks import Delivered, Mailbag
from gossamer.store.jobs.outbox import SqlOutbox

_AT_ONCE: Final = 8
_BAG: Final = 64
_TURN_SECONDS: Final = 5.0
_log = structlog.get_logger(__name__)


class Deliveries:
    """Takes events from the outbox to their receivers."""

    def __init__(
        self, *, outbox: SqlOutbox, sender: EventSender, render: Render, clock: Clock, result: Result | None = None
    ) -> None:
        self._outbox = outbox
        self._sender = sender
        self._render = render
        self._clock = clock
        self._result = result

    async def run(self, ticket: DeliveryTicket) -> None:
        """Deliver what is due for some seconds, then leave the rest to the next turn."""
        ends = time.monotonic() + _TURN_SECONDS
        while bag := await self._outbox.due(ticket, now=self._clock.now(), limit=_BAG):
            results = await self._deliver(bag)
            # First, so that none is settled without a trace.
            await self._sender.log.record([result.record for result in results if result.record is not None])
            await self._outbox.settle(ticket, results, now=self._clock.now())
            if time.monotonic() >= ends:
                break
        await self._outbox.close(ticket, now=self._clock.now())

    async def _deliver(self, bag: Mailbag) -> Sequence[Delivered]:
        webhook = bag.job.spec.webhook
        if webhook is None:
            return [Delivered(event.sequence) for event in bag.events]
        if bag.unsignable is not None:
            _log.error("webhook_waits", job_id=bag.job.job_id, reason=bag.unsignable)
            return [self._put_off(event, bag.unsignable) for event in bag.events]
        results: list[Delivered] = []
        groups = list(_groups(bag.events))
        ended = await self._sender.log.has_ended(bag.job.job_id, webhook.url)
        for position, group in enumerate(groups):
            came = await asyncio.gather(*(self._post(event, bag, webhook, ended=ended) for event in group))
            results.extend(came)
            ended |= any(result.ended for result in came)
            until = max(chain.from_iterable(result.rests_until for result in came), default=None)
            if not ended and (until or all(result.failure for result in came)):
                _log.info("webhook_unanswered", job_id=bag.job.job_id, reason=came[0].failure)
                later = chain.from_iterable(groups[position + 1 :])
                results.extend(self._put_off(event, "The receiver wants or gives no answer.", until) for event in later)
                break
        return results

    async def _post(self, event: WebhookEvent, bag: Mailbag, webhook: Webhook, *, ended: bool) -> Delivered:
        try:
            body = body_of(event, bag.job, webhook, self._render, await self._result_of(event, bag.job))
        except Exception as error:  # noqa: BLE001 - a supervisor: one event must not hold up all others for ever
            _log.error("webhook_not_rendered", job_id=event.job_id, error=type(error).__name__, exc_info=error)
            return self._describe_failure(event, getattr(error, "message", "The event could not be rendered."))
        job, now = bag.job, self._clock.now()
        ids = (event.event_id, job.team_id, job.key_id, job.job_id)
        delivery = Delivery(*ids, event.type, event.sequence, webhook, body, now, tries=event.tries)
        record = self._sender.withhold(delivery) if ended else await self._sender.send(delivery, bag.secret)
        stored_record = replace(record, body=None) if job.keeps_nothing else record
        return Delivered(event.sequence, record.failure, record.retry_at, record=stored_record)

    async def _result_of(self, event: WebhookEvent, job: Job) -> Mapping[str, Any] | None:
        return await self._result(job, event) if self._result is not None and job.kind.finds_pages else None

    def _describe_failure(self, event: WebhookEvent, why: str) -> Delivered:
        if event.tries >= len(RETRIES):
            return Delivered(event.sequence, why)
        return Delivered(event.sequence, why, self._clock.now() + RETRIES[event.tries])

    def _put_off(self, event: WebhookEvent, why: str, until: datetime | None = None) -> Delivered:
        return Delivered(event.sequence, why, until or self._clock.now() + RETRIES[0], tried=False)


def _groups(events: Sequence[WebhookEvent]) -> Iterator[Sequence[WebhookEvent]]:
    """Yield events that may be posted at the same time, in order."""
    group: list[WebhookEvent] = []
    for event in events:
        alone = not event.type.endswith((".page", ".action"))
        if group and (alone or len(group) == _AT_ONCE):
            yield group
            group = []
        group.append(event)
        if alone:
            yield group
            group = []
    if group:
        yield group
