"""Account of a prompt on paper pages: words that were used, words that were not, and what the page says to it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Box, Budget, Click, Interaction, Node, Type
from gossamer.features.interact.planner import DeterministicPlanner
from tests.paper_page import PaperPage, button


def entry(ref: str, name: str, top: float, tag: str = "input", **more: Any) -> Node:
    return Node(
        ref, "textbox", name, value="", tag=tag, editable=True, clickable=True, box=Box(10, top, 100, 20), **more
    )


def said(ref: str, text: str, role: str) -> Node:
    return Node(ref, role, text=text, tag="p", box=Box(10, 200, 300, 20))


async def carried_out(page: PaperPage, prompt: str) -> Interaction:
    deadline = Deadline.after(timedelta(seconds=100))
    return await DeterministicPlanner().run(page, prompt, budget=Budget(), deadline=deadline)


def order(*more: Node, on: Callable[[PaperPage], None] | None = None) -> PaperPage:
    nodes = (entry("e1", "Name", 10), entry("e2", "City", 40), button("e3", "Order"), *more)
    return PaperPage(nodes, on={"e3": on} if on else {})


async def test_what_cannot_be_undone_is_not_done_for_words_that_are_half_understood() -> None:
    page = order()
    made = await carried_out(page, "Type Bob into Name and click Order with gift wrapping.")
    assert not made.done
    assert page.done == [Type("e1", "Bob")]
    assert made.not_understood == ("with gift wrapping",)
    assert "gift wrapping" in made.output


async def test_all_that_is_understood_is_told_as_it_was_done() -> None:
    made = await carried_out(order(), "Type Bob into Name, Oslo into City and click Order.")
    assert made.done
    assert made.output == "Typed “Bob” into “Name”; typed “Oslo” into “City”; clicked “Order”."


async def test_a_password_is_not_told() -> None:
    secret = entry("e2", "Password", 40, attributes={"type": "password"})
    page = PaperPage((entry("e1", "Name", 10), secret, button("e3", "Sign in")))
    made = await carried_out(page, "Log in as ada with password analytical-engine.")
    assert made.done
    assert "analytical-engine" not in made.output


async def test_what_the_page_says_against_it_is_no_success() -> None:
    def refuse(page: PaperPage) -> None:
        page.nodes = (*page.nodes, said("a1", "This name is already taken.", "alert"))

    made = await carried_out(order(on=refuse), "Type Bob into Name and click Order.")
    assert not made.done
    assert "This name is already taken." in made.output


async def test_what_the_page_says_for_it_is_a_success() -> None:
    def thank(page: PaperPage) -> None:
        page.nodes = (*page.nodes, said("a1", "Thank you for your order.", "alert"))

    made = await carried_out(order(on=thank), "Type Bob into Name and click Order.")
    assert made.done


async def test_a_field_that_has_to_be_filled_in_keeps_a_form_back() -> None:
    page = order()
    page.nodes = tuple(replace(n, required=True) if n.ref == "e2" else n for n in page.nodes)
    made = await carried_out(page, "Type Bob into Name and click Order.")
    assert not made.done
    assert "“City” has to be filled in." in made.output


@pytest.mark.parametrize("prompt", ["Click the button.", "Press a button"])
async def test_among_equals_nothing_is_clicked_unless_any_will_do(prompt: str) -> None:
    page = PaperPage((button("e1", "Accept"), button("e2", "Decline")))
    made = await carried_out(page, prompt)
    any_will_do = prompt.endswith("a button")
    assert made.done is any_will_do
    assert page.done == ([Click("e1")] if any_will_do else [])
    if not any_will_do:
        assert made.candidates == ('button "Accept"', 'button "Decline"')


@pytest.mark.parametrize(
    "prompt", ["Delete the second one", "Order me a pizza", "Archive it", "Complete the order form"]
)
async def test_a_control_that_does_something_else_is_not_used(prompt: str) -> None:
    page = PaperPage((button("e1", "New task"), button("e2", "Rename task")))
    made = await carried_out(page, prompt)
    assert (made.done, page.done) == (False, [])
    assert made.not_understood
