# ruff: noqa: E501 - pages as tables
"""Entries of a list are told by what is theirs alone: none has what another one has, and no row another row's name."""

from typing import Any

from gossamer.core.understanding import Confidence
from tests.unit.features.understanding.paper import held

HALL = """<main><h1>Sports hall</h1><p>Last year the main hall cost £29.00 an hour.</p><table>
<tr><th>Space</th><th>Peak per hour</th><th>Capacity</th></tr><tr><td>Main hall</td><td>£32.00</td><td>180</td></tr>
<tr><td>Half hall</td><td>£18.75</td><td>90</td></tr><tr><td>Dance studio</td><td>£15.20</td><td>35</td></tr>
</table></main>"""
COURSES = """<main><h1>Coastal skipper</h1><table><tr><th>Course</th><th>Start</th><th>Skipper</th><th>Places</th></tr>
<tr><td>CS-1</td><td>3 May 2027</td><td>Ingrid Halvorsen</td><td>2</td></tr>
<tr><td>CS-2</td><td>7 June 2027</td><td>Callum Reid</td><td>4</td></tr>
<tr><td>CS-3</td><td>5 July 2027</td><td>Tess Whitlock</td><td>1</td></tr></table></main>"""
CAKE = """<main><h1>Cake</h1><h2>Ingredients</h2><ul><li>225 g butter</li><li>210 g sugar</li><li>4 eggs</li>
<li>240 g flour</li></ul></main>"""
PEOPLE = """<main><h1>Our people</h1>
<div class=one><h3>Ann Lowe</h3><p>Founder</p><p>Leeds</p></div><div class=one><h3>Bo Lind</h3><p>Smith</p><p>York</p></div>
<div class=one><h3>Cy Marsh</h3><p>Clerk</p><p>Hull</p></div>
<div class=one><h3>Rosa Keane leaves us</h3><p>News</p><p>12 May</p></div></main>"""
SIZES = """<main><h1>Boot</h1><table><tr><th>US</th><th>EU</th><th>Stock</th></tr>
<tr><td>8</td><td>41</td><td>In stock</td></tr><tr><td>9</td><td>42.5</td><td>Only 2 left</td></tr>
<tr><td>10</td><td>44</td><td>Sold out</td></tr></table></main>"""
POWER = """<main><h1>Power</h1><table><caption>2024 (2023 in brackets)</caption><tr><th>Country</th><th>Generation, TWh</th>
</tr><tr><td>Estonia</td><td>6.1 (5.7)</td></tr><tr><td>Latvia</td><td>6.9 (6.6)</td></tr><tr><td>Lithuania</td>
<td>8.7 (8.2)</td></tr></table></main>"""
STAFF = """<main><h1>Staff</h1>
<div class=one><h3>Ann Lowe</h3><p>Ann qualified from the University of Leeds in 1998 and came here. Her special interest
is shoulders.</p></div>
<div class=one><h3>Bo Lind</h3><p>Bo trained in Krakow and came to us in the spring of 2015. His special interest is
running.</p></div>
<div class=one><h3>Cy Marsh</h3><p>Cy grew up and studied in Hull before she came here in 2019. Her special interest is
ankles.</p></div></main>"""


def spaces(*names: str) -> dict[str, Any]:
    told = zip(names, (32.0, 18.75, 15.2), (180, 90, 35), strict=True)
    return {"spaces": [{"name": name, "peakPrice": price, "capacity": people} for name, price, people in told]}


def courses(second: str) -> list[dict[str, Any]]:
    return [
        {"courseNo": "CS-1", "startDate": "2027-05-03", "skipper": "Ingrid Halvorsen", "placesLeft": 2},
        {"courseNo": "CS-2", "startDate": "2027-06-07", "skipper": second, "placesLeft": 4},
        {"courseNo": "CS-3", "startDate": "2027-07-05", "skipper": "Tess Whitlock", "placesLeft": 1},
    ]


def ingredients(last: str) -> list[dict[str, Any]]:
    return [
        {"name": "butter", "quantity": 225, "unit": "g"},
        {"name": "sugar", "quantity": 210, "unit": "g"},
        {"name": last, "quantity": 240, "unit": "g"},
    ]


async def test_a_row_is_not_told_under_the_name_of_another_row() -> None:
    said = spaces("Main hall", "Half hall", "Dance studio")
    assert (await held(HALL, said)).value == said
    found = await held(HALL, spaces("Main hall", "Main hall", "Dance studio"))
    assert found.value == {"spaces": [said["spaces"][0], said["spaces"][2]]}


