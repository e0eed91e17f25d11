"""Credits: charged once, set aside before they are spent, told as they are."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, delete, text, update

from gossamer.core.errors import DatabaseUnavailable, OwnError, UsageUnreadable
from gossamer.core.ids import new_id
from gossamer.core.usage import UNBOUNDED, Balance, DayUsage, Period, PeriodUsage
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.credits import Charge, Charges, SqlCreditStore
from gossamer.store.database import Database
from gossamer.store.schema import ledger
from gossamer.store.scrapes import ScrapeStore
from tests.contracts.credits import account, bound, make_key, make_team, renamed, sums
from tests.contracts.jobs import DAY, MINUTE, NOON, SECOND, answers_lost

KEY = new_id()
# NOON is in it.
MONTH = Period(datetime(2026, 5, 10, tzinfo=UTC), datetime(2026, 6, 10, tzinfo=UTC))
NEXT = Period(MONTH.end, datetime(2026, 7, 10, tzinfo=UTC))


class Books:
    """The stores of one process, and a team in their database."""

    def __init__(self, database: Database, team: str) -> None:
        self.database = database
        self.team = team
        self.credits = SqlCreditStore(database)
        self.scrapes = ScrapeStore(database)

    async def reserve(self, amount: int, key: str = KEY, at: datetime = NOON) -> str | None:
        """Set *amount* aside for a minute."""
        return await self.credits.reserve(self.team, key, amount, now=at, until=at + MINUTE)

    async def scraped(self, amount: int, at: datetime = NOON, key: str = KEY, **changes: object) -> FinishedScrape:
        """Record a scrape that costs *amount*."""
        scrape = FinishedScrape(
            scrape_id=new_id(),
            team_id=self.team,
            key_id=key,
            url="https://e.org/",
            credits=amount,
            finished_at=at,
            expires_at=at + DAY,
        )
        scrape = replace(scrape, **changes)  # type: ignore[arg-type]
        await self.scrapes.record(scrape)
        return scrape

    async def stands(self, owner: str = "") -> tuple[int, int]:
        """Return what is used and reserved of the team, or of a key."""
        return await account(self.database, owner or self.team)


@pytest.fixture
async def books(database: Database) -> AsyncIterator[Books]:
    books = Books(database, await make_team(database))
    yield books
    await books.scrapes.close()


# Charging


async def test_recording_again_charges_nothing_anywhere(books: Books) -> None:
    await bound(books.database, books.team, 100)
    scrape = await books.scraped(3)
    await books.scrapes.record(scrape)
    assert await sums(books.database, books.team) == {"entries": 1, "entered": 3, "charges": 1, "summed": 3}
    assert await books.stands() == (3, 0)


async def test_a_charge_whose_answer_was_lost_is_made_once(books: Books) -> None:
    await bound(books.database, books.team, 100)
    with answers_lost(books.database):
        await books.scraped(3)
    assert await sums(books.database, books.team) == {"entries": 1, "entered": 3, "charges": 1, "summed": 3}
    assert await books.stands() == (3, 0)


async def test_many_charges_at_once_are_all_summed(books: Books) -> None:
    await bound(books.database, books.team, 1000)
    await asyncio.gather(*(books.scraped(n % 3, operation="map" if n % 2 else "scrape") for n in range(90)))
    assert await sums(books.database, books.team) == {"entries": 60, "entered": 90, "charges": 60, "summed": 90}
    assert await books.stands() == (90, 0)


@pytest.mark.parametrize("change", [update(ledger).values(credits=0), delete(ledger)], ids=["update", "delete"])
async def test_what_was_charged_cannot_be_changed(books: Books, change: object) -> None:
    await books.scraped(3)
    with pytest.raises(OwnError):
        await books.database.write(lambda connection: connection.execute(change))  # type: ignore[call-overload]
    assert (await sums(books.database, books.team))["entered"] == 3


# Setting aside


async def test_no_more_is_set_aside_than_there_is(books: Books) -> None:
    await bound(books.database, books.team, 10)
    await books.scraped(3)
    first = await books.reserve(5)
    assert await books.reserve(3) is None
    assert first is not None
    assert await books.stands() == (3, 5)
    await books.credits.release(first, now=NOON)
    await books.credits.release(first, now=NOON)
    assert await books.stands() == (3, 0)
    assert await books.reserve(7) is not None


async def test_of_many_at_once_exactly_those_are_let_in_that_can_be_paid(books: Books) -> None:
    await bound(books.database, books.team, 20)
    other_process = SqlCreditStore(books.database)
    stores = [books.credits, other_process] * 30
    found = await asyncio.gather(
        *(store.reserve(books.team, KEY, 1, now=NOON, until=NOON + MINUTE) for store in stores)
    )
    assert sum(one is not None for one in found) == 20
    assert await books.stands() == (0, 20)


async def test_a_keys_budget_holds_within_what_its_team_has(books: Books) -> None:
    await bound(books.database, books.team, 100)
    await bound(books.database, KEY, 2, team_id=books.team)
    assert await books.reserve(3) is None
    assert await books.stands() == (0, 0)
    assert await books.reserve(2) is not None
    assert await books.reserve(50, key=new_id()) is not None
    assert (await books.stands(), await books.stands(KEY)) == ((0, 52), (0, 2))


async def test_a_team_without_credits_lets_no_key_spend_its_budget(books: Books) -> None:
    await bound(books.database, books.team, 1)
    await bound(books.database, KEY, 50, team_id=books.team)
    assert await books.reserve(2) is None
    assert await books.stands(KEY) == (0, 0)


@pytest.mark.parametrize(("amount", "error_code"), [(4, None), (0, "SCRAPE_TIMEOUT")])
async def test_recording_charges_and_gives_back_what_was_set_aside(
    books: Books, amount: int, error_code: str | None
) -> None:
    await bound(books.database, books.team, 10)
    await bound(books.database, KEY, 10, team_id=books.team)
    reservation = await books.reserve(5)
    await books.scraped(amount, reservation=reservation, error_code=error_code)
    assert (await books.stands(), await books.stands(KEY)) == ((amount, 0), (amount, 0))


async def test_a_reservation_whose_answer_was_lost_is_made_once(books: Books) -> None:
    await bound(books.database, books.team, 8)
    with answers_lost(books.database):
        assert await books.reserve(5) is not None
    assert await books.stands() == (0, 5)


async def test_what_a_process_that_is_gone_had_set_aside_is_given_back(books: Books) -> None:
    await bound(books.database, books.team, 10)
    await books.reserve(4)
    await books.reserve(4, at=NOON + 2 * MINUTE)
    assert await books.credits.sweep(now=NOON + MINUTE - SECOND) == 0
    assert await books.credits.sweep(now=NOON + MINUTE) == 1
    assert await books.stands() == (0, 4)


async def test_who_is_short_need_not_wait_until_somebody_sweeps(books: Books) -> None:
    await bound(books.database, books.team, 10)
    await books.reserve(8)
    assert await books.reserve(5, at=NOON + MINUTE) is not None
    assert await books.stands() == (0, 5)


async def test_without_a_bound_everything_may_be_set_aside(books: Books) -> None:
    assert await books.reserve(10**9) is not None


# Bounds


async def test_a_bound_counts_what_was_used_in_this_month_and_what_is_under_way(books: Books) -> None:
    await books.scraped(3)
    await books.scraped(4, key=new_id())
    await books.scraped(50, at=MONTH.start - SECOND)
    reservation = await books.reserve(2)
    await bound(books.database, books.team, 10)
    await bound(books.database, KEY, 10, team_id=books.team)
    assert (await books.stands(), await books.stands(KEY)) == ((7, 2), (3, 2))
    await books.scraped(1, reservation=reservation)
    assert (await books.stands(), await books.stands(KEY)) == ((8, 0), (4, 0))


async def test_a_bound_that_is_changed_or_taken_away_forgets_nothing(books: Books) -> None:
    await bound(books.database, books.team, 10)
    reservation = await books.reserve(2)
    await books.scraped(8)
    await bound(books.database, books.team, 20)
    assert await books.stands() == (8, 2)
    await bound(books.database, books.team, None)
    await books.scraped(5, reservation=reservation)
    assert (await books.credits.balance(books.team, now=NOON)).allowance is None
    await bound(books.database, books.team, 13)
    assert await books.stands() == (13, 0)
    assert await books.reserve(1) is None


async def test_bounds_that_are_set_while_others_charge_and_reserve_miss_nothing(books: Books) -> None:
    async def spend(n: int) -> None:
        reservation = await books.reserve(2)
        await books.scraped(n % 3, reservation=reservation)

    async def rule() -> None:
        for n in range(12):
            await bound(books.database, books.team, None if n % 2 else 10_000)

    await asyncio.gather(*(spend(n) for n in range(60)), rule())
    await books.reserve(7)
    await bound(books.database, books.team, 10_000)
    assert await books.stands() == (60, 7)


async def test_a_bound_that_is_set_while_a_charge_is_being_written_counts_it(books: Books) -> None:
    written, go = threading.Event(), threading.Event()
    charge = Charge(new_id(), books.team, KEY, "scrape", 3, NOON)

    def write(connection: Connection) -> None:
        Charges(books.database).enter(connection, [charge])
        written.set()
        go.wait()

    charging = asyncio.create_task(books.database.write(write))
    await asyncio.to_thread(written.wait)
    bounding = asyncio.create_task(bound(books.database, books.team, 10))
    while not bounding.done() and not await waits(books.database):  # noqa: ASYNC110 - a database sets no event
        await asyncio.sleep(0)
    go.set()
    await asyncio.gather(charging, bounding)
    assert await books.stands() == (3, 0)


async def waits(database: Database) -> bool:
    """Return whether somebody waits for a lock; in SQLite writers stand in line."""
    if database.engine.dialect.name == "sqlite":
        return True
    query = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    return bool(await database.read(lambda connection: connection.execute(query).scalar()))


# Months


async def test_a_new_month_begins_with_nothing_used_and_with_what_is_under_way(books: Books) -> None:
    await bound(books.database, books.team, 10)
    await books.scraped(9)
    assert await books.reserve(2) is None
    reservation = await books.reserve(1)
    assert await books.reserve(9, at=NEXT.start) is not None
    assert await books.stands() == (0, 10)
    await books.scraped(1, at=NEXT.start, reservation=reservation)
    assert await books.stands() == (1, 9)


async def test_a_charge_belongs_to_the_month_its_work_ended_in_and_to_no_other(books: Books) -> None:
    await bound(books.database, books.team, 10)
    await books.scraped(1, at=NEXT.start)
    late = await books.scraped(5, at=NEXT.start - timedelta(milliseconds=1))
    await books.scraped(2, at=NEXT.start + SECOND)
    assert await books.stands() == (3, 0)
    assert [usage.credits for usage in await books.credits.history(books.team, by_key=False)] == [late.credits, 3]


async def test_charges_of_two_months_in_one_group_count_in_their_own(books: Books) -> None:
    await bound(books.database, books.team, 100)
    await asyncio.gather(*(books.scraped(1, at=NEXT.start + (n - 5) * SECOND) for n in range(15)))
    await books.reserve(0, at=NEXT.start + MINUTE)
    assert await books.stands() == (10, 0)
    assert (await books.credits.balance(books.team, now=NEXT.start - SECOND)).used == 5


async def test_a_clock_that_jumps_ahead_and_back_loses_no_bound(books: Books) -> None:
    await bound(books.database, books.team, 10)
    await books.scraped(8)
    await books.scraped(1, at=NOON + 40 * DAY)
    assert await books.reserve(3) is None
    await books.scraped(1)
    assert await books.stands() == (9, 0)


# Telling


async def test_a_balance_tells_what_is_used_left_and_set_aside(books: Books) -> None:
    assert await books.credits.balance(books.team, now=NOON) == Balance(MONTH, None, 0)
    await bound(books.database, books.team, 10)
    await bound(books.database, KEY, 4, team_id=books.team)
    await books.scraped(3)
    await books.scraped(2, key=new_id())
    await books.reserve(1)
    assert await books.credits.balance(books.team, now=NOON) == Balance(MONTH, 10, 5, 1)
    assert await books.credits.key_balance(KEY, now=NOON) == Balance(MONTH, 4, 3, 1)
    assert await books.credits.key_balance(new_id(), now=NOON) is None
    assert await books.credits.balance(books.team, now=NEXT.start) == Balance(NEXT, 10, 0, 1)
    assert Balance(MONTH, None, 5).remaining == UNBOUNDED


async def test_a_team_that_is_no_row_has_months_of_the_calendar(books: Books) -> None:
    june = Period(datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC))
    assert (await books.credits.balance(new_id(), now=NOON)).period == june


async def test_history_tells_months_with_usage_oldest_first(books: Books) -> None:
    for at in (NEXT.start, NOON, MONTH.start, NEXT.end - SECOND):
        await books.scraped(2, at=at)
    other = Books(books.database, await make_team(books.database))
    await other.scraped(50)
    assert await books.credits.history(books.team, by_key=False) == [
        PeriodUsage(MONTH, None, 4),
        PeriodUsage(NEXT, None, 4),
    ]


async def test_history_by_key_names_keys_as_they_are_called_now(books: Books) -> None:
    old, new = [await make_key(books.database, books.team, name) for name in ("Zoe", "crm")]
    await renamed(books.database, old, "agent")
    for key, amount in ((old, 1), (new, 2), ("open", 4), (old, 8)):
        await books.scraped(amount, key=key)
    await books.scraped(16, key=new, at=NEXT.start)
    assert await books.credits.history(books.team, by_key=True) == [
        PeriodUsage(MONTH, "(open mode)", 4),
        PeriodUsage(MONTH, "agent", 9),
        PeriodUsage(MONTH, "crm", 2),
        PeriodUsage(NEXT, "crm", 16),
    ]


async def test_days_tell_key_and_operation(books: Books) -> None:
    key = await make_key(books.database, books.team, "crm")
    midnight = datetime(2026, 6, 1, tzinfo=UTC)
    await books.scraped(1, key=key)
    await books.scraped(2, key=key)
    await books.scraped(3, key=key, operation="map")
    await books.scraped(4, key=key, at=midnight + DAY)
    await books.scraped(5, key=key, at=midnight - SECOND)
    assert await books.credits.days(books.team, since=midnight, until=midnight + DAY) == [
        DayUsage(midnight, key, "crm", "map", 3, 1),
        DayUsage(midnight, key, "crm", "scrape", 3, 2),
    ]
    assert len(await books.credits.days(books.team, since=midnight - SECOND, until=midnight + DAY + SECOND)) == 4


async def test_what_cannot_be_read_is_never_told_as_nothing(books: Books) -> None:
    await books.database.write(lambda connection: connection.execute(text("DROP TABLE usage_days")))
    with pytest.raises(UsageUnreadable, match="fetching historical credit usage"):
        await books.credits.history(books.team, by_key=True)
    with pytest.raises(UsageUnreadable):
        await books.credits.balance(books.team, now=NOON)


async def test_an_outage_is_no_failure_to_read(books: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: object) -> object:
        raise DatabaseUnavailable("The database cannot be reached or is busy. Please try again shortly.")

    monkeypatch.setattr(books.database, "read", gone)
    for asking in (books.credits.balance(books.team, now=NOON), books.credits.history(books.team, by_key=True)):
        with pytest.raises(DatabaseUnavailable):
            await asking
