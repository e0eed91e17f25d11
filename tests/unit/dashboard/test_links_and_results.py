import json

import pytest

from gossamer.core.documents import Document
from gossamer.dashboard.links import link
from gossamer.dashboard.results import MOST_SHOWN, openable, text, views


@pytest.mark.parametrize("address", ["https://example.org/a?b=1#c", "http://127.0.0.1:8080/", "HTTPS://EXAMPLE.ORG"])
def test_web_addresses_can_be_clicked(address: str) -> None:
    assert link(address).href == address


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        " javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "mailto:a@example.org",
        "//example.org/",
        "https://example.org/\nx",
        "http://",
        "",
    ],
)
def test_other_addresses_are_text_alone(address: str) -> None:
    shown = link(address)
    assert shown.href is None
    assert shown.text == address


def test_an_address_longer_than_any_server_takes_is_shown_by_its_beginning() -> None:
    shown = link("https://example.org/" + "x" * 1_000_000)
    assert shown.href is None
    assert len(shown.text) < 5000
    assert shown.text.startswith("https://example.org/x")


def test_there_is_a_view_for_each_format_and_metadata_come_last() -> None:
    document = Document(
        metadata={"title": "T"},
        markdown="# T",
        html="<h1>T</h1>",
        links=("https://example.org/", "javascript:alert(1)"),
        screenshot="a b.png",
        actions={"screenshots": ["c.png"], "pdfs": ["d.pdf"], "javascriptReturns": [{"type": "number", "value": 1}]},
    )
    found = {view.name: view for view in views(document)}
    assert list(found) == ["markdown", "html", "links", "screenshot", "pictures", "pdfs", "actions", "metadata"]
    assert found["html"].text == "<h1>T</h1>"
    assert [one.href for one in found["links"].links] == ["https://example.org/", None]
    assert found["screenshot"].images == ("/blobs/a%20b.png",)
    assert [one.href for one in found["pdfs"].links] == ["/blobs/d.pdf"]
    assert '"title": "T"' in found["metadata"].text


def test_a_text_too_long_for_a_page_is_cut_there_and_whole_as_a_text() -> None:
    document = Document(metadata={}, markdown="x" * (MOST_SHOWN + 1))
    view = views(document)[0]
    assert view.is_cut
    assert len(view.text) == MOST_SHOWN
    assert text(document, "markdown") == document.markdown


def test_each_name_that_can_be_opened_gives_a_text_and_no_other_one_does() -> None:
    document = Document(
        metadata={"title": "T"}, markdown="# T", links=("https://e.org/a", "https://e.org/b"), images=()
    )
    found = {name: text(document, name) for name in openable(document)}
    assert list(found) == ["markdown", "links", "images", "json"]
    assert (found["markdown"], found["links"], found["images"]) == ("# T", "https://e.org/a\nhttps://e.org/b", "")
    assert json.loads(found["json"] or "")["metadata"]["title"] == "T"
    assert [text(document, name) for name in ("html", "metadata", "")] == [None, None, None]


def test_a_format_that_gave_nothing_is_told_as_such() -> None:
    view = views(Document(metadata={}, markdown=""))[0]
    assert (view.name, view.text, view.is_cut) == ("markdown", "", False)
