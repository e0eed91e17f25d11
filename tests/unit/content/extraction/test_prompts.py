"""What a prompt asks of a page, without a model."""

import json

from gossamer.content.extraction import extract_by_prompt
from tests.unit.content.extraction.material import json_ld, material

KETTLE = (
    "<title>Blue Kettle</title>"
    + json_ld(
        json.dumps(
            {
                "@type": "Product",
                "name": "Blue Kettle",
                "sku": "K-1",
                "offers": {"@type": "Offer", "price": "19.90", "priceCurrency": "EUR"},
                "aggregateRating": {"reviewCount": "12"},
            }
        )
    )
    + "<h1>Blue Kettle</h1>"
)


def test_the_fields_that_a_prompt_names_are_filled() -> None:
    found = extract_by_prompt(material(KETTLE), "Extract the price, the SKU, the brand and the number of reviews.")
    assert found.value == {"price": "19.90 EUR", "sku": "K-1", "brand": None, "reviewCount": 12}
    assert set(found.missing) == {"/brand"}


def test_a_prompt_that_names_no_field_gets_the_whole_thing() -> None:
    found = extract_by_prompt(material(KETTLE), "What is sold here?")
    assert found.value["offers"] == {"@type": "Offer", "price": "19.90", "priceCurrency": "EUR"}
    assert found.evidence["/offers/price"].place == "JSON-LD Product > offers > price"


def test_many_things_are_listed() -> None:
    cards = "".join(
        f'<li class="card"><a href="/k/{n}"><h3 class="title">Kettle {n}</h3></a>'
        f'<span class="price">${n}9.99</span></li>'
        for n in range(1, 6)
    )
    page = material(f"<title>Kettles</title><h1>Kettles</h1><ul>{cards}</ul>")
    found = extract_by_prompt(page, "List all products with name and price")
    assert found.value["products"][0] == {"name": "Kettle 1", "price": "$19.99"}


def test_a_ring_of_things_is_written_once() -> None:
    ring = '{"@id": "#a", "@type": "Product", "name": "Blue Kettle", "isRelatedTo": {"@id": "#a"}}'
    found = extract_by_prompt(material(f"<title>Blue Kettle</title>{json_ld(ring)}"), "everything")
    assert found.value == {"@type": "Product", "name": "Blue Kettle"}


def test_an_empty_page_has_nothing_to_say() -> None:
    assert extract_by_prompt(material(""), "").evidence.keys() <= {"/url"}


def test_a_field_that_a_prompt_names_and_nothing_fills_is_null_and_counts() -> None:
    found = extract_by_prompt(material(KETTLE), "the price and the boiler pressure")
    assert found.value == {"price": "19.90 EUR", "boilerPressure": None}
    assert found.coverage == 0.5
    assert found.missing == {"/boilerPressure": "Not found by the rules."}


def test_words_that_mean_nothing_are_named() -> None:
    [warning] = extract_by_prompt(material(KETTLE), "xyzzy plugh").warnings
    assert '"xyzzy", "plugh"' in warning
    assert extract_by_prompt(material(KETTLE), "Extract the price and the SKU of this product.").warnings == ()


def test_events_with_a_date_are_many_events() -> None:
    events = "".join(f"<li class=event><h3>Concert {n}</h3><p>{n} June 2026</p></li>" for n in range(1, 4))
    found = extract_by_prompt(material(f"<h1>On</h1><ul>{events}</ul>"), "All events with date")
    assert found.value["events"][0] == {"name": "Concert 1", "datePublished": "2026-06-01"}
