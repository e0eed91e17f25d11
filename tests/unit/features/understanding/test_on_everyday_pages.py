# ruff: noqa: E501, RUF001 - pages as they are written
"""What sites say in menus, at their foot and of others is not said of the page; what its rows say is kept."""

from dataclasses import replace
from typing import Any

import pytest

from gossamer.features.understanding.supporting.asked import asked
from gossamer.features.understanding.supporting.belonging import Claimants
from tests.unit.features.understanding.paper import held

CONGRESS = """<div id="nav"><a>Home</a> <a>Programme</a> <a>Soils 2023 (Lyon)</a></div>
<main><h1>Soils 2025</h1><p>Soils 2025 · 18–20 June 2025 · Ghent, Belgium</p></main>"""
EPISODE = """<main><h1>What mosses remember</h1><p>Season 6, Episode 142</p><p>58 minutes, hosted by Gil Navarro</p>
<h2>More episodes</h2><table><tr><td>#141</td><td>Eels and maps</td><td>63 min</td></tr>
<tr><td>#140</td><td>Salt</td><td>49 min</td></tr></table></main>
<footer><p>Small Kingdoms is made in Sheffield. Listen on Podbarn or wherever you get your podcasts.</p></footer>"""
NOTICE = """<main><h1>Land at Ash Farm</h1><p>Reference: 24/01873/FUL</p><p>Eighteen homes are planned.</p>
<h2>Planning history of the site</h2><table><tr><th>Reference</th><th>Proposal</th><th>Decision</th><th>Date</th></tr>
<tr><td>21/00452/OUT</td><td>Outline for 26 homes</td><td>Refused</td><td>14/10/2021</td></tr>
<tr><td>17/02210/COU</td><td>Change of use</td><td>Approved</td><td>02/02/2018</td></tr></table></main>"""
CITY = """<main><h1>Varnholm</h1><p>Varnholm, nicknamed The Amber Port, is the seat of Skarlund.</p>
<h2>See also</h2><p>Halmstrand (mayor Erik Taube) · Brekke (nickname The Iron City)</p></main>"""
JOB = """<main><h1>Hydrologist | GreenPosts</h1><p>Send a letter to our recruitment partner, Jonah Whitby, at
<a href="mailto:jonah.whitby@alderwick.example">jonah.whitby@alderwick.example</a>.</p></main>
<div id="foot"><p>GreenPosts, Norwich. Questions? support@greenposts.example</p></div>"""
FIRM = """<main><h1>About Pellworth</h1><p>In 2021 we bought Optivane, a maker of meters with 45 employees.</p></main>
<footer><p>Phone +353 61 555 0140</p><p>US office: 210 Water Street · Phone +1 414 555 0188</p></footer>"""
HOUSE = """<main><h1>The Quince House, 14 Orchard Rise, Wetherlow WL7 3NB</h1><p class="rent">£1,350 pcm (£312 pw)</p></main>
<footer><p>Hobday &amp; Finch, 6 Market Place, Cranmoor CM2 8RA</p></footer>"""
RELEASE = """<main><h1>tarnlog</h1><h2>tarnlog 3.8.0</h2>
<p>jvander released this on 30 September 2025 · commit 9f3c1ab</p>
<h3>Highlights</h3><ul><li>New ring buffer</li><li>Rotation by size</li></ul>
<h3>Breaking changes</h3><ul><li>The option memory_only is gone</li></ul>
<h2>tarnlog 3.7.2</h2><p>mirekdol released this on 11 July 2025 · commit 44ad9e0</p></main>"""
MUSEUM = """<main><h1>Museum of Rope</h1><h2>Summer (April – October)</h2><p>Last admission: 4.45 pm</p>
<h2>Winter (November – March)</h2><p>Last admission: 3.15 pm</p>
<h2>Admission</h2><p>Groups of 12 or more: £6.90 each when booked ahead.</p>
<h2>Tours</h2><p>Ropewalk tours leave on Saturdays and cost £5 for everybody. At most 18 come along. Store tours take place on
Fridays and cost £8.</p></main>"""
WORKSHOP = """<main><h1>Wren and Ash</h1>
<p>Our work won the Maker Award in 2019 and was shortlisted for the Balfour Prize in 2022.</p></main>"""
BOOK = """<main><h1>Tideline</h1><p>Published 2019.</p><p>Previously published: London : Marsh &amp; Vane, 2014.</p></main>"""
PRACTICE = """<div class="name">Hausarztpraxis am Lindenplatz</div><div class="hinweis"><strong>Praxisurlaub:</strong> Vom 22.12.2025
bis 02.01.2026 bleibt unsere Praxis geschlossen. Vertretung: Dr. Henning Porath, Bachgasse 4, Tel. 06199 55 20 31</div>
<h1>Hausarztpraxis am Lindenplatz</h1><p>Lindenplatz 11, 65843 Niederaubach<br>Telefon: 06199 55 87 0</p>"""
GALLERY = """<main><h1>Galerie des Tisserands</h1><p>17, quai de la Navette, Valbourg</p>
<p>EPC rating: D, potential B</p><p>Edited by Suki Tran, sponsor Fernhill Tea.</p></main>
<aside><p>Autre site : Atelier du Peigne, 5 rue Haute, 68250 Sainte-Odile</p></aside>"""
FEES = """<main><h1>Osteopathy</h1><p>Children under 12: £38</p>
<p>Members pay £45 a year and get 20% off as a discount.</p>
<p>Brunch is served on Sundays from 9:30 to 14:00.</p><p>For the position, call 021 496 0733.</p></main>"""
FILM = "<main><h1>The Salt Ledger</h1><p>Screenplay: Tobias Renner, from the novel by Greta Amsel</p></main>"


