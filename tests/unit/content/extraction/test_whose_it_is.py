# ruff: noqa: RUF001 - signs as pages write them
"""What stands on a page and is not said of what it is about: comments, totals, banners, placeholders, other labels."""

from typing import Any

import pytest

from gossamer.content.extraction import extract, extract_by_prompt
from gossamer.content.values.placeholders import is_placeholder
from tests.unit.content.extraction.material import material

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}


def _value(body: str, **fields: Any) -> Any:
    html = f"<title>Anvil</title><main><h1>Anvil</h1>{body}</main>"
    return extract(material(html), {"type": "object", "properties": fields}).value


def _list(body: str, called: str, **fields: Any) -> Any:
    return _value(body, **{called: {"type": "array", "items": {"type": "object", "properties": fields}}})[called]


@pytest.mark.parametrize(
    "comment",
    [
        '<div class="comment"><b class=author>Jo Day</b> <time datetime="2026-01-02">2 Jan</time><p>Nice</p></div>',
        '<h2>Comments (1)</h2><div>By Jo Day, <time datetime="2026-01-02">2 Jan 2026</time><p>Nice</p></div>',
        '<div class="review"><span>by Jo Day</span><p>Loved it on 2 January 2026.</p></div>',
    ],
)
def test_who_comments_is_no_author_and_when_is_no_date_of_the_page(comment: str) -> None:
    assert _value(f"<p>Forged by hand.</p>{comment}", author=TEXT, datePublished=TEXT) == {
        "author": None,
        "datePublished": None,
    }


def test_a_page_that_is_a_review_has_its_author_and_its_date() -> None:
    written = '<h1>Anvil</h1><p>By Jo Day</p><time datetime="2026-01-02">2 Jan</time>'
    html = f'<title>Anvil</title><article class="review">{written}</article>'
    found = extract(material(html), {"type": "object", "properties": {"author": TEXT, "datePublished": TEXT}}).value
    assert found == {"author": "Jo Day", "datePublished": "2026-01-02"}


def test_who_wrote_a_review_is_none_of_its_words() -> None:
    reviews = "".join(
        f'<article class="review"><h4>{title}</h4> <span>{stars}/5</span> <span>by {name}</span><p>{said}</p></article>'
        for title, stars, name, said in [("Great", 5, "Anna K.", "I paid $89 for it. Good."), ("Bad", 2, "Tom", "No.")]
    )
    assert _list(f"<h2>Reviews</h2>{reviews}", "reviews", author=TEXT, rating=NUMBER, text=TEXT) == [
        {"author": "Anna K.", "rating": 5, "text": "I paid $89 for it. Good."},
        {"author": "Tom", "rating": 2, "text": "No."},
    ]


@pytest.mark.parametrize("sign", [" | ", " · ", " • "])
def test_labels_in_one_line_have_each_their_own_value(sign: str) -> None:
    line = sign.join(["Prep time: 15 minutes", "Cook time: 35 minutes", "Serves 4"])
    assert _value(f"<p>{line}</p>", prepTime=TEXT, cookTime=TEXT, servings=INTEGER) == {
        "prepTime": "15 minutes",
        "cookTime": "35 minutes",
        "servings": 4,
    }


def test_a_value_may_be_a_list_with_such_signs() -> None:
    assert _value("<p>Genres: Drama · Crime · Noir</p>", genres=TEXT) == {"genres": "Drama · Crime · Noir"}


def test_things_counted_in_one_line_are_told() -> None:
    house = "<p>3 bedrooms · 1 bathroom</p><p>Detached · Heating grade: C</p>"
    assert _value(house, bedrooms=INTEGER, bathrooms=INTEGER, heatingGrade=TEXT) == {
        "bedrooms": 3,
        "bathrooms": 1,
        "heatingGrade": "C",
    }


def test_a_short_value_ends_where_a_sentence_begins() -> None:
    assert _value("<p>License: MIT. Last changed on 7 May 2026.</p>", license=TEXT) == {"license": "MIT"}
    assert _value("<p>Maker: Dr. Weil Tools</p>", maker=TEXT) == {"maker": "Dr. Weil Tools"}
    care = "Wipe it with a soft cloth. Never use soap."
    assert _value(f"<p>Care: {care}</p>", care=TEXT) == {"care": care}


@pytest.mark.parametrize(
    "written", ["not specified", "n/a", "N/A", "–", "-", "TBA", "unknown", "k. A.", "null", "?", "(n/a)"]
)
def test_a_placeholder_is_no_value(written: str) -> None:
    assert is_placeholder(written)
    assert _value(f"<table><tr><th>Colour</th><td>{written}</td></tr></table>", colour=TEXT) == {"colour": None}


