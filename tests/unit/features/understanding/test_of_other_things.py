"""What stands beside the thing asked for is not said of it: another office, another year, another's name, a part."""

from typing import Any

import pytest

from gossamer.core.understanding import Confidence, Method
from tests.unit.features.understanding.paper import held

CONTACT = """<header><a class="logo">Baum &amp; Lenz</a></header><main><h1>Contact us</h1>
<p>Baum &amp; Lenz GmbH plans and builds houses of wood.</p>
<section><h2>Head office</h2><p>Lindenallee 47</p><p>79104 Freiburg</p><p>Phone: +49 761 555 2040</p>
<p>freiburg@baum.example</p></section>
<section><h2>Branch office</h2><p>Am Speicher 12</p><p>28195 Bremen</p><p>Phone: +49 421 555 8813</p>
<p>bremen@baum.example</p></section>
</main>"""
OFFICES = {
    "company": "Baum & Lenz GmbH",
    "headOffice": {"street": "Lindenallee 47", "city": "Freiburg", "phone": "+49 761 555 2040"},
    "branchOffice": {"street": "Am Speicher 12", "city": "Bremen", "email": "bremen@baum.example"},
}
JOB = """<main><h1>Hydrologist</h1><p>Norrvatten · Gothenburg · Full-time</p>
<p>Our 340 colleagues work from seven offices; the headquarters is in Uppsala.</p>
<p>Send it to Karin Lindahl. The team is led by Javier Ortiz, who followed Alan Trewin.</p></main>"""
HALL = """<header><a class="logo">Kloster Arts Centre</a></header><main><h1>What is on in March</h1>
<p>Concerts in the old monastery of Lübeck. The programme is put together by the Friends of Kloster, since 1994.</p>
<p>Last year's festival, Night Songs, drew 5,200 people. Last year Owen Prys won the prize.</p></main>"""
HOUSE = """<main><h1>Weaver's Cottage</h1><ul><li>3 bedrooms</li><li>118 m²</li></ul>
<p>Built in 1842, with a garden of 260 m². The cellar has 22 m².</p>
<section><h2>Sold recently</h2><p>11 Bridge Lanes, Halifax HX1 1PB</p></section></main>"""
CALL = """<title>Geosense 2026</title><main><h1>Geosense 2026</h1><p>It takes place at Tampere Hall in Tampere.</p>
<p>The eighth edition in Graz in 2025 welcomed 310 people.</p>
<table><tr><td>Full paper submission</td><td><s>27 February 2026</s> 6 March 2026</td></tr></table></main>"""
PLANT = """<main><h1>Corvane opens a plant</h1>
<p>The plant covers 26,500 square metres and can build 90,000 pumps a year.</p>
<p>It costs €2.4 million; the town will pay €1.9m of the cost. Use the north gate instead.</p>
<p>We are closed on Mondays (except bank holidays).</p></main>"""
SHOW = """<main><h1>Why bridges hum</h1><p>Hosted by Marcus Tilley and Priya Nanda</p>
<p>Mara Edda talks about her teacher, Olof Strand, and an oven built by Ornella Bassi's father.</p>
<p>Mara is the author of Singing Steel (Quarto Press, 2023).</p></main>"""
INN = """<main><h1>The Weir House</h1><p>Our kitchen is open from noon.</p></main>"""
RACE = """<main><h1>Marathon of Chepstow</h1><p>The course record of the men is 2:21:08, run by Tobias Rennick.</p>
<p>The women's record is 2:39:55, run by Aoife Brannigan.</p></main>"""
DENTIST = """<main><h1>Dentists</h1><h2>Marine Parade</h2><p>Phone: 01903 555 310</p>
<h2>Chapel Road</h2><p>Phone: 01903 555 477</p>
<h2>At the weekend</h2><p>The emergency service is open from 10:00 to 12:00, phone 01273 555 900.</p></main>"""
PLANS = """<header><a class="logo">Finch Mobile</a></header><main><h1>Plans</h1><h2>Choose one</h2>
<div class="plan"><h3>Mini</h3><p>4 GB</p><p>€5</p></div><div class="plan"><h3>Everyday</h3><p>20 GB</p><p>€9</p></div>
<div class="plan"><h3>Max</h3><p>60 GB</p><p>€19</p></div></main>"""


