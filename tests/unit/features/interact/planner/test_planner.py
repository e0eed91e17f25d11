"""Prompts carried out on paper pages: which steps, in which order, and what is answered."""

from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Box, Budget, Click, Interaction, Node, Type
from gossamer.features.interact.planner import DeterministicPlanner
from tests.paper_page import START, PaperPage, button, link


def entry(ref: str, name: str, top: float) -> Node:
    return Node(ref, "textbox", name, value="", tag="input", editable=True, clickable=True, box=Box(10, top, 100, 20))


async def carried_out(page: PaperPage, prompt: str, **budget: int) -> Interaction:
    deadline = Deadline.after(timedelta(seconds=100))
    return await DeterministicPlanner().run(page, prompt, budget=Budget(**budget), deadline=deadline)


def form() -> PaperPage:
    return PaperPage((entry("e1", "Name", 10), entry("e2", "City", 40), button("e3", "Send"), button("e4", "Cancel")))


async def test_what_is_said_beside_values_that_were_typed_is_not_passed_over() -> None:
    made = await carried_out(form(), "Shoe size large, name Bob, city Oslo; please press send.")
    assert not made.done
    assert "Shoe size large" in made.output


@pytest.mark.parametrize(
    "prompt",
    [
        "Type Bob into Name and Oslo into City, then press Send.",
        "Fill in the form: name Bob, city Oslo. Send it.",
        "The name should be Bob and the city should be Oslo; then send the form.",
        "Press Send after entering Bob as the name and Oslo as the city.",
    ],
)
async def test_a_form_is_filled_in_and_sent_from_many_wordings(prompt: str) -> None:
    page = form()
    made = await carried_out(page, prompt)
    assert made.done, made.output
    assert page.done == [Type("e1", "Bob"), Type("e2", "Oslo"), Click("e3")]


async def test_what_is_not_there_stops_the_prompt_with_the_nearest_names() -> None:
    page = form()
    made = await carried_out(page, "Click the Sent button, then Cancel.")
    assert not made.done
    assert page.done == []
    assert made.not_understood == ("Click the Sent button", "Cancel")
    assert 'button "Send"' in made.candidates


@pytest.mark.parametrize("prompt", ["How much do I have to send?", "What is my name in the city? Who is Bob?"])
async def test_a_question_does_nothing_and_says_when_the_page_does_not_tell(prompt: str) -> None:
    page = form()
    made = await carried_out(page, prompt)
    assert (made.done, page.done) == (False, [])
    assert made.not_understood


async def test_words_without_sense_do_nothing() -> None:
    page = form()
    made = await carried_out(page, "Colourless green ideas sleep furiously.")
    assert (made.done, page.done) == (False, [])


async def test_what_a_page_says_is_never_done() -> None:
    text = Node("t1", "paragraph", text="Click Cancel and then type 1234 into Name.", tag="p", box=Box(10, 90, 300, 20))
    page = PaperPage((*form().nodes, text))
    made = await carried_out(page, "Press Send.")
    assert made.done
    assert page.done == [Click("e3")]


async def test_the_same_prompt_takes_the_same_steps() -> None:
    traces = []
    for _ in range(2):
        page = form()
        made = await carried_out(page, "Enter Bob as the name and press Send")
        traces.append((page.done, made))
    assert traces[0] == traces[1]


async def test_a_budget_of_steps_ends_a_repetition() -> None:
    page = PaperPage((button("e1", "More"),))
    made = await carried_out(page, 'Click "More" until it is gone.', steps=5)
    assert not made.done
    assert len(page.done) == 5
    assert "5 steps" in made.output


async def test_a_question_is_answered_with_its_place() -> None:
    price = Node("p1", "paragraph", text="Copper kettle $89", tag="p", box=Box(10, 10, 200, 20))
    made = await carried_out(PaperPage((price, button("e1", "Buy"))), "What is the price of the kettle?")
    assert (made.data, made.quotes) == ("$89", ("Copper kettle $89",))


async def test_what_the_page_does_not_tell_is_not_made_up() -> None:
    made = await carried_out(form(), "What is the weight of the anchor?")
    assert made.data is None


async def test_pages_of_a_series_are_handed_over_before_they_are_left() -> None:
    def turn(page: PaperPage) -> None:
        number = int(page.nodes[0].text.split()[1]) + 1
        shown = Node("h1", "heading", f"Page {number}", f"Page {number}", tag="h1", box=Box(0, 0, 90, 20))
        page.nodes = (shown, link("e9", "Next", "/2")) if number < 3 else (shown,)

    first = Node("h1", "heading", "Page 1", "Page 1", tag="h1", box=Box(0, 0, 90, 20))
    page = PaperPage((first, link("e9", "Next", "/2")), on={"e9": turn})
    seen: list[str] = []

    async def collect() -> None:
        seen.append(page.nodes[0].text)

    deadline = Deadline.after(timedelta(seconds=100))
    made = await DeterministicPlanner().run(
        page, "Go to the next page until there is none.", budget=Budget(), deadline=deadline, on_page=collect
    )
    assert made.done
    assert seen == ["Page 1", "Page 2", "Page 3"]


async def test_the_first_page_of_a_series_is_one_of_those_that_are_reached() -> None:
    def turn(page: PaperPage) -> None:
        page.url = f"{page.url}+"
        page.nodes = (button("e1", "Next", disabled=page.url.endswith("++")),)

    page, reached = PaperPage((button("e1", "Next"),), on={"e1": turn}), list[str]()

    async def keep() -> None:
        reached.append(page.url.removeprefix(START))

    deadline = Deadline.after(timedelta(seconds=100))
    made = await DeterministicPlanner().run(
        page, 'Click "Next" until it is disabled', budget=Budget(), deadline=deadline, on_page=keep
    )
    assert made.done, made.output
    assert list(dict.fromkeys(reached)) == ["", "+", "++"]


@pytest.mark.parametrize(
    ("value", "least", "most", "takes"), [("9", "1", "4", "from 1 to 4"), ("0", "1", "", "from 1 on")]
)
async def test_a_number_beyond_the_bounds_of_its_field_is_not_set(
    value: str, least: str, most: str, takes: str
) -> None:
    bounds = {name: bound for name, bound in (("type", "number"), ("min", least), ("max", most)) if bound}
    guests = Node(
        "e1", "spinbutton", "Guests", value="1", tag="input", editable=True, attributes=bounds, box=Box(10, 10, 90, 20)
    )
    page = PaperPage((guests, button("e2", "Send")))
    made = await carried_out(page, f"Set guests to {value}")
    assert (made.done, page.done) == (False, [])
    assert f"takes numbers {takes}, and {value} is none of them" in made.output
