import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from gossamer.core.crawls import CrawlScope, CrawlSpec, SitemapUse, Webhook
from gossamer.core.formats import Branding, Html, Links, Markdown, Summary
from gossamer.core.redactions import Redaction
from gossamer.core.specs import ProxyTier, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.wire import v0, v1, v2
from tests.wire.bodies import refusal

URL = "https://example.org/docs"
# As the Python client sends it: every switch is there.
PY = {
    "url": URL,
    "prompt": "p",
    "scrapeOptions": {
        "onlyMainContent": True,
        "skipTlsVerification": True,
        "removeBase64Images": True,
        "fastMode": False,
        "blockAds": True,
        "storeInCache": True,
        "maxAge": 14400000,
        "waitFor": 2000,
        "timeout": 15000,
        "headers": {"X-A": "b"},
        "mobile": True,
    },
    "webhook": "https://example.com/hook",
    "includePaths": ["/b/*"],
    "sitemap": "include",
    "ignoreQueryParameters": False,
    "deduplicateSimilarURLs": True,
    "crawlEntireDomain": False,
    "allowExternalLinks": False,
    "allowSubdomains": False,
    "ignoreRobotsTxt": False,
    "delay": 1,
    "maxConcurrency": 2,
    "regexOnFullURL": False,
    "zeroDataRetention": False,
    "integration": "_e2e-test",
    "origin": "python-sdk@4.53.2",
}
CLI = {
    "url": URL,
    "sitemap": "include",
    "ignoreQueryParameters": False,
    "limit": 1,
    "crawlEntireDomain": False,
    "allowExternalLinks": False,
    "allowSubdomains": False,
    "integration": "cli",
    "origin": "js-sdk@4.24.0",
}
EVERY_OPTION = {
    "url": URL,
    "includePaths": ["^/docs/"],
    "excludePaths": ["/archive/", "\\.pdf$"],
    "regexOnFullURL": True,
    "maxDiscoveryDepth": 3,
    "sitemap": "only",
    "ignoreQueryParameters": True,
    "deduplicateSimilarURLs": False,
    "limit": 50,
    "crawlEntireDomain": True,
    "allowExternalLinks": True,
    "allowSubdomains": True,
    "ignoreRobotsTxt": True,
    "robotsUserAgent": "ExampleBot",
    "delay": 0.5,
    "maxConcurrency": 4,
    "webhook": {"url": "https://example.com/hook", "events": ["page", "crawl.completed"], "metadata": {"a": "b"}},
    "scrapeOptions": {"formats": ["html"], "mobile": True},
    "zeroDataRetention": True,
    "origin": "api",
    "integration": "cli",
}


def spec(**body: Any) -> CrawlSpec:
    return v2.CrawlRequest.model_validate({"url": URL, **body}).spec()


def told(shape: Any = v2.CrawlRequest, **body: Any) -> str:
    return refusal(shape, {"url": URL, **body}).error


@pytest.mark.parametrize("body", [PY, CLI], ids=["py", "cli"])
def test_what_the_real_clients_send_is_accepted(body: dict[str, Any]) -> None:
    found = v2.CrawlRequest.model_validate(body).spec()
    assert found.url == URL
    assert not found.scope.ignore_robots


@pytest.mark.parametrize("event", ["batch_scrape.page", "extract.completed", "check.completed", "action"])
def test_events_that_a_crawl_cannot_have_are_accepted(event: str) -> None:
    webhook = spec(webhook={"url": "https://e.org", "events": [event]}).webhook
    assert webhook is not None
    assert webhook.events == {event}


def test_defaults_of_version_2() -> None:
    template = ScrapeSpec(url=web_url(URL), written_url=URL, proxy=ProxyTier.AUTO)
    bare = spec()
    assert bare == CrawlSpec(url=web_url(URL), scrape=replace(template, cache=bare.scrape.cache))
    assert bare.scrape.cache.max_age == timedelta(days=2)
    assert bare.limit == 10_000
    assert bare.scope == CrawlScope()


