"""The store that counts requests, and the rates on top of it, over several processes' worth of connections."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime

import pytest
from sqlalchemy import func, select

from gossamer.core.access import Limits, Mode, Principal
from gossamer.core.errors import RateLimited
from gossamer.operations.rates import Rates
from gossamer.store.database import Database, open_engine
from gossamer.store.rates import RateStore
from gossamer.store.schema import rate_windows
from gossamer.testing.clock import ManualClock
from tests.contracts.jobs import MINUTE, NOON, SECOND, TEAM


@pytest.fixture
def store(database: Database) -> RateStore:
    return RateStore(database)


@pytest.fixture
async def others(database: Database) -> AsyncIterator[list[RateStore]]:
    """Stores of two further processes on the same database."""
    url = database.engine.url.render_as_string(hide_password=False)
    databases = [Database(open_engine(url)) for _ in range(2)]
    yield [RateStore(one) for one in databases]
    for one in databases:
        await one.close()


async def test_no_more_is_given_out_than_the_limit(store: RateStore) -> None:
    given = [await store.take(TEAM, "scrape", number=3, limit=8, now=NOON) for _ in range(5)]
    assert given == [3, 3, 2, 0, 0]


async def test_owners_modes_and_minutes_are_counted_apart(store: RateStore) -> None:
    asked = [(TEAM, "scrape", NOON), (TEAM, "map", NOON), ("other", "scrape", NOON), (TEAM, "scrape", NOON + MINUTE)]
    for owner, mode, now in asked:
        assert [await store.take(owner, mode, number=1, limit=1, now=now) for _ in range(2)] == [1, 0]


async def test_a_window_is_the_minute_of_the_clock(store: RateStore) -> None:
    assert await store.take(TEAM, "scrape", number=1, limit=1, now=NOON) == 1
    assert await store.take(TEAM, "scrape", number=1, limit=1, now=NOON + MINUTE - SECOND) == 0


async def test_a_limit_that_was_raised_counts_at_once(store: RateStore) -> None:
    given = [await store.take(TEAM, "scrape", number=1, limit=limit, now=NOON) for limit in (1, 1, 2, 2, 0)]
    assert given == [1, 0, 1, 0, 0]


async def test_what_several_processes_take_together_is_the_limit(store: RateStore, others: list[RateStore]) -> None:
    async def drain(one: RateStore) -> int:
        return sum([await one.take(TEAM, "scrape", number=7, limit=100, now=NOON) for _ in range(15)])

    assert sum(await asyncio.gather(*map(drain, [store, *others]))) == 100


async def test_windows_of_earlier_minutes_are_forgotten(store: RateStore, database: Database) -> None:
    for minutes in range(3):
        await store.take(TEAM, "scrape", number=1, limit=5, now=NOON + minutes * MINUTE)
    await store.expire_windows(before=NOON + MINUTE)
    kept = await database.read(lambda c: c.execute(select(func.count()).select_from(rate_windows)).scalar())
    assert kept == 2
    assert await store.take(TEAM, "scrape", number=5, limit=5, now=NOON + MINUTE) == 4


class CountingStore(RateStore):
    """A store that remembers how often it was asked."""

    def __init__(self, store: RateStore) -> None:
        self.store = store
        self.calls: list[str] = []

    async def take(self, owner_id: str, mode: str, *, number: int, limit: int, now: datetime) -> int:
        self.calls.append(mode)
        return await self.store.take(owner_id, mode, number=number, limit=limit, now=now)

    async def expire_windows(self, *, before: datetime) -> None:
        await self.store.expire_windows(before=before)


def caller(key: str = "key", **limits: object) -> Principal:
    return Principal(TEAM, key, limits=Limits(**limits))  # type: ignore[arg-type]


async def admitted(rates: Rates, who: Principal, mode: Mode, times: int) -> int:
    """Return how many of so many requests at once were let in."""
    told = await asyncio.gather(*(rates.take(who, mode) for _ in range(times)), return_exceptions=True)
    assert all(one is None or isinstance(one, RateLimited) for one in told), told
    return sum(one is None for one in told)


@pytest.mark.parametrize("limit", [1, 7, 39, 100, 1000])
async def test_a_process_alone_admits_exactly_the_limit(store: RateStore, limit: int) -> None:
    counting = CountingStore(store)
    rates = Rates(counting, ManualClock(), {})
    assert await admitted(rates, caller(team_rates={"scrape": limit}), Mode.SCRAPE, limit + 20) == limit
    # A generous limit costs twenty-one statements a minute, and refusing costs none.
    assert len(counting.calls) <= 41


async def test_processes_together_never_admit_more_than_the_limit_and_small_ones_exactly(
    store: RateStore, others: list[RateStore]
) -> None:
    clock = ManualClock()
    for limit, least in ((10, 10), (60, 54)):
        who = caller(team_rates={"scrape": limit})
        processes = [Rates(one, clock, {}) for one in [store, *others]]
        counts = await asyncio.gather(*(admitted(rates, who, Mode.SCRAPE, limit) for rates in processes))
        assert least <= sum(counts) <= limit
        await clock.advance(MINUTE)


async def test_a_refusal_names_the_bound_and_when_it_is_over(store: RateStore) -> None:
    clock = ManualClock()
    rates = Rates(store, clock, {})
    await clock.advance(43 * SECOND - (clock.now() - clock.now().replace(second=0, microsecond=0)))
    await rates.take(caller(team_rates={"crawl": 1}), Mode.CRAWL)
    with pytest.raises(RateLimited) as refused:
        await rates.take(caller(team_rates={"crawl": 1}), Mode.CRAWL)
    assert refused.value.retry_after == 17
    resets = (clock.now() + 17 * SECOND).strftime("%a %b %d %Y %H:%M:00")
    assert refused.value.message == (
        "Rate limit exceeded. Consumed (req/min): 1, Remaining (req/min): 0. This team may make 1 requests of the "
        "kind `crawl` a minute; an operator of this service can raise the team's rate limits; "
        f"please retry after 17s, resets at {resets} GMT+0000."
    )


async def test_the_next_minute_is_a_new_one(store: RateStore) -> None:
    clock = ManualClock()
    rates = Rates(store, clock, {})
    who = caller(team_rates={"map": 2})
    for _ in range(3):
        assert await admitted(rates, who, Mode.MAP, 5) == 2
        await clock.advance(MINUTE)


async def test_a_key_is_bounded_over_all_modes_and_other_keys_are_not(store: RateStore) -> None:
    rates = Rates(store, ManualClock(), {})
    who = caller(key_rate=3)
    assert await admitted(rates, who, Mode.SCRAPE, 2) == 2
    assert await admitted(rates, who, Mode.MAP, 2) == 1
    with pytest.raises(RateLimited, match="This API key may make 3 requests a minute"):
        await rates.take(who, Mode.CRAWL)
    assert await admitted(rates, caller("other", key_rate=3), Mode.SCRAPE, 3) == 3


async def test_a_refused_request_uses_up_nothing_of_its_other_bound(store: RateStore) -> None:
    rates = Rates(store, ManualClock(), {})
    who = caller(key_rate=3, team_rates={"scrape": 1})
    assert await admitted(rates, who, Mode.SCRAPE, 4) == 1
    assert await admitted(rates, who, Mode.MAP, 4) == 2


async def test_reading_and_what_has_no_bound_is_never_counted(store: RateStore) -> None:
    counting = CountingStore(store)
    rates = Rates(counting, ManualClock(), {"scrape": 1})
    bounded = caller(key_rate=1, team_rates={"scrape": 1})
    for _ in range(5):
        await rates.take(bounded, None)
        await rates.take(bounded, Mode.ACCOUNT)
        await rates.take(caller(), Mode.MAP)
    assert counting.calls == []


async def test_a_deployments_bound_is_for_teams_that_have_none_of_their_own(store: RateStore) -> None:
    rates = Rates(store, ManualClock(), {"scrape": 2})
    assert await admitted(rates, caller(), Mode.SCRAPE, 5) == 2
    generous = Principal("generous", "key", limits=Limits(team_rates={"scrape": 4}))
    assert await admitted(rates, generous, Mode.SCRAPE, 5) == 4


async def test_while_a_bound_changes_keys_with_the_old_and_the_new_one_waste_nothing(store: RateStore) -> None:
    rates = Rates(store, ManualClock(), {})
    old, new = caller("a", team_rates={"scrape": 100}), caller("b", team_rates={"scrape": 120})
    for _ in range(50):
        await rates.take(old, Mode.SCRAPE)
        await rates.take(new, Mode.SCRAPE)


async def test_a_bound_that_was_raised_counts_within_the_minute(store: RateStore) -> None:
    rates = Rates(store, ManualClock(), {})
    assert await admitted(rates, caller(team_rates={"scrape": 2}), Mode.SCRAPE, 5) == 2
    assert await admitted(rates, caller(team_rates={"scrape": 3}), Mode.SCRAPE, 5) == 1
