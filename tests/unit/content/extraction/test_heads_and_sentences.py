# ruff: noqa: E501, RUF001 - pages in one piece, with the dashes that they have
"""What jobs, events and recipes say in their heads and sentences, beside what is labelled."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT, NUMBER, WHOLE = {"type": "string"}, {"type": "number"}, {"type": "integer"}
TEXTS = {"type": "array", "items": TEXT}


def _read(html: str, **fields: Any) -> Any:
    return extract(material(f"<html lang=en>{html}</html>"), {"type": "object", "properties": fields}).value


JOB = (
    "<title>Senior Hydrologist (m/f/d) – Tidewater Labs careers</title><main><h1>Senior Hydrologist (m/f/d)</h1>"
    "<p>Tidewater Labs · Rotterdam, Netherlands · Hybrid (2 days at home)</p><p>We are a team of 46 people.</p>"
    "<h2>What you bring</h2><ul><li>An MSc</li><li>Fluent Dutch</li><li>Good English</li></ul><p>Apply by 15 January 2027."
    " Questions? Ask Femke de Groot, femke@tidewater.example.</p></main><footer>© 2026 Tidewater Labs B.V.</footer>"
)


def test_a_job_names_no_language_that_is_only_that_of_others() -> None:
    html = JOB.replace("Fluent Dutch", "You teach Dutch painters").replace("Good English", "A degree in English law")
    assert _read(html, company=TEXT, languages=TEXTS)["languages"] == []


EVENT = (
    "<title>Night of the Looms</title><h1>Night of the Looms</h1><dl><dt>When</dt><dd>13 March 2027, 19:30 – 23:00</dd>"
    "<dt>Where</dt><dd>Spinnerei Hall 7, Leipzig</dd><dt>Tickets</dt><dd>€28, students €14</dd></dl><p>An evening of live"
    " weaving and electronic music with Lena Brandt, Oku Trio and DJ Karde. Doors open at 18:45. Capacity is 320 seats.</p>"
)


@pytest.mark.parametrize(
    ("field", "shape", "value"),
    [
        ("childPrice", NUMBER, None),
        ("capacity", WHOLE, 320),
        ("ageLimit", WHOLE, None),
    ],
)
def test_an_event_says_where_and_with_whom(field: str, shape: Any, value: Any) -> None:
    assert _read(EVENT, startDate=TEXT, venue=TEXT, **{field: shape})[field] == value


@pytest.mark.parametrize("where", ["Town Hall", "Main Stage, Hall B", "Spinnerei, 2nd floor"])
def test_a_hall_is_no_city(where: str) -> None:
    assert (
        _read(EVENT.replace("Spinnerei Hall 7, Leipzig", where), startDate=TEXT, venue=TEXT, city=TEXT)["city"] is None
    )


def test_a_recipe_says_how_long_how_hot_and_how_hard() -> None:
    html = (
        "<title>Plum cake</title><h1>Plum cake</h1><p>Prep: 25 min | Bake: 50 min | Serves 8 | Easy</p><h2>Ingredients</h2>"
        "<ul><li>250 g flour</li><li>2 eggs</li></ul><h2>Method</h2><ol><li>Mix.</li><li>Bake at 180 °C for 50 minutes."
        "</li></ol>"
    )
    told = _read(html, ingredients=TEXTS, bakeMinutes=WHOLE, difficulty=TEXT, ovenTemperature=TEXT)
    assert (told["bakeMinutes"], told["difficulty"], told["ovenTemperature"]) == (50, "Easy", "180 °C")


def test_several_things_behind_one_label_are_several() -> None:
    page = "<title>Clos Vieux</title><h1>Clos Vieux</h1><p>Grapes: Mourvèdre, Grenache</p><p>Taste: round, dry</p>"
    assert _read(page, grapes=TEXTS, taste=TEXT) == {"grapes": ["Mourvèdre", "Grenache"], "taste": "round, dry"}


def test_a_role_ends_with_its_line() -> None:
    staff = {"type": "array", "items": {"type": "object", "properties": dict.fromkeys(("name", "role", "email"), TEXT)}}
    people = "".join(
        f"<li><b>{name}</b>, {role}<br>{mail}@school.example</li>"
        for name, role, mail in (("Leo Park", "Head of department", "leo"), ("Una Grey", "Teacher", "una"))
    )
    told = _read(f"<title>Staff</title><h1>Staff</h1><h2>Mathematics</h2><ul>{people}</ul>", staff=staff)["staff"]
    assert [tuple(one.values()) for one in told] == [
        ("Leo Park", "Head of department", "leo@school.example"),
        ("Una Grey", "Teacher", "una@school.example"),
    ]


def test_the_end_of_a_term_is_no_day_of_publication() -> None:
    page = "<title>Staff</title><h1>Staff</h1><ul><li>Autumn term ends 18 December 2026</li></ul>"
    assert _read(page, publishedDate=TEXT) == {"publishedDate": None}
