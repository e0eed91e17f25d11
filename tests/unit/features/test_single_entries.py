"""A page that is one thing, where a list of such things was asked for."""

from typing import Any

import pytest

from gossamer.core.formats import Json
from gossamer.core.understanding import Extraction
from gossamer.features.scrape.single_entries import with_single_entries
from gossamer.features.understanding import understood
from tests.unit.content.extraction.material import material

LAMP = (
    "<title>Desk lamp</title><main><h1>Desk lamp</h1><p>Price: $11.50</p><p>SKU: L-1</p>"
    "<p>A lamp which shines with a hundred lumens in the evening.</p></main>"
)
ARTICLE = "<title>On lamps</title><main><h1>On lamps</h1><p>Lamps shine, as everybody knows who has one.</p></main>"
ENTRY = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "price": {"type": "number"}, "sku": {"type": "string"}},
}
FOUND = {"name": "Desk lamp", "price": 11.5, "sku": "L-1"}


def listed(name: str = "products", entry: Any = ENTRY, **beside: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "array", "items": entry}, **beside}}


def read(html: str, schema: Any) -> Extraction:
    page, wanted = material(html), [Json(schema, evidence=True)]
    [found] = with_single_entries(understood(page, wanted, {}), page, wanted).results
    assert isinstance(found, Extraction)
    return found


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (listed(), {"products": [FOUND]}),
        (listed("lamps"), {"lamps": [FOUND]}),
        (listed("items", shop={"type": "string"}), {"items": [FOUND], "shop": None}),
        ({"type": "array", "items": ENTRY}, [FOUND]),
        ({**listed(entry={"$ref": "#/$defs/Product"}), "$defs": {"Product": ENTRY}}, {"products": [FOUND]}),
        (
            {"properties": {"products": {"anyOf": [{"type": "null"}, {"type": "array", "items": ENTRY}]}}},
            {"products": [FOUND]},
        ),
    ],
)
def test_a_page_that_is_one_thing_is_the_entry_of_the_list_that_was_asked_for(schema: Any, value: Any) -> None:
    assert read(LAMP, schema).value == value


def test_what_the_entry_rests_on_is_told_at_its_place() -> None:
    found = read(LAMP, listed("a/b"))
    assert found.evidence["/a~1b/0/price"].quote
    assert (found.missing, found.warnings, found.coverage) == ({}, (), 1.0)


@pytest.mark.parametrize(
    ("html", "schema"),
    [
        (ARTICLE, listed()),
        (LAMP, listed("reviews", {"properties": {"title": {"type": "string"}, "price": {"type": "number"}}})),
        (LAMP, listed("products", {"type": "string"})),
        (LAMP, listed("products", {"properties": {"price": {"type": "number"}}})),
        (LAMP, listed("products", {"$ref": "#/$defs/Nowhere"})),
        (LAMP, listed("products", offers={"type": "array", "items": ENTRY})),
    ],
)
def test_a_page_that_is_no_such_thing_leaves_the_list_empty(html: str, schema: Any) -> None:
    assert read(html, schema).value["products" if "products" in schema["properties"] else "reviews"] == []


@pytest.mark.parametrize("name", ["relatedProducts", "similar_lamps", "otherLamps", "recommended"])
def test_a_page_is_no_entry_of_a_list_of_things_that_are_like_it(name: str) -> None:
    assert read(LAMP, listed(name)).value[name] == []


def test_a_page_whose_thing_is_told_beside_the_list_is_no_entry_of_it() -> None:
    value = read(LAMP, listed("bundles", title={"type": "string"})).value
    assert value == {"bundles": [], "title": "Desk lamp"}


def test_a_page_of_which_more_is_said_than_of_the_entry_is_what_the_list_belongs_to() -> None:
    beside = {name: {"type": "string"} for name in ("sku", "code", "price", "description")}
    html = f"{LAMP}<dl><dt>Code</dt><dd>X-9</dd><dt>Description</dt><dd>Shines.</dd></dl>"
    entry = {"properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
    assert read(html, listed("bundles", entry, **beside)).value["bundles"] == []


def test_a_page_of_which_much_is_asked_is_no_entry_of_a_list_beside_it() -> None:
    beside = {f"field{at}": {"type": "string"} for at in range(7)}
    assert read(LAMP, listed("bundles", **beside)).value["bundles"] == []


def test_a_page_that_has_a_list_keeps_it() -> None:
    rows = "".join(f"<tr><td>Lamp {at}</td><td>${at}.50</td></tr>" for at in range(1, 5))
    html = f"<main><h1>Lamps</h1><table><tr><th>Name</th><th>Price</th></tr>{rows}</table></main>"
    assert [entry["price"] for entry in read(html, listed()).value["products"]] == [1.5, 2.5, 3.5, 4.5]


def test_without_a_schema_nothing_changes() -> None:
    page, wanted = material(LAMP), [Json(prompt="price")]
    before = understood(page, wanted, {})
    assert with_single_entries(before, page, wanted) == before
