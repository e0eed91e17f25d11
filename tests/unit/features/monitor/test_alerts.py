"""Alerts: who gets which message, and when."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.crawls import Webhook
from gossamer.core.ids import new_id
from gossamer.core.monitoring import (
    Channel,
    Check,
    CheckPage,
    CheckState,
    CheckSummary,
    Confidence,
    Digest,
    EmailChoice,
    Judgment,
    MeaningfulChange,
    Message,
    Monitor,
    MonitorSpec,
    MonitorStatus,
    Notification,
    PageStatus,
    QuietHours,
    Recipient,
    ScrapeTarget,
    Subscription,
    Trigger,
)
from gossamer.core.schedules import Schedule
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.monitor.alerts import due_at, end_messages, page_messages, trial_messages
from gossamer.features.monitor.letters import Alert, confirmation_letter, letter, plain_text

NOON = datetime(2026, 6, 1, 12, 10, tzinfo=UTC)
URL = web_url("http://e.org/")
TO = Recipient("team", "ann@example.org", Subscription.CONFIRMED, "team", "secret-token")


def monitor(**notification: object) -> Monitor:
    chosen = replace(Notification(), **notification)  # type: ignore[arg-type]
    spec = MonitorSpec(
        "Lamp",
        Schedule("0 * * * *"),
        (ScrapeTarget("t", (URL,), ScrapeSpec(URL)),),
        webhook=Webhook(web_url("http://r.org/hook")),
        notification=chosen,
    )
    return Monitor(
        new_id(), "team", "key", spec, MonitorStatus.ACTIVE, NOON, NOON, called_at="https://gossamer.example"
    )


CHECK = Check(
    new_id(), "m", "team", CheckState.COMPLETED, Trigger.SCHEDULED, NOON, NOON, NOON, summary=CheckSummary(same=1)
)
PAGE = CheckPage("p", "t", URL, PageStatus.CHANGED, NOON, alert=True, rule="The page changed.")
EMAIL = EmailChoice(enabled=True, recipients=("ann@example.org", "bob@example.org"), include_diffs=True)


def shown(messages: list[Message]) -> list[tuple[Channel, str, str]]:
    return [(message.channel, message.receiver, message.event) for message in messages]


def test_the_webhook_gets_every_page_and_the_end() -> None:
    watched = monitor()
    assert shown(page_messages(watched, CHECK.check_id, replace(PAGE, alert=False), NOON)) == [
        (Channel.WEBHOOK, "", "monitor.page")
    ]
    assert shown(end_messages(watched, CHECK, [], NOON)) == [(Channel.WEBHOOK, "", "monitor.check.completed")]


@pytest.mark.parametrize("name", ["check.completed", "monitor.check.completed"])
def test_the_webhook_gets_what_it_asked_for(name: str) -> None:
    watched = monitor()
    hook = Webhook(web_url("http://r.org/hook"), events=frozenset({name}))
    watched = replace(watched, spec=replace(watched.spec, webhook=hook))
    assert page_messages(watched, CHECK.check_id, PAGE, NOON) == []
    assert len(end_messages(watched, CHECK, [], NOON)) == 1


def test_people_get_one_message_for_a_check_and_none_without_alerts() -> None:
    """A flood of alerts: changedetection.io #4301."""
    watched = monitor(email=EMAIL, services=("sealed",), masked=("slack://…",))
    people = [one for one in shown(end_messages(watched, CHECK, [PAGE] * 30, NOON)) if one[0] is not Channel.WEBHOOK]
    assert people == [
        (Channel.EMAIL, "ann@example.org", "monitor.page"),
        (Channel.EMAIL, "bob@example.org", "monitor.page"),
        (Channel.APPRISE, "0", "monitor.page"),
    ]
    assert len(end_messages(watched, CHECK, [], NOON)) == 1


def test_a_message_that_is_made_again_is_the_same_one() -> None:
    watched = monitor(email=EMAIL)
    ids = [[one.message_id for one in end_messages(watched, CHECK, [PAGE], NOON)] for _ in range(2)]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 3


def test_a_test_goes_to_every_receiver() -> None:
    found = trial_messages(monitor(email=EMAIL, services=("sealed",), masked=("x://",)), NOON)
    assert {one.channel for one in found} == set(Channel)
    assert {one.event for one in found} == {"monitor.test"}


