# ruff: noqa: RUF001 - signs as pages write them
"""Numbers as the page means them: in their size, unit and currency, and of the thing that is asked about."""

from decimal import Decimal
from typing import Any

import pytest

from gossamer.content.extraction import extract
from gossamer.content.values import prices, units
from gossamer.content.values.numbers import amount
from gossamer.content.values.prices import Sought
from tests.unit.content.extraction.material import json_ld, material

NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}
TEXT = {"type": "string"}


def _value(body: str, **fields: Any) -> Any:
    html = f"<title>Anvil</title><main><h1>Anvil</h1>{body}</main>"
    return extract(material(html), {"type": "object", "properties": fields}).value


def _price(body: str, **fields: Any) -> Any:
    return _value(body, price=NUMBER, **fields)["price"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1.2 million", "1200000"), ("3,4 Mio.", "3400000"), ("2 Mrd.", "2000000000"), ("12 thousand", "12000"),
        ("12K", "12000"), ("2.5k", "2500"), ("1.1M", "1100000"), ("12 K", "12"), ("5 m", "5"), ("12 kg", "12"),
        ("(3,400)", "-3400"), ("(12.50)", "-12.50"), ("-4.5 %", "-4.5"), ("about 12", "12"), ("No. 7", "7"),
    ],
)  # fmt: skip
def test_an_amount_has_its_size_and_its_sign(written: str, meant: str) -> None:
    assert amount(written) == Decimal(meant)


@pytest.mark.parametrize("written", ["AB-12", "B12", "4711-18P", "X200", "12AB34", "3-5 days", "3 to 5", "12 – 14", ""])
def test_codes_and_ranges_are_no_amount(written: str) -> None:
    assert amount(written) is None


@pytest.mark.parametrize(
    ("written", "sought", "printed"),
    [
        ("$3bn", Sought.NOW, "$3bn"),
        ("Was $70, now $50", Sought.NOW, "$50"),
        ("Was $70, now $50", Sought.BEFORE, "$70"),
        ("$70.00 $50.00 You save $20.00 (29%)", Sought.NOW, "$50.00"),
        ("$18 plus $3 deposit", Sought.NOW, "$18"),
        ("49,00 € zzgl. Versand 4,90 €", Sought.NOW, "49,00 €"),
        ("€9.00 (€18.00 / l)", Sought.NOW, "€9.00"),
        ("€9.00 (€18.00 / l)", Sought.UNIT, "€18.00"),
        ("$29/month, one-time fee $10", Sought.NOW, "$29"),
        ("$49 - $89", Sought.LEAST, "$49"),
        ("$49 - $89", Sought.MOST, "$89"),
        ("50 – 60 €", Sought.MOST, "60 €"),
        ("Model 12 - 899 €", Sought.NOW, "899 €"),
        ("$40 - 20 % off today", Sought.NOW, "$40"),
        ("Regular price $49 Sale price $39", Sought.NOW, "$39"),
        ("Regular price $49", Sought.NOW, "$49"),
        ("Tab 8 Plus $499", Sought.NOW, "$499"),
        ("Discount price $39", Sought.NOW, "$39"),
        ("€12.99/kg", Sought.NOW, "€12.99"),
        ("3,00 € / Stück", Sought.NOW, "3,00 €"),
    ],
)
def test_of_several_prices_the_one_that_is_asked_for_is_told(written: str, sought: Sought, printed: str) -> None:
    found = prices.price(written, sought=sought)
    assert found is not None
    assert found.printed == printed


@pytest.mark.parametrize("written", ["Save $30", "$30 off", "$3 deposit", "$20 for members", "$49 - $89", "50 – 60 €"])
def test_what_is_no_price_of_the_thing_is_none(written: str) -> None:
    assert prices.price(written) is None


@pytest.mark.parametrize(
    ("written", "unit", "meant"),
    [
        ("285 g", "kg", "0.285"), ("500 ml", "l", "0.5"), ("12 cm", "mm", "120"), ("1 in", "mm", "25.4"),
        ("7", "kg", "7"), ("2 lbs", "g", "907.18474"),
    ],
)  # fmt: skip
def test_an_amount_is_converted_to_the_unit_that_is_asked_for(written: str, unit: str, meant: str) -> None:
    value = amount(written)
    assert value is not None
    assert units.in_unit(value, written, unit) == Decimal(meant)


@pytest.mark.parametrize("written", ["3 pieces", "5 ml", "2 boxes"])
def test_an_amount_of_another_kind_is_none_in_the_unit_that_is_asked_for(written: str) -> None:
    assert units.in_unit(Decimal(1), written, "kg") is None


