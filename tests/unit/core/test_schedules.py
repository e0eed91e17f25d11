"""Schedules: the grammar, the limits, and what a change of clocks does."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from gossamer.core.errors import CallerError
from gossamer.core.schedules import Schedule, cron_of, jitter, quiet_until, schedule_of

# Clocks go forward on 2026-03-29 at 02:00 and back on 2026-10-25 at 03:00 in Berlin; on 2026-03-08 and 2026-11-01 at
# 02:00 in New York.
BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def runs(cron: str, timezone: str, after: str, count: int) -> list[str]:
    return [f"{run:%d %H:%M}" for run in islice(_runs(Schedule(cron, timezone), utc(after)), count)]


def _runs(schedule: Schedule, after: datetime) -> Iterator[datetime]:
    while True:
        after = schedule.next_run(after)
        yield after


@pytest.mark.parametrize(
    ("text", "cron"),
    [
        ("every 5 minutes", "*/5 * * * *"),
        ("every 30 minutes", "*/30 * * * *"),
        ("Every  30 Minutes", "*/30 * * * *"),
        ("every 20 minutes starting at :05", "5-59/20 * * * *"),
        ("every 60 minutes", "0 * * * *"),
        ("hourly", "0 * * * *"),
        ("every hour", "0 * * * *"),
        ("every hour at :20", "20 * * * *"),
        ("every 6 hours", "0 */6 * * *"),
        ("every 1 hours", "0 * * * *"),
        ("every 24 hours", "0 0 * * *"),
        ("daily", "0 0 * * *"),
        ("every day", "0 0 * * *"),
        ("daily at 9:00", "0 9 * * *"),
        ("every day at 9", "0 9 * * *"),
        ("every day at 9:30 pm", "30 21 * * *"),
        ("daily at 12am", "0 0 * * *"),
        ("daily at 12 pm", "0 12 * * *"),
        ("weekly", "0 0 * * 0"),
    ],
)
def test_a_text_is_a_cron_expression(text: str, cron: str) -> None:
    assert cron_of(text) == cron
    assert schedule_of(cron=None, text=text).cron == cron


@pytest.mark.parametrize(
    ("text", "cron"),
    [
        ("every Monday at 8:00", "0 8 * * 1"),
        ("at 8:00 every monday", "0 8 * * 1"),
        ("on weekdays at 7 am", "0 7 * * 1-5"),
        ("every working day at 7 a.m.", "0 7 * * 1-5"),
        ("on weekends at noon", "0 12 * * 0,6"),
        ("on Tuesday, Thursday and Saturday at 10:15", "15 10 * * 2,4,6"),
        ("Monday to Friday at 9", "0 9 * * 1,2,3,4,5"),
        ("fri-mon at 9 pm", "0 21 * * 5,6,0,1"),
        ("every week on Friday at 5 pm", "0 17 * * 5"),
        ("once a day at 14 o'clock", "0 14 * * *"),
        ("monthly", "0 0 1 * *"),
        ("monthly on the 15th at 6:00", "0 6 15 * *"),
        ("on the 1st and 15th at 9:00", "0 9 1,15 * *"),
        ("on the first day of the month", "0 0 1 * *"),
        ("on the last day of every month at midnight", "0 0 L * *"),
        ("on day 3 of the month", "0 0 3 * *"),
        ("quarterly", "0 0 1 */3 *"),
        ("every year", "0 0 1 1 *"),
    ],
)
def test_days_and_times_are_read_in_any_order(text: str, cron: str) -> None:
    found = schedule_of(cron=None, text=text)
    assert found.cron == cron
    assert found.next_run(utc("2026-06-01 00:00")) > utc("2026-06-01 00:00")


@pytest.mark.parametrize(
    "text",
    [
        "every 3 days", "every 2 weeks", "every other day", "daily on Monday", "monthly on Monday",
        "monday at 8 and 20",
        "every fortnight", "at 8", "every", "tomorrow at 9", "on the 15", "every Mondayish", "every day in June",
    ],
)  # fmt: skip
def test_what_is_not_all_understood_is_refused(text: str) -> None:
    with pytest.raises(CallerError, match="is not understood"):
        schedule_of(cron=None, text=text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("at 8:00 and 9:00 daily", "more than one time"),
        ("every Monday at 25:00", "Hours are between"),
        ("on weekdays at 13 pm", "between 1 and 12"),
        ("on the 32nd", "a time that exists"),
        ("every 7 minutes", "divides 60"),
        ("every 0 minutes", "divides 60"),
        ("every 5 hours", "divides 24"),
        ("every hour at :75", "between :00 and :59"),
        ("daily at 25:00", "between 0 and 23"),
        ("daily at 13 pm", "between 1 and 12"),
        ("every 1 minutes", "every 5 minutes at most"),
        ("now and then", "is not understood"),
    ],
)
def test_a_text_that_cannot_be_used_says_why(text: str, told: str) -> None:
    with pytest.raises(CallerError, match=told):
        schedule_of(cron=None, text=text)


@pytest.mark.parametrize(
    ("cron", "told"),
    [
        ("* * * * *", "every 5 minutes at most"),
        ("0,3 * * * *", "every 5 minutes at most"),
        ("0,58 * * * *", "every 5 minutes at most"),
        ("* * * * * *", "five fields"),
        ("@daily", "five fields"),
        ("61 * * * *", "not a cron expression"),
        ("0 0 31 2 *", "not a cron expression"),
    ],
)
def test_a_cron_expression_that_cannot_be_used_says_why(cron: str, told: str) -> None:
    with pytest.raises(CallerError, match=told):
        schedule_of(cron=cron, text=None)


def test_exactly_one_of_cron_and_text_is_given() -> None:
    with pytest.raises(CallerError, match="exactly one"):
        schedule_of(cron=None, text=None)
    with pytest.raises(CallerError, match="exactly one"):
        schedule_of(cron="0 * * * *", text="hourly")


def test_an_unknown_time_zone_is_refused() -> None:
    with pytest.raises(CallerError, match="time zone"):
        schedule_of(cron="0 * * * *", text=None, timezone="Europe/Nowhere")


@pytest.mark.parametrize(
    ("cron", "timezone", "after", "found"),
    [
        # A fixed time that is skipped runs right after the gap, once.
        ("30 2 * * *", BERLIN, "2026-03-27 12:00", ["28 01:30", "29 01:00", "30 00:30"]),
        ("30 2 * * *", NEW_YORK, "2026-03-06 12:00", ["07 07:30", "08 07:00", "09 06:30"]),
        # A fixed time that comes twice runs once.
        ("30 2 * * *", BERLIN, "2026-10-24 12:00", ["25 00:30", "26 01:30"]),
        ("30 1 * * *", NEW_YORK, "2026-10-31 12:00", ["01 05:30", "02 06:30"]),
        # Half-hourly ones keep their distance through both.
        ("*/30 * * * *", BERLIN, "2026-03-29 00:15", ["29 00:30", "29 01:00", "29 01:30"]),
        ("*/30 * * * *", BERLIN, "2026-10-24 23:45", ["25 00:00", "25 00:30", "25 01:00", "25 01:30", "25 02:00"]),
        ("*/30 * * * *", NEW_YORK, "2026-11-01 04:45", ["01 05:00", "01 05:30", "01 06:00", "01 06:30", "01 07:00"]),
        # Local noon is local noon on either side.
        ("0 12 * * *", BERLIN, "2026-10-24 00:00", ["24 10:00", "25 11:00"]),
        ("0 12 * * *", NEW_YORK, "2026-03-07 00:00", ["07 17:00", "08 16:00"]),
    ],
)
def test_clocks_that_change(cron: str, timezone: str, after: str, found: list[str]) -> None:
    assert runs(cron, timezone, after, len(found)) == found


def test_runs_a_month_are_those_of_thirty_days() -> None:
    start = utc("2026-06-01 00:00")
    counts = [Schedule(cron).runs_a_month(start) for cron in ("*/5 * * * *", "0 * * * *", "0 0 * * *", "0 0 1 1 *")]
    assert counts == [8640, 720, 30, 0]


def test_jitter_is_the_same_for_one_monitor_and_spreads_many() -> None:
    delays = [jitter(f"monitor {number}") for number in range(200)]
    assert delays[0] == jitter("monitor 0")
    assert len(set(delays)) > 150
    assert timedelta(0) <= min(delays) < max(delays) < timedelta(seconds=20)


@pytest.mark.parametrize(
    ("moment", "over"),
    [
        ("2026-06-01 12:00", "2026-06-01 12:00"),
        ("2026-06-01 21:30", "2026-06-02 05:00"),
        ("2026-06-01 23:30", "2026-06-02 05:00"),
        # The night in which clocks go back has an hour more.
        ("2026-10-24 22:30", "2026-10-25 06:00"),
    ],
)
def test_quiet_hours_end_in_local_time(moment: str, over: str) -> None:
    assert quiet_until(utc(moment), start="22:00", end="07:00", timezone=BERLIN) == utc(over)


def test_quiet_hours_may_lie_within_a_day() -> None:
    assert quiet_until(utc("2026-06-01 12:30"), start="12:00", end="13:00", timezone="UTC") == utc("2026-06-01 13:00")
