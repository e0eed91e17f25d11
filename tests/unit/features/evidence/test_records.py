"""Entries of lists: each has to stand in a record of its own."""

import copy
from typing import Any

from tests.unit.features.evidence.pages import statuses

PEOPLE = [
    ("Ann Lee", "Editor", "0117 496 0101"),
    ("Bo Ray", "Printer", "0117 496 0102"),
    ("Cy Fox", "Binder", "0117 496 0103"),
]
CARDS = "<main><h1>Our team</h1>{}</main>".format(
    "".join(
        f"<div class=card><h3>{name}</h3><p class=role>{role}</p><p>{phone}</p></div>" for name, role, phone in PEOPLE
    )
)
TABLE = "<main><h1>Our team</h1><table><tr><th>Name</th><th>Role</th><th>Phone</th></tr>{}</table></main>".format(
    "".join(f"<tr><td>{name}</td><td>{role}</td><td>{phone}</td></tr>" for name, role, phone in PEOPLE)
)
TRUE: dict[str, Any] = {"people": [{"name": name, "role": role, "phone": phone} for name, role, phone in PEOPLE]}


def test_entries_are_supported_by_their_cards() -> None:
    assert set(statuses(CARDS, TRUE).values()) == {"supported"}


def test_entries_are_supported_by_their_rows() -> None:
    assert set(statuses(TABLE, TRUE).values()) == {"supported"}


def test_the_value_of_another_entry_stands_elsewhere() -> None:
    for html in (CARDS, TABLE):
        false = copy.deepcopy(TRUE)
        false["people"][1]["phone"] = "0117 496 0103"
        found = statuses(html, false)
        assert found.pop("/people/1/phone") == "elsewhere"
        assert set(found.values()) == {"supported"}


def test_an_entry_that_the_page_does_not_have_is_absent() -> None:
    false = {"people": [*TRUE["people"], {"name": "Di Kay", "role": "Binder", "phone": "0117 496 0199"}]}
    found = statuses(TABLE, false)
    assert (found["/people/3/name"], found["/people/3/phone"]) == ("absent", "absent")


def test_each_text_of_a_list_has_a_status() -> None:
    html = "<main><h1>Blue kettle</h1><h2>Colours</h2><ul><li>Cobalt</li><li>Teal</li><li>Navy</li></ul></main>"
    found = statuses(html, {"colours": ["Cobalt", "Teal", "Navy", "Crimson"]})
    assert list(found.values()) == ["supported", "supported", "supported", "absent"]