def test_a_field_names_its_unit_in_its_name_or_its_description() -> None:
    sheet = "<table><tr><th>Weight</th><td>750 g</td></tr><tr><th>Volume</th><td>250 ml</td></tr></table>"
    described = {"type": "number", "description": "The volume in litres"}
    assert _value(sheet, weight_kg=NUMBER, weightInGrams=NUMBER, weight=NUMBER, volume=described) == {
        "weight_kg": 0.75,
        "weightInGrams": 750,
        "weight": 750,
        "volume": 0.25,
    }


def test_a_price_in_another_currency_than_is_asked_for_is_none() -> None:
    shown = "<p class=price>€ 49,90</p>"
    dollars = {"type": "number", "description": "Price in US dollars"}
    euros = {"type": "number", "description": "Price in EUR"}
    assert (_value(shown, price=dollars), _value(shown, price=euros)) == ({"price": None}, {"price": 49.9})
    assert _value(shown, price_usd=NUMBER, price_eur=NUMBER) == {"price_usd": None, "price_eur": 49.9}
    assert _value("<p class=price>$5</p>", price=dollars) == {"price": 5}


def test_a_code_is_no_integer() -> None:
    assert _value("<p>SKU: AN-12</p><p>Version: R-7</p>", sku=INTEGER, version=INTEGER) == {
        "sku": None,
        "version": None,
    }


@pytest.mark.parametrize(
    "written",
    ["$24<sup>95</sup>", "<span>$</span><span>24</span><sup>95</sup>", "24<sup>95</sup> USD", "$24.95<sup>2</sup>"],
)
def test_raised_figures_are_cents_or_the_number_of_a_note(written: str) -> None:
    assert _price(f'<p class="price">{written}</p>') == 24.95


def test_a_raised_figure_behind_a_measure_is_no_figure_of_it() -> None:
    assert _value("<table><tr><th>Year</th><td>1984<sup>3</sup></td></tr></table>", year=NUMBER) == {"year": 1984}


@pytest.mark.parametrize(
    ("shown", "price"),
    [
        ("<p>Price: $299</p><p class=price>Save $30</p>", 299),
        ('<b class=price style="text-decoration: line-through">$300</b> <b class=price>$200</b>', 200),
        ("<div class=price><small>€18.00 / l</small> <b>€9.00</b></div>", 9),
        ("<p class=price>$25/mo for 12 months</p><p class=price>$299.00</p>", 299),
        ("<p class=price>$20 for members</p><p class=price>$25</p>", 25),
        ("<p>Price: $49 - $89</p>", None),
        ("<p><del>$70.00</del> <ins>$50.00</ins></p>", 50),
    ],
)
def test_a_price_is_that_of_the_thing(shown: str, price: float | None) -> None:
    assert _price(shown) == price


def test_a_price_per_unit_is_none_of_the_whole() -> None:
    assert _value("<p class=price>€9.00</p><p>Unit price: €18.00 / l</p>", price=NUMBER, unitPrice=NUMBER) == {
        "price": 9,
        "unitPrice": 18,
    }
    assert _value("<p class=price>€9.00</p>", unitPrice=NUMBER) == {"unitPrice": None}


@pytest.mark.parametrize(
    "shown",
    [
        "<p><del>$70.00</del> <ins>$50.00</ins></p>",
        "<p><s>$70</s> <b class=price>$50</b></p>",
    ],
)
def test_what_it_cost_before_is_shown_beside_it(shown: str) -> None:
    assert _value(shown, price=NUMBER, originalPrice=NUMBER) == {"price": 50, "originalPrice": 70}


@pytest.mark.parametrize("heading", ["You may also like", "Similar products", "Others bought", "Das könnte gefallen"])
def test_prices_of_other_products_are_not_its_price(heading: str) -> None:
    others = f"<section><h2>{heading}</h2><div><a href=/b>Tongs</a> <span class=price>$45.00</span></div></section>"
    html = f"<title>Anvil</title><main><h1>Anvil</h1><p>Of cast steel.</p></main>{others}"
    assert extract(material(html), {"type": "object", "properties": {"price": NUMBER}}).value == {"price": None}


def test_what_is_marked_up_of_another_product_is_not_said_of_this_one() -> None:
    marked = json_ld('{"@type": "Product", "name": "Garden hose", "offers": {"price": "50", "priceCurrency": "EUR"}}')
    assert _value(marked, name=TEXT, price=NUMBER) == {"name": "Anvil", "price": None}
    own = marked.replace("Garden hose", "Anvil, 20 kg")
    assert _value(own, price=NUMBER) == {"price": 50}


def test_the_ends_of_a_salary_are_told_apart() -> None:
    job = "<p>Salary: €75,000 – €92,000 per year</p>"
    assert _value(job, salaryMin=NUMBER, salaryMax=NUMBER) == {"salaryMin": 75000, "salaryMax": 92000}
