# ruff: noqa: E501, RUF001 - pages in one piece, with the dashes that they have
"""Questions for what a field of a schema would be asked for: a number, a measure, a telephone number of somebody."""

import pytest

from gossamer.content.answering import answer
from tests.unit.content.answering.pages import page

COMPANY = (
    "<title>About us | Brightloom</title><h1>About Brightloom</h1><p>Today 140 people in four offices build weaving software"
    " that 900 mills in 31 countries rely on.</p><p>In 2024 we reached revenue of $18 million, up from $13 million.</p>"
)
CONTACT = (
    "<title>Contact - Muller</title><h1>Get in touch</h1><p>Muller Joinery<br>Unit 4, Quay Road<br>Bristol BS1 6UZ</p>"
    "<p>Call us on <b>0117 496 0123</b> (workshop) or 0117 496 0199 (accounts). Mobile: 07700 900461.</p>"
    "<p>Mon–Fri 8am–5pm, closed on Sundays</p><p>Company no. 04421987 · VAT GB 123 4567 89</p>"
)
PACK = (
    "<title>Fjell 45 | Utvei</title><h1>Fjell 45</h1><p>A light pack. Weight 1.35 kg, volume 45 l.</p><p>Takes a max load of"
    " 18 kg.</p><table><tr><th>Colour</th><th>SKU</th><th>Price</th></tr><tr><td>Moss</td><td>A1</td><td>$179.00</td></tr>"
    "<tr><td>Slate</td><td>A2</td><td>$189.00</td></tr></table>"
)
PLANS = (
    "<title>Pricing</title><h1>Pricing</h1><table><thead><tr><th></th><th>Team</th><th>Scale</th></tr></thead><tbody>"
    "<tr><th>Monthly price</th><td>$29</td><td>$119</td></tr><tr><th>Billed yearly, per month</th><td>$24</td><td>$99</td>"
    "</tr></tbody></table>"
)
EVENT = (
    "<title>Loom Night</title><h1>Loom Night</h1><dl><dt>When</dt><dd>Saturday, 13 March 2027, 19:30 – 23:00</dd>"
    "<dt>Where</dt><dd>Hall 7</dd></dl><p>Registration closes on 1 March 2027.</p>"
)


@pytest.mark.parametrize(
    ("html", "question", "text"),
    [
        (COMPANY, "How many mills use it?", "900"),
        (CONTACT, "What is the accounts phone number?", "0117 496 0199"),
        (CONTACT, "What is the phone number of the workshop?", "0117 496 0123"),
        (CONTACT, "What is the mobile number?", "07700 900461"),
        (CONTACT, "What is the VAT number?", "GB 123 4567 89"),
        (CONTACT, "What is the company number?", "04421987"),
        (CONTACT, "What are the opening hours?", "Mon–Fri 8am–5pm, closed on Sundays"),
        (CONTACT, "What is the address?", "Unit 4, Quay Road, Bristol BS1 6UZ"),
        (PLANS, "What does the Scale plan cost per month?", "$119"),
        (PLANS, "How much is the Team plan when billed yearly?", "$24"),
        (EVENT, "When does it start?", "Saturday, 13 March 2027, 19:30 – 23:00"),
    ],
)
def test_a_question_for_a_field_is_answered_with_its_value(html: str, question: str, text: str) -> None:
    told = answer(page(html), question, quoted=False)
    assert told.text == text
    assert told.quotes


@pytest.mark.parametrize(
    ("html", "question"),
    [
        (COMPANY, "How many customers are there in Norway?"),
        (COMPANY, "How many mills were lost last year?"),
        (CONTACT, "What is the fax number?"),
        (CONTACT, "What is the sales phone number?"),
        (CONTACT, "What is the VAT number of Acme?"),
        (PACK, "What is the width?"),
        (PACK, "How much does the frame weigh?"),
        (EVENT, "When does the market start?"),
    ],
)
def test_what_is_asked_of_something_else_is_not_answered_with_it(html: str, question: str) -> None:
    assert answer(page(html), question, quoted=False).text == ""


def test_the_headings_of_a_table_are_no_answer() -> None:
    assert "Colour SKU" not in answer(page(PACK), "What colours are there?", quoted=False).text


def test_a_value_is_quoted_as_the_page_says_it() -> None:
    told = answer(page(CONTACT), "What is the accounts phone number?", quoted=True)
    assert told.text == "Call us on 0117 496 0123 (workshop) or 0117 496 0199 (accounts). Mobile: 07700 900461."