async def test_each_of_two_offices_is_told_under_its_own_heading() -> None:
    found = await held(CONTACT, OFFICES)
    assert (found.value, found.missing) == (OFFICES, {})


@pytest.mark.parametrize(
    ("office", "name", "lie"),
    [
        ("headOffice", "street", "Am Speicher 12"),
        ("branchOffice", "city", "Freiburg"),
        ("branchOffice", "email", "freiburg@baum.example"),
        ("headOffice", "phone", "+49 421 555 8813"),
    ],
)
async def test_what_one_of_two_offices_has_is_not_the_others(office: str, name: str, lie: str) -> None:
    found = await held(CONTACT, OFFICES | {office: OFFICES[office] | {name: lie}})  # type: ignore[operator]
    # What the page labels is read in its place.
    assert found.value[office][name] in {None, OFFICES[office].get(name)}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("html", "value"),
    [
        (JOB, {"city": "Gothenburg", "headquarters": "Uppsala", "teamLead": "Javier Ortiz"}),
        (HALL, {"organizer": "Friends of Kloster"}),
        (HOUSE, {"floorAreaSqm": 118, "gardenAreaSqm": 260}),
        (CALL, {"city": "Tampere", "paperDeadline": "2026-03-06"}),
        (PLANT, {"areaSqm": 26500, "pumpsPerYear": 90000, "closedDay": "Mondays"}),
        (SHOW, {"hosts": ["Marcus Tilley", "Priya Nanda"]}),
        (RACE, {"menRecordHolder": "Tobias Rennick", "womenRecordHolder": "Aoife Brannigan"}),
        (DENTIST, {"emergencyPhone": "01273 555 900"}),
    ],
)
async def test_what_is_said_of_the_thing_asked_for_stays(html: str, value: dict[str, Any]) -> None:
    found = await held(html, value)
    assert (found.value, found.missing) == (value, {})


@pytest.mark.parametrize(
    ("html", "name", "lie"),
    [
        (JOB, "contactName", "Full-time"),
        (JOB, "company", "Full-time"),
        (JOB, "teamLead", "Alan Trewin"),
        (HALL, "venue", "Friends of Kloster"),
        (HALL, "city", "Friends of Kloster"),
        (INN, "contactName", "The Weir House"),
        (HALL, "theme", "Night Songs"),
        (HALL, "winner", "Owen Prys"),
        (HOUSE, "floorAreaSqm", 260),
        (HOUSE, "floorAreaSqm", 22),
        (CALL, "city", "Graz"),
        (CALL, "paperDeadline", "2026-02-27"),
        (PLANT, "pumpsPerYear", 26500),
        (PLANT, "projectCost", 1900000),
        (PLANT, "entrance", "north gate"),
        (PLANT, "closedDay", "bank holidays"),
        (SHOW, "guest", "Olof Strand"),
        (SHOW, "guest", "Ornella Bassi"),
        (SHOW, "guestBook", "Quarto Press"),
        (RACE, "menRecordHolder", "Aoife Brannigan"),
        (RACE, "menCourseRecord", "2:39:55"),
    ],
)
async def test_what_is_said_of_another_thing_falls(html: str, name: str, lie: Any) -> None:
    found = await held(html, {name: lie})
    assert found.value[name] is None


async def test_a_guest_is_none_of_the_hosts() -> None:
    found = await held(SHOW, {"hosts": ["Marcus Tilley", "Mara Edda"]})
    assert found.value["hosts"] == ["Marcus Tilley"]


