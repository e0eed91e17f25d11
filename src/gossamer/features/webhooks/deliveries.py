"""Delivering a job's events, a turn at a time.

`started` comes before all others and the last event after all others; what lies between is
posted several at a time. A receiver that answers none of them is left alone for a while: the
rest of its events is put off without a try, so a dead receiver costs a few connections a
turn and takes nobody else's time. So are events that could not be signed as the receiver expects.
"""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final

import structlog

from gossamer.core.crawls import Webhook
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError
from gossamer.core.jobs import DeliveryTicket, Job, WebhookEvent
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import DELIVERIES
from gossamer.features.webhooks.payloads import Render, Result, body_of, headers_of
from gossamer.ports.clock import Clock
from gossamer.ports.webhooks import Delivered, Mailbag, Outbox, Postman

# Pauses after the first, second and third failure; after the fourth an event is dropped.
RETRIES: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
_PATIENCE: Final = timedelta(seconds=10)
_AT_ONCE: Final = 8
_BAG: Final = 64
_TURN_SECONDS: Final = 5.0
_log = structlog.get_logger(__name__)


class Deliveries:
    """Takes events from the outbox to their receivers."""

    def __init__(
        self,
        *,
        outbox: Outbox,
        postman: Postman,
        render: Render,
        clock: Clock,
        result: Result | None = None,
        meters: Meters | None = None,
    ) -> None:
        self._meters = meters or Meters()
        self._outbox = outbox
        self._postman = postman
        self._render = render
        self._clock = clock
        self._result = result

    async def run(self, ticket: DeliveryTicket) -> None:
        """Deliver what is due for some seconds, then leave the rest to the next turn."""
        ends = time.monotonic() + _TURN_SECONDS
        while bag := await self._outbox.due(ticket, now=self._clock.now(), limit=_BAG):
            results = await self._deliver(bag)
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
        for position, group in enumerate(groups):
            came = await asyncio.gather(*(self._post(event, bag, webhook) for event in group))
            results.extend(came)
            if all(result.failure for result in came):
                _log.info("webhook_unanswered", job_id=bag.job.job_id, reason=came[0].failure)
                later = (event for group in groups[position + 1 :] for event in group)
                results.extend(self._put_off(event, "The receiver does not answer.") for event in later)
                break
        return results

    async def _post(self, event: WebhookEvent, bag: Mailbag, webhook: Webhook) -> Delivered:
        result = await self._posted(event, bag, webhook)
        lost = "failed" if result.retry_at is not None else "given_up"
        self._meters.add(DELIVERIES, "jobs", "delivered" if result.failure is None else lost)
        return result

    async def _posted(self, event: WebhookEvent, bag: Mailbag, webhook: Webhook) -> Delivered:
        try:
            body = body_of(event, bag.job, webhook, self._render, await self._result_of(event, bag.job))
            headers = headers_of(event, webhook, body, bag.secret)
            status = await self._postman.post(webhook.url, body, headers, deadline=Deadline.after(_PATIENCE))
        except ServiceError as error:
            return self._failed(event, error.message)
        except Exception as error:  # noqa: BLE001 - a supervisor: one event must not hold up all others for ever
            _log.error("webhook_not_posted", job_id=event.job_id, error=type(error).__name__, exc_info=error)
            return self._failed(event, "The event could not be posted.")
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            return Delivered(event.sequence)
        return self._failed(event, f"The receiver answered {status}.")

    async def _result_of(self, event: WebhookEvent, job: Job) -> Mapping[str, Any] | None:
        return await self._result(job, event) if self._result is not None and job.kind.finds_pages else None

    def _failed(self, event: WebhookEvent, why: str) -> Delivered:
        if event.tries >= len(RETRIES):
            return Delivered(event.sequence, why)
        return Delivered(event.sequence, why, self._clock.now() + RETRIES[event.tries])

    def _put_off(self, event: WebhookEvent, why: str) -> Delivered:
        return Delivered(event.sequence, why, self._clock.now() + RETRIES[0], tried=False)


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