@pytest.mark.parametrize("written", ["none", "0", "no", "✓", "Not waterproof", "A-1", "(red)"])
def test_what_says_that_there_is_none_says_something(written: str) -> None:
    assert not is_placeholder(written)


def test_a_banner_says_nothing_of_the_page() -> None:
    html = '<div id="cookie-banner"><p>Provider: Adtech</p></div><main><h1>Anvil</h1><p>Maker: Acme</p></main>'
    found = extract(material(html), {"type": "object", "properties": {"provider": TEXT, "maker": TEXT}}).value
    assert found == {"provider": None, "maker": "Acme"}


def test_labels_under_similar_things_are_theirs() -> None:
    similar = '<h2>Similar tools</h2><div class="card"><h3>Tongs</h3><p>Weight: 1 kg</p><p>Rating: 4.8</p></div>'
    assert _value(f"<p>Cast.</p>{similar}<p>Agent: Fen Tools</p>", weight=TEXT, rating=NUMBER, agent=TEXT) == {
        "weight": None,
        "rating": None,
        "agent": "Fen Tools",
    }


def test_a_part_that_follows_what_others_said_is_the_page_again() -> None:
    body = "<h2>Comments</h2><p>Heavy: 99 kg!</p><h2>Details</h2><p>Weight: 20 kg</p>"
    assert _value(body, weight=TEXT, heavy=TEXT) == {"weight": "20 kg", "heavy": None}


@pytest.mark.parametrize(
    "line", ["SOLD OUT", "Derzeit nicht lieferbar.", "Price: $4 SOLD OUT", "Currently unavailable"]
)
def test_a_line_that_says_it_is_gone_is_read(line: str) -> None:
    assert _value(f"<p>Of steel.</p><p>{line}</p>", price=NUMBER, inStock={"type": "boolean"})["inStock"] is False


@pytest.mark.parametrize("lines", ["Size 5: out of stock", "Not available in stores.", "XL sold out"])
def test_a_line_that_says_a_part_is_gone_is_not(lines: str) -> None:
    assert _value(f"<p>{lines}</p>", price=NUMBER, inStock={"type": "boolean"})["inStock"] is None


def test_events_are_read_from_a_line_with_date_place_and_price() -> None:
    cards = "".join(
        f'<div class="ev"><h3>{name}</h3><p>{at} Dec 2026, 8:00 pm · {place} · {price}</p></div>'
        for name, at, place, price in [("Jazz", 4, "Main Stage", "£18"), ("Slam", 10, "Cellar", "Sold out")]
    )
    day = {"type": "string", "format": "date"}
    assert _list(cards, "events", name=TEXT, date=day, location=TEXT, price=NUMBER) == [
        {"name": "Jazz", "date": "2026-12-04", "location": "Main Stage", "price": 18},
        {"name": "Slam", "date": "2026-12-10", "location": "Cellar", "price": None},
    ]


def test_posts_with_a_date_are_no_events() -> None:
    posts = "".join(
        f'<div class="post"><h3>{name}</h3><p class=date>{day} Dec 2026</p><p>About {name}.</p></div>'
        for name, day in [("Jazz", 4), ("Slam", 10)]
    )
    assert _list(posts, "events", name=TEXT, date=TEXT) == []


def test_people_are_read_from_lines_with_a_name_in_bold() -> None:
    team = "<ul><li><strong>Ann Lee</strong>, Director</li><li><strong>Bo Ray</strong>, Smith</li></ul>"
    assert _list(f"<h2>Team</h2>{team}", "team", name=TEXT, role=TEXT) == [
        {"name": "Ann Lee", "role": "Director"},
        {"name": "Bo Ray", "role": "Smith"},
    ]


@pytest.mark.parametrize(("prompt", "value"), [("headline", {"name": "Anvil"}), ("number of horns", {"horn": "2"})])
def test_a_short_prompt_is_what_it_names(prompt: str, value: Any) -> None:
    html = "<title>Anvil</title><main><h1>Anvil</h1><p>2 horns · 1 face</p></main>"
    assert extract_by_prompt(material(html), prompt).value == value


def test_people_are_listed_by_what_is_said_of_them_whatever_their_elements_are_called() -> None:
    people = [("Ann Lee", "Director"), ("Bo Ek", "Engineer"), ("Cy Orr", "Clerk")]
    cards = "".join(f"<div class=staff><h3>{name}</h3><p class=role>{role}</p></div>" for name, role in people)
    found = _list(f"<h2>Who we are</h2><div>{cards}</div>", "consultants", name=TEXT, role=TEXT)
    assert found == [{"name": name, "role": role} for name, role in people]