@pytest.mark.parametrize(
    ("prices", "currency", "stays"),
    [
        ("Prices are in US dollars (USD). $9 a month", "USD", True),
        ("Prices are in US dollars (USD). $9 a month", "AUD", False),
        ("$9 a month", "USD", True),
        ("$9 a month", "CAD", False),
        ("$9 a month, made in Canada", "CAD", True),
        ("9,00 € a month", "€", True),
        ("9,00 € a month", "EUR", True),
        ("9,00 € a month", "$", False),
        ("90 kr a month", "SEK", False),
        ("90 kr a month, all over Sweden", "SEK", True),
    ],
)
async def test_a_currency_is_what_the_page_prints_or_names(prices: str, currency: str, *, stays: bool) -> None:
    found = await held(f"<main><h1>Plans</h1><p>{prices}</p></main>", {"currency": currency})
    assert (found.value["currency"] is not None) is stays


async def test_an_article_number_is_no_telephone_number_with_another_code_of_a_country() -> None:
    page = "<main><h1>A table</h1><p>An oak table, article no.: 002.937.72 and in two boxes.</p></main>"
    assert (await held(page, {"sku": "402.937.72"})).value["sku"] != "402.937.72"
    page = "<main><h1>Contact</h1><p>Call us on 07700 900123.</p></main>"
    assert (await held(page, {"phone": "+44 7700 900123"})).value["phone"] is not None


async def test_a_practices_number_is_none_for_emergencies() -> None:
    assert (await held(DENTIST, {"emergencyPhone": "01903 555 310"})).value["emergencyPhone"] != "01903 555 310"


async def test_the_title_of_the_page_is_no_section_of_an_entry() -> None:
    page = """<main><h1>Menu at The Weir House</h1><h2>Mains</h2><p><b>Hake</b> €20</p><p><b>Lamb</b> €24</p>
<h2>Desserts</h2><p><b>Tart</b> €8</p></main>"""
    told = [("Hake", "Mains", 20), ("Lamb", "Mains", 24), ("Tart", "The Weir House", 8)]
    found = await held(page, {"dishes": [dict(zip(("name", "section", "price"), one, strict=True)) for one in told]})
    assert [dish["section"] for dish in found.value["dishes"]] == ["Mains", "Mains", None]


@pytest.mark.parametrize("name", ["Finch Mobile", "Plans"])
async def test_an_entry_with_nothing_but_the_name_of_something_else_goes(name: str) -> None:
    plans = [
        {"name": "Mini", "gigabytes": 4, "price": 5},
        {"name": name, "gigabytes": 20, "price": 9},
        {"name": "Max", "gigabytes": 60, "price": 19},
    ]
    found = await held(PLANS, {"plans": plans})
    assert [plan["name"] for plan in found.value["plans"]] == ["Mini", "Max"]


async def test_an_ingredient_behind_a_box_to_tick_stays() -> None:
    told = (("1", "silken tofu"), ("1 tbsp", "honey"), ("2 tbsp", "sesame oil"), ("", "sesame seeds"))
    rows = "".join(
        f'<li class="wprm-recipe-ingredient">▢ <span class="wprm-recipe-ingredient-amount">{amount}</span> '
        f'<span class="wprm-recipe-ingredient-name">{name}</span></li>'
        for amount, name in told
    )
    page = f"<main><h1>Tofu</h1><h2>What goes into it</h2><ul>{rows}</ul></main>"
    value = {"title": "Tofu", "ingredients": [f"{amount} {name}".strip() for amount, name in told]}
    found = await held(page, value)
    assert (found.value, found.missing) == (value, {})
    # Held against the page, and not kept for having been read, too.
    assert found.evidence["/ingredients/3"].method is Method.MODEL


async def test_a_quote_is_the_words_of_the_page_and_a_label_apart_from_them_is_told_by_the_place() -> None:
    page = "<main><h1>A car</h1><table><tr><th>Number of all doors</th><td>4, and a hatch</td></tr></table></main>"
    proof = (await held(page, {"hatch": "a hatch", "doorCount": 4})).evidence["/doorCount"]
    assert (proof.quote, proof.place.rpartition(", ")[2]) == ("4, and a hatch", "labelled “Number of all doors”")


