"""Fitting answers into a number of characters."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.json_pointers import resolve_pointer
from gossamer.mcp.sizes import Cut, fit, measure_json, text_head

_PARAGRAPH = "A sentence of the page that goes on for a while.\n"
_NEARLY = 60
_NAMES = st.text("abcdefgh", min_size=1, max_size=10)
_LONG_TEXTS = st.text("abc \n", min_size=300, max_size=3_000)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3000),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=10), inner, max_size=8),
    max_leaves=40,
)


def test_what_fits_is_left_as_it_is() -> None:
    page = {"markdown": _PARAGRAPH, "metadata": {"title": "T"}}
    assert fit(page, 1_000).value == page
    assert fit(page, 1_000).cuts == ()


def test_a_long_text_gives_way_and_small_fields_stay_whole() -> None:
    page = {"markdown": _PARAGRAPH * 100, "metadata": {"title": "The title", "statusCode": 200}}
    fitted = fit(page, 1_000)
    assert fitted.value["metadata"] == page["metadata"]
    [cut] = fitted.cuts
    assert (cut.pointer, cut.total, cut.is_text) == ("/markdown", 100 * len(_PARAGRAPH), True)
    assert fitted.value["markdown"] == _PARAGRAPH * (cut.kept // len(_PARAGRAPH))


def test_two_long_texts_share_what_there_is() -> None:
    fitted = fit({"markdown": _PARAGRAPH * 100, "html": _PARAGRAPH * 100}, 2_000)
    assert len(fitted.value["markdown"]) == len(fitted.value["html"]) > 800


def test_a_list_of_pages_shows_a_head_of_each() -> None:
    fitted = fit({"data": [{"markdown": _PARAGRAPH * 50} for _ in range(5)]}, 4_000)
    assert [bool(page["markdown"]) for page in fitted.value["data"]] == [True] * 5


def test_a_long_list_keeps_its_first_items() -> None:
    links = [f"https://example.com/{number}" for number in range(1_000)]
    fitted = fit({"links": links}, 2_000)
    [cut] = fitted.cuts
    assert cut == Cut("/links", 1_000, len(fitted.value["links"]), is_text=False)
    assert fitted.value["links"] == links[: cut.kept]


def test_names_are_escaped_in_pointers() -> None:
    [cut] = fit({"a/b~c": _PARAGRAPH * 100}, 500).cuts
    assert cut.pointer == "/a~1b~0c"


@pytest.mark.parametrize(
    ("text", "head"), [("ab\ncd\nef", "ab\ncd\n"), ("abcdefgh", "abcdefg"), ("a\nbcdefgh", "a\nbcdef")]
)
def test_a_text_ends_at_a_line_where_one_is_near(text: str, head: str) -> None:
    assert text_head(text, 7) == head


@given(
    st.dictionaries(_NAMES, _LONG_TEXTS | st.lists(_LONG_TEXTS, max_size=30), max_size=6), st.integers(2_000, 20_000)
)
def test_a_result_takes_no_more_than_the_wanted_size(value: dict[str, Any], room: int) -> None:
    assert measure_json(fit(value, room).value) <= room + _NEARLY


@given(_JSON, st.integers(1_000, 20_000))
def test_whatever_is_missing_is_counted(value: Any, room: int) -> None:
    fitted = fit(value, room)
    assert bool(fitted.cuts) is (fitted.value != value)
    for cut in fitted.cuts:
        assert (len(resolve_pointer(value, cut.pointer)), len(resolve_pointer(fitted.value, cut.pointer))) == (
            cut.total,
            cut.kept,
        )
