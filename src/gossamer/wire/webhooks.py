"""The `webhook` option: an address, or an object that says more."""

from typing import Annotated, Any, Literal, Self, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from gossamer.core import crawls as core
from gossamer.core.headers import WEBHOOK_SEQUENCE, WEBHOOK_SIGNATURE
from gossamer.core.urls import WebUrl
from gossamer.wire.shapes import Shape, TargetHeaders, TargetUrl, at_most, broken_rule

# We sign with these; a caller's own would pass for our word.
_OURS = frozenset({WEBHOOK_SIGNATURE, WEBHOOK_SEQUENCE})
_MAX_METADATA = 100


def check_unsigned(headers: dict[str, str]) -> dict[str, str]:
    """Return *headers* if none of them is one that we sign with."""
    if named := _OURS.intersection(headers):
        raise broken_rule(f"`headers` may not contain {' or '.join(sorted(named))}: this service sets it.")
    return headers


# An event that a job of this kind cannot have is accepted and never comes: clients use one list for all jobs.
_Event: TypeAlias = Literal[
    "started",
    "page",
    "paused",
    "action",
    "completed",
    "failed",
    "cancelled",
    "check.completed",
    "crawl.started",
    "crawl.page",
    "crawl.paused",
    "crawl.completed",
    "crawl.failed",
    "batch_scrape.started",
    "batch_scrape.page",
    "batch_scrape.paused",
    "batch_scrape.completed",
    "batch_scrape.failed",
    "extract.started",
    "extract.completed",
    "extract.failed",
    "agent.started",
    "agent.action",
    "agent.completed",
    "agent.failed",
    "agent.cancelled",
    "monitor.page",
    "monitor.check.completed",
]


class Hook(Shape):
    """The webhook of a job."""

    url: TargetUrl
    headers: Annotated[TargetHeaders, AfterValidator(check_unsigned)] | None = None
    metadata: (
        Annotated[
            dict[str, Annotated[str, Field(max_length=10_000)]], BeforeValidator(at_most(_MAX_METADATA, "metadata"))
        ]
        | None
    ) = None
    events: Annotated[list[_Event], BeforeValidator(at_most(50, "events"))] | None = None

    @model_validator(mode="after")
    def _check_authorization(self) -> Self:
        if "@" in urlsplit(self.url).netloc and "authorization" in (self.headers or {}):
            raise broken_rule(
                "webhook.url may not contain credentials beside an authorization header: only one of them can be sent."
            )
        return self

    def webhook(self) -> core.Webhook:
        """Return the receiver as the core knows it."""
        events = frozenset(self.events or ())
        return self.to_core(core.Webhook, url=WebUrl(str(self.url)), events=events)


def _as_object(value: Any) -> Any:
    return {"url": value} if isinstance(value, str) else value


Webhook: TypeAlias = Annotated[
    Hook,
    BeforeValidator(_as_object),
    Field(description="Address that events are posted to, or an object with `url` and options."),
]
