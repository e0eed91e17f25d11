"""Sending one event: what its receiver's answer means, and the record of it.

A 2xx acknowledges. 410 ends the webhook: nothing more of that job or monitor is posted to it. A 429 or 503 with
`Retry-After` sets the next pause, one hour at most. Redirects are not followed: what was signed for one receiver is not
for another.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

import structlog

from gossamer.core.deadlines import Deadline
from gossamer.core.deliveries import Delivery, DeliveryState
from gossamer.core.errors import CallerError, NotFound, ServiceError
from gossamer.core.ids import is_id
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import DELIVERIES
from gossamer.core.retry_after import retry_after
from gossamer.features.webhooks.payloads import webhook_headers
from gossamer.ports.clock import Clock
from gossamer.ports.webhooks import Postman, ReceiverReply
from gossamer.store.jobs.delivery_log import SqlDeliveryLog

# Pauses after the first, second and third failure; after the fourth an event is given up.
RETRIES: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
_SHORTEST_PAUSES: Final = (timedelta(0), *RETRIES[1:])
_LONGEST_PAUSE: Final = timedelta(hours=1)
_PATIENCE: Final = timedelta(seconds=10)
_WITHHELD: Final = "Not sent: the receiver answered 410 to an earlier event, which ends the webhook."
_TAKEN: Final = range(HTTPStatus.OK, HTTPStatus.MULTIPLE_CHOICES)
_BUSY: Final = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
_REMARKS: Final = {3: "; redirects are not followed"}
_log = structlog.get_logger(__name__)


class EventSender:
    """Posts events of *sender*, "jobs" or "monitors", and says what became of each."""

    def __init__(self, postman: Postman, log: SqlDeliveryLog, clock: Clock, meters: Meters | None, sender: str) -> None:
        self._postman = postman
        self._clock = clock
        self._meters = meters or Meters()
        self._sender = sender
        self.log = log

    async def send(self, delivery: Delivery, secret: str | None, *, last: bool = False) -> Delivery:
        """Post an event once and return its delivery as it is then; with *last* it is not tried again."""
        now, reply, webhook, body = self._clock.now(), ReceiverReply(0), delivery.webhook, delivery.body or b""
        try:
            headers = webhook_headers(webhook, body, secret, sequence=delivery.sequence)
            reply = await self._postman.post(webhook.url, body, headers, deadline=Deadline.after(_PATIENCE))
            answer = f"The receiver answered {reply.status}{_REMARKS.get(reply.status // 100, '')}."
        except ServiceError as error:
            answer = error.message
        except Exception as error:  # noqa: BLE001 - a supervisor: one event must not hold up all others for ever
            _log.error("webhook_not_posted", source_id=delivery.source_id, error=type(error).__name__, exc_info=error)
            answer = "The event could not be posted."
        tried = replace(delivery, answer=answer, tries=delivery.tries + 1, tried_at=now, retry_at=None)
        if reply.status in _TAKEN:
            return self._count(replace(tried, state=DeliveryState.DELIVERED, body=None))
        if reply.status == HTTPStatus.GONE:
            return self._count(replace(tried, state=DeliveryState.ENDED))
        if last or delivery.tries >= len(RETRIES):
            return self._count(replace(tried, state=DeliveryState.FAILED))
        requested_pause = _read_pause(reply, delivery.tries, now)
        pause = requested_pause or RETRIES[delivery.tries]
        return self._count(replace(tried, retry_at=now + pause, rests=requested_pause is not None))

    def withhold(self, delivery: Delivery) -> Delivery:
        """Return the delivery of an event of a webhook that has ended."""
        return replace(delivery, state=DeliveryState.ENDED, answer=_WITHHELD, tried_at=self._clock.now(), retry_at=None)

    async def resend(self, delivery_id: str, team_id: str, key_id: str | None) -> Delivery:
        """Post an event again that was given up, byte for byte, and return its delivery.

        One that is taken opens a webhook that had ended. Raises NotFound, and CallerError when it cannot be sent.
        """
        delivery_and_secret = await self.log.find(delivery_id, team_id, key_id) if is_id(delivery_id) else None
        if delivery_and_secret is None:
            raise NotFound("Delivery not found.")
        delivery, secret = delivery_and_secret
        if delivery.body is None or delivery.state is DeliveryState.PENDING:
            raise CallerError(
                f"This delivery cannot be sent again: it is {delivery.state}. Only deliveries that failed or ended can "
                "be, and none of a request with zero data retention."
            )
        sent = await self.send(delivery, secret, last=True)
        await self.log.record([sent])
        return sent

    def _count(self, delivery: Delivery) -> Delivery:
        outcome = {DeliveryState.DELIVERED: "delivered", DeliveryState.PENDING: "failed"}
        self._meters.add(DELIVERIES, self._sender, outcome.get(delivery.state, "given_up"))
        return delivery


def _read_pause(reply: ReceiverReply, tries: int, now: datetime) -> timedelta | None:
    """Return the pause that a busy receiver asks for, None without one; after the first try it shortens no pause."""
    pause = retry_after({"retry-after": reply.retry_after}, now, _LONGEST_PAUSE) if reply.status in _BUSY else None
    return pause and max(pause, _SHORTEST_PAUSES[tries])
