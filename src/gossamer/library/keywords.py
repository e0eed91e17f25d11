"""The keyword arguments of the calls, for type checkers and editors; none has to be given.

Made by `make docs` from the API's shapes. Do not edit.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypedDict


class PageKeywords(TypedDict, total=False):
    """How a page is scraped."""

    formats: Sequence[Any]
    headers: Mapping[str, Any]
    include_tags: Sequence[str]
    exclude_tags: Sequence[str]
    only_main_content: bool
    only_clean_content: bool
    timeout: int
    wait_for: int
    mobile: bool
    actions: Sequence[Any]
    location: Mapping[str, Any]
    skip_tls_verification: bool
    remove_base64_images: bool
    fast_mode: bool
    block_ads: bool
    max_age: int
    store_in_cache: bool
    threat_protection: Mapping[str, Any]
    max_tokens: int
    query: str
    cursor: str
    parsers: Sequence[Any]
    proxy: Literal["basic", "stealth", "enhanced", "auto"]
    min_age: int
    lockdown: bool
    safe_mode: bool
    redact_pii: bool | Mapping[str, Any]
    profile: Mapping[str, Any]
    check_prompt_injection: bool
    purpose: Literal["search", "ai-input", "ai-train"]
    terms_policy: Literal["ignore", "report", "obey"]
    domain_tools: bool
    tool_detail: Literal["compact", "summary", "full"]


class ScrapeKeywords(PageKeywords, total=False):
    """Keyword arguments of `scrape`."""

    zero_data_retention: bool
    agent: Mapping[str, Any]
    as_of: datetime | str


class BatchKeywords(PageKeywords, total=False):
    """Keyword arguments of `batch`."""

    ignore_invalid_urls: bool
    deduplicate_urls: bool
    max_concurrency: int
    zero_data_retention: bool


class ParseKeywords(PageKeywords, total=False):
    """Keyword arguments of `parse`."""

    zero_data_retention: bool


class CrawlKeywords(TypedDict, total=False):
    """Keyword arguments of `crawl`."""

    include_paths: Sequence[str]
    exclude_paths: Sequence[str]
    regex_on_full_url: bool
    max_discovery_depth: int
    ignore_query_parameters: bool
    deduplicate_similar_urls: bool
    limit: int
    crawl_entire_domain: bool
    allow_external_links: bool
    allow_subdomains: bool
    ignore_robots_txt: bool
    robots_user_agent: str
    delay: float
    max_concurrency: int
    threat_protection: Mapping[str, Any]
    zero_data_retention: bool
    prompt: str
    sitemap: Literal["skip", "include", "only"]
    llms_txt: Literal["first"]
    scrape_options: PageKeywords


class MapKeywords(TypedDict, total=False):
    """Keyword arguments of `map`."""

    search: str
    include_subdomains: bool
    ignore_query_parameters: bool
    limit: int
    timeout: int
    filter_by_path: bool
    use_index: bool
    ignore_cache: bool
    headers: Mapping[str, Any]
    allow_external_links: bool
    include_paths: Sequence[str]
    exclude_paths: Sequence[str]
    location: Mapping[str, Any]
    regex_on_full_url: bool
    max_discovery_depth: int
    crawl_entire_domain: bool
    allow_subdomains: bool
    ignore_robots_txt: bool
    robots_user_agent: str
    deduplicate_similar_urls: bool
    delay: float
    threat_protection: Mapping[str, Any]
    sitemap: Literal["skip", "include", "only"]
    llms_txt: Literal["first"]
    purpose: Literal["search", "ai-input", "ai-train"]
    terms_policy: Literal["ignore", "report", "obey"]


class SearchKeywords(TypedDict, total=False):
    """Keyword arguments of `search`."""

    limit: int
    sources: Sequence[Any]
    categories: Sequence[Any]
    include_domains: Sequence[str]
    exclude_domains: Sequence[str]
    tbs: str
    filter: str
    lang: str
    country: str
    location: str
    safe: bool
    enterprise: Sequence[Literal["default", "anon", "zdr"]]
    timeout: int
    ignore_invalid_urls: bool
    async_scraping: bool
    highlights: bool
    scrape_options: PageKeywords
    threat_protection: Mapping[str, Any]
    domain_tools: bool
    tool_detail: Literal["compact", "summary", "full"]


class ExtractKeywords(TypedDict, total=False):
    """Keyword arguments of `extract`."""

    ignore_invalid_urls: bool
    prompt: str
    schema: Mapping[str, Any]
    system_prompt: str
    agent: Mapping[str, Any]
    enable_web_search: bool
    allow_external_links: bool
    include_subdomains: bool
    ignore_sitemap: bool
    limit: int
    show_sources: bool
    evidence: bool
    min_confidence: str | float
    on_unsupported: str
    timeout: int
    url_trace: bool
    show_steps: bool
    show_llm_usage: bool
    threat_protection: Mapping[str, Any]
    zero_data_retention: bool
    scrape_options: PageKeywords


class ResearchKeywords(TypedDict, total=False):
    """Keyword arguments of `research`."""

    urls: Sequence[str]
    schema: Mapping[str, Any]
    max_credits: float
    strict_constrain_to_urls: bool
    model: Literal["spark-1-pro", "spark-1-mini", "spark-2"]
    effort: Literal["low", "medium", "high"]
    thread_id: str
    mode: Literal["extract", "chat"]
    location: Mapping[str, Any]
    zero_data_retention: bool
    threat_protection: Mapping[str, Any]
    override_whitelist: str
