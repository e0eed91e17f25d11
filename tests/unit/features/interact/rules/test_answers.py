"""Questions are answered from the records and labelled values of a page, with every word accounted for."""

from gossamer.features.interact.rules.answers import Found, answer_on
from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.query import read_query
from gossamer.features.interact.rules.segments import clauses, normal
from tests.unit.features.interact.rules.pages import node, page, row, table, words

PRODUCTS = page(
    node("heading", "Products", tag="h1", level=1),
    table(
        ("Name", "Price", "Status"),
        ("Copper kettle", "€89.00", "in stock"),
        ("Linen lamp", "€19.50", "in stock"),
        ("Glass bowl", "€45.00", "sold out"),
    ),
)


def ask(prompt: str) -> Found | None:
    [clause] = clauses(prompt)
    command = next(c for c in readings(normal(prompt), clause) if c.action in {"read", "count"})
    query = read_query(command)
    found = answer_on(PRODUCTS, query)
    if found is None or any(t.start not in found.explained for t, _ in query.words):
        return None
    return found


def text(prompt: str) -> str | None:
    found = ask(prompt)
    return found.text if found is not None else None


def test_a_field_of_a_record_is_told() -> None:
    assert text("What is the price of the linen lamp?") == "€19.50"


def test_how_much_asks_for_the_price() -> None:
    assert text("how much is the copper kettle?") == "€89.00"


def test_the_first_records_are_told_in_the_shape_that_is_asked() -> None:
    found = ask("give me the first two names and prices as a table")
    assert found is not None
    assert found.data == [
        {"names": "Copper kettle", "prices": "€89.00"},
        {"names": "Linen lamp", "prices": "€19.50"},
    ]
    assert found.text.startswith("| names | prices |")


def test_only_records_that_meet_a_comparison_are_told() -> None:
    assert text("list the names of the products under 50 euros") == "Linen lamp\nGlass bowl"


def test_the_cheapest_is_told() -> None:
    assert text("which product is the cheapest?") == "Linen lamp €19.50"


def test_records_with_a_state_are_counted() -> None:
    assert text("how many products are sold out?") == "1"


def test_what_the_page_does_not_say_is_no_answer() -> None:
    assert ask("what is the warranty of the linen lamp?") is None


def test_a_list_of_the_navigation_is_no_answer() -> None:
    menu = page(
        node("navigation", "", *(node("link", name, words(name)) for name in ("Home", "Shop", "Help")), tag="nav"),
        node("heading", "Nothing found", tag="h1", level=1),
    )
    [clause] = clauses("list all titles")
    [command, *_] = readings("list all titles", clause)
    assert answer_on(menu, read_query(command)) is None


def test_a_row_of_headers_is_no_record() -> None:
    assert text("how many products are there?") == "3"
    assert row("a", "b").role == "row"
