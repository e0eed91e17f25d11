# ruff: noqa: E501, ISC004, RUF001 - pages in one piece, with the dashes that they have
"""Lists that a page gives in sections, each under a heading of its own: all of them are the list that is asked for."""

from typing import Any, Final

import pytest

from gossamer.content.extraction import extract
from gossamer.core.understanding import Extraction
from tests.unit.content.extraction.material import material

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
COLD: Final = [("Soup", "5.00"), ("Salad", "6.00")]
WARM: Final = [("Stew", "9.00"), ("Pie", "8.00"), ("Roast", "12.00")]
SWEET: Final = [("Cake", "4.00")]
MENU: Final = [("Cold", COLD), ("Warm", WARM), ("Sweet", SWEET)]
NAMES: Final = ["Soup", "Salad", "Stew", "Pie", "Roast", "Cake"]
COURSES: Final = ["Cold", "Cold", "Warm", "Warm", "Warm", "Sweet"]


def _asked(html: str, name: str, /, **fields: Any) -> Extraction:
    items = {"type": "object", "properties": fields}
    schema = {"type": "object", "properties": {name: {"type": "array", "items": items}}}
    return extract(material(f"<html lang=en><title>Cafe Nine</title><body>{html}</body></html>"), schema)


def _card(dish: str, price: str) -> str:
    return f"<div class=dish><h3>{dish}</h3><p>With butter</p><span>{price} €</span></div>"


def _bare(dish: str, price: str) -> str:
    return f"<div><h3>{dish}</h3><p>With butter</p><span>{price} €</span></div>"


def _sections(menu: list[tuple[str, list[tuple[str, str]]]], card: Any = _card) -> str:
    return "<h1>Cafe Nine</h1>" + "".join(
        f"<section><h2>{name}</h2>{''.join(card(*one) for one in dishes)}</section>" for name, dishes in menu
    )


def _lines(menu: list[tuple[str, list[tuple[str, str]]]]) -> str:
    return "<h1>Cafe Nine</h1>" + "".join(
        f"<h2>{name}</h2><ul>{''.join(f'<li>{dish} – €{price}</li>' for dish, price in dishes)}</ul>"
        for name, dishes in menu
    )


def _tables(menu: list[tuple[str, list[tuple[str, str]]]]) -> str:
    return "<h1>Cafe Nine</h1>" + "".join(
        f"<h2>{name}</h2><table><tr><th>Dish</th><th>Price</th></tr>"
        f"{''.join(f'<tr><td>{dish}</td><td>€{price}</td></tr>' for dish, price in dishes)}</table>"
        for name, dishes in menu
    )


@pytest.mark.parametrize(
    "html",
    [_sections(MENU), _sections(MENU, _bare), _lines(MENU), _tables(MENU)],
    ids=["cards", "bare", "lists", "tables"],
)
def test_the_entries_of_all_sections_come_in_the_order_of_the_page_with_what_they_stand_under(html: str) -> None:
    dishes = _asked(html, "dishes", name=TEXT, price=NUMBER, course=TEXT).value["dishes"]
    assert [one["name"] for one in dishes] == NAMES
    assert [one["course"] for one in dishes] == COURSES
    assert [one["price"] for one in dishes] == [5, 6, 9, 8, 12, 4]


def test_a_section_with_one_entry_before_a_longer_one_is_not_lost() -> None:
    menu = [("Sweet", SWEET), ("Warm", WARM), ("Cold", COLD[:1])]
    dishes = _asked(_sections(menu), "dishes", name=TEXT, price=NUMBER).value["dishes"]
    assert [one["name"] for one in dishes] == ["Cake", "Stew", "Pie", "Roast", "Soup"]


STAFF: Final = "<h1>Staff</h1>" + "".join(
    f"<h2>{place}</h2><div class=g>{''.join(f'<div class=c><h3>{name}</h3><p>{role}</p></div>' for name, role in people)}</div>"
    for place, people in [
        ("Bergen", [("Ann Lee", "Head"), ("Bo Ek", "Clerk")]),
        ("Oslo", [("Cy Dahl", "Cook"), ("Di Moe", "Driver"), ("Ed Lie", "Guard")]),
    ]
)


@pytest.mark.parametrize("field", ["city", "office", "location"])
def test_staff_under_cities_is_staff_of_all_cities(field: str) -> None:
    staff = _asked(STAFF, "staff", name=TEXT, role=TEXT, **{field: TEXT}).value["staff"]
    assert [(one["name"], one[field]) for one in staff] == [
        ("Ann Lee", "Bergen"), ("Bo Ek", "Bergen"), ("Cy Dahl", "Oslo"), ("Di Moe", "Oslo"), ("Ed Lie", "Oslo"),
    ]  # fmt: skip


def test_a_department_is_no_city() -> None:
    html = STAFF.replace("Bergen", "Engineering").replace("Oslo", "Customer support")
    staff = _asked(html, "staff", name=TEXT, department=TEXT, city=TEXT).value["staff"]
    assert {one["department"] for one in staff} == {"Engineering", "Customer support"}
    assert {one["city"] for one in staff} == {None}