def test_every_option_reaches_the_spec() -> None:
    found = v2.CrawlRequest.model_validate(EVERY_OPTION).spec()
    assert found.scope == CrawlScope(
        include_paths=("^/docs/",),
        exclude_paths=("/archive/", "\\.pdf$"),
        regex_on_full_url=True,
        max_discovery_depth=3,
        sitemap=SitemapUse.ONLY,
        ignore_query=True,
        deduplicate_similar=False,
        entire_domain=True,
        external_links=True,
        subdomains=True,
        ignore_robots=True,
        robots_user_agent="ExampleBot",
    )
    assert (found.limit, found.delay, found.max_concurrency) == (50, timedelta(seconds=0.5), 4)
    assert found.webhook == Webhook(
        url=web_url("https://example.com/hook"),
        metadata={"a": "b"},
        events=frozenset({"page", "crawl.completed"}),
    )
    assert (found.zero_data_retention, found.scrape.zero_data_retention) == (True, True)
    assert (found.scrape.formats, found.scrape.mobile, found.scrape.url) == ((Html(),), True, URL)
    assert (found.integration, found.scrape.integration) == ("cli", "cli")


def test_the_three_dialects_reach_one_spec() -> None:
    old = v0.CrawlRequest.model_validate(
        {
            "url": URL,
            "crawlerOptions": {
                "includes": ["^/docs/"],
                "excludes": "/archive/",
                "limit": 50,
                "maxDepth": 10,
                "maxDiscoveryDepth": 3,
                "allowBackwardCrawling": True,
                "ignoreSitemap": True,
                "delay": 1,
            },
            "pageOptions": {"onlyMainContent": True, "includeHtml": True, "includeLinks": False},
        }
    ).spec()
    mid = v1.CrawlRequest.model_validate(
        {
            "url": URL,
            "includePaths": ["^/docs/"],
            "excludePaths": ["/archive/"],
            "limit": 50,
            "maxDiscoveryDepth": 3,
            "allowBackwardLinks": True,
            "ignoreSitemap": True,
            "delay": 1,
            "scrapeOptions": {"formats": ["markdown", "html"], "timeout": 60000},
        }
    ).spec()
    new = spec(
        includePaths=["^/docs/"],
        excludePaths=["/archive/"],
        limit=50,
        maxDiscoveryDepth=3,
        crawlEntireDomain=True,
        sitemap="skip",
        delay=1,
        scrapeOptions={"formats": ["markdown", "html"], "maxAge": 0, "proxy": "basic"},
    )
    # Version 2 has no bound of path segments.
    assert old == mid == replace(new, scope=replace(new.scope, max_path_depth=10))


@pytest.mark.parametrize("shape", [v1.CrawlRequest, v2.CrawlRequest])
def test_null_means_left_out(shape: Any) -> None:
    fields = [field.alias or name for name, field in shape.model_fields.items() if name != "url"]
    assert shape(url=URL, **dict.fromkeys(fields)).spec() == shape(url=URL).spec()


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"limit": 0}, ["limit"]),
        ({"limit": "5"}, ["limit"]),
        ({"limit": 2**31}, ["limit"]),
        ({"maxDiscoveryDepth": -1}, ["maxDiscoveryDepth"]),
        ({"sitemap": "maybe"}, ["sitemap"]),
        ({"delay": -1}, ["delay"]),
        ({"delay": 61}, ["delay"]),
        ({"maxConcurrency": 0}, ["maxConcurrency"]),
        ({"includePaths": "docs"}, ["includePaths"]),
        ({"includePaths": ["("]}, ["includePaths"]),
        ({"excludePaths": ["(?=x)"]}, ["excludePaths"]),
        ({"excludePaths": ["a", 5]}, ["excludePaths", 1]),
        ({"prompt": "x" * 10_001}, ["prompt"]),
        ({"scrapeOptions": {"formats": ["nope"]}}, ["scrapeOptions", "formats", 0]),
        ({"scrapeOptions": {"waitFor": 60_001}}, ["scrapeOptions", "waitFor"]),
        ({"webhook": 5}, ["webhook"]),
        ({"webhook": {"headers": {}}}, ["webhook", "url"]),
        ({"webhook": "ftp://example.com"}, ["webhook", "url"]),
        ({"webhook": {"url": "https://e.org", "events": ["paeg"]}}, ["webhook", "events", 0]),
        ({"webhook": {"url": "https://e.org", "metadata": {"a": 1}}}, ["webhook", "metadata", "a"]),
        ({"webhook": {"url": "https://e.org", "headers": {"a": "b\r\nc: d"}}}, ["webhook", "headers"]),
        ({"zeroDataRetention": "no"}, ["zeroDataRetention"]),
        ({"integration": "unheard-of"}, ["integration"]),
        ({"url": "ftp://example.org"}, ["url"]),
    ],
)
def test_a_wrong_value_is_told_with_its_place(body: dict[str, Any], path: list[Any]) -> None:
    issues = refusal(v2.CrawlRequest, {"url": URL, **body}).details
    assert issues[0]["path"] == path


