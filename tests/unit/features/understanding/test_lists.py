"""Lists that are read without a model: those that are there, and none that is not."""

from typing import Any

import pytest

from gossamer.core.formats import Json
from gossamer.core.understanding import Extraction
from gossamer.features.scrape.answer_fields import state_results
from gossamer.features.understanding import understood
from tests.unit.content.extraction.material import material

LAMP = (
    "<title>Desk lamp</title><link rel=icon href=/favicon.ico><main><h1>Desk lamp (158 items)</h1>"
    "<p>Price: $11.50</p><p>SKU: L-1</p><p>A lamp which shines with a hundred lumens in the evening.</p></main>"
)
MARKED = '<script type="application/ld+json">{"@type": "Product", "name": "Desk lamp", "sku": "L-1"}</script>'
TEXT = {"type": "string"}


def read(html: str, list_name: str, /, **fields: Any) -> list[dict[str, Any]]:
    entry = {"type": "object", "properties": fields}
    schema = {"type": "object", "properties": {list_name: {"type": "array", "items": entry}}}
    [found] = understood(material(html), [Json(schema)], {}).results
    assert isinstance(found, Extraction)
    entries: list[dict[str, Any]] = found.value[list_name]
    return entries


def test_a_page_is_no_entry_of_a_list_that_it_does_not_have() -> None:
    assert read(LAMP, "products", name=TEXT, url=TEXT, sku=TEXT) == []


def test_a_page_that_marks_itself_up_as_one_thing_is_an_entry() -> None:
    assert read(MARKED + LAMP, "products", name=TEXT, sku=TEXT) == [{"name": "Desk lamp", "sku": "L-1"}]


PLANS = [("Starter", "$9", ["1 project", "Email support"]), ("Team", "$29", ["10 projects", "Chat support"])]
CARDS = "".join(
    f"<div class=card><h3>{name}</h3><p>{price}<span>/month</span></p><ul>"
    f"{''.join(f'<li>{one}</li>' for one in features)}</ul><a href=/buy>Choose {name}</a></div>"
    for name, price, features in [*PLANS, ("Business", "$99", ["Unlimited projects", "Phone support"])]
)
ROWS = "<tr><th>Plan</th><th>Price</th></tr><tr><td>Starter</td><td>$9</td></tr><tr><td>Team</td><td>$29</td></tr>"
COLUMNS = (
    "<thead><tr><th></th><th>Starter</th><th>Team</th><th>Business</th></tr></thead><tbody>"
    "<tr><th>Price</th><td>$9</td><td>$29</td><td>$99</td></tr>"
    "<tr><th>Users</th><td>1</td><td>5</td><td>Unlimited</td></tr></tbody>"
)


@pytest.mark.parametrize(
    "plans",
    [f"<div>{CARDS}</div>", f"<table>{ROWS}</table>", f"<table>{COLUMNS}</table>"],
    ids=["cards", "rows", "columns"],
)
def test_the_plans_of_a_pricing_page(plans: str) -> None:
    found = read(f"<title>Pricing</title><main><h1>Our plans</h1>{plans}</main>", "plans", name=TEXT, price=TEXT)
    assert found[:2] == [{"name": name, "price": price} for name, price, _ in PLANS]


def test_the_features_of_a_plan() -> None:
    features = {"type": "array", "items": TEXT}
    found = read(f"<title>Pricing</title><main><h1>Plans</h1>{CARDS}</main>", "plans", name=TEXT, features=features)
    assert [plan["features"] for plan in found[:2]] == [features for *_, features in PLANS]


FAQ = [("How do I pay?", "By card or invoice."), ("Can I cancel?", "Yes, at any time."), ("Is it free?", "For a week.")]


@pytest.mark.parametrize(
    "form",
    ["<details><summary>{}</summary><p>{}</p></details>", "<dt>{}</dt><dd>{}</dd>", "<h3>{}</h3><p>{}</p>"],
)
def test_questions_and_their_answers(form: str) -> None:
    questions = "".join(form.format(*pair) for pair in FAQ)
    html = f"<title>Help</title><main><h1>Help</h1>{f'<dl>{questions}</dl>' if 'dt' in form else questions}</main>"
    found = read(html, "questions", question=TEXT, answer=TEXT)
    assert [(one["question"], one["answer"]) for one in found] == FAQ


def test_posts_with_their_accepted_answer() -> None:
    posts = [("Boiling eggs", "Seven minutes."), ("Frying eggs", "Use butter."), ("Poaching eggs", "Add vinegar.")]
    html = "".join(
        f"<article class=post><h2><a href=/q/{title[:3]}>{title}</a></h2>"
        f"<p><b>Accepted answer:</b> {answer}</p></article>"
        for title, answer in posts
    )
    found = read(f"<title>Forum</title><main><h1>Questions</h1>{html}</main>", "posts", title=TEXT, acceptedAnswer=TEXT)
    assert [(post["title"], post["acceptedAnswer"]) for post in found] == posts


def test_events_with_date_and_place() -> None:
    events = [("Jazz night", "2026-12-03", "Town Hall"), ("Book fair", "2026-12-10", "Old Library")]
    html = "".join(
        f"<article class=event><h3><a href=/e/{day}>{name}</a></h3><time datetime={day}>{day}</time>"
        f"<p class=venue>{place}</p></article>"
        for name, day, place in events
    )
    found = read(
        f"<title>Events</title><main><h1>What's on</h1>{html}</main>", "events", name=TEXT, date=TEXT, location=TEXT
    )
    assert [tuple(one.values()) for one in found] == events


def test_a_list_without_entries_beside_other_data_is_warned_of() -> None:
    schema = {"type": "object", "properties": {"title": TEXT, "plans": {"type": "array", "items": TEXT}}}
    wanted = [Json(schema)]
    found = state_results(wanted, understood(material("<title>Lamps</title><h1>Lamps</h1>"), wanted, {}).results)
    assert found.fields["json"] == {"title": "Lamps", "plans": []}
    assert found.warnings == ["Nothing was found for the lists `plans`."]
