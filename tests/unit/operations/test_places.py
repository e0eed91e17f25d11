"""Places of who has a bound: taken before work begins, waited for, and given back whatever happens."""

import asyncio
from datetime import datetime, timedelta

import pytest

from gossamer.core.access import Limits, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import DatabaseUnavailable, NoPlaceFree
from gossamer.operations import Admission, Places
from gossamer.operations.admission import Presence
from gossamer.ports.slots import Slot, WaitPosition
from gossamer.testing.clock import ManualClock
from tests.memory_places import MemoryPlaces

MINUTE = timedelta(minutes=1)
CALLER = Principal("team", "key", limits=Limits(team_concurrency=2))
FULL = WaitPosition("team", 2, position=1)


class Holder:
    """Holds a place from *begun* until it is told to *end*."""

    def __init__(self, store: MemoryPlaces, clock: ManualClock, caller: Principal = CALLER) -> None:
        self.admission = Admission(at_once=9, team_at_once=9, places=Places(store, clock))
        self.waited = timedelta(0)
        self.begun, self.end = asyncio.Event(), asyncio.Event()
        self.task = asyncio.create_task(self._run(caller))

    async def _run(self, caller: Principal) -> None:
        async with self.admission.place(caller, Deadline.after(MINUTE)) as self.waited:
            self.begun.set()
            await self.end.wait()


async def turns() -> None:
    """Let everybody go as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_who_has_no_bound_asks_nobody() -> None:
    store = MemoryPlaces([FULL])
    async with Places(store, ManualClock()).held(Principal("team", "key"), Deadline.after(MINUTE)) as waited:
        assert not waited
    assert (store.asked, store.released) == ([], [])


async def test_a_place_is_void_soon_after_the_deadline_and_given_back_at_the_end() -> None:
    store, clock = MemoryPlaces(), ManualClock()
    holder = Holder(store, clock)
    await holder.begun.wait()
    [taken] = store.taken
    assert (taken.team_id, taken.key_id, taken.since) == ("team", "key", clock.now())
    assert clock.now() + MINUTE < taken.until < clock.now() + 2 * MINUTE
    assert holder.waited == timedelta(0)
    assert store.released == []
    holder.end.set()
    await holder.task
    assert store.released == [taken.place_id]


async def test_who_stands_in_line_asks_again_sooner_the_nearer_it_is() -> None:
    store, clock = MemoryPlaces([WaitPosition("team", 2, position=5), FULL]), ManualClock()
    holder = Holder(store, clock)
    await turns()
    await clock.advance(timedelta(milliseconds=400))
    await turns()
    assert len(store.asked) == 1
    assert holder.admission.presence("team") == Presence(under_way=0, waiting=1)
    for milliseconds in (100, 100):
        await clock.advance(timedelta(milliseconds=milliseconds))
        await turns()
    assert holder.begun.is_set()
    assert [place.place_id for place in store.asked] == [store.taken[0].place_id] * 3
    assert holder.admission.presence("team") == Presence(under_way=1, waiting=0)
    holder.end.set()
    await holder.task
    assert holder.waited > timedelta(0)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (FULL, "2 pages of this team are under way.*raise the team's concurrency"),
        (WaitPosition("key", 1, position=1), "1 pages of this API key are under way.*/dashboard/keys"),
    ],
    ids=["team", "key"],
)
async def test_who_waits_in_vain_is_told_whose_limit_it_is_and_leaves_the_line(line: WaitPosition, told: str) -> None:
    store = MemoryPlaces([line])
    with pytest.raises(NoPlaceFree, match=told):
        async with Places(store, ManualClock()).held(CALLER, Deadline.after(timedelta(milliseconds=30))):
            pass
    assert store.released == [store.asked[0].place_id]


async def test_who_waits_for_pages_of_its_own_team_keeps_nobody_else_from_theirs() -> None:
    admission = Admission(at_once=1, team_at_once=9, places=Places(MemoryPlaces([FULL]), ManualClock()))
    waiting = asyncio.create_task(_held(admission))
    await turns()
    async with admission.place(Principal("other", "key"), Deadline.after(MINUTE)) as waited:
        assert waited == timedelta(0)
    waiting.cancel()
    await asyncio.wait([waiting])


async def _held(admission: Admission) -> None:
    async with admission.place(CALLER, Deadline.after(MINUTE)):
        pass


async def test_a_scrape_that_fails_gives_its_place_back() -> None:
    store = MemoryPlaces()
    with pytest.raises(ZeroDivisionError):
        async with Places(store, ManualClock()).held(CALLER, Deadline.after(MINUTE)):
            raise ZeroDivisionError
    assert store.released == [store.taken[0].place_id]


async def test_who_gives_up_waiting_leaves_the_line() -> None:
    store = MemoryPlaces([FULL])
    holder = Holder(store, ManualClock())
    await turns()
    holder.task.cancel()
    await asyncio.wait([holder.task])
    assert store.released == [store.asked[0].place_id]


class SlowPlaces(MemoryPlaces):
    """Commits only when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asks, self.commit = asyncio.Event(), asyncio.Event()

    async def take(self, place: Slot, *, now: datetime) -> WaitPosition | None:
        self.asks.set()
        await self.commit.wait()
        return await super().take(place, now=now)


async def test_a_place_that_is_being_taken_when_its_caller_leaves_is_given_back_once_it_is() -> None:
    store = SlowPlaces()
    holder = Holder(store, ManualClock())
    await store.asks.wait()
    holder.task.cancel()
    await turns()
    assert (store.taken, store.released) == ([], [])
    store.commit.set()
    await asyncio.wait([holder.task])
    assert holder.task.cancelled()
    assert store.released == [store.taken[0].place_id]


class BrokenPlaces(MemoryPlaces):
    """Cannot be reached when a place is given back."""

    async def release(self, place_id: str) -> None:
        raise DatabaseUnavailable("The database is busy.")


async def test_what_was_done_is_not_lost_when_the_place_cannot_be_given_back() -> None:
    async with Places(BrokenPlaces(), ManualClock()).held(CALLER, Deadline.after(MINUTE)) as waited:
        assert not waited
