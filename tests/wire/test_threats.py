"""Threat protection on the wire: the settings of a team, and what one request changes."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import BaseModel

from gossamer.core.threats import (
    DEFAULTS,
    FailurePolicy,
    TeamThreats,
    ThreatMode,
    ThreatOverride,
    ThreatSettings,
)
from gossamer.wire import v1, v2
from gossamer.wire.threats import OperatorThreatSettings, ThreatProtectionAnswer, ThreatSettingsBody, settings_json
from tests.wire.bodies import refusal

URL = "https://example.org/"
GIVEN = {"mode": "normal", "blacklist": ["*.Risky.example"], "blockedTlds": [".ZIP"]}
OVERRIDE = ThreatOverride(ThreatMode.NORMAL, blacklist=("risky.example",), blocked_tlds=("zip",))
SCRAPES: list[tuple[type[BaseModel], dict[str, Any]]] = [
    (v1.ScrapeRequest, {"url": URL}),
    (v2.ScrapeRequest, {"url": URL}),
]
JOBS: list[tuple[type[BaseModel], dict[str, Any]]] = [
    (v1.CrawlRequest, {"url": URL}),
    (v2.CrawlRequest, {"url": URL}),
    (v1.BatchScrapeRequest, {"urls": [URL]}),
    (v2.BatchScrapeRequest, {"urls": [URL]}),
    (v1.ExtractRequest, {"urls": [URL], "prompt": "p"}),
    (v2.ExtractRequest, {"urls": [URL], "prompt": "p"}),
]
OTHERS: list[tuple[type[BaseModel], dict[str, Any]]] = [
    (v1.MapRequest, {"url": URL}),
    (v2.MapRequest, {"url": URL}),
    (v1.SearchRequest, {"query": "q"}),
    (v2.SearchRequest, {"query": "q"}),
]
NESTED = [each for each in (*JOBS, *OTHERS) if "scrape_options" in each[0].model_fields]


def spec(shape: type[BaseModel], body: dict[str, Any]) -> Any:
    request: Any = shape.model_validate(body)
    return request.spec()


@pytest.mark.parametrize(("shape", "body"), [*SCRAPES, *OTHERS])
def test_a_request_may_change_it(shape: type[BaseModel], body: dict[str, Any]) -> None:
    assert spec(shape, body).threat_protection is None
    assert spec(shape, {**body, "threatProtection": None}).threat_protection is None
    assert spec(shape, {**body, "threatProtection": {}}).threat_protection == ThreatOverride()
    assert spec(shape, {**body, "threatProtection": GIVEN}).threat_protection == OVERRIDE


@pytest.mark.parametrize(("shape", "body"), JOBS)
def test_a_job_may_change_it(shape: type[BaseModel], body: dict[str, Any]) -> None:
    assert spec(shape, body).scrape.threat_protection is None
    assert spec(shape, {**body, "threatProtection": GIVEN}).scrape.threat_protection == OVERRIDE


@pytest.mark.parametrize(
    ("shape", "body"), [each for each in [*JOBS, *OTHERS] if "scrape_options" in each[0].model_fields]
)
def test_scrape_options_may_change_it(shape: type[BaseModel], body: dict[str, Any]) -> None:
    options = {"formats": ["markdown"], "threatProtection": GIVEN}
    own = {"mode": "off"}
    assert spec(shape, {**body, "scrapeOptions": options}).scrape.threat_protection == OVERRIDE
    assert spec(shape, {**body, "scrapeOptions": options, "threatProtection": own}).scrape.threat_protection == OVERRIDE


@pytest.mark.parametrize(("shape", "body"), [each for each in OTHERS if "query" in each[1]])
def test_the_scrapes_of_a_search_are_protected_as_the_search_is(shape: type[BaseModel], body: dict[str, Any]) -> None:
    found = spec(shape, {**body, "threatProtection": GIVEN, "scrapeOptions": {"formats": ["markdown"]}})
    assert found.scrape.threat_protection == OVERRIDE


def test_every_field_reaches_the_core() -> None:
    given = {
        "mode": "manual-only",
        "riskScoreThreshold": 50,
        "blacklist": ["a.example", "A.example", "b.example"],
        "whitelist": ["https://c.example/"],
        "blockedTlds": ["zip", ".mov"],
        "failurePolicy": "open",
    }
    expected = ThreatSettings(
        ThreatMode.MANUAL_ONLY,
        50,
        ("a.example", "b.example"),
        ("c.example",),
        ("zip", "mov"),
        FailurePolicy.OPEN,
    )
    assert ThreatSettingsBody.model_validate(given).settings() == expected
    found = spec(v2.ScrapeRequest, {"url": URL, "threatProtection": given}).threat_protection
    assert found.over(DEFAULTS) == expected
    locked = ThreatSettingsBody.model_validate({**given, "allowRequestOverrides": False}).settings()
    assert locked == replace(expected, allow_request_overrides=False)


def test_the_operators_settings_are_forced_unless_that_is_not_wanted() -> None:
    assert OperatorThreatSettings.model_validate({"mode": "normal"}).settings().forced
    assert not OperatorThreatSettings.model_validate({"mode": "normal", "forced": False}).settings().forced
    assert refusal(ThreatSettingsBody, {"mode": "off", "forced": False}).details


def test_a_body_is_the_whole_of_it() -> None:
    assert ThreatSettingsBody.model_validate({"mode": "off"}).settings() == DEFAULTS


WRONG: list[tuple[dict[str, Any], list[Any]]] = [
    ({"mode": "strict"}, ["mode"]),
    ({"mode": 1}, ["mode"]),
    ({"riskScoreThreshold": -1}, ["riskScoreThreshold"]),
    ({"riskScoreThreshold": 100.5}, ["riskScoreThreshold"]),
    ({"riskScoreThreshold": "50"}, ["riskScoreThreshold"]),
    ({"riskScoreThreshold": True}, ["riskScoreThreshold"]),
    ({"blacklist": "risky.example"}, ["blacklist"]),
    ({"blacklist": [1]}, ["blacklist", 0]),
    ({"blacklist": ["a.example", ""]}, ["blacklist", 1]),
    ({"blacklist": ["a.example/path"]}, ["blacklist", 0]),
    ({"blacklist": ["a.example"] * 1001}, ["blacklist"]),
    ({"whitelist": ["a b"]}, ["whitelist", 0]),
    ({"whitelist": ["a.example"] * 1001}, ["whitelist"]),
    ({"blockedTlds": ["192.0.2.1"]}, ["blockedTlds", 0]),
    ({"blockedTlds": ["zip"] * 1001}, ["blockedTlds"]),
    ({"failurePolicy": "ajar"}, ["failurePolicy"]),
    ({"strictness": 5}, ["strictness"]),
]


@pytest.mark.parametrize(("given", "path"), WRONG)
def test_a_wrong_value_is_told_with_its_place(given: dict[str, Any], path: list[Any]) -> None:
    body = {"mode": "normal", **given}
    told = refusal(ThreatSettingsBody, body).details
    in_request = refusal(v2.ScrapeRequest, {"url": URL, "threatProtection": body}).details
    if path == ["strictness"]:
        assert ("strictness" in str(told), "strictness" in str(in_request)) == (True, True)
    else:
        assert [issue["path"] for issue in told] == [path]
        assert [issue["path"] for issue in in_request] == [["threatProtection", *path]]


@pytest.mark.parametrize("given", [{}, {"blacklist": ["a.example"]}, {"mode": None}])
def test_settings_need_a_mode(given: dict[str, Any]) -> None:
    [issue] = refusal(ThreatSettingsBody, given).details
    assert issue["path"] == ["mode"]


def test_a_thousand_entries_are_taken() -> None:
    names = [f"n{n}.example" for n in range(1000)]
    assert ThreatSettingsBody.model_validate({"mode": "normal", "blacklist": names}).settings().blacklist == tuple(
        names
    )


def test_what_a_request_cannot_change_is_unknown_in_it() -> None:
    for name in ("allowRequestOverrides", "zscaler"):
        assert refusal(v2.ScrapeRequest, {"url": URL, "threatProtection": {name: True}}).details


def test_settings_that_were_never_made_are_the_defaults() -> None:
    told = settings_json(TeamThreats())
    ThreatProtectionAnswer.model_validate(told)
    assert told == {
        "success": True,
        "data": {
            "mode": "off",
            "riskScoreThreshold": 75,
            "blacklist": [],
            "whitelist": [],
            "blockedTlds": [],
            "failurePolicy": "closed",
            "allowRequestOverrides": True,
            "zscaler": None,
            "configured": False,
            "updatedAt": None,
        },
    }


def test_settings_are_told_as_they_are_kept() -> None:
    made = ThreatSettings(ThreatMode.NORMAL, 12.5, ("a.example",), (), ("zip",), FailurePolicy.OPEN, False)
    told = settings_json(TeamThreats(made, datetime(2026, 5, 1, tzinfo=UTC)))["data"]
    assert (told["mode"], told["riskScoreThreshold"], told["blacklist"]) == ("normal", 12.5, ["a.example"])
    assert (told["failurePolicy"], told["allowRequestOverrides"], told["configured"]) == ("open", False, True)
    assert told["updatedAt"] == "2026-05-01T00:00:00.000Z"
