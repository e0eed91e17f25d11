"""Lists that a schema asks for, read from whole pages without a model."""

from typing import Any

import pytest

from gossamer.core.formats import Json
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Extraction
from gossamer.features.scrape.reading import read
from tests.unit.features.understanding.paper import ADDRESS, a_page

TEXT = {"type": "string"}
PRODUCTS = {
    "type": "object",
    "properties": {
        "products": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": TEXT, "price": {"type": "number"}, "image": TEXT, "url": TEXT},
            },
        }
    },
}
CATEGORY = """<title>Trail Running Shoes | Stride</title><link rel="icon" href="/favicon.ico">
<main><h1>Trail Running Shoes (158 ITEMS)</h1><p class="price">from $59.95</p></main>"""
PLAIN = """<title>Desk lamp</title><main><h1>Desk lamp</h1><p>Price: $11.50</p><p>SKU: L-1</p></main>"""
MARKED = """<title>Desk lamp</title><script type="application/ld+json">{"@context": "https://schema.org",
"@type": "Product", "name": "Desk lamp", "offers": {"@type": "Offer", "price": "11.50"}}</script>
<main><h1>Desk lamp</h1></main>"""


def _products(html: str) -> tuple[list[Any], Extraction]:
    spec = ScrapeSpec(url=ADDRESS, formats=(Json(PRODUCTS),))
    understood = read(a_page(html), spec, None, judged=False).understood
    assert understood is not None
    [found] = understood.results
    assert isinstance(found, Extraction)
    return found.value["products"], found


@pytest.mark.parametrize("html", [CATEGORY, PLAIN], ids=["category", "one product without markup"])
def test_a_page_is_no_entry_of_the_list_that_it_was_asked_for(html: str) -> None:
    assert _products(html)[0] == []


def test_one_product_that_is_marked_up_is_the_one_entry() -> None:
    products, found = _products(MARKED)
    assert products == [{"name": "Desk lamp", "price": 11.5, "image": None, "url": None}]
    assert found.evidence["/products/0/price"].place.startswith("JSON-LD Product")