@pytest.mark.parametrize("shape", [v1.CrawlRequest, v2.CrawlRequest])
def test_unknown_keys_are_refused_at_the_top_and_inside(shape: Any) -> None:
    assert told(shape, depth=5).startswith("Unrecognized key in body")
    inside = refusal(shape, {"url": URL, "scrapeOptions": {"url": URL}})
    assert inside.details[0]["path"] == ["scrapeOptions"]


def test_a_broken_expression_is_told_in_words() -> None:
    assert "Invalid regular expression in `includePaths`" in told(includePaths=["ok", "("])
    assert "look-ahead" in told(excludePaths=["(?!x)"])


@pytest.mark.parametrize("name", ["X-Firecrawl-Signature", "x-firecrawl-signature", "X-Gossamer-Sequence"])
def test_a_webhook_cannot_bring_its_own_signature(name: str) -> None:
    assert "`headers` may not contain" in told(webhook={"url": "https://e.org", "headers": {name: "x"}})


def test_a_webhook_is_authorized_in_one_way() -> None:
    url = "https://user:word@hooks.example.com/"
    assert "credentials" in told(webhook={"url": url, "headers": {"Authorization": "Bearer x"}})
    assert spec(webhook={"url": url, "headers": {"x-token": "x"}}).webhook is not None


def test_a_webhook_is_an_address_or_an_object() -> None:
    assert spec(webhook="hooks.example.com/x").webhook == spec(webhook={"url": "http://hooks.example.com/x"}).webhook
    assert spec(webhook={"url": "https://e.org", "unknown": 1, "events": None}).webhook == Webhook(
        url=web_url("https://e.org")
    )


def test_formats_of_the_template_reach_the_gate_as_they_do_in_a_scrape() -> None:
    assert spec(scrapeOptions={"formats": ["summary"]}).scrape.formats == (Summary(),)
    assert spec(scrapeOptions={"formats": ["branding"]}).scrape.formats == (Branding(),)
    assert spec(scrapeOptions={"redactPII": True}).scrape.redaction == Redaction()


def test_what_a_prompt_gave_holds_where_the_caller_said_nothing() -> None:
    body = v2.CrawlRequest.model_validate({"url": URL, "prompt": "blog posts", "limit": 7, "allowSubdomains": False})
    read = {"includePaths": ["blog/.*"], "limit": 500, "allowSubdomains": True, "url": "https://evil.example", "x": 1}
    found = body.spec_by_prompt(read, None)
    assert found.scope.include_paths == ("blog/.*",)
    assert (found.limit, found.scope.subdomains, found.url, found.prompt) == (7, False, URL, "blog posts")


def test_paths_of_a_prompt_are_found_in_whole_addresses_where_the_caller_matches_these() -> None:
    body = v2.CrawlRequest.model_validate({"url": URL, "prompt": "the blog", "regexOnFullURL": True})
    [pattern, guess] = body.spec_by_prompt({"includePaths": ["^/blog(/.*)?$", "docs/.*"]}, None).scope.include_paths
    assert re.search(pattern, "https://example.org/blog/a")
    assert not re.search(pattern, "https://example.org/x/blog/a")
    assert guess == "docs/.*"


def test_a_pause_of_nothing_and_an_empty_selector_are_left_out() -> None:
    scrape = {"includeTags": ["", "main"], "excludeTags": [""]}
    spec = v2.CrawlRequest.model_validate({"url": URL, "delay": 0, "scrapeOptions": scrape}).spec()
    assert (spec.delay, spec.scrape.include_tags, spec.scrape.exclude_tags) == (None, ("main",), ())


def test_a_preview_names_a_folder_as_clients_look_for_it_and_keeps_its_own_page() -> None:
    read = {
        "includePaths": ["^/blog(/.*)?$", "^/en/docs(/.*)?$", "docs/.*", "^/a\\|b(/.*)?$"],
        "excludePaths": ["^/old(/.*)?$"],
        "limit": 5,
    }
    assert v2.preview_json(URL, read, None)["data"] == {
        "url": URL,
        "includePaths": ["blog/.*", "^/blog$", "^/en/docs(/.*)?$", "docs/.*", "^/a\\|b(/.*)?$"],
        # A wider form would leave out pages of other folders.
        "excludePaths": ["^/old(/.*)?$"],
        "limit": 5,
    }


