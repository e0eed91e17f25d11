"""Deliveries: what reaches a receiver, what is tried again, and what is collected."""

from dataclasses import replace
from datetime import timedelta

import pytest

from gossamer.core.crawls import Webhook
from gossamer.core.deliveries import DeliveryState
from gossamer.core.ids import new_id
from gossamer.core.monitoring import (
    Check,
    CheckPage,
    CheckState,
    CheckSummary,
    Digest,
    EmailChoice,
    Monitor,
    Notification,
    PageStatus,
    Trigger,
)
from gossamer.core.urls import web_url
from gossamer.features.monitor.alerts import end_messages, page_messages
from gossamer.ports.webhooks import ReceiverReply
from gossamer.store.database import Database
from gossamer.testing.clock import ManualClock
from tests.unit.features.monitor.parts import TEAM, URL, Parts, a_spec

MEMBER = EmailChoice(enabled=True, recipients=("member@example.org",), include_diffs=True)


@pytest.fixture
def parts(database: Database, clock: ManualClock) -> Parts:
    return Parts(database, clock)


async def made(parts: Parts, notification: Notification | None = None, webhook: str | None = None) -> Monitor:
    spec = a_spec(notification, webhook)
    return await parts.monitors.create(spec, team_id=TEAM, key_id="k", called_at="http://g.example")


async def alerted(parts: Parts, monitor: Monitor) -> None:
    """Post the messages of a check with one alert."""
    now = parts.clock.now()
    check = Check(
        new_id(),
        monitor.monitor_id,
        TEAM,
        CheckState.COMPLETED,
        Trigger.MANUAL,
        None,
        now,
        now,
        summary=CheckSummary(same=1),
    )
    page = CheckPage(new_id(), "t", URL, PageStatus.CHANGED, now, alert=True, rule="The page changed.")
    await parts.messages.post(page_messages(monitor, check.check_id, page, now), now=now)
    waiting = await parts.messages.waiting(monitor.monitor_id, now=now)
    await parts.messages.post(end_messages(monitor, check, [page], now, waiting=waiting), now=now)


async def test_the_end_of_a_check_comes_after_its_pages(parts: Parts) -> None:
    await alerted(parts, await made(parts, webhook="http://r.org/hook"))
    await parts.deliver()
    assert [post["type"] for post in parts.receivers.posts] == ["monitor.page", "monitor.check.completed"]
    assert [post["sequence"] for post in parts.receivers.posts] == [1, 2]


async def test_a_receiver_that_fails_gets_the_same_event_again(parts: Parts) -> None:
    await alerted(parts, await made(parts, webhook="http://r.org/hook"))
    parts.receivers.statuses = [500]
    await parts.deliver()
    assert len(parts.receivers.posts) == 2
    for minutes in (1, 5, 15):
        parts.receivers.statuses = [503]
        await parts.clock.advance(timedelta(minutes=minutes))
        await parts.deliver()
    await parts.clock.advance(timedelta(days=1))
    await parts.deliver()
    pages = [post["webhookId"] for post in parts.receivers.posts if post["type"] == "monitor.page"]
    assert len(pages) == 4, "tried four times, then given up"
    assert len(set(pages)) == 1


async def test_a_receiver_that_asks_for_a_pause_gets_it(parts: Parts) -> None:
    await alerted(parts, await made(parts, webhook="http://r.org/hook"))
    parts.receivers.statuses = [ReceiverReply(429, "600")]
    await parts.deliver()
    assert len(parts.receivers.posts) == 2
    await parts.clock.advance(timedelta(minutes=9))
    await parts.deliver()
    assert len(parts.receivers.posts) == 2
    await parts.clock.advance(timedelta(minutes=1))
    await parts.deliver()
    assert [post["type"] for post in parts.receivers.posts][2:] == ["monitor.page"]


async def test_410_ends_the_webhook_of_a_monitor_until_it_has_another_address(parts: Parts) -> None:
    monitor = await made(parts, webhook="http://r.org/hook")
    parts.receivers.statuses = [410]
    for _ in range(3):
        await alerted(parts, monitor)
        await parts.deliver()
    assert [post["type"] for post in parts.receivers.posts] == ["monitor.page"]
    recorded = await parts.log.deliveries(TEAM, limit=9, source_id=monitor.monitor_id)
    assert {delivery.state for delivery in recorded} == {DeliveryState.ENDED}
    assert sorted(delivery.tries for delivery in recorded) == [0, 0, 0, 0, 0, 1]
    other = await made(parts, webhook="http://r.org/hook")
    await alerted(parts, other)
    await parts.deliver()
    assert len(parts.receivers.posts) == 3
    changed = {"webhook": Webhook(web_url("http://r.org/another"))}
    await parts.monitors.change(monitor.monitor_id, TEAM, changes=changed, status=None, key_id="k")
    await alerted(parts, monitor)
    await parts.deliver()
    assert len(parts.receivers.posts) == 5


async def test_deliveries_of_a_monitor_go_with_it(parts: Parts) -> None:
    monitor = await made(parts, webhook="http://r.org/hook")
    await alerted(parts, monitor)
    await parts.deliver()
    assert len(await parts.log.deliveries(TEAM, limit=9)) == 2
    await parts.monitors.delete(monitor.monitor_id, TEAM)
    assert await parts.log.deliveries(TEAM, limit=9) == []


async def test_a_member_of_the_team_gets_e_mail_at_once(parts: Parts) -> None:
    await alerted(parts, await made(parts, Notification(email=MEMBER)))
    await parts.deliver()
    [letter] = parts.receivers.letters
    assert (letter.to, letter.subject) == ("member@example.org", "Lamp: 1 changed")


async def test_a_stranger_who_has_not_confirmed_gets_the_question_alone(parts: Parts) -> None:
    stranger = replace(MEMBER, recipients=("stranger@example.org",))
    await alerted(parts, await made(parts, Notification(email=stranger)))
    await parts.deliver()
    assert [letter.subject for letter in parts.receivers.letters] == ["Confirm alerts by e-mail"]


async def test_a_digest_is_one_letter_for_all_alerts_of_its_time(parts: Parts) -> None:
    monitor = await made(parts, Notification(email=MEMBER, digest=Digest.HOURLY))
    for _ in range(3):
        await alerted(parts, monitor)
        await parts.clock.advance(timedelta(minutes=15))
    await parts.deliver()
    assert parts.receivers.letters == []
    await parts.clock.advance(timedelta(minutes=16))
    await parts.deliver()
    assert [letter.subject for letter in parts.receivers.letters] == ["Lamp: 3 changed"]


async def test_addresses_of_services_are_sealed_and_opened_to_send(parts: Parts) -> None:
    monitor = await made(parts, Notification(services=("slack://very-secret-token",)))
    assert "secret" not in monitor.spec.notification.services[0]
    assert monitor.spec.notification.masked == ("slack://…oken",)
    await alerted(parts, monitor)
    await parts.deliver()
    assert [(to, title) for to, title, _ in parts.receivers.told] == [("slack://very-secret-token", "Lamp: 1 changed")]


async def test_one_receiver_that_refuses_does_not_hold_up_another(parts: Parts) -> None:
    monitor = await made(parts, Notification(email=MEMBER), webhook="http://r.org/hook")
    parts.receivers.refuses = True
    await alerted(parts, monitor)
    await parts.deliver()
    assert (len(parts.receivers.posts), parts.receivers.letters) == (2, [])
    parts.receivers.refuses = False
    await parts.clock.advance(timedelta(minutes=1))
    await parts.deliver()
    assert len(parts.receivers.letters) == 1
