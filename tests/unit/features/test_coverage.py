"""How much of a page an answer has, and the part of its Markdown that was asked for."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from gossamer.core.documents import Document
from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl
from gossamer.features.scrape.coverage import coverage_json, finish_document, gaps_of
from gossamer.features.scrape.reading import Reading

_PAGE = FetchedPage(WebUrl("https://e.org/"), 200, {}, b"<p>Text", datetime(2026, 1, 1, tzinfo=UTC), "http")
_READ = Reading(markdown="Text")
_DOCUMENT = Document({"url": "https://e.org/#part"}, markdown="# Title\n\n" + "Tea is made with hot water. " * 50)


@pytest.mark.parametrize(
    ("page", "reading", "expected"),
    [
        ({}, {}, ("complete", None)),
        ({}, {"metadata": {"pageVerdict": "login"}}, ("blocked", ["login"])),
        ({"status": 404}, {}, ("blocked", ["status_404"])),
        ({"status": 404, "body": b""}, {"markdown": ""}, ("blocked", ["status_404", "no_text"])),
        ({}, {"markdown": " \n"}, ("empty", ["no_text"])),
        ({"body": b" "}, {"markdown": None}, ("empty", ["no_text"])),
        ({}, {"is_cut": True}, ("truncated", ["size_limit"])),
        ({}, {"pages_read": 2, "pages_total": 9}, ("truncated", ["pages_left"])),
        ({}, {"has_unread_pages": True}, ("partial", ["unread_pages"])),
        ({"complete": False}, {"is_cut": True}, ("truncated", ["size_limit", "not_finished"])),
    ],
)
def test_coverage_is_that_of_the_largest_gap_with_all_reasons(
    page: Mapping[str, Any], reading: Mapping[str, Any], expected: tuple[str, list[str] | None]
) -> None:
    gaps = gaps_of(replace(_PAGE, **page), replace(_READ, **reading), lacks_content=False)
    answer = coverage_json(gaps)
    assert (answer["coverage"], answer.get("coverageReasons")) == expected


def test_content_that_scripts_would_have_brought_is_a_gap() -> None:
    assert list(gaps_of(_PAGE, _READ, lacks_content=True)) == ["scripts"]


def test_markdown_has_its_number_of_tokens() -> None:
    metadata = finish_document(_DOCUMENT, None, ()).metadata
    assert metadata["coverage"] == "complete"
    assert metadata["tokens"] > 200
    assert finish_document(Document({}), None, ()).metadata == {"coverage": "complete"}


def test_a_shortened_page_says_so_and_has_its_passages() -> None:
    document = finish_document(_DOCUMENT, ExcerptSpec(40), ())
    metadata = document.metadata
    assert metadata["tokens"] <= 40 < metadata["totalTokens"]
    assert (metadata["coverage"], metadata["coverageReasons"]) == ("truncated", ["max_tokens"])
    [passage] = document.passages or ()
    assert passage["url"].startswith("https://e.org/#part:~:text=Title,")
    assert passage["markdownSpan"][1] == len(document.markdown or "")
    assert "." in passage["cursor"]


def test_a_page_that_fits_has_no_passages() -> None:
    document = finish_document(_DOCUMENT, ExcerptSpec(9_000, "tea"), ())
    assert document.markdown == _DOCUMENT.markdown
    assert document.passages is None
    assert "totalTokens" not in document.metadata


def test_a_question_without_a_match_and_a_stale_cursor_are_told() -> None:
    document = finish_document(_DOCUMENT, ExcerptSpec.of(40, "zebra", "3.00000000"), ())
    assert "Nothing on the page has to do with `query`" in (document.warning or "")
    assert "The page has changed since `cursor` was made" in (document.warning or "")
