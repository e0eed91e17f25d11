"""Telling receivers of events of jobs and monitors, and what became of that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from gossamer.core.deadlines import Deadline
from gossamer.core.deliveries import Delivery, DeliveryState
from gossamer.core.jobs import DeliveryTicket, Job, WebhookEvent
from gossamer.core.urls import WebUrl


class ReceiverReply(NamedTuple):
    """The answer of a receiver: its status, and its Retry-After header."""

    status: int
    retry_after: str = ""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The outcome of one delivery: *failure* is None when a 2xx acknowledged it.

    With a failure it is tried again at *retry_at*, or dropped when that is None. With *tried*
    false it was only put off, because its receiver did not answer others or it could not be signed: that counts
    as no try. *record* is the delivery as it is then; None where there was none.
    """

    sequence: int
    failure: str | None = None
    retry_at: datetime | None = None
    tried: bool = True
    record: Delivery | None = None

    @property
    def ended(self) -> bool:
        """Return whether it ended the webhook."""
        return self.record is not None and self.record.state is DeliveryState.ENDED

    @property
    def rests_until(self) -> tuple[datetime, ...]:
        """Return the time before which the receiver wants nothing more; empty when it named none."""
        return (self.retry_at,) if self.record and self.record.rests and self.retry_at else ()


@dataclass(frozen=True, slots=True)
class Mailbag:
    """Events of a job that are due, in order, with what is needed to send them.

    *secret* signs the bodies; None when the team has none. *unsignable* says why they cannot be signed although
    the team has one: they must wait then.
    """

    job: Job
    events: tuple[WebhookEvent, ...]
    secret: str | None
    unsignable: str | None = None


class Outbox(Protocol):
    """Webhook events, written in the transaction of the change they tell of.

    Sequences have no gaps. An event is there until it was acknowledged or given up; it may be
    delivered twice, never lost. One turn at a time delivers a job's events.
    """

    async def due(self, ticket: DeliveryTicket, *, now: datetime, limit: int) -> Mailbag | None:
        """Return the events to send now; None when the ticket is void or nothing is due."""

    async def settle(self, ticket: DeliveryTicket, results: Sequence[Delivered], *, now: datetime) -> None:
        """Record what became of events."""

    async def close(self, ticket: DeliveryTicket, *, now: datetime) -> None:
        """End the turn; if events are left, the next turn is enqueued for when the first is due."""


class DeliveryLog(Protocol):
    """Deliveries of the last time, by event: one that is recorded again is the same one, later."""

    async def record(self, deliveries: Sequence[Delivery]) -> None:
        """Record deliveries as they stand after a try."""

    async def has_ended(self, source_id: str, url: WebUrl) -> bool:
        """Return whether the webhook of a job or monitor at *url* ended with the last that was sent."""

    async def deliveries(
        self,
        team_id: str,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        **narrowed: str | None,
    ) -> Sequence[Delivery]:
        """Return the team's deliveries, the last tried first; *before* continues behind the last.

        *narrowed* to one `key_id`, `source_id` or `state` where these are not None.
        """

    async def find(self, delivery_id: str, team_id: str, key_id: str | None) -> tuple[Delivery, str | None] | None:
        """Return a delivery with the secret that signs the team's webhooks; None when there is none for this key."""


class Postman(Protocol):
    """Posts to receivers, through the egress policy; redirects are not followed, cookies not kept."""

    async def post(self, url: WebUrl, body: bytes, headers: Mapping[str, str], *, deadline: Deadline) -> ReceiverReply:
        """Return the answer.

        Raises SiteError when there was none in time, ForbiddenTarget when the address may not be reached.
        """
