# ruff: noqa: RUF001 - dashes as pages have them
"""What stands beside a value is not part of it, and what is said of a part is not said of the whole."""

from typing import Any

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT = {"type": "string"}
NUMBER = {"type": "number"}


def _read(body: str, **fields: Any) -> Any:
    html = f"<html lang=en><title>page</title><main>{body}</main></html>"
    return extract(material(html), {"type": "object", "properties": fields}).value


def _rows(**fields: Any) -> Any:
    return {"type": "array", "items": {"type": "object", "properties": fields}}


def test_a_telephone_number_ends_before_what_is_in_brackets_behind_it() -> None:
    body = "<h1>Contact</h1><p>Sales: 0113 496 0100<br>Support: 0113 496 0200 (24 hours)</p>"
    assert _read(body, supportPhone=TEXT) == {"supportPhone": "0113 496 0200"}


def test_a_range_of_pay_is_no_one_number() -> None:
    body = "<h1>Baker</h1><p>Location: Leeds | Salary: £28k–£33k | Closing date: 4 March 2027</p>"
    read = _read(body, title=TEXT, salary=NUMBER, salaryMin=NUMBER, salaryMax=NUMBER, location=TEXT)
    assert (read["salary"], read["salaryMin"], read["salaryMax"]) == (None, 28_000, 33_000)


def test_what_a_firm_says_at_the_top_is_not_its_name() -> None:
    body = "<h1>We bake the north</h1><p>Founded in 1921, Miller &amp; Sons is led by CEO Ann Lee.</p>"
    assert _read(body, name=TEXT, ceo=TEXT, founded={"type": "integer"})["name"] is None


def test_what_follows_the_last_numbered_step_is_none() -> None:
    body = (
        "<h1>Leek pie</h1><h2>Method</h2><p>1. Rub the butter into the flour and chill it.</p>"
        "<p>2. Sweat the leeks until they are soft.</p><p>About 540 kcal a slice. Keeps for 3 days.</p>"
    )
    texts = {"type": "array", "items": TEXT}
    assert len(_read(body, title=TEXT, ingredients=texts, steps=texts)["steps"]) == 2