@pytest.mark.parametrize(
    ("html", "name", "lie"),
    [
        pytest.param(CONGRESS, "city", "Lyon", id="a menu that is one by its id"),
        pytest.param(EPISODE, "durationMinutes", 63, id="how long another episode is"),
        pytest.param(EPISODE, "podcastName", "Podbarn", id="where it can be heard"),
        pytest.param(NOTICE, "applicationReference", "21/00452/OUT", id="the history of a site"),
        pytest.param(CITY, "nickname", "The Iron City", id="see also"),
        pytest.param(JOB, "contactEmail", "support@greenposts.example", id="whose site it is"),
        pytest.param(FIRM, "phone", "+1 414 555 0188", id="the second number at the foot"),
        pytest.param(FIRM, "employeeCount", 45, id="who works for a firm that was bought"),
        pytest.param(HOUSE, "postcode", "CM2 8RA", id="where the agent is"),
        pytest.param(
            "<main><h1>Two rooms</h1><h2>A flat to rent</h2><p>£312 pw</p></main>",
            "monthlyRent",
            312,
            id="paid by the week",
        ),
        pytest.param(RELEASE, "releasedBy", "mirekdol", id="said before in the same words"),
        pytest.param(RELEASE, "commit", "44ad9e0", id="another commit"),
        pytest.param(MUSEUM, "summerLastAdmission", "3.15 pm", id="winter"),
        pytest.param(MUSEUM, "groupPrice", 12, id="how many a group is"),
        pytest.param(MUSEUM, "ropewalkTourPrice", 8, id="the next sentence"),
        pytest.param(WORKSHOP, "awardWon", "Balfour Prize", id="shortlisted"),
        pytest.param(BOOK, "publicationYear", 2014, id="published before"),
        pytest.param(PRACTICE, "street", "Bachgasse 4", id="who stands in"),
        pytest.param(GALLERY, "city", "Sainte-Odile", id="the other site"),
        pytest.param(GALLERY, "epcRating", "B", id="potential"),
        pytest.param(GALLERY, "sponsor", "Suki Tran", id="who edited it"),
        pytest.param(FEES, "childFee", 12, id="for whom a price is"),
        pytest.param(FEES, "memberDiscountPercent", 45, id="an amount of money is no share"),
        pytest.param(FEES, "servedFrom", "14:00", id="the end of a range"),
        pytest.param(FEES, "servedUntil", "9:30", id="the beginning of a range"),
        pytest.param(FEES, "jobTitle", "021 496 0733", id="a telephone number"),
        pytest.param(FILM, "screenwriter", "Greta Amsel", id="who wrote the novel"),
    ],
)
async def test_what_is_told_of_something_else_falls(html: str, name: str, lie: Any) -> None:
    found = await held(html, {name: lie})
    assert found.value[name] != lie