@pytest.mark.parametrize(
    ("notification", "minutes"),
    [
        ({}, 0),
        ({"debounce": timedelta(minutes=5)}, 5),
        ({"digest": Digest.HOURLY}, 50),
        ({"digest": Digest.DAILY}, 20 * 60 - 10),
        ({"quiet_hours": QuietHours("12:00", "13:00")}, 50),
        ({"quiet_hours": QuietHours("13:00", "14:00")}, 0),
        ({"digest": Digest.HOURLY, "quiet_hours": QuietHours("12:00", "14:00")}, 110),
    ],
)
def test_digest_debounce_and_quiet_hours_move_an_alert(notification: dict[str, object], minutes: int) -> None:
    assert due_at(monitor(**notification), NOON) == NOON + timedelta(minutes=minutes)


def test_what_is_debounced_joins_what_waits_already() -> None:
    waiting = NOON + timedelta(minutes=2)
    assert due_at(monitor(debounce=timedelta(minutes=5)), NOON, waiting=waiting) == waiting
    assert due_at(monitor(), NOON, waiting=waiting) == NOON


def test_a_letter_has_what_triggered_it_the_rule_and_nothing_else() -> None:
    change = MeaningfulChange("changed", "120 EUR", "95 EUR", "")
    judgment = Judgment(meaningful=True, confidence=Confidence.HIGH, reason="Price fell.", changes=(change,))
    diff = {"text": "--- previous\n+++ current\n-120 EUR\n+95 EUR\n-old footer\n+new footer\n"}
    page = replace(PAGE, judgment=judgment, rule="Price fell by 20.83 %.", diff=diff)
    found = letter(monitor(email=EMAIL), TO, [Alert(CHECK, page)], "id")
    for text in (found.text, found.html):
        assert "Price fell by 20.83 %." in text
        assert "95 EUR" in text
        assert "footer" not in text
    assert found.subject == "Lamp: 1 changed"


def test_a_letter_without_diffs_has_the_rule_alone() -> None:
    page = replace(PAGE, diff={"text": "-120 EUR\n+95 EUR\n"})
    found = letter(monitor(email=replace(EMAIL, include_diffs=False)), TO, [Alert(CHECK, page)], "id")
    assert "The page changed." in found.text
    assert "95 EUR" not in found.text + found.html


def test_a_letter_can_be_unsubscribed_from_with_one_click() -> None:
    found = letter(monitor(email=EMAIL), TO, [Alert(CHECK, PAGE)], "id")
    link = "https://gossamer.example/v2/monitor/email/unsubscribe?token=secret-token"
    assert found.headers == {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    assert link in found.text


def test_a_page_cannot_write_html_into_a_letter() -> None:
    page = replace(PAGE, url="http://e.org/<script>", rule="<b>bold</b>", diff={"text": "+<img src=x>\n"})
    found = letter(monitor(email=EMAIL), TO, [Alert(CHECK, page)], "id")
    assert not any(bad in found.html for bad in ("<script>", "<b>bold", "<img"))


def test_a_confirmation_asks_and_can_be_refused() -> None:
    found = confirmation_letter(monitor(), TO, "id")
    assert "email/confirm?token=secret-token" in found.text
    assert "email/unsubscribe?token=secret-token" in found.text


def test_data_that_changed_is_shown_by_field() -> None:
    page = replace(PAGE, diff={"json": {"price": {"previous": 12, "current": 9}}})
    _, text = plain_text(monitor(), [Alert(CHECK, page)])
    assert "- price: 12" in text
    assert "+ price: 9" in text


def test_a_letter_about_a_picture_shows_it_before_and_after() -> None:
    picture = {
        "percent": 2.5,
        "box": {"x": 0, "y": 0, "width": 9, "height": 9},
        "before": "one.webp",
        "after": "two.webp",
    }
    page = replace(PAGE, rule="2.5 % of the picture changed.", diff={"picture": picture})
    found = letter(monitor(email=EMAIL), TO, [Alert(CHECK, page)], "id")
    assert "2.5 % of the picture changed." in found.text
    for name in ("one.webp", "two.webp"):
        assert f"https://gossamer.example/blobs/{name}" in found.text
        assert f'<img src="https://gossamer.example/blobs/{name}"' in found.html
    without = letter(monitor(email=replace(EMAIL, include_diffs=False)), TO, [Alert(CHECK, page)], "id")
    assert "one.webp" not in without.text + without.html
