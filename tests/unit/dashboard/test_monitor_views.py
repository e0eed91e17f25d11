"""The form for a monitor, and differences side by side."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from gossamer.content.comparison import compare
from gossamer.core.monitoring import Monitor, MonitorStatus, ScrapeTarget
from gossamer.dashboard.forms import Form
from gossamer.dashboard.pages.monitors.drafts import SCHEDULES, WHAT, MonitorDraft, sentence
from gossamer.dashboard.pages.monitors.views import DiffRow, diff_rows
from gossamer.wire import v2

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BEFORE = "# Shop\n\nPrice: 120 EUR\n\n- One entry of the list\n"
AFTER = "# Shop\n\nPrice: 95 EUR\n\n- One entry of the list\n- Another entry that is new\n"


def rows(before: str = BEFORE, after: str = AFTER) -> list[DiffRow]:
    return list(diff_rows({"json": compare(before, after).parsed}))


def marked(row: DiffRow) -> tuple[list[str], list[str]]:
    return ([one.text for one in row.left if one.marked], [one.text for one in row.right if one.marked])


def test_lines_that_changed_stand_beside_each_other_with_their_words_marked() -> None:
    changed = [row for row in rows() if row.kind == "changed"]
    assert marked(changed[0]) == (["120"], ["95"])
    assert (changed[0].left_number, changed[0].right_number) == (3, 3)


def test_a_line_that_came_has_nothing_beside_it() -> None:
    came = rows()[-1]
    assert (came.left, "".join(one.text for one in came.right)) == ((), "- Another entry that is new")


def test_extracted_fields_are_no_lines() -> None:
    assert list(diff_rows({"json": {"price": {"previous": 1, "current": 2}}})) == []
    assert list(diff_rows(None)) == []


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("schedule", [value for value, _ in SCHEDULES])
def test_every_choice_of_the_form_is_a_request(what: str, schedule: str) -> None:
    draft = MonitorDraft(urls="https://e.org/a\nhttps://e.org/b", what=what, part="#news", schedule=schedule)
    made = v2.MonitorRequest.model_validate(draft.body()).spec()
    assert made.name == "e.org"
    assert len(made.targets) == 1


def test_the_form_says_who_is_told() -> None:
    form = Form({"urls": ("e.org",), "emails": ("a@e.org, b@e.org",), "services": ("json://e.org/x",), "what": ("?",)})
    draft = MonitorDraft.of(form)
    assert draft.what == "page"
    spec = v2.MonitorRequest.model_validate(draft.body()).spec()
    assert spec.notification.email is not None
    assert spec.notification.email.recipients == ("a@e.org", "b@e.org")
    assert spec.notification.services == ("json://e.org/x",)


def a_monitor(body: dict[str, Any]) -> Monitor:
    spec = v2.MonitorRequest.model_validate(body).spec()
    chosen = replace(spec.notification, masked=spec.notification.services)
    return Monitor("m", "team", "key", replace(spec, notification=chosen), MonitorStatus.ACTIVE, NOON, NOON)


@pytest.mark.parametrize("what", WHAT)
def test_a_form_that_is_saved_as_it_was_opened_changes_nothing(what: str) -> None:
    draft = MonitorDraft(
        urls="https://e.org/a\nhttps://e.org/b",
        name="Lamp",
        what=what,
        part="#news" if what == "part" else "",
        region="1, 2, 30, 40" if what == "picture" else "",
        ignore="" if what == "picture" else "Advert\nSponsored",
        words="0 9 * * 1-5",
        emails="a@e.org, b@e.org",
        webhook="https://e.org/hook",
        services="json://e.org/x",
        digest="daily",
        debounce="7",
        quiet_start="22:00",
        quiet_end="07:00",
        key="key",
    )
    monitor = a_monitor(draft.body())
    opened = MonitorDraft.of_monitor(monitor)
    assert opened == draft
    changed = v2.MonitorUpdate.model_validate(opened.changes(monitor)).changes()
    targets = changed.pop("targets")
    assert [(one.target_id, one.urls, one.rules) for one in targets] == [
        (one.target_id, one.urls, one.rules) for one in monitor.spec.targets if isinstance(one, ScrapeTarget)
    ]
    kept = replace(monitor.spec, **{**changed, "notification": monitor.spec.notification})
    assert kept == monitor.spec
    assert changed["notification"] == replace(monitor.spec.notification, masked=())


def test_saving_keeps_what_the_form_does_not_show() -> None:
    scrape = {"onlyMainContent": False}
    compare = {"ignorePatterns": ["^x"], "ignoreText": ["old"]}
    slack = {"enabled": True, "channelId": "C", "channelName": "c"}
    monitor = a_monitor(
        {
            "name": "n",
            "schedule": {"text": "hourly"},
            "targets": [
                {"type": "scrape", "id": "t", "urls": ["https://e.org"], "scrapeOptions": scrape, "compare": compare}
            ],
            "notification": {"slack": slack},
            "webhook": {"url": "https://e.org/hook", "headers": {"x": "y"}},
        }
    )
    body = replace(MonitorDraft.of_monitor(monitor), ignore="new").changes(monitor)
    assert body["targets"] == [
        {
            "id": "t",
            "type": "scrape",
            "urls": ["https://e.org/"],
            "scrapeOptions": scrape,
            "compare": {"ignorePatterns": ["^x"], "ignoreText": ["new"]},
        }
    ]
    assert body["notification"] == {"slack": slack}
    assert "webhook" not in body
    without = replace(MonitorDraft.of_monitor(monitor), webhook="").changes(monitor)
    assert without["webhook"] is None


def test_targets_that_the_form_cannot_show_stay() -> None:
    crawl = {"type": "crawl", "url": "https://e.org"}
    monitor = a_monitor({"name": "n", "schedule": {"text": "hourly"}, "targets": [crawl], "goal": "a price falls"})
    opened = MonitorDraft.of_monitor(monitor)
    assert (opened.has_target, opened.goal) == ("", "a price falls")
    assert "targets" not in opened.changes(monitor)


def test_a_region_that_is_no_box_is_refused_by_name() -> None:
    draft = MonitorDraft(urls="https://e.org", what="picture", region="10, 20, wide")
    with pytest.raises(ValidationError) as failure:
        v2.MonitorRequest.model_validate(draft.body())
    assert "region.width" in sentence(failure.value)


def test_the_space_between_two_words_that_differ_is_marked_too() -> None:
    [row] = [row for row in rows("In stock today\n", "Sold out today\n") if row.kind == "changed"]
    assert marked(row) == (["In stock"], ["Sold out"])


@pytest.mark.parametrize(("words", "cron"), [("every 10 minutes", "*/10 * * * *"), ("0 9 * * 1-5", "0 9 * * 1-5")])
def test_a_schedule_is_typed_in_words_or_as_cron(words: str, cron: str) -> None:
    spec = v2.MonitorRequest.model_validate(MonitorDraft(urls="e.org", words=words).body()).spec()
    assert spec.schedule.cron == cron


def test_what_is_wrong_is_one_sentence() -> None:
    with pytest.raises(ValidationError) as failure:
        v2.MonitorRequest.model_validate(MonitorDraft(urls="e.org", words="now and then").body())
    assert sentence(failure.value).startswith("`schedule.text` is not understood.")
    with pytest.raises(ValidationError) as failure:
        v2.MonitorRequest.model_validate(MonitorDraft(name="x").body())
    assert sentence(failure.value) == "targets.urls: List should have at least 1 item after validation, not 0."
