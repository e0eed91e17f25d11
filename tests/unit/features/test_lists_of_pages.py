"""Lists that a schema asks for, read from whole pages without a model."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from gossamer.core.formats import Json
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Confidence, Extraction
from gossamer.features.scrape.reading import read
from tests.unit.content.extraction.material import material
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


OF_ONE = {
    "plain": PLAIN,
    "beside others": """<title>Desk lamp | Lumen</title><header><h1>Lumen</h1><p>Free shipping over $50</p></header>
<main><h1>Desk lamp</h1><p class="price"><del>$15.00</del> <ins>$11.50</ins></p><p>12 items in stock</p></main>
<section><h2>You may also like</h2><div><h3>Floor lamp</h3><p>$80.00</p></div><div><h3>Bulb</h3><p>$3.00</p></div>
</section>""",
    "table": """<title>Desk lamp</title><h1>Desk lamp</h1><table><tr><th>Price</th><td>$11.50</td></tr>
<tr><th>Colour</th><td>Red</td></tr></table>""",
}
OF_NONE = {
    "category": CATEGORY,
    "category, not counted": CATEGORY.replace(" (158 ITEMS)", ""),
    "category in German": CATEGORY.replace("(158 ITEMS)", "").replace("from $59.95", "ab 59,95 €"),
    "category, counted": CATEGORY.replace("(158 ITEMS)", "")
    .replace("from ", "")
    .replace("<p", "<p>158 products</p><p"),
    "several amounts": CATEGORY.replace("(158 ITEMS)", "").replace("from $59.95", "$59.95</p><p>$70.00"),
    "article": "<title>Why lamps</title><h1>Why lamps</h1><p>A lamp costs $11.50 these days, and it is worth that.</p>",
    "no price": "<title>About us</title><h1>About us</h1><p>We sell lamps.</p>",
    "something else": f'<meta property="og:type" content="article">{PLAIN}',
}


def _products(html: str, *, of_several: bool = False) -> tuple[list[Any], Extraction]:
    spec = ScrapeSpec(url=ADDRESS, formats=(Json(PRODUCTS, of_several=of_several),))
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


def test_one_product_that_its_page_says_it_is_of_is_the_one_entry() -> None:
    products, _ = _products(f'<meta property="og:type" content="product">{PLAIN}')
    assert [(one["name"], one["price"]) for one in products] == [("Desk lamp", 11.5)]


@pytest.mark.parametrize("html", OF_ONE.values(), ids=OF_ONE)
def test_of_several_pages_that_are_read_each_is_an_entry_if_it_is_of_one_thing(html: str) -> None:
    products, found = _products(html, of_several=True)
    assert [(one["name"], one["price"]) for one in products] == [("Desk lamp", 11.5)]
    # Nothing but its look speaks for it.
    assert found.evidence["/products/0/price"].confidence == Confidence.LOW.number


@pytest.mark.parametrize("html", OF_NONE.values(), ids=OF_NONE)
def test_of_several_pages_one_that_leads_to_many_things_or_to_none_is_no_entry(html: str) -> None:
    assert _products(html, of_several=True)[0] == []


def test_a_place_alone_makes_no_page_that_of_a_thing() -> None:
    fields = {"title": TEXT, "location": TEXT, "salary": TEXT}
    jobs = {"type": "array", "items": {"type": "object", "properties": fields}}
    asked = {"type": "object", "properties": {"jobs": jobs}}
    html = "<title>{0}</title><h1>{0}</h1><dl><dt>Location<dd>Kiel{1}</dl>"
    of_contact, of_job = html.format("Contact", ""), html.format("Welder", "<dt>Salary<dd>€40,000")
    assert extract(material(of_contact), asked, of_several=True).value == {"jobs": []}
    [job] = extract(material(of_job), asked, of_several=True).value["jobs"]
    assert job == {"title": "Welder", "location": "Kiel", "salary": "€40,000"}