def test_a_section_is_asked_for_by_its_own_name() -> None:
    menu = _asked(_sections(MENU), "cold", name=TEXT, price=NUMBER).value
    assert [one["name"] for one in menu["cold"]] == ["Soup", "Salad"]


@pytest.mark.parametrize(
    "beside",
    [
        f"<section><h2>You may also like</h2>{_card('Tea pot', '30.00')}{_card('Mug', '7.00')}</section>",
        f"<aside><section><h2>Best sellers</h2>{_card('Tea pot', '30.00')}{_card('Mug', '7.00')}</section></aside>",
        "<section><h2>From our shop</h2><div class=dish><a href=/p/1><h3>Tea pot</h3></a><span>30.00 €</span></div>"
        "<div class=dish><a href=/p/2><h3>Mug</h3></a><span>7.00 €</span></div></section>",
        "<section><h2>Find us</h2><div class=dish><h3>By bus</h3><p>Line 9 stops at the door.</p></div>"
        "<div class=dish><h3>By car</h3><p>There is a car park.</p></div></section>",
    ],
    ids=["similar", "aside", "links", "of something else"],
)
def test_what_is_made_alike_and_is_about_something_else_is_not_joined(beside: str) -> None:
    found = _asked(_sections(MENU) + beside, "dishes", name=TEXT, price=NUMBER)
    assert [one["name"] for one in found.value["dishes"]] == NAMES


def test_tables_of_other_columns_are_not_joined() -> None:
    html = (
        _tables(MENU[:2])
        + "<h2>Rooms</h2><table><tr><th>Room</th><th>Price</th></tr><tr><td>Attic</td><td>€90</td></tr><tr><td>Cellar</td><td>€70</td></tr></table>"
    )
    dishes = _asked(html, "dishes", name=TEXT, price=NUMBER).value["dishes"]
    assert [one["name"] for one in dishes] == NAMES[:-1]


def _events(*sections: tuple[str, list[tuple[str, str]]]) -> str:
    card = "<div class=ev><h3><a href=/x>{}</a></h3><p>{}</p><p>£8</p></div>"
    return "<h1>What is on</h1>" + "".join(
        f"<h2>{heading}</h2>{''.join(card.format(*one) for one in events)}" for heading, events in sections
    )


COMING: Final = ("December 2026", [("Wool carols", "12 December 2026"), ("Loom film", "18 December 2026")])
PAST: Final = ("Past events", [("Dye day", "3 October 2026")])


def test_a_section_of_one_entry_is_asked_for_by_its_own_name() -> None:
    told = _asked(_events(COMING, PAST), "pastEvents", name=TEXT, date=TEXT).value
    assert told == {"pastEvents": [{"name": "Dye day", "date": "2026-10-03"}]}


def test_what_stands_under_read_more_beside_a_list_is_not_in_it() -> None:
    more = ("Read more", [("Why wool?", "3 October 2026")])
    page = _events(COMING, ("January 2027", [("Felt fair", "9 January 2027")]), more)
    told = _asked(page, "events", name=TEXT, date=TEXT, price=NUMBER)
    assert [one["name"] for one in told.value["events"]] == ["Wool carols", "Loom film", "Felt fair"]


def test_what_one_thing_costs_in_parts_is_no_list_of_things() -> None:
    parts = "<dl><dt>Price</dt><dd>£39</dd><dt>Shipping</dt><dd>£5</dd><dt>Total</dt><dd>£44</dd></dl>"
    assert _asked(f"<h1>Kettle</h1>{parts}", "products", name=TEXT, price=NUMBER).value == {"products": []}


@pytest.mark.parametrize("name", ["dishes", "products", "plates"])
def test_an_amount_beside_a_link_is_what_the_linked_thing_costs(name: str) -> None:
    entries = "".join(f'<li><a href="/{dish}">{dish}</a> {price} EUR</li>' for dish, price in WARM)
    found = _asked(f"<h1>Cafe Nine</h1><ul>{entries}</ul>", name, name=TEXT, price=NUMBER)
    assert found.value == {name: [{"name": dish, "price": float(price)} for dish, price in WARM]}


@pytest.mark.parametrize("name", ["kettles", "products", "things"])
def test_what_a_page_sells_is_in_a_list_of_any_name(name: str) -> None:
    marked = """<script type="application/ld+json">{"@type": "Product", "name": "Copper kettle",
        "offers": {"@type": "Offer", "price": 49.5, "priceCurrency": "EUR"}}</script><h1>Copper kettle</h1><p>49.50 EUR"""
    assert _asked(marked, name, name=TEXT, price=NUMBER).value == {name: [{"name": "Copper kettle", "price": 49.5}]}


def test_a_list_that_a_page_says_nothing_of_is_not_what_the_page_sells() -> None:
    marked = """<script type="application/ld+json">{"@type": "Product", "name": "Copper kettle", "description": "Holds two
        litres.", "offers": {"@type": "Offer", "price": 49.5}}</script><h1>Copper kettle</h1><p>It holds two litres."""
    assert _asked(marked, "speakers", name=TEXT, description=TEXT).value == {"speakers": []}