def test_options_of_a_prompt_leave_the_callers_own_alone() -> None:
    body = v2.CrawlRequest.model_validate({**EVERY_OPTION, "prompt": "p"})
    assert body.spec_by_prompt({}, None) == body.spec()


@pytest.mark.parametrize(
    ("url", "depth", "fits"),
    [
        (URL, 1, True),
        (URL, 0, False),
        ("https://example.org/a/b/c", 2, False),
        ("https://example.org/a/index.html", 1, True),
        ("https://example.org/a//b/", 2, True),
        ("https://example.org", 0, True),
    ],
)
def test_version_1_bounds_the_depth_of_paths_and_the_start_must_fit(url: str, depth: int, fits: bool) -> None:
    body = {"url": url, "maxDepth": depth}
    if fits:
        assert v1.CrawlRequest.model_validate(body).spec().scope.max_path_depth == depth
    else:
        assert refusal(v1.CrawlRequest, body).error == "URL depth exceeds the specified maxDepth"


def test_defaults_of_version_1() -> None:
    bare = v1.CrawlRequest.model_validate({"url": URL}).spec()
    assert bare.scope == CrawlScope(max_path_depth=10)
    assert bare.limit == 10_000
    assert (bare.scrape.timeout, bare.scrape.proxy) == (timedelta(seconds=30), ProxyTier.BASIC)
    assert bare.scrape.cache.max_age == timedelta(0)


@pytest.mark.parametrize("name", ["allowBackwardLinks", "crawlEntireDomain"])
def test_version_1_has_two_names_for_the_entire_domain(name: str) -> None:
    assert v1.CrawlRequest.model_validate({"url": URL, name: True}).spec().scope.entire_domain


def test_version_1_pairs_json_with_its_options_in_a_crawl_too() -> None:
    assert "must be given" in told(v1.CrawlRequest, scrapeOptions={"formats": ["json"]})
    assert "must be given" in told(v1.CrawlRequest, scrapeOptions={"formats": ["markdown"], "extract": {"prompt": "p"}})


def test_defaults_of_version_0() -> None:
    bare = v0.CrawlRequest.model_validate({"url": URL}).spec()
    assert bare.scope == CrawlScope()
    assert (bare.limit, bare.only_urls) == (10_000, False)
    assert bare.scrape.formats == (Markdown(), Links())
    assert not bare.scrape.main_only


@pytest.mark.parametrize(
    ("options", "use"),
    [
        ({}, SitemapUse.INCLUDE),
        ({"ignoreSitemap": True}, SitemapUse.SKIP),
        ({"sitemapOnly": True}, SitemapUse.ONLY),
        ({"ignoreSitemap": True, "sitemapOnly": True}, SitemapUse.ONLY),
    ],
)
def test_version_0_tells_the_use_of_sitemaps_by_two_switches(options: dict[str, bool], use: SitemapUse) -> None:
    assert v0.CrawlRequest.model_validate({"url": URL, "crawlerOptions": options}).spec().scope.sitemap is use


@pytest.mark.parametrize(
    ("options", "limit"),
    [({"maxCrawledLinks": 5}, 5), ({"maxCrawledLinks": 5, "limit": 3}, 3), ({"maxCrawledLinks": 9, "limit": 50}, 9)],
)
def test_version_0_has_two_names_for_the_limit(options: dict[str, int], limit: int) -> None:
    assert v0.CrawlRequest.model_validate({"url": URL, "crawlerOptions": options}).spec().limit == limit


def test_version_0_takes_empty_patterns_for_none_and_ignores_what_it_does_not_know() -> None:
    body = {
        "url": URL,
        "crawlerOptions": {"includes": "", "excludes": [""], "generateImgAltText": True, "mode": "default"},
        "returnOnlyUrls": True,
    }
    found = v0.CrawlRequest.model_validate(body).spec()
    assert (found.scope, found.only_urls) == (CrawlScope(), False)


def test_version_0_can_ask_for_addresses_alone() -> None:
    assert v0.CrawlRequest.model_validate({"url": URL, "crawlerOptions": {"returnOnlyUrls": True}}).spec().only_urls


def test_a_preview_needs_words_and_ignores_what_it_does_not_know() -> None:
    found = v2.CrawlParamsPreview.model_validate({"url": "example.org", "prompt": "p", "limit": 5, "origin": "x"})
    assert (found.url, found.prompt) == ("http://example.org/", "p")
    assert refusal(v2.CrawlParamsPreview, {"url": URL, "prompt": ""}).details[0]["path"] == ["prompt"]
