"""A schema filled from a page, without a model."""

import json
from typing import Any

import pytest

from gossamer.content.extraction import extract
from gossamer.core.understanding import Confidence, Evidence, Extraction, Method
from tests.unit.content.extraction.material import URL, json_ld, material

KETTLE = (
    "<html lang=en><head><title>Blue Kettle | Shop</title>"
    + json_ld(
        json.dumps(
            {
                "@graph": [
                    {
                        "@type": "Product",
                        "name": "Blue Kettle",
                        "sku": "K-1",
                        "description": "Boils &amp; whistles.<br>Blue.",
                        "brand": {"@type": "Brand", "name": "Acme"},
                        "offers": {
                            "@type": "Offer",
                            "price": "19.90",
                            "priceCurrency": "EUR",
                            "availability": "InStock",
                        },
                        "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.5", "reviewCount": "12"},
                        "review": [
                            {
                                "@type": "Review",
                                "author": {"name": "Ann"},
                                "reviewBody": "Good",
                                "datePublished": "2024-03-01",
                            },
                            {"@type": "Review", "author": "Bob", "reviewBody": "Bad"},
                        ],
                        "additionalProperty": [
                            {"@type": "PropertyValue", "name": "Power", "value": "2000", "unitText": "W"}
                        ],
                    },
                    {"@type": "Organization", "name": "Shop", "telephone": "+49 30 123456"},
                ]
            }
        )
    )
    + "</head><body><h1>Blue Kettle</h1><table><tr><th>Capacity</th><td>1.7 l</td></tr></table></body></html>"
)


def _extract(html: str, **fields: Any) -> Extraction:
    return extract(material(html), {"type": "object", "properties": fields})


def _value(html: str, **fields: Any) -> Any:
    return _extract(html, **fields).value


TEXT = {"type": "string"}
NUMBER = {"type": "number"}


@pytest.mark.parametrize("name", ["price", "current_price", "salePrice", "Product Price", "preis", "cost"])
def test_a_field_may_be_called_in_many_ways(name: str) -> None:
    assert _value(KETTLE, **{name: NUMBER}) == {name: 19.9}


def test_a_description_tells_what_a_name_does_not() -> None:
    assert _value(KETTLE, wert={"type": "number", "description": "The current price, in euros"}) == {"wert": 19.9}


def test_values_take_the_type_that_is_asked_for() -> None:
    fields = {
        "price": {"type": ["number", "null"]}, "in_stock": {"type": "boolean"}, "review_count": {"type": "integer"},
        "availability": {"enum": ["out of stock", "in stock"]}, "rating": NUMBER, "description": TEXT,
    }  # fmt: skip
    assert _value(KETTLE, **fields) == {
        "price": 19.9, "in_stock": True, "review_count": 12, "availability": "in stock", "rating": 4.5,
        "description": "Boils & whistles. Blue.",
    }  # fmt: skip


def test_a_price_in_words_has_its_currency_unless_another_field_takes_it() -> None:
    assert _value(KETTLE, price=TEXT) == {"price": "19.90 EUR"}
    assert _value(KETTLE, price=TEXT, currency=TEXT) == {"price": "19.90", "currency": "EUR"}


def test_a_value_out_of_bounds_is_none() -> None:
    assert _value(KETTLE, rating={"type": "number", "maximum": 4}) == {"rating": None}
    assert _value(KETTLE, sku={"type": "string", "pattern": "^[0-9]+$"}) == {"sku": None}
    assert _value(KETTLE, sku={"type": "string", "pattern": "^K-"}) == {"sku": "K-1"}
    assert _value(KETTLE, brand={"enum": ["Zenith", "Nadir"]}) == {"brand": None}


def test_objects_are_filled_from_the_thing_inside_or_by_both_names() -> None:
    asked = {
        "price": {"type": "object", "properties": {"amount": NUMBER, "currency": TEXT}},
        "brand": {"type": "object", "properties": {"name": TEXT}},
        "rating": {"type": "object", "properties": {"value": NUMBER, "count": {"type": "integer"}}},
        "product": {"type": "object", "properties": {"sku": TEXT}},
    }
    assert _value(KETTLE, **asked) == {
        "price": {"amount": 19.9, "currency": "EUR"},
        "brand": {"name": "Acme"},
        "rating": {"value": 4.5, "count": 12},
        "product": {"sku": "K-1"},
    }


