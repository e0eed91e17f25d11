"""What a page says of its own thing comes first and in its middle; what it says later or around that is of others."""

from typing import Any

import pytest

from gossamer.core.understanding import Confidence, Method
from tests.unit.features.understanding.paper import held

RELEASE = """<header><a class="logo">Harbour Tools</a><nav><a>Guides</a> <a>Releases</a></nav></header>
<main><p class="date">Friday 3 July 2026</p><h1>Quill 5.4.0</h1><p>Published 1 July 2026. Released by Petra Noll.</p>
<p>Needs Rust 1.82. Supported until 1 November 2029. Drops Python 3.8.</p>
<p>In 2025 it had 4,100 users, up from 2,300 users the year before.</p>
<h2>Older</h2><p>5.3.7, published 2 March 2026, released by Dominic Acheb. Needs Rust 1.70.</p></main>
<footer><p>Part of the Harbour Trust. Photos by Iain Moffat. Website by Studio Nine.</p></footer>"""
HOTEL = """<header><b>Staywell</b></header><main><h1>Heron House</h1><p>A quiet hotel with 26 rooms by the lake.</p>
<p>Price from £120 or 3 payments of £40. Reception +44 1632 555 017, hello@heron.example.</p>
<p>Manager: Ann Lowe. Piers Lowe was our manager until 2020.</p>
<p>A similar hotel in Aldport with 60 rooms opened last week.</p></main>
<aside><h3>The Curlew</h3><p>The Curlew, 3 Mill Lane, Aldport. Telephone +44 1632 555 999. 12 rooms.</p></aside>
<footer><p>Weddings: weddings@heron.example</p></footer>"""
BOOK = """<title>The Salt Roads | Eastgate Books</title><header><b>Eastgate Books</b></header>
<main><h1>The Salt Roads</h1><p class="by">By Ottoline Verrall. Translated by Marcus Feld.</p><p>£12.99</p></main>"""

PHONE = """<title>Aura 7 | Bestphones</title><div class="top">Bestphones <a>My account</a> <a>Basket</a></div>
<main><p class="maker">Norvik</p><h1>Aura 7</h1><div>£329.00, or £27.42 a month over 12 months</div>
<p>With 4,900 mAh. Compared with last year's Aura 6, which had 4,300 mAh, it lasts longer. It weighs 185 g and is
40 grams lighter than before.</p><table><tr><th>Energy class</th><td>D (potential B)</td></tr></table></main>"""
FLAT = """<main><h1>Flat to let</h1><p>12 Elm Road, Leeds LS1 4AB</p><p>Published 3 May 2026.</p><p>Two bedrooms.</p>
<p>Our Ilkley office, 9 Fir Street, Ilkley LS29 8AA, opened in 2018. Agency founded in 1990.</p>
<p>Its guide was published on 9 June 2025.</p></main>"""

LUNCH = """<title>Lunch - The Ladle</title><p class="usp">Rated 4.8 by 90 shops</p><main><h1>Lunch at the Ladle</h1>
<p>Two courses £22, three courses £27. Rated 4.3 by 210 guests. Our 52nd season.</p><p>Colour: Grey, also in Oat</p>
<table><tr><th>Branch</th><th>Address</th></tr>
<tr><td>Head office</td><td>9 Lichfield Street</td></tr>
<tr><td>Queenstown</td><td>118 Colombo Street</td></tr>
<tr><td>Nelson</td><td>4 Bridge Street</td></tr></table></main>"""


@pytest.mark.parametrize(
    ("html", "value"),
    [
        (RELEASE, {"name": "Quill 5.4.0", "datePublished": "2026-07-01", "minRustVersion": "1.82", "users": 4100}),
        (HOTEL, {"name": "Heron House", "rooms": 26, "price": 120, "phone": "+44 1632 555 017"}),
        (HOTEL, {"email": "hello@heron.example", "manager": "Ann Lowe"}),
        (BOOK, {"title": "The Salt Roads", "author": "Ottoline Verrall"}),
        (PHONE, {"brand": "Norvik", "price": 329, "batteryMah": 4900, "weightGrams": 185, "energyClass": "D"}),
        (LUNCH, {"twoCoursePrice": 22, "rating": 4.3, "headOfficeAddress": "9 Lichfield Street"}),
        (FLAT, {"address": "12 Elm Road, Leeds LS1 4AB", "datePublished": "2026-05-03", "foundedYear": 1990}),
    ],
)
async def test_what_it_says_of_its_own_thing_stays(html: str, value: dict[str, Any]) -> None:
    found = await held(html, value)
    assert (found.value, found.missing) == (value, {})


