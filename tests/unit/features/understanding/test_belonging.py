# ruff: noqa: RUF001 - signs that pages use
"""What a page says of one thing supports nothing of another: evidence is by field, by entry and by part of the page."""

from collections.abc import Mapping
from typing import Any

import pytest

from gossamer.core.understanding import Method
from tests.unit.features.understanding.paper import held

ELSEWHERE = "The model gave a value that the page says of something else."

HOUSE = """<main><h1>12 Elm Road</h1><p>This house has 4 bedrooms and 2 bathrooms on a plot of 650 m². It was built in
1972. The asking price is €385,000 and the monthly heating costs are €140. The living area is 148 m². Pets are
allowed.</p><h2>Similar properties</h2>
<div class="card"><a href="/2">3 Oak Lane</a><p>€299,000</p><p>3 bedrooms</p></div>
<div class="card"><a href="/3">9 Fir Street</a><p>€450,000</p><p>5 bedrooms</p></div></main>"""
LISTED = (
    HOUSE.replace("Similar properties", "Other properties")
    .replace("</a><p>", "</a> <span>")
    .replace("</p><p>3 b", "</span> <span>3 b")
)
TEAM = """<main><h1>About Kite</h1><p>Kite was started by Jo Webb in 2011. Our CEO is Dana Cole, our CTO is Sami Noor
and our CFO is Lena Fox. We have 85 employees in 4 offices. More than 900 utilities in 31 countries use our meters.</p>
<ul><li><strong>Ruth Meyer</strong>, Chief Operating Officer</li>
<li><strong>Omar Said</strong>, President</li></ul></main>"""
PLANS = """<main><h1>Plans</h1><table><thead><tr><th></th><th>Starter</th><th>Team</th></tr></thead><tbody>
<tr><th>Price per month</th><td>$9</td><td>$29</td></tr><tr><th>Users</th><td>1</td><td>10</td></tr>
<tr><th>SSO</th><td>–</td><td>✓</td></tr></tbody></table></main>"""
CARDS = """<main><h1>Plans</h1><div class="plans"><div class="plan"><h3>Starter</h3><p>$9 / month</p><p>1 user</p></div>
<div class="plan"><h3>Team</h3><p>$29 / month</p><p>10 users</p></div></div></main>"""
SENTENCE = """<main><h1>Plans</h1><p>The Starter plan costs $9 a month for 1 user, and the Team plan costs $29 a month
for 10 users.</p></main>"""
HEADED = """<main><h1>Trails</h1><h3>Pine Loop</h3><p>6.4 km, easy, 2 hours.</p><h3>Ridge Walk</h3>
<p>11.8 km, hard, 5 hours.</p></main>"""
SHEET = """<main><h1>Volt scooter</h1><dl><dt>Weight</dt><dd>17.5 kg</dd><dt>Max load</dt><dd>120 kg</dd><dt>Range</dt>
<dd>45 km</dd><dt>Waterproof</dt><dd>No</dd><dt>Colour</dt><dd>Black</dd><dt>Country of origin</dt><dd>UK</dd></dl>
<p>Now <b>£549</b>, was <s>£699</s>. Delivery costs £12. Charging takes 1 h 30 min.</p>
<label>Size <select><option>S<option>M<option>L</select></label></main>"""
COLUMN = {"plans": [{"name": "Starter", "price": 9, "users": 1}, {"name": "Team", "price": 29, "users": 10}]}


@pytest.mark.parametrize(
    ("html", "value"),
    [
        (HOUSE, {"bedrooms": 4, "bathrooms": 2, "price": 385000, "plotArea": "650 m²", "livingArea": "148 m²"}),
        (HOUSE, {"yearBuilt": 1972, "heatingCosts": 140, "petsAllowed": True, "address": "12 Elm Road"}),
        (TEAM, {"ceo": "Dana Cole", "cto": "Sami Noor", "cfo": "Lena Fox", "founder": "Jo Webb", "coo": "Ruth Meyer"}),
        (TEAM, {"employees": 85, "offices": 4, "countries": 31, "foundedYear": 2011}),
        (PLANS, COLUMN),
        (CARDS, COLUMN),
        (SENTENCE, COLUMN),
        (HEADED, {"trails": [{"name": "Pine Loop", "lengthKm": 6.4, "difficulty": "easy", "hours": 2}]}),
        (SHEET, {"weightKg": 17.5, "maxLoad": "120 kg", "waterproof": False, "color": "Black"}),
        (SHEET, {"price": 549, "originalPrice": 699, "chargingMinutes": 90, "sizes": ["S", "M", "L"]}),
        (SHEET, {"country": "United Kingdom", "currency": "GBP"}),
    ],
)
async def test_what_the_page_says_of_the_field_stays(html: str, value: Mapping[str, Any]) -> None:
    found = await held(html, value)
    assert found.value == value
    assert found.missing == {}


