"""A page that is built to hurt is read in bounded time, or cut short and said so."""

from functools import cache

import pytest

from gossamer.content.page_view import PageView
from gossamer.content.tree import MAX_TAGS
from tests.costs import cost
from tests.unit.content.pages import WHOLE, view

# Several times what each takes; what is quadratic takes hundreds.
PLAIN_PAGES = 10

PAGES = {
    "a hundred thousand boxes deep": "<div>" * 100_000 + "text",
    "a hundred thousand bolds deep": "<p>" + "<b>" * 100_000 + "text",
    "twenty thousand lists deep": "<ul><li>x" * 20_000,
    "twenty thousand quotes deep": "<blockquote>x" * 20_000,
    "five thousand tables deep": "<table><tr><td>x" * 5_000,
    "headings in links in boxes": "<div><a href=x><h2>x" * 10_000,
    "two hundred thousand links": "".join(f"<a href=/p/{n}>link {n}</a> " for n in range(200_000)),
    "a hundred thousand attributes": "<div " + " ".join(f"a{n}=v" for n in range(100_000)) + ">hi</div>",
    "a table that spans a billion cells": "<table>" + ("<tr>" + "<td colspan=1000 rowspan=65534>x" * 100) * 100,
    "a ragged table": "<table><tr>" + "<td>x" * 399 + "<tr><td>y" * 50_000,
    "five megabytes in a line": "a" * 5_000_000,
    "two megabytes of markup characters": "*_`[]()<>#~|\\!" * 150_000,
    "emphasis everywhere": "<p>" + "a<b>b</b><i> </i>" * 40_000,
    "emphasis in emphasis": "<p>" + "<b><i>x" * 10_000,
    "breaks": "<p>" + "x<br><br>" * 100_000,
    "a set of images": "<img srcset='" + "a b," * 100_000 + "'>",
    "shadow trees in shadow trees": "<div><template shadowrootmode=open><slot></slot>" * 3_000,
    "banners in banners": "<div class=cookie-banner>accept cookies <button>Accept</button>" * 10_000,
    "hidden in hidden": "<div style='display:none'>yyyyy" * 20_000,
    "ten thousand notes": "".join(f"<sup><a href=#fn{n}>{n}</a></sup>" for n in range(10_000))
    + "".join(f"<p id=fn{n}>n</p>" for n in range(10_000)),
    "formulas in formulas": "<math><mrow>" * 20_000 + "x",
    "a code block of a hundred thousand lines": "<pre>" + "<span class=line>x</span>" * 100_000 + "</pre>",
    "non-breaking blanks": "&nbsp;" * 500_000 + "<p>&nbsp;</p>" * 50_000,
    "ticks": "`" * 200_000 + " " + "` " * 100_000,
}


def read(page: PageView) -> None:
    page.markdown(WHOLE)
    page.html(WHOLE)
    assert (page.finding, page.links, page.images, page.metadata) is not None


@cache
def plain_page_cost() -> float:
    """Return what the largest page of plain paragraphs costs, in processor seconds."""
    page = view("<p>hello</p>" * (MAX_TAGS // 2))
    return cost(lambda: read(page))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_built_to_hurt_costs_no_more_than_some_plain_ones(name: str) -> None:
    page = view(PAGES[name])
    assert cost(lambda: read(page)) < PLAIN_PAGES * plain_page_cost()


def test_a_page_of_too_many_elements_is_cut_short_and_says_so() -> None:
    page = view("<p>hello</p>" * MAX_TAGS)
    text = page.markdown(WHOLE)
    assert text.count("hello") == MAX_TAGS // 2
    assert page.notices(WHOLE) == ("The page was too large and was cut short.",)
