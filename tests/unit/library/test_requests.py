"""Options in Python's spelling, and sentences about them."""

from typing import Any

import pytest

from gossamer.core.documents import Document
from gossamer.core.errors import CallerError
from gossamer.library.requests import document_in_python, in_python, request
from gossamer.wire import v2

URL = "https://example.org/"


def test_names_that_are_no_plain_camel_case_are_read_at_any_depth() -> None:
    spec = request(v2.CrawlRequest, {"url": URL, "scrape_options": {"redact_pii": True}, "regex_on_full_url": True})
    assert spec.scrape_options is not None
    assert spec.scrape_options.redact_pii
    assert spec.regex_on_full_url


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_dept": 3}, "options: Unrecognized key(s) in object: 'max_dept'"),
        ({"include_paths": "x"}, "include_paths: Expected array, received string"),
        ({"includePaths": "x"}, "includePaths: Expected array, received string"),
        ({"scrape_options": {"wait_for": "h1"}}, "scrape_options.wait_for: Expected integer, received string"),
        ({"scrape_options": {"only_main": 1}}, "scrape_options: Unrecognized key(s) in object: 'only_main'"),
    ],
)
def test_a_mistake_is_named_as_the_caller_wrote_it(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CallerError) as caught:
        request(v2.CrawlRequest, {"url": URL, **options})
    assert caught.value.message == message


def test_sentences_name_options_as_python_has_them_and_leave_values() -> None:
    sentence = "With `fastMode`, `rawHtml` and 4 links (`crawlEntireDomain` follows them) iPhone stays."
    wanted = "With `fast_mode`, `rawHtml` and 4 links (`crawl_entire_domain` follows them) iPhone stays."
    assert in_python(sentence) == wanted
    assert document_in_python(Document({}, warning=sentence)).warning == wanted