async def test_an_entry_without_a_name_keeps_its_own_where_one_text_is_that_of_another() -> None:
    assert (await held(COURSES, {"dates": courses("Callum Reid")})).value == {"dates": courses("Callum Reid")}
    found = await held(COURSES, {"dates": courses("Tess Whitlock")})
    first, second, third = courses("Callum Reid")
    assert found.value == {"dates": [first, {**second, "skipper": None}, third]}


async def test_an_entry_that_has_nothing_left_but_what_is_anothers_goes() -> None:
    sizes = [{"us": 8, "eu": 41, "stock": "In stock"}, {"us": 9, "eu": 42.5, "stock": "Only 2 left"}]
    found = await held(SIZES, {"sizes": [*sizes, {"us": 10, "eu": 44, "stock": "In stock"}]})
    assert found.value == {"sizes": sizes}


async def test_what_stands_in_another_line_than_the_name_is_that_of_another_where_others_have_one_line() -> None:
    said = {"ingredients": ingredients("flour")}
    assert (await held(CAKE, said)).value == said
    found = await held(CAKE, {"ingredients": ingredients("eggs")})
    assert found.value == {"ingredients": [*ingredients("")[:2], {"name": "eggs", "quantity": None, "unit": None}]}
    # Nothing vouches for it but that it is on the page.
    assert found.evidence["/ingredients/2/name"].confidence is Confidence.MEDIUM
    assert found.evidence["/ingredients/1/name"].confidence is Confidence.HIGH


async def test_nobody_is_sure_of_an_entry_that_lost_as_much_as_it_has() -> None:
    people = [
        {"name": name, "role": role, "city": city}
        for name, role, city in (("Ann Lowe", "Founder", "Leeds"), ("Bo Lind", "Smith", "York"))
    ]
    found = await held(PEOPLE, {"people": [*people, {"name": "Rosa Keane", "role": "Clerk", "city": "Hull"}]})
    assert found.value["people"][2] == {"name": "Rosa Keane", "role": None, "city": None}
    assert found.evidence["/people/2/name"].confidence is Confidence.MEDIUM
    assert found.evidence["/people/1/name"].confidence is Confidence.HIGH


async def test_the_number_in_brackets_is_not_where_the_others_have_theirs() -> None:
    told = [
        {"country": "Estonia", "generationTwh": 5.7},
        {"country": "Latvia", "generationTwh": 6.9},
        {"country": "Lithuania", "generationTwh": 8.7},
    ]
    found = await held(POWER, {"countries": told})
    sure = [found.evidence[f"/countries/{at}/generationTwh"].confidence for at in range(3)]
    assert sure == [Confidence.MEDIUM, Confidence.HIGH, Confidence.HIGH]


async def test_words_of_a_sentence_are_where_the_same_words_lead_to_them() -> None:
    told = [
        {"name": "Ann Lowe", "specialInterest": "University of Leeds"},
        {"name": "Bo Lind", "specialInterest": "running"},
        {"name": "Cy Marsh", "specialInterest": "ankles"},
    ]
    found = await held(STAFF, {"staff": told})
    sure = [found.evidence[f"/staff/{at}/specialInterest"].confidence for at in range(3)]
    assert sure == [Confidence.MEDIUM, Confidence.HIGH, Confidence.HIGH]


LESSONS = {"Single lesson": (38, 41), "Double lesson": (74, 80), "Block booking": (350, 385)}


def _lessons(title: str, at: int) -> str:
    rows = "".join(f"<div class=row><div>{name}</div><div>£{costs[at]}</div></div>" for name, costs in LESSONS.items())
    return f"<h2>{title}</h2><div>{rows}</div>"


async def test_nobody_is_sure_of_an_entry_of_another_list_that_is_called_as_one_of_theirs() -> None:
    page = f"<main><h1>Lessons</h1>{_lessons('Manual', 0)}{_lessons('Automatic', 1)}</main>"
    told = [{"name": name, "price": manual} for name, (manual, _) in LESSONS.items()]
    assert {proof.confidence for proof in (await held(page, {"lessons": told})).evidence.values()} == {Confidence.HIGH}
    lied = await held(page, {"lessons": [told[0] | {"price": 41}, *told[1:]]})
    assert lied.value["lessons"][0] == {"name": "Single lesson", "price": 41}
    assert lied.evidence["/lessons/0/price"].confidence is Confidence.MEDIUM


async def test_an_entry_that_stands_under_another_heading_alone_is_as_sure_as_the_others() -> None:
    page = f"<main><h1>Lessons</h1>{_lessons('Manual', 0)}<h2>New</h2><div class=row><div>Night</div><div>£60</div></div></main>"
    told = [{"name": name, "price": manual} for name, (manual, _) in LESSONS.items()]
    found = await held(page, {"lessons": [*told, {"name": "Night", "price": 60}]})
    assert {proof.confidence for proof in found.evidence.values()} == {Confidence.HIGH}


