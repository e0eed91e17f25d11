"""Crawls, their preview, maps and extractions of version 2, and the status of jobs."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from gossamer.core.crawls import CrawlSpec, MapSpec, SiteMap, SitemapUse
from gossamer.core.errors import CallerError
from gossamer.core.extractions import ExtractSpec
from gossamer.core.jobs import Job, JobPage
from gossamer.core.specs import TermsUse
from gossamer.core.timestamps import instant
from gossamer.core.urls import WebUrl
from gossamer.wire.amounts import Prompt
from gossamer.wire.crawls import CrawlOptions
from gossamer.wire.documents import Locate
from gossamer.wire.extracts import ExtractOptions
from gossamer.wire.integrations import Integration
from gossamer.wire.job_options import crawl_options
from gossamer.wire.jobs import started, status_json
from gossamer.wire.maps import MapOptions, link_json
from gossamer.wire.request_options import AuditMetadata
from gossamer.wire.shapes import Origin, Shape, TargetUrl, example
from gossamer.wire.sitemaps import GuideUse, SitemapName
from gossamer.wire.terms import PolicyOption, PurposeOption
from gossamer.wire.v2.options import ScrapeOptions

_FOLDER: Final = re.compile(r"\^/([\w-]+)\(/\.\*\)\?\$")
_PATHS: Final = frozenset({"includePaths", "excludePaths"})


class CrawlRequest(CrawlOptions):
    """A site, which of its pages are wanted, and what is wanted of each."""

    model_config = example(
        url="https://example.com", limit=100, excludePaths=["^/archive/"], scrapeOptions={"formats": ["markdown"]}
    )

    prompt: Prompt | None = None
    sitemap: SitemapName = "include"
    llms_txt: GuideUse | None = None
    scrape_options: ScrapeOptions = ScrapeOptions()

    def spec_by_prompt(self, read: Mapping[str, Any], warning: str | None) -> CrawlSpec:
        """Return the request with options *read* from its prompt where the caller named none, and with the *warning*.

        Raises CallerError when they are none that a caller could have named.
        """
        try:
            spec = self._with_options(read).spec()
        except ValidationError as error:
            raise CallerError("Failed to process the prompt: no crawl options could be derived from it.") from error
        return spec if warning is None else replace(spec, notices=(*spec.notices, warning))

    def _with_options(self, read: Mapping[str, Any]) -> "CrawlRequest":
        if self.regex_on_full_url:
            read = {name: _on_full_url(value) if name in _PATHS else value for name, value in read.items()}
        names = {field.alias for field in type(self).model_fields.values()} - {"url", "prompt"}
        named = self.model_dump(by_alias=True, exclude_unset=True)
        return CrawlRequest.model_validate({**{k: v for k, v in read.items() if k in names}, **named})

    def spec(self) -> CrawlSpec:
        """Return the request as the core knows it."""
        return self.spec_with(
            self.scrape_options.spec_for,
            sitemap=SitemapUse(self.sitemap),
            entire_domain=self.crawl_entire_domain,
            prompt=self.prompt,
            llms_txt=self.llms_txt is not None,
        )

    def site(self) -> MapSpec:
        """Return the site to look at for what the prompt may mean: what the crawl would find first."""
        spec = self.spec()
        return MapSpec(
            url=spec.url,
            sitemap=spec.scope.sitemap,
            subdomains=spec.scope.subdomains,
            filter_by_path=not spec.scope.entire_domain,
            use_index=False,
            headers=spec.scrape.headers,
            threat_protection=spec.scrape.threat_protection,
            origin=self.origin,
            zero_data_retention=spec.zero_data_retention or spec.scrape.zero_data_retention,
        )


class CrawlParamsPreview(Shape):
    """A site, and what is wanted of it in words."""

    model_config = example(url="https://example.com", prompt="All blog posts, at most 50 pages")

    url: TargetUrl
    prompt: Annotated[str, Field(min_length=1, max_length=10_000)]
    origin: Origin = "api"
    integration: Integration | None = None

    def site(self) -> MapSpec:
        """Return the site to look at for what the prompt may mean."""
        return MapSpec(url=WebUrl(str(self.url)), subdomains=False, use_index=False, origin=self.origin)


def _on_full_url(patterns: Sequence[str]) -> list[str]:
    """Return expressions for whole addresses in place of *patterns* for paths."""
    return [f"^[a-z]+://[^/]+{pattern[1:]}" if pattern.startswith("^/") else pattern for pattern in patterns]


def crawl_started_by_prompt(
    job_id: str, address: str, spec: CrawlSpec, read: Mapping[str, Any], warning: str | None
) -> dict[str, Any]:
    """Return the answer to starting a crawl whose prompt stood for the options *read*."""
    options = {"promptGeneratedOptions": _drop_nulls(read), "finalCrawlerOptions": crawl_options(spec)}
    answer = {**started(job_id, address), **options}
    return answer if warning is None else {**answer, "warning": warning}


def preview_json(url: str, read: Mapping[str, Any], warning: str | None) -> dict[str, Any]:
    """Return which options a prompt stands for."""
    options = {name: _with_plain_forms(value) if name == "includePaths" else value for name, value in read.items()}
    answer: dict[str, Any] = {"success": True, "data": {"url": url, **_drop_nulls(options)}}
    return answer if warning is None else {**answer, "warning": warning}


def _with_plain_forms(patterns: Sequence[str]) -> list[str]:
    """Return *patterns*; one for a folder of the root in two parts, the first of which is the form clients look for."""
    matches = ((pattern, _FOLDER.fullmatch(pattern)) for pattern in patterns)
    return [
        form for pattern, match in matches for form in ([f"{match[1]}/.*", f"^/{match[1]}$"] if match else [pattern])
    ]


def _drop_nulls(options: Mapping[str, Any]) -> dict[str, Any]:
    # The Python client takes no null for a switch.
    return {name: value for name, value in options.items() if value is not None}


def job_status(
    job: Job, pages: Sequence[JobPage], locate: Locate, *, next_url: str | None, warning: str | None
) -> dict[str, Any]:
    """Return the state of *job* and some of its pages."""
    body = {
        **status_json(job, pages, locate, next_url=next_url, warning=warning),
        "createdAt": instant(job.created_at),
    }
    if job.finished_at is None:
        return body
    took = (job.finished_at - job.created_at).total_seconds()
    return {**body, "completedAt": instant(job.finished_at), "duration": round(took, 3)}


class ExtractRequest(ExtractOptions):
    """An extraction: the data, the pages, and how the pages are fetched."""

    ignore_invalid_urls: Annotated[bool, Field(alias="ignoreInvalidURLs")] = True
    scrape_options: ScrapeOptions = ScrapeOptions()

    def spec(self) -> ExtractSpec:
        """Return the request as the core knows it."""
        return self.spec_with(self.scrape_options.spec_for, timeout=self.scrape_options.timeout)


class MapRequest(MapOptions):
    """A site, and which of its URLs are wanted."""

    model_config = example(url="https://example.com", search="docs", limit=100)

    sitemap: SitemapName = "include"
    llms_txt: GuideUse | None = None
    audit_metadata: AuditMetadata | None = None
    purpose: PurposeOption = None
    terms_policy: PolicyOption = None

    def spec(self) -> MapSpec:
        """Return the request as the core knows it."""
        use = TermsUse.of(self.purpose, self.terms_policy)
        return replace(self.spec_with(SitemapUse(self.sitemap)), llms_txt=self.llms_txt is not None, terms=use)


def map_json(site_map: SiteMap) -> dict[str, Any]:
    """Return the URLs that were found."""
    answer = {"success": True, "id": site_map.map_id, "links": [link_json(link) for link in site_map.links]}
    return answer if site_map.warning is None else {**answer, "warning": site_map.warning}
