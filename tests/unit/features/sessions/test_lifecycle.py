"""Sessions from their opening to their end: who may drive them, when they end, and what they leave."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.core.errors import (
    NotAllowed,
    ProfileBusy,
    SessionBusy,
    SessionEnded,
    SessionLost,
    Stopping,
    TimedOut,
    TooManySessions,
)
from gossamer.core.ids import new_id
from gossamer.core.sessions import EndReason, Opening, SessionSpec, SessionState, StorageState
from gossamer.core.specs import ProfileUse
from gossamer.core.urls import web_url
from gossamer.features.sessions import HeldByReplica, SessionAuthorization, SessionLimits
from gossamer.ports.live_pages import Frame
from gossamer.store.database import Database
from gossamer.testing.clock import ManualClock
from tests.live_browsers import MemorySession
from tests.unit.features.sessions.world import MINUTE, SECOND, TEAM, Process, soon

PAGE = SessionSpec(Opening(url=web_url("https://e.org/")))


# Opening


async def test_a_session_opens_the_page_it_is_told(process: Process) -> None:
    held = await process.open(spec=PAGE)
    assert process.browsers.opened[0].opening == PAGE.opening
    stored = await process.stored(held)
    assert (stored.state, stored.owner) == (SessionState.ACTIVE, process.sessions.here.owner)


async def test_a_scrape_goes_on_with_the_page_it_left_open(process: Process) -> None:
    scrape_id = new_id()
    warm = process.browsers.parked[scrape_id] = MemorySession(None)
    held = await process.open(session_id=scrape_id, scrape_id=scrape_id, spec=PAGE)
    assert held.session.session_id == scrape_id
    assert process.browsers.opened == [warm]


async def test_without_it_the_visit_is_done_again(process: Process) -> None:
    scrape_id = new_id()
    await process.open(session_id=scrape_id, scrape_id=scrape_id, spec=PAGE)
    assert process.browsers.opened[0].opening == PAGE.opening


async def test_a_page_that_does_not_open_leaves_no_session(process: Process) -> None:
    process.browsers.failure = TimedOut("The page was not ready.")
    with pytest.raises(TimedOut):
        await process.open()
    assert await process.store.of_team(TEAM, None, since=process.clock.now()) == []
    process.browsers.failure = None
    await process.open()


async def test_who_leaves_while_a_page_is_opened_leaves_no_session(process: Process) -> None:
    process.browsers.slow = asyncio.Event()
    opening = asyncio.create_task(process.open())
    await process.browsers.begun.wait()
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert await process.store.of_team(TEAM, None, since=process.clock.now()) == []


async def test_two_who_continue_a_scrape_at_once_share_its_session(process: Process) -> None:
    scrape_id = new_id()
    both = await asyncio.gather(*(process.open(session_id=scrape_id, scrape_id=scrape_id) for _ in range(2)))
    assert both[0] is both[1]
    assert len(process.browsers.opened) == 1


async def test_of_two_processes_one_continues_a_scrape_and_the_other_is_told_where(
    process: Process, other: Process
) -> None:
    scrape_id = new_id()
    await process.open(session_id=scrape_id, scrape_id=scrape_id)
    with pytest.raises(HeldByReplica) as raised:
        await other.open(session_id=scrape_id, scrape_id=scrape_id)
    assert raised.value.address == process.address
    assert other.browsers.opened == []


async def test_a_process_has_no_more_than_its_limit(database: Database, clock: ManualClock, tmp_path: Path) -> None:
    small = Process(database, clock, tmp_path, limits=SessionLimits(process=1))
    held = await small.open()
    with pytest.raises(TooManySessions, match="GOSSAMER_SESSIONS"):
        await small.open()
    await small.sessions.end(held, EndReason.ASKED)
    await small.open()
    await small.sessions.close()


async def test_a_team_has_no_more_than_its_limit_over_all_processes(
    database: Database, clock: ManualClock, tmp_path: Path
) -> None:
    two = [Process(database, clock, tmp_path, limits=SessionLimits(team=3)) for _ in range(2)]
    made = await asyncio.gather(*(one.open() for one in two * 4), return_exceptions=True)
    assert sum(isinstance(one, TooManySessions) for one in made) == 5
    for one in two:
        await one.sessions.close()


# Driving


async def test_one_drives_at_a_time(process: Process) -> None:
    held = await process.open()
    done = []
    begun, free = asyncio.Event(), asyncio.Event()

    async def drive(name: str) -> None:
        async with process.sessions.driving(held, soon()):
            done.append(f"{name} begins")
            begun.set()
            await free.wait()
            done.append(f"{name} ends")

    drivers = [asyncio.create_task(drive(name)) for name in "ab"]
    await begun.wait()
    free.set()
    await asyncio.gather(*drivers)
    assert done == ["a begins", "a ends", "b begins", "b ends"]


async def test_who_waited_as_long_as_they_could_is_told_that_it_is_busy(process: Process) -> None:
    held = await process.open()
    async with process.sessions.driving(held, soon()):
        with pytest.raises(SessionBusy, match=r"0\.01 seconds"):
            async with process.sessions.driving(held, soon(0.01)):
                pytest.fail("two drive at once")


async def test_a_session_that_ends_takes_its_driver_with_it(process: Process) -> None:
    held = await process.open()
    driving = asyncio.Event()

    async def drive() -> None:
        async with process.sessions.driving(held, soon()):
            driving.set()
            await asyncio.Event().wait()

    driver = asyncio.create_task(drive())
    await driving.wait()
    await process.sessions.end(held, EndReason.ASKED)
    with pytest.raises(SessionEnded, match="destroyed"):
        await driver


async def test_a_driver_who_is_cancelled_leaves_it_to_the_next(process: Process) -> None:
    held = await process.open()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0), process.sessions.driving(held, soon()):
            await asyncio.Event().wait()
    async with process.sessions.driving(held, soon()):
        pass


async def test_a_browser_that_is_gone_ends_the_session(process: Process) -> None:
    held = await process.open()
    with pytest.raises(SessionLost):
        async with process.sessions.driving(held, soon()):
            raise SessionLost("Its browser is gone.")
    assert (await process.stored(held)).end_reason is EndReason.LOST


async def test_who_comes_after_the_end_is_told_why(process: Process) -> None:
    held = await process.open(spec=SessionSpec(idle=10 * SECOND))
    await process.pass_time(11 * SECOND)
    with pytest.raises(SessionEnded, match="not used for too long"):
        await process.sessions.held(await process.stored(held))


# Ending by themselves


async def test_an_unused_session_ends_and_is_closed(process: Process) -> None:
    held = await process.open(spec=SessionSpec(idle=MINUTE))
    await process.pass_time(55 * SECOND)
    assert held in process.sessions.all
    await process.pass_time(10 * SECOND)
    assert held not in process.sessions.all
    assert process.browsers.opened[0].closed
    assert (await process.stored(held)).end_reason is EndReason.IDLE


async def test_use_keeps_a_session_but_not_beyond_its_time(process: Process) -> None:
    held = await process.open(spec=SessionSpec(idle=MINUTE, lifetime=3 * MINUTE))
    for _ in range(5):
        await process.pass_time(30 * SECOND)
        held.use()
    assert process.sessions.all == (held,)
    await process.pass_time(31 * SECOND)
    assert (await process.stored(held)).end_reason is EndReason.EXPIRED


async def test_who_drives_it_keeps_it_from_being_idle(process: Process) -> None:
    held = await process.open(spec=SessionSpec(idle=MINUTE))
    async with process.sessions.driving(held, soon()):
        await process.pass_time(5 * MINUTE)
    await process.pass_time(50 * SECOND)
    assert process.sessions.all == (held,)


async def test_a_clock_that_is_set_ends_nothing(process: Process) -> None:
    held = await process.open(spec=SessionSpec(idle=MINUTE))
    process.clock.turn_back(timedelta(hours=3))
    await process.pass_time(10 * SECOND)
    process.clock.turn_back(-timedelta(hours=6))
    await process.pass_time(10 * SECOND)
    assert process.sessions.all == (held,)


async def test_a_browser_that_died_is_noticed(process: Process) -> None:
    held = await process.open()
    process.browsers.opened[0].gone = True
    await process.pass_time(5 * SECOND)
    assert (await process.stored(held)).end_reason is EndReason.LOST


async def test_a_revoked_key_loses_its_sessions(process: Process) -> None:
    held = await process.open()
    process.leave[held.session.key_id] = SessionAuthorization("The API key that started this was revoked.")
    await process.pass_time(20 * SECOND)
    assert (await process.stored(held)).end_reason is EndReason.REVOKED


async def test_a_key_that_is_restricted_later_is_restricted_in_its_sessions(process: Process) -> None:
    free, held = await process.open(), await process.open(permits=lambda _: None)
    restricted = SessionAuthorization(permits=lambda url: NotAllowed(f"Not {url}."))
    process.leave[held.session.key_id] = restricted
    await process.pass_time(20 * SECOND)
    permits = process.browsers.opened[1].permits
    assert permits is not None
    assert str(permits("https://e.org/")) == "Not https://e.org/."
    # Nothing was watched over in it from the beginning.
    assert (await process.stored(free)).end_reason is EndReason.REVOKED


async def test_the_end_of_the_process_is_the_end_of_its_sessions(process: Process) -> None:
    held = await process.open()
    await process.sessions.close()
    stored = await process.stored(held)
    assert (stored.end_reason, stored.credits) == (EndReason.STOPPED, 2)
    assert process.browsers.opened[0].closed
    with pytest.raises(Stopping):
        await process.open()


async def test_two_hundred_abandoned_sessions_all_end(database: Database, clock: ManualClock, tmp_path: Path) -> None:
    process = Process(database, clock, tmp_path, limits=SessionLimits(process=200, team=200))
    for _ in range(20):
        await asyncio.gather(*(process.open(spec=SessionSpec(idle=MINUTE)) for _ in range(10)))
    await process.pass_time(70 * SECOND, steps=35 * SECOND)
    assert process.sessions.all == ()
    assert all(one.closed for one in process.browsers.opened)
    assert await process.store.of_team(TEAM, SessionState.ACTIVE, since=clock.now()) == []


# What they leave


async def test_a_profile_is_saved_at_the_end_and_given_to_the_next(process: Process) -> None:
    spec = SessionSpec(Opening(profile=ProfileUse("shop")))
    first = await process.open(spec=spec)
    with pytest.raises(ProfileBusy):
        await process.open(spec=spec)
    await process.sessions.end(first, EndReason.ASKED)
    await process.open(spec=spec)
    assert [one.given for one in process.browsers.opened] == [None, process.browsers.opened[0].cookies]


async def test_a_profile_that_is_only_read_is_not_saved(process: Process) -> None:
    await process.store.save_profile(TEAM, "shop", StorageState(), now=process.clock.now())
    held = await process.open(spec=SessionSpec(Opening(profile=ProfileUse("shop", save=False))))
    await process.sessions.end(held, EndReason.ASKED)
    assert await process.store.profile(TEAM, "shop") == StorageState()


async def test_a_recording_is_kept_page_by_page_and_forgotten_with_the_session(process: Process) -> None:
    held = await process.open()
    start = process.clock.now()
    a, b = (Frame(b"jpeg", 800, 600, start, f"https://e.org/{page}") for page in "ab")
    process.browsers.opened[0].shown = [a, replace(a, at=start + SECOND), replace(b, at=start + 5 * SECOND)]
    await process.sessions.end(held, EndReason.ASKED)
    pages = await process.store.recording(held.session.session_id)
    assert [(page.page_id, page.url, len(page.frames)) for page in pages] == [
        ("1", "https://e.org/a", 2),
        ("2", "https://e.org/b", 1),
    ]
    assert pages[0].ended_at == pages[1].started_at == start + 5 * SECOND
    picture = await process.blobs.get(pages[0].frames[0].name)
    assert picture is not None
    assert picture.data == b"jpeg"
    await process.pass_time(timedelta(hours=24, minutes=11), steps=timedelta(minutes=11))
    assert await process.blobs.get(pages[0].frames[0].name) is None
    assert await process.store.find(held.session.session_id, None) is None


async def test_a_session_ends_although_nothing_can_be_saved(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    held = await process.open(spec=SessionSpec(Opening(profile=ProfileUse("shop"))))

    async def refuse() -> StorageState:
        raise NotAllowed("No.")

    monkeypatch.setattr(process.browsers.opened[0], "state", refuse)
    ended = await process.sessions.end(held, EndReason.ASKED)
    assert ended is not None
    assert ended.credits == 2
    assert process.browsers.opened[0].closed


# Other processes


async def test_others_are_told_where_a_session_is_as_long_as_its_process_lives(
    process: Process, other: Process
) -> None:
    held = await process.open()
    for _ in range(10):
        await process.pass_time(10 * SECOND)
        with pytest.raises(HeldByReplica):
            await other.sessions.held(await process.stored(held))


async def test_the_session_of_a_dead_process_is_lost_and_charged_to_its_last_heartbeat(
    process: Process, other: Process
) -> None:
    held = await process.open()
    await process.pass_time(200 * SECOND)
    # From here on nobody keeps it alive.
    await other.pass_time(100 * SECOND)
    stored = await process.stored(held)
    assert stored.end_reason is EndReason.LOST
    # 200 seconds at 2 credits a minute.
    assert stored.credits == 7
    with pytest.raises(SessionLost, match="destroyed"):
        await other.sessions.held(stored)


async def test_a_session_of_this_address_and_another_process_is_lost_at_once(process: Process) -> None:
    held = await process.open()
    restarted = Process(process.database, process.clock, process.folder)
    with pytest.raises(SessionLost):
        await restarted.sessions.held(await process.stored(held))


async def test_who_was_taken_for_dead_gives_up_the_session(process: Process, other: Process) -> None:
    held = await process.open()
    # The process stands still for a minute and a half.
    await other.pass_time(90 * SECOND)
    assert (await process.stored(held)).end_reason is EndReason.LOST
    await process.pass_time(5 * SECOND)
    assert process.sessions.all == ()
    assert process.browsers.opened[0].closed


async def test_use_that_no_caller_asked_for_is_noted_with_the_heartbeat(process: Process) -> None:
    held = await process.open()
    await process.pass_time(20 * SECOND)
    held.use()
    used_at = process.clock.now()
    await process.pass_time(20 * SECOND)
    assert (await process.stored(held)).last_activity == used_at
