import csv
import io
from datetime import UTC, datetime, timedelta

from gossamer.core.usage import DayUsage, Period, PeriodUsage
from gossamer.dashboard.pages.usage import figures

JUNE = Period(datetime(2026, 6, 10, tzinfo=UTC), datetime(2026, 7, 10, tzinfo=UTC))
MAY = Period(datetime(2026, 5, 10, tzinfo=UTC), JUNE.start)


def row(day: int, key: str, credits: int, operation: str = "scrape") -> DayUsage:  # noqa: A002
    return DayUsage(JUNE.start + timedelta(days=day), key, f"Key {key}", operation, credits, charges=1)


def test_every_sum_of_a_month_is_the_same() -> None:
    rows = [row(0, "a", 3), row(0, "b", 4), row(5, "a", 10, "crawl"), row(29, "c", 1)]
    month = figures.month_usage(JUNE, rows)
    sums = (
        month.credits,
        sum(day.credits for day in month.days),
        sum(key.credits for key in month.keys),
        sum(line.credits for line in month.operations),
    )
    assert sums == (18, 18, 18, 18)
    assert len(month.days) == 30
    assert [(key.name, key.credits, key.charges) for key in month.keys] == [
        ("Key a", 13, 2),
        ("Key b", 4, 1),
        ("Key c", 1, 1),
    ]


def test_keys_beyond_the_colours_share_one_column_and_are_listed_each() -> None:
    rows = [row(0, f"{n}", 100 - n) for n in range(9)]
    month = figures.month_usage(JUNE, rows)
    assert month.legend[-1] == "Other keys"
    assert len(month.legend) == 7
    assert len(month.keys) == 9
    assert month.days[0].by_series[-1] == 94 + 93 + 92
    assert month.days[0].credits == month.credits


def test_two_keys_of_one_name_stay_apart() -> None:
    rows = [
        DayUsage(JUNE.start, "1", "CI", "scrape", 5, 1),
        DayUsage(JUNE.start, "2", "CI", "scrape", 2, 1),
    ]
    assert figures.month_usage(JUNE, rows).legend == ("CI", "CI")


def test_the_running_month_is_there_even_before_anything_was_used() -> None:
    [only] = figures.months([], JUNE)
    assert (only.period, only.credits) == (JUNE, 0)


def test_the_running_month_is_the_last_one_though_the_clock_was_ahead_once() -> None:
    july = Period(JUNE.end, datetime(2026, 8, 10, tzinfo=UTC))
    found = figures.months([PeriodUsage(period, None, 1) for period in (MAY, JUNE, july)], JUNE)
    assert [month.period for month in found] == [MAY, JUNE]
    assert figures.choose_month(found, "").period == JUNE


def test_only_the_latest_twelve_months_are_shown() -> None:
    history = [
        PeriodUsage(Period(datetime(year, 1, 10, tzinfo=UTC), datetime(year, 2, 10, tzinfo=UTC)), None, 1)
        for year in range(2000, 2026)
    ]
    found = figures.months(history, JUNE)
    assert len(found) == 12
    assert found[-1].period == JUNE


def test_a_month_that_is_not_known_is_the_running_one() -> None:
    known = figures.months([PeriodUsage(MAY, None, 7)], JUNE)
    assert figures.choose_month(known, "2026-05-10").credits == 7
    assert figures.choose_month(known, "1999-01-01").period == JUNE
    assert figures.choose_month(known, "").period == JUNE


def test_months_of_one_key_are_summed_from_its_days() -> None:
    known = figures.months([PeriodUsage(MAY, None, 70)], JUNE)
    days = [row(0, "a", 5), row(-1, "a", 2), row(1, "b", 9)]
    assert [m.credits for m in figures.months_of_key(known, days, "a")] == [2, 5]


def test_the_charts_say_what_the_figures_say() -> None:
    month = figures.month_usage(JUNE, [row(0, "a", 3), row(5, "b", 10)])
    drawn = figures.days_chart(month)
    assert drawn.description == "13 credits in 30 days; most of them, 10, on 15 Jun 2026."
    assert figures.days_chart(figures.month_usage(JUNE, [])).description == "No credits were used."


def test_a_download_has_a_line_for_each_row_and_no_formulas() -> None:
    rows = [row(0, "a", 3), DayUsage(JUNE.start, "b", '=HYPERLINK("x")', "map", 1, 1)]
    head, *lines = csv.reader(io.StringIO(figures.table(rows)))
    assert head == ["day", "key", "keyId", "operation", "credits", "charges"]
    assert lines == [
        ["2026-06-10", "Key a", "a", "scrape", "3", "1"],
        ["2026-06-10", '\'=HYPERLINK("x")', "b", "map", "1", "1"],
    ]
