"""The parts of extractions that v1 and v2 share: the request beside the scrape options, and the answers.

An entry of `urls` that ends in `/*` is a whole site, or a folder of it. Fields of `scrapeOptions` say how pages are
fetched; `formats` among them have no effect, since `schema` and `prompt` describe the data.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator

from gossamer.core.errors import CallerError
from gossamer.core.extractions import WEB_SEARCH, ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.mentions import addresses_in
from gossamer.core.specs import AgentOption, ScrapeSpec
from gossamer.core.urls import WebUrl, web_url
from gossamer.wire.agents import AGENT_TIMEOUT, MODEL, agent_model
from gossamer.wire.amounts import MinConfidence, OnUnsupported, PositiveCount, Prompt, acceptance_of, wants_evidence
from gossamer.wire.batches import InvalidUrl, named
from gossamer.wire.integrations import Sender
from gossamer.wire.schemas import JsonSchema, says_nothing
from gossamer.wire.shapes import Shape, StrictShape, at_most, broken_rule, example, typed_url
from gossamer.wire.threats import ThreatProtection, override_of
from gossamer.wire.timeouts import Timeout
from gossamer.wire.webhooks import Webhook

# Far above any deployment's limit, which has an error of its own.
_MAX_URLS: Final = 10_000
_WHOLE_SITE: Final = "/*"
# A page, and a model that reads it; nobody waits on the line.
_PATIENCE: Final = timedelta(minutes=2)
_EMPTY_SCHEMA: Final = (
    "`schema` says nothing of what is wanted, so it was left out: name the fields in `properties`. A schema of Zod 4 "
    "has to be turned into a JSON schema before it is sent: `z.toJSONSchema(schema)`."
)
_NEITHER: Final = "Either 'urls' or 'prompt' must be provided."


def _read(entry: str, info: ValidationInfo) -> str:
    try:
        typed_url(entry.strip().removesuffix("*"))
    except CallerError as error:
        # The field stands before `urls` in the shape, so it is known here.
        if info.data.get("ignore_invalid_urls"):
            return InvalidUrl(entry)
        raise broken_rule(named(error.message, entry)) from error
    return entry.strip()


class ExtractAgent(Shape):
    """Which agent navigates before each page is read; what it is to do stands in the request's own `prompt`."""

    model: Annotated[str, AfterValidator(agent_model)] = MODEL
    prompt: Prompt | None = None


