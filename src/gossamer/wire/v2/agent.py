"""`POST /v2/agent`: a question that is answered from pages which an agent finds."""

from dataclasses import replace
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from gossamer.core.errors import ExchangeDisabled
from gossamer.core.ids import is_id
from gossamer.core.mentions import addresses_in
from gossamer.core.research import ResearchBudget, ResearchKind, ResearchSpec, Thread
from gossamer.core.specs import Location
from gossamer.core.urls import web_url
from gossamer.wire.integrations import Sender
from gossamer.wire.locations import Place
from gossamer.wire.request_options import AuditMetadata
from gossamer.wire.research import page_template
from gossamer.wire.schemas import JsonSchema, says_nothing
from gossamer.wire.shapes import Shape, StrictShape, TargetUrl, at_most, broken_rule, example, written
from gossamer.wire.threats import ThreatProtection, override_of
from gossamer.wire.webhooks import Webhook

_MAX_URLS: Final = 10_000
_CREDITS: Final = 2500
# Few at once: pages that were read decide which pages are worth reading next.
_PAGES_AT_ONCE: Final = 4
# Pages, link hops and seconds of a run.
_EFFORTS: Final = {
    "low": ResearchBudget(pages=6, depth=1, seconds=60),
    "medium": ResearchBudget(pages=20, depth=3, seconds=180),
    "high": ResearchBudget(pages=50, depth=4, seconds=600),
}
_NO_EXCHANGE: Final = (
    "Paid data providers (`exchange`) are not available on this server. Leave `exchange` out: the agent then uses "
    "pages, searches and this server's own index."
)


def _thread_id(value: str) -> str:
    if not is_id(value):
        raise broken_rule("`threadId` must be the UUID of a thread, as an earlier run returned it.")
    return value.lower()


class ExchangeOptions(Shape):
    """Paid data providers, of which this service has none."""

    enabled: bool | None = None


class AgentRequest(StrictShape, Sender):
    """A question for an agent: where to look, and how far it may go."""

    model_config = example(
        prompt="Who founded Example Ltd, and when?", urls=["https://example.com/about"], maxCredits=20
    )

    prompt: Annotated[str, Field(min_length=1, max_length=10_000)]
    urls: Annotated[list[TargetUrl], BeforeValidator(at_most(_MAX_URLS, "urls"))] | None = None
    schema_: Annotated[JsonSchema | None, Field(alias="schema", description="The shape of `data`.")] = None
    max_credits: Annotated[float, Field(gt=0, description="Credits at most; with fewer, `data` is partial.")] = _CREDITS
    strict_constrain_to_urls: Annotated[
        bool, Field(alias="strictConstrainToURLs", description="Read `urls` and nothing else.")
    ] = False
    model: Literal["spark-1-pro", "spark-1-mini", "spark-2"] | None = None
    effort: Literal["low", "medium", "high"] | None = None
    thread_id: Annotated[str, AfterValidator(_thread_id)] | None = None
    mode: Annotated[
        Literal["extract", "chat"] | None,
        Field(description="`chat` answers in words; `extract` by default, and that of the thread in a further turn."),
    ] = None
    location: Place | None = None
    exchange: ExchangeOptions | None = None
    zero_data_retention: bool = False
    webhook: Webhook | None = None
    threat_protection: ThreatProtection | None = None
    audit_metadata: AuditMetadata | None = None
    override_whitelist: str | None = None

    @model_validator(mode="after")
    def _has_something_to_read(self) -> Self:
        if self.strict_constrain_to_urls and not self.urls:
            raise broken_rule("`strictConstrainToURLs` needs `urls`: nothing else is read then.")
        return self

    def spec(self) -> ResearchSpec:
        """Return the request as the core knows it. Raises ExchangeDisabled."""
        if self.exchange is not None and self.exchange.enabled is not False:
            raise ExchangeDisabled(_NO_EXCHANGE)
        schema = None if self.schema_ is None or says_nothing(self.schema_) else self.schema_
        urls = tuple(web_url(url) for url in self.urls or ()) or addresses_in(self.prompt)
        location = self.location.location() if self.location else Location()
        template = page_template(schema, self.prompt, location=location, **self.sender)
        budget = _EFFORTS[self.effort or "medium"]
        return self.to_core(
            ResearchSpec,
            scrape=replace(template, threat_protection=override_of(self.threat_protection)),
            kind=ResearchKind.AGENT,
            schema=schema,
            urls=urls,
            written=tuple(written(url) for url in self.urls or ()) if self.urls else (),
            only_urls=self.strict_constrain_to_urls,
            budget=ResearchBudget(budget.pages, budget.depth, budget.seconds, int(self.max_credits)),
            max_concurrency=_PAGES_AT_ONCE,
            thread=Thread(self.thread_id or ""),
            webhook=self.webhook.webhook() if self.webhook else None,
        )
