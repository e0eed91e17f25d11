"""The parts of crawls that v1 and v2 share."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo
from pydantic.alias_generators import to_camel

from gossamer.core.crawls import CrawlScope, CrawlSpec, SitemapUse
from gossamer.core.errors import CallerError
from gossamer.core.patterns import MAX_PATTERNS, Patterns
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.wire.amounts import Count, Delay, PositiveCount, UserAgent, pause
from gossamer.wire.integrations import Integration
from gossamer.wire.shapes import Origin, StrictShape, TargetUrl, at_most, broken_rule
from gossamer.wire.threats import ThreatProtection, override_of
from gossamer.wire.webhooks import Webhook


def _searchable(expressions: list[str], info: ValidationInfo) -> list[str]:
    try:
        Patterns.compile(expressions, option=to_camel(info.field_name or "patterns"))
    except CallerError as error:
        raise broken_rule(error.message) from error
    return expressions


PathPatterns = Annotated[
    list[str],
    Field(description="Regular expressions (RE2), searched in the path."),
    BeforeValidator(at_most(MAX_PATTERNS, "expressions")),
    AfterValidator(_searchable),
]


class CrawlOptions(StrictShape):
    """A site, and which of its pages are wanted."""

    url: TargetUrl
    include_paths: PathPatterns | None = None
    exclude_paths: PathPatterns | None = None
    regex_on_full_url: Annotated[bool, Field(alias="regexOnFullURL")] = False
    max_discovery_depth: Annotated[Count, Field(description="Most links to follow from the start page.")] | None = None
    ignore_query_parameters: bool = False
    deduplicate_similar_urls: Annotated[bool, Field(alias="deduplicateSimilarURLs")] = True
    limit: Annotated[PositiveCount, Field(description="Most pages.")] = 10_000
    crawl_entire_domain: bool = False
    allow_external_links: bool = False
    allow_subdomains: bool = False
    ignore_robots_txt: bool = False
    robots_user_agent: UserAgent | None = None
    delay: Delay | None = None
    max_concurrency: PositiveCount | None = None
    webhook: Webhook | None = None
    threat_protection: ThreatProtection | None = None
    zero_data_retention: bool = False
    origin: Origin = "api"
    integration: Integration | None = None

    def spec_with(
        self,
        page: Callable[..., ScrapeSpec],
        *,
        sitemap: SitemapUse,
        entire_domain: bool,
        max_path_depth: int | None = None,
        prompt: str | None = None,
        llms_txt: bool = False,
    ) -> CrawlSpec:
        """Return the request as the core knows it; *page* makes the scrape of a page."""
        common: dict[str, Any] = {
            "zero_data_retention": self.zero_data_retention,
            "origin": self.origin,
            "integration": self.integration,
        }
        scope = self.to_core(
            CrawlScope,
            max_path_depth=max_path_depth,
            sitemap=sitemap,
            ignore_query=self.ignore_query_parameters,
            deduplicate_similar=self.deduplicate_similar_urls,
            entire_domain=entire_domain,
            external_links=self.allow_external_links,
            subdomains=self.allow_subdomains,
            ignore_robots=self.ignore_robots_txt,
            llms_txt=llms_txt,
        )
        scrape = page(self.url, **common)
        return self.to_core(
            CrawlSpec,
            url=WebUrl(str(self.url)),
            scrape=replace(scrape, threat_protection=scrape.threat_protection or override_of(self.threat_protection)),
            scope=scope,
            delay=pause(self.delay),
            webhook=self.webhook and self.webhook.webhook(),
            prompt=prompt,
        )
