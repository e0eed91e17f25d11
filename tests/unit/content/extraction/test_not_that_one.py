"""Values that look like what is asked for and are something else: null is told rather than they."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from gossamer.content.values.nothing import is_vacant
from gossamer.content.values.remote import remote
from tests.unit.content.extraction.material import json_ld, material

TEXT, NUMBER = {"type": "string"}, {"type": "number"}


def _said(html: str, field: str, asked: Any = TEXT) -> Any:
    page = material(f"<title>Gull House</title><body><h1>Gull House</h1>{html}")
    return extract(page, {"properties": {field: asked}}).value[field]


@pytest.mark.parametrize(
    "text",
    [
        "Homeoffice ist bei dieser Stelle leider nicht möglich.",
        "Working from home is not possible.",
        "Le télétravail n'est pas possible.",
        "Remote work is not currently offered.",
        "Kein Homeoffice.",
    ],
)
def test_work_from_home_that_is_not_possible_is_none(text: str) -> None:
    assert remote(text) is False


def test_what_else_is_not_possible_leaves_work_from_home_as_it_is() -> None:
    assert remote("You can work from home. Part time is not possible.") is True


@pytest.mark.parametrize("text", ["vacant", "Vacant", "currently vacant", "vakant", "nicht besetzt"])
def test_an_office_that_is_vacant_is_nobody_s(text: str) -> None:
    assert is_vacant(text)


def test_points_of_guests_are_no_stars() -> None:
    assert _said("<p>Guest score 9.1 out of 10 from 412 reviews</p>", "starRating", NUMBER) is None


def test_stars_of_a_hotel_are_no_points_of_guests() -> None:
    marked = json_ld('{"@type": "Hotel", "name": "Gull House", "starRating": {"ratingValue": "4"}}')
    assert (_said(marked, "review_score", NUMBER), _said(marked, "stars", NUMBER)) == (None, 4)


def test_a_manager_is_nobody_where_the_post_is_vacant_and_a_house_may_be_vacant() -> None:
    rows = "<dl><dt>Manager</dt><dd>vacant</dd><dt>Occupancy</dt><dd>vacant</dd></dl>"
    assert (_said(rows, "manager"), _said(rows, "occupancy")) == (None, "vacant")


def test_how_long_one_works_is_no_kind_of_employment() -> None:
    assert _said("<dl><dt>Arbeitszeit</dt><dd>38,5 Stunden pro Woche</dd></dl>", "employmentType") is None


def test_what_invites_to_buy_is_no_subtitle() -> None:
    meta = '<meta name=description content="Buy Gull House online at Mole Books.">'
    assert _said(meta, "subtitle") is None


def test_who_owns_a_paper_is_not_the_paper() -> None:
    assert _said("<p>Founded 1881. <b>Publisher:</b> Nathan Lee</p>", "publication") is None


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


def test_days_in_bold_of_a_timeline_are_not_those_of_publication() -> None:
    html = (
        "<p>By Ann Lee</p><ul><li><b>9 November 2023</b> Bridge closed</li><li><b>2 May 2024</b> Work began</li></ul>"
    )
    assert _said(html, "published_date", {"type": "string", "format": "date"}) is None


def test_a_room_is_no_way_to_reach_somebody() -> None:
    assert _said("<p>Office: mail@gull.example, +44 1632 555 300</p>", "office") is None


def test_who_hires_is_reached_as_the_page_says_and_not_by_its_first_link() -> None:
    html = (
        '<p><a href="mailto:ann@gull.example">ann@gull.example</a></p>'
        "<p>Send a portfolio to jobs@gull.example by 30 April.</p>"
    )
    assert _said(html, "jobs_email") == "jobs@gull.example"


@pytest.mark.parametrize(("field", "names"), [("fixtures", []), ("results", ["Hull", "Leeds", "York"])])
def test_games_that_were_played_are_not_those_to_come(field: str, names: list[str]) -> None:
    rows = "".join(
        f"<tr><td>{at} May 2031</td><td>{name}</td></tr>" for at, name in enumerate(("Hull", "Leeds", "York"), 1)
    )
    html = f"<h3>Earlier results</h3><table><tr><th>Date</th><th>Opponent</th></tr>{rows}</table>"
    games = {"type": "array", "items": {"type": "object", "properties": {"date": TEXT, "opponent": TEXT}}}
    assert [one["opponent"] for one in _said(html, field, games)] == names


def test_an_amount_that_is_asked_for_in_millions_is_given_so() -> None:
    asked = {"type": "number", "description": "Yearly revenue in millions of EUR"}
    assert _said("<p>Our revenue was €58.2 million.</p>", "revenue", asked) == 58.2
