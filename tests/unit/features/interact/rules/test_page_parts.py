"""Banners, buttons that load more and pages at work are recognised by what they do, not by one wording."""

from gossamer.features.interact.rules.controls import more_control
from gossamer.features.interact.rules.covers import button_for, covering
from tests.unit.features.interact.rules.pages import node, page, words

NOTE = "This site stores small files in your browser to remember your choices for the next time."


def test_a_box_that_asks_for_consent_covers_the_page_whatever_it_is_called() -> None:
    buttons = (node("button", "Only what is needed", clickable=True), node("button", "Accept all", clickable=True))
    shown = page(node("generic", "", words(NOTE), *buttons))
    [cover, *_] = covering(shown)
    chosen = button_for(cover, "reject")
    assert chosen is not None
    assert chosen.name == "Only what is needed"


def test_a_form_with_two_buttons_is_no_cover() -> None:
    text = words("Tell us how you liked your stay with us, and whether you would come again next summer.")
    assert not covering(page(node("generic", "", text, node("button", "Send", clickable=True))))


def test_more_of_what_the_page_lists_loads_more_of_the_list() -> None:
    more = more_control(page(node("button", "More courses", clickable=True), title="Courses this spring"))
    assert more is not None


def test_more_of_anything_else_does_not() -> None:
    assert more_control(page(node("button", "More filters", clickable=True), title="Courses this spring")) is None
    assert more_control(page(node("button", "More", clickable=True))) is None


def test_a_button_that_is_off_and_waits_is_a_page_at_work() -> None:
    assert page(node("button", "One moment…", disabled=True)).is_busy()
    assert not page(node("button", "Send", disabled=True)).is_busy()
