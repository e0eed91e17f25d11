# ruff: noqa: E501 - pages in one piece
"""Of several things a question is about the one that it names, and about all of them where it names none."""

import pytest

from gossamer.content.answering import answer
from tests.unit.content.answering.pages import page

PLANS = page(
    "<title>Pricing</title><main><h1>Pricing</h1><div><div class=plan><h3>Starter</h3><p class=price>$9 per month</p><p>1 user"
    "</p></div><div class=plan><h3>Team</h3><p class=price>$29 per month</p><p>10 users</p></div></div></main>"
)  # fmt: skip
SIZES = page(
    "<title>Copper kettle</title><main><h1>Copper kettle</h1><p>A kettle made of copper.</p><table><tr><th>Size</th><th>Price"
    "</th></tr><tr><td>1 litre</td><td>£49</td></tr><tr><td>2 litres</td><td>£69</td></tr></table></main>"
)  # fmt: skip
COLUMNS = page(
    "<title>Plans</title><main><h1>Plans</h1><table><tr><th></th><th>Basic</th><th>Pro</th></tr><tr><th>Price</th><td>$5</td>"
    "<td>$15</td></tr><tr><th>Users</th><td>1</td><td>10</td></tr></table></main>"
)  # fmt: skip
TICKETS = page(
    "<title>Tickets</title><main><h1>Tickets</h1><p>Adult tickets cost £12. Child tickets cost £6.</p></main>"
)
ROOMS = page(
    "<title>Rooms</title><main><h1>Rooms</h1><dl><dt>Single room</dt><dd>€80 per night</dd><dt>Double room</dt><dd>€120 per "
    "night</dd></dl></main>"
)  # fmt: skip
PHONES = page(
    "<title>Compare phones</title><main><h1>Compare phones</h1><h2>Phone A</h2><p>Price: $100</p><p>Battery: 3000 mAh</p><h2>"
    "Phone B</h2><p>Price: $200</p><p>Battery: 5000 mAh</p></main>"
)  # fmt: skip
OFFICES = page(
    "<title>Contact</title><main><h1>Contact</h1><h2>Leeds</h2><p>Phone: 0113 496 0123</p><h2>York</h2><p>Phone: 01904 555 "
    "0147</p></main>"
)  # fmt: skip
SHOES = page(
    "<title>Trail Shoes</title><main><h1>Trail Shoes</h1><p class=price>$99</p><p>Light.</p><h2>You may also like</h2><div "
    "class=card><h3>Road Shoes</h3><p class=price>$79</p></div><div class=card><h3>City Shoes</h3><p class=price>$69</p></div>"
    "</main>"
)  # fmt: skip
EVENING = page(
    "<title>What is on</title><main><h1>What is on</h1><div class=ev><h3>Jazz Night</h3><p>4 December 2026</p><p>£18</p></div><div class=ev><h3>"
    "Poetry Slam</h3><p>10 December 2026</p><p>£6.50</p></div></main>"
)  # fmt: skip
READ = {
    "plans": PLANS, "sizes": SIZES, "columns": COLUMNS, "tickets": TICKETS, "rooms": ROOMS, "phones": PHONES,
    "offices": OFFICES, "shoes": SHOES, "evening": EVENING,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "question", "said"),
    [
        ("plans", "What does the Team plan cost?", "$29 per month"),
        ("plans", "How much is Starter?", "$9 per month"),
        ("plans", "How much is the Gold plan?", ""),
        ("sizes", "price of the 2-litre kettle", "£69"),
        ("columns", "How much is Pro?", "$15"),
        ("tickets", "How much is a child ticket?", "Child tickets cost £6."),
        ("rooms", "How much is a double room?", "€120 per night"),
        ("phones", "What does Phone A cost?", "$100"),
        ("phones", "What is the battery of Phone B?", "5000 mAh"),
        ("shoes", "How much do the Road Shoes cost?", "$79"),
        ("evening", "When is the Poetry Slam?", "10 December 2026"),
    ],
)
def test_the_one_that_is_named_answers(name: str, question: str, said: str) -> None:
    assert answer(READ[name], question, quoted=False).text == said


def test_a_page_about_one_thing_answers_with_that_ones_price() -> None:
    assert answer(SHOES, "What is the price?", quoted=False).text == "$99"


HOTEL = (
    "<title>Hotel</title><main><h1>Hotel Fern</h1><h2>Check-in</h2><p>From 3 pm. Check-out is until 11 am.</p></main>"
)
BOARD = (
    "<title>Society</title><main><h1>Fern society</h1><p>We love ferns.</p><h2>Board</h2>"
    "<ul><li>Ada Brook</li><li>Max Orr</li><li>Ida Moss</li></ul></main>"
)
COMPARED = (
    "<title>Compare phones</title><main><h1>Compare phones</h1><table><tr><th></th><th>Fern 1</th><th>Fern 2</th></tr>"
    "<tr><th>Price</th><td>$699</td><td>$899</td></tr><tr><th>Weight</th><td>170 g</td><td>190 g</td></tr></table></main>"
)
STACKED = (
    "<title>Compare phones</title><main><h1>Compare phones</h1><div><h3>Fern 1</h3><p>Price: $699</p></div>"
    "<div><h3>Fern 2</h3><p>Price: $899</p></div></main>"
)


@pytest.mark.parametrize(
    ("html", "question", "said"),
    [
        (HOTEL, "When is check-in?", "From 3 pm. Check-out is until 11 am."),
        (HOTEL, "When is check-out?", "Check-out is until 11 am."),
        (BOARD, "Who is on the board?", "Ada Brook\nMax Orr\nIda Moss"),
        (COMPARED, "What is the price?", "Price $699 $899"),
        (COMPARED, "How much is the Fern 2?", "$899"),
        (COMPARED.replace("Compare phones", "Fern 1 or Fern 2"), "What is the price?", "$699\n$899"),
        (STACKED, "What is the price?", "$699\n$899"),
    ],
)
def test_one_of_several_that_answer_as_well_is_not_told_alone(html: str, question: str, said: str) -> None:
    assert answer(page(html), question, quoted=False).text == said
