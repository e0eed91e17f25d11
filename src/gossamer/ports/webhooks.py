"""Telling receivers of events of jobs and monitors, and what became of that."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from gossamer.core.deadlines import Deadline
from gossamer.core.deliveries import Delivery, DeliveryState
from gossamer.core.jobs import Job, WebhookEvent
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


class Postman(Protocol):
    """Posts to receivers, through the egress policy; redirects are not followed, cookies not kept."""

    async def post(self, url: WebUrl, body: bytes, headers: Mapping[str, str], *, deadline: Deadline) -> ReceiverReply:
        """Return the answer.

        Raises SiteError when there was none in time, ForbiddenTarget when the address may not be reached.
        """
