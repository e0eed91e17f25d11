"""`POST /v0/crawl` and its status. This version has no pages of pages: a finished crawl comes whole."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from gossamer.core.crawls import CrawlScope, CrawlSpec
from gossamer.core.jobs import Job, JobPage, JobState
from gossamer.core.urls import WebUrl
from gossamer.wire.amounts import Count, Delay, PositiveCount, pause
from gossamer.wire.answers import Success
from gossamer.wire.crawls import PathPatterns
from gossamer.wire.documents import Locate
from gossamer.wire.page_actions import check_waiting
from gossamer.wire.shapes import Origin, Shape, TargetUrl, example
from gossamer.wire.sitemaps import sitemap_use
from gossamer.wire.v0.documents import Page, page_json
from gossamer.wire.v0.options import PageOptions
from gossamer.wire.v0.shapes import LegacyShape

_STATUS = {JobState.SCRAPING: "active", JobState.COMPLETED: "completed"}


def _make_list(value: Any) -> Any:
    """Return one pattern as a list of it; an empty one is none."""
    value = [value] if isinstance(value, str) else value
    return [entry for entry in value if entry != ""] if isinstance(value, list) else value


_OneOrMore = Annotated[PathPatterns, BeforeValidator(_make_list)]


class CrawlerOptions(Shape):
    """Which pages of the site are wanted."""

    includes: _OneOrMore | None = None
    excludes: _OneOrMore | None = None
    limit: PositiveCount = 10_000
    # An older name of `limit`; the smaller one holds.
    max_crawled_links: PositiveCount | None = None
    max_depth: Annotated[Count, Field(description="Most segments that the path of a page may have.")] | None = None
    max_discovery_depth: Count | None = None
    allow_backward_crawling: bool = False
    allow_external_content_links: bool = False
    allow_subdomains: bool = False
    ignore_sitemap: bool = False
    sitemap_only: bool = False
    ignore_robots_txt: bool = False
    deduplicate_similar_urls: Annotated[bool, Field(alias="deduplicateSimilarURLs")] = True
    ignore_query_parameters: bool = False
    regex_on_full_url: Annotated[bool, Field(alias="regexOnFullURL")] = False
    delay: Delay | None = None
    return_only_urls: bool = False

    def scope(self) -> CrawlScope:
        """Return which links belong to the crawl."""
        return self.to_core(
            CrawlScope,
            include_paths=tuple(self.includes or ()),
            exclude_paths=tuple(self.excludes or ()),
            max_path_depth=self.max_depth,
            sitemap=sitemap_use(ignore=self.ignore_sitemap, only=self.sitemap_only),
            ignore_query=self.ignore_query_parameters,
            deduplicate_similar=self.deduplicate_similar_urls,
            entire_domain=self.allow_backward_crawling,
            external_links=self.allow_external_content_links,
            subdomains=self.allow_subdomains,
            ignore_robots=self.ignore_robots_txt,
        )

    @property
    def most_pages(self) -> int:
        """Return the maximum number of pages."""
        return min(self.limit, self.max_crawled_links or self.limit)


class CrawlRequest(LegacyShape):
    """A site, which of its pages are wanted, and what is wanted of each."""

    model_config = example(url="https://example.com", crawlerOptions={"limit": 100})

    url: TargetUrl
    crawler_options: CrawlerOptions = CrawlerOptions()
    page_options: PageOptions = PageOptions()
    origin: Origin = "api"

    @model_validator(mode="after")
    def _waits_fit(self) -> "CrawlRequest":
        check_waiting(self.page_options.wait_for, None, self.page_options.actions)
        return self

    def spec(self) -> CrawlSpec:
        """Return the request as the core knows it."""
        options = self.crawler_options
        return CrawlSpec(
            url=WebUrl(str(self.url)),
            scrape=self.page_options.spec_for(self.url, origin=self.origin),
            scope=options.scope(),
            limit=options.most_pages,
            delay=pause(options.delay),
            only_urls=options.return_only_urls,
            origin=self.origin,
        )


class CrawlStarted(Success):
    """The answer to starting a crawl."""

    job_id: str


class CrawlStatus(Success):
    """The status of a crawl."""

    status: Literal["active", "completed", "failed"]
    current: int = Field(description="Pages that are done.")
    total: int = Field(description="Pages that are known.")
    error: str | None = None
    partial_data: list[Page] = Field(alias="partial_data", description="The last pages, until the crawl is complete.")
    data: list[Page] | None = Field(description="All pages, once the crawl is complete.")


def crawl_started(job_id: str) -> dict[str, Any]:
    """Return the answer to starting a crawl."""
    return {"success": True, "jobId": job_id}


def crawl_summary(job: Job) -> dict[str, Any]:
    """Return the state of *job*, without its pages; a cancelled one counts as failed."""
    body = {
        "success": True,
        "status": _STATUS.get(job.state, "failed"),
        "current": job.progress.done,
        "total": max(job.progress.known, job.progress.done),
    }
    return body if job.error is None else {**body, "error": job.error}


def crawl_page(job: Job, page: JobPage, locate: Locate) -> dict[str, Any]:
    """Return a page of *job*; its address alone when no more was asked for."""
    if isinstance(job.spec, CrawlSpec) and job.spec.only_urls:
        metadata = page.document.metadata
        return {"url": metadata.get("sourceURL") or metadata.get("url", "")}
    return page_json(page.document, locate)
