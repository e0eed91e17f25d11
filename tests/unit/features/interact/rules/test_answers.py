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


STAFF = page(
    node("heading", "Admin console", tag="h1", level=1),
    table(("Name", "Role", "State", "Seats"), *(
        ("Ada Holt", "Admin", "inactive", "40"),
        ("Bo Lund", "Viewer", "deactivated", "12"),
        ("Cy Marsh", "Viewer", "active", "55"),
    )),
    title="Admin console",
)  # fmt: skip


def told(prompt: str) -> str | None:
    [clause] = clauses(prompt)
    command = next(c for c in readings(normal(prompt), clause) if c.action in {"read", "count"})
    found = answer_on(STAFF, read_query(command))
    return found.text if found is not None else None


def test_records_that_say_the_word_itself_come_before_its_synonyms() -> None:
    assert told("how many are inactive?") == "1"


def test_a_word_that_records_say_is_not_the_title_of_the_page() -> None:
    assert told("how many admins are there?") == "1"


def test_what_is_counted_names_the_field_of_a_comparison() -> None:
    assert told("list the names with more than 30 seats") == "Ada Holt, 40\nCy Marsh, 55"


def test_the_cheaper_one_is_the_cheapest() -> None:
    assert text("which product is cheaper?") == "Linen lamp €19.50"


def test_a_name_that_begins_a_list_of_fields_is_no_verb() -> None:
    assert ask("name and price of the linen lamp") is not None
