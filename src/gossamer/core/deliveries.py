"""Deliveries: what became of webhook events at their receivers."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from gossamer.core.crawls import Webhook


class DeliveryState(StrEnum):
    """The state of a delivery: PENDING is tried again, FAILED is not; ENDED is of a hook that wants no more events."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event on its way to the *webhook* of *source_id*, a job or monitor that *key_id* made.

    *answer* is the receiver's status, or why there was none, in a sentence. *body* is kept until it was delivered; None
    where nothing may be kept. *rests* says that the receiver named the time of *retry_at* itself. The record of a
    delivery is *kept* for so long after its last try.
    """

    delivery_id: str
    team_id: str
    key_id: str
    source_id: str
    type: str
    sequence: int
    webhook: Webhook
    body: bytes | None
    tried_at: datetime
    kept: timedelta = timedelta(hours=24)
    state: DeliveryState = DeliveryState.PENDING
    tries: int = 0
    answer: str = ""
    retry_at: datetime | None = None
    rests: bool = False

    @property
    def failure(self) -> str | None:
        """Return the reason of a failure, None when it was delivered."""
        return None if self.state is DeliveryState.DELIVERED else self.answer
