# ruff: noqa: E501 - pages as tables
"""Entries of a list are held against each other: what stands where the others have something else is none of theirs."""

from typing import Any

import pytest

from tests.unit.features.understanding.paper import held

TEAM = """<main><h1>Our people</h1><h2>Engineering</h2>
<div class="person"><h3>Ada Byron</h3><p class="role">Engineer</p><p class="city">Oslo</p><p class="bio">Sails.</p></div>
<div class="person lead"><p class="badge">Mentor</p><h3>Bo Lind</h3><p class="role">Designer</p><p class="city">Bergen</p></div>
<div class="person"><h3>Cleo Marsh</h3><p class="role">Analyst</p><p class="city">Tromsø</p><p class="bio">Climbs.</p></div>
<div class="person"><h3>Dan Reyes</h3><p class="role">Tester</p><p class="city">Ås</p><p class="bio">Reads.</p></div></main>"""
LINES = """<main><h1>Staff</h1>
<p><b>Ada Byron</b>, Engineer, Oslo</p><p><b>Bo Lind</b>, Designer, Bergen</p><p><b>Cleo Marsh</b>, Analyst, Tromsø</p>
<p><b>Dan Reyes</b>, Tester, Ås</p></main>"""
MENU = """<main><h1>Menu</h1><h2>Starters</h2><ul><li><b>Leek soup</b> <span>with chives</span> <em>€6</em></li>
<li><b>Beetroot</b> <span>with goat cheese</span> <em>€8</em></li></ul><h2>Mains</h2>
<ul><li><b>Trout</b> <span>with almonds</span> <em>€19</em></li><li><b>Risotto</b> <span>with saffron</span> <em>€16</em></li></ul></main>"""
JOB = """<main><h1>Cook</h1><h2>What you do</h2><ul><li>Cook for eighty guests</li><li>Train two apprentices</li>
<li>Order from the market</li></ul><h2>What you bring</h2><ul><li>Three years in a kitchen</li><li>Good French</li>
<li>A steady hand</li></ul></main>"""
NEWEST = """<main><h1>An author</h1><div class="box"><h2>The Clerk</h2><p>Orrin House, 2024</p></div><h2>Before</h2>
<ul><li>Ballast (2009), Kade Press</li><li>Salt (2012), Kade Press</li><li>Tide (2015), Orrin House</li></ul></main>"""


def people(**changed: dict[int, Any]) -> dict[str, Any]:
    """What the team page says, with other values for some, by field and number."""
    rows = [
        ("Ada Byron", "Engineer", "Oslo"),
        ("Bo Lind", "Designer", "Bergen"),
        ("Cleo Marsh", "Analyst", "Tromsø"),
        ("Dan Reyes", "Tester", "Ås"),
    ]
    told = [dict(zip(("name", "role", "city"), row, strict=True)) for row in rows]
    for field, values in changed.items():
        for at, value in values.items():
            told[at][field] = value
    return {"people": told}


@pytest.mark.parametrize("html", [TEAM, LINES])
async def test_what_all_of_them_have_in_its_place_stays(html: str) -> None:
    found = await held(html, people())
    assert (found.value, found.missing) == (people(), {})


@pytest.mark.parametrize("html", [TEAM, LINES])
async def test_a_role_and_a_city_that_were_exchanged_fall(html: str) -> None:
    found = await held(html, people(role={2: "Tromsø"}, city={2: "Analyst"}))
    assert found.value["people"][2] == {"name": "Cleo Marsh", "role": None, "city": None}
    assert found.value["people"][:2] == people()["people"][:2]
    assert found.missing["/people/2/role"] == "The model gave a value that the page says of something else."


async def test_what_is_made_otherwise_than_the_others_falls() -> None:
    found = await held(TEAM, people(role={0: "Sails"}))
    assert found.value["people"][0] == {"name": "Ada Byron", "role": None, "city": "Oslo"}


async def test_an_entry_whose_name_is_no_name_goes_and_those_behind_it_keep_their_evidence() -> None:
    found = await held(TEAM, people(name={1: "Mentor"}))
    assert [one["name"] for one in found.value["people"]] == ["Ada Byron", "Cleo Marsh", "Dan Reyes"]
    assert found.evidence["/people/1/city"].quote == "Tromsø"
    assert found.missing["/people"].startswith("The model gave entries that the page does not support")


