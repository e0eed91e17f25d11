from typing import Any

import msgspec
import pytest

from gossamer.core.actions import PageSnapshot, ScriptReturn, StoredOutcome
from gossamer.core.documents import Document, ScrapeResult
from gossamer.wire import v0, v1, v2
from gossamer.wire.answers import Scraped
from gossamer.wire.v0.documents import Page

SCRAPE_ID = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"
METADATA = {"title": "T", "url": "https://e.org/", "sourceURL": "https://e.org", "statusCode": 200, "creditsUsed": 1}
OUTCOME = StoredOutcome(
    screenshots=("a.png",),
    scrapes=(PageSnapshot("https://e.org", "<p>"),),
    returns=(ScriptReturn("number", 5),),
    pdfs=("b.pdf",),
)
FULL = Document(
    metadata=METADATA,
    markdown="# T",
    html="<h1>T</h1>",
    raw_html="<h1>T",
    raw_base64="QQ==",
    links=("https://e.org/a",),
    images=(),
    screenshot="c.png",
    attributes=({"selector": "a", "attribute": "href", "values": ["x"]},),
    actions=OUTCOME.as_json(),
    pages=({"pageNumber": 1, "markdown": "x"},),
    json={"name": "T", "price": None},
    extract=["T"],
    summary="It is T.",
    answer="",
    highlights="T",
    evidence={"/name": {"url": "https://e.org/", "quote": "T", "place": "title", "method": "deterministic"}},
    warning="careful",
)


def locate(name: str) -> str:
    return f"https://api.example/blobs/{name}"


def as_json(answer: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return found


@pytest.mark.parametrize("version", [v1, v2])
def test_names_of_stored_bytes_become_addresses(version: Any) -> None:
    data = as_json(version.scrape_json(ScrapeResult(SCRAPE_ID, FULL, 1), locate))["data"]
    assert data["screenshot"] == "https://api.example/blobs/c.png"
    assert data["actions"] == {
        "screenshots": ["https://api.example/blobs/a.png"],
        "scrapes": [{"url": "https://e.org", "html": "<p>"}],
        "javascriptReturns": [{"type": "number", "value": 5}],
        "pdfs": ["https://api.example/blobs/b.pdf"],
    }


@pytest.mark.parametrize("version", [v1, v2])
def test_what_was_understood_is_there_with_its_nulls_and_empty_texts(version: Any) -> None:
    data = as_json(version.stored_json(FULL, locate))["data"]
    assert data["json"] == {"name": "T", "price": None}
    assert (data["extract"], data["summary"], data["answer"], data["highlights"]) == (["T"], "It is T.", "", "T")
    assert data["evidence"]["/name"]["quote"] == "T"


def test_version_0_has_data_under_its_own_name() -> None:
    page = as_json(v0.page_json(FULL, locate))
    assert page["llm_extraction"] == {"name": "T", "price": None}
    assert "json" not in page
    Page.model_validate(page)


@pytest.mark.parametrize("version", [v1, v2])
def test_answers_have_the_documented_shape(version: Any) -> None:
    Scraped.model_validate(as_json(version.scrape_json(ScrapeResult(SCRAPE_ID, FULL, 1, origin="website"), locate)))
    Scraped.model_validate(as_json(version.stored_json(FULL, locate)))


def test_what_was_not_asked_for_is_left_out() -> None:
    bare = Document(metadata={**METADATA, "description": None}, markdown="")
    assert v2.stored_json(bare, locate)["data"] == {"markdown": "", "metadata": METADATA}


def test_an_empty_list_that_was_asked_for_is_there() -> None:
    assert v2.stored_json(FULL, locate)["data"]["images"] == ()


@pytest.mark.parametrize(("origin", "shown"), [("website", True), ("my-website-2", True), ("api", False)])
def test_the_id_stands_at_the_top_for_web_sites_only(origin: str, shown: bool) -> None:
    assert ("scrape_id" in v2.scrape_json(ScrapeResult(SCRAPE_ID, FULL, 1, origin=origin), locate)) is shown
