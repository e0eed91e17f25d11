# ruff: noqa: RUF001 - pages in one piece, with the dashes that they have
"""When an event is, as its page says it; and that its day is nobody's day of publication."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT = {"type": "string"}


def _page(body: str) -> str:
    return f"<html lang=en><title>Loom Night</title><body><main><h1>Loom Night</h1>{body}</main></body></html>"


def _read(body: str, *fields: str) -> Any:
    schema = {"type": "object", "properties": dict.fromkeys(fields, TEXT)}
    return extract(material(_page(body)), schema).value


def _labelled(label: str, said: str) -> str:
    return f"<dl><dt>{label}</dt><dd>{said}</dd><dt>Where</dt><dd>Hall 7</dd></dl>"


@pytest.mark.parametrize("fields", [("date", "venue"), ("date", "location", "organizer"), ("startDate", "endDate")])
def test_the_date_of_an_event_is_its_day(fields: tuple[str, ...]) -> None:
    assert _read(_labelled("When", "13 March 2027"), *fields)[fields[0]] == "2027-03-13"


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("13–15 March 2027", "2027-03-13"),
        ("13. - 15. March 2027", "2027-03-13"),
        ("March 13–15, 2027", "2027-03-13"),
        ("30 April – 2 May 2027", "2027-04-30"),
        ("Friday, 30 April to Sunday, 2 May 2027", "2027-04-30"),
        ("April 30 – May 2, 2027", "2027-04-30"),
        ("31 December 2026 until 1 January 2027", "2026-12-31"),
        ("13 March 2027", "2027-03-13"),
    ],
)
def test_something_that_lasts_begins_on_its_first_day(said: str, day: str) -> None:
    assert _read(_labelled("When", said), "startDate")["startDate"] == day


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("Saturday, 13 March 2027, 19:30 – 23:00", "19:30"),
        ("13 March 2027, 7.30 pm to 11 pm", "7.30 pm"),
        ("13 March 2027, from 7 to 9 pm", "7 pm"),
        ("13 March 2027 at 19:30", "19:30"),
        ("13 March 2027", None),
    ],
)
def test_something_that_lasts_begins_at_its_first_hour(said: str, hour: str | None) -> None:
    assert _read(_labelled("When", said), "startDate", "startTime")["startTime"] == hour


def test_a_deadline_is_no_day_of_publication() -> None:
    assert _read("<dl><dt>Registration closes</dt><dd>1 March 2027</dd></dl>", "datePublished") == {
        "datePublished": None
    }


@pytest.mark.parametrize(
    "body",
    ["<p class=date>4 September 2025</p>", "<p>By Olga Petrova, 4 September 2025</p>", "<p>Date: 4 September 2025</p>"],
)
def test_an_article_has_its_day_of_publication_still(body: str) -> None:
    assert _read(body + "<p>Looms are old.</p>", "title", "author", "datePublished")["datePublished"] == "2025-09-04"


@pytest.mark.parametrize("field", ["language", "languages", "requiredLanguages", "spokenLanguage"])
def test_the_language_of_a_page_is_none_that_somebody_speaks(field: str) -> None:
    told = _read("<p>You have a degree.</p><h2>What you bring</h2><p>Patience.</p>", "jobTitle", "salary", field)
    assert told[field] is None


def test_a_page_has_its_language() -> None:
    schema = {"type": "object", "properties": dict.fromkeys(("title", "inLanguage", "author"), TEXT)}
    assert extract(material(_page("<p>Looms are old.</p>")), schema).value["inLanguage"] == "en"
