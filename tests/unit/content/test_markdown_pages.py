"""Pages that come as Markdown: their head, their components, and what is hostile about them."""

import time

import pytest

from gossamer.content.page_view import Selection
from tests.unit.content.pages import WHOLE, view

MARKDOWN = "text/markdown; charset=utf-8"


def test_the_front_matter_is_metadata_and_not_text() -> None:
    page = view(
        '---\ntitle: "Salt & <b>"\ntags: [a, b]\ndate: 2026-03-01\nlang: de\nowner: {x: 1}\n---\nText.', MARKDOWN
    )
    assert page.markdown(WHOLE) == "Text."
    expected = {"title": "Salt & <b>", "tags": "a, b", "date": "2026-03-01", "language": "de"}
    assert {name: page.metadata.get(name) for name in expected} == expected
    assert "owner" not in page.metadata


@pytest.mark.parametrize("front", ["---\n: [\n---\n", "---\n- a\n---\n", "---\n&a [*a]\n---\n"])
def test_a_front_matter_that_cannot_be_read_is_left_out(front: str) -> None:
    page = view(front + "## The *first* heading\n\nText.", MARKDOWN)
    assert page.metadata["title"] == "The first heading"
    assert page.markdown(Selection()) == "## The *first* heading\n\nText."


def test_addresses_are_those_of_the_site() -> None:
    page = view("[a](b.md) [c][d] <https://e.org/f> ![g](h.png)\n\n[d]: /i", MARKDOWN, url="https://example.org/docs/x")
    assert page.links == ("https://example.org/docs/b.md", "https://example.org/i", "https://e.org/f")
    assert page.images == ("https://example.org/docs/h.png",)


def test_components_are_opened_and_code_is_left_alone() -> None:
    text = (
        '<Note>\n    Take **care**.\n\n    ```sh\n    ls\n    ```\n</Note>\n<Card title="Start" href="/start">\n  Go.\n'
        "</Card>\n\n```jsx\n<Card>\n  hi\n</Card>\n```\n"
    )
    page = view(text, MARKDOWN)
    assert page.markdown(WHOLE) == (
        "Take **care**.\n\n```sh\nls\n```\n\n[Start](https://example.org/start)\n\nGo.\n\n"
        "```jsx\n<Card>\n  hi\n</Card>\n```"
    )


def test_html_under_the_label_of_markdown_is_html() -> None:
    assert view("<!doctype html><title>T</title><p>text", MARKDOWN).metadata["title"] == "T"
    assert view('<p align="center">logo</p>\n\n# Name', MARKDOWN).markdown(WHOLE) == "logo\n\n# Name"


def test_scripts_in_markdown_are_left_out() -> None:
    assert view("a\n\n<script>alert(1)</script>\n\n[b](javascript:alert(1))", MARKDOWN).markdown(WHOLE) == "a\n\nb"


def test_the_markdown_as_it_came_is_the_raw_form() -> None:
    assert view("# a\n*b*", MARKDOWN).raw_html == "# a\n*b*"


@pytest.mark.parametrize("piece", ["[", "*a_ ", "<a ", "[a](<", "> ", "![[", "<Note>\n", "```\n<A>\n", "---\n", "|a"])
def test_hostile_markdown_takes_time_in_proportion(piece: str) -> None:
    begun = time.process_time()
    view(piece * (200_000 // len(piece)), MARKDOWN).markdown(WHOLE)
    assert time.process_time() - begun < 5
