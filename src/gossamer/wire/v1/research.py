"""`/v1/deep-research`, `/v1/llmstxt` and `/v1/xclaw`: requests."""

from datetime import timedelta
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from gossamer.core.formats import Markdown
from gossamer.core.mentions import addresses_in
from gossamer.core.research import LlmsTxtSpec, ResearchBudget, ResearchKind, ResearchSpec
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.wire.amounts import Prompt
from gossamer.wire.freshness import TWO_DAYS
from gossamer.wire.integrations import Sender
from gossamer.wire.research import page_template
from gossamer.wire.schemas import JsonSchema
from gossamer.wire.shapes import Shape, StrictShape, TargetUrl, Whole, at_most, broken_rule, example

_PAGES_AT_ONCE: Final = 4
_PAGE_TIMEOUT: Final = timedelta(seconds=45)
_NO_JSON: Final = "`jsonOptions` with a `schema` or a `prompt` is required when `json` is in `formats`."


class JsonOptions(Shape):
    """The data that are wanted beside the report."""

    schema_: Annotated[JsonSchema | None, Field(alias="schema")] = None
    prompt: Prompt | None = None
    system_prompt: Prompt | None = None


class DeepResearchRequest(StrictShape, Sender):
    """A question for deep research: a report with numbered citations."""

    model_config = example(query="How do orb weavers spin?", maxUrls=10)

    query: Annotated[str, Field(min_length=1, max_length=10_000)] | None = None
    topic: Annotated[str, Field(min_length=1, max_length=10_000, description="Older name of `query`.")] | None = None
    max_depth: Annotated[Whole, Field(ge=1, le=12)] = 7
    max_urls: Annotated[Whole, Field(ge=1, le=1000)] = 20
    time_limit: Annotated[Whole, Field(ge=30, le=600, description="Seconds.")] = 300
    analysis_prompt: Prompt | None = None
    system_prompt: Prompt | None = None
    formats: Annotated[list[Literal["markdown", "json"]], BeforeValidator(at_most(2, "formats"))] = Field(
        default=["markdown"]
    )
    json_options: JsonOptions | None = None

    @model_validator(mode="after")
    def _asks_for_something(self) -> Self:
        if not (self.query or self.topic):
            raise broken_rule("`query` is required.")
        wants_json = "json" in self.formats
        if wants_json and (self.json_options is None or not (self.json_options.schema_ or self.json_options.prompt)):
            raise broken_rule(_NO_JSON)
        return self

    def spec(self) -> ResearchSpec:
        """Return the request as the core knows it."""
        query = self.query or self.topic or ""
        schema: dict[str, Any] | None = None
        if self.json_options is not None and "json" in self.formats:
            schema = dict(self.json_options.schema_) if self.json_options.schema_ else None
        return ResearchSpec(
            scrape=page_template(schema, query, **self.sender),
            prompt=query,
            kind=ResearchKind.DEEP_RESEARCH,
            schema=schema,
            urls=addresses_in(query),
            budget=ResearchBudget(self.max_urls, self.max_depth, self.time_limit),
            instructions="\n".join(text for text in (self.system_prompt, self.analysis_prompt) if text),
            formats=tuple(dict.fromkeys(self.formats)),
            max_concurrency=_PAGES_AT_ONCE,
            **self.sender,
        )


class LlmsTxtRequest(Shape, Sender):
    """A site of which an llms.txt is made."""

    model_config = example(url="https://example.com", maxUrls=20)

    url: TargetUrl
    max_urls: Annotated[Whole, Field(ge=1, le=5000)] = 10
    show_full_text: bool = False
    cache: Annotated[bool, Field(description="Use stored copies of pages that are less than two days old.")] = True

    def spec(self) -> LlmsTxtSpec:
        """Return the request as the core knows it."""
        url = web_url(str(self.url))
        common = self.sender
        scrape = ScrapeSpec(
            url=url,
            formats=(Markdown(),),
            timeout=_PAGE_TIMEOUT,
            cache=CachePolicy(max_age=TWO_DAYS if self.cache else timedelta(0)),
            **common,
        )
        return LlmsTxtSpec(scrape, url, limit=self.max_urls, full=self.show_full_text, **common)


class XclawRequest(Shape):
    """A charge on the ledger: so many plays."""

    model_config = example(plays=1)

    plays: Annotated[float | int, Field(description="1 to 10; others are brought into that range.")] = 1

    def count(self) -> int:
        """Return the number of plays that are charged."""
        return max(1, min(10, int(self.plays)))
