"""Pages of a team, and of a key, that may be in flight at once over all jobs."""

import asyncio

import pytest

from gossamer.core.jobs import Ticket
from gossamer.ports.frontier import Chunk, Turn
from gossamer.store.database import Database, open_engine
from tests.contracts.bounds import KEY, OTHER_KEY, begun, bounded, change, count, started
from tests.contracts.jobs import NOON, SECOND, TEAM, Bench, done, seen, take


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


async def test_without_a_bound_jobs_know_nothing_of_each_other(bench: Bench, database: Database) -> None:
    await bounded(database)
    assert [count(await begun(bench, await started(bench))) for _ in range(2)] == [20, 20]


async def test_jobs_of_a_team_share_its_pages(bench: Bench, database: Database) -> None:
    await bounded(database, team=6)
    jobs = [await started(bench) for _ in range(3)]
    assert [count(await begun(bench, job)) for job in jobs] == [2, 2, 2]


async def test_a_job_alone_has_all_of_them_until_another_one_comes(bench: Bench, database: Database) -> None:
    await bounded(database, team=6)
    first = await started(bench)
    held = await begun(bench, first)
    assert held is not None
    assert len(held.entries) == 6
    second = await started(bench)
    assert await begun(bench, second) is None
    after = await bench.commit(first, Chunk(done=[done(entry) for entry in held.entries[:4]]))
    # It gave back what is the other's part, and took one more for its own.
    assert len(after.entries) == 1
    assert count(await begun(bench, second, turn=2)) == 3


async def test_a_job_that_wants_few_leaves_the_rest(bench: Bench, database: Database) -> None:
    await bounded(database, team=10)
    await started(bench, pages_at_once=1)
    assert count(await begun(bench, await started(bench))) == 9


async def test_who_finds_no_room_is_told_so_and_looks_again_in_a_moment(bench: Bench, database: Database) -> None:
    await bounded(database, team=1)
    assert count(await begun(bench, await started(bench))) == 1
    late = await started(bench)
    counts, plan = seen(take(20))
    assert await begun(bench, late, plan=plan) is None
    assert [(one.room, one.takeable) for one in counts] == [(0, 0)]
    assert (await bench.turns())[-1].ticket == Ticket(late.job_id, TEAM, 1, 2)
    assert (await bench.turns())[-1].after == SECOND


async def test_more_jobs_than_pages_take_turns(bench: Bench, database: Database) -> None:
    await bounded(database, team=1)
    jobs = [await started(bench) for _ in range(2)]
    held = {job.job_id: await begun(bench, job) for job in jobs}
    [first] = [job for job in jobs if held[job.job_id]]
    entries, commits = held[first.job_id], 0
    assert entries is not None
    entry = entries.entries[0]
    # One of two turns of five seconds is the other's.
    while (after := await bench.commit(first, Chunk(done=[done(entry)]), at=NOON + commits * SECOND)).entries:
        [entry] = after.entries
        commits += 1
        assert commits < 10
    [second] = [job for job in jobs if job is not first]
    assert count(await begun(bench, second, turn=2, at=NOON + commits * SECOND)) == 1


async def test_a_key_has_a_bound_of_its_own_within_that_of_its_team(bench: Bench, database: Database) -> None:
    await bounded(database, team=10, key=2)
    assert count(await begun(bench, await started(bench, KEY, pages_at_once=2))) == 2
    assert await begun(bench, await started(bench, KEY)) is None
    assert count(await begun(bench, await started(bench, OTHER_KEY, pages_at_once=20))) > 2


async def test_what_the_bound_of_its_key_keeps_from_a_job_goes_to_others(bench: Bench, database: Database) -> None:
    await bounded(database, team=10, key=2)
    assert [count(await begun(bench, await started(bench, key))) for key in (KEY, OTHER_KEY)] == [2, 8]


async def test_a_bound_that_is_changed_holds_from_the_next_commit_on(bench: Bench, database: Database) -> None:
    await bounded(database, team=2)
    job = await started(bench)
    held = await begun(bench, job)
    assert held is not None
    for bound, more in ((5, 3 + 1), (1, 0)):
        await change(database, bound)
        given = await bench.commit(job, Chunk(done=[done(held.entries[0])]))
        assert len(given.entries) == more
        held = Turn(held.job, given.entries)


async def test_processes_that_take_at_the_same_time_keep_the_bound(bench: Bench, database: Database) -> None:
    await bounded(database, team=7)
    url = database.engine.url.render_as_string(hide_password=False)
    others = [Database(open_engine(url)) for _ in range(3)]
    jobs = [await started(bench) for _ in range(12)]
    benches = [bench, *map(Bench, others)]
    turns = await asyncio.gather(*(begun(benches[n % 4], job) for n, job in enumerate(jobs)))
    for one in others:
        await one.close()
    assert sum(map(count, turns)) == 7