def test_a_list_of_objects_is_filled_from_what_repeats() -> None:
    row = {"author": TEXT, "text": TEXT, "date": {"type": "string", "format": "date"}}
    assert _value(KETTLE, reviews={"type": "array", "items": {"type": "object", "properties": row}}) == {
        "reviews": [
            {"author": "Ann", "text": "Good", "date": "2024-03-01"},
            {"author": "Bob", "text": "Bad", "date": None},
        ]
    }


def test_properties_and_facts_answer_to_their_own_names() -> None:
    assert _value(KETTLE, power=TEXT, capacity=TEXT) == {"power": "2000 W", "capacity": "1.7 l"}


def test_what_the_page_does_not_say_is_null_with_a_reason() -> None:
    found = _extract(KETTLE, warranty=TEXT, colours={"type": "array", "items": TEXT}, name=NUMBER, sku=TEXT)
    assert found.value == {"warranty": None, "colours": [], "name": None, "sku": "K-1"}
    assert set(found.missing) == {"/warranty", "/colours", "/name"}
    assert "type" in found.missing["/name"]
    assert found.coverage == 0.25


def test_evidence_quotes_the_page_and_says_where() -> None:
    found = _extract(KETTLE, **{"price": NUMBER, "a/b capacity": TEXT, "capacity": TEXT})
    place = "JSON-LD Product > offers > price"
    assert found.evidence["/price"] == Evidence(URL, "19.90", place, Method.DETERMINISTIC, Confidence.HIGH.number)
    assert "1.7 l" in found.evidence["/capacity"].quote
    assert set(found.evidence) | set(found.missing) == {"/price", "/a~1b capacity", "/capacity"}


def test_a_company_is_not_mistaken_for_what_it_sells() -> None:
    asked = {"company_name": TEXT, "phone": TEXT, "address": TEXT}
    assert _value(KETTLE, **asked)["phone"] == "+49 30 123456"


def test_of_many_products_none_is_the_page_s_own() -> None:
    listing = json_ld(json.dumps([{"@type": "Product", "name": f"Kettle {n}", "sku": f"S{n}"} for n in range(3)]))
    assert _value(f"<title>All of it</title>{listing}<h1>Kitchen</h1>", sku=TEXT, price=NUMBER) == {
        "sku": None,
        "price": None,
    }
    rows = {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "sku": TEXT}}}
    assert _value(f"<title>All of it</title>{listing}<h1>Kitchen</h1>", products=rows)["products"][2] == {
        "name": "Kettle 2", "sku": "S2",
    }  # fmt: skip


def test_a_list_that_is_only_seen_gives_objects_too() -> None:
    cards = "".join(
        f'<li class="card"><a href="/k/{n}"><h3 class="title">Kettle {n}</h3></a>'
        f'<span class="price">${n}9.99</span></li>'
        for n in range(1, 6)
    )
    row = {"name": TEXT, "price": NUMBER, "url": {"type": "string", "format": "uri"}}
    found = _value(
        f"<title>Kettles</title><h1>Kettles</h1><ul>{cards}</ul>",
        products={"type": "array", "maxItems": 2, "items": {"type": "object", "properties": row}},
    )
    assert found["products"] == [
        {"name": "Kettle 1", "price": 19.99, "url": "https://shop.example/k/1"},
        {"name": "Kettle 2", "price": 29.99, "url": "https://shop.example/k/2"},
    ]


def test_facts_that_contradict_each_other_say_nothing() -> None:
    html = "<h1>Kettle</h1><dl><dt>Capacity</dt><dd>1 l</dd><dt>Capacity</dt><dd>2 l</dd></dl>"
    assert _value(html, capacity=TEXT) == {"capacity": None}


