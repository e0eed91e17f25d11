"""Values in free form go to the fields that they are meant for."""

import pytest

from gossamer.features.interact.rules.assignment import assign, form_fields
from tests.unit.features.interact.rules.pages import field, node, page, phrase

FORM = page(
    field("Name"), field("E-mail"), field("Company"), field("City"), field("Password", attributes={"type": "password"})
)


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            "email a@b.co and company Gale Optics from Utrecht",
            {"E-mail": "a@b.co", "Company": "Gale Optics", "City": "Utrecht"},
        ),
        ("name: Ada Lovelace, email: ada@b.co", {"Name": "Ada Lovelace", "E-mail": "ada@b.co"}),
        ("Ada Lovelace as the name", {"Name": "Ada Lovelace"}),
        ("password secret", {"Password": "secret"}),
        ('"Gale Optics" into Company', {"Company": "Gale Optics"}),
    ],
)  # fmt: skip
def test_values_find_their_fields(prompt: str, expected: dict[str, str]) -> None:
    given = assign(FORM, phrase(prompt), form_fields(FORM))
    assert {FORM.label(v.element): v.text for v in given.values} == expected


def test_an_option_names_its_list() -> None:
    form = page(node("combobox", "Fuel", tag="select", options=("Petrol", "Electric"), value="Petrol", text=""))
    given = assign(form, phrase("fuel Electric"), form_fields(form))
    assert [v.text for v in given.values] == ["Electric"]
    assert not given.left


def test_a_number_is_no_name() -> None:
    form = page(field("Name of guest"))
    assert not assign(form, phrase("guests to 9"), form_fields(form)).values


def test_words_that_no_field_takes_are_left() -> None:
    given = assign(FORM, phrase("email a@b.co and shoe size 44"), form_fields(FORM))
    assert "shoe" in [t.text for t in given.left]


def test_an_option_is_named_by_its_plural_too() -> None:
    form = page(node("combobox", "Role", tag="select", options=("Any", "Viewer"), value="Any", text=""))
    assert [v.text for v in assign(form, phrase("the viewers"), form_fields(form)).values] == ["Viewer"]


def test_a_remark_in_brackets_is_no_part_of_a_label() -> None:
    form = page(node("radio", "Express (next day, + €9)", tag="input", checked=False, text=""))
    assert [v.text for v in assign(form, phrase("express delivery"), form_fields(form)).values] == ["on"]


def test_words_that_are_left_over_are_no_value() -> None:
    form = page(node("form", "", field("Job title"), field("Bio"), tag="form"))
    given = assign(form, phrase("job title Designer and my time zone"), form_fields(form))
    assert [v.text for v in given.values] == ["Designer"]
