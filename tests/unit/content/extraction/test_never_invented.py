"""Nothing is given for what a page does not say: neither what stands beside it nor what looks like it."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from gossamer.core.understanding import Extraction
from tests.unit.content.extraction.material import json_ld, material

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
OFFER = json_ld('{"@type": "Product", "name": "Anvil", "offers": {"price": "19.90", "priceCurrency": "EUR"}}')
REVIEWS = "".join(
    f'<div class="review"><b>{name}</b> <time>{at} May 2025</time><p>{said}</p></div>'
    for at, (name, said) in enumerate([("Sam", "Heavy, as it should be."), ("Priya", "It rings like a bell.")], 1)
)
DRILL = f"<title>Anvil</title><h1>Anvil</h1><p>An anvil of cast steel.</p><h2>Reviews</h2>{REVIEWS}"


def _extract(html: str, **fields: Any) -> Extraction:
    return extract(material(html), {"type": "object", "properties": fields})


def _value(html: str, **fields: Any) -> Any:
    return _extract(html, **fields).value


def _list(html: str, called: str, **fields: Any) -> Any:
    return _value(html, **{called: {"type": "array", "items": {"type": "object", "properties": fields}}})[called]


@pytest.mark.parametrize(
    "name", ["was_price", "price_was", "priceBefore", "previous_price", "strike_price", "Old price"]
)
def test_what_it_cost_before_is_not_what_it_costs(name: str) -> None:
    assert _value(OFFER, price=NUMBER, **{name: NUMBER}) == {"price": 19.9, name: None}


def test_what_it_cost_before_is_what_the_page_marks_up_as_struck_out() -> None:
    specified = (
        '{"@type": "Product", "name": "Anvil", "offers": {"price": "19.90", "priceSpecification": '
        '{"priceType": "https://schema.org/StrikethroughPrice", "price": "29.90"}}}'
    )
    assert _value(json_ld(specified), price=NUMBER, was_price=NUMBER) == {"price": 19.9, "was_price": 29.9}


@pytest.mark.parametrize("called", ["products", "specifications", "ingredients_used", "accessories", "staff", "events"])
def test_reviewers_are_nothing_but_reviewers(called: str) -> None:
    assert _list(DRILL, called, name=TEXT, value=TEXT) == []
    assert _list(DRILL, called, name=TEXT) == []


def test_reviews_are_found_as_reviews() -> None:
    rows = _list(DRILL, "reviews", date=TEXT, text=TEXT)
    assert [row["text"] for row in rows] == ["Heavy, as it should be.", "It rings like a bell."]


def test_headings_and_other_posts_are_no_products_recipes_or_events() -> None:
    posts = "".join(f'<li><a href="/p/{n}">Post {n}</a> <time>{n} May 2025</time></li>' for n in range(1, 5))
    parts = "".join(f"<section><h3>{one}</h3><p>Some words of it.</p></section>" for one in ("Awards", "In the box"))
    page = f"<h1>Anvil</h1><div>{parts}</div><h2>Recent Posts</h2><ul>{posts}</ul>"
    for called in ("products", "recipes", "events"):
        assert _list(page, called, name=TEXT, date=TEXT, price=NUMBER) == []


def test_entries_of_a_list_have_a_name() -> None:
    cards = "".join(
        f'<li class="product"><h3>{name}</h3><span class="price">${price}</span></li>'
        for name, price in [("Anvil", 10), ("", 20), ("Bell", 30), ("Clamp", 40)]
    )
    rows = _list(f"<h1>Shop</h1><ul>{cards}</ul>", "products", name=TEXT, price=NUMBER)
    assert [row["name"] for row in rows] == ["Anvil", "Bell", "Clamp"]


def test_paragraphs_of_an_article_are_no_comments() -> None:
    page = "<article><h1>News</h1><h2>What next</h2><p>The plans will be shown.</p><p>They may change.</p></article>"
    assert _list(page, "comments", author=TEXT, text=TEXT) == []


def test_votes_are_not_the_words_of_a_comment() -> None:
    comments = "".join(
        f'<li class="comment"><a class="upvoter">{n}</a><span class="author">{who}</span><p>{said}</p></li>'
        for n, who, said in [(10, "ann", "I like this a lot."), (8, "bob", "So do I."), (7, "cy", "Not at all.")]
    )
    rows = _list(f'<h1>Story</h1><ol class="comments">{comments}</ol>', "comments", author=TEXT, text=TEXT)
    assert rows[0] == {"author": "ann", "text": "I like this a lot."}
    assert [row["text"] for row in rows] == ["I like this a lot.", "So do I.", "Not at all."]


def test_what_stands_in_a_sidebar_is_not_the_thread() -> None:
    threads = "".join(
        f'<div class="row"><a href="/{n}">Thread {n}</a><p>Started by user {n}</p></div>' for n in range(4)
    )
    page = f"<main><h1>Question</h1><p>{'Words of it. ' * 40}</p></main><aside><h3>Latest posts</h3>{threads}</aside>"
    assert _list(page, "posts", author=TEXT, text=TEXT) == []


def test_beside_a_name_the_title_of_somebody_is_what_they_are() -> None:
    people = "".join(
        f'<div class="person"><h3>{name}</h3><p class="role">{role}</p><p>{name[:4].lower()}@e.org</p></div>'
        for name, role in [("Nora Blythe", "Partner"), ("Ines Duarte", "Office manager"), ("Tom Ziel", "Architect")]
    )
    rows = _list(f"<h1>Us</h1><section><h2>People</h2>{people}</section>", "staff", name=TEXT, title=TEXT, email=TEXT)
    assert rows[0] == {"name": "Nora Blythe", "title": "Partner", "email": "nora@e.org"}


def test_a_missing_picture_says_nothing_of_stock() -> None:
    page = '<title>Anvil</title><h1>Anvil</h1><div class="unavailableExp">Image not available for colour</div>'
    assert _value(page, in_stock={"type": "boolean"}, price=NUMBER) == {"in_stock": None, "price": None}


def test_the_price_of_another_product_is_not_that_of_this_one() -> None:
    other = '<a class="price-link" href="/other">EUR 14.62</a>'
    page = f'<title>Anvil</title><h1>Anvil</h1><div class="videos-desktop"><div>{other}</div></div>'
    assert _value(page, name=TEXT, price=NUMBER, currency=TEXT)["price"] is None


def test_a_label_behind_a_full_stop_begins_another_value() -> None:
    page = "<h1>Acme</h1><p>VAT ID: DE142536475. Managing director: Dr. Jonas Weil.</p>"
    assert _value(page, vat_id=TEXT, managing_director=TEXT) == {
        "vat_id": "DE142536475", "managing_director": "Dr. Jonas Weil",
    }  # fmt: skip


def test_a_desk_telephone_is_no_mobile_one() -> None:
    page = '<h1>Acme</h1><p><a href="tel:+497615550123">+49 761 555 0123</a></p>'
    assert _value(page, phone=TEXT, mobile=TEXT) == {"phone": "+49 761 555 0123", "mobile": None}


def test_the_address_of_the_page_is_not_that_of_its_video_nor_its_name_a_seller() -> None:
    page = '<meta property="og:url" content="https://e.org/x"><meta property="og:site_name" content="Bay">' + OFFER
    assert _value(page, video_url=TEXT, seller=TEXT, publisher=TEXT, price=NUMBER) == {
        "video_url": None, "seller": None, "publisher": None, "price": 19.9,
    }  # fmt: skip


def test_ingredients_end_where_the_procedure_begins() -> None:
    page = (
        '<h1>Pie</h1><ul><li><a href="#i">Ingredients</a></li><li><a href="#p">Procedure</a></li></ul>'
        '<div><h2 id="i">Ingredients</h2></div><ul><li>2 cups milk</li><li>1 tsp salt</li><li>2 eggs</li></ul>'
        '<div><h2 id="p">Procedure</h2></div><ol><li>Preheat the oven to 350 degrees.</li>'
        "<li>Bake it for an hour.</li></ol>"
        "<h2>Notes</h2><ul><li>Use only real milk, of which 1 cup has 240 ml.</li></ul>"
    )
    steps = {"type": "array", "items": TEXT}
    assert _value(page, ingredients=steps, instructions=steps) == {
        "ingredients": ["2 cups milk", "1 tsp salt", "2 eggs"],
        "instructions": ["Preheat the oven to 350 degrees.", "Bake it for an hour."],
    }


def test_rules_do_not_claim_that_a_page_is_silent() -> None:
    found = _extract("<h1>Anvil</h1>", designer=TEXT, colours={"type": "array", "items": TEXT})
    assert found.missing == {
        "/designer": "Not found by the rules.", "/colours": "No such list was found by the rules.",
    }  # fmt: skip


def test_a_table_of_rivers_has_their_names_under_river_and_units_in_its_heads() -> None:
    page = (
        "<h1>Rivers</h1><table><thead><tr><th>River</th><th>Length (km)</th></tr></thead><tbody>"
        "<tr><td>Volga</td><td>3,530</td></tr><tr><td>Danube</td><td>2,850</td></tr></tbody></table>"
    )
    assert _list(page, "rivers", name=TEXT, length=NUMBER)[0] == {"name": "Volga", "length": 3530}


def test_a_title_may_have_a_colon_and_a_date_its_weekday() -> None:
    events = "".join(
        f"<li class=event><h3><a href=/e/{n}>Matinee: Part {n}</a></h3><p>Friday, {n} June 2026, 7:30 pm</p></li>"
        for n in range(1, 4)
    )
    rows = _list(f"<h1>Events</h1><ul>{events}</ul>", "events", title=TEXT, date={"type": "string", "format": "date"})
    assert rows[0] == {"title": "Matinee: Part 1", "date": "2026-06-01"}


def test_minutes_are_read_from_lengths_of_time() -> None:
    page = json_ld('{"@type": "Recipe", "name": "Pie", "prepTime": "PT15M", "totalTime": "PT1H30M"}')
    minutes = {"type": "integer"}
    assert _value(page, prep_time_minutes=minutes, total_time_in_minutes=minutes) == {
        "prep_time_minutes": 15, "total_time_in_minutes": 90,
    }  # fmt: skip


def test_of_an_old_and_a_new_price_in_one_line_the_new_one_counts() -> None:
    page = "<title>Anvil</title><h1>Anvil</h1><p class=price><span>Was £119.99</span> <span class=now>£89.50</span></p>"
    assert _value(page, name=TEXT, price=NUMBER, currency=TEXT, sku=TEXT) == {
        "name": "Anvil", "price": 89.5, "currency": "GBP", "sku": None,
    }  # fmt: skip


def test_a_list_of_links_to_products_has_none_of_what_is_asked_of_them() -> None:
    links = "".join(f'<li class="product-link"><a href="/p/{n}">Review of {n}</a> <i>new</i></li>' for n in range(1, 5))
    assert _list(f"<h1>Tests</h1><ul>{links}</ul>", "products", name=TEXT, price=NUMBER) == []


def test_who_signs_an_article_is_no_staff() -> None:
    page = json_ld('{"@type": "Article", "headline": "News", "author": {"@type": "Person", "name": "Ann Roe"}}')
    assert _list(page, "staff", name=TEXT, title=TEXT) == []
