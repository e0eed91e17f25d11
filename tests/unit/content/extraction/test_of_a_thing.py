"""What sentences and prices say of the thing that a page is about, and of nothing else."""

import pytest

from gossamer.content.answering import answer
from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material


def asked(html: str, *names: str) -> list[object]:
    """Return what the page says of fields called *names*."""
    shape = {"type": "object", "properties": {name: {"type": "string"} for name in ("name", *names)}}
    return [extract(material(html), shape).value[name] for name in names]


def of_kettle(*lines: str) -> str:
    """Return the page of a blue kettle with these lines."""
    said = "".join(f"<p>{line}</p>" for line in lines)
    return f"<title>Blue kettle | Loom</title><main><h1>Blue kettle</h1>{said}</main>"


KETTLE = of_kettle(
    "The blue kettle boils two litres in four minutes. It is made of enamelled steel and comes with a lid of oak. "
    "It was designed in Leeds by Ann Lowe.",
    "<dl><dt>Price</dt><dd>£39.90</dd><dt>SKU</dt><dd>BK-7</dd></dl>",
)


@pytest.mark.parametrize(
    ("price", "code"),
    [
        ("<dl><dt>Price</dt><dd>£39.90</dd></dl>", "GBP"),
        ("<table><tr><th>Price</th><td>USD 39.90</td></tr></table>", "USD"),
        ("<dl><dt>Price</dt><dd>39.90</dd></dl>", None),
        ("<dl><dt>Price</dt><dd>£39.90</dd><dt>Currency</dt><dd>EUR</dd></dl>", "EUR"),
    ],
)
def test_a_currency_is_that_of_the_price_beside_it_unless_the_page_says_another(price: str, code: str | None) -> None:
    assert asked(of_kettle(price), "price", "currency")[1] == code


def test_the_currency_is_told_from_where_the_price_stands() -> None:
    shape = {"type": "object", "properties": {"price": {"type": "number"}, "currency": {"type": "string"}}}
    found = extract(material(KETTLE), shape)
    assert found.value == {"price": 39.9, "currency": "GBP"}
    assert found.evidence["/currency"].quote == "Price £39.90"
    assert found.missing == {}


@pytest.mark.parametrize(
    ("line", "material_said"),
    [
        ("The lid is made of oak.", None),
        ("Its handle has a knob. It is made of brass.", None),
        ("The red kettle is made of tin.", None),
        ("It is made in Leeds.", None),
        ("It is made of steel. It is made of tin.", None),
    ],
)
def test_what_it_is_made_of_is_said_of_the_thing_itself(line: str, material_said: str | None) -> None:
    assert asked(of_kettle(line), "material") == [material_said]


@pytest.mark.parametrize(
    ("line", "price"),
    [
        ("Delivery costs £4.", None),
        ("The kettle costs £4 a month.", None),
        ("It costs £4 more than the red one.", None),
        ("It costs £4 to deliver.", None),
    ],
)
def test_what_it_costs_is_said_of_the_thing_itself(line: str, price: str | None) -> None:
    assert asked(of_kettle(line), "price") == [price]


@pytest.mark.parametrize(
    ("line", "field", "who"),
    [
        ("The handle was designed by Ann Lowe.", "designer", None),
        ("It was designed by Ann Lowe. It was designed by Bo Hale.", "designer", None),
        ("It was bought by Ann Lowe.", "designer", None),
    ],
)
def test_who_designed_it_is_said_of_the_thing_itself(line: str, field: str, who: str | None) -> None:
    assert asked(of_kettle(line), field) == [who]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much does it cost?", "£39.90"),
        ("Who designed it?", "It was designed in Leeds by Ann Lowe."),
    ],
)
def test_a_question_about_the_thing_is_answered(question: str, words: str) -> None:
    assert answer(material(KETTLE), question, quoted=False).text == words


TEAM = (
    "<title>Team | Acme</title><main><h1>Our team</h1><table><tr><th>Name<th>Role<tr><td>Ann Lowe<td>CEO"
    "<tr><td>Bo Lind<td>Chief Technology Officer<tr><td>Cy Roe<td>Deputy CFO</table></main>"
)


def test_nobody_of_a_former_team_holds_an_office() -> None:
    former = "<h2>Former directors</h2><ul><li><b>Ann Lowe</b> <span>CEO</span><li><b>Bo Lind</b> <span>CTO</span></ul>"
    assert asked(f"<title>Team | Acme</title><main><h1>Our team</h1>{former}</main>", "ceo", "cto") == [None, None]


def test_the_currency_of_an_entry_that_was_left_out_is_not_that_of_the_next_one() -> None:
    rows = "<tr><td></td><td>£4.00</td><td>12</td></tr><tr><td>Oak</td><td></td><td>30</td></tr>"
    page = f"<main><h1>Lids</h1><table><tr><th>Name</th><th>Price</th><th>Stock</th></tr>{rows}</table></main>"
    fields = {"name": {"type": "string"}, "price": {"type": "number"}, "currency": {"type": "string"}}
    items = {"type": "object", "properties": fields}
    found = extract(material(page), {"type": "object", "properties": {"lids": {"type": "array", "items": items}}})
    assert found.value["lids"] == [{"name": "Oak", "price": None, "currency": None}]
