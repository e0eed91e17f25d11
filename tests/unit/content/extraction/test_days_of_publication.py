# ruff: noqa: RUF001 - dashes as pages have them
"""When something was published is neither when it takes place, nor until when, nor from when on it is sold."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT = {"type": "string"}


def _day(body: str, field: str = "datePublished", heading: str = "Harbour Jazz") -> Any:
    html = f"<html lang=en><title>{heading}</title><main><h1>{heading}</h1>{body}</main></html>"
    return extract(material(html), {"type": "object", "properties": {field: TEXT}}).value[field]


@pytest.mark.parametrize(
    "body",
    [
        "<p><strong>When</strong><br>Friday 9 to Sunday 11 April 2027</p>",
        "<p><strong>When</strong><br>9 April 2027</p>",
        "<p>Saturday 10 April 2027</p><p>Come early.</p>",
        "<p>Thursday, 6 May 2027, 7 pm, Town Hall. Free entry.</p><p>By Ada Krone.</p>",
        "<p>By Ada Krone</p><p>The survey runs from 6 January 2027 to 9 February 2027.</p>",
        "<p>By Ada Krone</p><p>The survey took place in Leeds on the wet morning of 6 January 2027.</p>",
        "<p>64 publishers from 17 countries. Stalls cost €120; apply until 15 December 2026.</p>",
        "<p>Day ticket €9, under 18 free. On sale from 1 February 2027.</p>",
        "<p>By Ada Krone</p><p>Apply until <time datetime=2026-12-15>15 December 2026</time>.</p>",
        "<p>By Ada Krone</p><p><time datetime=2027-04-09>9 April 2027</time> – 11 April 2027</p><p>Rain or shine</p>",
    ],
)
def test_another_day_is_not_that_of_publication(body: str) -> None:
    assert _day(body) is None


@pytest.mark.parametrize("beside", ["<p>Venue: The Mill</p>", "<p>Doors open at 19:00. Tickets cost €12.</p>"])
@pytest.mark.parametrize("date", ["<p>Date: 14 June 2025</p>", "<dl><dt>Date</dt><dd>14 June 2025</dd></dl>"])
def test_the_date_of_a_concert_is_not_that_of_publication(date: str, beside: str) -> None:
    days = [_day(date + beside, field) for field in ("published_date", "datePublished", "date", "startDate")]
    assert days == [None, None, "2025-06-14", "2025-06-14"]
    assert _day(f"<p>Posted: 2 May 2025</p>{date}{beside}", "published_date") == "2025-05-02"
    assert _day(f"{date}<p>Looms are old.</p>", "published_date") == "2025-06-14"


@pytest.mark.parametrize(
    "body",
    [
        "<p class=meta>12 May 2026</p><p>The lab in Bonn opens on 1 June 2027.</p>",
        "<p>By Ada Krone</p><p>Tuesday, 12 May 2026</p><p>Text.</p>",
        "<p>Published on 12 May 2026</p><p>Tickets are sold from 1 June 2027.</p>",
        "<p>Posted 12 May 2026, open until 1 June 2027.</p>",
        "<p>By Ada Krone · 12 May 2026 · 4 min read</p>",
        "<p><time datetime=2026-05-12>12 May 2026</time></p>",
    ],
)
def test_what_says_so_or_stands_beside_the_author_is(body: str) -> None:
    assert _day(body, heading="New lab opens") == "2026-05-12"


def test_other_hours_on_the_last_day_are_no_deadline() -> None:
    body = (
        "<p><strong>When</strong><br>Friday 9 to Sunday 11 April 2027, daily 10.00–18.00 (Sunday until 16.00)</p>"
        "<p><strong>Where</strong><br>De Centrale, Ghent</p><p><strong>Tickets</strong><br>Day ticket €9.</p>"
    )
    assert _day(body, "startDate") == "2027-04-09"


def test_the_day_that_tickets_are_sold_from_is_no_beginning() -> None:
    body = (
        "<p>The book fair</p><p><strong>Where</strong><br>De Centrale, 9000 Ghent</p>"
        "<p><strong>Tickets</strong><br>Day ticket €9. On sale from 1 February 2027.</p>"
        "<p>Stalls cost €120; apply until 15 December 2026.</p>"
    )
    assert _day(body, "startDate") is None