ROOMS = {"Orchard": (94, 112), "Dovecote": (118, 139), "Laundry": (165, 195)}


async def test_one_number_is_not_sure_for_two_fields() -> None:
    cards = "".join(
        f"<article><h3>{name}</h3><ul><li>{low} € a night in the low season</li><li>{high} € a night in the high season</li></ul></article>"
        for name, (low, high) in ROOMS.items()
    )
    page = f"<main><h1>Rooms</h1><div>{cards}</div></main>"
    told = [{"name": name, "lowSeasonPrice": low, "highSeasonPrice": high} for name, (low, high) in ROOMS.items()]
    assert {proof.confidence for proof in (await held(page, {"rooms": told})).evidence.values()} == {Confidence.HIGH}
    lied = await held(page, {"rooms": [told[0] | {"highSeasonPrice": 94}, *told[1:]]})
    assert lied.evidence["/rooms/0/lowSeasonPrice"].confidence is Confidence.HIGH
    assert lied.evidence["/rooms/0/highSeasonPrice"].confidence is Confidence.MEDIUM
    alone = [{"name": name, "highSeasonPrice": high} for name, (_, high) in ROOMS.items()]
    lied = await held(page, {"rooms": [alone[0] | {"highSeasonPrice": 94}, *alone[1:]]})
    assert lied.evidence["/rooms/0/highSeasonPrice"].confidence is Confidence.MEDIUM


async def test_the_price_of_a_month_is_not_sure_for_a_year_where_a_free_plan_has_both() -> None:
    plans = {"Thread": (0, None), "Fabric": (9, 7.5), "Tapestry": (17, 14), "Carpet": (30, 25)}
    cards = "".join(
        f"<div class=plan><div>{name}</div><div>For some</div><div>${month} per user / month</div>"
        f"{f'<div>${year} when billed yearly</div>' if year else ''}<ul><li>Up to 3 users</li></ul></div>"
        for name, (month, year) in plans.items()
    )
    told = [
        {"name": name, "monthlyPricePerUser": month, "yearlyBilledPricePerUser": year or 0}
        for name, (month, year) in plans.items()
    ]
    page = f"<main><h1>Plans</h1><section>{cards}</section></main>"
    found = await held(page, {"plans": [*told[:2], told[2] | {"yearlyBilledPricePerUser": 17}, told[3]]})
    assert found.evidence["/plans/2/monthlyPricePerUser"].confidence is Confidence.HIGH
    assert found.evidence["/plans/2/yearlyBilledPricePerUser"].confidence is Confidence.MEDIUM
    both = {"monthlyPricePerUser": 12, "yearlyBilledPricePerUser": 17}
    found = await held(page, {"plans": [told[0], told[2] | both, told[3]]})
    assert found.evidence["/plans/1/yearlyBilledPricePerUser"].confidence is Confidence.MEDIUM


async def test_that_something_can_be_had_is_not_sure_where_an_entry_says_how_many_are_left() -> None:
    told = [{"eu": eu, "stock": stock} for eu, stock in ((41, "In stock"), (42.5, "Only 2 left"), (44, "Sold out"))]
    found = await held(SIZES, {"sizes": told})
    assert found.evidence["/sizes/1/stock"].confidence is Confidence.HIGH
    found = await held(SIZES, {"sizes": [told[0], told[1] | {"stock": "In stock"}, told[2]]})
    assert found.value["sizes"][1]["stock"] == "In stock"
    assert found.evidence["/sizes/1/stock"].confidence is Confidence.MEDIUM


async def test_an_entry_that_lost_something_is_not_sure_of_what_stands_in_another_ones() -> None:
    told = [
        {"name": "Ann Lowe", "role": "Chair", "joined": 2017},
        {"name": "Bo Lind", "role": "Treasurer", "joined": 2020},
        {"name": "Cy Marsh", "role": "Vice Chair", "joined": 2019},
        {"name": "Dee Orr", "role": "Trustee", "joined": 2023},
    ]
    people = "".join(
        f"<div><h3>{one['name']}</h3><p>{one['role']}</p><p>Since {one['joined']}</p></div>" for one in told
    )
    page = f"<main><h1>Trustees</h1><section>{people}</section></main>"
    found = await held(page, {"trustees": told})
    assert {proof.confidence for proof in found.evidence.values()} == {Confidence.HIGH}
    found = await held(page, {"trustees": [told[0] | {"name": "Cy Marsh"}, *told[1:]]})
    assert found.value["trustees"][0] == {"name": "Cy Marsh", "role": "Chair", "joined": None}
    assert found.evidence["/trustees/0/name"].confidence is Confidence.MEDIUM
    assert found.evidence["/trustees/3/name"].confidence is Confidence.HIGH
