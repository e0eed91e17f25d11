"""Values that look like what is asked for and are something else: null is told rather than they."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from gossamer.content.extraction.values.nothing import is_vacant
from gossamer.content.extraction.values.remote import remote
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
