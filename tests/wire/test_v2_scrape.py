from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from gossamer.core import actions as act
from gossamer.core import formats as fmt
from gossamer.core.excerpts import ExcerptSpec, TextCursor
from gossamer.core.redactions import PiiKind, Redaction, RedactionMode, ReplaceStyle
from gossamer.core.specs import AgentOption, Location, PdfOptions, ProfileUse, ProxyTier, ScrapeSpec
from gossamer.core.understanding import Confidence
from gossamer.wire.v2 import CrawlRequest, ScrapeRequest
from tests.wire.bodies import CLI, JS_DEFAULTS, MCP, PY_DEFAULTS, PY_OBJECTS, refusal

URL = "https://example.org/"


def spec(**body: Any) -> ScrapeSpec:
    return ScrapeRequest.model_validate({"url": URL, **body}).spec()


def told(**body: Any) -> str:
    return refusal(ScrapeRequest, {"url": URL, **body}).error


@pytest.mark.parametrize(
    "body", [PY_DEFAULTS, PY_OBJECTS, JS_DEFAULTS, MCP, CLI], ids=["py", "py-objects", "js", "mcp", "cli"]
)
def test_what_the_real_clients_send_is_accepted(body: dict[str, Any]) -> None:
    assert ScrapeRequest.model_validate(body).spec().url == URL


def test_an_unknown_confidence_is_refused_with_those_there_are() -> None:
    error = told(formats=[{"type": "json", "prompt": "p", "minConfidence": "certain"}])
    assert "'high', 'medium' or 'low'" in error


def test_defaults_of_version_2() -> None:
    bare = spec()
    assert bare.formats == (fmt.Markdown(),)
    assert bare.main_only
    assert bare.timeout == timedelta(seconds=60)
    assert bare.cache.max_age == timedelta(days=2)
    assert bare.proxy is ProxyTier.AUTO
    assert bare.skip_tls_verification is None
    assert bare.block_ads
    assert bare.remove_base64_images
    assert bare.actions is None


def test_every_option_reaches_the_spec() -> None:
    full = spec(
        headers={"X-Thread": "silk"},
        includeTags=["main"],
        excludeTags=[".ad"],
        onlyMainContent=False,
        timeout=20_000,
        waitFor=500,
        mobile=True,
        location={"country": "de", "languages": ["de-AT"]},
        skipTlsVerification=True,
        removeBase64Images=False,
        fastMode=True,
        blockAds=False,
        proxy="stealth",
        maxAge=1000,
        storeInCache=False,
        origin="js-sdk@4.24.0",
        integration="langchain",
        zeroDataRetention=True,
    )
    assert dict(full.headers) == {"x-thread": "silk"}
    assert (full.include_tags, full.exclude_tags) == (("main",), (".ad",))
    assert (full.main_only, full.mobile, full.fast, full.block_ads) == (False, True, True, False)
    assert (full.timeout, full.wait_for) == (timedelta(seconds=20), timedelta(milliseconds=500))
    assert full.location == Location("DE", ("de-AT",))
    assert (full.skip_tls_verification, full.remove_base64_images) == (True, False)
    assert full.proxy is ProxyTier.STEALTH
    assert (full.cache.max_age, full.cache.store) == (timedelta(seconds=1), False)
    assert (full.origin, full.integration, full.zero_data_retention) == ("js-sdk@4.24.0", "langchain", True)


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ("markdown", fmt.Markdown()),
        ({"type": "markdown"}, fmt.Markdown()),
        ("html", fmt.Html()),
        ("rawHtml", fmt.RawHtml()),
        ("rawBase64", fmt.RawBase64()),
        ("links", fmt.Links()),
        ("images", fmt.Images()),
        ("screenshot", fmt.Screenshot()),
        ("screenshot@fullPage", fmt.Screenshot(full_page=True)),
        (
            {"type": "screenshot", "quality": 5, "viewport": {"width": 9, "height": 8}, "other": 1},
            fmt.Screenshot(quality=5, viewport=fmt.Viewport(9, 8)),
        ),
        (
            {"type": "attributes", "selectors": [{"selector": "a", "attribute": "href"}]},
            fmt.Attributes((fmt.AttributeSelector("a", "href"),)),
        ),
        ("summary", fmt.Summary()),
        ("branding", fmt.Branding()),
        ({"type": "menu"}, fmt.Menu()),
        ("audio", fmt.Audio()),
        ("video", fmt.Video()),
        ("pii", fmt.Pii()),
        ({"type": "deterministicJson", "prompt": "p"}, fmt.Json(prompt="p", deterministic=True)),
        ({"type": "question", "question": "why"}, fmt.Question("why")),
        ({"type": "highlights", "query": "q"}, fmt.Highlights("q")),
        ({"type": "query", "prompt": "p"}, fmt.Question("p", as_query=True)),
        ({"type": "query", "prompt": "p", "mode": "freeform"}, fmt.Question("p", as_query=True)),
        ({"type": "query", "prompt": "p", "mode": "directQuote"}, fmt.Question("p", quoted=True, as_query=True)),
        ("json", fmt.Json()),
        ({"type": "json", "prompt": None, "schema": None, "checkPromptInjection": None}, fmt.Json()),
        ({"type": "json", "prompt": "p", "evidence": True}, fmt.Json(prompt="p", evidence=True)),
        (
            {"type": "json", "prompt": "p", "minConfidence": "medium"},
            fmt.Json(prompt="p", evidence=True, min_confidence=Confidence.MEDIUM),
        ),
        (
            {"type": "json", "prompt": "p", "schema": {"type": "object", "properties": {"a": {"type": "string"}}}},
            fmt.Json({"type": "object", "properties": {"a": {"type": "string"}}}, "p"),
        ),
    ],
)
def test_a_format_is_a_name_or_an_object(entry: Any, wanted: fmt.Format) -> None:
    [found] = spec(formats=[entry]).formats
    assert found == wanted


