"""`maxCharacters` is a bound: no result of a tool takes more when it is written, and all of it can be read on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.mcp.catalogue import catalogue
from gossamer.mcp.cursors import Cursor
from gossamer.mcp.results import ResultOrigin, Size, headings_of, result_of, slice_of, with_lean_metadata
from gossamer.mcp.sizes import measure_json

_LEAST = 500
SCRAPE = catalogue()["firecrawl_scrape"]
ORIGIN = ResultOrigin(SCRAPE, {"url": "https://example.org/a/rather/long/address.html"})
BOOK = "\n".join(f"## Chapter {number} of the book of silk\n\n{'Silk is spun. ' * 40}" for number in range(60))
METADATA = {f"og:field{number}": f"A value of some length, number {number}." for number in range(30)}
_TEXTS = st.text(st.sampled_from('ab \n"\\é#'), max_size=4000)
_RESULTS = st.dictionaries(
    st.sampled_from(["markdown", "html", "links", "metadata", "data"]),
    _TEXTS
    | st.lists(_TEXTS, max_size=12)
    | st.dictionaries(st.text("abc", max_size=5), st.text(max_size=150), max_size=25),
    max_size=5,
)


@pytest.mark.parametrize("characters", [500, 700, 1_000, 1_500, 2_000, 5_000, 20_000])
@pytest.mark.parametrize("outline", [False, True])
def test_a_page_takes_no_more_than_was_asked_for(characters: int, outline: bool) -> None:
    page = {
        "markdown": BOOK,
        "metadata": {**METADATA, "scrapeId": "0" * 36},
        "links": [f"https://e.org/{n}" for n in range(500)],
    }
    result = result_of(page, Size(characters, outline), ORIGIN)
    assert measure_json(result) <= characters
    assert "cursor" in result["cut"][0]


def test_what_has_no_place_is_read_from_its_beginning_and_small_fields_come_along() -> None:
    page = {"markdown": BOOK, "metadata": METADATA, "id": "x"}
    result = result_of(page, Size(_LEAST), ORIGIN)
    assert ("markdown" in result, result["metadata"]["og:field0"], result["id"]) == (False, METADATA["og:field0"], "x")
    assert (result["cut"][0]["what"], result["cut"][0]["shown"]) == ("/markdown", 0)


def test_fields_that_do_not_get_smaller_leave_a_place_to_the_text() -> None:
    page = {
        "markdown": BOOK,
        "links": [f"https://e.org/{n}" for n in range(6)],
        "metadata": dict(list(METADATA.items())[:7]),
    }
    result = result_of(page, Size(1_500), ORIGIN)
    assert len(result["markdown"]) > 300
    assert result["cut"][0]["shown"] == len(result["markdown"])


def test_a_text_has_most_of_the_room_and_headings_what_is_left() -> None:
    result = result_of({"markdown": BOOK, "metadata": {"title": "Silk"}}, Size(5_000), ORIGIN)
    assert len(result["markdown"]) > 2_000
    assert result["cut"][0]["outline"][0]["heading"] == "Chapter 0 of the book of silk"


@given(_RESULTS, st.integers(_LEAST, 5_000), st.booleans())
def test_no_result_takes_more_than_was_asked_for(value: dict[str, Any], characters: int, outline: bool) -> None:
    assert measure_json(result_of(value, Size(characters, outline), ORIGIN)) <= characters


def test_many_short_texts_take_no_more_than_was_asked_for_either() -> None:
    value = {"title": "Silk", "data": {f"field{number}": "x" * 20 for number in range(40)}}
    result = result_of(value, Size(_LEAST), ORIGIN)
    assert measure_json(result) <= _LEAST
    assert (result["title"], len(result["data"]) > 8) == ("Silk", True)
    assert result["cut"] == [{"what": "", "unit": "members", "total": 42, "shown": 2 + len(result["data"])}]


@given(_TEXTS | st.lists(st.text(max_size=150), max_size=80), st.integers(_LEAST, 3_000))
def test_reading_on_comes_to_the_end_in_pieces_of_the_wanted_size(value: Any, characters: int) -> None:
    offset, read = 0, value[:0]
    while offset < len(value):
        piece = slice_of(
            {"a": value},
            Cursor("firecrawl_map", {"url": "https://e.org"}, "/a", offset, stored=False),
            Size(characters),
        )
        assert measure_json(piece) <= characters
        assert piece["to"] > offset
        read, offset = read + (piece.get("text") or piece.get("items") or value[:0]), piece["to"]
    assert read == value


@pytest.mark.parametrize("characters", [500, 3_000])
def test_an_outline_that_is_asked_for_alone_is_bounded_too(characters: int) -> None:
    cursor = Cursor("firecrawl_scrape", {"id": "x"}, "/markdown", 0, stored=True)
    found = headings_of({"markdown": BOOK}, cursor, Size(characters))
    assert found["outline"]
    assert measure_json(found) <= characters


def test_metadata_of_pages_are_lean_wherever_pages_are() -> None:
    page = {"markdown": "x", "metadata": {"title": "T", "sourceURL": "u", "og:image": "i", "generator": "g"}}
    lean = {"markdown": "x", "metadata": {"title": "T", "sourceURL": "u"}}
    assert with_lean_metadata(page) == lean
    assert with_lean_metadata({"data": [page], "total": 1}) == {"data": [lean], "total": 1}
    assert with_lean_metadata({"web": [{**page, "url": "u"}]}) == {"web": [{**lean, "url": "u"}]}
    # The data of a caller may have anything under that name.
    assert with_lean_metadata({"json": page, "metadata": {"a": 1}}) == {"json": page, "metadata": {"a": 1}}
