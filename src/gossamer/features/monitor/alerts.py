"""Alerts as messages: which receivers a result goes to, and when. Pure.

The webhook gets an event for every page and one at the end, as its receivers expect. E-mail and other services get one
message for each check that has alerts; digests, debouncing and quiet hours move it, and what is due together for one
receiver is sent as one.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec

from gossamer.core.monitoring import Channel, Check, CheckPage, Digest, Message, Monitor
from gossamer.core.schedules import Schedule, quiet_until

PAGE: Final = "monitor.page"
COMPLETED: Final = "monitor.check.completed"
TEST: Final = "monitor.test"
CONFIRM: Final = "monitor.email.confirm"
_DIGESTS: Final = {Digest.HOURLY: "0 * * * *", Digest.DAILY: "0 8 * * *"}
_NOTHING: Final[Mapping[str, Any]] = {}
# More alerts of one check than anybody reads.
MOST: Final = 50


def page_messages(monitor: Monitor, check_id: str, page: CheckPage, now: datetime) -> list[Message]:
    """Return the webhook event of a page, if it is wanted."""
    webhook = monitor.spec.webhook
    if webhook is None or not webhook.wants(PAGE):
        return []
    payload = {"page": msgspec.to_builtins(page)}
    return [_message(monitor, check_id, _HOOK, PAGE, now=now, payload=payload, about=page.page_id)]


def end_messages(
    monitor: Monitor, check: Check, alerts: Sequence[CheckPage], now: datetime, *, waiting: datetime | None = None
) -> list[Message]:
    """Return the messages of a check that ended with *alerts*; *waiting* is when collected ones are due already."""
    payload = {"check": msgspec.to_builtins(check)}
    messages: list[Message] = []
    webhook = monitor.spec.webhook
    if webhook is not None and webhook.wants(COMPLETED):
        messages.append(_message(monitor, check.check_id, _HOOK, COMPLETED, now=now, payload=payload))
    if alerts:
        pages = {"pages": [msgspec.to_builtins(page) for page in alerts[:MOST]], "all": len(alerts), **payload}
        due = due_at(monitor, now, waiting=waiting)
        messages += [
            _message(monitor, check.check_id, _Receiver(*receiver), PAGE, now=now, payload=pages, due=due)
            for receiver in receivers(monitor)
        ]
    return messages


def trial_messages(monitor: Monitor, now: datetime) -> list[Message]:
    """Return a message to every receiver of *monitor*, due at once."""
    receivers_of_monitor = [_Receiver(*receiver) for receiver in receivers(monitor)]
    if monitor.spec.webhook is not None:
        receivers_of_monitor.append(_HOOK)
    mark = now.isoformat()
    return [_message(monitor, None, receiver, TEST, now=now, about=mark) for receiver in receivers_of_monitor]


def confirmation(monitor: Monitor, email: str, now: datetime) -> Message:
    """Return the question to *email* whether it wants alerts."""
    return _message(monitor, None, _Receiver(Channel.EMAIL, email), CONFIRM, now=now, about=now.isoformat())


def receivers(monitor: Monitor) -> Iterator[tuple[Channel, str]]:
    """Yield the receivers of alerts beside the webhook: addresses of e-mail, and positions among the other services."""
    chosen = monitor.spec.notification
    if chosen.email is not None and chosen.email.enabled:
        for address in chosen.email.recipients:
            yield Channel.EMAIL, address
    for position in range(len(chosen.services)):
        yield Channel.APPRISE, str(position)


def due_at(monitor: Monitor, now: datetime, *, waiting: datetime | None = None) -> datetime:
    """Return when an alert of *now* is sent to people; *waiting* is when others are, which it joins."""
    chosen, timezone = monitor.spec.notification, monitor.spec.schedule.timezone
    if waiting is not None and (chosen.digest is not Digest.NONE or chosen.debounce):
        return waiting
    due = now + chosen.debounce
    if chosen.digest in _DIGESTS:
        due = Schedule(_DIGESTS[chosen.digest], timezone).next_run(due)
    quiet = chosen.quiet_hours
    return due if quiet is None else quiet_until(due, start=quiet.start, end=quiet.end, timezone=timezone)


@dataclass(frozen=True, slots=True)
class _Receiver:
    """Where a message goes."""

    channel: Channel
    address: str = ""


_HOOK: Final = _Receiver(Channel.WEBHOOK)


def _message(
    monitor: Monitor,
    check_id: str | None,
    receiver: _Receiver,
    event: str,
    *,
    now: datetime,
    payload: Mapping[str, Any] = _NOTHING,
    about: str = "",
    due: datetime | None = None,
) -> Message:
    # Made of what it is about: the same message is recorded once, whoever makes it again.
    name = f"{check_id} {receiver.channel.value} {receiver.address} {event} {about}"
    return Message(
        message_id=str(uuid.uuid5(uuid.UUID(monitor.monitor_id), name)),
        monitor_id=monitor.monitor_id,
        check_id=check_id,
        channel=receiver.channel,
        receiver=receiver.address,
        event=event,
        payload=payload,
        due_at=due or now,
        created_at=now,
    )