async def test_the_job_of_whom_to_ask_is_not_the_one_that_is_offered() -> None:
    page = """<main><h1>Staff nurse</h1><p>Hours: 37.5 a week</p><h2>Contact for a visit</h2>
<p>Name: Ann Lowe<br>Job title: Deputy manager<br>E-mail: a.lowe@ward.example<br>Telephone: 01205 555 340</p></main>"""
    found = await held(page, {"jobTitle": "Deputy manager"})
    # The rules read it behind its label.
    assert found.evidence["/jobTitle"].confidence is Confidence.MEDIUM


@pytest.mark.parametrize("heading", ["More of our projects", "More projects"])
async def test_who_leads_another_project_does_not_lead_this_one(heading: str) -> None:
    page = f"""<main><h1>Curlews</h1><p>The bog is drained no more.</p></main><section><h3>{heading}</h3>
<div><h4>Otters</h4><p>The river is restored. Project officer: Paul Dyce</p></div>
<div><h4>Saltmarsh</h4><p>Coastal marsh at Grune Sands</p></div></section>"""
    assert (await held(page, {"projectOfficer": "Paul Dyce"})).value == {"projectOfficer": None}


async def test_so_many_watt_hours_are_no_hours() -> None:
    page = "<main><h1>Laptop</h1><dl><dt>Battery</dt><dd>62 Wh, up to 13 hours</dd></dl></main>"
    assert (await held(page, {"batteryHours": 13})).value == {"batteryHours": 13}
    assert (await held(page, {"batteryHours": 62})).value != {"batteryHours": 62}
    cells = page.replace("62 Wh", "3 pouches")
    assert (await held(cells, {"batteryHours": 3})).value != {"batteryHours": 3}


async def test_what_is_free_and_without_obligation_is_free() -> None:
    page = "<main><h1>Doors</h1><p>Survey and quotation are free and without obligation.</p></main>"
    assert (await held(page, {"surveyFree": True})).value == {"surveyFree": True}
    assert (await held(page, {"surveyFree": False})).value == {"surveyFree": None}


async def test_what_stands_behind_no_trip_is_none() -> None:
    trips = {
        "Jungle": "Trip: Fernleigh Zoo",
        "Circus": "No trip: the circus comes to us!",
        "Splash": "Trip: Lido at Penn",
    }
    weeks = "".join(
        f"<article class=week><h3>{theme} days</h3><p>£1{at}5 a child</p><p>{told}</p></article>"
        for at, (theme, told) in enumerate(trips.items())
    )
    told = [
        {"theme": f"{theme} days", "fee": 105 + 10 * at, "trip": trip.partition(": ")[2].rstrip("!")}
        for at, (theme, trip) in enumerate(trips.items())
    ]
    found = await held(f"<main><h1>Club</h1>{weeks}</main>", {"weeks": told})
    assert found.value == {"weeks": [told[0], {**told[1], "trip": None}, told[2]]}


@pytest.mark.parametrize(
    ("told", "name", "other"),
    [
        ("at least 7", "minParticipants", "maxParticipants"),
        ("mindestens 7", "participantsMinimum", "participantsMaximum"),
        ("min. 7", "minParticipants", "maxParticipants"),
        ("at most 7", "maxParticipants", "minParticipants"),
        ("up to 7", "maxParticipants", "minParticipants"),
        ("höchstens 7", "maxParticipants", "leastParticipants"),
    ],
)
async def test_the_least_of_something_is_not_the_most(told: str, name: str, other: str) -> None:
    page = f"<main><h1>Course</h1><p>Participants: {told}</p></main>"
    assert (await held(page, {name: 7})).value == {name: 7}
    assert (await held(page, {other: 7})).value == {other: None}


async def test_the_day_of_a_start_is_not_its_time() -> None:
    page = "<main><h1>Course</h1><p>Starts: Tuesday 12 January 2027{}</p></main>"
    day, hour = {"startTime": "12 January 2027"}, {"startTime": "12 January 2027, 18:45"}
    assert (await held(page.format(""), day)).value == {"startTime": None}
    assert (await held(page.format(", 18:45"), hour)).value == hour