@pytest.mark.parametrize(
    ("html", "name", "lie"),
    [
        pytest.param(RELEASE, "datePublished", "2026-03-02", id="an older release"),
        pytest.param(RELEASE, "datePublished", "2026-07-03", id="the day above the title"),
        pytest.param(RELEASE, "minRustVersion", "1.70", id="what an older release needs"),
        pytest.param(RELEASE, "minPythonVersion", "3.8", id="what is dropped"),
        pytest.param(RELEASE, "users", 2300, id="the year before"),
        pytest.param(RELEASE, "releasedBy", "Iain Moffat", id="whose photos they are"),
        pytest.param(RELEASE, "companyName", "Studio Nine", id="who made the site"),
        pytest.param(RELEASE, "category", "Guides", id="a menu"),
        pytest.param(HOTEL, "rooms", 60, id="a similar thing"),
        pytest.param(HOTEL, "rooms", 12, id="an aside"),
        pytest.param(HOTEL, "price", 40, id="an instalment"),
        pytest.param(HOTEL, "phone", "+44 1632 555 999", id="another house's telephone"),
        pytest.param(HOTEL, "email", "weddings@heron.example", id="an address for something else"),
        pytest.param(HOTEL, "manager", "Piers Lowe", id="who was it before"),
        pytest.param(HOTEL, "address", "3 Mill Lane", id="an address in an aside"),
        pytest.param(HOTEL, "city", "Mill Lane", id="a street for a city"),
        pytest.param(BOOK, "brand", "Eastgate Books", id="the shop for the maker"),
        pytest.param(BOOK, "title", "Eastgate Books", id="the shop for the thing"),
        pytest.param(BOOK, "author", "Marcus Feld", id="the translator"),
        pytest.param(PHONE, "brand", "Bestphones", id="the shop at the head of the page"),
        pytest.param(PHONE, "price", 27.42, id="so much a month"),
        pytest.param(PHONE, "batteryMah", 4300, id="what it is compared with"),
        pytest.param(PHONE, "weightGrams", 40, id="by how much it is lighter"),
        pytest.param(PHONE, "energyClass", "B", id="a remark in brackets"),
        pytest.param(LUNCH, "twoCoursePrice", 27, id="what is said with fewer of its words"),
        pytest.param(LUNCH, "rating", 4.8, id="a number above the title"),
        pytest.param(LUNCH, "seasonPrice", 52, id="which of several it is"),
        pytest.param(LUNCH, "colour", "Oat", id="what there is beside"),
        pytest.param(LUNCH, "headOfficeAddress", "118 Colombo Street", id="another row"),
        pytest.param(FLAT, "address", "9 Fir Street, Ilkley LS29 8AA", id="a later address"),
        pytest.param(FLAT, "foundedYear", 2018, id="a branch"),
        pytest.param(FLAT, "datePublished", "2025-06-09", id="a later publication"),
    ],
)
async def test_what_it_says_of_others_does_not_pass(html: str, name: str, lie: object) -> None:
    found = await held(html, {name: lie})
    # Where rules read the right one it takes the place of the lie.
    assert found.value[name] != lie
    assert f"/{name}" in found.missing or found.evidence[f"/{name}"].method is Method.DETERMINISTIC


async def test_numbers_beyond_all_bounds_are_held_against_the_page_as_any_other() -> None:
    found = await held(RELEASE, {"volumes": 10**400, "rooms": float("1e308"), "seats": 7})
    assert found.value == {"volumes": None, "rooms": None, "seats": None}


TEAM = """<main><h1>Blue kettle</h1><p>Our blue kettle boils two litres.</p><table><tr><th>Role</th><th>Name</th></tr>
<tr><td>Head of design</td><td>Bo Lind</td></tr>{more}</table></main>"""
HEAD_OF_SALES = "<tr><td>Head of sales</td><td>Ann Lowe</td></tr>"


@pytest.mark.parametrize(("more", "sure"), [(HEAD_OF_SALES, Confidence.HIGH), ("", Confidence.MEDIUM)])
async def test_what_heads_a_column_of_several_rows_labels_nothing_of_the_page_itself(
    more: str, sure: Confidence
) -> None:
    found = await held(TEAM.format(more=more), {"name": "Blue kettle"})
    assert found.evidence["/name"].confidence is sure
