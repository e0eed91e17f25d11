"""What shops and cooks show without marking it up, and which of several figures is meant."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import URL, json_ld, material

PRODUCT = {
    "type": "object",
    "properties": {
        "price": {"type": "number"},
        "currency": {"type": "string"},
        "sku": {"type": "string"},
        "brand": {"type": "string"},
        "gtin": {"type": "string"},
        "availability": {"type": "string", "enum": ["InStock", "OutOfStock"]},
    },
}
RECIPE = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "total_time": {"type": "integer", "description": "minutes"},
        "yields": {"type": "string"},
        "ingredients": {"type": "array", "items": {"type": "string"}},
        "instructions": {"type": "array", "items": {"type": "string"}},
    },
}


def _product(html: str, url: str = URL) -> Any:
    return extract(material(f"<html lang=en><title>Blue Kettle</title>{html}", url), PRODUCT).value


def _recipe(html: str) -> Any:
    return extract(material(f"<title>Pancakes</title><h1>Pancakes</h1>{html}"), RECIPE).value


def test_the_price_beside_the_name_is_the_product_s() -> None:
    found = _product(
        '<div class="recommendations"><span class="price">$5.00</span></div>'
        '<div class="product-info"><h1>Blue Kettle</h1>'
        '<del class="price">$30.00</del><span class="price-now">$24.50</span><p class="shipping-price">$4.99</p></div>'
        '<ul class="related"><li><a href="/x"><span class="price">$9.00</span></a></li></ul>'
    )
    assert found["price"] == 24.5


def test_a_page_with_no_likely_price_has_none() -> None:
    related = '<div class="carousel"><ul><li><a href="/x"><span class="price">$9.00</span></a></li></ul></div>'
    assert _product(f"<h1>Blue Kettle</h1>{related}")["price"] is None


def test_a_marked_up_number_that_the_address_repeats_comes_first() -> None:
    found = _product(
        json_ld('{"@type": "Product", "name": "Blue Kettle", "sku": "100200"}')
        + "<h1>Blue Kettle</h1><p>Product code: 777888</p>"
    )
    assert found["sku"] == "100200"


def test_a_visible_number_comes_before_one_of_a_variant() -> None:
    found = _product(
        json_ld('{"@type": "Product", "name": "Blue Kettle", "sku": "9912345-XL"}')
        + "<h1>Blue Kettle</h1><dl><dt>Product code</dt><dd>777888</dd><dt>Colour</dt><dd>Blue</dd></dl>"
    )
    assert found["sku"] == "777888"


def test_the_address_s_number_counts_only_where_the_page_has_it_too() -> None:
    buy = '<input type="hidden" name="id" value="100200">'
    assert _product(f"<h1>Blue Kettle</h1>{buy}")["sku"] == "100200"
    assert _product("<h1>Blue Kettle</h1>")["sku"] is None


def test_words_are_no_number() -> None:
    assert (
        _product(json_ld('{"@type": "Product", "name": "Blue Kettle", "sku": "KETTLE 20 DELUXE BLUE"}'))["sku"] is None
    )


def test_a_trade_number_with_a_wrong_check_digit_is_left_out() -> None:
    marked = '{"@type": "Product", "name": "Blue Kettle", "gtin13": "9780552173742"}'
    assert _product(json_ld(marked))["gtin"] == "9780552173742"
    assert _product(json_ld(marked.replace("742", "740")))["gtin"] is None


def test_one_of_many_offers_that_can_be_had_is_enough() -> None:
    offers = '[{"price": 1, "availability": "OutOfStock"}, {"price": 1, "availability": "https://schema.org/InStock"}]'
    found = _product(json_ld(f'{{"@type": "Product", "name": "Blue Kettle", "offers": {offers}}}'))
    assert found["availability"] == "InStock"


def test_what_would_be_shown_if_it_were_gone_says_nothing_while_it_can_be_bought() -> None:
    gone = '<h1>Blue Kettle</h1><p class="stock-status">Out of stock</p>'
    assert _product(gone)["availability"] == "OutOfStock"
    assert _product(f'{gone}<button class="add-to-cart">Add to cart</button>')["availability"] == "InStock"


def test_meta_names_fill_what_things_leave_open() -> None:
    found = _product(
        '<meta property="product:price:amount" content="12.50"><meta property="product:price:currency" content="CHF">'
        '<meta property="product:brand" content="Acme"><h1>Blue Kettle</h1>'
    )
    assert (found["price"], found["currency"], found["brand"]) == (12.5, "CHF", "Acme")


def test_a_script_s_state_fills_what_nothing_else_says() -> None:
    state = (
        '{"p": {"name": "Blue Kettle", "brand": "Acme", "price": 2450}, "q": {"name": "Red Pan", "brand": "Zenith"}}'
    )
    found = _product(f"<h1>Blue Kettle</h1><script>window.__STATE__ = {state}</script>")
    # An amount without a point may be in cents.
    assert (found["brand"], found["price"]) == ("Acme", None)


def test_lists_under_their_headings_are_a_recipe() -> None:
    found = _recipe(
        "<h2>Ingredients</h2><h3>Batter</h3><ul><li>1 cup flour</li><li>2 eggs</li></ul>"
        "<h3>Topping</h3><ul><li>3 tbsp honey</li></ul>"
        "<h2>Method</h2><ol><li>Whisk flour and eggs until smooth.</li><li>Fry and pour the honey over it.</li></ol>"
        "<h2>Notes</h2><ul><li>Keeps for 2 days.</li></ul>"
    )
    assert found["ingredients"] == ["1 cup flour", "2 eggs", "3 tbsp honey"]
    assert found["instructions"] == ["Whisk flour and eggs until smooth.", "Fry and pour the honey over it."]


def test_elements_named_for_what_they_hold_are_a_recipe_too() -> None:
    found = _recipe(
        '<div class="c-ingredients"><ul><li>200 g Mehl</li><li>2 Eier</li></ul></div>'
        '<div class="c-zubereitung"><p>Mehl und Eier glatt verrühren.</p><p>In der Pfanne goldbraun backen.</p></div>'
    )
    assert (len(found["ingredients"]), len(found["instructions"])) == (2, 2)


def test_steps_come_in_order_whatever_holds_them() -> None:
    steps = (
        '[{"@type": "HowToSection", "name": "A", "itemListElement": [{"@type": "HowToStep", "text": "One."}]},'
        ' {"@type": "HowToStep", "name": "Two."}, "<p>Three.</p><p>Four.</p>"]'
    )
    found = _recipe(json_ld(f'{{"@type": "Recipe", "name": "Pancakes", "recipeInstructions": {steps}}}'))
    assert found["instructions"] == ["One.", "Two.", "Three.", "Four."]


@pytest.mark.parametrize(
    ("times", "total"),
    [
        ('"totalTime": "PT1H5M", "prepTime": "PT5M"', 65),
        ('"prepTime": "PT10M", "cookTime": "PT20M"', 30),
        ('"prepTime": "PT10M"', None),
        ('"totalTime": "PT-476070H"', None),
    ],
)
def test_the_whole_time_is_said_or_is_the_sum_of_what_is(times: str, total: int | None) -> None:
    assert _recipe(json_ld(f'{{"@type": "Recipe", "name": "Pancakes", {times}}}'))["total_time"] == total