@pytest.mark.parametrize(
    ("html", "value"),
    [
        (CONGRESS, {"city": "Ghent"}),
        (EPISODE, {"episodeNumber": 142, "durationMinutes": 58}),
        (NOTICE, {"applicationReference": "24/01873/FUL"}),
        (JOB, {"contactEmail": "jonah.whitby@alderwick.example"}),
        (FIRM, {"phone": "+353 61 555 0140"}),
        (HOUSE, {"postcode": "WL7 3NB", "monthlyRent": 1350}),
        (RELEASE, {"releasedBy": "jvander", "commit": "9f3c1ab"}),
        (MUSEUM, {"summerLastAdmission": "4.45 pm", "groupPrice": 6.9, "ropewalkTourPrice": 5}),
        (WORKSHOP, {"awardWon": "Maker Award"}),
        (BOOK, {"publicationYear": 2019}),
        ("<main><h1>Hut</h1><p>Beds</p><p>The nightly rate is £24 for guests.</p></main>", {"nightlyRate": 24}),
        (FEES, {"servedFrom": "9:30", "servedUntil": "14:00"}),
        (FILM, {"screenwriter": "Tobias Renner"}),
    ],
)
async def test_the_same_of_the_pages_own_thing_stays(html: str, value: dict[str, Any]) -> None:
    found = await held(html, value)
    assert (found.value, found.missing) == (value, {})


async def test_an_item_of_another_list_falls_where_a_heading_names_the_field() -> None:
    told = {"breakingChanges": ["New ring buffer", "The option memory_only is gone"]}
    assert (await held(RELEASE, told)).value == {"breakingChanges": ["The option memory_only is gone"]}


def test_what_is_headed_more_episodes_is_no_place_for_the_one_that_a_page_is_about() -> None:
    number = Claimants(asked("episodeNumber"), told=frozenset({"episode", "number"}))
    assert not number.may_be_apart("More episodes")
    assert replace(number, many=True).may_be_apart("More episodes")
    assert replace(number, told=frozenset({"more", "episode"})).may_be_apart("More episodes")


async def test_a_size_is_no_colour() -> None:
    rows = "".join(
        f'<div class="variant"><span class="v-size">{size}</span> <span class="v-col">{colour}</span></div>'
        for size, colour in (("Small", "Moss"), ("Medium", "Dusk"), ("Large", "Slate"))
    )
    page = f"<main><h1>Bicycle</h1>{rows}</main>"
    variants = [{"size": "Small", "colour": "Moss"}, {"size": "Medium", "colour": "Medium"}]
    assert [one["colour"] for one in (await held(page, {"variants": variants})).value["variants"]] == ["Moss", None]


