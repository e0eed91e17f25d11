"""Deliveries: a turn sends what is due of one monitor to its receivers, with retries."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from gossamer.core.crawls import Webhook
from gossamer.core.deliveries import Delivery
from gossamer.core.errors import ServiceError
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import DELIVERIES
from gossamer.core.monitoring import (
    Channel,
    Check,
    CheckPage,
    Message,
    Monitor,
    MonitorTicket,
    Recipient,
    Subscription,
)
from gossamer.features.monitor.alerts import COMPLETED, CONFIRM, PAGE, TEST
from gossamer.features.monitor.letters import Alert, confirmation_letter, letter, plain_text, test_letter
from gossamer.features.monitor.monitors import owner_of
from gossamer.features.webhooks import RETRIES, EventSender
from gossamer.ports.clock import Clock
from gossamer.ports.monitors import Mailer, Notifier, Parcel, Sent
from gossamer.store.monitors.audience import RecipientStore
from gossamer.store.monitors.messages import MessageStore
from gossamer.store.sealing import Seal

_AT_ONCE: Final = 8
_PARCEL: Final = 64
_ROUNDS: Final = 20
_json = msgspec.json.Encoder()
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class EventShapes:
    """How the API shows the data of events."""

    page: Callable[[Monitor, str, CheckPage], Mapping[str, Any]]
    check: Callable[[Check], Mapping[str, Any]]


class MonitorDeliveries:
    """Sends messages of monitors."""

    def __init__(
        self,
        *,
        store: MessageStore,
        recipients: RecipientStore,
        sender: EventSender,
        mailer: Mailer,
        notifier: Notifier,
        sealer: Seal,
        shapes: EventShapes,
        clock: Clock,
        meters: Meters | None = None,
    ) -> None:
        self._meters = meters or Meters()
        self._store = store
        self._recipients = recipients
        self._sender = sender
        self._mailer = mailer
        self._notifier = notifier
        self._sealer = sealer
        self._shapes = shapes
        self._clock = clock

    async def run(self, ticket: MonitorTicket) -> None:
        """Send what is due, some rounds of it, then leave the rest to the next turn."""
        for _ in range(_ROUNDS):
            parcel = await self._store.due(ticket, now=self._clock.now(), limit=_PARCEL)
            if parcel is None:
                break
            for group in _groups(parcel.messages):
                await self._deliver(ticket, parcel, group)
        await self._store.close(ticket, now=self._clock.now())

    async def _deliver(self, ticket: MonitorTicket, parcel: Parcel, group: Sequence[Message]) -> None:
        """Send a group: several webhook events at a time, or what is for one person as one message."""
        match group[0].channel:
            case Channel.WEBHOOK:
                await asyncio.gather(*(self._post_message(ticket, parcel, message) for message in group))
                return
            case Channel.EMAIL:
                failure = await self._attempt(group[0], self._mail(parcel.monitor, group))
            case Channel.APPRISE:
                failure = await self._attempt(group[0], self._notify(parcel.monitor, group))
        await self._settle(ticket, [self._outcome(message, failure) for message in group])

    async def _post_message(self, ticket: MonitorTicket, parcel: Parcel, message: Message) -> None:
        # Each is settled at once: what a process that dies has sent and not settled is sent again.
        await self._settle(ticket, [await self._post(parcel, message)])

    async def _settle(self, ticket: MonitorTicket, results: Sequence[Sent]) -> None:
        await self._store.settle(ticket, results, now=self._clock.now())

    async def _attempt(self, message: Message, sending: Awaitable[str | None]) -> str | None:
        """Return the reason that *sending* failed, None when it did not."""
        try:
            return await sending
        except ServiceError as error:
            return error.message
        except Exception as error:  # noqa: BLE001 - a supervisor: one message must not hold up all others for ever
            _log.error("message_not_sent", message_id=message.message_id, exc_info=error)
            return "The message could not be sent."

    def _outcome(self, message: Message, failure: str | None) -> Sent:
        is_last = message.tries >= len(RETRIES)
        lost = "given_up" if is_last else "failed"
        self._meters.add(DELIVERIES, "monitors", "delivered" if failure is None else lost)
        if failure is None:
            return Sent(message.message_id)
        _log.info("message_failed", message_id=message.message_id, channel=message.channel, reason=failure)
        if is_last:
            return Sent(message.message_id, failure)
        return Sent(message.message_id, failure, self._clock.now() + RETRIES[message.tries])

    async def _post(self, parcel: Parcel, message: Message) -> Sent:
        monitor, webhook, log = parcel.monitor, parcel.monitor.spec.webhook, self._sender.log
        if webhook is None:
            return Sent(message.message_id)
        if parcel.unsignable is not None:
            return self._outcome(message, parcel.unsignable)
        ids = (message.message_id, monitor.team_id, monitor.key_id, monitor.monitor_id)
        body, now, retention = self._body(monitor, webhook, message), self._clock.now(), monitor.spec.retention
        delivery = Delivery(
            *ids, message.event, message.sequence, webhook, body, now, kept=retention, tries=message.tries
        )
        if await log.has_ended(monitor.monitor_id, webhook.url):
            record = self._sender.withhold(delivery)
        else:
            record = await self._sender.send(delivery, parcel.secret)
        await log.record([record])
        return Sent(message.message_id, record.failure, record.retry_at)

    def _body(self, monitor: Monitor, webhook: Webhook, message: Message) -> bytes:
        data, success, error = self._data(monitor, message)
        shown: dict[str, Any] = {
            "success": success,
            "type": message.event,
            "id": message.check_id or message.message_id,
            "webhookId": message.message_id,
            "sequence": message.sequence,
            "data": [data],
        }
        if error is not None:
            shown["error"] = error
        if webhook.metadata:
            shown["metadata"] = webhook.metadata
        return _json.encode(shown)

    def _data(self, monitor: Monitor, message: Message) -> tuple[Mapping[str, Any], bool, str | None]:
        """Return the data of an event, whether it reports a success, and its error."""
        if message.event == PAGE:
            page = msgspec.convert(message.payload["page"], CheckPage)
            return self._shapes.page(monitor, message.check_id or "", page), page.error is None, page.error
        if message.event == COMPLETED:
            check = msgspec.convert(message.payload["check"], Check)
            return self._shapes.check(check), not check.summary.error, check.error
        return {"monitorId": monitor.monitor_id, "test": True}, True, None

    async def _mail(self, monitor: Monitor, group: Sequence[Message]) -> str | None:
        first = group[0]
        recipients = await self._recipients.recipients(monitor.team_id, [first.receiver])
        recipient = next(iter(recipients), None)
        if recipient is None or not _may_be_sent(first, recipient):
            return None
        if not self._mailer.available:
            return "No e-mail server is configured (GOSSAMER_SMTP_URL)."
        if first.event == CONFIRM:
            await self._mailer.send(confirmation_letter(monitor, recipient, first.message_id))
        elif first.event == TEST:
            await self._mailer.send(test_letter(monitor, recipient, first.message_id))
        else:
            await self._mailer.send(letter(monitor, recipient, _alerts(group), first.message_id))
        return None

    async def _notify(self, monitor: Monitor, group: Sequence[Message]) -> str | None:
        first, services = group[0], monitor.spec.notification.services
        position = int(first.receiver)
        if position >= len(services):
            return None
        address = self._sealer.open(services[position], owner_of(monitor.team_id))
        if first.event == TEST:
            await self._notifier.send(address, title=f"Test: {monitor.spec.name}", text="This is a test message.")
            return None
        title, text = plain_text(monitor, _alerts(group))
        await self._notifier.send(address, title=title, text=text)
        return None


def _may_be_sent(message: Message, recipient: Recipient) -> bool:
    """Return whether *recipient* agreed: a question may be sent to who has not answered it."""
    if message.event == CONFIRM:
        return recipient.status is Subscription.PENDING
    return recipient.status is Subscription.CONFIRMED


def _alerts(group: Sequence[Message]) -> list[Alert]:
    return [
        Alert(msgspec.convert(message.payload["check"], Check), msgspec.convert(page, CheckPage))
        for message in group
        for page in message.payload["pages"]
    ]


def _groups(messages: Sequence[Message]) -> Iterator[Sequence[Message]]:
    """Yield the messages sent together: page events side by side, then the end of a check; one message a person."""
    people: dict[tuple[Channel, str, str], list[Message]] = {}
    events: list[Message] = []
    for message in messages:
        if message.channel is Channel.WEBHOOK:
            if events and (message.event != PAGE or len(events) == _AT_ONCE):
                yield events
                events = []
            events.append(message)
            if message.event != PAGE:
                yield events
                events = []
        else:
            about = message.event if message.event == PAGE else message.message_id
            people.setdefault((message.channel, message.receiver, about), []).append(message)
    if events:
        yield events
    yield from people.values()
