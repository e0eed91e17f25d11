# ruff: noqa: E501 - pages in one piece
"""Products of pages that mark nothing up: struck prices, measures in sentences, tables of variants."""

from typing import Any

import pytest

from gossamer.content.extraction import extract, product
from tests.unit.content.extraction.material import material

TEXT, NUMBER = {"type": "string"}, {"type": "number"}


def _page(body: str) -> str:
    return f"<html lang=en><title>Fjell 45 backpack | Utvei</title><body><main><h1>Fjell 45 backpack</h1>{body}</main></body></html>"


def _read(body: str, **fields: Any) -> Any:
    return extract(material(_page(body)), {"type": "object", "properties": fields}).value


@pytest.mark.parametrize(
    "said",
    [
        "<div><s>$229.00</s> <ins>$179.00</ins></div>",
        "<p class=price><del>$229.00</del> $179.00</p>",
        "<div><s>$229.00</s> <span>$179.00</span></div>",
        "<p><span style='text-decoration: line-through'>$229.00</span> <b>$179.00</b></p>",
    ],
)
def test_a_price_beside_one_that_is_struck_out(said: str) -> None:
    others = "<h2>You may also like</h2><div><a href=/p/2>Rain cover</a> <del>$30.00</del> <b>$24.00</b></div>"
    assert _read(said + others, price=NUMBER, originalPrice=NUMBER) == {"price": 179, "originalPrice": 229}


@pytest.mark.parametrize(
    ("said", "price", "availability"),
    [
        ("<p>$179.00</p><p>In stock.</p>", 179, "InStock"),
        ("<p><strike>$229.00</strike></p><p>$179.00</p>", 179, None),
        ("<div><s>$229.00</s> $179.00</div><p>Currently out of stock</p>", 179, "OutOfStock"),
        ("<p>$179.00</p><p>$20.00 shipping</p><p>Available in three colours</p>", 179, None),
        ("<p>$179.00</p><p>$189.00</p><p>In stock.</p><p>Sold out</p>", None, "SoldOut"),
        ("<p>Price: $179.00</p><p>In stock</p><div>In stock</div>", 179, "InStock"),
        ("<p>Cart $0.00</p><p>$179.00</p>", 179, None),
        ("<p>Minimum order $25</p>", None, None),
        ("<p>Gift card $10</p>", None, None),
        ("<p><s>$179.00</s></p><p>4.5 stars</p>", 179, None),
    ],
)
def test_a_price_and_its_stock_on_lines_of_their_own(said: str, price: int | None, availability: str | None) -> None:
    assert _read(said, price=NUMBER, availability=TEXT) == {"price": price, "availability": availability}


def test_several_kinds_that_are_sold_out_say_nothing_of_the_product() -> None:
    kinds = "".join(f"<p>{colour}</p><p>{stock}</p>" for colour, stock in (("Red", "Sold out"), ("Green", "Sold out")))
    assert _read(f"<p>€ 24.50</p><p>In stock</p>{kinds}", in_stock={"type": "boolean"})["in_stock"] is None


def test_what_is_struck_out_of_another_product_alone_is_no_price_of_this_one() -> None:
    others = "<h2>You may also like</h2><div><a href=/p/2>Rain cover</a> <del>$30.00</del> <b>$24.00</b></div>"
    assert _read(others, price=NUMBER, originalPrice=NUMBER) == {"price": None, "originalPrice": None}


def test_two_prices_beside_a_struck_one_are_no_price() -> None:
    told = _read("<p><del>$229.00</del> <b>$179.00</b> or <b>$199.00</b> with cover</p>", originalPrice=NUMBER)
    assert told == {"originalPrice": None}


SAID = "<p>A light pack. Weight 1.35 kg, volume 45 l. Takes a max load of 18 kg. Its length is 62 cm.</p>"


@pytest.mark.parametrize(
    ("field", "shape", "value"),
    [
        ("lengthMm", NUMBER, 620),
        ("width_mm", NUMBER, None),
        ("load_kg", NUMBER, None),
    ],
)
def test_a_measure_is_read_from_a_sentence(field: str, shape: Any, value: Any) -> None:
    assert _read(SAID, **{field: shape}) == {field: value}


def test_a_measure_of_a_part_is_none_of_the_whole() -> None:
    told = _read("<p>Shipping weight 3 kg. The frame has a weight of 1 kg.</p>", weight_kg=NUMBER)
    assert told == {"weight_kg": None}


@pytest.mark.parametrize("field", ["length", "length_mm", "lengthMm"])
@pytest.mark.parametrize("said", ["<p>Length: 12 mm</p>", "<table><tr><td>Length</td><td>12 mm</td></tr></table>"])
def test_a_length_is_a_measure_where_the_page_measures(field: str, said: str) -> None:
    assert _read(said, **{field: NUMBER}) == {field: 12}


TABLE = (
    "<p><del>$229.00</del> <b>$179.00</b></p><table><tr><th>Colour</th><th>SKU</th><th>Price</th><th>Availability</th></tr>"
    "<tr><td>Moss</td><td>UT-MO</td><td>$179.00</td><td>In stock</td></tr>"
    "<tr><td>Slate</td><td>UT-SL</td><td>$189.00</td><td>Sold out</td></tr></table>"
)


@pytest.mark.parametrize("first", ["Item", "Product", "Model", "Dish"])
def test_a_table_of_things_is_none(first: str) -> None:
    assert product(material(_page(TABLE.replace("Colour", first)))).value is None


def test_one_of_two_plain_prices_is_none() -> None:
    assert _read("<p>€79.00</p><p>€89.00</p>", price=NUMBER, brand=TEXT)["price"] is None


PRODUCTS = {"products": {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "price": NUMBER}}}}


@pytest.mark.parametrize("heading", ["You may also like", "Customers also bought", "Das könnte Ihnen auch gefallen"])
@pytest.mark.parametrize(
    "own",
    [
        "<p class=price>$179.00</p><button class=add-to-cart>Add to cart</button>",
        '<p>$179.00</p><script type="application/ld+json">{"@type": "Product", "name": "Fjell 45 backpack", "offers": {"price": "179", "priceCurrency": "USD"}}</script>',
    ],
)
def test_a_list_asked_of_the_page_of_a_product_has_that_product_alone(own: str, heading: str) -> None:
    cards = "".join(f"<div class=card><h3><a href=/p/{n}>Pack {n}</a></h3><span>${n}9.00</span></div>" for n in "1234")
    found = extract(
        material(_page(f"{own}<section><h2>{heading}</h2>{cards}</section>")),
        {"type": "object", "properties": PRODUCTS},
    )
    assert found.value == {"products": [{"name": "Fjell 45 backpack", "price": 179}]}


def test_related_products_are_a_list_where_they_are_asked_for() -> None:
    cards = "".join(f"<div class=card><h3><a href=/p/{n}>Pack {n}</a></h3><span>${n}9.00</span></div>" for n in "1234")
    found = extract(
        material(_page(f"<p>$179.00</p><section><h2>Related products</h2>{cards}</section>")),
        {"type": "object", "properties": {"relatedProducts": PRODUCTS["products"]}},
    )
    assert [one["name"] for one in found.value["relatedProducts"]] == ["Pack 1", "Pack 2", "Pack 3", "Pack 4"]
