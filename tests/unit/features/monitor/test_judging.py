"""Goals read as criteria, and changes judged by them, without a model."""

import pytest

from gossamer.content.comparison import compare
from gossamer.core.monitoring import Comparator, Confidence, Judgment
from gossamer.features.monitor.goals import read_goal
from gossamer.features.monitor.judging import changes_of, data_changes, judge

BEFORE = "# Lamp\n\nPrice: 120 €\n\nIn stock\n\n- A story about Rust\n"
AFTER = "# Lamp\n\nPrice: 95 €\n\nSold out\n\n- A story about Rust\n- New Python release\n"


def judged(goal: str, before: str = BEFORE, after: str = AFTER) -> Judgment:
    return judge(read_goal(goal), changes_of(compare(before, after)))


@pytest.mark.parametrize(
    ("goal", "fields", "comparator"),
    [
        ("The price falls below 100 EUR", ("price",), Comparator("below", 100.0)),
        ("Alert me when the price drops by at least 10%", ("price",), Comparator("down", 10.0, percent=True)),
        ("price increases", ("price",), Comparator("up")),
        ("Tell me when it is back in stock", ("stock",), Comparator("up")),
        ("when it is sold out", ("stock",), Comparator("down")),
        ("the product sells for under $1,299.00", ("price", "number"), Comparator("below", 1299.0)),
        ("Notify when the deadline changes", ("date",), None),
    ],
)
def test_a_goal_names_fields_and_bounds(goal: str, fields: tuple[str, ...], comparator: Comparator | None) -> None:
    found = read_goal(goal)
    assert (found.fields, found.comparator) == (fields, comparator)


def test_a_goal_names_terms_kinds_and_what_does_not_count() -> None:
    found = read_goal("new blog posts about Python or Rust, but ignore sponsored posts")
    assert (found.terms, found.kinds, found.negations) == (("python", "rust"), ("added",), ("sponsored",))
    assert found.sentence == "Counts when a text is added with any of: python, rust. Not counted: sponsored."


def test_a_quoted_phrase_is_one_term() -> None:
    assert "data engineer" in read_goal('job openings for "data engineer" are removed').terms


def test_a_goal_that_says_nothing_of_changes_is_shown_as_such() -> None:
    found = read_goal("Watch for something interesting")
    assert not found.readable
    assert "could not be read" in found.sentence


@pytest.mark.parametrize(
    ("goal", "meaningful", "told"),
    [
        ("The price falls below 100", True, "fell by 20.83 %"),
        ("the price falls by 20 %", True, "fell by 20.83 %"),
        ("the price falls by 30 %", False, "fell by 20.83 %"),
        ("price rises", False, "fell by"),
        ("price goes above 200", False, "fell by"),
        ("sold out", True, "no longer available"),
        ("back in stock", False, "no longer available"),
        ("new posts about Python", True, "python"),
        ("new posts about Java", False, "none of: java"),
        ("anything changes", True, "of the kind"),
    ],
)
def test_a_change_is_judged_by_the_goal(goal: str, meaningful: bool, told: str) -> None:
    found = judged(goal)
    assert (found.meaningful, found.confidence is not Confidence.LOW) == (meaningful, True)
    assert told in found.reason


def test_what_cannot_be_judged_is_meaningful_with_low_confidence_and_the_reason() -> None:
    found = judged("Watch for something interesting")
    assert (found.meaningful, found.confidence) == (True, Confidence.LOW)
    assert "names no term" in found.reason


def test_a_text_about_the_field_whose_value_cannot_be_compared_is_not_dropped() -> None:
    found = judged("the price falls", "The price is on request.\n", "The price is a matter of taste.\n")
    assert (found.meaningful, found.confidence) == (True, Confidence.LOW)


def test_what_the_goal_leaves_out_does_not_count() -> None:
    found = judged("any change except cookies", "Text\n\nWe use cookies.\n", "Text\n\nWe use many cookies.\n")
    assert (found.meaningful, found.confidence) == (False, Confidence.HIGH)
    assert judged("any change except cookies").meaningful


def test_a_goal_may_have_several_conditions() -> None:
    goal = "the price falls below 50, or new posts about Python"
    found = read_goal(goal)
    assert (found.fields, [one.terms for one in found.others]) == (("price",), [("python",)])
    assert judged(goal).reason == "The change has python."
    assert not judged("the price falls below 50 or new posts about Java").meaningful


def test_only_the_parts_that_count_are_named() -> None:
    changes = judged("The price falls below 100").changes
    assert [(one.before, one.after) for one in changes] == [("120 €", "95 €")]


@pytest.mark.parametrize(("goal", "meaningful"), [("price below 10", True), ("price below 5", False), ("title", False)])
def test_extracted_data_is_judged_too(goal: str, meaningful: bool) -> None:
    changes = data_changes({"offer.price": {"previous": 12.5, "current": "9.99 EUR"}})
    assert judge(read_goal(goal), changes).meaningful is meaningful
