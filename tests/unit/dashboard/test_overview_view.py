from datetime import UTC, datetime, timedelta

from gossamer.core.accounts import Role
from gossamer.core.usage import Balance, DayUsage, Period
from gossamer.dashboard.pages.overview import figures

NOW = datetime(2026, 6, 20, 15, 30, tzinfo=UTC)
JUNE = Period(datetime(2026, 6, 10, tzinfo=UTC), datetime(2026, 7, 10, tzinfo=UTC))


def test_only_the_first_name_is_greeted_and_nobody_is_greeted_too() -> None:
    assert figures.greeting("Ada Lovelace") == "Hello, Ada"
    assert figures.greeting("  ") == "Hello"


def test_what_is_left_counts_down_to_nothing() -> None:
    assert figures.credits_of(Balance(JUNE, 200, 50)).left == 150
    assert figures.credits_of(Balance(JUNE, 200, 50)).share == 25
    assert figures.credits_of(Balance(JUNE, 10, 12)).left == 0
    assert figures.credits_of(Balance(JUNE, 10, 12)).share == 100
    assert figures.credits_of(Balance(JUNE, 0, 0)).share == 0
    assert figures.credits_of(Balance(JUNE, None, 12)).left is None


def test_fourteen_days_are_drawn_and_today_is_the_last() -> None:
    since, until = figures.last_days(NOW)
    assert (since, until) == (datetime(2026, 6, 7, tzinfo=UTC), datetime(2026, 6, 21, tzinfo=UTC))
    rows = [DayUsage(since, "k", "K", "scrape", 3, 3), DayUsage(until - timedelta(days=1), "k", "K", "map", 4, 4)]
    drawn = figures.days_chart(rows, NOW)
    assert len(drawn.wide.stacks) == 14
    assert drawn.wide.stacks[-1].tooltip == "20 Jun: 4 credits"
    assert drawn.description == "7 credits since 07 Jun 2026."


def test_every_part_that_does_not_answer_is_told_with_what_to_do() -> None:
    reasons = {"database": "", "browser": "No answer.", "engine": "No answer.", "disk": "The disk is full."}
    told = figures.missing(reasons)
    assert len(told) == 3
    assert "gossamer doctor" in told[0]
    assert told[2] == "The disk is full."
    assert figures.missing({"database": ""}) == ()


def test_only_who_can_make_a_key_is_led_to_it() -> None:
    titles = [step.title for step in figures.steps(Role.ADMIN, has_keys=False)]
    assert titles[0] == "Make a key"
    assert figures.steps(Role.MEMBER, has_keys=False) == figures.steps(Role.ADMIN, has_keys=True)
