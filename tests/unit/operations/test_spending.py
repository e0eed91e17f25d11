"""Work is begun when it can be paid."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.access import Limits, Principal
from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import DatabaseUnavailable, OutOfCredits
from gossamer.core.prices import PriceTable
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.core.usage import Balance, DayUsage, Period, PeriodUsage
from gossamer.operations import Spending
from gossamer.testing.clock import ManualClock

CALLER = Principal("team", "key", limits=Limits(metered=True))
SPEC = ScrapeSpec(web_url("https://e.org/"))
MONTH = Period(datetime(2026, 5, 10, tzinfo=UTC), datetime(2026, 6, 10, tzinfo=UTC))


class Purse:
    """A CreditStore in memory, of one team and one key; None is no bound."""

    def __init__(self, team: int | None = None, key: int | None = None) -> None:
        self.team, self.key = team, key
        self.held: dict[str, tuple[int, timedelta]] = {}
        self.away = False

    async def reserve(self, team_id: str, key_id: str, amount: int, *, now: datetime, until: datetime) -> str | None:
        if not all(one is None or amount + self._reserved <= one for one in (self.team, self.key)):
            return None
        self.held["r"] = (amount, until - now)
        return "r"

    @property
    def _reserved(self) -> int:
        return sum(amount for amount, _ in self.held.values())

    async def raise_to(self, reservation_id: str, amount: int, *, now: datetime, until: datetime) -> bool:
        raise AssertionError(f"{reservation_id} is not raised by who sets it aside")

    async def release(self, reservation_id: str, *, now: datetime) -> None:
        if self.away:
            raise DatabaseUnavailable("away")
        self.held.pop(reservation_id, None)

    async def sweep(self, *, now: datetime) -> int:
        return 0

    async def balance(self, team_id: str, *, now: datetime) -> Balance:
        return Balance(MONTH, self.team, 0, self._reserved)

    async def key_balance(self, key_id: str, *, now: datetime) -> Balance | None:
        return None if self.key is None else Balance(MONTH, self.key, 0, self._reserved)

    async def history(self, team_id: str, *, by_key: bool) -> Sequence[PeriodUsage]:
        return []

    async def days(self, team_id: str, *, since: datetime, until: datetime) -> Sequence[DayUsage]:
        return []


def spending(purse: Purse) -> Spending:
    return Spending(purse, ManualClock(), PriceTable())


def soon() -> Deadline:
    return Deadline.after(timedelta(seconds=30))


async def test_who_has_no_bound_sets_nothing_aside() -> None:
    purse = Purse(team=0)
    async with spending(purse).reserved(Principal("team", "key"), 5, soon()) as reservation:
        assert (reservation, purse.held) == (None, {})


async def test_what_is_set_aside_lasts_longer_than_the_work_may_and_is_released_by_who_records_it() -> None:
    purse = Purse(team=5)
    async with spending(purse).reserved(CALLER, 5, soon()) as reservation:
        assert reservation == "r"
    amount, lasts = purse.held["r"]
    assert amount == 5
    assert timedelta(seconds=30) < lasts <= timedelta(seconds=90)


@pytest.mark.parametrize("away", [False, True])
async def test_work_that_fails_gives_back_and_fails_for_its_own_reason(away: bool) -> None:
    purse = Purse(team=5)
    purse.away = away
    with pytest.raises(ZeroDivisionError):
        async with spending(purse).reserved(CALLER, 5, soon()):
            raise ZeroDivisionError
    assert bool(purse.held) == away


@pytest.mark.parametrize(
    ("purse", "granted"), [(Purse(team=100), 30), (Purse(team=12), 12), (Purse(team=100, key=7), 7), (Purse(team=2), 2)]
)
async def test_who_has_less_than_the_most_sets_aside_what_there_is(purse: Purse, granted: int) -> None:
    async with spending(purse).reserved_between(CALLER, 2, 30, soon()) as (reservation, price):
        assert reservation is not None
        assert price == granted
        assert purse._reserved == granted


async def test_who_has_less_than_the_least_is_refused_and_who_has_no_bound_gets_the_most() -> None:
    with pytest.raises(OutOfCredits, match="at least 2"):
        async with spending(Purse(team=1)).reserved_between(CALLER, 2, 30, soon()):
            pytest.fail("there was nothing to begin with")
    async with spending(Purse(team=0)).reserved_between(Principal("team", "key"), 2, 30, soon()) as granted:
        assert granted == (None, 30)


async def test_work_that_is_cancelled_gives_back() -> None:
    purse, begun = Purse(team=5), asyncio.Event()

    async def work() -> None:
        async with spending(purse).reserved(CALLER, 5, soon()):
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await begun.wait()
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert purse.held == {}


class Committing(Purse):
    """One whose reservations are made even if the caller leaves, as when their commit has begun."""

    def __init__(self, team: int) -> None:
        super().__init__(team)
        self.begun, self.answered = asyncio.Event(), asyncio.Event()

    async def reserve(self, team_id: str, key_id: str, amount: int, *, now: datetime, until: datetime) -> str | None:
        self.begun.set()
        try:
            await self.answered.wait()
        finally:
            made = await super().reserve(team_id, key_id, amount, now=now, until=until)
        return made


async def test_who_leaves_while_credits_are_set_aside_leaves_none_behind() -> None:
    purse = Committing(team=5)

    async def work() -> None:
        async with spending(purse).reserved(CALLER, 5, soon()):
            pytest.fail("nobody is there any more")

    task = asyncio.create_task(work())
    await purse.begun.wait()
    task.cancel()
    purse.answered.set()
    await asyncio.wait([task])
    assert task.cancelled()
    assert purse.held == {}


@pytest.mark.parametrize(
    ("purse", "told"),
    [
        (Purse(team=3, key=9), r"This team has 3 of 3 credits left, and .*2026-06-10 \(UTC\); an operator"),
        (Purse(team=9, key=3), r"This API key has 3 of 3 credits left, and .*2026-06-10 \(UTC\); a team admin"),
        (Purse(key=3), r"costs at least 5\. This API key has 3 of 3"),
    ],
)
async def test_a_refusal_says_what_is_left_until_when_and_who_can_help(purse: Purse, told: str) -> None:
    with pytest.raises(OutOfCredits, match=r"^Insufficient credits to perform this request\. .*" + told):
        async with spending(purse).reserved(CALLER, 5, soon()):
            pytest.fail("it was let in")


async def test_a_refusal_says_what_others_have_set_aside() -> None:
    under = spending(Purse(team=5))
    async with under.reserved(CALLER, 3, soon()):
        with pytest.raises(OutOfCredits, match=r"5 of 5 credits left \(2 free, 3 set aside for work under way\), and"):
            async with under.reserved(CALLER, 3, soon()):
                pytest.fail("it was let in")


async def test_a_refusal_does_not_say_that_more_is_set_aside_than_there_is() -> None:
    purse = Purse(team=25)
    under = spending(purse)
    async with under.reserved(CALLER, 25, soon()):
        purse.team = 23
        with pytest.raises(OutOfCredits, match=r"23 of 23 credits left \(all of them set aside for work under way\)"):
            async with under.reserved(CALLER, 3, soon()):
                pytest.fail("it was let in")


async def test_a_crawl_needs_its_first_page_and_a_batch_all_its_pages_once() -> None:
    urls = tuple(web_url(f"https://e.org/{n % 3}") for n in range(9))
    crawl, batch = CrawlSpec(SPEC.url, SPEC), BatchSpec(urls, SPEC)
    await spending(Purse(team=1)).check(CALLER, crawl)
    await spending(Purse(team=3)).check(CALLER, batch)
    with pytest.raises(OutOfCredits):
        await spending(Purse(team=0)).check(CALLER, crawl)
    with pytest.raises(OutOfCredits, match="costs at least 3"):
        await spending(Purse(team=2)).check(CALLER, batch)
    await spending(Purse(team=0)).check(Principal("team", "key"), batch)


async def test_what_is_set_aside_for_later_outlives_the_request() -> None:
    purse = Purse(team=10)
    assert await spending(purse).set_aside(CALLER, 4, Deadline.after(timedelta(minutes=1))) == "r"
    assert purse.held["r"][0] == 4
    assert await spending(Purse()).set_aside(Principal("t", "k"), 4, Deadline.after(timedelta(minutes=1))) is None
    with pytest.raises(OutOfCredits):
        await spending(Purse(team=3)).set_aside(CALLER, 4, Deadline.after(timedelta(minutes=1)))


@pytest.mark.parametrize(("credits_left", "covered"), [(20, True), (19, False)])
async def test_what_has_to_be_there_to_begin_is_looked_for_and_not_set_aside(credits_left: int, covered: bool) -> None:
    purse = Purse(credits_left)
    spending = Spending(purse, ManualClock(), PriceTable())
    if covered:
        await spending.check_price(CALLER, spending.prices.extract)
    else:
        with pytest.raises(OutOfCredits, match="It costs at least 20"):
            await spending.check_price(CALLER, spending.prices.extract)
    assert purse.held == {}
    await spending.check_price(Principal("team", "key"), 10**9)
