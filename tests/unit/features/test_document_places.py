"""Evidence of a document says on which page, and in which box, its quote is."""

from dataclasses import replace

import pytest

from gossamer.content.documents import DocumentPage, ParsedDocument
from gossamer.content.documents.model import Block
from gossamer.core.understanding import Evidence, Method, PagePlace
from gossamer.features.scrape.reading import DocumentPlaces

DOCUMENT = ParsedDocument(
    "pdf",
    (
        DocumentPage(1, (Block("heading", "<h1>Silk &amp; wool</h1>", (72, 50, 100, 20)),)),
        DocumentPage(
            3,
            (
                Block("paragraph", "<p>Total: <strong>40</strong> EUR</p>", (72, 90.04, 200, 12)),
                Block("paragraph", "<p>Total: 40 EUR</p>"),
            ),
        ),
    ),
    3,
)
MARKDOWN = "# Silk & wool\n\nTotal: **40** EUR\n\nTotal: 40 EUR"
PROOF = Evidence("https://e.org/a.pdf", "Total: 40 EUR", "line 2", Method.MODEL)
FIRST = PagePlace(3, (72, 90, 272, 102))


@pytest.mark.parametrize(
    ("quote", "offsets", "place"),
    [
        ("Silk & wool", None, PagePlace(1, (72, 50, 172, 70))),
        ("Total: 40 EUR", None, FIRST),
        ("Total: 40 EUR", (24, 26), FIRST),
        ("Total: 40 EUR", (43, 45), PagePlace(3)),
        ("Total: 41 EUR", None, None),
        ("", None, None),
    ],
)
def test_a_quote_is_found_on_its_page(quote: str, offsets: tuple[int, int] | None, place: PagePlace | None) -> None:
    located = DocumentPlaces.of(DOCUMENT).located(replace(PROOF, quote=quote, offsets=offsets), MARKDOWN)
    assert located.page_place == place


def test_what_has_no_pages_has_no_places() -> None:
    for document in (None, replace(DOCUMENT, total_pages=0)):
        assert DocumentPlaces.of(document).located(PROOF, MARKDOWN) == PROOF


def test_a_place_is_part_of_the_answer() -> None:
    shown = replace(PROOF, page_place=FIRST).to_json()
    assert (shown["pageNumber"], shown["bbox"]) == (3, [72, 90, 272, 102])
    assert "bbox" not in replace(PROOF, page_place=PagePlace(3)).to_json()
