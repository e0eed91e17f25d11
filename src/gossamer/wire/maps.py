"""The parts of maps that v1 and v2 share."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field

from gossamer.core.crawls import FoundLink, MapSpec, SitemapUse
from gossamer.core.urls import WebUrl
from gossamer.wire.amounts import Count, Delay, MapLimit, MapTimeout, SearchText, UserAgent
from gossamer.wire.answers import drop_nulls, pick
from gossamer.wire.crawls import PathPatterns
from gossamer.wire.integrations import Integration
from gossamer.wire.locations import Place
from gossamer.wire.shapes import Origin, StrictShape, TargetHeaders, TargetUrl
from gossamer.wire.threats import ThreatProtection, override_of


class MapOptions(StrictShape):
    """A site, and which of its URLs are wanted.

    A crawl's options are accepted here; the map's warning names those that have no effect.
    """

    url: TargetUrl
    search: SearchText | None = None
    include_subdomains: bool = True
    ignore_query_parameters: bool = True
    limit: MapLimit = 5000
    timeout: MapTimeout | None = None
    filter_by_path: bool = True
    use_index: bool = True
    ignore_cache: bool = False
    headers: TargetHeaders | None = None
    allow_external_links: bool = False
    include_paths: PathPatterns | None = None
    exclude_paths: PathPatterns | None = None
    location: Place | None = None
    regex_on_full_url: Annotated[bool, Field(alias="regexOnFullURL")] = False
    max_discovery_depth: Count | None = None
    crawl_entire_domain: bool = False
    allow_subdomains: bool = False
    ignore_robots_txt: bool = False
    robots_user_agent: UserAgent | None = None
    deduplicate_similar_urls: Annotated[bool | None, Field(alias="deduplicateSimilarURLs")] = None
    delay: Delay | None = None
    use_mock: str | None = None
    threat_protection: ThreatProtection | None = None
    origin: Origin = "api"
    integration: Integration | None = None

    def spec_with(self, sitemap: SitemapUse) -> MapSpec:
        """Return the request as the core knows it."""
        idle = ", ".join(f"`{name}`" for name in self.idle())
        return self.to_core(
            MapSpec,
            url=WebUrl(str(self.url)),
            sitemap=sitemap,
            subdomains=self.include_subdomains,
            ignore_query=self.ignore_query_parameters,
            timeout=None if self.timeout is None else timedelta(milliseconds=self.timeout),
            external_links=self.allow_external_links,
            threat_protection=override_of(self.threat_protection),
            notices=(f"A map does nothing with {idle}.",) if idle else (),
            llms_txt=False,
        )

    def idle(self) -> Iterator[str]:
        """Yield the names of options that were given and mean nothing to a map."""
        options = {
            "location": self.location is not None,
            "regexOnFullURL": self.regex_on_full_url,
            "maxDiscoveryDepth": self.max_discovery_depth is not None,
            "crawlEntireDomain": self.crawl_entire_domain,
            "allowSubdomains": self.allow_subdomains and not self.include_subdomains,
            "ignoreRobotsTxt": self.ignore_robots_txt,
            "robotsUserAgent": self.robots_user_agent is not None,
            "deduplicateSimilarURLs": self.deduplicate_similar_urls is not None,
            "delay": self.delay is not None,
        }
        yield from (name for name, is_given in options.items() if is_given)


def link_json(link: FoundLink) -> dict[str, Any]:
    """Return a URL that was found, with what is known of its page."""
    return drop_nulls(pick(link, "url", "title", "description"))
