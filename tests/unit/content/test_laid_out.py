"""Bodies that are no page, as trees that what reads pages can read."""

import json
from typing import Any

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from gossamer.content.json_pages import json_page
from gossamer.content.paragraphs import tree_of


def texts(document: turbohtml.Document, selector: str) -> list[str]:
    return [element.text for element in document.select(selector)]


def test_markdown_becomes_headings_paragraphs_lists_and_tables() -> None:
    document = tree_of(
        "# Kettles\nfirst\nsecond\n\n- blue\n- red\n\n| name | price |\n|---|---|\n| blue | 3 |\n\n1. one",
        title="T & Co",
    )
    assert texts(document, "title") == ["T & Co"]
    assert texts(document, "h1") == ["Kettles"]
    assert texts(document, "p") == ["firstsecond"]
    assert texts(document, "li") == ["blue", "red", "one"]
    assert texts(document, "th") == ["name", "price"]
    assert texts(document, "td") == ["blue", "3"]


def test_signs_of_markdown_are_no_part_of_the_words() -> None:
    document = tree_of(
        "- **Weight**: 3 kg\n- see [the manual](https://a.example/m.pdf)\n\n```\na * b\n```\n| A | *b* |"
    )
    assert texts(document, "li") == ["Weight: 3 kg", "see the manual"]
    assert texts(document, "p, td") == ["a * b", "A", "b"]


def test_markup_in_a_text_is_text() -> None:
    document = tree_of("<script>alert(1)</script> & <b>so on</b>", title="</title><i>")
    assert texts(document, "p") == ["<script>alert(1)</script> & <b>so on</b>"]
    assert texts(document, "script, b, i") == []


def test_json_becomes_definitions_tables_and_sections() -> None:
    body = {
        "product": {
            "name": "Kettle <b>",
            "price": 12.5,
            "new": True,
            "parts": [{"n": 1, "of": "oak"}, {"n": 2}],
            "tags": ["a", "b"],
        }
    }
    document = json_page(json.dumps(body))
    assert texts(document, "title") == texts(document, "h1") == ["Kettle <b>"]
    assert texts(document, "dt") == ["name", "price", "new"]
    assert texts(document, "dd") == ["Kettle <b>", "12.5", "true"]
    assert texts(document, "th") == ["n", "of"]
    assert texts(document, "td") == ["1", "oak", "2", ""]
    assert texts(document, "li") == ["a", "b"]
    assert texts(document, "h2, h3") == ["product", "parts", "tags"]


@pytest.mark.parametrize("text", ["", "no json", "{", "null", "[" * 100_000, "[[[]]]"])
def test_what_is_no_json_or_empty_is_an_empty_page(text: str) -> None:
    assert texts(json_page(text), "main") == [""]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
                    max_leaves=12))  # fmt: skip
def test_any_json_can_be_laid_out(value: Any) -> None:
    json_page(json.dumps(value))


@given(st.text())
def test_any_text_can_be_laid_out(text: str) -> None:
    tree_of(text, title=text)
