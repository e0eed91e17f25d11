"""The contract of the stores of monitors, on both databases."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from gossamer.core.actions import Captured
from gossamer.core.errors import TooManyMonitors
from gossamer.core.ids import new_id
from gossamer.core.monitoring import (
    Baseline,
    Channel,
    Check,
    CheckPage,
    CheckState,
    CheckSummary,
    Message,
    Monitor,
    MonitorSpec,
    MonitorStatus,
    MonitorTicket,
    PageStatus,
    Recipient,
    ScrapeTarget,
    StoredPicture,
    Subscription,
    Trigger,
)
from gossamer.core.schedules import Schedule
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.ports.monitors import CheckClaim, CheckEnd, PageOutcome, Sent
from gossamer.store.accounts import WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.monitors import (
    CheckStore,
    FeedStore,
    MessageStore,
    MonitorStore,
    PictureStore,
    RecipientStore,
)
from gossamer.store.schema import teams
from gossamer.store.sealing import Seal

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
URL = web_url("http://e.org/")
TEAM = new_id()


@dataclass
class Queued:
    """A MonitorDispatch that remembers its tickets."""

    tickets: list[MonitorTicket] = field(default_factory=list)

    async def ready(self) -> None:
        pass

    def monitor(self, connection: Any, ticket: MonitorTicket, *, after: timedelta = timedelta(0)) -> None:
        self.tickets.append(ticket)


class Stores:
    def __init__(self, database: Database, *, most: int | None = None) -> None:
        self.queued = Queued()
        self.monitors = MonitorStore(database, self.queued, most=most)
        self.checks = CheckStore(database, self.queued)
        secrets = WebhookSecrets(Seal(lambda: "secret"))
        self.messages = MessageStore(database, self.queued, secrets)
        self.recipients = RecipientStore(database)
        self.feeds = FeedStore(database)
        self.pictures = PictureStore(database)

    async def started(self, monitor: Monitor | None = None) -> tuple[Monitor, MonitorTicket]:
        """Record a monitor and a check of it that runs."""
        watched = monitor or a_monitor()
        await self.monitors.create(watched, due_at=NOON)
        check = a_check(watched)
        assert await self.monitors.start(check) is None
        ticket = self.queued.tickets[-1]
        assert await self.checks.begin(ticket, now=NOON) is not None
        return watched, ticket


@pytest.fixture
def stores(database: Database) -> Stores:
    return Stores(database)


def a_monitor(**facts: Any) -> Monitor:
    spec = MonitorSpec("m", Schedule("0 * * * *"), (ScrapeTarget("t", (URL,), ScrapeSpec(URL)),), goal="a price")
    return replace(Monitor(new_id(), TEAM, "key", spec, MonitorStatus.ACTIVE, NOON, NOON, next_run_at=NOON), **facts)


def a_check(monitor: Monitor) -> Check:
    return Check(
        new_id(), monitor.monitor_id, TEAM, CheckState.QUEUED, Trigger.MANUAL, None, NOON, NOON, estimated_credits=1
    )


def a_page(url: str = URL, **facts: Any) -> CheckPage:
    return replace(CheckPage(new_id(), "t", url, PageStatus.NEW, NOON, metadata={"title": "Lamp"}), **facts)


def a_message(monitor: Monitor, **facts: Any) -> Message:
    made = Message(
        new_id(), monitor.monitor_id, None, Channel.WEBHOOK, "", "monitor.page", {"page": {"url": URL}}, NOON, NOON
    )
    return replace(made, **facts)


def decide(monitor: Monitor) -> CheckClaim:
    return CheckClaim(replace(a_check(monitor), trigger=Trigger.SCHEDULED), NOON + HOUR, NOON + HOUR)


async def states(stores: Stores, monitor: Monitor) -> list[CheckState]:
    return [check.state for check in await stores.monitors.checks(monitor.monitor_id, limit=9, offset=0)]


async def test_a_monitor_is_read_back_as_it_was_recorded(stores: Stores) -> None:
    watched = a_monitor()
    await stores.monitors.create(watched, due_at=NOON)
    assert await stores.monitors.monitor(watched.monitor_id, TEAM) == watched
    assert await stores.monitors.monitors(TEAM, limit=5, offset=0) == [watched]
    assert await stores.monitors.monitors(TEAM, limit=5, offset=1) == []


async def test_a_team_has_no_more_monitors_than_it_may_however_many_it_makes_at_once(database: Database) -> None:
    team, stores = {"id": TEAM, "name": "T", "created_at": 0}, Stores(database, most=3)
    await database.write(lambda connection: connection.execute(insert(teams), team))
    monitors = [a_monitor() for _ in range(8)]
    made = await asyncio.gather(
        *(stores.monitors.create(monitor, due_at=NOON) for monitor in monitors), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in made) == ["NoneType"] * 3 + ["TooManyMonitors"] * 5
    kept = await stores.monitors.monitors(TEAM, limit=9, offset=0)
    paused = replace(kept[0], status=MonitorStatus.PAUSED)
    await stores.monitors.update(paused, due_at=None, comparable=())
    with pytest.raises(TooManyMonitors, match="3 monitors, which is the limit; delete one"):
        await stores.monitors.create(a_monitor(), due_at=NOON)
    await stores.monitors.create(kept[0], due_at=NOON)  # the answer to the first was lost
    await stores.monitors.create(a_monitor(team_id=new_id()), due_at=NOON)
    assert await stores.monitors.delete(kept[0].monitor_id, TEAM)
    await stores.monitors.create(a_monitor(), due_at=NOON)
    assert len(await stores.monitors.monitors(TEAM, limit=9, offset=0)) == 3


async def test_a_monitor_of_another_team_is_unknown(stores: Stores) -> None:
    watched = a_monitor()
    await stores.monitors.create(watched, due_at=NOON)
    stranger = new_id()
    assert await stores.monitors.monitor(watched.monitor_id, stranger) is None
    assert not await stores.monitors.delete(watched.monitor_id, stranger)
    assert await stores.monitors.monitors(stranger, limit=5, offset=0) == []


async def test_a_due_monitor_is_claimed_once_for_one_time(stores: Stores) -> None:
    watched = a_monitor()
    await stores.monitors.create(watched, due_at=NOON)
    assert await stores.checks.claim(decide, now=NOON - MINUTE, limit=9) == 0
    assert await stores.checks.claim(decide, now=NOON, limit=9) == 1
    assert await stores.checks.claim(decide, now=NOON, limit=9) == 0
    assert await states(stores, watched) == [CheckState.QUEUED]
    assert [ticket.kind for ticket in stores.queued.tickets] == ["check"]
    assert await stores.checks.next_due() == NOON + HOUR


async def test_a_check_that_still_runs_makes_the_next_one_skipped(stores: Stores) -> None:
    watched, ticket = await stores.started()
    assert await stores.checks.claim(decide, now=NOON, limit=9) == 1
    assert sorted(await states(stores, watched)) == [CheckState.RUNNING, CheckState.SKIPPED_OVERLAP]
    assert stores.queued.tickets == [ticket]


async def test_a_paused_monitor_is_never_due(stores: Stores) -> None:
    watched = a_monitor()
    await stores.monitors.create(watched, due_at=NOON)
    await stores.monitors.update(
        replace(watched, status=MonitorStatus.PAUSED, next_run_at=None), due_at=None, comparable=[]
    )
    assert await stores.checks.claim(decide, now=NOON + 9 * HOUR, limit=9) == 0
    assert await stores.checks.next_due() is None


async def test_a_manual_check_names_the_one_that_runs(stores: Stores) -> None:
    watched, ticket = await stores.started()
    assert await stores.monitors.start(a_check(watched)) == ticket.subject


async def test_a_page_is_recorded_once_with_its_baseline_and_messages(stores: Stores) -> None:
    watched, ticket = await stores.started()
    message = a_message(watched, check_id=ticket.subject)
    outcome = PageOutcome(a_page(alert=True), Baseline("t", URL, text="text"), [message], credits=3)
    assert await stores.checks.record(ticket, outcome, now=NOON)
    assert not await stores.checks.record(ticket, outcome, now=NOON)
    [page] = await stores.monitors.pages(ticket.subject, after=0, limit=9)
    assert page == replace(outcome.page, position=1)
    assert await stores.checks.baselines(watched.monitor_id, "t", [URL, "http://other.org/"]) == {URL: outcome.baseline}
    work = await stores.checks.begin(ticket, now=NOON)
    assert work is not None
    assert (work.done, work.check.actual_credits) == (frozenset({("t", URL)}), 3)
    sending = stores.queued.tickets[-1]
    parcel = await stores.messages.due(sending, now=NOON, limit=9)
    assert parcel is not None
    assert [one.message_id for one in parcel.messages] == [message.message_id]


async def test_a_void_ticket_records_nothing(stores: Stores) -> None:
    _, ticket = await stores.started()
    await stores.checks.hand_on(ticket, now=NOON, after=MINUTE)
    assert await stores.checks.begin(ticket, now=NOON) is None
    assert not await stores.checks.record(ticket, PageOutcome(a_page()), now=NOON)
    assert await stores.checks.begin(stores.queued.tickets[-1], now=NOON) is not None


async def test_an_ended_check_frees_its_monitor(stores: Stores) -> None:
    watched, ticket = await stores.started()
    check = await stores.monitors.check(watched.monitor_id, ticket.subject)
    assert check is not None
    ended = replace(check, state=CheckState.COMPLETED, finished_at=NOON, summary=CheckSummary(new=1))
    await stores.checks.end(ticket, CheckEnd(ended, [a_message(watched)]), now=NOON)
    after = await stores.monitors.monitor(watched.monitor_id, TEAM)
    assert after is not None
    assert (after.current_check_id, after.last_run_at, after.last_summary) == (None, NOON, CheckSummary(new=1))
    assert await stores.checks.begin(ticket, now=NOON) is None
    assert stores.queued.tickets[-1].kind == "messages"


async def test_pages_come_in_order_and_by_status(stores: Stores) -> None:
    _, ticket = await stores.started()
    for number in range(4):
        status = PageStatus.SAME if number % 2 else PageStatus.CHANGED
        await stores.checks.record(ticket, PageOutcome(a_page(f"{URL}{number}", status=status)), now=NOON)
    pages = await stores.monitors.pages(ticket.subject, after=1, limit=2)
    assert [page.position for page in pages] == [2, 3]
    same = await stores.monitors.pages(ticket.subject, after=0, limit=9, status=PageStatus.SAME)
    assert [page.position for page in same] == [2, 4]
    statuses = await stores.checks.statuses(ticket.subject)
    assert CheckSummary.of(statuses["t"]) == CheckSummary(same=2, changed=2)


async def test_a_message_that_fails_is_tried_again_and_then_forgotten(stores: Stores) -> None:
    watched = a_monitor()
    await stores.monitors.create(watched, due_at=None)
    await stores.messages.post([a_message(watched)], now=NOON)
    first = stores.queued.tickets[-1]
    parcel = await stores.messages.due(first, now=NOON, limit=9)
    assert parcel is not None
    again = [Sent(one.message_id, "busy", NOON + MINUTE) for one in parcel.messages]
    await stores.messages.settle(first, again, now=NOON)
    assert await stores.messages.due(first, now=NOON, limit=9) is None
    await stores.messages.close(first, now=NOON)
    second = stores.queued.tickets[-1]
    assert second.turn == first.turn + 1
    parcel = await stores.messages.due(second, now=NOON + MINUTE, limit=9)
    assert parcel is not None
    assert [one.tries for one in parcel.messages] == [1]
    await stores.messages.settle(second, [Sent(parcel.messages[0].message_id)], now=NOON + MINUTE)
    await stores.messages.close(second, now=NOON + MINUTE)
    assert stores.queued.tickets[-1] == second
    assert await stores.messages.due(second, now=NOON + HOUR, limit=9) is None


async def test_messages_of_one_monitor_have_one_turn(stores: Stores) -> None:
    watched = a_monitor()
    await stores.monitors.create(watched, due_at=None)
    for _ in range(3):
        await stores.messages.post([a_message(watched)], now=NOON)
    assert len(stores.queued.tickets) == 1


async def test_a_new_message_does_not_wait_for_one_that_sleeps(stores: Stores) -> None:
    watched = a_monitor()
    await stores.monitors.create(watched, due_at=None)
    later = a_message(watched, channel=Channel.EMAIL, due_at=NOON + HOUR)
    await stores.messages.post([later], now=NOON)
    assert await stores.messages.waiting(watched.monitor_id, now=NOON) == NOON + HOUR
    await stores.messages.post([a_message(watched)], now=NOON)
    assert len(stores.queued.tickets) == 2
    parcel = await stores.messages.due(stores.queued.tickets[-1], now=NOON, limit=9)
    assert parcel is not None
    assert [one.channel for one in parcel.messages] == [Channel.WEBHOOK]


async def test_turns_that_stand_still_are_found_and_restarted(stores: Stores) -> None:
    watched, ticket = await stores.started()
    await stores.messages.post([a_message(watched)], now=NOON)
    sending = stores.queued.tickets[-1]
    assert await stores.checks.stalled(quiet_since=NOON - MINUTE, limit=9) == []
    assert set(await stores.checks.stalled(quiet_since=NOON + MINUTE, limit=9)) == {ticket, sending}
    assert await stores.checks.restart(ticket, now=NOON + HOUR)
    assert await stores.checks.restart(sending, now=NOON + HOUR)
    assert not await stores.checks.restart(ticket, now=NOON + HOUR)
    assert not await stores.checks.restart(sending, now=NOON + HOUR)


async def test_a_deleted_monitor_leaves_nothing_behind(stores: Stores) -> None:
    watched, ticket = await stores.started()
    outcome = PageOutcome(a_page(alert=True), Baseline("t", URL, text="text"), [a_message(watched)])
    await stores.checks.record(ticket, outcome, now=NOON)
    token = await stores.feeds.token(watched.monitor_id)
    assert await stores.monitors.delete(watched.monitor_id, TEAM)
    assert await stores.checks.begin(ticket, now=NOON) is None
    assert await stores.monitors.pages(ticket.subject, after=0, limit=9) == []
    assert await stores.checks.baselines(watched.monitor_id, "t", None) == {}
    assert await stores.feeds.owner(token) is None


async def test_checks_are_forgotten_after_their_time(stores: Stores) -> None:
    watched, ticket = await stores.started()
    await stores.checks.record(ticket, PageOutcome(a_page()), now=NOON)
    assert await stores.checks.expire(now=NOON + timedelta(days=99), limit=9) == 0, "it runs"
    check = await stores.monitors.check(watched.monitor_id, ticket.subject)
    assert check is not None
    await stores.checks.end(ticket, CheckEnd(replace(check, state=CheckState.COMPLETED)), now=NOON)
    assert await stores.checks.expire(now=NOON + timedelta(days=29), limit=9) == 0
    assert await stores.checks.expire(now=NOON + timedelta(days=31), limit=9) == 1
    assert await stores.monitors.check(watched.monitor_id, ticket.subject) is None


async def test_a_target_that_leaves_takes_its_baselines_along(stores: Stores) -> None:
    watched, ticket = await stores.started()
    await stores.checks.record(ticket, PageOutcome(a_page(), Baseline("t", URL, text="text")), now=NOON)
    await stores.monitors.update(watched, due_at=None, comparable=["t"])
    assert len(await stores.checks.baselines(watched.monitor_id, "t", None)) == 1
    await stores.monitors.update(watched, due_at=None, comparable=["u"])
    assert await stores.checks.baselines(watched.monitor_id, "t", None) == {}


async def test_a_baseline_has_one_picture_and_a_check_keeps_its_own(stores: Stores) -> None:
    watched, ticket = await stores.started()
    first = PageOutcome(a_page(), Baseline("t", URL, text="", picture="one.png"), pictures=[picture("one.png")])
    await stores.checks.record(ticket, first, now=NOON)
    assert await stores.pictures.picture("one.png") == Captured(b"one.png", "image/png")
    stores.queued.tickets.clear()
    await end(stores, watched, ticket)
    again = a_check(watched)
    await stores.monitors.start(again)
    ticket = stores.queued.tickets[-1]
    await stores.checks.begin(ticket, now=NOON)
    kept = [picture("two.jpg"), StoredPicture("before.webp", b"crop")]
    await stores.checks.record(ticket, replace(first, pictures=kept), now=NOON)
    assert await stores.pictures.picture("one.png") is None
    assert await stores.pictures.picture("two.jpg") == Captured(b"two.jpg", "image/jpeg")
    await end(stores, watched, ticket)
    assert await stores.checks.expire(now=NOON + timedelta(days=31), limit=9) == 2
    assert await stores.pictures.picture("before.webp") is None
    await stores.monitors.update(watched, due_at=None, comparable=[])
    assert await stores.pictures.picture("two.jpg") is None


async def test_a_deleted_monitor_takes_its_pictures_along(stores: Stores) -> None:
    watched, ticket = await stores.started()
    kept = [picture("one.png"), StoredPicture("before.webp", b"crop")]
    await stores.checks.record(ticket, PageOutcome(a_page(), pictures=kept), now=NOON)
    assert await stores.monitors.delete(watched.monitor_id, TEAM)
    assert await stores.pictures.picture("one.png") is None
    assert await stores.pictures.picture("before.webp") is None


def picture(name: str) -> StoredPicture:
    return StoredPicture(name, name.encode(), of_baseline=True)


async def end(stores: Stores, monitor: Monitor, ticket: MonitorTicket) -> None:
    check = await stores.monitors.check(monitor.monitor_id, ticket.subject)
    assert check is not None
    await stores.checks.end(ticket, CheckEnd(replace(check, state=CheckState.COMPLETED)), now=NOON)


async def test_a_recipient_is_kept_by_team_and_found_by_token(stores: Stores) -> None:
    ann = Recipient(TEAM, "ann@example.org", Subscription.PENDING, "opt_in", "token", confirmation_sent=True)
    await stores.recipients.save(ann)
    confirmed = replace(ann, status=Subscription.CONFIRMED)
    await stores.recipients.save(confirmed)
    assert await stores.recipients.recipients(TEAM, ["ann@example.org", "bob@example.org"]) == [confirmed]
    assert await stores.recipients.by_token("token") == confirmed
    assert await stores.recipients.by_token("other") is None


async def test_a_feed_has_the_alerts_of_a_monitor_or_of_its_team(stores: Stores) -> None:
    watched, ticket = await stores.started()
    for number, alert in enumerate((True, False, True)):
        page = a_page(f"{URL}{number}", alert=alert, created_at=NOON + number * MINUTE)
        await stores.checks.record(ticket, PageOutcome(page), now=NOON)
    for owner in (watched.monitor_id, TEAM):
        urls: Sequence[str] = [one.page.url for one in await stores.feeds.alerts(owner, limit=9)]
        assert urls == [f"{URL}2", f"{URL}0"]
    known = [watched.monitor_id, new_id()]
    assert await stores.monitors.last_alerts(TEAM, known) == {watched.monitor_id: NOON + 2 * MINUTE}
    assert await stores.monitors.last_alerts(new_id(), known) == {}
    token = await stores.feeds.token(TEAM)
    assert await stores.feeds.token(TEAM) == token
    assert await stores.feeds.owner(token) == TEAM
    assert await stores.feeds.token(TEAM, renew=True) != token
    assert await stores.feeds.owner(token) is None
