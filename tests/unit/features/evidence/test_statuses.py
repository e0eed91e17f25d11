"""The status of a value: whether the page says it of its field, of something else, or not at all."""

from typing import Any

import pytest

from gossamer.core.understanding import Confidence, Method
from tests.unit.features.evidence.pages import evidence_of, statuses

SHEET = """<main><h1>Anvil 12</h1><table>
<tr><th>Weight</th><td>54 kg</td></tr><tr><th>Max. load</th><td>120 kg</td></tr>
<tr><th>Price</th><td>1.299,00 €</td></tr><tr><th>Material</th><td>Forged steel</td></tr>
<tr><th>Released</th><td>5 March 2024</td></tr><tr><th>Dishwasher safe</th><td>No</td></tr>
<tr><th>Service</th><td>+49 30 1234567</td></tr><tr><th>E-mail</th><td>help@anvil.example</td></tr></table>
<p>Read the <a href="https://anvil.example/manual.pdf">manual</a>. The workshop opens at 7:30 pm.</p></main>"""


def status(name: str, value: Any, html: str = SHEET) -> str | None:
    return statuses(html, {name: value})[f"/{name}"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", "Anvil 12"),
        ("weight", 54),
        ("price", 1299),
        ("price", 1299.0),
        ("material", "forged steel"),
        ("released", "2024-03-05"),
        ("dishwasherSafe", False),
        ("email", "help@anvil.example"),
        ("servicePhone", "+49 (30) 123 45 67"),
    ],
)
def test_a_value_is_supported_where_the_page_says_it_of_its_field(name: str, value: Any) -> None:
    assert status(name, value) == "supported"


@pytest.mark.parametrize(("name", "value"), [("weight", 120), ("price", 54), ("maxLoad", 1299)])
def test_a_value_stands_elsewhere_where_the_page_says_it_of_another_field(name: str, value: Any) -> None:
    answer: dict[str, Any] = {"weight": 54, "maxLoad": 120, "price": 1299, "material": "Forged steel", name: value}
    assert statuses(SHEET, answer)[f"/{name}"] == "elsewhere"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("weight", 55),
        ("price", 1290),
        ("material", "Cast iron"),
        ("released", "2024-03-06"),
        ("dishwasherSafe", True),
        ("email", "sales@anvil.example"),
        ("phone", "+49 30 7654321"),
        ("manual", "https://anvil.example/other.pdf"),
        ("opens", "08:30"),
    ],
)
def test_a_value_is_absent_where_the_page_does_not_say_it(name: str, value: Any) -> None:
    assert status(name, value) == "absent"


def test_evidence_has_the_words_of_the_page_and_where_they_stand() -> None:
    proof = evidence_of(SHEET, {"weight": 54})["/weight"]
    assert (proof.quote, proof.place, proof.method) == ("54 kg", "table 1, row 1, Weight", Method.MODEL)
    assert proof.confidence is not None
    assert Confidence.MEDIUM.number <= proof.confidence <= 1


def test_what_is_absent_has_no_quote_and_no_confidence() -> None:
    proof = evidence_of(SHEET, {"weight": 55})["/weight"]
    assert (proof.quote, proof.place, proof.confidence, proof.offsets) == ("", "", 0.0, None)


def test_null_and_empty_values_have_no_evidence() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert evidence_of(SHEET, {"a": None, "b": "", "c": [], "d": {}}, schema) == {}


@pytest.mark.parametrize(("value", "quote"), [("19:30", "7:30 pm"), ("https://anvil.example/manual.pdf", "manual")])
def test_times_and_links_are_found_as_people_see_them(value: str, quote: str) -> None:
    proof = evidence_of(SHEET, {"field": value})["/field"]
    assert proof.status != "absent"
    assert quote in proof.quote


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("It weighs 2.5 kg.", "5 kg"),
        ("It costs 14,900 EUR.", "900 EUR"),
        ("At night it is \u221212 \u00b0C.", "12 \u00b0C"),
        ("At night it is 12 \u00b0C.", "-12 \u00b0C"),
        ("It needs Python 3.11 or newer.", "Python 3"),
    ],
)
def test_a_part_of_a_number_or_one_of_another_sign_is_not_said(line: str, value: str) -> None:
    assert statuses(f"<p>{line}</p>", {"value": value}) == {"/value": "absent"}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("It weighs 5 kg.", "5 kg"),
        ("At night it is \u221212 \u00b0C.", "-12 \u00b0C"),
        ("- 12 eggs, beaten", "12 eggs"),
        ("-5 cups of flour", "5 cups of flour"),
        ("At night it is \u201312 \u00b0C.", "-12 \u00b0C"),
        ("As of 12.05.2024 it is open.", "2024"),
        ("Save -20% today", "20%"),
        ("Sizes 38,39,40 are left.", "39"),
        ("It owes \u00a3-5 to them.", "-5"),
    ],
)
def test_a_whole_number_of_the_same_sign_is_said(line: str, value: str) -> None:
    assert statuses(f"<p>{line}</p>", {"value": value}) != {"/value": "absent"}
