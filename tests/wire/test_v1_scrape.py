from datetime import timedelta
from typing import Any

import pytest

from gossamer.core import formats as fmt
from gossamer.core.specs import AgentOption, PdfOptions, ProxyTier, ScrapeSpec
from gossamer.core.understanding import Confidence
from gossamer.wire.v1 import ScrapeRequest
from tests.wire.bodies import refusal

URL = "https://example.org/"


def spec(**body: Any) -> ScrapeSpec:
    return ScrapeRequest.model_validate({"url": URL, **body}).spec()


def told(**body: Any) -> str:
    return refusal(ScrapeRequest, {"url": URL, **body}, version="v1").error


def test_defaults_of_version_1() -> None:
    bare = spec()
    assert bare.formats == (fmt.Markdown(),)
    assert bare.timeout == timedelta(seconds=30)
    assert bare.cache.max_age == timedelta(0)
    assert bare.proxy is ProxyTier.BASIC


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("markdown", fmt.Markdown()),
        ("content", fmt.Markdown()),
        ("html", fmt.Html()),
        ("rawHtml", fmt.RawHtml()),
        ("rawBase64", fmt.RawBase64()),
        ("links", fmt.Links()),
        ("screenshot", fmt.Screenshot()),
        ("screenshot@fullPage", fmt.Screenshot(full_page=True)),
        ("summary", fmt.Summary()),
    ],
)
def test_formats_are_bare_names(name: str, wanted: fmt.Format) -> None:
    assert spec(formats=[name]).formats == (wanted,)


def test_extract_is_an_old_name_of_json() -> None:
    asked = spec(formats=["extract"], extract={"prompt": "p", "systemPrompt": "s"})
    assert asked.formats == (fmt.Json(None, "p", "s", as_extract=True),)
    assert asked.formats[0].name == "json"


def test_both_names_of_json_may_be_asked_for_at_once() -> None:
    newer = {"prompt": "new", "minConfidence": "low"}
    asked = spec(formats=["extract", "json"], extract={"prompt": "old"}, jsonOptions=newer)
    new = fmt.Json(prompt="new", evidence=True, min_confidence=Confidence.LOW)
    assert asked.formats == (fmt.Json(prompt="old", as_extract=True), new)


def test_the_agent_of_json_options_navigates_as_the_pages_own_does() -> None:
    asked = spec(formats=["json"], jsonOptions={"prompt": "p", "agent": {"model": "FIRE-1", "prompt": "Open it."}})
    assert asked.agent == AgentOption("Open it.")
    assert asked.timeout == timedelta(minutes=5)
    assert spec(formats=["json"], jsonOptions={"prompt": "p", "agent": {}}).agent == AgentOption("p")


@pytest.mark.parametrize("timeout", [None, 30_000])
def test_data_have_a_minute_where_half_of_one_was_given(timeout: int | None) -> None:
    given = {} if timeout is None else {"timeout": timeout}
    assert spec(formats=["json"], jsonOptions={"prompt": "p"}, **given).timeout == timedelta(minutes=1)
    assert spec(formats=["markdown"], **given).timeout == timedelta(seconds=30)


def test_the_check_of_data_is_that_of_the_page() -> None:
    asked = spec(formats=["json"], jsonOptions={"prompt": "p", "checkPromptInjection": True})
    assert asked.check_injection


def test_options_stand_beside_the_formats_they_belong_to() -> None:
    found = spec(
        formats=["markdown", "json", "changeTracking"],
        jsonOptions={"prompt": "p"},
        changeTrackingOptions={"modes": ["git-diff"], "tag": None},
    ).formats
    assert found[1:] == (
        fmt.Json(prompt="p"),
        fmt.ChangeTracking(git_diff=True),
    )


@pytest.mark.parametrize(
    "body",
    [
        {"formats": ["json"]},
        {"formats": ["extract"]},
        {"formats": ["markdown"], "jsonOptions": {"prompt": "p"}},
        {"extract": {"prompt": "p"}},
        {"formats": ["json"], "extract": {"prompt": "p"}},
    ],
)
def test_json_and_extract_come_with_their_options_and_the_options_with_them(body: dict[str, Any]) -> None:
    assert "extract or json" in told(**body)


def test_an_agent_excludes_the_agent_of_the_json_options() -> None:
    options = {"prompt": "p", "agent": {"model": "FIRE-1"}}
    assert "together" in told(formats=["json"], jsonOptions=options, agent={"prompt": "p"})


@pytest.mark.parametrize(
    ("formats", "sentence"),
    [
        (["screenshot", "screenshot@fullPage"], "either screenshot"),
        (["changeTracking"], "requires the markdown format"),
        (["rawBase64", "links"], "cannot be combined"),
    ],
)
def test_formats_that_exclude_one_another_are_refused(formats: list[str], sentence: str) -> None:
    assert sentence in told(formats=formats)


def test_a_pdf_is_left_alone_when_asked() -> None:
    assert spec(parsePDF=False).pdf == PdfOptions(parse=False)


def test_location_has_an_older_name() -> None:
    assert spec(geolocation={"country": "de"}).location == spec(location={"country": "DE"}).location


@pytest.mark.parametrize("field", ["minAge", "lockdown", "redactPII", "profile", "parsers"])
def test_what_version_1_never_had_is_an_unknown_key(field: str) -> None:
    found = refusal(ScrapeRequest, {"url": URL, field: 1}, version="v1")
    assert found.error.startswith("Unrecognized key in body")
    assert found.details[0]["keys"] == [field]


@pytest.mark.parametrize("formats", [["images"], ["attributes"], [{"type": "markdown"}], ["nope"], [5]])
def test_formats_that_version_1_has_not_are_refused(formats: Any) -> None:
    assert refusal(ScrapeRequest, {"url": URL, "formats": formats}).details[0]["path"] == ["formats", 0]


def test_a_wait_is_at_most_half_of_the_time_even_where_that_is_the_default() -> None:
    assert told(waitFor=15_001) == "waitFor must not exceed half of timeout"
    assert spec(waitFor=15_000).timeout == timedelta(seconds=30)
    assert spec(waitFor=15_001, timeout=40_000).timeout == timedelta(seconds=40)


def test_an_agent_needs_a_prompt_and_gets_five_minutes() -> None:
    assert spec(agent={"prompt": "go", "sessionId": "s", "waitBeforeClosingMs": 5}).timeout == timedelta(minutes=5)
    assert refusal(ScrapeRequest, {"url": URL, "agent": {"model": "FIRE-1"}}).details[0]["path"] == ["agent", "prompt"]