CARDS: dict[str, tuple[str, str, tuple[str, ...], list[tuple[Any, ...]]]] = {
    "named by classes with letters before": (
        "variants",
        '<div class="variant"><span class="v-size">{0}</span> <span class="v-col">{1}</span> <span class="v-avail">{2}</span></div>',
        ("size", "colour", "availability"),
        [("Small", "Moss Green", "In stock"), ("Medium", "Dusk Orange", "Dispatched in 3–5 days"), ("Large", "Slate", "Due 14 May")],
    ),
    "an amount behind another one's sign": (
        "otherVehicles",
        '<div class="mini"><a href="/x">{0}</a> {1} € {2} km 03/2019</div>',
        ("model", "price", "mileageKm"),
        [("Kastor Lirio", 9950, 54100), ("Fenwald Taiga", 21700, 62840), ("Orsa Mino", 16300, 18900)],
    ),
    "sides of rooms": (
        "rooms",
        "<div class=room><p><b>{0}</b> {1} – Ground floor</p></div>",
        ("name", "dimensions"),
        [("Sitting room", "5.90 m x 4.25 m"), ("Kitchen", "6.40 m x 3.80 m"), ("Study", "3.05 m x 2.70 m")],
    ),
    "remarks": (
        "screenings",
        "<div class=slot>{0} · Screen 2 · {1} <a>Book</a></div>",
        ("time", "note"),
        [("Sat 17 Feb 14:30", "Subtitled"), ("Sun 18 Feb 20:05", "Talk with Ines Caldwell"), ("Tue 20 Feb 11:00", "Parent and baby")],
    ),
    "stars and votes": (
        "relatedProducts",
        "<div class=card><h3>{0}</h3><p class=r>{1} (61)</p></div>",
        ("name", "rating"),
        [("Camp lantern", 4.3), ("Head torch", 4.7), ("Bike light", 4.1)],
    ),
    "between two elements": (
        "programme",
        "<li><b>{0}</b> {1} <span>10'</span></li>",
        ("composer", "work"),
        [("Kaija Saariaho", "Ciel d'hiver"), ("Jean Sibelius", "Luonnotar"), ("Clara Schumann", "Romanze")],
    ),
    "prices beside beds": (
        "similarProperties",
        "<div class=card><h3>{0}</h3><p>£{1:,} {2} bed 561 sq ft</p></div>",
        ("address", "price", "bedrooms"),
        [("Wynell House", 399950, 1), ("Garden Flat", 475000, 2), ("Mill Lane", 289000, 3)],
    ),
    "guests in French": (
        "rooms",
        "<div class=room><h3>{0}</h3><p>16 m² – {1} personnes – lit double</p></div>",
        ("name", "maxGuests"),
        [("Chambre Tilleul", 2), ("Chambre Verger", 4), ("Suite Rivière", 3)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CARDS)
async def test_what_cards_say_is_kept(name: str) -> None:
    heading, card, fields, rows = CARDS[name]
    html = "".join(card.format(*row) for row in rows)
    page = f"<main><h1>A page</h1><p>It says so.</p><ul>{html}</ul></main>"
    value = {heading: [dict(zip(fields, row, strict=True)) for row in rows]}
    found = await held(page, value)
    assert (found.value, found.missing) == (value, {})


async def test_a_column_is_known_by_what_the_fields_name_ends_with() -> None:
    told = [("21/00452/OUT", "Refused", "2021-10-14"), ("17/02210/COU", "Approved", "2018-02-02")]
    value = {
        "planningHistory": [dict(zip(("reference", "decision", "decisionDate"), one, strict=True)) for one in told]
    }
    found = await held(NOTICE, value)
    assert (found.value, found.missing) == (value, {})


TABLE = """<main><h1>Ibuprofen Rheinhof</h1><dl><dt>Wirkstoff</dt><dd>Ibuprofen</dd>
<dt>Abgabe</dt><dd>apothekenpflichtig</dd><dt>Gewicht</dt><dd>120 g</dd></dl>
<table><tr><th>Gruppe</th><th>max. Tagesdosis</th></tr><tr><td>Kinder</td><td>600 mg</td></tr>
<tr><td>Jugendliche</td><td>800 mg</td></tr></table></main>"""


async def test_a_label_that_nobody_knows_may_be_the_fields_on_a_page_that_is_not_in_english() -> None:
    value = {"activeIngredient": "Ibuprofen"}
    assert (await held(TABLE, value, "de")).value == value
    assert (await held(TABLE, value, "en")).value == {"activeIngredient": None}
    # What is known to be something else is not the field's in any language.
    assert (await held(TABLE, {"activeIngredient": "120 g"}, "de")).value == {"activeIngredient": None}


async def test_a_row_may_have_an_amount_with_its_unit_under_a_head_that_nobody_knows() -> None:
    value = {"doses": [{"group": "Kinder", "maxDailyMg": 600}, {"group": "Jugendliche", "maxDailyMg": 800}]}
    assert (await held(TABLE, value)).value == value


SHOWS = (("Fils de nuit", "Aurore Delmas"), ("Eaux", "Bo Lind"))


async def test_the_day_of_another_course_is_no_entry_of_this_one() -> None:
    days = {"12 January 2027": "Knife skills", "19 January 2027": "Stocks", "26 January 2027": "Bread"}
    rows = "".join(f"<tr><td>{day}</td><td>{topic}</td></tr>" for day, topic in days.items())
    page = f"""<main><h1>Evening course</h1><table><tr><th>Date</th><th>Topic</th></tr>{rows}</table>
<h2>Other courses</h2><p>Sushi with Hugo Prentis, from 14 January 2027</p></main>"""
    told = [{"date": day, "topic": topic} for day, topic in days.items()]
    found = await held(page, {"sessions": [told[0], told[1], {"date": "14 January 2027", "topic": "Bread"}]})
    assert found.value == {"sessions": [*told[:2], {"date": None, "topic": "Bread"}]}


async def test_chapters_stand_behind_their_times() -> None:
    titles = ["Cold open", "Growing up next to ice", "What glaciers say"]
    items = "".join(f"<li>0{at}:25 {title}</li>" for at, title in enumerate(titles))
    page = f"<main><h1>The listener</h1><h2>Chapters</h2><ul>{items}</ul></main>"
    assert (await held(page, {"chapterTitles": titles})).value == {"chapterTitles": titles}


async def test_what_leads_to_values_in_every_entry_is_no_value() -> None:
    rows = "".join(f"<div class=card><h3>{name}</h3><p>Artiste : {who}</p></div>" for name, who in SHOWS)
    page = f"<main><h1>Expositions</h1>{rows}</main>"
    shows = [{"title": "Fils de nuit", "room": "Artiste"}, {"title": "Eaux", "room": None}]
    assert [one["room"] for one in (await held(page, {"shows": shows})).value["shows"]] == [None, None]


async def test_other_acts_are_those_under_also_playing() -> None:
    page = """<main><h1>Loomfest</h1><h2>Headliners</h2><ul><li>Tall Ships</li><li>Marram</li></ul>
<h2>Also playing</h2><ul><li>Oku Trio</li><li>Night Ferry</li></ul></main>"""
    value = {"headliners": ["Tall Ships", "Marram"], "otherActs": ["Oku Trio", "Night Ferry"]}
    assert (await held(page, value)).value == value


@pytest.mark.parametrize(("answer", "said"), [("No", False), ("Yes", True)])
async def test_a_label_that_has_more_words_than_the_field_is_answered_by_what_stands_behind_it(
    answer: str, *, said: bool
) -> None:
    page = f"<main><h1>Cheese</h1><dl><dt>Suitable for vegetarians</dt><dd>{answer}</dd></dl></main>"
    assert (await held(page, {"vegetarian": said})).value == {"vegetarian": said}
    assert (await held(page, {"vegetarian": not said})).value == {"vegetarian": None}


async def test_prices_terms_and_amounts_of_entries_are_kept_as_their_cards_say_them() -> None:
    rooms = "".join(
        f"<section><h2>{name}</h2><ul><li>Bed: twin</li><li>Price: £{price} a night</li></ul></section>"
        for name, price in (("Fidra Room", 135), ("Bass Room", 110))
    )
    value = {"rooms": [{"name": "Fidra Room", "pricePerNight": 135}, {"name": "Bass Room", "pricePerNight": 110}]}
    assert (await held(f"<main><h1>Guest house</h1>{rooms}</main>", value)).value == value
    plans = "".join(
        f"<div class=plan><h3>{name}</h3><p>£{price} a month</p><p>{term} month contract</p></div>"
        for name, price, term in (("Reed 100", 27, 18), ("Reed 500", 36, 24))
    )
    value = {
        "plans": [
            {"name": "Reed 100", "monthlyPrice": 27, "contractMonths": 18},
            {"name": "Reed 500", "monthlyPrice": 36, "contractMonths": 24},
        ]
    }
    assert (await held(f"<main><h1>Broadband</h1>{plans}</main>", value)).value == value


async def test_how_much_of_an_ingredient_is_what_its_line_begins_with() -> None:
    page = """<main><h1>Cake</h1><h2>Ingredients</h2><ul><li>225 g unsalted butter</li><li>210 g caster sugar</li>
<li>60 ml milk</li></ul></main>"""
    told = (("unsalted butter", 225, "g"), ("caster sugar", 210, "g"), ("milk", 60, "ml"))
    value = {"ingredients": [dict(zip(("name", "quantity", "unit"), one, strict=True)) for one in told]}
    assert (await held(page, value)).value == value
    value["ingredients"][1]["quantity"] = 60
    assert (await held(page, value)).value["ingredients"][1]["quantity"] is None