class ExtractOptions(StrictShape, Sender):
    """An extraction: the data and the pages; a version adds how they are fetched."""

    model_config = example(
        urls=["https://example.com/*"],
        prompt="Products with their prices",
        schema={
            "type": "object",
            "properties": {
                "products": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
                    },
                }
            },
        },
    )

    # Must stand before `urls`, whose reading depends on it.
    ignore_invalid_urls: Annotated[bool, Field(alias="ignoreInvalidURLs")] = False
    urls: (
        Annotated[
            list[Annotated[str, AfterValidator(_read)]],
            Field(description="Addresses of pages; one that ends in `/*` stands for the pages of a site or a folder."),
            BeforeValidator(at_most(_MAX_URLS, "urls")),
        ]
        | None
    ) = None
    prompt: Annotated[Prompt, Field(description="What is wanted, in words.")] | None = None
    schema_: Annotated[JsonSchema | None, Field(alias="schema", description="The shape of the answer.")] = None
    system_prompt: Prompt | None = None
    agent: ExtractAgent | None = None
    enable_web_search: Annotated[
        bool, Field(description="Search the web for the prompt, too; without `urls` that is done anyway.")
    ] = False
    allow_external_links: bool = False
    include_subdomains: bool = True
    ignore_sitemap: bool = False
    limit: Annotated[PositiveCount, Field(description="Most pages that `/*` and the web search lead to.")] | None = None
    show_sources: Annotated[bool, Field(description="Say for each value which pages it is from.")] = False
    evidence: Annotated[bool, Field(description="Say for each value which words of a page it rests on.")] = False
    min_confidence: MinConfidence | None = None
    on_unsupported: OnUnsupported | None = None
    timeout: Timeout | None = None
    url_trace: Annotated[bool, Field(alias="urlTrace")] = False
    show_steps: bool = False
    show_llm_usage: Annotated[bool, Field(alias="showLLMUsage")] = False
    webhook: Webhook | None = None
    threat_protection: ThreatProtection | None = None
    zero_data_retention: Annotated[bool, Field(description="Forget the answer once it was read.")] = False

    @model_validator(mode="after")
    def _asks_for_something(self) -> Self:
        valid = [url for url in self.urls or () if not isinstance(url, InvalidUrl)]
        if not self.urls and not self.prompt:
            raise broken_rule(_NEITHER)
        if self.urls and not valid and not (self.prompt and self.enable_web_search):
            raise broken_rule("No valid URLs provided")
        if self.agent is not None and not self.prompt:
            raise broken_rule("`agent` needs a `prompt`: it says what the agent is to do.")
        if self.enable_web_search and not self.prompt:
            raise broken_rule("`enableWebSearch` needs a `prompt`: it is what is searched for.")
        return self

    def spec(self) -> ExtractSpec:
        """Return the request as the core knows it."""
        raise NotImplementedError

    def left_out(self) -> list[str]:
        """Return entries of `urls` that are no address."""
        return [str(url) for url in self.urls or () if isinstance(url, InvalidUrl)]

    def spec_with(self, page: Callable[..., ScrapeSpec], *, timeout: int | None) -> ExtractSpec:
        """Return the request as the core knows it; *page* makes the scrape of a page, *timeout* is its own."""
        urls, sites = tuple(self._pages()), tuple(self._sites())
        single_pages = tuple(url.strip() for url in self._list_named() if not url.endswith(_WHOLE_SITE))
        finds_its_own = not self.urls
        if finds_its_own:
            urls, single_pages = addresses_in(self.prompt or ""), ()
        agent = AgentOption(self.prompt or "", self.agent.model) if self.agent else None
        scrape = page(next(iter((*urls, *sites)), WEB_SEARCH), agent=agent, **self.sender)
        if timeout is None:
            limit = None if self.timeout is None else timedelta(milliseconds=self.timeout)
            scrape = replace(scrape, timeout=limit or (AGENT_TIMEOUT if agent else _PATIENCE))
        is_empty = self.schema_ is not None and says_nothing(self.schema_)
        schema = None if is_empty else self.schema_
        data_format = Json(
            schema,
            self.prompt or "",
            system_prompt=self.system_prompt or "",
            # Each page's word counts as its evidence says; what is emptied is settled once all pages are merged.
            evidence=True,
            # Pages that were not named have nothing in common.
            of_several=bool(sites or len(urls) > 1) and not (self.enable_web_search or finds_its_own),
        )
        return self.to_core(
            ExtractSpec,
            scrape=replace(
                scrape,
                formats=(data_format,),
                threat_protection=scrape.threat_protection or override_of(self.threat_protection),
            ),
            urls=urls,
            written=single_pages,
            sites=sites,
            web_search=self.enable_web_search or finds_its_own,
            found=self.limit or 0,
            external_links=self.allow_external_links,
            subdomains=self.include_subdomains,
            evidence=wants_evidence(self),
            acceptance=acceptance_of(self),
            webhook=self.webhook and self.webhook.webhook(),
            notices=(_EMPTY_SCHEMA,) if is_empty else (),
        )

    def started(self, job_id: str) -> dict[str, Any]:
        """Return the answer to starting this extraction."""
        answer: dict[str, Any] = {"success": True, "id": job_id, "urlTrace": []}
        left_out = self.left_out()
        return {**answer, "invalidURLs": left_out} if left_out or self.ignore_invalid_urls else answer

    def _list_named(self) -> Iterator[str]:
        return (url for url in self.urls or () if not isinstance(url, InvalidUrl))

    def _pages(self) -> Iterator[WebUrl]:
        return (web_url(url) for url in self._list_named() if not url.endswith(_WHOLE_SITE))

    def _sites(self) -> Iterator[WebUrl]:
        return (web_url(url.removesuffix("*")) for url in self._list_named() if url.endswith(_WHOLE_SITE))