@pytest.mark.parametrize(
    ("html", "name", "lie", "beside"),
    [
        pytest.param(HOUSE, "bedrooms", 5, {}, id="of a similar thing"),
        pytest.param(HOUSE, "price", 299000, {}, id="the price of a similar thing"),
        pytest.param(LISTED, "bedrooms", 5, {}, id="of one of several cards with prices"),
        pytest.param(HOUSE, "bedrooms", 2, {"bathrooms": 4}, id="two numbers of a sentence exchanged"),
        pytest.param(HOUSE, "price", 140, {"heatingCosts": 385000}, id="two amounts of a sentence exchanged"),
        pytest.param(HOUSE, "plotArea", "148 m²", {"livingArea": "650 m²"}, id="two areas exchanged"),
        pytest.param(HOUSE, "price", 1972, {}, id="a year for a price"),
        pytest.param(HOUSE, "petsAllowed", False, {}, id="the contrary"),
        pytest.param(TEAM, "ceo", "Sami Noor", {"cto": "Dana Cole"}, id="two people exchanged"),
        pytest.param(TEAM, "ceo", "Jo Webb", {}, id="the founder for the chief executive"),
        pytest.param(TEAM, "ceo", "Ruth Meyer", {}, id="another officer for the chief executive"),
        pytest.param(TEAM, "employees", 900, {}, id="a number that counts something else"),
        pytest.param(TEAM, "employees", 31, {"countries": 85}, id="two counts exchanged"),
        pytest.param(SHEET, "weight", "120 kg", {"maxLoad": "17.5 kg"}, id="two labelled values exchanged"),
        pytest.param(SHEET, "widthCm", 45, {}, id="a label that is about something else"),
        pytest.param(SHEET, "price", 699, {}, id="the price before"),
        pytest.param(SHEET, "price", 12, {}, id="the price of delivery"),
        pytest.param(SHEET, "waterproof", True, {}, id="the contrary of a labelled no"),
        pytest.param(SHEET, "color", "Waterproof", {}, id="a label for a value"),
        pytest.param(SHEET, "country", "Germany", {}, id="another country"),
    ],
)
async def test_what_it_says_of_something_else_does_not_pass(
    html: str, name: str, lie: Any, beside: Mapping[str, Any]
) -> None:
    found = await held(html, {name: lie, **beside})
    assert found.value[name] != lie
    assert f"/{name}" in found.missing or found.evidence[f"/{name}"].method is Method.DETERMINISTIC


@pytest.mark.parametrize("html", [PLANS, CARDS, SENTENCE])
@pytest.mark.parametrize("field", ["price", "users"])
async def test_what_is_said_of_one_entry_supports_nothing_of_another(html: str, field: str) -> None:
    first, second = COLUMN["plans"]
    told = {"plans": [{**first, field: second[field]}, {**second, field: first[field]}]}
    found = await held(html, told)
    assert [one[field] for one in found.value["plans"]] == [None, None]
    assert [one["name"] for one in found.value["plans"]] == ["Starter", "Team"]
    assert all(found.missing[f"/plans/{at}/{field}"].startswith("The model gave a value") for at in (0, 1))


async def test_an_entry_that_has_another_ones_name_has_nothing_of_what_was_read_at_its_place() -> None:
    first, second = COLUMN["plans"]
    found = await held(CARDS, {"plans": [{**first, "name": "Team"}, {**second, "name": "Starter"}]})
    assert found.value == {
        "plans": [{"name": "Team", "price": None, "users": None}, {"name": "Starter", "price": None, "users": None}]
    }


async def test_a_yes_in_a_column_is_that_of_its_own_plan() -> None:
    said = [{"name": "Starter", "sso": False}, {"name": "Team", "sso": True}]
    lies = [{"name": "Starter", "sso": True}, {"name": "Team", "sso": False}]
    assert (await held(PLANS, {"plans": said})).value == {"plans": said}
    assert [one["sso"] for one in (await held(PLANS, {"plans": lies})).value["plans"]] == [None, None]


async def test_a_list_that_asks_for_the_similar_things_has_them() -> None:
    similar = {
        "similarProperties": [{"name": "3 Oak Lane", "price": 299000}, {"name": "9 Fir Street", "price": 450000}]
    }
    assert (await held(HOUSE, similar)).value == similar


async def test_what_the_page_marks_up_is_not_contradicted() -> None:
    html = """<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",
      "name": "Volt scooter", "offers": {"@type": "Offer", "price": "549.00", "priceCurrency": "GBP"}}</script>
      <main><h1>Volt scooter</h1><p>Price: £549. Price with trailer: £649.</p></main>"""
    found = await held(html, {"name": "Volt scooter", "price": 649.0})
    assert found.value == {"name": "Volt scooter", "price": 549.0}
    assert found.evidence["/price"].place.startswith("JSON-LD")


async def test_a_value_stands_with_the_label_that_it_stands_under() -> None:
    found = await held(SHEET, {"maxLoad": "120 kg"})
    assert found.evidence["/maxLoad"].quote == "Max load 120 kg"
