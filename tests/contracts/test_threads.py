"""Threads of agent runs: in order, by team, each turn once, and known longer than their results."""

from datetime import UTC, datetime, timedelta

from gossamer.core.ids import new_id
from gossamer.store.database import Database
from gossamer.store.threads import ThreadRun, ThreadStore

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TEAM, OTHER, THREAD = new_id(), new_id(), new_id()


def a_run(turn: int, *, team: str = TEAM, thread: str = THREAD) -> ThreadRun:
    return ThreadRun(new_id(), team, thread, turn, NOON + timedelta(minutes=turn))


async def test_a_thread_has_its_runs_in_order_and_each_turn_once(database: Database) -> None:
    store = ThreadStore(database)
    second, first = a_run(2), a_run(1)
    assert [await store.add(run) for run in (second, first, a_run(2))] == [True, True, False]
    assert await store.thread(THREAD, TEAM) == [first, second]
    assert await store.run(first.job_id, TEAM) == first


async def test_a_run_that_was_not_started_is_forgotten_and_leaves_its_turn(database: Database) -> None:
    store = ThreadStore(database)
    run = a_run(1)
    await store.add(run)
    await store.remove(run.job_id)
    assert await store.add(a_run(1))


async def test_other_teams_know_nothing_of_it(database: Database) -> None:
    store = ThreadStore(database)
    run = a_run(1)
    await store.add(run)
    assert await store.thread(THREAD, OTHER) == []
    assert await store.run(run.job_id, OTHER) is None
    assert await store.runs(OTHER, before=NOON + timedelta(days=1), limit=20) == []


async def test_runs_are_listed_the_youngest_first_and_forgotten_by_age(database: Database) -> None:
    store = ThreadStore(database)
    runs = [a_run(turn) for turn in (1, 2, 3)]
    for run in runs:
        await store.add(run)
    assert await store.runs(TEAM, before=runs[2].created_at, limit=20) == [runs[1], runs[0]]
    assert await store.expire(before=runs[2].created_at, limit=10) == 2
    assert await store.thread(THREAD, TEAM) == [runs[2]]
