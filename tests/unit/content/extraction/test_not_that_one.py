"""Values that look like what is asked for and are something else: null is told rather than they."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from gossamer.content.extraction.values.nothing import says_nothing
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
    assert says_nothing(text)


def test_points_of_guests_are_no_stars() -> None:
    assert _said("<p>Guest score 9.1 out of 10 from 412 reviews</p>", "starRating", NUMBER) is None


def test_stars_of_a_hotel_are_no_points_of_guests() -> None:
    marked = json_ld('{"@type": "Hotel", "name": "Gull House", "starRating": {"ratingValue": "4"}}')
    assert (_said(marked, "review_score", NUMBER), _said(marked, "stars", NUMBER)) == (None, 4)
