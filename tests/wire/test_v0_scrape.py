from datetime import timedelta
from typing import Any

import pytest
from pydantic import BaseModel

from gossamer.core import formats as fmt
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.specs import PdfOptions, ScrapeSpec
from gossamer.wire.v0 import CrawlRequest, Scraped, ScrapeRequest, SearchRequest, scrape_json
from tests.wire.bodies import refusal

URL = "https://example.org/"


def spec(**body: Any) -> ScrapeSpec:
    return ScrapeRequest.model_validate({"url": URL, **body}).spec()


def test_defaults_of_version_0() -> None:
    bare = spec()
    assert bare.formats == (fmt.Markdown(), fmt.Links())
    assert bare.main_only is False
    assert bare.timeout == timedelta(seconds=60)
    assert bare.cache.max_age == timedelta(0)


def test_page_options_reach_the_spec() -> None:
    found = spec(
        pageOptions={
            "onlyMainContent": True,
            "includeRawHtml": True,
            "includeMarkdown": False,
            "onlyIncludeTags": "main",
            "removeTags": [".ad"],
            "waitFor": 100,
            "headers": {"A": "b"},
            "parsePDF": False,
            "mobile": True,
            "replaceAllPathsWithAbsolutePaths": True,
            "fallback": True,
        },
        crawlerOptions={"anything": 1},
    )
    assert found.formats == (fmt.RawHtml(), fmt.Links())
    assert (found.main_only, found.mobile, found.include_tags, found.exclude_tags) == (True, True, ("main",), (".ad",))
    assert found.pdf == PdfOptions(parse=False)


def test_a_model_is_asked_by_mode_and_needs_a_schema() -> None:
    options = {"mode": "llm-extraction", "extractionSchema": {"type": "object", "properties": {"a": {}}}}
    found = spec(extractorOptions=options)
    assert "json" in [f.name for f in found.formats]
    assert found.timeout == timedelta(seconds=90)
    body = {"url": URL, "extractorOptions": {"mode": "llm-extraction"}}
    assert "extractionSchema is required" in refusal(ScrapeRequest, body).error


@pytest.mark.parametrize("body", [{"pageOptions": {"waitFor": "1"}}, {"pageOptions": 5}, {"timeout": 1}])
def test_wrong_types_are_refused(body: dict[str, Any]) -> None:
    assert refusal(ScrapeRequest, {"url": URL, **body}).details


def test_the_answer_has_the_names_of_version_0() -> None:
    document = Document(
        metadata={"sourceURL": URL, "statusCode": 404, "error": "Not Found", "title": None},
        markdown="# a",
        links=("https://example.org/x",),
        screenshot="shot.png",
    )
    answer = scrape_json(ScrapeResult("id", document, 1), lambda name: "http://here/blobs/" + name)
    assert answer == {
        "success": True,
        "data": {
            "content": "# a",
            "markdown": "# a",
            "linksOnPage": ("https://example.org/x",),
            "metadata": {
                "sourceURL": URL,
                "pageStatusCode": 404,
                "pageError": "Not Found",
                "screenshot": "http://here/blobs/shot.png",
            },
        },
        "returnCode": 200,
    }
    assert Scraped.model_validate(answer).return_code == 200


@pytest.mark.parametrize("body", [{"formats": ["product"]}, {"formats": []}, {"pageOptions": {"formats": ["json"]}}])
@pytest.mark.parametrize(
    ("request_of", "asked"),
    [(ScrapeRequest, {"url": URL}), (CrawlRequest, {"url": URL}), (SearchRequest, {"query": "a"})],
)
def test_formats_of_later_versions_are_refused_rather_than_ignored(
    request_of: type[BaseModel], asked: dict[str, Any], body: dict[str, Any]
) -> None:
    assert refusal(request_of, {**asked, **body}).error.startswith("`formats` is not known in version 0")


def test_other_members_that_are_unknown_are_ignored() -> None:
    assert spec(formats=None, anything=1) == spec()
