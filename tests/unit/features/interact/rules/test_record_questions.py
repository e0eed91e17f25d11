"""Questions about records: a value counts as a whole and with its negation, and a named record answers for itself."""

import pytest

from gossamer.features.interact.rules.answers import answer_on
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.query import read_query
from gossamer.features.interact.rules.segments import clauses, normal
from tests.unit.features.interact.rules.pages import node, page, table, words


def told(shown: Page, prompt: str) -> str | None:
    """Return the answer that accounts for every word of *prompt*."""
    [clause] = clauses(prompt)
    command = next(c for c in readings(normal(prompt), clause) if c.action in {"read", "count"})
    query = read_query(command)
    found = answer_on(shown, query)
    whole = found is not None and all(t.start in found.explained for t, _ in query.words)
    return found.text if found is not None and whole else None


ORDERS = page(
    node("heading", "Orders", tag="h1", level=1),
    table(("Order", "Customer", "Status"), *(
        ("1001", "Ada", "Shipped"),
        ("1002", "Bo", "Not shipped"),
        ("1003", "Cy", "Partly paid"),
        ("1004", "Ada", "Shipped on 3 May"),
        ("1005", "Di", "Paid"),
        ("1006", "Cy", "To be shipped"),
    )),
    title="Orders",
)  # fmt: skip

USERS = page(
    node("heading", "Users", tag="h1", level=1),
    table(("Name", "Role", "Active"), *(
        ("Ann Li", "Admin", "Yes"),
        ("Bob Ray", "Super admin", "No"),
        ("Cy Fox", "Viewer", "Yes"),
    )),
    title="Users",
)  # fmt: skip


def _post(number: int, text: str) -> node:  # type: ignore[valid-type]
    title = node("heading", f"Post {number}", tag="h2", level=2)
    return node("generic", "", title, node("paragraph", "", words(text), tag="p"), attributes={"class": "card"})


POSTS = page(
    node("heading", "Blog", tag="h1", level=1),
    *(_post(n, f"{n * 7} likes, {n - 1} comments, part {n + 2} of 20") for n in range(1, 13)),
    title="Blog",
)


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("Which orders are shipped?", "1001\n1004"),
        ("Which orders are not shipped?", None),
        ("Which orders are paid?", "1005"),
        ("Which orders are partly paid?", "1003"),
        ("How many orders are shipped?", "2"),
        ("List all orders except those of Ada", None),
        ("Which orders are refunded?", None),
    ],
)
def test_a_value_is_compared_as_a_whole_and_a_denial_is_not_answered(prompt: str, answer: str | None) -> None:
    assert told(ORDERS, prompt) == answer


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("Which users are active?", "Ann Li\nCy Fox"),
        ("Which users are not active?", None),
        ("Who is an admin?", "Ann Li"),
        ("List name and active", "Ann Li, Yes\nBob Ray, No\nCy Fox, Yes"),
    ],
)
def test_a_column_of_yes_and_no_is_a_condition_where_it_is_not_asked_for(prompt: str, answer: str | None) -> None:
    assert told(USERS, prompt) == answer


@pytest.mark.parametrize(
    "prompt",
    [
        "Which customer has two orders?",
        "Who has the most orders?",
        "How many customers have more than one order?",
        "How many orders does each customer have?",
    ],
)
def test_a_question_that_compares_how_many_records_each_value_has_is_not_answered(prompt: str) -> None:
    assert told(ORDERS, prompt) is None


def test_records_of_one_value_are_counted_and_values_of_a_column_are_not() -> None:
    assert told(ORDERS, "How many orders does Bo have?") == "1"
    assert told(ORDERS, "How many customers are there?") is None


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("How many likes has Post 10?", "70"),
        ("How many comments does Post 3 have?", "2"),
        ("How many shares does Post 10 have?", None),
        ("Who wrote Post 10?", None),
        ("How many likes do the posts have?", None),
    ],
)
def test_a_named_record_answers_from_its_own_fields_or_not_at_all(prompt: str, answer: str | None) -> None:
    assert told(POSTS, prompt) == answer


def test_a_count_that_is_a_field_is_answered_from_it() -> None:
    shown = page(table(("Product", "Reviews"), ("Kettle", "2"), ("Lamp", "12"), ("Mug", "2")))
    assert told(shown, "How many reviews does the Lamp have?") == "12"


def test_a_word_that_mostly_names_nothing_is_a_condition_where_it_is_a_value() -> None:
    shown = page(table(("Task", "State"), ("Paint", "Done"), ("Wash", "Not done"), ("Feed", "Done")), title="Tasks")
    assert told(shown, "Which tasks are done?") == "Paint\nFeed"
    assert told(shown, "Which tasks are not done?") is None


def test_the_value_of_a_named_record_that_says_what_is_asked_answers() -> None:
    threads = [
        node("generic", "", node("link", "", words(f"Thread {n}"), clickable=True), *(
            node("generic", "", words(text), tag="span") for text in (f"{n + 2} replies", f"started by user{n}")
        ), attributes={"class": "thread"})
        for n in range(1, 9)
    ]  # fmt: skip
    shown = page(node("heading", "Forum", tag="h1", level=1), *threads, title="Forum")
    assert told(shown, "Who started Thread 3?") == "started by user3"
    assert told(shown, "How many replies has Thread 7?") == "9"
