"""Bodies of `/v2/monitor`: the rules of the wire, one by one."""

from typing import Any

import pytest
from pydantic import ValidationError

from gossamer.core.comparison_rules import PictureRules
from gossamer.core.monitoring import CrawlTarget, MonitorSpec, ScrapeTarget, SearchTarget
from gossamer.wire import v2
from gossamer.wire.monitor_answers import target_json

PAGES = {"type": "scrape", "urls": ["https://e.org/"]}
SEARCH = {"type": "search", "queries": ["lamps"]}


def spec(**more: Any) -> MonitorSpec:
    body = {"name": "Lamp", "schedule": {"text": "hourly"}, "targets": [PAGES], **more}
    return v2.MonitorRequest.model_validate(body).spec()


def watched(target: dict[str, Any]) -> Any:
    [found] = spec(targets=[target], judgeEnabled=False).targets
    return found


def test_what_is_left_out_has_the_defaults_of_the_wire() -> None:
    made = spec()
    assert (made.retention_days, made.goal, made.judged, made.schedule.timezone) == (30, None, False, "UTC")
    assert made.notification.email is None


def test_a_slack_channel_needs_its_id_alone() -> None:
    slack = spec(notification={"slack": {"enabled": True, "channelId": "C"}}).notification.slack
    assert slack is not None
    assert (slack.channel_id, slack.channel_name) == ("C", None)
    with pytest.raises(ValidationError):
        spec(notification={"slack": {"enabled": True, "channelName": "c"}})


@pytest.mark.parametrize(
    ("fields", "judged"),
    [({"goal": "x"}, True), ({"goal": "  "}, False), ({"goal": "x", "judgeEnabled": False}, False), ({}, False)],
)
def test_changes_are_judged_when_there_is_a_goal(fields: dict[str, Any], judged: bool) -> None:
    assert spec(**fields).judged is judged


def test_clients_may_say_who_they_are() -> None:
    assert spec(origin="cli", integration="zapier").name == "Lamp"


def test_older_options_of_a_search_are_dropped_and_the_others_have_defaults() -> None:
    older = {"depth": 2, "alertMode": "all", "recheckAfter": "1h", "scrapeOptions": {"formats": ["markdown"]}}
    found = watched({**SEARCH, **older})
    assert isinstance(found, SearchTarget)
    assert (found.window_name, found.max_results) == ("24h", 10)


@pytest.mark.parametrize(
    "target",
    [
        {"type": "scrape", "urls": []},
        {"type": "scrape", "url": "https://e.org"},
        {"type": "crawl", "urls": ["https://e.org"]},
        {"type": "search", "queries": []},
        {"type": "search", "queries": ["x"] * 13},
        {"type": "search", "queries": ["x" * 257]},
        {**SEARCH, "searchWindow": "2h"},
        {**SEARCH, "maxResults": 51},
        {**SEARCH, "includeDomains": ["a.org"], "excludeDomains": ["b.org"]},
        {**SEARCH, "includeDomains": ["a.org"] * 51},
        {"type": "feed", "url": "https://e.org"},
        {**PAGES, "compare": {"picture": {"threshold": 101}}},
        {**PAGES, "compare": {"picture": {"region": {"x": 0, "y": 0, "width": 0, "height": 9}}}},
        {**PAGES, "compare": {"picture": {"masks": [{"x": 0, "y": 0, "width": 9, "height": 9}] * 51}}},
    ],
)
def test_a_target_that_breaks_a_rule_is_refused(target: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        watched(target)


@pytest.mark.parametrize(
    "fields",
    [
        {"targets": []},
        {"targets": [PAGES] * 51},
        {"name": "x" * 257},
        {"retentionDays": 0},
        {"goal": "x" * 2001},
        {"schedule": {"cron": "0 * * * *", "text": "hourly"}},
        {"schedule": {"text": "x" * 129}},
        {"webhook": {"url": "https://e.org", "events": ["monitor.unknown"]}},
        {"webhook": {"url": "https://e.org", "headers": {"X-Firecrawl-Signature": "x"}}},
        {"notification": {"email": {"enabled": True, "recipients": [f"a{n}@e.org" for n in range(26)]}}},
        {"notification": {"quietHours": {"start": "24:00", "end": "07:00"}}},
        {"notification": {"digest": "weekly"}},
    ],
)
def test_a_monitor_that_breaks_a_rule_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        spec(**fields)


@pytest.mark.parametrize("name", ["page", "check.completed", "monitor.page", "monitor.check.completed"])
def test_events_have_a_whole_and_a_short_name(name: str) -> None:
    made = spec(webhook={"url": "https://e.org/hook", "events": [name]})
    assert made.webhook is not None
    wanted = [event for event in ("monitor.page", "monitor.check.completed") if made.webhook.wants(event)]
    assert wanted == [f"monitor.{name.removeprefix('monitor.')}"]


@pytest.mark.parametrize(
    ("body", "changes"),
    [
        ({"name": "Other"}, {"name"}),
        ({"status": "paused"}, set()),
        ({"goal": None}, {"goal"}),
        ({"webhook": None, "notification": None}, {"webhook", "notification"}),
        ({"judgeEnabled": False, "retentionDays": 7}, {"judge_enabled", "retention_days"}),
    ],
)
def test_an_update_changes_what_it_names_and_no_default_takes_the_place_of_anything(
    body: dict[str, Any], changes: set[str]
) -> None:
    update = v2.MonitorUpdate.model_validate(body)
    assert (update.is_empty, set(update.changes())) == (False, changes)


@pytest.mark.parametrize("body", [{}, {"origin": "cli"}, {"integration": "zapier"}])
def test_an_update_that_changes_nothing_is_empty(body: dict[str, Any]) -> None:
    assert v2.MonitorUpdate.model_validate(body).is_empty


def test_targets_are_shown_as_they_were_sent_with_an_id() -> None:
    rules = {"region": {"x": 1, "y": 2, "width": 30, "height": 40}, "threshold": 5}
    page = watched({**PAGES, "compare": {"picture": rules, "onlySelectors": ["#a"]}})
    assert isinstance(page, ScrapeTarget)
    assert page.rules.picture == PictureRules(5, (1, 2, 31, 42))
    assert target_json(page)["compare"] == {"picture": rules, "onlySelectors": ["#a"]}
    site = watched({"type": "crawl", "url": "https://e.org", "crawlOptions": {"limit": 3}, "id": "own"})
    assert isinstance(site, CrawlTarget)
    assert target_json(site) == {
        "id": "own",
        "type": "crawl",
        "url": "https://e.org/",
        "crawlOptions": {"limit": 3},
        "scrapeOptions": {},
    }


def test_two_targets_never_share_a_history() -> None:
    first, second = spec(targets=[{**PAGES, "id": "a"}, {**PAGES, "id": "a"}]).targets
    assert first.target_id == "a"
    assert second.target_id != "a"


def test_tracked_data_needs_no_markdown_beside_it_and_is_shown_as_sent() -> None:
    options = {"formats": [{"type": "changeTracking", "modes": ["json"], "prompt": "the price"}]}
    found = watched({**PAGES, "scrapeOptions": options})
    assert [one.name for one in found.scrape.formats] == ["markdown", "changeTracking"]
    assert target_json(found)["scrapeOptions"] == options
