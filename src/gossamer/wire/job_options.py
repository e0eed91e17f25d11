"""Options of a running job as its owner reads them, in the names of version 2.

Headers are left out: they hold cookies and tokens, and the list is for every key of the team.
"""

from datetime import timedelta
from typing import Any

from gossamer.core.crawls import CrawlSpec
from gossamer.core.extractions import ExtractSpec
from gossamer.core.specs import ScrapeSpec
from gossamer.wire.answers import drop_nulls, pick


def crawl_options(spec: CrawlSpec) -> dict[str, Any]:
    """Return the options of *spec*, apart from those of its pages."""
    scope = spec.scope
    options = {
        **pick(spec, "prompt", "limit", "max_concurrency"),
        **pick(scope, "include_paths", "exclude_paths", "max_discovery_depth", "sitemap", "robots_user_agent"),
        "regexOnFullURL": scope.regex_on_full_url,
        "maxDepth": scope.max_path_depth,
        "llmsTxt": "first" if scope.llms_txt else None,
        "ignoreQueryParameters": scope.ignore_query,
        "deduplicateSimilarURLs": scope.deduplicate_similar,
        "crawlEntireDomain": scope.entire_domain,
        "allowExternalLinks": scope.external_links,
        "allowSubdomains": scope.subdomains,
        "ignoreRobotsTxt": scope.ignore_robots,
        "delay": None if spec.delay is None else spec.delay.total_seconds(),
    }
    return drop_nulls(options)


def extract_options(spec: ExtractSpec) -> dict[str, Any]:
    """Return the options of *spec*, apart from those of its pages."""
    data_format = spec.wanted
    options = {
        "urls": [*spec.urls, *(f"{site}*" for site in spec.sites)],
        "prompt": data_format.prompt or None,
        "schema": data_format.schema,
        "systemPrompt": data_format.system_prompt or None,
        **pick(spec, "ignore_sitemap", "show_sources", "evidence"),
        **pick(spec.acceptance, "min_confidence", "on_unsupported"),
        "enableWebSearch": spec.web_search,
        "limit": spec.found if spec.sites or spec.web_search else None,
        "allowExternalLinks": spec.external_links,
        "includeSubdomains": spec.subdomains,
        "agent": None if spec.scrape.agent is None else {"model": spec.scrape.agent.model},
    }
    return drop_nulls(options)


def scrape_options(spec: ScrapeSpec) -> dict[str, Any]:
    """Return the options of *spec* for each page."""
    options = {
        "formats": [entry.name for entry in spec.formats],
        **pick(spec, "include_tags", "exclude_tags", "mobile", "block_ads", "proxy"),
        "onlyMainContent": spec.main_only,
        "timeout": _milliseconds(spec.timeout),
        "waitFor": _milliseconds(spec.wait_for),
        "skipTlsVerification": spec.skip_tls_verification is True,
        "removeBase64Images": spec.remove_base64_images,
        "fastMode": spec.fast,
        "maxAge": None if spec.cache.max_age is None else _milliseconds(spec.cache.max_age),
        "storeInCache": spec.cache.store,
    }
    return drop_nulls(options)


def _milliseconds(duration: timedelta) -> int:
    return duration // timedelta(milliseconds=1)
