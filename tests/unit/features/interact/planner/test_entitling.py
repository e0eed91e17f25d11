"""Which words may be typed where: only what names the field, asks for typing, or fits nothing else."""

import pytest

from gossamer.core.interaction import Node
from gossamer.features.interact.planner.language.tokens import tokens
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.skills.entitling import is_entitled, restates
from gossamer.features.interact.planner.skills.spans import span_in
from tests.unit.features.interact.planner.pages import Sheet, snapshot


def entry(sheet: Sheet, name: str, **attributes: str) -> Node:
    return sheet.node("textbox", name, value="", editable=True, attributes=attributes)


def page() -> PageModel:
    sheet = Sheet()
    return PageModel(snapshot(entry(sheet, "Bio"), entry(sheet, "Filter cards"), entry(sheet, "Contact", type="email")))


@pytest.mark.parametrize(
    ("prompt", "field", "value", "may"),
    [
        ("I'd like teal as my accent colour.", 0, "teal as my accent colour", False),
        ("Revoke the key named staging", 0, "staging", False),
        ("Assign the card with the design label to Ben", 1, "Ben", False),
        ("Change the email of Mei to mei@acme.test", 1, "mei@acme.test", False),
        ("Change my bio to sailor", 0, "sailor", True),
        ("Type sailor", 0, "sailor", True),
        ("Look for the card of Ben", 1, "Ben", True),
        ("I am at ada@example.org", 2, "ada@example.org", True),
        ('Call it "Sailor"', 0, "Sailor", True),
        ("Copy what is shown", 0, "looked up", True),
    ],
)
def test_words_that_are_left_over_go_into_no_field(prompt: str, field: int, value: str, may: bool) -> None:
    model = page()
    assert is_entitled(prompt, prompt, model, model.fields[field], value) is may


def test_a_prompt_is_not_restated_as_typing_that_it_does_not_ask_for() -> None:
    model = page()
    assert not restates("Revoke the key named staging", 'Type "staging" into "Bio"', model)
    assert restates("Change my bio to sailor", 'Type "sailor" into "Bio"', model)


@pytest.mark.parametrize(
    ("prompt", "days"),
    [
        ("from 14 to 17 May 2026", ((2026, 5, 14), (2026, 5, 17))),
        ("Select 20 March to 22 March, continue", ((None, 3, 20), (None, 3, 22))),
        ("on 3 May", None),
        ("give 2 to Ada on 3 May 2026 at noon", None),
    ],
)
def test_a_span_of_days_is_read_from_both_its_ends(prompt: str, days: object) -> None:
    found = span_in(tokens(prompt))
    assert (None if found is None else tuple((d.year, d.month, d.day) for d in found[:2])) == days