async def test_an_entry_that_was_given_the_name_of_another_is_not_told_twice() -> None:
    found = await held(TEAM, people(name={3: "Ada Byron"}))
    assert [one["name"] for one in found.value["people"]] == ["Ada Byron", "Bo Lind", "Cleo Marsh"]
    assert found.value["people"][0] == people()["people"][0]


async def test_a_heading_over_entries_is_none_of_them() -> None:
    dishes = [{"name": "Leek soup", "price": 6}, {"name": "Beetroot", "price": 8}, {"name": "Trout", "price": 19}]
    assert (await held(MENU, {"dishes": dishes})).value == {"dishes": dishes}
    found = await held(MENU, {"dishes": [*dishes, {"name": "Mains", "price": 16}]})
    assert found.value == {"dishes": dishes}


async def test_what_a_dish_comes_with_is_no_dish() -> None:
    dishes = [{"name": name, "price": price} for name, price in (("Leek soup", 6), ("Beetroot", 8), ("Trout", 19))]
    found = await held(MENU, {"dishes": [*dishes, {"name": "with saffron", "price": 16}]})
    assert found.value == {"dishes": dishes}


async def test_one_of_another_list_of_the_page_is_left_out() -> None:
    skills = ["Three years in a kitchen", "Good French", "A steady hand"]
    assert (await held(JOB, {"skills": skills})).value == {"skills": skills}
    found = await held(JOB, {"skills": [*skills[:2], "Train two apprentices"]})
    assert found.value == {"skills": skills[:2]}


async def test_an_entry_that_stands_in_a_box_of_its_own_stays() -> None:
    books = [("The Clerk", 2024), ("Ballast", 2009), ("Salt", 2012), ("Tide", 2015)]
    said = {"books": [{"title": title, "year": year} for title, year in books]}
    assert (await held(NEWEST, said)).value == said


async def test_one_that_stands_alone_in_another_sentence_is_left_out() -> None:
    html = (
        "<main><h1>Fest</h1><p>With Ostrava Nights, Tidewrack and Gullwing. Talks are in the Lookout Tent.</p></main>"
    )
    acts = ["Ostrava Nights", "Tidewrack", "Gullwing"]
    assert (await held(html, {"acts": acts})).value == {"acts": acts}
    assert (await held(html, {"acts": [*acts[:2], "Lookout Tent"]})).value == {"acts": acts[:2]}


async def test_one_under_another_heading_is_left_out_where_theirs_names_the_field() -> None:
    desserts = ["Tiramisù", "Panna cotta"]
    html = """<main><h1>Trattoria</h1><h2>Antipasti</h2><p>Burrata</p><p>Olives</p><h2>Desserts</h2><p>Tiramisù</p>
    <p>Panna cotta</p></main>"""
    assert (await held(html, {"desserts": desserts})).value == {"desserts": desserts}
    assert (await held(html, {"desserts": ["Burrata", *desserts]})).value == {"desserts": desserts}


async def test_what_an_entry_says_of_itself_is_none_of_a_list_beside_it() -> None:
    told = {**people(), "certifications": ["Oslo"]}
    assert (await held(TEAM, told)).value == {**people(), "certifications": []}


PITCHES = """<main><h1>Prices</h1>
<div class=card><h3>Small tent pitch</h3><p>£14 a night</p><p>2 people</p></div>
<div class=card><h3>Family tent pitch</h3><p>£26 a night</p><p>5 people</p></div>
<div class=card><h3>Riverside pod</h3><p>£58 a night</p><p>3 people</p></div></main>"""


async def test_an_entry_that_was_given_another_ones_name_goes_whatever_names_are_called() -> None:
    pitches = [
        {"type": "Small tent pitch", "price": 14, "people": 2},
        {"type": "Riverside pod", "price": 26, "people": 5},
        {"type": "Riverside pod", "price": 58, "people": 3},
    ]
    found = await held(PITCHES, {"pitches": pitches})
    assert found.value["pitches"] == [pitches[0], pitches[2]]
    assert "/pitches" in found.missing


async def test_what_many_entries_say_first_is_not_what_they_are_called() -> None:
    rounds = [{"team": "Leeds", "place": number, "points": 10 - number} for number in (1, 2, 3)]
    rows = "".join(f"<tr><td>{one['team']}<td>{one['place']}<td>{one['points']}" for one in rounds)
    table = f"<main><h1>Rounds</h1><table><tr><th>Team<th>Place<th>Points{rows}</table></main>"
    assert (await held(table, {"rounds": rounds})).value == {"rounds": rounds}
