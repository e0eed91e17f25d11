# ruff: noqa: E501, RUF001 - pages as they are written
"""Without a label a text is evidence if it is of its field's kind, whole, and where such a thing stands."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.unit.features.understanding.paper import held

OFFICE = """<h1>Get in touch</h1><p>Moller &amp; Sons Joinery<br>Unit 4, Quay Road<br>Bristol BS1 6UZ<br>United Kingdom</p>
<p>Call us on <b>0117 496 0123</b>. Fax 0117 496 0177.</p><p>Write to hello@joinery.example; invoices to
accounts@joinery.example</p><p>Mon–Fri 8am–5pm</p><p>Site made by pixels@studio.example in Leeds.</p>"""
WORK = """<h1>Senior Hydrologist</h1><p class="sub">Tidewater Labs · Rotterdam, Netherlands · Hybrid (2 days at home)</p>
<p>We are a team of 46 people who model rivers. Last year we handled 900 sensors with Delft3D.</p>
<h2>What you bring</h2><ul><li>An MSc in hydrology</li><li>5+ years of experience</li><li>Fluent Dutch</li></ul>
<p>Salary: €4,800 – €6,200 a month, 30 days of holiday. Ask Femke de Groot. Ref. TWL-118</p>"""
FIRM = """<title>About us | Brightloom</title><h1>About Brightloom</h1><p>Brightloom was founded in 2011 by Maren Olsen and
Tariq Aziz. In 2024 we reached revenue of $18 million, up from $13 million. Support is there 24/7.</p>
<h2>In the news</h2><p>Nordtex, where our CEO Ingrid Dahl worked until 2019, has 85 employees and 2,300 customers.</p>"""
CAKE = """<h1>Plum cake</h1><p>By Olga Petrova, 4 September 2025</p><h2>Ingredients</h2><ul><li>250 g flour</li>
<li>2 eggs</li><li>1 kg plums</li></ul><h2>Steps</h2><ol><li>Press into a 26 cm tin.</li><li>Bake at 180 °C for 50
minutes.</li></ol>"""
RACE = """<h1>Moor run</h1><table><tr><th>Pos</th><th>No</th><th>Runner</th></tr><tr><td>1</td><td>44</td><td>Ann Lee</td>
</tr><tr><td>2</td><td>12</td><td>Bo Noor</td></tr><tr><td>3</td><td>7</td><td>Cy Webb</td></tr></table>
<p>Of 196 starters 171 finished.</p>"""
SHOP = """<h1>Dry air 12</h1><p>£149.99 £179.99 Save £30</p><p>Rated 4.3 out of 5 by 218 customers</p>
<p>4 guests · breakfast €21 a person</p><p>214 metres long and 6 metres wide</p>"""
HOURS = """<h1>Praxis am Lindenplatz</h1><dl><dt>Adresse</dt><dd>Lindenplatz 6</dd><dt>Leitung</dt><dd>Ida Wolters</dd>
<dt>Monday – Friday</dt><dd>8:00 – 18:00</dd><dt>Saturday</dt><dd>9:00 – 12:00</dd></dl>"""


async def left_of(html: str, value: Mapping[str, Any]) -> Any:
    """Return what is left of what a model says of a page."""
    return (await held(f"<main>{html}</main>", value)).value


@pytest.mark.parametrize(
    ("html", "field", "lie"),
    [
        pytest.param(OFFICE, "contactEmail", "United Kingdom", id="a country for an address of e-mail"),
        pytest.param(OFFICE, "invoicePhone", "Unit 4, Quay Road", id="a street for a telephone number"),
        pytest.param(OFFICE, "phone", "0117 496 0177", id="a fax for a telephone"),
        pytest.param(OFFICE, "email", "pixels@studio.example", id="an address at somebody else's host"),
        pytest.param(OFFICE, "country", "Bristol", id="a city for a country"),
        pytest.param(OFFICE, "city", "BS1 6UZ", id="a postal code for a city"),
        pytest.param(OFFICE, "vatNumber", "Mon–Fri 8am–5pm", id="hours for a number"),
        pytest.param(OFFICE, "company", "Get in touch", id="what a page is called for a firm"),
        pytest.param(OFFICE, "postalCode", "to", id="a small word"),
        pytest.param(WORK, "location", "or", id="no word of the page"),
        pytest.param(WORK, "contactName", "with Delft", id="a piece of a sentence for a name"),
        pytest.param(WORK, "workMode", "Fluent Dutch", id="an entry of a list for a single text"),
        pytest.param(WORK, "currency", "Tidewater Labs", id="a name for a currency"),
        pytest.param(WORK, "deadline", "900 sensors", id="a count for a day"),
        pytest.param(WORK, "languages", ["Rotterdam"], id="a city for a language"),
        pytest.param(WORK, "yearsOfExperience", 900, id="sensors for years"),
        pytest.param(WORK, "holidayDays", 3, id="a figure within a name"),
        pytest.param(WORK, "holidayDays", 2, id="days of something else"),
        pytest.param(FIRM, "name", "Ingrid Dahl", id="a person in a sentence for the firm"),
        pytest.param(FIRM, "foundedYear", 2019, id="a year of something else"),
        pytest.param(FIRM, "revenue", 18, id="a millionth"),
        pytest.param(FIRM, "revenue", 13_000_000, id="the revenue before"),
        pytest.param(FIRM, "trialDays", 7, id="24/7"),
        pytest.param(FIRM, "employees", 2300, id="customers for employees"),
        pytest.param(FIRM, "founders", ["Maren Olsen", "Ingrid Dahl"], id="a person told elsewhere"),
        pytest.param(CAKE, "author", "2025-09-04", id="a day for an author"),
        pytest.param(CAKE, "bakeMinutes", 180, id="degrees for minutes"),
        pytest.param(CAKE, "servings", 26, id="a length for a count"),
        pytest.param(CAKE, "ingredients", ["250 g flour", "2 eggs", "Press into a 26 cm tin."], id="of another list"),
        pytest.param(CAKE, "ingredients", ["250 g flour", "2 eggs", "plums"], id="a piece among whole entries"),
        pytest.param(RACE, "starters", 171, id="who finished for who started"),
        pytest.param(SHOP, "price", 179.99, id="what it cost before"),
        pytest.param(SHOP, "price", 30.0, id="what is saved"),
        pytest.param(SHOP, "guestRating", 218, id="the number of ratings for the rating"),
        pytest.param(SHOP, "maxGuests", 21, id="money for a count"),
        pytest.param(SHOP, "lengthMetres", 6, id="the width for the length"),
        pytest.param(HOURS, "saturdayHours", "8:00 – 18:00", id="hours of other days"),
    ],
)
async def test_a_text_or_number_of_another_kind_or_thing_does_not_pass(html: str, field: str, lie: Any) -> None:
    left = (await left_of(html, {field: lie}))[field]
    assert left != lie
    assert not isinstance(lie, list) or lie[-1] not in (left or [])


@pytest.mark.parametrize(
    ("html", "value"),
    [
        (
            OFFICE,
            {
                "company": "Moller & Sons Joinery", "street": "Unit 4, Quay Road", "city": "Bristol", "postalCode": "BS1 6UZ",
                "country": "United Kingdom", "phone": "0117 496 0123", "email": "hello@joinery.example",
            },
        ),
        (
            WORK,
            {
                "title": "Senior Hydrologist", "company": "Tidewater Labs", "location": "Rotterdam, Netherlands",
                "workMode": "Hybrid", "contactName": "Femke de Groot", "reference": "TWL-118", "holidayDays": 30,
                "requirements": ["An MSc in hydrology", "5+ years of experience", "Fluent Dutch"], "languages": ["Dutch"],
            },
        ),
        (FIRM, {"name": "Brightloom", "foundedYear": 2011, "founders": ["Maren Olsen", "Tariq Aziz"], "revenue": 18_000_000}),
        (CAKE, {"title": "Plum cake", "author": "Olga Petrova", "ovenTemperature": "180 °C", "bakeMinutes": 50}),
        (RACE, {"starters": 196, "runners": [{"name": "Ann Lee", "position": 1, "bib": 44}, {"name": "Bo Noor", "position": 2, "bib": 12}]}),
        (SHOP, {"price": 149.99, "originalPrice": 179.99, "guestRating": 4.3, "lengthMetres": 214, "widthMetres": 6}),
        (HOURS, {"street": "Lindenplatz 6", "manager": "Ida Wolters", "weekdayHours": "8:00 – 18:00", "saturdayHours": "9:00 – 12:00"}),
    ],
)  # fmt: skip
async def test_what_stands_where_it_belongs_stays_without_a_label(html: str, value: Mapping[str, Any]) -> None:
    assert await left_of(html, value) == value


@pytest.mark.parametrize(
    ("html", "told", "fallen"),
    [
        pytest.param(
            WORK, {"company": "Tidewater Labs", "workMode": "Tidewater Labs"}, "workMode", id="one text for two fields"
        ),
        pytest.param(
            OFFICE,
            {"street": "Unit 4, Quay Road", "postalCode": "BS1 6UZ", "city": "Leeds"},
            "city",
            id="parts of two addresses",
        ),
    ],
)
async def test_fields_of_an_object_are_held_against_each_other(html: str, told: Mapping[str, Any], fallen: str) -> None:
    assert (await left_of(html, told))[fallen] != told[fallen]


async def test_a_value_out_of_another_column_falls_where_the_other_entries_agree() -> None:
    names = [("Ann Lee", 1), ("Bo Noor", 2), ("Cy Webb", 7)]
    left = await left_of(RACE, {"runners": [{"name": name, "position": position} for name, position in names]})
    assert [one["position"] for one in left["runners"]] == [1, 2, None]


async def test_what_rules_read_without_a_label_is_not_put_in_place_of_what_a_model_said_otherwise() -> None:
    html = (
        """<h1>We listen to the sea</h1><p>Pellworm Sensors builds hydrophones in Husum.</p><p>Open Tue–Sat 10–17</p>"""
    )
    left = await left_of(html, {"name": "Zorblax Quxford", "openingHours": "Mon–Thu 8–17"})
    assert left == {"name": None, "openingHours": None}


async def test_a_list_that_fell_is_not_filled_with_what_rules_read_without_a_label() -> None:
    html = """<h1>Kestrel</h1><p>One percent goes to Tools for Towns, which was founded by Grace Nolan.</p>"""
    assert await left_of(html, {"founders": ["Zorblax Quxford"]}) == {"founders": []}
