"""Whose a number or an address is: the house's that the page is of, or a department's, somebody's, another house's."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

OWN = "<footer><p>Gull House · Tel. 0117 555 0100 · info@gull.example</p></footer>"


def _said(html: str, **fields: Any) -> dict[str, Any]:
    asked = fields or {"phone": {"type": "string"}, "email": {"type": "string"}}
    page = material(f"<title>Gull House</title><body><h1>Gull House</h1><p>Since 1950.</p>{html}")
    found: dict[str, Any] = extract(page, {"properties": {"companyName": {"type": "string"}, **asked}}).value
    return found


@pytest.mark.parametrize(
    "others",
    [
        "<p>Press: Ann Lee, press@gull.example, 0117 555 0199</p>",
        "<h2>Café Mole</h2><p>Open daily. Booking: 0117 555 0188</p>",
        "<aside><h3>The Annexe</h3><p>Our wine bar. Tel. 0117 555 0177</p></aside>",
        "<p>Fully booked? Try our friends at Seal House, phone 0117 555 0166.</p>",
        "<h3>Karin Lind</h3><p><a href='mailto:karin@gull.example'>karin@gull.example</a></p>",
        "<h2>Sponsors</h2><p>Write to <a href='mailto:sponsors@gull.example'>sponsors@gull.example</a></p>",
        "<h2>Leeds</h2><p>Tel. 0113 555 0155</p>",
        "<p>Website by Mole Web, hello@mole.example</p>",
    ],
)
def test_the_house_s_own_number_and_address_come_before_those_of_others(others: str) -> None:
    found = _said(others + OWN)
    assert (found["phone"], found["email"]) == ("0117 555 0100", "info@gull.example")


@pytest.mark.parametrize("label", ["Phone:", "Tel.", "Tél.", "Telefon", "Reception:", "Call us on"])
def test_a_number_to_call_is_known_by_its_label(label: str) -> None:
    assert _said(f"<p>Quote line: 0800 555 0111</p><p>{label} 0117 555 0100</p>")["phone"] == "0117 555 0100"


def test_a_heading_with_the_same_word_makes_an_address_nobody_s() -> None:
    html = "<h2>Visits</h2><p>E-mail: visits@gull.example</p><footer>Registered no. 5302. info@gull.example</footer>"
    assert _said(html)["email"] == "visits@gull.example"


def test_of_two_that_are_as_likely_none_is_told() -> None:
    found = _said("<h2>Leeds</h2><p>Tel. 0113 555 0155</p><h2>York</h2><p>Tel. 01904 555 0144</p>")
    assert found["phone"] is None


def test_a_department_s_is_not_the_house_s_where_it_gives_no_other() -> None:
    html = "<p>Press: press@gull.example</p><p>Jobs: jobs@gull.example</p>"
    assert _said(html)["email"] is None


def test_an_application_goes_to_those_who_hire() -> None:
    html = (
        "<h2>Cook (m/f)</h2><h2>Your tasks</h2><ul><li>Cook</li></ul><p>Apply to jobs@gull.example.</p>"
        "<p>Press: press@gull.example</p>"
    )
    asked = {"jobTitle": {"type": "string"}, "salary": {"type": "string"}, "contactEmail": {"type": "string"}}
    assert _said(html, **asked)["contactEmail"] == "jobs@gull.example"


BRANCHES = "<h3>Leeds</h3><p>Unit 12, Mole Court<br>Leeds LS1 4AP</p><h3>York</h3><p>27 Cliff Quay, YO1 7HH</p>"
ADDRESS = {name: {"type": "string"} for name in ("street", "city", "postcode")}


@pytest.mark.parametrize("first", ["", "<p>Mill Lane<br>Hull<br>HU1 5QT</p>"])
def test_of_several_addresses_none_is_told_where_only_one_can_be_read(first: str) -> None:
    assert [_said(first + BRANCHES, **ADDRESS)[name] for name in ADDRESS] == [None, None, None]


def test_a_street_is_no_town() -> None:
    assert _said("<p>Unit 14, Longman Drive, IV1 1SU</p>", **ADDRESS)["city"] is None