def test_one_thing_that_is_asked_twice_is_asked_once() -> None:
    asked = {"type": "question", "question": "Who weaves?"}
    assert spec(formats=[asked, dict(asked), "summary", "summary"]).formats == (
        fmt.Question("Who weaves?"),
        fmt.Summary(),
    )


def test_a_format_named_twice_counts_once_and_attribute_selectors_are_joined() -> None:
    one, two = {"selector": "a", "attribute": "href"}, {"selector": "b", "attribute": "id"}
    found = spec(
        formats=[
            "links",
            {"type": "attributes", "selectors": [one]},
            {"type": "links"},
            {"type": "attributes", "selectors": [two]},
        ]
    ).formats
    assert found == (
        fmt.Links(),
        fmt.Attributes((fmt.AttributeSelector("a", "href"), fmt.AttributeSelector("b", "id"))),
    )


@pytest.mark.parametrize(
    ("formats", "sentence"),
    [
        ([{"type": "json", "prompt": "a"}, {"type": "json", "prompt": "b"}], "Only one json format"),
        (["json", {"type": "json", "schema": {"type": "string"}}], "Only one json format"),
        ([{"type": "question", "question": "a"}, {"type": "question", "question": "b"}], "Only one question format"),
        ([{"type": "highlights", "query": "a"}, {"type": "highlights", "query": "b"}], "Only one highlights format"),
        ([{"type": "question", "question": "  "}], "It must not be empty"),
        ([{"type": "highlights", "query": "\n"}], "It must not be empty"),
        ([{"type": "query", "prompt": " "}], "It must not be empty"),
        (["screenshot", {"type": "screenshot", "fullPage": True}], "one screenshot"),
        (["changeTracking"], "requires the markdown format"),
        (["rawBase64", "markdown"], "cannot be combined"),
        ([{"type": "json", "prompt": "p"}, {"type": "deterministicJson", "prompt": "p"}], "cannot be used together"),
    ],
)
def test_formats_that_exclude_one_another_are_refused(formats: list[Any], sentence: str) -> None:
    assert sentence in told(formats=formats)


