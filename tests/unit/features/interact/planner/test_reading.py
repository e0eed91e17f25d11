"""Sums, numbers and contacts that a page tells: only what is whole, of one kind, and of what was asked."""

from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Budget, Interaction, Node
from gossamer.features.interact.planner import DeterministicPlanner
from tests.paper_page import PaperPage
from tests.unit.features.interact.planner.pages import Sheet


async def asked(question: str, *nodes: Node) -> Interaction:
    deadline = Deadline.after(timedelta(seconds=100))
    return await DeterministicPlanner().run(
        PaperPage(nodes, title="Fees"), question, budget=Budget(), deadline=deadline
    )


def table(*rows: tuple[str, str]) -> Node:
    sheet = Sheet()
    lines = [("Member", "Fee"), *rows]
    return sheet.node(
        "table",
        "",
        *[sheet.node("row", "", *[sheet.node("cell", text, tag="td") for text in line], tag="tr") for line in lines],
    )


SUM = "What is the sum of all fees?"


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        (("€40", "€5.50", "€1,200"), "€1,245.50"),
        (("40 €", "5,50 €", "1.200,25 €"), "1,245.75 €"),
        (("40", "60", "-10"), "90"),
    ],
)
async def test_the_sum_of_a_column_is_computed(amounts: tuple[str, ...], told: str) -> None:
    made = await asked(SUM, table(*[(f"Member {n}", amount) for n, amount in enumerate(amounts)]))
    assert (made.done, made.output) == (True, told)


@pytest.mark.parametrize(
    "amounts", [("€40", "$5", "€2"), ("€40", "waived", "€2"), ("€1.200", "€5", "€2"), ("€1", "", "€2")]
)
async def test_no_sum_is_told_of_several_currencies_or_of_what_is_no_amount(amounts: tuple[str, ...]) -> None:
    made = await asked(SUM, table(*[(f"Member {n}", amount) for n, amount in enumerate(amounts)]))
    assert not made.done
    assert made.data is None


async def test_no_sum_is_told_beside_another_total_of_the_page() -> None:
    fees = table(("Ida", "€40"), ("Max", "€5"))
    other = Sheet().node("paragraph", "Total due: €90", tag="p")
    made = await asked("What is the total of all fees?", fees, other)
    assert not made.done
    assert "another total" in made.output


async def test_entries_are_never_told_as_how_many_work_somewhere() -> None:
    made = await asked("How many members work at Oakline?", table(("Ida Oakline", "€40"), ("Max Oakline", "€5")))
    assert not made.done


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the phone number of the workshop?", "0117 496 0123"),
        ("What is the accounts phone number?", "0117 496 0199"),
        ("What is the mobile number?", "07700 900461"),
        ("What is the phone number of the kitchen?", None),
        ("What is the phone number?", None),
    ],
)
async def test_a_number_to_call_is_told_by_its_own_label(question: str, told: str | None) -> None:
    text = "Ring 0117 496 0123 (workshop) or 0117 496 0199 (accounts). Mobile: 07700 900461. The kitchen is below."
    made = await asked(question, Sheet().node("paragraph", text, tag="p"))
    assert (made.done, made.data) == (told is not None, told)


async def test_nobody_is_told_the_number_of_another_entry() -> None:
    sheet = Sheet()
    cards = [
        sheet.node("listitem", "", sheet.node("text", name), sheet.node("text", number), tag="li")
        for name, number in (("Ida Noon", "77 10 20 30"), ("Una Crane", "55 09"), ("Max Fell", "none"))
    ]
    made = await asked("What is the phone number of Una Crane?", sheet.node("list", "", *cards, tag="ul"))
    assert made.data in {None, "55 09"}


@pytest.mark.parametrize(
    ("question", "told"), [("How much do students pay?", "€14"), ("How much do guests pay?", None)]
)
async def test_of_several_prices_in_a_text_the_one_that_is_named_is_told(question: str, told: str | None) -> None:
    sheet = Sheet()
    texts = ("€28, students €14, families €40", "Guests may bring friends for €5 or €6.")
    made = await asked(question, *[sheet.node("paragraph", text, tag="p") for text in texts])
    assert (made.done, made.data) == (told is not None, told)


async def test_what_holds_several_prices_is_not_compared_by_the_first() -> None:
    sheet = Sheet()
    courses = ("Starters: tart €9, soup €11", "Mains: pike €21, ceps €8", "Sweets: cake €10, ice €10.50")
    items = [sheet.node("listitem", text, tag="li") for text in courses]
    made = await asked("Which one is the cheapest?", sheet.node("list", "", *items, tag="ul"))
    assert not made.done, made.output
