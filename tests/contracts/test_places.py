"""Places of callers who wait for their page, and pages of jobs: one bound."""

import asyncio
from dataclasses import replace
from datetime import datetime

import pytest

from gossamer.core.ids import new_id
from gossamer.ports.frontier import Chunk
from gossamer.ports.slots import Slot, WaitPosition
from gossamer.store.database import Database, open_engine
from gossamer.store.slots import SqlPlaceStore
from tests.contracts.bounds import KEY, OTHER_KEY, begun, bounded, change, count, started
from tests.contracts.jobs import MINUTE, NOON, SECOND, TEAM, Bench, answers_lost, done

IN_THE_TURN_OF_JOBS = NOON + 3 * SECOND


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


@pytest.fixture
def places(database: Database) -> SqlPlaceStore:
    return SqlPlaceStore(database)


def place(key: str = KEY, since: datetime = NOON) -> Slot:
    return Slot(new_id(), TEAM, key, since, since + MINUTE)


async def taken(places: SqlPlaceStore, key: str = KEY, at: datetime = NOON) -> Slot:
    """Take a place that is expected to be free."""
    found = place(key, at)
    assert await places.take(found, now=at) is None
    return found


async def test_who_has_no_bound_always_finds_a_place(places: SqlPlaceStore, bench: Bench, database: Database) -> None:
    await bounded(database)
    await begun(bench, await started(bench))
    for _ in range(5):
        await taken(places)


async def test_pages_of_jobs_leave_no_place_and_places_no_page(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=3)
    await taken(places)
    assert count(await begun(bench, await started(bench))) == 2
    assert await places.take(place(), now=NOON) == WaitPosition(TEAM, 3, position=1)


async def test_who_came_first_goes_first(places: SqlPlaceStore, database: Database) -> None:
    await bounded(database, team=1)
    first = await taken(places)
    second, third = place(since=NOON + SECOND), place(since=NOON + 2 * SECOND)
    assert await places.take(second, now=NOON + SECOND) == WaitPosition(TEAM, 1, position=1)
    assert await places.take(third, now=NOON + 2 * SECOND) == WaitPosition(TEAM, 1, position=2)
    await places.release(first.place_id)
    assert await places.take(third, now=NOON + 2 * SECOND) == WaitPosition(TEAM, 1, position=1)
    assert await places.take(second, now=NOON + 2 * SECOND) is None


async def test_who_leaves_the_line_or_stops_asking_keeps_nobody_from_going(
    places: SqlPlaceStore, database: Database
) -> None:
    await bounded(database, team=1)
    first = await taken(places)
    leaver, dead, last = (place(since=NOON + n * SECOND) for n in range(3))
    for one in (leaver, dead, last):
        assert await places.take(one, now=NOON) is not None
    await places.release(first.place_id)
    await places.release(leaver.place_id)
    assert await places.take(last, now=NOON + 4 * SECOND) == WaitPosition(TEAM, 1, position=1)
    assert await places.take(last, now=NOON + 5 * SECOND) is None


async def test_a_place_whose_process_died_is_void_after_its_time_and_swept(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=1)
    await taken(places)
    late = place()
    assert await places.take(late, now=NOON + MINUTE - SECOND) is not None
    assert await places.sweep(now=NOON + MINUTE - SECOND) == 0
    assert await places.take(replace(late, until=NOON + 2 * MINUTE), now=NOON + MINUTE) is None
    assert await places.sweep(now=NOON + MINUTE) == 1
    assert (await bench.jobs.load(TEAM, at_once=9, now=NOON + MINUTE)).visiting == 1


async def test_a_job_gives_way_to_who_waits_and_keeps_half(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=4)
    job = await started(bench)
    held = await begun(bench, job)
    assert held is not None
    waiting = [place() for _ in range(4)]
    for one in waiting:
        assert await places.take(one, now=NOON) is not None
    for entry in held.entries[:2]:
        assert not (await bench.commit(job, Chunk(done=[done(entry)]))).entries
    assert [await places.take(one, now=NOON) is None for one in sorted(waiting, key=lambda one: one.place_id)] == [
        True,
        True,
        False,
        False,
    ]
    assert len((await bench.commit(job, Chunk(done=[done(held.entries[2])]))).entries) == 1


async def test_nobody_takes_the_page_that_is_kept_for_who_waits(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=1)
    first, other = await started(bench), await started(bench)
    [entry] = (await bench.begin(first)).entries
    caller = place()
    assert await places.take(caller, now=NOON) == WaitPosition(TEAM, 1, position=1)
    assert not (await bench.commit(first, Chunk(done=[done(entry)]))).entries
    assert await begun(bench, other) is None
    assert await places.take(caller, now=NOON) is None


