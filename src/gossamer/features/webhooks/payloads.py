"""Webhook payloads: the body of an event and its headers.

The signature is the one that existing receivers check: HMAC-SHA256 (RFC 2104) of the raw
body with the team's secret, in hex, behind `sha256=`.
"""

import hashlib
import hmac
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from gossamer.core.crawls import Webhook
from gossamer.core.documents import Document
from gossamer.core.headers import WEBHOOK_SEQUENCE, WEBHOOK_SIGNATURE
from gossamer.core.jobs import Job, WebhookEvent

# How the API version that started the job shows a document.
Render: TypeAlias = Callable[[Document, Job], Mapping[str, Any]]

# The data of an event of a job whose pages make one answer; None where the event has none of its own. Raises OwnError
# when it cannot be read now.
Result: TypeAlias = Callable[[Job, WebhookEvent], Awaitable[Mapping[str, Any] | None]]

# The body is ours, and so is everything that says how to read it.
_RESERVED: Final = frozenset(
    {
        WEBHOOK_SIGNATURE,
        WEBHOOK_SEQUENCE,
        "content-type",
        "content-length",
        "content-encoding",
        "transfer-encoding",
        "host",
    }
)
_json = msgspec.json.Encoder()


def body_of(
    event: WebhookEvent, job: Job, webhook: Webhook, render: Render, result: Mapping[str, Any] | None = None
) -> bytes:
    """Return the JSON that is posted; the same event gives the same bytes each time.

    *result* is the result of the whole job, for events that carry it.
    """
    data = [] if event.document is None else [render(event.document, job)]
    shown: dict[str, Any] = {
        "success": event.success,
        "type": event.type,
        # The first version of the API called a job's id so.
        "jobId" if job.dialect == "v0" else "id": job.job_id,
        "webhookId": event.event_id,
        "sequence": event.sequence,
        "data": data if result is None else [result],
    }
    if event.error is not None:
        shown["error"] = event.error
    if webhook.metadata:
        shown["metadata"] = webhook.metadata
    return _json.encode({**shown, **event.extra})


def webhook_headers(webhook: Webhook, body: bytes, secret: str | None, *, sequence: int) -> dict[str, str]:
    """Return the headers, with lower-case names; the receiver's own cannot replace ours."""
    custom_headers = {name.lower(): value for name, value in webhook.headers.items()}
    headers = {"user-agent": "Gossamer"}
    headers.update((name, value) for name, value in custom_headers.items() if name not in _RESERVED)
    headers["content-type"] = "application/json"
    headers[WEBHOOK_SEQUENCE] = str(sequence)
    if secret is not None:
        headers[WEBHOOK_SIGNATURE] = signature(body, secret)
    return headers


def signature(body: bytes, secret: str) -> str:
    """Return the value of the signature header for *body*."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
