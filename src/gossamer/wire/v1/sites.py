"""Crawls, maps and extractions of version 1, and the status of jobs."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field, model_validator

from gossamer.core.crawls import CrawlSpec, MapSpec, SiteMap
from gossamer.core.extractions import ExtractSpec
from gossamer.core.jobs import Job, JobPage
from gossamer.wire.amounts import Count
from gossamer.wire.crawls import CrawlOptions
from gossamer.wire.documents import Locate, shows_scrape_id
from gossamer.wire.extracts import ExtractOptions
from gossamer.wire.jobs import status_json
from gossamer.wire.maps import MapOptions
from gossamer.wire.shapes import broken_rule, example
from gossamer.wire.sitemaps import sitemap_use
from gossamer.wire.v1.options import ScrapeOptions

# Files that stand for their folder add no depth.
_INDEX_FILES = frozenset({"index.html", "index.htm", "index.php"})


class CrawlRequest(CrawlOptions):
    """A site, which of its pages are wanted, and what is wanted of each."""

    model_config = example(url="https://example.com", limit=100)

    max_depth: Annotated[Count, Field(description="Most segments that the path of a page may have.")] = 10
    ignore_sitemap: bool = False
    # The older name of `crawlEntireDomain`.
    allow_backward_links: bool = False
    scrape_options: ScrapeOptions = ScrapeOptions()

    @model_validator(mode="after")
    def _start_is_not_too_deep(self) -> "CrawlRequest":
        if _depth(self.url) > self.max_depth:
            raise broken_rule("URL depth exceeds the specified maxDepth")
        return self

    def spec(self) -> CrawlSpec:
        """Return the request as the core knows it."""
        return self.spec_with(
            self.scrape_options.spec_for,
            sitemap=sitemap_use(ignore=self.ignore_sitemap, only=False),
            entire_domain=self.crawl_entire_domain or self.allow_backward_links,
            max_path_depth=self.max_depth,
        )


def _depth(url: str) -> int:
    """Return the number of segments in the path of *url*."""
    return sum(1 for segment in urlsplit(url).path.split("/") if segment and segment not in _INDEX_FILES)


def job_status(
    job: Job, pages: Sequence[JobPage], locate: Locate, *, next_url: str | None, warning: str | None
) -> dict[str, Any]:
    """Return the state of *job* and some of its pages.

    Clients of this version take a running job without pages or credits for a broken one.
    """
    body = status_json(job, pages, locate, next_url=next_url, warning=warning)
    if job.state.final:
        return body
    return {**body, "total": max(1, body["total"]), "creditsUsed": max(1, body["creditsUsed"])}


class ExtractRequest(ExtractOptions):
    """An extraction: the data, the pages, and how the pages are fetched."""

    scrape_options: ScrapeOptions = ScrapeOptions()

    def spec(self) -> ExtractSpec:
        """Return the request as the core knows it."""
        return self.spec_with(self.scrape_options.spec_for, timeout=self.scrape_options.timeout)


class MapRequest(MapOptions):
    """A site, and which of its URLs are wanted."""

    model_config = example(url="https://example.com", search="docs", limit=100)

    ignore_sitemap: bool = False
    sitemap_only: bool = False
    max_depth: Count | None = None
    allow_backward_links: bool = False

    def spec(self) -> MapSpec:
        """Return the request as the core knows it."""
        return self.spec_with(sitemap_use(ignore=self.ignore_sitemap, only=self.sitemap_only))

    def idle(self) -> Iterator[str]:
        """Yield the names of options that were given and mean nothing to a map."""
        yield from super().idle()
        if self.max_depth is not None:
            yield "maxDepth"
        if self.allow_backward_links:
            yield "allowBackwardLinks"


def map_json(site_map: SiteMap, *, origin: str) -> dict[str, Any]:
    """Return the URLs that were found; *origin* is the client that asked."""
    answer: dict[str, Any] = {"success": True, "links": [link.url for link in site_map.links]}
    if site_map.warning is not None:
        answer["warning"] = site_map.warning
    return {**answer, "scrape_id": site_map.map_id} if shows_scrape_id(origin) else answer
