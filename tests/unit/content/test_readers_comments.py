"""Readers' comments stay out of articles and in threads."""

from __future__ import annotations

import turbohtml

from tests.unit.content.pages import main_of, regions_of

PROSE = (
    "The harbour was rebuilt after the storm of 1953, when the sea wall gave way in three places, and most of the "
    "fleet was lost. It took nine years, two governments and a good deal of patience to bring the boats back. "
)
SAID = "My father worked on that wall for four years, and he always told us that the second storm was the worse one."
ARTICLE = "<h1>The harbour</h1>" + "".join(f"<p>{PROSE}Part {n}.</p>" for n in range(14))


def zone(names: str = "id=comments class=comments-area") -> str:
    items = "".join(
        f"<li class=comment><div class=comment-author>Reader {n}</div><time>{n} May</time><p>{SAID} ({n})</p>"
        for n in range(4)
    )
    return f"<div {names}><h3>4 Comments</h3><ol>{items}</ol><form><p>Your name and what you think</form></div>"


def text(body: str) -> str:
    return main_of(turbohtml.parse(f"<title>The harbour</title><body>{body}")).node.text


def test_comments_below_an_article_are_left_out() -> None:
    found = text(f"<main>{ARTICLE}</main>{zone()}")
    assert "Part 13" in found
    assert SAID not in found


def test_comments_inside_the_article_element_are_left_out() -> None:
    assert SAID not in text(f"<article>{ARTICLE}{zone()}</article>")


def reasons(body: str) -> set[str]:
    document = turbohtml.parse(f"<title>The harbour</title><body>{body}")
    return {region.reason for region in regions_of(document) if SAID in region.text}


def test_posts_of_a_thread_are_no_readers_comments() -> None:
    assert "readers' comments" not in reasons(f"<main class=forum-thread>{ARTICLE}{zone()}</main>")


def test_answers_below_a_short_post_stay() -> None:
    assert SAID in text(f"<h1>The harbour</h1><p>{PROSE}</p>{zone()}")


def test_a_chapter_about_comments_is_no_readers_comment() -> None:
    chapter = f"<section id=respond-to-review-comments><h2>Respond to review comments in time</h2><p>{SAID}</section>"
    assert "readers' comments" not in reasons(f"<main>{ARTICLE}{chapter}</main>")


def test_an_explanation_names_comments() -> None:
    assert reasons(f"<main>{ARTICLE}</main>{zone()}") == {"readers' comments"}


OFFER = "<main class=product-page><h1>Harbour lamp</h1><p>$49.00</p>" + "".join(
    f"<p>A brass lamp for the wall of your boat house, made by hand in small numbers. It comes in size {n}.</p>"
    for n in range(4)
)
REVIEWS = zone("id=customer-reviews class=product-reviews").replace("Comments", "Reviews")


def test_reviews_of_customers_are_left_out_of_a_product() -> None:
    found = text(f"{OFFER}</main>{REVIEWS}")
    assert "A brass lamp" in found
    assert SAID not in found


def test_an_editors_review_of_a_product_is_no_customers_review() -> None:
    review = f"<section class=editorial-review><h2>Our review of the lamp</h2><p>{SAID}</p></section>"
    assert "customers' reviews" not in reasons(OFFER + review)