@pytest.mark.parametrize(
    "entry",
    [
        "nope",
        "",
        5,
        None,
        ["markdown"],
        {"type": "nope"},
        {},
        {"type": "markdown", "x": 1},
        {"type": "attributes"},
        {"type": "question"},
        {"type": "query", "prompt": "  "},
        {"type": "screenshot", "quality": 101},
        {"type": "screenshot", "viewport": {"width": 7681, "height": 1}},
        {"type": "json", "prompt": "x" * 10_001},
        {"type": "changeTracking", "modes": ["other"]},
    ],
)
def test_a_format_nobody_knows_is_refused(entry: Any) -> None:
    assert refusal(ScrapeRequest, {"url": URL, "formats": ["markdown", entry]}).details[0]["path"][:2] == ["formats", 1]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"type": "wait", "milliseconds": 20}, act.Wait(timedelta(milliseconds=20))),
        ({"type": "wait", "selector": "#a"}, act.WaitFor("#a")),
        ({"type": "click", "selector": "#a"}, act.Click("#a")),
        ({"type": "click", "selector": "#a", "all": True}, act.Click("#a", every=True)),
        ({"type": "write", "text": ""}, act.Write("")),
        ({"type": "press", "key": "Enter"}, act.Press("Enter")),
        ({"type": "scroll"}, act.Scroll("down")),
        ({"type": "scroll", "direction": "up", "selector": "#a"}, act.Scroll("up", "#a")),
        (
            {"type": "screenshot", "fullPage": True, "viewport": {"width": 3, "height": 4}},
            act.TakeScreenshot(full_page=True, viewport=fmt.Viewport(3, 4)),
        ),
        ({"type": "scrape"}, act.Snapshot()),
        ({"type": "executeJavascript", "script": "1"}, act.RunScript("1")),
        ({"type": "pdf"}, act.PrintPdf()),
        ({"type": "generatePDF"}, act.PrintPdf()),
        ({"type": "pdf", "format": "A4", "landscape": True, "scale": 0.5}, act.PrintPdf(True, 0.5, "A4")),
        ({"type": "scrape", "unknown": 1}, act.Snapshot()),
    ],
)
def test_actions_reach_the_spec(given: Any, wanted: act.Action) -> None:
    assert spec(actions=[given]).actions == (wanted,)


def test_an_empty_list_of_actions_is_no_missing_list() -> None:
    assert spec(actions=[]).actions == ()


@pytest.mark.parametrize(
    "action",
    [
        {"type": "wait"},
        {"type": "wait", "milliseconds": 5, "selector": "#a"},
        {"type": "wait", "milliseconds": 0},
        {"type": "click"},
        {"type": "scroll", "direction": "left"},
        {"type": "pdf", "format": "B5"},
        {"type": "pdf", "scale": 3},
        {"type": "dance"},
        "scroll",
    ],
)
def test_an_action_that_cannot_be_done_is_refused(action: Any) -> None:
    assert refusal(ScrapeRequest, {"url": URL, "actions": [action]}).details[0]["path"][:2] == ["actions", 0]


def test_limits_of_waiting_and_of_actions() -> None:
    assert told(waitFor=6000, timeout=10_000) == "waitFor must not exceed half of timeout"
    assert told(actions=[{"type": "scrape"}] * 51) == "Number of actions cannot exceed 50"
    tired = [{"type": "wait", "milliseconds": 59_500}, {"type": "wait", "selector": "#a"}]
    assert (
        told(actions=tired)
        == "Total wait time (waitFor + wait actions) cannot exceed 60 seconds. A longer `timeout` allows more."
    )
    assert spec(actions=tired, timeout=61_000).timeout == timedelta(seconds=61)


def test_a_long_wait_raises_the_default_timeout() -> None:
    assert spec(waitFor=60_000).timeout == timedelta(seconds=120)


@pytest.mark.parametrize(
    ("parsers", "wanted"),
    [
        (None, PdfOptions()),
        ([], PdfOptions(parse=False)),
        (["pdf"], PdfOptions()),
        (["image"], PdfOptions(parse=False)),
        (
            [{"type": "pdf", "mode": "fast", "maxPages": 3, "pageMarkdown": True}, "image"],
            PdfOptions(max_pages=3, pages=True, mode="fast"),
        ),
        ([{"type": "pdf", "mode": "ocr"}], PdfOptions(mode="ocr")),
        ([{"type": "pdf", "blocks": True, "pageMarkers": True}], PdfOptions(blocks=True, page_markers=True)),
    ],
)
def test_parsers_say_how_a_pdf_is_read(parsers: Any, wanted: PdfOptions) -> None:
    assert spec(parsers=parsers).pdf == wanted


