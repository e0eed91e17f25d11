"""What a hotel, a restaurant or a product of plans is called, where its page is headed by something else."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material


def _said(html: str, field: str, **more: Any) -> Any:
    return extract(material(html), {"properties": {field: {"type": "string", **more}}}).value[field]


def _page(title: str, heading: str, logo: str, rest: str = "<p>Open all year.</p>") -> str:
    return f"<title>{title}</title><header><p class=logo>{logo}</p></header><main><h1>{heading}</h1>{rest}</main>"


@pytest.mark.parametrize(
    ("field", "title", "heading", "name"),
    [
        ("restaurantName", "Our pies | The Weir House", "Our pies", "The Weir House"),
    ],
)
def test_a_house_is_called_as_logo_and_title_say_and_not_as_its_page_is_headed(
    field: str, title: str, heading: str, name: str
) -> None:
    assert _said(_page(title, heading, name), field) == name


def test_a_heading_that_names_a_page_is_no_name_where_nothing_else_says_one() -> None:
    assert _said("<title>Rooms and rates</title><h1>Rooms and rates</h1><p>From 100 a night.</p>", "hotelName") is None


def test_the_title_above_a_generic_heading_is_the_name() -> None:
    html = "<title>Hotel Seeblick</title><main><h1>About us</h1><p>We have 24 rooms.</p></main>"
    assert _said(html, "hotelName") == "Hotel Seeblick"


def test_a_heading_that_the_title_repeats_is_the_name() -> None:
    html = _page("Chez Luc, Nancy | Tablefinder", "Chez Luc", "Tablefinder")
    assert _said(html, "restaurantName") == "Chez Luc"


@pytest.mark.parametrize("field", ["captain", "press_contact", "complaintsContact"])
def test_somebody_s_name_is_not_what_the_page_is_called(field: str) -> None:
    html = _page("Contact | Gull Ferries", "Contact", "Gull Ferries")
    assert _said(html, field, description="Name") is None


def test_several_firms_are_asked_for_and_not_the_page_s_own() -> None:
    schema = {"properties": {"studios": {"type": "array", "items": {"type": "string"}}}}
    html = _page("Our people | Gull Architects", "Our people", "Gull Architects")
    assert extract(material(html), schema).value["studios"] == []
