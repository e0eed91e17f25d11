"""Web addresses in words."""

import pytest

from gossamer.core.mentions import addresses_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Prices of all plans on firecrawl.dev.", ("http://firecrawl.dev/",)),
        (
            "Compare https://a.example/pricing, and (https://b.example/x?y=1).",
            ("https://a.example/pricing", "https://b.example/x?y=1"),
        ),
        ("Who founded Booking.com and www.ebay.co.uk?", ("http://booking.com/", "http://www.ebay.co.uk/")),
        ("The jobs at example.org/jobs, example.org/jobs!", ("http://example.org/jobs",)),
        ("bücher or xn--bcher-kva.de", ("http://xn--bcher-kva.de/",)),
    ],
)
def test_addresses_are_found_in_a_sentence(text: str, found: tuple[str, ...]) -> None:
    assert addresses_in(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Who founded the company?",
        "Write to ada@example.org, e.g. at 3.14 p.m.",
        "Read README.md and main.py of the Node.js or ASP.NET project",
        "the end.Then another sentence",
        "version 1.2.3",
        "https://",
    ],
)
def test_other_words_are_none(text: str) -> None:
    assert addresses_in(text) == ()
