"""Requests for extractions in both versions, and how they are answered."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from gossamer.core.actions import Wait
from gossamer.core.crawls import Webhook
from gossamer.core.extractions import WEB_SEARCH, ExtractSpec, Merged
from gossamer.core.formats import Acceptance, Json, OnUnsupported
from gossamer.core.jobs import Job, JobKind, JobState, Progress
from gossamer.core.specs import AgentOption, CachePolicy
from gossamer.core.understanding import Confidence, Evidence, Method, Status
from gossamer.core.urls import web_url
from gossamer.wire import v1, v2
from gossamer.wire.extract_answers import ExtractAnswer, extract_json, result_json

NOW = datetime(2026, 6, 1, tzinfo=UTC)
URL = "https://e.org/a"
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}
VERSIONS = pytest.mark.parametrize("version", [v1, v2])


def v2_spec(**body: Any) -> ExtractSpec:
    return v2.ExtractRequest.model_validate({"urls": [URL], "schema": SCHEMA, **body}).spec()


@VERSIONS
def test_what_is_wanted_of_every_page_is_one_format_with_evidence(version: Any) -> None:
    body = {"urls": [URL], "schema": SCHEMA, "prompt": "names", "systemPrompt": "Be short."}
    spec = version.ExtractRequest.model_validate(body | {"scrapeOptions": {"formats": ["markdown"]}}).spec()
    wanted = Json(SCHEMA, "names", system_prompt="Be short.", evidence=True)
    assert spec.scrape.formats == (wanted,)
    assert (spec.urls, spec.sites, spec.scrape.timeout) == ((URL,), (), timedelta(minutes=2))


@pytest.mark.parametrize(
    ("asked", "shown", "accepted"),
    [
        ({}, False, Acceptance()),
        ({"evidence": True}, True, Acceptance()),
        ({"evidence": True, "minConfidence": "medium"}, True, Acceptance(min_confidence=Confidence.MEDIUM)),
        ({"minConfidence": 0.8}, True, Acceptance(min_confidence=0.8)),
        ({"onUnsupported": "null"}, True, Acceptance(OnUnsupported.NULL)),
        ({"onUnsupported": "keep"}, True, Acceptance()),
    ],
)
def test_values_are_emptied_once_all_pages_are_merged(asked: dict[str, Any], shown: bool, accepted: Acceptance) -> None:
    for version in (v1, v2):
        spec = version.ExtractRequest.model_validate({"urls": [URL], "prompt": "p", **asked}).spec()
        assert (spec.evidence, spec.acceptance) == (shown, accepted)
        assert spec.wanted.acceptance == Acceptance()


def test_a_star_stands_for_the_pages_of_a_site_or_a_folder() -> None:
    spec = v2_spec(urls=["e.org/*", URL, "https://e.org/shop/*"], limit=9)
    assert (spec.urls, spec.sites, spec.found) == ((URL,), ("http://e.org/", "https://e.org/shop/"), 9)
    assert spec.limit == 10
    assert replace(spec, sites=()).limit == 1


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"urls": [URL]}, False),
        ({"urls": [URL, f"{URL}/b"]}, True),
        ({"urls": ["https://e.org/shop/*"]}, True),
        ({"urls": ["https://e.org/shop/*"], "prompt": "all", "enableWebSearch": True}, False),
    ],
)
def test_pages_that_were_named_together_may_each_be_an_entry_of_a_list(asked: dict[str, Any], *, told: bool) -> None:
    assert v2_spec(**asked).wanted.of_several is told


def test_the_options_of_looking_for_pages_and_of_the_answer() -> None:
    spec = v2_spec(
        prompt="names",
        enableWebSearch=True,
        allowExternalLinks=True,
        includeSubdomains=False,
        ignoreSitemap=True,
        showSources=True,
        evidence=True,
        webhook={"url": "https://e.org/hook", "events": ["completed"]},
    )
    assert (spec.web_search, spec.external_links, spec.subdomains, spec.ignore_sitemap) == (True, True, False, True)
    assert (spec.show_sources, spec.evidence) == (True, True)
    assert spec.webhook == Webhook(web_url("https://e.org/hook"), events=frozenset({"completed"}))


@VERSIONS
def test_a_prompt_alone_searches_the_web(version: Any) -> None:
    body = {"urls": [], "prompt": "Who weaves?", "enableWebSearch": True, "schema": None}
    spec = version.ExtractRequest.model_validate(body).spec()
    assert (spec.urls, spec.sites, spec.scrape.url, spec.about) == ((), (), WEB_SEARCH, "Who weaves?")


def test_how_pages_are_fetched_is_said_by_the_scrape_options() -> None:
    options = {"timeout": 20_000, "actions": [{"type": "wait", "milliseconds": 10}], "maxAge": 0, "mobile": True}
    scrape = v2_spec(scrapeOptions=options, timeout=5000).scrape
    assert (scrape.timeout, scrape.mobile) == (timedelta(seconds=20), True)
    assert scrape.actions == (Wait(timedelta(milliseconds=10)),)
    assert scrape.cache == CachePolicy(max_age=timedelta(0))
    assert v2_spec(timeout=5000).scrape.timeout == timedelta(seconds=5)


def test_the_prompt_of_the_request_instructs_the_agent() -> None:
    spec = v2_spec(prompt="Load all", agent={"model": "FIRE-1", "prompt": "ignored"})
    assert spec.scrape.agent == AgentOption("Load all", "AGENT-1")
    assert spec.scrape.timeout == timedelta(minutes=5)


@VERSIONS
def test_a_prompt_alone_searches_the_web_and_reads_what_it_names(version: Any) -> None:
    spec = version.ExtractRequest.model_validate({"prompt": "The plans of example.org and their prices"}).spec()
    assert (spec.urls, spec.web_search) == (("http://example.org/",), True)
    spec = version.ExtractRequest.model_validate({"prompt": "Who founded Firecrawl?"}).spec()
    assert (spec.urls, spec.web_search) == ((), True)


@VERSIONS
def test_with_urls_the_prompt_names_no_pages(version: Any) -> None:
    spec = version.ExtractRequest.model_validate({"urls": [URL], "prompt": "The plans of example.org"}).spec()
    assert (spec.urls, spec.web_search) == ((URL,), False)


@VERSIONS
@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({}, "Either 'urls' or 'prompt' must be provided."),
        ({"urls": []}, "Either 'urls' or 'prompt' must be provided."),
        ({"urls": [URL], "enableWebSearch": True}, "`enableWebSearch` needs a `prompt`: it is what is searched for."),
        ({"urls": [URL], "agent": {}}, "`agent` needs a `prompt`: it says what the agent is to do."),
        (
            {"urls": [URL], "prompt": "p", "agent": {"model": "v3-beta"}},
            "Invalid agent model. The only model is AGENT-1.",
        ),
        ({"urls": [URL], "schema": {"type": "nonsense"}}, 'Invalid JSON schema. At /type, "nonsense" is not a type; '),
        ({"urls": [URL], "schema": "name"}, "Invalid JSON schema. An object is expected, and there is a string."),
        ({"urls": [URL], "prompt": "p", "ignoreInvalidURLs": False}, None),
        ({"urls": ["\\"], "ignoreInvalidURLs": False}, "Invalid URL `\\`: it has a backslash or a control character."),
        ({"urls": ["notaurl"], "ignoreInvalidURLs": False}, "Invalid URL `notaurl`: it is a bare word."),
        ({"urls": ["\\"], "ignoreInvalidURLs": True}, "No valid URLs provided"),
        ({"urls": [URL], "webhook": {"url": URL, "events": ["paeg"]}}, "Input should be 'started', 'page', "),
    ],
)
def test_what_cannot_be_done_is_said(version: Any, body: dict[str, Any], told: str | None) -> None:
    if told is None:
        assert version.ExtractRequest.model_validate(body).spec().urls == (URL,)
        return
    with pytest.raises(ValidationError) as raised:
        version.ExtractRequest.model_validate(body)
    assert raised.value.errors()[0]["msg"].startswith(told)


@VERSIONS
def test_the_password_in_an_address_that_cannot_be_read_is_not_repeated(version: Any) -> None:
    body = {"urls": ["https://user:secret@e.org\\"], "prompt": "p", "ignoreInvalidURLs": False}
    with pytest.raises(ValidationError) as raised:
        version.ExtractRequest.model_validate(body)
    assert "secret" not in raised.value.errors()[0]["msg"]


@VERSIONS
@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object"},
        {"$schema": "http://json-schema.org/draft-07/schema#"},
        {"type": "object", "properties": {}, "additionalProperties": False},
    ],
)
def test_a_schema_that_says_nothing_is_none_and_that_is_told(version: Any, schema: dict[str, Any]) -> None:
    spec = version.ExtractRequest.model_validate({"urls": [URL], "schema": schema, "prompt": "names"}).spec()
    assert (spec.wanted.schema, spec.wanted.prompt) == (None, "names")
    [notice] = spec.notices
    assert "`schema` says nothing" in notice


@pytest.mark.parametrize("schema", [SCHEMA, {"type": "array", "items": SCHEMA}, {"type": "string"}])
def test_a_schema_that_says_something_is_kept(schema: dict[str, Any]) -> None:
    spec = v2_spec(schema=schema)
    assert (spec.wanted.schema, spec.notices) == (schema, ())


@VERSIONS
def test_unknown_members_are_an_error(version: Any) -> None:
    with pytest.raises(ValidationError, match="colour"):
        version.ExtractRequest.model_validate({"urls": [URL], "colour": "red"})


def test_members_that_clients_send_along_are_taken() -> None:
    told = {"origin": "js", "integration": "_test", "showSteps": True, "urlTrace": True, "__experimental_x": 1}
    spec = v2_spec(**told)
    assert (spec.origin, spec.integration) == ("js", "_test")


def test_invalid_urls_are_left_out_by_version_2_and_refused_by_version_1() -> None:
    body = {"urls": [URL, "\\", "notaurl"], "prompt": "p"}
    request = v2.ExtractRequest.model_validate(body)
    assert request.spec().urls == (URL,)
    assert request.started("j") == {"success": True, "id": "j", "urlTrace": [], "invalidURLs": ["\\", "notaurl"]}
    with pytest.raises(ValidationError):
        v1.ExtractRequest.model_validate(body)
    assert v1.ExtractRequest.model_validate({"urls": [URL], "prompt": "p"}).started("j") == {
        "success": True,
        "id": "j",
        "urlTrace": [],
    }


ANSWER = Merged(
    value={"name": "Orb", "price": None},
    sources={"/name": (URL,)},
    evidence={"/name": Evidence(URL, "Orb webs", "h1", Method.DETERMINISTIC)},
    methods={Method.DETERMINISTIC: 2},
)


def job(state: JobState = JobState.COMPLETED, **changes: Any) -> Job:
    last = NOW + timedelta(hours=1)
    progress = Progress(done=2, credits_used=10)
    return Job("j", "team", "key", JobKind.EXTRACT, state, v2_spec(**changes), progress, NOW, last, last)


def test_an_answer_says_how_it_was_made_and_no_more_than_was_asked_for() -> None:
    assert extract_json(job(), ANSWER, unfilled=None, tokens=0, warning=None, error=None) == {
        "success": True,
        "status": "completed",
        "data": {"name": "Orb", "price": None},
        "expiresAt": "2026-06-01T01:00:00.000Z",
        "creditsUsed": 10,
        "tokensUsed": 0,
        "methods": {"deterministic": 2},
    }


def test_sources_and_evidence_come_when_they_are_asked_for() -> None:
    told = extract_json(job(showSources=True, evidence=True), ANSWER, unfilled=None, tokens=0, warning="W.", error=None)
    assert told["sources"] == {"/name": [URL]}
    assert told["evidence"]["/name"] == {"url": URL, "quote": "Orb webs", "place": "h1", "method": "deterministic"}
    assert told["warning"] == "W."


def test_evidence_of_what_was_emptied_has_its_value() -> None:
    proof = Evidence(URL, "", "", Method.MODEL, 0.0, Status.ABSENT, emptied=4)
    answer = replace(ANSWER, evidence={"/price": proof})
    told = extract_json(job(evidence=True), answer, unfilled=None, tokens=0, warning=None, error=None)
    assert told["evidence"]["/price"] == {**proof.to_json(), "status": "absent", "confidence": 0.0, "value": 4}
    shape = ExtractAnswer.model_validate(told)
    assert shape.evidence is not None
    assert shape.evidence["/price"].value == 4


@pytest.mark.parametrize(
    ("state", "shown", "success"),
    [
        (JobState.SCRAPING, "processing", True),
        (JobState.FAILED, "failed", False),
        (JobState.CANCELLED, "cancelled", True),
    ],
)
def test_without_an_answer_there_is_an_empty_list(state: JobState, shown: str, success: bool) -> None:
    told = extract_json(job(state), None, unfilled=None, tokens=None, warning=None, error="E." if state.final else None)
    assert (told["status"], told["success"], told["data"]) == (shown, success, [])
    assert told.get("error") == ("E." if state.final else None)
    assert "tokensUsed" not in told


def test_a_receiver_is_told_the_result() -> None:
    assert "warning" not in result_json(job(), ANSWER, warning=None)
    told = result_json(job(showSources=True), ANSWER, warning="W.")
    assert told["warning"] == "W."
    assert (told["success"], told["data"], told["extractId"]) == (True, ANSWER.value, "j")
    assert (told["totalUrlsScraped"], told["sources"]) == (2, {"/name": [URL]})
