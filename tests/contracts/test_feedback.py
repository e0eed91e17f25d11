"""Feedback on answers: once for each, and what it gives back."""

from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.errors import FeedbackOnFailure, FeedbackTooLate, NotFound
from gossamer.core.ids import new_id
from gossamer.core.searches import Feedback, FeedbackTaken, Rating
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.credits import SqlCreditStore
from gossamer.store.database import Database
from gossamer.store.feedback import FeedbackStore
from gossamer.store.scrapes import ScrapeStore

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TEAM = new_id()


async def searched(
    database: Database, *, credits_used: int = 2, operation: str = "search", error: str | None = None
) -> str:
    store = ScrapeStore(database)
    record = FinishedScrape(
        scrape_id=new_id(),
        team_id=TEAM,
        key_id="k",
        url="spiders //[ weave",
        credits=credits_used,
        finished_at=NOON,
        expires_at=NOON + timedelta(days=1),
        operation=operation,
        error_code=error,
    )
    await store.record(record)
    await store.close()
    return record.scrape_id


async def give(database: Database, job_id: str, *, cap: int = 100, **changes: object) -> FeedbackTaken:
    told = {"endpoint": "search", "team": TEAM, "now": NOON, "refund": 1} | changes
    feedback = Feedback(str(told["endpoint"]), job_id, Rating.GOOD, {"valuableSources": [{"url": "https://a.example"}]})
    now = told["now"]
    assert isinstance(now, datetime)
    return await FeedbackStore(database).give(
        feedback, team_id=str(told["team"]), key_id="other", refund=1, daily_cap=cap, now=now
    )


async def used(database: Database) -> int:
    return (await SqlCreditStore(database).balance(TEAM, now=NOON)).used


async def entries(database: Database) -> list[tuple[str, int]]:
    query = "SELECT operation, credits FROM ledger ORDER BY credits"
    return [tuple(row) for row in await database.read(lambda c: c.exec_driver_sql(query).all())]


async def test_the_first_feedback_on_a_search_gives_a_credit_back(database: Database) -> None:
    taken = await give(database, await searched(database))
    assert (taken.refunded, taken.refunded_today, taken.daily_cap, taken.already_given) == (1, 1, 100, False)
    assert await entries(database) == [("search", -1), ("search", 2)]


async def test_what_is_given_back_can_be_used_again(database: Database) -> None:
    await give(database, await searched(database))
    assert await used(database) == 1


async def test_feedback_that_is_given_again_changes_nothing(database: Database) -> None:
    search_id = await searched(database)
    first = await give(database, search_id)
    again = await give(database, search_id)
    assert (again.feedback_id, again.refunded, again.refunded_today, again.already_given) == (
        first.feedback_id,
        0,
        1,
        True,
    )
    assert await entries(database) == [("search", -1), ("search", 2)]


async def test_no_more_is_given_back_in_a_day_than_the_cap(database: Database) -> None:
    refunds = [(await give(database, await searched(database), cap=2)).refunded for _ in range(3)]
    assert refunds == [1, 1, 0]


async def test_a_search_that_cost_nothing_gives_nothing_back(database: Database) -> None:
    assert (await give(database, await searched(database, credits_used=0))).refunded == 0


@pytest.mark.parametrize("endpoint", ["scrape", "map", "parse"])
async def test_feedback_on_other_answers_gives_a_credit_back_too(database: Database, endpoint: str) -> None:
    scrape_id = await searched(database, operation=endpoint)
    assert (await give(database, scrape_id, endpoint=endpoint)).refunded == 1
    assert await entries(database) == [(endpoint, -1), (endpoint, 2)]
    with pytest.raises(NotFound, match="Search not found"):
        await give(database, scrape_id)


async def test_another_teams_search_is_not_found(database: Database) -> None:
    search_id = await searched(database)
    with pytest.raises(NotFound):
        await give(database, search_id, team=new_id())


async def test_a_failed_search_has_no_answer_to_speak_of(database: Database) -> None:
    search_id = await searched(database, error="SEARCH_FAILED", credits_used=0)
    with pytest.raises(FeedbackOnFailure):
        await give(database, search_id)


async def test_feedback_comes_within_a_day(database: Database) -> None:
    search_id = await searched(database)
    with pytest.raises(FeedbackTooLate):
        await give(database, search_id, now=NOON + timedelta(hours=25))