async def test_who_stopped_waiting_keeps_no_page_from_a_job(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=1)
    job = await started(bench)
    [entry] = (await bench.begin(job)).entries
    assert await places.take(place(), now=NOON) is not None
    assert len((await bench.commit(job, Chunk(done=[done(entry)]), at=NOON + 6 * SECOND)).entries) == 1


async def test_callers_leave_jobs_their_half(places: SqlPlaceStore, bench: Bench, database: Database) -> None:
    await bounded(database, team=2)
    first, _ = await taken(places), await taken(places)
    job = await started(bench)
    assert await begun(bench, job) is None
    await places.release(first.place_id)
    assert await places.take(place(), now=NOON) == WaitPosition(TEAM, 2, position=1)
    assert count(await begun(bench, job, turn=2)) == 1


async def test_one_page_is_had_by_callers_and_jobs_in_turns(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=1)
    first = await taken(places)
    job, caller = await started(bench), place()
    assert await begun(bench, job) is None
    await places.release(first.place_id)
    assert await places.take(caller, now=IN_THE_TURN_OF_JOBS) is not None
    [entry] = (await bench.begin(job, turn=2, at=IN_THE_TURN_OF_JOBS)).entries
    assert not (await bench.commit(job, Chunk(done=[done(entry)]), turn=2, at=NOON + 6 * SECOND)).entries
    assert await places.take(caller, now=NOON + 6 * SECOND) is None


async def test_a_key_has_a_bound_of_its_own_and_its_line_stands_before_nobody_else(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=4, key=1)
    await taken(places)
    second = place()
    assert await places.take(second, now=NOON) == WaitPosition(KEY, 1, position=1)
    assert await begun(bench, await started(bench, KEY)) is None
    await taken(places, OTHER_KEY)
    await taken(places, OTHER_KEY)
    # Who waits for the key keeps no page of the team.
    assert count(await begun(bench, await started(bench, OTHER_KEY))) == 1


async def test_who_waited_for_its_key_has_its_place_once_the_key_has_one(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=2, key=1)
    first, second = await taken(places), place()
    assert await places.take(second, now=NOON) == WaitPosition(KEY, 1, position=1)
    assert count(await begun(bench, await started(bench, OTHER_KEY))) == 1
    await places.release(first.place_id)
    assert await places.take(second, now=NOON) is None


async def test_a_bound_that_is_changed_holds_for_the_next_who_asks(places: SqlPlaceStore, database: Database) -> None:
    await bounded(database, team=1)
    held, waiting = await taken(places), place()
    assert await places.take(waiting, now=NOON) == WaitPosition(TEAM, 1, position=1)
    await change(database, 2)
    assert await places.take(waiting, now=NOON) is None
    await change(database, 1)
    await places.release(held.place_id)
    assert await places.take(place(), now=NOON) == WaitPosition(TEAM, 1, position=1)


async def test_a_place_is_taken_once_though_the_answer_was_lost(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=2)
    one = place()
    with answers_lost(database):
        assert await places.take(one, now=NOON) is None
    assert await places.take(one, now=NOON) is None
    assert (await bench.jobs.load(TEAM, at_once=9, now=NOON)).visiting == 1
    await places.release(one.place_id)
    await places.release(one.place_id)
    assert (await bench.jobs.load(TEAM, at_once=9, now=NOON)).visiting == 0


async def test_how_busy_a_team_is_adds_up_to_its_bound(places: SqlPlaceStore, bench: Bench, database: Database) -> None:
    await bounded(database, team=3)
    await taken(places)
    await begun(bench, await started(bench))
    await places.take(place(), now=NOON)
    load = await bench.jobs.load(TEAM, at_once=9, now=NOON)
    assert (load.in_flight, load.visiting) == (2, 1)


async def test_processes_that_take_at_the_same_time_keep_the_bound(
    places: SqlPlaceStore, bench: Bench, database: Database
) -> None:
    await bounded(database, team=7)
    url = database.engine.url.render_as_string(hide_password=False)
    others = [Database(open_engine(url)) for _ in range(3)]
    stores, benches = [places, *map(SqlPlaceStore, others)], [bench, *map(Bench, others)]
    jobs = [await started(bench) for _ in range(6)]
    waits, turns = await asyncio.gather(
        asyncio.gather(*(stores[n % 4].take(place(), now=NOON) for n in range(12))),
        asyncio.gather(*(begun(benches[n % 4], job) for n, job in enumerate(jobs))),
    )
    load = await bench.jobs.load(TEAM, at_once=9, now=NOON)
    for one in others:
        await one.close()
    assert load.visiting == waits.count(None)
    assert load.in_flight == sum(map(count, turns))
    assert load.visiting > 0
    assert load.visiting + load.in_flight <= 7
