"""Telling the requests of teams to SIEMs: in batches, signed and recorded as other events are.

Requests that are not taken are sent again after 1, 5 and 15 minutes, then every 15 minutes while they are kept, which
is a day; fewer at once each time, as a receiver may refuse a batch for its size. No answer of it ends a stream.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

import msgspec
import structlog

from gossamer.core.crawls import Webhook
from gossamer.core.deliveries import Delivery
from gossamer.core.errors import SecretUnreadable
from gossamer.core.ids import new_id
from gossamer.core.siem import SiemBatch, SiemEvent
from gossamer.core.timestamps import instant
from gossamer.features.webhooks.sending import RETRIES, EventSender
from gossamer.ports.clock import Clock
from gossamer.store.siem import SiemStore

EVENTS: Final = "siem.events"
TEST: Final = "siem.test"
_EVERY: Final = timedelta(seconds=60)
_MOST: Final = 200
# Streams at once: a receiver that never answers holds up few others.
_AT_ONCE: Final = 8
_FAILED: Final = "The batch could not be made or sent; the log of the service has the reason."
_json = msgspec.json.Encoder()
_log = structlog.get_logger(__name__)


class SiemStreams:
    """Sends what is due of all streams."""

    def __init__(self, store: SiemStore, sender: EventSender, clock: Clock) -> None:
        self._store = store
        self._sender = sender
        self._clock = clock

    async def run(self) -> None:
        """Send now and then, until cancelled."""
        while True:
            try:
                await self.send_due()
            except Exception:  # noqa: BLE001 - what is wrong with one turn must not end all streams
                _log.exception("siem_waits")
            await self._clock.sleep(_EVERY)

    async def send_due(self) -> None:
        """Send every batch that is due."""
        while (first := await self._next_batch()) is not None:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._send_batch(first))
                for _ in range(_AT_ONCE - 1):
                    if (another := await self._next_batch()) is None:
                        break
                    group.create_task(self._send_batch(another))

    async def _next_batch(self) -> SiemBatch | None:
        return await self._store.due(now=self._clock.now(), limit=_MOST)

    async def test(self, team_id: str, webhook: Webhook) -> Delivery:
        """Send one event that says that it is a test, once, and return its delivery."""
        secret = await self._store.secret(team_id)
        delivery = self._delivery(team_id, webhook, TEST, [{"test": True}])
        sent = await self._sender.send(delivery, secret, last=True)
        await self._sender.log.record([sent])
        return sent

    async def _send_batch(self, batch: SiemBatch) -> None:
        now, trouble = self._clock.now(), ""
        if batch.events:
            try:
                trouble = await self._post(batch)
            except SecretUnreadable as error:
                trouble = error.message
            except Exception:  # noqa: BLE001 - only this stream waits
                _log.exception("siem_batch_failed", team_id=batch.team_id)
                trouble = _FAILED
        pause = RETRIES[min(batch.tries, len(RETRIES) - 1)] if trouble else _EVERY
        goes_on = batch.has_more and not trouble
        await self._store.settle(batch, next_at=now if goes_on else now + pause, trouble=trouble)

    async def _post(self, batch: SiemBatch) -> str:
        """Send *batch*, and return why it was not taken; empty when it was, or when the stream has ended."""
        stream, secret = await self._store.stream(batch.team_id), await self._store.secret(batch.team_id)
        if stream.webhook is None:
            return ""
        delivery = self._delivery(batch.team_id, stream.webhook, EVENTS, [event_json(event) for event in batch.events])
        sent = await self._sender.send(delivery, secret, last=True)
        await self._sender.log.record([sent])
        return sent.failure or ""

    def _delivery(self, team_id: str, webhook: Webhook, kind: str, data: Sequence[Any]) -> Delivery:
        delivery_id, now = new_id(), self._clock.now()
        body = _json.encode({"success": True, "type": kind, "id": team_id, "webhookId": delivery_id, "data": data})
        return Delivery(delivery_id, team_id, "", team_id, kind, 0, webhook, body, now)


def event_json(event: SiemEvent) -> dict[str, Any]:
    """Return a request as it is told."""
    activity = event.activity
    return {
        "id": activity.activity_id,
        "at": instant(activity.at),
        "operation": activity.operation,
        "apiVersion": activity.dialect,
        "target": activity.target,
        "apiKeyId": activity.key_id,
        "username": event.username or None,
        "outcome": "failed" if event.error else "accepted",
        "error": event.error or None,
    }
