"""Several pages as one document."""

from dataclasses import replace

from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url
from gossamer.features.scrape.multi_page import unite_readings
from gossamer.features.scrape.reading import Reading
from gossamer.testing.clock import ManualClock


def page(url: str) -> FetchedPage:
    return FetchedPage(web_url(url), 200, {}, b"", ManualClock().now(), "browser", rendered=True)


PAGES = [page("https://e.org/list"), page("https://me:secret@e.org/list?page=2#-->")]


def test_one_page_is_as_it_is() -> None:
    reading = Reading(markdown="# One", links=("https://e.org/a", "https://e.org/a"))
    assert unite_readings(PAGES[:1], [reading]) is reading


def test_texts_are_joined_and_each_says_where_it_is_from() -> None:
    one = Reading(metadata={"title": "First"}, markdown="# One", html="<h1>One</h1>", raw_html="<html>1</html>")
    two = Reading(metadata={"title": "Second"}, markdown="# Two", html="<h1>Two</h1>", raw_html="<html>2</html>")
    whole = unite_readings(PAGES, [one, two])
    assert whole.markdown == (
        "<!-- Page 1 of 2: https://e.org/list -->\n\n# One\n\n---\n\n"
        "<!-- Page 2 of 2: https://e.org/list?page=2#--%3E -->\n\n# Two"
    )
    assert whole.html == (
        "<!-- Page 1 of 2: https://e.org/list -->\n\n<h1>One</h1>\n"
        "<!-- Page 2 of 2: https://e.org/list?page=2#--%3E -->\n\n<h1>Two</h1>"
    )
    assert (whole.raw_html or "").endswith("-->\n\n<html>2</html>")
    assert whole.metadata == {"title": "First"}


def test_lists_have_each_entry_once_in_the_order_of_the_pages() -> None:
    one = Reading(links=("https://e.org/a", "https://e.org/b"), images=(), attributes=({"n": 1},))
    two = Reading(links=("https://e.org/b", "https://e.org/c"), images=("https://e.org/i",), attributes=({"n": 1},))
    whole = unite_readings(PAGES, [one, two])
    assert whole.links == ("https://e.org/a", "https://e.org/b", "https://e.org/c")
    assert whole.images == ("https://e.org/i",)
    assert whole.attributes == ({"n": 1}, {"n": 1})


def test_what_was_not_asked_for_stays_away() -> None:
    whole = unite_readings(PAGES, [Reading(), Reading()])
    assert replace(whole, metadata={}) == Reading()


def test_warnings_are_told_once_and_a_file_is_that_of_the_first_page() -> None:
    reading = Reading(raw_base64="QQ==", warnings=("Something.",), fields={"menu": {"sections": []}})
    whole = unite_readings(PAGES, [reading, replace(reading, raw_base64="Qg==", fields={"menu": None})])
    assert (whole.raw_base64, whole.fields) == ("QQ==", {"menu": {"sections": []}})
    assert whole.warnings == ("Something.", "Of the first page alone: `rawBase64`, `menu`.")
