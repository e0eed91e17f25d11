"""Results of pages; each complaint about alerts of other watchers is a test that names it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.monitoring import Baseline, PageStatus
from gossamer.features.monitor.goals import read_goal
from gossamer.features.monitor.results import (
    CheckedPage,
    Question,
    Seen,
    answer,
    differs,
    unchanged,
)

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
LATER = Question("p", "t", "http://e.org/", ComparisonRules(), NOON, first=False)
FIRST = replace(LATER, first=True)
PAGE = "# News\n\nThe council met on Monday.\n\nIt will meet again soon.\n"


def seen(text: str = PAGE, **facts: object) -> Seen:
    return replace(Seen(scrape_id="s", status_code=200, text=text), **facts)  # type: ignore[arg-type]


def baseline(text: str | None = PAGE, **facts: object) -> Baseline:
    return replace(Baseline("t", "http://e.org/", scrape_id="b", text=text), **facts)  # type: ignore[arg-type]


def told(found: CheckedPage) -> tuple[PageStatus, bool]:
    return found.page.status, found.page.alert


def test_a_first_version_is_a_baseline_and_no_alert() -> None:
    found = answer(FIRST, None, seen(), seen())
    assert told(found) == (PageStatus.NEW, False)
    assert found.baseline.text == PAGE


def test_a_page_that_comes_later_is_an_alert() -> None:
    assert told(answer(LATER, None, seen())) == (PageStatus.NEW, True)


def test_a_change_is_an_alert_with_the_rule_that_fired() -> None:
    found = answer(LATER, baseline(), seen(PAGE.replace("Monday", "Tuesday")))
    assert told(found) == (PageStatus.CHANGED, True)
    assert found.page.rule == "The page changed."
    assert found.page.diff is not None
    assert "Tuesday" in found.page.diff["text"]
    assert (found.page.previous_scrape_id, found.page.current_scrape_id) == ("b", "s")


def test_ignored_text_never_appears_in_the_diff() -> None:
    """changedetection.io #2899, #425, #734, #3129."""
    rules = replace(LATER, rules=ComparisonRules(ignore_text=("visitors",)))
    before, after = f"{PAGE}\nMany visitors came.\n", f"{PAGE.replace('Monday', 'Friday')}\nFew visitors came.\n"
    found = answer(rules, baseline(before), seen(after))
    assert told(found) == (PageStatus.CHANGED, True)
    assert found.page.diff is not None
    assert "visitors" not in found.page.diff["text"]
    assert told(answer(rules, baseline(before), seen(before.replace("Many", "Few")))) == (PageStatus.SAME, False)


def test_a_change_has_a_diff_that_shows_something() -> None:
    """changedetection.io #2548, #908, #1432."""
    found = answer(LATER, baseline(), seen(PAGE + "\n\n   \n"))
    assert told(found) == (PageStatus.SAME, False)
    assert found.page.diff is None


def test_reordering_is_no_change() -> None:
    """changedetection.io #500, #502, #596, #2469."""
    before = "- Alpha is the first of them\n- Beta is the second one\n- Gamma is the third\n"
    after = "- Gamma is the third\n- Alpha is the first of them\n- Beta is the second one\n"
    assert told(answer(LATER, baseline(before), seen(after))) == (PageStatus.SAME, False)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (Seen(error="The site blocks robots."), "blocks robots"),
        (seen("Just a moment", status_code=503), "answered 503"),
        (seen("   "), "empty"),
        (seen("Forbidden", status_code=403), "answered 403"),
    ],
)
def test_a_block_page_or_an_empty_page_is_an_error_and_no_change(bad: Seen, why: str) -> None:
    """changedetection.io #4343, #3971."""
    found = answer(LATER, baseline(), bad)
    assert found.page.status is PageStatus.ERROR
    assert why in str(found.page.error)
    assert found.baseline.text == PAGE


def test_an_error_is_reported_once_and_so_is_the_recovery() -> None:
    """urlwatch #808, #286, changedetection.io #2528."""
    bad, state, reports = Seen(error="The site does not answer."), baseline(), []
    for visit in (bad, bad, replace(bad, error="The site answered 502."), seen(), seen()):
        found = answer(LATER, state, visit)
        state = found.baseline
        reports.append((found.page.status.value, found.page.alert, found.page.rule))
    assert reports == [
        ("error", True, "The page cannot be read: The site does not answer."),
        ("error", False, None),
        ("error", False, None),
        ("same", True, "The page can be read again."),
        ("same", False, None),
    ]


def test_a_change_that_reverts_in_the_second_visit_is_none() -> None:
    """urlwatch #22."""
    passing = seen(PAGE.replace("Monday", "Tuesday"))
    assert differs(LATER, baseline(), passing)
    found = answer(LATER, baseline(), passing, seen())
    assert told(found) == (PageStatus.SAME, False)
    assert found.baseline.text == PAGE


