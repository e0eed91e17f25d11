"""Billing months."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.usage import Balance, period_of

_moments = st.datetimes(
    min_value=datetime(1990, 1, 1),  # noqa: DTZ001 - the strategy adds the zone
    max_value=datetime(2100, 1, 1),  # noqa: DTZ001
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))]),
)


@given(_moments, _moments)
def test_a_moment_lies_in_its_month(anchor: datetime, now: datetime) -> None:
    period = period_of(anchor, now)
    assert period.start <= now < period.end


@given(_moments, _moments)
def test_months_follow_one_another_without_a_gap(anchor: datetime, now: datetime) -> None:
    period = period_of(anchor, now)
    assert period_of(anchor, period.end).start == period.end
    assert period_of(anchor, period.start - timedelta(microseconds=1)).end == period.start
    assert period_of(anchor, period.start) == period


@given(_moments, _moments)
def test_months_begin_at_midnight_on_the_day_of_the_anchor_or_the_last_one_there_is(
    anchor: datetime, now: datetime
) -> None:
    start = period_of(anchor, now).start
    assert (start.tzinfo, start.hour, start.minute, start.second, start.microsecond) == (UTC, 0, 0, 0, 0)
    wanted = anchor.astimezone(UTC).day
    is_last_day = (start + timedelta(days=1)).day == 1
    assert start.day == wanted or (is_last_day and start.day < wanted)


@pytest.mark.parametrize(
    ("now", "start", "end"),
    [
        ("2026-02-27", "2026-01-31", "2026-02-28"),
        ("2026-02-28", "2026-02-28", "2026-03-31"),
        ("2028-02-28", "2028-01-31", "2028-02-29"),
        ("2026-04-30", "2026-04-30", "2026-05-31"),
        ("2025-12-31", "2025-12-31", "2026-01-31"),
        ("2026-01-30", "2025-12-31", "2026-01-31"),
    ],
)
def test_months_of_who_began_on_a_31st_are_clamped(now: str, start: str, end: str) -> None:
    period = period_of(datetime(2025, 5, 31, 18, tzinfo=UTC), datetime.fromisoformat(now).replace(tzinfo=UTC))
    assert (f"{period.start:%Y-%m-%d}", f"{period.end:%Y-%m-%d}") == (start, end)


def test_what_is_set_aside_is_left_but_cannot_be_spent() -> None:
    balance = Balance(period_of(datetime.now(UTC), datetime.now(UTC)), allowance=10, used=4, reserved=3)
    assert balance.remaining == 6
    assert balance.covers(3)
    assert not balance.covers(4)
