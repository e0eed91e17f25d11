"""The `webhook` option: an address, or an object that says more."""

from typing import Annotated, Any, Literal, Self, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from gossamer.core import crawling as core
from gossamer.core.headers import WEBHOOK_SEQUENCE, WEBHOOK_SIGNATURE
from gossamer.core.urls import WebUrl
from gossamer.wire.shapes import Shape, TargetHeaders, TargetUrl, at_most, broken_rule

# We sign with these; a caller's own would pass for our word.
_OURS = frozenset({WEBHOOK_SIGNATURE, WEBHOOK_SEQUENCE})
_MAX_METADATA = 100


def _unsigned(headers: dict[str, str]) -> dict[str, str]:
    if named := _OURS.intersection(headers):
        raise broken_rule(f"webhook.headers may not contain {' or '.join(sorted(named))}: this service sets it.")
    return headers


class _Webhook(Shape):
    """Who is told of a job's events."""

    url: TargetUrl
    headers: Annotated[TargetHeaders, AfterValidator(_unsigned)] | None = None
    metadata: (
        Annotated[
            dict[str, Annotated[str, Field(max_length=10_000)]], BeforeValidator(at_most(_MAX_METADATA, "metadata"))
        ]
        | None
    ) = None

    @model_validator(mode="after")
    def _authorized_once(self) -> Self:
        if "@" in urlsplit(self.url).netloc and "authorization" in (self.headers or {}):
            raise broken_rule(
                "webhook.url may not contain credentials beside an authorization header: only one of them can be sent."
            )
        return self

    def _told(self, events: list[Any] | None) -> core.Webhook:
        return core.Webhook(
            url=WebUrl(self.url),
            headers=self.headers or {},
            metadata=dict(self.metadata or {}),
            events=frozenset(events or ()),
        )


_CrawlEvent: TypeAlias = Literal[
    "started", "page", "completed", "failed", "crawl.started", "crawl.page", "crawl.completed", "crawl.failed"
]
_BatchEvent: TypeAlias = Literal[
    "started",
    "page",
    "completed",
    "failed",
    "batch_scrape.started",
    "batch_scrape.page",
    "batch_scrape.completed",
    "batch_scrape.failed",
]


_ExtractEvent: TypeAlias = Literal[
    "started", "completed", "failed", "extract.started", "extract.completed", "extract.failed"
]


class CrawlHook(_Webhook):
    """Who is told of a crawl's events."""

    events: Annotated[list[_CrawlEvent], BeforeValidator(at_most(20, "events"))] | None = None

    def webhook(self) -> core.Webhook:
        """Return the receiver as the core knows it."""
        return self._told(self.events)


class BatchHook(_Webhook):
    """Who is told of a batch scrape's events."""

    events: Annotated[list[_BatchEvent], BeforeValidator(at_most(20, "events"))] | None = None

    def webhook(self) -> core.Webhook:
        """Return the receiver as the core knows it."""
        return self._told(self.events)


class ExtractHook(_Webhook):
    """Who is told of an extraction's events."""

    events: Annotated[list[_ExtractEvent], BeforeValidator(at_most(20, "events"))] | None = None

    def webhook(self) -> core.Webhook:
        """Return the receiver as the core knows it."""
        return self._told(self.events)


def _as_object(given: Any) -> Any:
    return {"url": given} if isinstance(given, str) else given


_FIELD = Field(description="Address that events are posted to, or an object with `url` and options.")
CrawlWebhook: TypeAlias = Annotated[CrawlHook, BeforeValidator(_as_object), _FIELD]
BatchWebhook: TypeAlias = Annotated[BatchHook, BeforeValidator(_as_object), _FIELD]
ExtractWebhook: TypeAlias = Annotated[ExtractHook, BeforeValidator(_as_object), _FIELD]