def test_a_change_that_a_site_shows_here_and_there_first_is_not_lost() -> None:
    """Caches of a site follow one after the other: the first visit met one, the second another."""
    tuesday = seen(PAGE.replace("Monday", "Tuesday"))
    state = answer(LATER, baseline(), tuesday, seen()).baseline
    assert (state.volatile, len(state.suspects)) == ((), 1)
    assert told(answer(LATER, state, tuesday, tuesday)) == (PageStatus.CHANGED, True)


def test_what_goes_back_and_forth_is_volatile_the_second_time() -> None:
    tuesday = seen(PAGE.replace("Monday", "Tuesday"))
    state = answer(LATER, baseline(), tuesday, seen()).baseline
    state = answer(LATER, state, tuesday, seen()).baseline
    assert (len(state.volatile), state.suspects) == (1, ())
    assert told(answer(LATER, state, tuesday, tuesday)) == (PageStatus.SAME, False)


def test_what_differs_between_two_visits_leaves_the_comparison() -> None:
    """Rotating advertisements, tokens, "people are looking at this"."""
    first, second = f"{PAGE}\nBuy our red shoes today!\n", f"{PAGE}\nTry the blue hat now!\n"
    state = answer(FIRST, None, seen(first), seen(second)).baseline
    assert state.volatile
    assert told(answer(LATER, state, seen(f"{PAGE}\nSee the green coat!\n"))) == (PageStatus.SAME, False)


def test_direction_and_percentage_decide() -> None:
    """changedetection.io #357, #51."""
    asked = replace(LATER, criteria=read_goal("the price falls by 10 %"))
    small = answer(asked, baseline("Price: 100 EUR\n"), seen("Price: 95 EUR\n"))
    large = answer(asked, baseline("Price: 100 EUR\n"), seen("Price: 80 EUR\n"))
    assert (told(small), told(large)) == ((PageStatus.CHANGED, False), (PageStatus.CHANGED, True))
    assert large.page.rule == "Price fell by 20 %: 100 EUR → 80 EUR."


def test_a_removed_page_is_told_once_and_comes_back() -> None:
    state, reports = baseline(), []
    for visit in (seen("Not found", status_code=404), seen("Gone", status_code=410), seen()):
        found = answer(LATER, state, visit)
        state = found.baseline
        reports.append(told(found))
    assert reports == [(PageStatus.REMOVED, True), (PageStatus.REMOVED, False), (PageStatus.SAME, True)]


def test_a_page_that_never_was_there_is_an_error() -> None:
    assert told(answer(FIRST, None, seen("Not found", status_code=404))) == (PageStatus.ERROR, True)


def test_a_page_that_the_site_says_is_the_same_is_the_same() -> None:
    found = unchanged(LATER, baseline())
    assert told(found) == (PageStatus.SAME, False)
    assert (found.page.current_scrape_id, found.baseline) == ("b", baseline())


def test_a_text_that_the_history_keeps_is_not_stored_again() -> None:
    found = answer(FIRST, None, seen(content=7), seen()).baseline
    assert (found.stored.text, found.stored.content) == (None, 7)
    assert answer(FIRST, None, seen(), seen()).baseline.stored.text == PAGE


def test_a_baseline_follows_the_history_while_nothing_changes() -> None:
    known = baseline(content=7)
    assert answer(LATER, known, seen(PAGE + "\n\n", content=8)).baseline.content == 8
    passing = seen(PAGE.replace("Monday", "Tuesday"), content=9)
    assert replace(answer(LATER, known, passing, seen()).baseline, suspects=()) == known
    assert answer(LATER, known, passing).baseline.content == 9


def test_a_version_that_the_history_forgot_is_a_first_one() -> None:
    forgotten = baseline(text=None)
    assert differs(replace(LATER, first=True), forgotten, seen())
    found = answer(LATER, forgotten, seen(content=8))
    assert told(found) == (PageStatus.NEW, False)
    assert found.baseline.content == 8


def test_extracted_data_is_compared_by_path() -> None:
    asked = replace(LATER, data=True)
    found = answer(asked, baseline(fields={"price": 10, "tags": ["a"]}), seen(data={"price": 9, "tags": ["a", "b"]}))
    assert found.page.status is PageStatus.CHANGED
    assert found.page.diff == {
        "json": {
            "price": {"previous": 10, "current": 9},
            "tags[1]": {"previous": None, "current": "b"},
        }
    }
    assert found.page.snapshot == {"json": {"price": 9, "tags": ["a", "b"]}}


def test_a_page_is_changed_when_either_of_text_and_data_is() -> None:
    asked = replace(LATER, data=True)
    both = answer(asked, baseline(fields={"a": 1}), seen(PAGE.replace("Monday", "Friday"), data={"a": 2}))
    assert both.page.diff is not None
    assert set(both.page.diff) == {"text", "json"}
    only_text = answer(asked, baseline(fields={"a": 1}), seen(PAGE.replace("Monday", "Friday"), data={"a": 1}))
    assert only_text.page.status is PageStatus.CHANGED
    without_text = replace(asked, text=False)
    same = answer(without_text, baseline(fields={"a": 1}), seen(PAGE.replace("Monday", "Friday"), data={"a": 1}))
    assert same.page.status is PageStatus.SAME