def test_an_article_says_who_wrote_it_and_when() -> None:
    html = (
        "<html lang=en><title>Kettles are back | The Daily</title><meta property='og:site_name' content='The Daily'>"
        "<h1>Kettles are back</h1><p>By Ann Lee</p><p>March 5, 2024</p><p>They whistle.</p>"
    )
    fields = {"title": TEXT, "author": TEXT, "date": {"type": "string", "format": "date"}, "sitename": TEXT}
    assert _value(html, **fields) == {
        "title": "Kettles are back", "author": "Ann Lee", "date": "2024-03-05", "sitename": "The Daily",
    }  # fmt: skip


def test_an_address_is_no_author() -> None:
    meta = '<meta property="article:author" content="https://social.example/ann">'
    assert _value(f"<title>A</title>{meta}<h1>A</h1>", author=TEXT) == {"author": None}


def test_addresses_are_absolute() -> None:
    html = '<title>A</title><meta property="og:image" content="/i.jpg"><h1>A</h1>'
    assert _value(html, image={"type": "string", "format": "uri"}) == {"image": "https://shop.example/i.jpg"}


def test_contacts_are_found_in_links() -> None:
    html = (
        '<title>Us</title><h1>Us</h1><a href="mailto:a@example.org?subject=x">mail</a>'
        '<a href="tel:+49301234567">call</a>'
    )
    assert _value(html, email=TEXT, phone=TEXT) == {"email": "a@example.org", "phone": "+49301234567"}


def test_names_that_the_page_chooses_are_its_labels() -> None:
    found = _value(KETTLE, specifications={"type": "object", "additionalProperties": TEXT})
    assert found == {"specifications": {"Capacity": "1.7 l"}}


def test_an_empty_page_fills_nothing() -> None:
    found = extract(material(""), {"type": "object", "properties": {"a": TEXT, "b": {"type": "array"}}})
    assert (found.value, found.coverage, found.evidence) == ({"a": None, "b": []}, 0.0, {})


def test_a_schema_may_ask_for_a_list_or_a_value_alone() -> None:
    assert extract(material(KETTLE), {"type": "array", "items": TEXT}).value == []
    row = {"type": "object", "properties": {"reviewBody": TEXT}}
    assert extract(material(KETTLE), {"title": "reviews", "type": "array", "items": row}).value == [
        {"reviewBody": "Good"}, {"reviewBody": "Bad"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    "hostile",
    [
        '<div itemscope itemtype="https://schema.org/Recipe">' + '<b itemprop="recipeIngredient">1 x</b>' * 20_000,
        '<div itemscope itemtype="https://schema.org/Product">' * 5_000 + "<b itemprop=name>x",
        "<h1>x</h1>" + "<b class=price>1 234 567 890 $ 5</b>" * 5_000,
        '<h1>x</h1><b class="price">' + "1 " * 100_000,
        "<b>Ingredients</b><ul><li>1 cup" * 2_000,
        "<h1>Ingredients</h1>" * 5_000,
        '<div class="price product">' * 5_000 + "1 $",
        '<a href="mailto:' + "a." * 50_000 + '">x</a>',
    ],
    ids=["properties", "things", "prices", "figures", "lists", "headings", "depth", "address"],
)
def test_hostile_pages_are_read_to_an_end(hostile: str) -> None:
    row = {"type": "object", "properties": {"text": TEXT, "rating": NUMBER}}
    found = _value(
        hostile,
        name=TEXT, price=NUMBER, email=TEXT, ingredients={"type": "array", "items": TEXT},
        reviews={"type": "array", "items": row},
    )  # fmt: skip
    assert set(found) == {"name", "price", "email", "ingredients", "reviews"}


def test_what_a_program_says_is_nothing_of_the_page() -> None:
    told = (("author", "user"), ("sku", "K-9"))
    code = ", ".join(f'<span>"{name}"</span><span>:</span> <span>{value}</span>' for name, value in told)
    schema = {"properties": {"author": {"type": "string"}, "sku": {"type": "string"}}}
    page = material(f"<h1>Quickstart</h1><pre>return {{{code}}}</pre>")
    assert extract(page, schema).value == {"author": None, "sku": None}
