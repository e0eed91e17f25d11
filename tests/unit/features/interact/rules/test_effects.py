"""A question of the page is accepted where it asks for what a clause orders, and for nothing more."""

import pytest

from gossamer.features.interact.rules.effects import asks_again

_TASK = ("Buy milk", "Delete")


@pytest.mark.parametrize(
    "question",
    ['Delete "Buy milk"?', "Delete it?", "Are you sure?", "Do you really want to delete it? This cannot be undone."],
)
def test_a_question_that_repeats_the_order_asks_again(question: str) -> None:
    assert asks_again("Delete the task Buy milk", _TASK, question)


@pytest.mark.parametrize(
    "question",
    [
        "Delete all tasks?",
        "Delete 5 tasks?",
        "Delete Buy milk and its comments?",
        "Delete Buy milk? Your account will be closed.",
        "Archive Buy milk?",
    ],
)
def test_a_question_that_asks_for_more_does_not(question: str) -> None:
    assert not asks_again("Delete the task Buy milk", _TASK, question)


def test_many_things_may_be_counted_where_many_are_meant() -> None:
    assert asks_again("Delete all tasks", ("Delete all",), "Delete 5 tasks?")


@pytest.mark.parametrize("question", ["Delete Buy milk?", "Are you sure?"])
@pytest.mark.parametrize("clause", ["Click the details of Buy milk", "Open Buy milk"])
def test_who_only_clicks_or_opens_has_ordered_no_act(clause: str, question: str) -> None:
    assert not asks_again(clause, ("Buy milk", "Details"), question)


def test_a_click_on_a_button_orders_what_the_button_says() -> None:
    assert asks_again('Click "Delete" next to Tom Alder', ("Tom Alder", "Delete"), "Are you sure?")
