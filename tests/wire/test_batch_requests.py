from typing import Any

import pytest

from gossamer.core.crawls import BatchSpec, Webhook
from gossamer.core.formats import Html, Markdown
from gossamer.core.specs import ProxyTier
from gossamer.core.urls import web_url
from gossamer.wire import v1, v2
from gossamer.wire.batches import MAX_URLS
from tests.wire.bodies import refusal

URLS = ["https://example.org/1", "example.org/2"]
ID = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"
PY = {
    "urls": URLS,
    "formats": ["markdown", {"type": "screenshot", "quality": 70, "fullPage": False}],
    "webhook": {"url": "https://example.com/hook", "events": ["page"]},
    "ignoreInvalidURLs": True,
    "maxConcurrency": 2,
    "zeroDataRetention": False,
    "onlyMainContent": True,
    "skipTlsVerification": True,
    "removeBase64Images": True,
    "fastMode": False,
    "blockAds": True,
    "maxAge": 14400000,
    "storeInCache": True,
    "mobile": False,
    "integration": "_e2e-test",
    "origin": "python-sdk@4.53.2",
}
SHAPES = [v1.BatchScrapeRequest, v2.BatchScrapeRequest]


def spec(shape: Any = v2.BatchScrapeRequest, **body: Any) -> BatchSpec:
    found: BatchSpec = shape.model_validate({"urls": URLS, **body}).spec()
    return found


def test_what_the_real_clients_send_is_accepted() -> None:
    found = v2.BatchScrapeRequest.model_validate(PY).spec()
    assert found.urls == (web_url(URLS[0]), web_url(URLS[1]))
    assert found.webhook == Webhook(url=web_url("https://example.com/hook"), events=frozenset({"page"}))
    assert found.max_concurrency == 2


@pytest.mark.parametrize("shape", SHAPES)
def test_a_batch_is_the_same_scrape_of_each_url(shape: Any) -> None:
    found = spec(shape, formats=["html"], mobile=True, appendToId=ID.upper(), maxConcurrency=3)
    assert found.urls == ("https://example.org/1", "http://example.org/2")
    assert (found.scrape.url, found.scrape.formats, found.scrape.mobile) == (found.urls[0], (Html(),), True)
    assert (found.append_to, found.max_concurrency) == (ID, 3)


def test_both_versions_reach_one_spec() -> None:
    mid = spec(v1.BatchScrapeRequest, timeout=30000)
    assert mid == spec(timeout=30000, maxAge=0, proxy="basic")
    assert (mid.scrape.formats, mid.scrape.proxy) == ((Markdown(),), ProxyTier.BASIC)


@pytest.mark.parametrize("shape", SHAPES)
def test_null_means_left_out(shape: Any) -> None:
    fields = [field.alias or name for name, field in shape.model_fields.items() if name != "urls"]
    assert shape(urls=URLS, **dict.fromkeys(fields)).spec() == shape(urls=URLS).spec()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("ignoring", [None, False])
def test_an_invalid_url_ends_the_request_and_is_told_with_its_place(shape: Any, ignoring: bool | None) -> None:
    found = refusal(shape, {"urls": [*URLS, "ftp://no", "http://"], "ignoreInvalidURLs": ignoring})
    [issue] = found.details
    assert (issue["path"], issue["code"]) == (["urls", 2], "custom")
    assert "unsupported protocol" in found.error


@pytest.mark.parametrize("shape", SHAPES)
def test_invalid_urls_can_be_left_out_and_are_listed(shape: Any) -> None:
    body = shape.model_validate({"urls": ["ftp://no", *URLS, "  "], "ignoreInvalidURLs": True})
    assert body.spec().urls == ("https://example.org/1", "http://example.org/2")
    assert body.order().started(ID, "http://h/v2/batch/scrape") == {
        "success": True,
        "id": ID,
        "url": f"http://h/v2/batch/scrape/{ID}",
        "invalidURLs": ["ftp://no", "  "],
    }


@pytest.mark.parametrize(("ignoring", "listed"), [(True, True), (False, False), (None, False)])
def test_the_list_of_what_was_left_out_is_there_when_it_was_asked_for(ignoring: bool | None, listed: bool) -> None:
    body = v2.BatchScrapeRequest.model_validate({"urls": URLS, "ignoreInvalidURLs": ignoring})
    assert ("invalidURLs" in body.order().started(ID, "http://h")) is listed


@pytest.mark.parametrize("shape", SHAPES)
def test_a_batch_of_nothing_but_invalid_urls_is_refused(shape: Any) -> None:
    assert refusal(shape, {"urls": ["", "ftp://x"], "ignoreInvalidURLs": True}).error == "No valid URLs provided"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"urls": []}, ["urls"]),
        ({"urls": "https://example.org"}, ["urls"]),
        ({"urls": ["https://example.org", 5]}, ["urls", 1]),
        ({"urls": None}, ["urls"]),
        ({"appendToId": "no-uuid"}, ["appendToId"]),
        ({"maxConcurrency": 0}, ["maxConcurrency"]),
        ({"webhook": {"url": "https://e.org", "events": ["paeg"]}}, ["webhook", "events", 0]),
        ({"formats": ["nope"]}, ["formats", 0]),
        ({"ignoreInvalidURLs": "yes"}, ["ignoreInvalidURLs"]),
    ],
)
def test_a_wrong_value_is_told_with_its_place(body: dict[str, Any], path: list[Any]) -> None:
    assert refusal(v2.BatchScrapeRequest, {"urls": URLS, **body}).details[0]["path"] == path


def test_a_batch_takes_as_many_urls_as_one_request_may_name() -> None:
    assert f"cannot exceed {MAX_URLS}" in refusal(v2.BatchScrapeRequest, {"urls": ["a.b"] * (MAX_URLS + 1)}).error
    found = refusal(v2.BatchScrapeRequest, {"urls": [5] * MAX_URLS})
    assert len(found.details) == 1


def test_unknown_keys_are_refused() -> None:
    assert refusal(v2.BatchScrapeRequest, {"urls": URLS, "url": "x"}).error.startswith("Unrecognized key in body")


def test_version_1_pairs_json_with_its_options_in_a_batch_too() -> None:
    assert "must be given" in refusal(v1.BatchScrapeRequest, {"urls": URLS, "formats": ["json"]}).error
