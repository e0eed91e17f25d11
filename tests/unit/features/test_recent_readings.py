"""Readings of stored pages that need not be made again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.content.dynamic import Doubt, Need
from gossamer.core.formats import Html, Markdown
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape.reading import Reading
from gossamer.features.scrape.recent_readings import RecentReadings
from gossamer.ports.scrapes import PageKey

KEY = PageKey("team", "page")
NOON = datetime(2026, 1, 1, 12, 0, 0, 123_456, UTC)
SPEC = ScrapeSpec(web_url("https://example.org/"))
READING = Reading(markdown="# Title", metadata={"title": "Title"})


def test_a_reading_is_found_by_its_copy_and_options() -> None:
    readings = RecentReadings()
    readings.keep(KEY, NOON, SPEC, READING)
    assert readings.find(KEY, NOON, SPEC) == READING


def test_a_copy_counts_in_milliseconds() -> None:
    readings = RecentReadings()
    readings.keep(KEY, NOON, SPEC, READING)
    assert readings.find(KEY, NOON.replace(microsecond=123_000), SPEC) == READING


def test_options_that_do_not_change_the_reading_find_it() -> None:
    readings = RecentReadings()
    readings.keep(KEY, NOON, SPEC, READING)
    asked = replace(SPEC, cache=CachePolicy(max_age=timedelta(hours=1)), timeout=timedelta(seconds=1), notices=("no",))
    assert readings.find(KEY, NOON, asked) == READING


@pytest.mark.parametrize(
    ("key", "fetched_at", "spec"),
    [
        (PageKey("other", "page"), NOON, SPEC),
        (KEY, NOON + timedelta(milliseconds=1), SPEC),
        (KEY, NOON, replace(SPEC, main_only=False)),
        (KEY, NOON, replace(SPEC, formats=(Markdown(), Html()))),
        (KEY, NOON, replace(SPEC, url=web_url("https://example.org/#part"))),
    ],
)
def test_another_team_copy_or_option_does_not_find_it(key: PageKey, fetched_at: datetime, spec: ScrapeSpec) -> None:
    readings = RecentReadings()
    readings.keep(KEY, NOON, SPEC, READING)
    assert readings.find(key, fetched_at, spec) is None


def test_nothing_is_kept_of_a_request_without_retention() -> None:
    readings = RecentReadings()
    spec = replace(SPEC, zero_data_retention=True)
    readings.keep(KEY, NOON, spec, READING)
    assert readings.find(KEY, NOON, spec) is None


def test_what_a_page_was_judged_by_is_not_kept() -> None:
    readings = RecentReadings()
    judged = replace(READING, is_page=True, need=Need(Doubt.CERTAIN), main_text="# Title")
    readings.keep(KEY, NOON, SPEC, judged)
    assert readings.find(KEY, NOON, SPEC) == READING


def test_the_copy_that_was_used_longest_ago_makes_room() -> None:
    readings = RecentReadings(limit=2_500)
    keys = [PageKey("team", str(number)) for number in range(3)]
    text = Reading(markdown="x" * 1_000)
    readings.keep(keys[0], NOON, SPEC, text)
    readings.keep(keys[1], NOON, SPEC, text)
    readings.find(keys[0], NOON, SPEC)
    readings.keep(keys[2], NOON, SPEC, text)
    assert [readings.find(key, NOON, SPEC) is None for key in keys] == [False, True, False]
