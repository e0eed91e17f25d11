from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape.main_texts import MainTexts
from gossamer.features.scrape.reading import Reading
from gossamer.ports.scrapes import PageKey

KEY = PageKey("team", "page")
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SPEC = ScrapeSpec(url=web_url("https://a.example/"), block_ads=True)
READING = Reading(metadata={"title": "A"}, markdown="# A", is_page=True)


def test_the_text_of_a_copy_is_handed_over_once() -> None:
    texts = MainTexts()
    texts.keep(KEY, NOON, SPEC, READING)
    found = texts.take(KEY, NOON)
    assert found is not None
    assert (found.markdown, found.metadata) == ("# A", {"title": "A"})
    assert texts.take(KEY, NOON) is None


def test_a_younger_copy_takes_the_place_of_an_older_one() -> None:
    texts = MainTexts()
    texts.keep(KEY, NOON, SPEC, READING)
    texts.keep(KEY, NOON + timedelta(seconds=1), SPEC, READING)
    assert texts.take(KEY, NOON) is None
    assert texts.take(KEY, NOON + timedelta(seconds=1)) is not None


@pytest.mark.parametrize(
    ("spec", "reading"),
    [
        (replace(SPEC, main_only=False), READING),
        (replace(SPEC, exclude_tags=("aside",)), READING),
        (SPEC, replace(READING, is_page=False)),
        (SPEC, replace(READING, markdown=None)),
    ],
)
def test_what_the_index_would_read_in_another_way_is_not_kept(spec: ScrapeSpec, reading: Reading) -> None:
    texts = MainTexts()
    texts.keep(KEY, NOON, spec, reading)
    assert texts.take(KEY, NOON) is None


def test_the_oldest_make_room() -> None:
    texts = MainTexts(limit=5_000)
    for number in range(10):
        texts.keep(PageKey("team", str(number)), NOON, SPEC, replace(READING, markdown="x" * 1_000))
    assert texts.take(PageKey("team", "0"), NOON) is None
    assert texts.take(PageKey("team", "9"), NOON) is not None
