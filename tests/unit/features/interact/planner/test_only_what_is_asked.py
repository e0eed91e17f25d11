"""What is asked is told as the page states it, and never done; what nothing offers is not tried on an entry."""

from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Budget, Click, DoubleClick, Interaction, Node
from gossamer.features.interact.planner import DeterministicPlanner
from tests.paper_page import PaperPage
from tests.unit.features.interact.planner.pages import Sheet


async def said(prompt: str, *nodes: Node, title: str = "Letters") -> tuple[Interaction, PaperPage]:
    page = PaperPage(nodes, title=title)
    deadline = Deadline.after(timedelta(seconds=100))
    return await DeterministicPlanner().run(page, prompt, budget=Budget(), deadline=deadline), page


def letters(*stated: str, clickable: bool = False) -> tuple[Node, ...]:
    """Return a list of three letters with a box each, below the texts that are *stated*."""
    sheet = Sheet()
    rows = [
        sheet.node(
            "listitem",
            "",
            sheet.node("checkbox", "Select", text="", checked=False),
            sheet.node("generic", text, tag="span", clickable=clickable),
            tag="li",
        )
        for text in ("Ida: Wool", "Max: Silk", "Una: Dye")
    ]
    texts = [sheet.node("paragraph", text, tag="p") for text in stated]
    bar = [sheet.node("button", name) for name in ("Archive selected", "Mark selected as read")]
    return (*texts, *bar, sheet.node("list", "", *rows, tag="ul"))


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        (("3 unread",), 3),
        (("Unread: 2",), 2),
        (("2 of 3 unread",), 2),
        (("You have 2 unread letters",), 2),
        (("2 unread letters", "Una has 5 unread drafts"), 2),
        ((), None),
        (("3 letters",), None),
        (("2 unread drafts",), None),
        (("2 unread", "3 unread"), None),
        (("Letter 118 unread",), None),
    ],
)
async def test_a_number_is_told_only_where_the_page_states_it_of_that_state(
    stated: tuple[str, ...], told: int | None
) -> None:
    made, _ = await said("How many letters are unread?", *letters(*stated))
    assert (made.done, made.data) == (told is not None, told), made.output


async def test_what_stands_beside_a_number_may_say_that_it_is_of_something_else() -> None:
    sheet = Sheet()
    texts = (sheet.node("generic", "Drafts", tag="b"), sheet.node("generic", "1 unread", tag="span"))
    made, _ = await said("How many letters are unread?", sheet.node("paragraph", "", *texts, tag="p"), *letters())
    assert made.data is None


async def test_no_choice_is_made_for_a_question() -> None:
    sheet = Sheet()
    huts = [
        sheet.node(
            "generic", "", sheet.node("radio", name, text=""), sheet.node("text", name), tag="label", clickable=True
        )
        for name in ("Heath (2 beds)", "Marsh (4 beds)")
    ]
    made, page = await said("What would three nights in Marsh cost?", *huts)
    assert not made.done
    assert page.done == []


@pytest.mark.parametrize(("question", "told"), [("What is due first?", None), ("What is the due date?", "2027-01-02")])
async def test_what_is_first_of_several_is_not_what_a_field_holds(question: str, told: str | None) -> None:
    field = Sheet().node("textbox", "Due date", text="", value="2027-01-02", attributes={"type": "date"})
    made, _ = await said(question, field)
    assert made.data == told


async def test_a_field_that_is_called_the_first_is_told() -> None:
    made, _ = await said("What is the first name?", Sheet().node("textbox", "First name", text="", value="Ida"))
    assert made.data == "Ida"


async def test_an_entry_is_not_clicked_for_a_deed_that_nothing_offers() -> None:
    made, page = await said("Mark Max's letter as unread", *letters("3 unread", clickable=True))
    assert not made.done
    assert [step for step in page.done if isinstance(step, Click | DoubleClick)] == []


async def test_what_is_there_without_a_control_is_told_as_such() -> None:
    sheet = Sheet()
    lamps = [
        sheet.node("listitem", "", sheet.node("text", name), *(sheet.node("button", b) for b in buttons), tag="li")
        for name, buttons in (
            ("Brass lamp", ("Add to basket",)),
            ("Coach lamp (sold out)", ()),
            ("Dock lamp", ("Add to basket",)),
        )
    ]
    made, page = await said("Add the coach lamp to the basket", sheet.node("list", "", *lamps, tag="ul"))
    assert "“Coach lamp (sold out)” has nothing to add it with." in made.output
    assert page.done == []
