from datetime import timedelta
from typing import Any

import pytest

from gossamer.core.crawls import FoundLink, MapSpec, SiteMap, SitemapUse
from gossamer.core.urls import web_url
from gossamer.wire import v1, v2
from gossamer.wire.job_answers import Mapped, MappedUrls
from tests.wire.bodies import refusal

URL = "https://example.org/docs"
CLI = {
    "url": URL,
    "sitemap": "include",
    "includeSubdomains": False,
    "ignoreQueryParameters": False,
    "integration": "cli",
    "origin": "js-sdk@4.24.0",
}
FOUND = SiteMap(
    "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11",
    (FoundLink("https://example.org/a", "A", "First"), FoundLink("https://example.org/b")),
    1,
)


def spec(shape: Any = v2.MapRequest, **body: Any) -> MapSpec:
    found: MapSpec = shape.model_validate({"url": URL, **body}).spec()
    return found


@pytest.mark.parametrize("shape", [v1.MapRequest, v2.MapRequest])
def test_defaults_of_both_versions(shape: Any) -> None:
    assert spec(shape) == MapSpec(url=web_url(URL))


def test_what_the_real_clients_send_is_accepted() -> None:
    found = v2.MapRequest.model_validate(CLI).spec()
    assert (found.subdomains, found.ignore_query, found.integration) == (False, False, "cli")


def test_every_option_reaches_the_spec() -> None:
    found = spec(
        search="pricing",
        sitemap="only",
        includeSubdomains=False,
        ignoreQueryParameters=False,
        limit=100_000,
        timeout=5000,
        filterByPath=False,
        useIndex=False,
        ignoreCache=True,
        allowExternalLinks=True,
        includePaths=["/a"],
        excludePaths=["/b"],
        headers={"X-A": "b"},
        origin="x",
    )
    assert found == MapSpec(
        url=web_url(URL),
        search="pricing",
        sitemap=SitemapUse.ONLY,
        subdomains=False,
        ignore_query=False,
        limit=100_000,
        timeout=timedelta(seconds=5),
        filter_by_path=False,
        use_index=False,
        ignore_cache=True,
        external_links=True,
        include_paths=("/a",),
        exclude_paths=("/b",),
        headers={"x-a": "b"},
        origin="x",
    )


@pytest.mark.parametrize(
    ("options", "use"),
    [
        ({"ignoreSitemap": False, "sitemapOnly": False}, "include"),
        ({"ignoreSitemap": True}, "skip"),
        ({"sitemapOnly": True}, "only"),
    ],
)
def test_both_versions_reach_one_spec(options: dict[str, bool], use: str) -> None:
    assert spec(v1.MapRequest, **options) == spec(sitemap=use)


def test_options_that_mean_nothing_to_a_map_are_accepted_and_named() -> None:
    found = spec(delay=1, location={"country": "DE"}, ignoreRobotsTxt=True, maxDiscoveryDepth=0)
    assert found.notices == ("A map does nothing with `location`, `maxDiscoveryDepth`, `ignoreRobotsTxt`, `delay`.",)
    old = spec(v1.MapRequest, maxDepth=2, allowBackwardLinks=True)
    assert old.notices == ("A map does nothing with `maxDepth`, `allowBackwardLinks`.",)


def test_options_that_change_nothing_are_not_mentioned() -> None:
    found = spec(
        ignoreRobotsTxt=False,
        regexOnFullURL=False,
        allowSubdomains=True,
        useMock="x",
        auditMetadata={"username": "ada"},
    )
    assert found.notices == ()


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"limit": 0}, ["limit"]),
        ({"limit": 100_001}, ["limit"]),
        ({"timeout": 0}, ["timeout"]),
        ({"timeout": "5000"}, ["timeout"]),
        ({"search": 5}, ["search"]),
        ({"sitemap": "x"}, ["sitemap"]),
        ({"includePaths": ["("]}, ["includePaths"]),
        ({"headers": {"a b": "c"}}, ["headers"]),
    ],
)
def test_a_wrong_value_is_told_with_its_place(body: dict[str, Any], path: list[Any]) -> None:
    assert refusal(v2.MapRequest, {"url": URL, **body}).details[0]["path"] == path


@pytest.mark.parametrize(("shape", "key"), [(v1.MapRequest, "sitemap"), (v2.MapRequest, "ignoreSitemap")])
def test_the_words_of_another_version_are_unknown(shape: Any, key: str) -> None:
    assert refusal(shape, {"url": URL, key: "skip"}).error.startswith("Unrecognized key in body")


def test_version_2_answers_with_what_is_known_of_each_link() -> None:
    answer = v2.map_json(FOUND)
    assert answer == {
        "success": True,
        "id": FOUND.map_id,
        "links": [
            {"url": "https://example.org/a", "title": "A", "description": "First"},
            {"url": "https://example.org/b"},
        ],
    }
    Mapped.model_validate(answer)


def test_version_1_answers_with_bare_urls() -> None:
    answer = v1.map_json(FOUND, origin="api")
    assert answer == {"success": True, "links": ["https://example.org/a", "https://example.org/b"]}
    MappedUrls.model_validate({**answer, "scrape_id": "x"})
    assert v1.map_json(FOUND, origin="website")["scrape_id"] == FOUND.map_id


def test_a_warning_is_told_in_both_versions() -> None:
    warned = SiteMap(FOUND.map_id, (), 1, "Only few URLs were found.")
    assert v2.map_json(warned)["warning"] == v1.map_json(warned, origin="api")["warning"] == "Only few URLs were found."
