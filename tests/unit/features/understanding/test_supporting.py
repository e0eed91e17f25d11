"""What a model says of a page, held against the page."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.understanding import Method
from gossamer.features.understanding.shown import PageText
from gossamer.features.understanding.supporting import Said, checked, verbatim

PAGE = PageText(
    "https://e.org/kettles/blue",
    "Blue kettle",
    "Everything about kettles",
    """# Blue [Kettle](https://e.org/kettles "Kettles")

Price: **1.299,00 €** — In stock. Published March 5, 2024, updated 6.4.2024. Free shipping.

## Details

| Weight | 2,5 kg |
|---|---|
| Reviews | 1.2k |
| Range | 10-30 °C |

- -7 °C at night
- Not dishwasher safe, no batteries
- Call +1 (555) 123-4567, 15% off

The lid is made of oak. It was turned by hand.
Water from 東京都渋谷区 の店. 3 million sold. Out of reach of children. Boils 8½ litres.
Open from 9.15 am to 4.45 pm, at weekends 10.20 - 11.35. Made by Äpfel & Söhne.
""",
)
SAID = Said(PAGE)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", "Blue Kettle"),
        ("name", "blue kettle"),
        ("about", "Everything about kettles"),
        ("price", 1299.0),
        ("price", 1299),
        ("price", "1.299,00 €"),
        ("price", "1,299.00"),
        ("availability", "InStock"),
        ("availability", "https://schema.org/InStock"),
        ("published", "2024-03-05"),
        ("published", "2024-03-05T00:00:00Z"),
        ("updated", "2024-04-06"),
        ("freeShipping", True),
        ("free_shipping", True),
        ("dishwasherSafe", False),
        ("batteries", False),
        ("weight", 2.5),
        ("weight", "2.5 kg"),
        ("reviews", 1200),
        ("sold", 3_000_000),
        ("range", 30),
        ("litres", 8.5),
        ("open", "9.15 am \u2013 4.45 pm"),
        ("open", "10.20 - 11.35"),
        ("nightTemperature", -7),
        ("discount", 0.15),
        ("discount", 15),
        ("phone", "+15551234567"),
        ("phone", "+1 555 123 4567"),
        ("url", "https://e.org/kettles"),
        ("url", "/kettles"),
        ("url", "https://e.org/kettles/blue"),
        ("waterFrom", "渋谷区"),
        ("maker", "Apfel & Sohne"),
        ("lid", "The lid is made of oak. It was turned by hand."),
    ],
)
def test_what_the_page_says_in_whatever_form_stays(name: str, value: Any) -> None:
    found = checked({name: value}, SAID, {})
    assert found.value == {name: value}
    assert found.missing == {}
    proof = found.evidence[f"/{name}"]
    assert proof.url == PAGE.url
    assert proof.quote
    assert proof.method is Method.MODEL


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", "Red Kettle"),
        ("name", "Kettle Blue"),
        ("price", 1299.5),
        ("price", 129.9),
        ("price", "299"),
        ("price", 299),
        ("availability", "OutOfStock"),
        ("published", "2024-03-06"),
        ("published", "2023-03-05"),
        ("freeShipping", False),
        ("dishwasherSafe", True),
        ("batteries", True),
        ("recyclable", True),
        ("recyclable", False),
        ("weight", 25),
        ("litres", 8),
        ("open", "9.15 am \u2013 11.35"),
        ("night", 7),
        ("discount", 0.51),
        ("phone", "+15551234568"),
        ("url", "https://e.org/kettle"),
        ("url", "https://e.org/kettles/bluer"),
        ("ward", "新宿区"),
        ("lid", "The lid is made of oak. It was turned by a robot."),
        ("sold", float("inf")),
    ],
)
def test_what_it_does_not_say_becomes_null_with_a_reason(name: str, value: Any) -> None:
    found = checked({name: value}, SAID, {})
    assert found.value == {name: None}
    assert found.evidence == {}
    assert found.missing == {f"/{name}": "The model gave a value that the page does not support."}


def test_of_several_places_the_one_that_speaks_of_the_field_is_quoted() -> None:
    page = PageText("https://e.org", text="Rating 4 of 5\n\nSeats: 4 persons\n\nDoors: 4")
    assert checked({"doors": 4}, Said(page), {}).evidence["/doors"].quote == "Doors: 4"
    assert checked({"seats": 4}, Said(page), {}).evidence["/seats"].quote == "Seats: 4 persons"


def test_entries_that_are_not_there_leave_no_gaps() -> None:
    told = {"things": [{"name": "Nonsense"}, {"name": "Blue Kettle", "colour": "Ultramarine"}, {"name": "Rubbish"}]}
    found = checked(told, SAID, {})
    assert found.value == {"things": [{"name": "Blue Kettle", "colour": None}]}
    assert set(found.evidence) == {"/things/0/name"}
    assert set(found.missing) == {"/things", "/things/0/colour"}


def test_an_entry_whose_name_is_not_there_goes_as_a_whole() -> None:
    told = {"items": [{"name": "Golden kettle", "price": 1299}, {"name": "Kettle", "price": 1299, "sku": "nowhere"}]}
    found = checked(told, SAID, {})
    assert found.value == {"items": [{"name": "Kettle", "price": 1299, "sku": None}]}
    assert set(found.evidence) == {"/items/0/name", "/items/0/price"}
    assert "/items" in found.missing


@pytest.mark.parametrize(
    ("text", "code", "is_there"),
    [
        ("Price: $40", "USD", True), ("Price: $40", "EUR", False), ("Price: 40 €", "EUR", True),
        ("Price: $40, C$55 in Canada", "USD", False), ("Price: 40", "USD", False), ("Room 40", "XXX", False),
    ],
)  # fmt: skip
def test_a_currency_is_said_by_its_sign_unless_another_is_there(text: str, code: str, *, is_there: bool) -> None:
    found = checked({"currency": code}, Said(PageText("https://e.org/", text=text)), {})
    assert (found.value["currency"] == code) is is_there


def test_what_was_read_without_the_model_needs_no_support() -> None:
    found = checked({"sku": "BK-7"}, SAID, {"/sku": "BK-7"})
    assert (found.value, found.missing) == ({"sku": "BK-7"}, {})


def test_nulls_and_empty_texts_are_no_claims() -> None:
    assert checked({"a": None, "b": "", "c": [], "d": {}}, SAID, {}).missing == {}


def test_a_quote_is_told_as_the_page_has_it() -> None:
    proof = verbatim("the LID is made of oak", SAID)
    assert proof is not None
    assert proof.quote == "The lid is made of oak."
    assert proof.place == "line 10 of the text, under “Details”"
    assert verbatim("The lid is made of ash", SAID) is None


def test_a_long_line_is_quoted_around_what_was_found() -> None:
    page = PageText("https://e.org", text=f"{'before ' * 100}the number is 4711 {'after ' * 100}")
    quote = checked({"number": 4711}, Said(page), {}).evidence["/number"].quote
    assert "4711" in quote
    assert len(quote) <= 300


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
                    max_leaves=6))  # fmt: skip
def test_no_value_whatever_is_a_failure(value: Any) -> None:
    checked(value, SAID, {})