def test_ages_and_lockdown_say_which_stored_copies_will_do() -> None:
    assert spec(maxAge=2**60).cache.max_age is None
    assert spec(minAge=5000).cache.max_age is None
    assert spec(minAge=5000).cache.only_stored
    assert spec(lockdown=True).cache.max_age == timedelta(days=730)
    assert spec(maxAge=0).cache.max_age == timedelta(0)


def test_a_fraction_is_rounded() -> None:
    assert spec(timeout=5000.0).timeout == timedelta(seconds=5)
    assert spec(timeout=5000.5).timeout == timedelta(milliseconds=5001)
    assert refusal(ScrapeRequest, {"url": URL, "timeout": 999.4}).details[0]["path"] == ["timeout"]


def test_an_empty_country_is_no_wish() -> None:
    assert spec(location={"country": ""}).location == Location()


@pytest.mark.parametrize("url", ["hello", "hello/there", "asparagus?x=1"])
def test_a_bare_word_is_no_address(url: str) -> None:
    refused = refusal(ScrapeRequest, {"url": url})
    assert refused.error == "Invalid URL: it is a bare word. If it is the name of a host, write http:// before it."


@pytest.mark.parametrize("url", ["localhost", "http://wiki", "wiki:8080/page", "localhost/x"])
def test_a_host_of_the_own_network_can_be_named(url: str) -> None:
    assert spec(url=url).written_url == url


@pytest.mark.parametrize(
    ("sent", "redaction"),
    [
        (True, Redaction()),
        ({}, Redaction()),
        (
            {"mode": "fast", "entities": ["EMAIL"], "replaceStyle": "mask"},
            Redaction(RedactionMode.FAST, (PiiKind.EMAIL,), ReplaceStyle.MASK),
        ),
        (False, None),
    ],
)
def test_a_redaction_is_a_switch_or_its_options(sent: Any, redaction: Redaction | None) -> None:
    assert spec(redactPII=sent).redaction == redaction


def test_what_protects_reaches_the_spec() -> None:
    assert spec(safeMode=True).safe_mode
    assert (spec(safeMode=True).proxy, spec(safeMode=True, proxy="stealth").proxy) == ("basic", "stealth")
    assert spec(checkPromptInjection=True).check_injection
    assert spec(formats=[{"type": "json", "prompt": "p", "checkPromptInjection": True}]).check_injection
    assert spec(onlyCleanContent=True).clean_only


def test_a_profile_is_saved_unless_it_is_only_to_be_read() -> None:
    assert spec(profile={"name": "me"}).profile == ProfileUse("me")
    assert spec(profile={"name": "me", "saveChanges": False, "unheardOf": 1}).profile == ProfileUse("me", save=False)
    assert spec().profile is None


def test_only_a_job_waits_at_a_login() -> None:
    waiting = {"name": "me", "waitAtWalls": True}
    with pytest.raises(ValidationError, match="is for jobs"):
        spec(profile=waiting)
    crawl = CrawlRequest.model_validate({"url": "https://example.com", "scrapeOptions": {"profile": waiting}}).spec()
    assert crawl.scrape.profile == ProfileUse("me", save=False, waits=True)


@pytest.mark.parametrize(
    "body",
    [
        {"redactPII": False},
        {"checkPromptInjection": False},
        {"useMock": "x"},
        {"domainTools": True, "toolDetail": "full"},
    ],
)
def test_options_that_change_nothing_are_accepted(body: dict[str, Any]) -> None:
    assert spec(**body) == spec()


@pytest.mark.parametrize("model", ["AGENT-1", "agent-1", "FIRE-1", "fire-1", None])
def test_an_agent_needs_a_prompt_and_gets_five_minutes(model: str | None) -> None:
    found = spec(agent={"prompt": "go", "model": model})
    assert found.agent == AgentOption("go", "AGENT-1")
    assert found.timeout == timedelta(minutes=5)
    assert refusal(ScrapeRequest, {"url": URL, "agent": {"model": model}}).details[0]["path"] == ["agent", "prompt"]


