"""What pages lay out for people alone: specifications, plans side by side, questions, stock and ratings."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
WHOLE = {"type": "integer"}
TEXTS = {"type": "array", "items": TEXT}
KETTLE = """<title>Morso kettle - Hearthware</title><h1>Morso kettle</h1><p class=price>€64.00</p>
<p>Hurry, only 7 items left!</p><p>Rated 4.3 out of 5 stars from 1,204 ratings</p>
<h2>Technical data</h2><table><tr><th>Power</th><td>2200 W</td></tr><tr><th>Capacity</th><td>1.7 l</td></tr></table>
<h2>Box</h2><dl><dt>Width</dt><dd>30 cm</dd></dl>"""
CARDS = """<title>Pricing - Quillbase</title><h1>Choose your plan</h1><div class=plans>
<div class=plan><h2>Hobby</h2><p>$5 / month</p><ul><li>3 documents</li><li>1 user</li></ul></div>
<div class=plan><h2>Pro</h2><p>$18 / month</p><ul><li>Unlimited documents</li><li>5 users</li></ul></div>
<div class=plan><h2>Studio</h2><p>$49 / month</p><ul><li>Unlimited documents</li><li>Single sign-on</li></ul></div>
</div>"""
COMPARED = """<title>Plans | Ferrywave</title><h1>Plans</h1><table>
<thead><tr><th></th><th>Solo</th><th>Crew</th><th>Fleet</th></tr></thead><tbody>
<tr><th>Price</th><td>€9</td><td>€29</td><td>Contact us</td></tr>
<tr><th>Storage</th><td>5 GB</td><td>100 GB</td><td>1 TB</td></tr></tbody></table>"""
ANSWERS = [
    {"question": "How long does delivery take?", "answer": "Two to four days."},
    {"question": "Can I return it?", "answer": "Yes, within 30 days. Print the label first."},
]
HEADINGS = """<h2>FAQ</h2><h3>How long does delivery take?</h3><p>Two to four days.</p>
<h3>Can I return it?</h3><p>Yes, within 30 days.</p><p>Print the label first.</p>"""
DETAILS = """<h2>Help</h2><details><summary>How long does delivery take?</summary><p>Two to four days.</p></details>
<details><summary>Can I return it?</summary><p>Yes, within 30 days.</p><p>Print the label first.</p></details>"""
DEFINED = """<dl><dt>How long does delivery take?</dt><dd>Two to four days.</dd>
<dt>Can I return it?</dt><dd>Yes, within 30 days. Print the label first.</dd></dl>"""
LETTERS = """<p><strong>Q: How long does delivery take?</strong></p><p>A: Two to four days.</p>
<p><strong>Q: Can I return it?</strong></p><p>A: Yes, within 30 days. Print the label first.</p>"""


def _value(html: str, **fields: Any) -> Any:
    return extract(material(html, "https://own.example/page"), {"type": "object", "properties": fields}).value


def _object(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields}


def _list(**fields: Any) -> dict[str, Any]:
    return {"type": "array", "items": _object(**fields)}


def test_an_object_of_specifications_is_filled_from_their_table() -> None:
    found = _value(KETTLE, specs=_object(power=TEXT, capacity=TEXT, voltage=TEXT))
    assert found == {"specs": {"power": "2200 W", "capacity": "1.7 l", "voltage": None}}


def test_an_object_is_filled_from_what_stands_under_a_heading_of_its_name() -> None:
    assert _value(KETTLE, box=_object(width=TEXT, power=TEXT)) == {"box": {"width": "30 cm", "power": None}}


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Stock: 14 pieces", 14),
        ("Delivered within 2 working days", None),
        ("3 left turns to the shop", None),
        ("Only 3 left in stock</p><p>Only 9 left in stock", None),
    ],
)
def test_only_a_line_that_says_so_tells_how_many_are_left(line: str, left: int | None) -> None:
    page = f"<title>Oak bench</title><h1>Oak bench</h1><p class=price>£240</p><p>{line}</p>"
    assert _value(page, price=NUMBER, stock=WHOLE)["stock"] == left


def test_a_rating_is_read_from_the_line_that_says_of_how_many_it_is() -> None:
    found = _value(KETTLE, name=TEXT, rating=NUMBER, rating_count=WHOLE, reviews=WHOLE)
    assert found == {"name": "Morso kettle", "rating": 4.3, "rating_count": 1204, "reviews": 1204}


def test_ratings_that_differ_are_those_of_single_people() -> None:
    page = "<title>Bench</title><h1>Bench</h1><h2>Reviews</h2><p>5 out of 5</p><p>2 out of 5</p>"
    assert _value(page, name=TEXT, rating=NUMBER) == {"name": "Bench", "rating": None}


def test_plans_in_cards_have_their_prices_and_features() -> None:
    found = _value(CARDS, plans=_list(plan_name=TEXT, monthly_price=NUMBER, users=TEXT, features=TEXTS))["plans"]
    assert [(one["plan_name"], one["monthly_price"], one["users"]) for one in found] == [
        ("Hobby", 5, "1 user"),
        ("Pro", 18, "5 users"),
        ("Studio", 49, None),
    ]
    assert found[0]["features"] == ["3 documents", "1 user"]


def test_plans_in_the_columns_of_a_table_are_one_each() -> None:
    found = _value(COMPARED, plans=_list(name=TEXT, price=TEXT, storage=TEXT))["plans"]
    assert found == [
        {"name": "Solo", "price": "€9", "storage": "5 GB"},
        {"name": "Crew", "price": "€29", "storage": "100 GB"},
        {"name": "Fleet", "price": None, "storage": "1 TB"},
    ]


@pytest.mark.parametrize("laid_out", [HEADINGS, DETAILS, DEFINED, LETTERS], ids=["h3", "details", "dl", "Q and A"])
@pytest.mark.parametrize("name", ["faq", "questions"])
def test_questions_have_their_answers_however_they_are_laid_out(laid_out: str, name: str) -> None:
    page = f"<title>Fernpost</title><h1>Fernpost</h1>{laid_out}"
    assert _value(page, **{name: _list(question=TEXT, answer=TEXT)}) == {name: ANSWERS}


def test_a_figure_of_speech_and_a_link_are_no_questions_with_answers() -> None:
    page = (
        "<title>Ropes</title><h1>Ropes</h1><h2>Why sail?</h2><p>Because of the sea.</p>"
        "<ul><li><a href=/1>Which rope is best?</a></li><li><a href=/2>How long does it last?</a></li></ul>"
    )
    assert _value(page, faq=_list(question=TEXT, answer=TEXT)) == {"faq": []}


def test_cards_have_authors_without_by_and_ratings_in_stars() -> None:
    shown = [("Piranesi", "Susanna Clarke", 4.7), ("Circe", "Madeline Miller", 4.6), ("Stoner", "John Williams", 4.8)]
    cards = "".join(
        f"<div class=b><h3>{title}</h3><p class=author>by {author}</p><p class=price>£9</p><p>{rating} stars</p></div>"
        for title, author, rating in shown
    )
    page = f"<title>Harbour Books</title><h1>Harbour Books</h1><div class=list>{cards}</div>"
    found = _value(page, books=_list(title=TEXT, author=TEXT, rating=NUMBER))["books"]
    assert [(one["title"], one["author"], one["rating"]) for one in found] == shown
