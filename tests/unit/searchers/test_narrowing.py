"""What is done on hits that a provider gave, and what it was asked for."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.searches import Freshness, Hit, Terms
from gossamer.searchers.freshness import Age, age, exact_age
from gossamer.searchers.paged_search import word_query
from gossamer.searchers.providers.google_words import primary, tbs
from gossamer.searchers.result_filter import narrow_hits
from gossamer.searchers.service import Can
from tests.searching import query

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
WEEK = Freshness(since=NOON - timedelta(days=7))
ALL = Can.OPERATORS | Can.DOMAINS | Can.DATES

OLD = Hit("https://example.org/old", "Old", published=NOON - timedelta(days=60))
NEW = Hit("https://example.org/new", "New", published=NOON - timedelta(days=1))
UNDATED = Hit("https://example.org/undated", "Undated")
RUST = Hit("https://docs.rs/tokio/guide.pdf", "Rust guide", "About the language, not the game.")


def test_what_is_known_to_be_too_old_is_left_out() -> None:
    assert narrow_hits([OLD, NEW, UNDATED], query(freshness=WEEK), ALL) == (NEW, UNDATED)


def test_a_day_without_a_time_counts_as_a_whole() -> None:
    today = replace(NEW, published=NOON.replace(hour=0))
    morning = replace(NEW, published=NOON.replace(hour=8))
    hour = Freshness(since=NOON - timedelta(hours=1))
    assert narrow_hits([today, morning], query(freshness=hour), ALL) == (today,)


def test_what_has_no_date_is_left_out_where_the_provider_could_not_be_asked_for_one() -> None:
    assert narrow_hits([OLD, NEW, UNDATED], query(freshness=WEEK), Can.OPERATORS) == (NEW,)


def test_what_is_too_new_is_left_out() -> None:
    until = Freshness(until=NOON - timedelta(days=30))
    assert narrow_hits([OLD, NEW, UNDATED], query(freshness=until), ALL) == (OLD, UNDATED)


@pytest.mark.parametrize(
    ("terms", "kept"),
    [
        (Terms(sites=("docs.rs/tokio",)), True),
        (Terms(sites=("rs",)), True),
        (Terms(sites=("docs.rs/serde",)), False),
        (Terms(sites=("ocs.rs",)), False),
        (Terms(excluded_sites=("docs.rs/serde",)), True),
        (Terms(excluded_sites=("docs.rs",)), False),
        (Terms(excluded=("game",)), False),
        (Terms(excluded=("gam",)), True),
        (Terms(excluded=("the game",)), False),
        (Terms(in_title=("GUIDE",)), True),
        (Terms(in_title=("language",)), False),
        (Terms(in_url=("Tokio",)), True),
        (Terms(in_url=("serde",)), False),
        (Terms(file_types=("doc", "PDF")), True),
        (Terms(file_types=("doc",)), False),
    ],
)
def test_operators_that_a_provider_does_not_know_are_applied_to_its_hits(terms: Terms, kept: bool) -> None:
    assert narrow_hits([RUST], query(terms=terms), Can.NOTHING) == ((RUST,) if kept else ())


def test_operators_that_a_provider_knows_are_left_to_it() -> None:
    terms = Terms(excluded=("game",), in_title=("tutorial",), file_types=("doc",))
    assert narrow_hits([RUST], query(terms=terms), Can.OPERATORS) == (RUST,)


def test_a_provider_without_operators_is_sent_words_and_phrases() -> None:
    terms = Terms(words=("rust",), phrases=("memory safe",), any_of=(("a", "b"),), excluded=("game",), sites=("x.org",))
    assert word_query(query("typed", terms=terms), Can.NOTHING, 99).text == 'rust "memory safe" a b'


def test_a_query_of_operators_alone_is_sent_as_it_is() -> None:
    assert word_query(query("site:x.org", terms=Terms(sites=("x.org",))), Can.DOMAINS, 99).text == "site:x.org"


def test_a_text_that_is_too_long_is_cut_at_a_word() -> None:
    assert word_query(query("one two three"), Can.OPERATORS, 10).text == "one two"
    assert word_query(query("x" * 30), Can.OPERATORS, 10).text == "x" * 10


@pytest.mark.parametrize(
    ("back", "known"),
    [
        (timedelta(hours=1), Age.HOUR),
        (timedelta(hours=1, minutes=2), Age.HOUR),
        (timedelta(hours=7), Age.DAY),
        (timedelta(days=7), Age.WEEK),
        (timedelta(days=30), Age.MONTH),
        (timedelta(days=365), Age.YEAR),
        (timedelta(days=800), None),
    ],
)
def test_an_age_reaches_back_far_enough(back: timedelta, known: Age | None) -> None:
    assert age(Freshness(since=NOON - back), NOON) is known


def test_an_age_is_exact_when_it_says_the_same() -> None:
    assert exact_age(WEEK, NOON) is Age.WEEK
    assert exact_age(Freshness(since=NOON - timedelta(days=3)), NOON) is None
    assert exact_age(Freshness(since=WEEK.since, until=NOON), NOON) is None


def test_times_are_written_as_google_s_page_does() -> None:
    assert tbs(Freshness(), NOON) == ""
    assert tbs(Freshness(since=NOON - timedelta(days=1), by_date=True), NOON) == "qdr:d,sbd:1"
    assert tbs(Freshness(until=NOON), NOON) == "cdr:1,cd_max:6/1/2026"


def test_chinese_keeps_what_tells_its_script() -> None:
    names = [primary(tag) for tag in ("de-AT", "zh", "zh-Hant", "zh-TW", "zh-CN", None)]
    assert names == ["de", "zh-cn", "zh-tw", "zh-tw", "zh-cn", None]
