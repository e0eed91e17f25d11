"""Deliveries of webhook events as JSON."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import Field

from gossamer.core.deliveries import Delivery, DeliveryState
from gossamer.core.urls import without_credentials
from gossamer.wire.answers import AnswerShape, Success

DELIVERIES_QUERY: Final[Mapping[str, str]] = {
    "jobId": "Only deliveries of this job or monitor.",
    "state": "Only deliveries in this state: `pending`, `delivered`, `failed` or `ended`.",
    "limit": "Entries of an answer, 100 at most; 50 when absent.",
    "cursor": "The `cursor` of the previous answer.",
}


class WebhookDelivery(AnswerShape):
    """An event, and what became of it at its receiver."""

    id: str = Field(description="The `webhookId` of the event.")
    job_id: str = Field(description="The job or monitor that the event is of.")
    type: str = Field(description="The type of the event, such as `crawl.page`.")
    sequence: int = Field(description="The number of the event within its job or monitor.")
    url: str = Field(description="The address of the receiver.")
    state: DeliveryState = Field(
        description="`pending` is tried again, `failed` is not; `ended` is of a webhook whose receiver answered 410."
    )
    tries: int = Field(description="How often the event was posted.")
    answer: str = Field(description="The last answer of the receiver, or why there was none.")
    tried_at: str = Field(description="When the event was posted last.")
    retry_at: str | None = Field(description="When it is posted again; null when it is not.")


class WebhookDeliveries(Success):
    """Deliveries of the team, the last tried first."""

    data: list[WebhookDelivery]
    cursor: str | None = Field(description="Send it to get earlier entries; null at the end.")


class ResentDelivery(Success):
    """A delivery after it was sent again."""

    data: WebhookDelivery


def delivery_json(delivery: Delivery) -> dict[str, Any]:
    """Return *delivery* without what it sends: neither body nor headers."""
    return WebhookDelivery.of(
        delivery,
        id=delivery.delivery_id,
        job_id=delivery.source_id,
        url=without_credentials(delivery.webhook.url),
    )
