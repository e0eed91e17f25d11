"""The product that a page sells, in the shape that the clients read."""

from typing import Any

import pytest
from firecrawl.v2.types import ProductProfile

from gossamer.content.extraction import extract, product
from tests.unit.content.extraction.material import URL, json_ld, material

SHIRT = json_ld(
    """{"@type": "ProductGroup", "name": "Linen shirt", "brand": {"name": "Loom"}, "description": "Cool in summer.",
    "hasVariant": [
     {"@type": "Product", "name": "Linen shirt, blue", "sku": "L-B", "color": "Blue", "size": "M", "image": "/b.jpg",
      "offers": {"price": "49.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}},
     {"@type": "Product", "name": "Linen shirt, red", "sku": "L-R", "color": "Red",
      "offers": {"price": "39.00", "priceCurrency": "EUR", "availability": "https://schema.org/OutOfStock"}}]}"""
)
SHOWN = """<meta property="og:type" content="product"><div class="product-info"><h1>Blue Kettle</h1>
<p class="price"><del class="old-price">£30.00</del> <span class="price-now">£24.50</span></p>
<p class="stock">In stock</p></div>"""
CARDS = "".join(
    f'<div class="card"><a href="/p/{name}"><h3>{name} kettle</h3></a><span class="price">£{price}.00</span></div>'
    for name, price in [("red", 31), ("green", 28), ("black", 19), ("grey", 22)]
)


def _product(html: str, url: str = URL, title: str = "Blue Kettle") -> Any:
    return product(material(f"<html lang=en-GB><title>{title}</title>{html}", url)).value


def test_each_marked_up_variant_has_its_price_and_its_availability() -> None:
    found = _product(f"{SHIRT}<h1>Linen shirt</h1>", title="Linen shirt")
    assert found == {
        "title": "Linen shirt",
        "url": URL,
        "brand": "Loom",
        "description": "Cool in summer.",
        "variants": [
            {
                "sku": "L-B",
                "title": "Linen shirt, blue",
                "values": {"color": "Blue", "size": "M"},
                "price": {"amount": 49, "currency": "EUR"},
                "availability": {"inStock": True, "text": "InStock"},
                "images": [{"url": "https://shop.example/b.jpg"}],
            },
            {
                "sku": "L-R",
                "title": "Linen shirt, red",
                "values": {"color": "Red"},
                "price": {"amount": 39, "currency": "EUR"},
                "availability": {"inStock": False, "text": "OutOfStock"},
            },
        ],
    }
    assert len(ProductProfile.model_validate(found).variants) == 2


def test_a_product_that_is_only_shown_is_its_only_variant() -> None:
    assert _product(SHOWN)["variants"] == [
        {
            "price": {"amount": 24.5, "currency": "GBP", "formatted": "£24.50"},
            "sale": {"originalPrice": {"amount": 30, "currency": "GBP"}},
            "availability": {"inStock": True, "text": "In stock"},
        }
    ]


@pytest.mark.parametrize(("offer", "can_be_had"), [('"offers": {"price": "9.90"}', True), ('"color": "Blue"', False)])
def test_without_a_word_of_availability_a_price_stands_for_it(offer: str, can_be_had: bool) -> None:
    found = _product(json_ld(f'{{"@type": "Product", "name": "Blue Kettle", {offer}}}') + "<h1>Blue Kettle</h1>")
    assert found["variants"][0]["availability"] == {"inStock": can_be_had}


@pytest.mark.parametrize(
    "html",
    [
        "<h1>About kettles</h1><p>A kettle boils water. Good ones cost $30.</p>",
        f'<h1>Kettles</h1><button class="add-to-cart">Add</button><p class=stock>In stock</p>{CARDS}',
        json_ld('{"@type": "Article", "headline": "Blue Kettle"}') + "<h1>Blue Kettle</h1>",
    ],
    ids=["an article", "many cards", "marked up as an article"],
)
def test_a_page_that_sells_no_single_product_has_none(html: str) -> None:
    assert _product(html, "https://shop.example/kettles") is None


@pytest.mark.parametrize("line", ["Availability: 0 in stock", "0 left", "No longer in stock"])
def test_a_product_of_which_none_is_left_is_not_in_stock(line: str) -> None:
    [variant] = _product(SHOWN.replace("In stock", line))["variants"]
    [unmarked] = _product(SHOWN.replace('class="stock">In stock', f">{line}"))["variants"]
    assert not variant["availability"]["inStock"]
    assert not unmarked["availability"]["inStock"]


@pytest.mark.parametrize(
    ("body", "prompt", "price"),
    [
        ("<p>It stores your files for $12 per month.</p>", "price per month", 12),
        ("<p>$12/month or $120 per year</p>", "What is the price per year?", 120),
        ("<p>Small: $12 per month.</p><p>Large: $40 per month.</p>", "price per month", None),
        ('<p class="price">$12 <span>per month</span></p>', "price per year", None),
        ("<p>It stores your files for $12 per month.</p>", "", None),
    ],
)
def test_a_price_by_a_time_is_read_where_it_is_asked_for(body: str, prompt: str, price: int | None) -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number"}}}
    shown = material(f"<title>Anvil</title><main><h1>Anvil Cloud</h1>{body}</main>")
    assert extract(shown, schema, prompt=prompt).value == {"price": price}