def test_an_agent_nobody_knows_is_refused() -> None:
    assert "model" in told(agent={"prompt": "go", "model": "other"})


@pytest.mark.parametrize("country", ["us", "US", "Us", "us-generic", "us-whitelist"])
def test_countries_in_any_case(country: str) -> None:
    assert spec(location={"country": country}).location.country in ("US", None)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"timeout": 999}, ["timeout"]),
        ({"timeout": 600_001}, ["timeout"]),
        ({"timeout": "5000"}, ["timeout"]),
        ({"timeout": True}, ["timeout"]),
        ({"waitFor": -1}, ["waitFor"]),
        ({"waitFor": 60_001}, ["waitFor"]),
        ({"maxAge": -1}, ["maxAge"]),
        ({"mobile": "true"}, ["mobile"]),
        ({"mobile": 1}, ["mobile"]),
        ({"formats": "markdown"}, ["formats"]),
        ({"auditMetadata": {}}, ["auditMetadata", "username"]),
        ({"includeTags": "main"}, ["includeTags"]),
        ({"headers": ["a"]}, ["headers"]),
        ({"headers": {"a": 1}}, ["headers", "a"]),
        ({"headers": {"a": None}}, ["headers", "a"]),
        ({"headers": {"a": "b\r\nc: d"}}, ["headers"]),
        ({"headers": {"a b": "c"}}, ["headers"]),
        ({"location": {"country": "XX"}}, ["location", "country"]),
        ({"location": {"languages": ["en\r\nx"]}}, ["location", "languages", 0]),
        ({"proxy": "fast"}, ["proxy"]),
        ({"redactPII": "yes"}, ["redactPII"]),
        ({"redactPII": {"mode": "x"}}, ["redactPII", "mode"]),
        ({"profile": {"name": ""}}, ["profile", "name"]),
        ({"threatProtection": {"riskScoreThreshold": 101}}, ["threatProtection", "riskScoreThreshold"]),
        ({"parsers": [{"type": "pdf", "maxPages": 0}]}, ["parsers", 0, "maxPages"]),
        ({"integration": "unheard-of"}, ["integration"]),
        ({"origin": 5}, ["origin"]),
        ({"zeroDataRetention": "no"}, ["zeroDataRetention"]),
        ({"url": ""}, ["url"]),
        ({"url": "ftp://example.org"}, ["url"]),
        ({"url": ["https://example.org"]}, ["url"]),
        ({"url": None}, ["url"]),
    ],
)
def test_a_wrong_value_is_told_with_its_place(body: dict[str, Any], path: list[Any]) -> None:
    [issue] = refusal(ScrapeRequest, {"url": URL, **body}).details
    assert issue["path"] == path


@pytest.mark.parametrize("name", ["langchain", "n8n", "_e2e-test"])
def test_known_and_private_integrations_are_accepted(name: str) -> None:
    assert spec(integration=name).integration == name


def test_an_address_without_a_scheme_is_read_as_http() -> None:
    assert ScrapeRequest.model_validate({"url": " docs.example.org/x "}).spec().url == "http://docs.example.org/x"


def test_how_much_of_the_markdown_is_wanted_reaches_the_spec() -> None:
    assert spec().excerpt is None
    assert spec(maxTokens=900).excerpt == ExcerptSpec(900)
    assert spec(query="Who?", formats=["markdown", "links"]).excerpt == ExcerptSpec(1500, "Who?")
    assert spec(cursor="12.0badcafe", maxTokens=1).excerpt == ExcerptSpec(1, cursor=TextCursor(12, "0badcafe"))


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"maxTokens": 0}, "greater than or equal to 1"),
        ({"maxTokens": "many"}, "integer"),
        ({"query": " "}, "must not be empty"),
        ({"cursor": "12"}, "This is no cursor"),
        ({"cursor": "12.0badcafe", "formats": ["links"]}, "shorten `markdown`"),
        ({"query": "Who?", "formats": []}, "shorten `markdown`"),
        ({"maxtokens": 5}, "maxtokens"),
    ],
)
def test_a_wrong_size_question_or_cursor_is_refused(body: dict[str, Any], error: str) -> None:
    problem = refusal(ScrapeRequest, {"url": URL, **body})
    assert error in f"{problem.error} {problem.details}"
