"""Values that look like what is asked for and are something else: null is told rather than they."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT, NUMBER = {"type": "string"}, {"type": "number"}


def _said(html: str, field: str, asked: Any = TEXT) -> Any:
    page = material(f"<title>Gull House</title><body><h1>Gull House</h1>{html}")
    return extract(page, {"properties": {field: asked}}).value[field]


def test_a_count_behind_a_scale_is_not_read_with_it() -> None:
    html = "<p><span>4.3 out of 5</span> <a>218 reviews</a></p>"
    assert _said(html, "reviewCount", {"type": "integer"}) == 218


def test_a_number_of_years_is_no_year() -> None:
    assert _said("<p>She kept the house for 22 years.</p>", "year", {"type": "integer"}) is None


def test_a_day_of_a_timeline_is_not_that_of_publication() -> None:
    html = "<ul><li>9 November 2023 Bridge closed</li><li>2 May 2024 Work began</li></ul>"
    assert _said(html, "published_date", {"type": "string", "format": "date"}) is None


def test_the_last_part_of_where_something_is_held_may_be_a_state() -> None:
    html = "<ul><li><b>Date:</b> 3 May 2031</li><li><b>Venue:</b> Orchard Meadow, Ashby, Vermont</li></ul>"
    assert _said(html, "city") is None


def test_people_under_a_heading_for_their_rank_do_not_live_there() -> None:
    cards = "".join(f"<div class=person><h3>{name} Lee</h3><p>Architect</p></div>" for name in ("Ann", "Bea", "Cy"))
    people = {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "location": TEXT}}}
    found = _said(f"<h2>Associates</h2><div>{cards}</div>", "people", people)
    assert all(one["location"] is None for one in found)


def test_the_day_of_publication_stands_before_that_of_the_update() -> None:
    html = "<p>Published 17 July 2025, 16:20. Last updated 18 July 2025, 08:05</p>"
    assert _said(html, "published_date", {"type": "string", "format": "date"}) == "2025-07-17"


@pytest.mark.parametrize(
    ("heading", "field", "names"),
    [
        ("Past events", "upcoming_events", []),
        ("Upcoming events", "past_events", []),
        ("Past events", "past_events", ["Ball", "Fair", "Play"]),
        ("Past events", "events", ["Ball", "Fair", "Play"]),
        ("Events", "upcoming_events", ["Ball", "Fair", "Play"]),
    ],
)
def test_events_that_are_over_are_not_those_to_come(heading: str, field: str, names: list[str]) -> None:
    rows = "".join(
        f"<li><h3>{name}</h3><p>{at} May 2024</p></li>" for at, name in enumerate(("Ball", "Fair", "Play"), 1)
    )
    events = {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "date": TEXT}}}
    assert [one["name"] for one in _said(f"<h2>{heading}</h2><ul>{rows}</ul>", field, events)] == names


@pytest.mark.parametrize(("field", "names"), [("fixtures", []), ("results", ["Hull", "Leeds", "York"])])
def test_games_that_were_played_are_not_those_to_come(field: str, names: list[str]) -> None:
    rows = "".join(
        f"<tr><td>{at} May 2031</td><td>{name}</td></tr>" for at, name in enumerate(("Hull", "Leeds", "York"), 1)
    )
    html = f"<h3>Earlier results</h3><table><tr><th>Date</th><th>Opponent</th></tr>{rows}</table>"
    games = {"type": "array", "items": {"type": "object", "properties": {"date": TEXT, "opponent": TEXT}}}
    assert [one["opponent"] for one in _said(html, field, games)] == names
