"""An explanation names every region of a page, whether it is kept, and why."""

from __future__ import annotations

import turbohtml

from gossamer.content.main_content.explanation import write_regions
from gossamer.core.explanations import Region
from tests.unit.content.pages import main_of, regions_of

PROSE = (
    "The harbour was rebuilt after the storm of 1953, when the sea wall gave way in three places, and it took years."
)
PAGE = (
    "<title>The harbour</title><body><nav><a href=/>Home</a></nav><main><h1>The harbour</h1>"
    f"<p>{PROSE}</p><div class=share-buttons><ul><li>Storm over the bay<li>Print</ul></div>"
    f"<p>{PROSE}</p><p>{PROSE}</p></main>"
    "<footer>© Harbour Media</footer>"
)


def regions() -> dict[str, Region]:
    return {region.text.splitlines()[0]: region for region in regions_of(turbohtml.parse(PAGE))}


def test_landmarks_are_named_and_dropped() -> None:
    assert (regions()["Home"].tag, regions()["Home"].kept) == ("nav", False)
    assert regions()["© Harbour Media"].reason == "a landmark of the site"


def test_a_kept_title_and_prose_say_so() -> None:
    assert regions()["The harbour"].reason == "the page's title"
    assert regions()[PROSE].kept


def test_what_is_dropped_between_kept_paragraphs_has_the_reason_of_its_name() -> None:
    [shared] = [region for text, region in regions().items() if "Storm" in text]
    assert (shared.kept, shared.reason) == (False, "sharing")


def test_what_is_kept_is_what_a_scrape_returns() -> None:
    text = main_of(turbohtml.parse(PAGE)).node.text
    assert all((region.text.splitlines()[0] in text) == region.kept for region in regions_of(turbohtml.parse(PAGE)))


def test_explaining_leaves_the_page_as_it_was() -> None:
    document = turbohtml.parse(PAGE)
    before = document.html
    regions_of(document)
    assert document.html == before


def test_a_page_that_is_only_a_menu_is_a_landmark() -> None:
    [region] = regions_of(turbohtml.parse("<body><nav>Home and away</nav>"))
    assert (region.kept, region.reason) == (False, "a landmark of the site")


def test_a_table_between_paragraphs_is_kept() -> None:
    table = "<table><tr><td>North</td><td>4 m</td></tr></table>"
    page = PAGE.replace("<div class=share-buttons>", f"{table}<div class=share-buttons>")
    [region] = [region for region in regions_of(turbohtml.parse(page)) if "North" in region.text]
    assert region.kept


def test_the_html_escapes_what_the_page_says() -> None:
    [region] = regions_of(turbohtml.parse("<body><p>1 &lt;script&gt; 2"))
    assert "<script>" not in write_regions((region,), "<b>")
    assert "1 &lt;script&gt; 2" in write_regions((region,), "<b>")
