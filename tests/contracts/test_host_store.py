import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from gossamer.ports.hosts import HostPace, StoredRobots
from gossamer.store.database import Database, open_engine
from gossamer.store.hosts import SqlHostStore
from gossamer.store.schema import hosts, robots
from tests.contracts.jobs import DAY, HOUR, MINUTE, NOON, SECOND

HOST, ORIGIN = "e.org:443", "https://e.org:443"


@pytest.fixture
def store(database: Database) -> SqlHostStore:
    return SqlHostStore(database)


async def test_of_an_unknown_host_nothing_is_known(store: SqlHostStore) -> None:
    assert await store.pace(HOST) == HostPace()


async def test_moments_are_given_out_one_after_the_other(store: SqlHostStore) -> None:
    given = [await store.reserve(HOST, slots, every=SECOND, now=NOON) for slots in (1, 3, 1)]
    assert given == [NOON, NOON + SECOND, NOON + 4 * SECOND]


async def test_moments_that_passed_are_not_given_out(store: SqlHostStore) -> None:
    await store.reserve(HOST, 5, every=SECOND, now=NOON)
    assert await store.reserve(HOST, 1, every=SECOND, now=NOON + HOUR) == NOON + HOUR


async def test_no_slots_reserve_nothing_and_tell_when_the_next_one_would_be(store: SqlHostStore) -> None:
    await store.reserve(HOST, 2, every=SECOND, now=NOON)
    asked = [await store.reserve(HOST, 0, every=SECOND, now=NOON) for _ in range(2)]
    assert asked == [NOON + 2 * SECOND] * 2


async def test_hosts_do_not_share_a_pace(store: SqlHostStore) -> None:
    await store.reserve(HOST, 9, every=SECOND, now=NOON)
    assert await store.reserve("other.org:443", 1, every=SECOND, now=NOON) == NOON


async def test_nobody_gets_a_moment_that_another_process_got(store: SqlHostStore, database: Database) -> None:
    url = database.engine.url.render_as_string(hide_password=False)
    databases = [Database(open_engine(url)) for _ in range(3)]
    stores = [SqlHostStore(one) for one in databases]
    given = await asyncio.gather(*(one.reserve(HOST, 1, every=SECOND, now=NOON) for one in stores for _ in range(5)))
    for one in databases:
        await one.close()
    assert sorted(given) == [NOON + n * SECOND for n in range(15)]


async def test_a_host_that_rests_gives_no_moment_before_its_rest_is_over(store: SqlHostStore) -> None:
    await store.rest(HOST, until=NOON + MINUTE)
    assert await store.pace(HOST) == HostPace(resting_until=NOON + MINUTE)
    assert await store.reserve(HOST, 1, every=SECOND, now=NOON) == NOON + MINUTE


async def test_a_rest_is_never_shortened(store: SqlHostStore) -> None:
    await store.rest(HOST, until=NOON + HOUR)
    await store.rest(HOST, until=NOON + MINUTE)
    assert (await store.pace(HOST)).resting_until == NOON + HOUR


async def test_a_rest_counts_after_what_was_given_out_already(store: SqlHostStore) -> None:
    await store.reserve(HOST, 100, every=SECOND, now=NOON)
    await store.rest(HOST, until=NOON + MINUTE)
    assert await store.reserve(HOST, 1, every=SECOND, now=NOON) == NOON + 100 * SECOND


async def test_after_a_rest_nobody_is_faster_than_its_pace(store: SqlHostStore) -> None:
    await store.rest(HOST, until=NOON, every=5 * SECOND)
    assert (await store.pace(HOST)).every == 5 * SECOND
    given = [await store.reserve(HOST, 1, every=every, now=NOON) for every in (SECOND, 9 * SECOND, SECOND)]
    assert given == [NOON, NOON + 5 * SECOND, NOON + 14 * SECOND]


async def test_a_rest_without_a_pace_leaves_the_pace_and_one_with_another_sets_it(store: SqlHostStore) -> None:
    await store.rest(HOST, until=NOON, every=5 * SECOND)
    await store.rest(HOST, until=NOON)
    kept = (await store.pace(HOST)).every
    await store.rest(HOST, until=NOON, every=timedelta(milliseconds=1500))
    assert (kept, (await store.pace(HOST)).every) == (5 * SECOND, timedelta(seconds=1.5))


@pytest.mark.parametrize(
    "kept", [StoredRobots(b"User-agent: *\x00\xff", NOON), StoredRobots(b"", NOON, unreachable=True)]
)
async def test_a_robots_txt_comes_back_while_it_is_young_enough(store: SqlHostStore, kept: StoredRobots) -> None:
    assert await store.robots(ORIGIN, not_before=NOON - DAY) is None
    await store.keep_robots(ORIGIN, kept)
    assert await store.robots(ORIGIN, not_before=NOON) == kept
    assert await store.robots(ORIGIN, not_before=NOON + SECOND) is None
    assert await store.robots("http://e.org:80", not_before=NOON) is None


async def test_the_younger_robots_txt_stays(store: SqlHostStore) -> None:
    old, young = StoredRobots(b"old", NOON), StoredRobots(b"young", NOON + SECOND)
    for one in (young, old):
        await store.keep_robots(ORIGIN, one)
    assert await store.robots(ORIGIN, not_before=NOON) == young


async def test_what_is_old_goes_when_something_new_comes(store: SqlHostStore, database: Database) -> None:
    for n in range(12):
        await store.keep_robots(f"https://{n}.org:443", StoredRobots(b"x", NOON))
        await store.rest(f"{n}.org:443", until=NOON)
    await store.rest(HOST, until=NOON + 3 * DAY)
    counts = []
    for n in range(2):
        await store.keep_robots(ORIGIN, StoredRobots(b"x", NOON + 3 * DAY + n * SECOND))
        counts.append(await database.read(lambda c: tuple(c.execute(_COUNTS).one())))
    assert counts == [(3, 3), (1, 1)]
    assert await store.pace(HOST) == HostPace(resting_until=NOON + 3 * DAY)


_COUNTS = select(
    select(func.count()).select_from(hosts).scalar_subquery(),
    select(func.count()).select_from(robots).scalar_subquery(),
)
