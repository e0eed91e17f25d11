"""What a page is called, without its site's name, and its date: beside the heading, in its address, of its change."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT = {"type": "string"}
FORUM = "<meta property=og:site_name content='Crumb Forum'>"


def _read(html: str, field: str, url: str = "https://bread.example/a") -> Any:
    schema = {"type": "object", "properties": {field: TEXT, "author": TEXT}}
    return extract(material(f"<html lang=en>{html}</html>", url), schema).value[field]


@pytest.mark.parametrize(
    "html",
    [
        f"<title>Rye in a day - Crumb Forum</title>{FORUM}<h1>Crumb Forum</h1><p>Text.</p>",
        "<title>Rye in a day | bread.example</title><h1>bread.example</h1><p>Text.</p>",
        "<title>Rye in a day | bread.example</title><p>Text.</p>",
        f"<title>Crumb Forum: Rye</title><meta property=og:title content='Rye in a day'>{FORUM}<h1>Crumb Forum</h1>",
        f"<meta property=og:title content='Rye in a day - Crumb Forum'>{FORUM}<p>Text.</p>",
        "<title>Rye in a day | Crumb Forum</title><h1>Crumb Forum</h1><h1>Rye in a day</h1>",
        "<title>Rye in a day</title><h1>Rye in<br>a day <a href='#rye'>¶</a></h1>",
    ],
)
def test_the_title_is_that_of_the_page_and_not_of_its_site(html: str) -> None:
    assert _read(html, "title") == "Rye in a day"


def test_a_heading_that_ends_the_title_is_the_sites_unless_the_address_repeats_it() -> None:
    html = "<title>Crumbs of May | Rye bread</title><h1>Rye bread</h1><p>Text.</p>"
    assert _read(html, "title", "https://www.example/12") == "Crumbs of May | Rye bread"
    assert _read(html, "title", "https://www.example/rye-bread") == "Rye bread"


@pytest.mark.parametrize(
    ("html", "title"),
    [
        # Previews and the address repeat the one or the other.
        (
            "<title>Rye in a day</title><meta property=og:title content='Rye in a day'><h1>Bake rye.</h1>",
            "Rye in a day",
        ),
        ("<title>Rye in a day, and more</title><meta property=og:title content='Rye'><h1>Rye bread</h1>", "Rye bread"),
    ],
)
def test_of_title_and_heading_the_likelier_one_is_the_name(html: str, title: str) -> None:
    assert _read(f"{html}<p>Text.</p>", "title", "https://bread.example/rye") == title


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Bread - home baking for all</title><h1>Bread</h1><p>Text.</p>", "Bread"),
        ("<title>Rye | Oats</title><p>Text.</p>", "Rye | Oats"),
    ],
)
def test_a_name_stays_where_it_is_that_of_the_page_too(html: str, title: str) -> None:
    assert _read(html, "title") == title


@pytest.mark.parametrize(
    ("html", "url"),
    [
        ("<div class=date>12 May 2026</div><h1>Rye</h1><p>Text.</p>", "https://bread.example/a"),
        ("<time datetime=2026-05-12>May 12</time><h1>Rye</h1><p>Text.</p>", "https://bread.example/a"),
        ("<h1>Rye</h1><p>12 May 2026</p><p>Text.</p>", "https://bread.example/blog/rye"),
        ("<h1>Rye</h1><p>Text.</p>", "https://bread.example/2026/05/12/rye"),
        ("<h1>Rye</h1><p>Text.</p>", "https://bread.example/2026-05-12-rye"),
        ("<meta property=article:modified_time content=2026-05-12><h1>Rye</h1>", "https://bread.example/a"),
        (
            "<meta property=article:modified_time content=2026-06-01><h1>Rye</h1><p>Posted 12 May 2026</p>",
            "https://bread.example/2026/05/10/rye",
        ),
    ],
)
def test_the_date_of_a_page_is_found(html: str, url: str) -> None:
    assert _read(html, "date", url) == "2026-05-12"


@pytest.mark.parametrize(
    ("html", "url"),
    [
        ("<nav><time datetime=2026-05-12>Today</time></nav><h1>Rye</h1><p>Text.</p>", "https://bread.example/a"),
        ("<p>The mill burned down on 12 May 1926.</p><h1>Rye</h1><p>Text.</p>", "https://bread.example/a"),
        ("<h1>Rye</h1><p>Text.</p>", "https://bread.example/2026/05/120/rye"),
        ("<meta property=article:modified_time content=2026-05-12><h1>Rye</h1>", "https://bread.example/a"),
    ],
)
def test_no_other_day_is_that_of_publication(html: str, url: str) -> None:
    assert _read(html, "datePublished", url) is None
