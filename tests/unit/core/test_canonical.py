"""Which addresses are one page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.canonical import canonical, fingerprint64
from gossamer.core.urls import WebUrl, web_url

PAGE = "https://example.org/a"


@pytest.mark.parametrize(
    "other",
    [
        "http://example.org/a",
        "https://www.example.org/a",
        "https://example.org./a",
        "https://example.org:443/a",
        "https://user:secret@example.org/a",
        "https://example.org/a/",
        "https://example.org/a/index.html",
        "https://example.org/a/Default.aspx",
        "https://example.org/%61",
        "https://example.org/a#part",
        "https://example.org/a?",
        "https://example.org/a?utm_source=x&utm_medium=y&gclid=z",
        "https://example.org/a;jsessionid=0A1B2C",
        "https://example.org/a?PHPSESSID=0a1b2c",
    ],
)
def test_what_owners_mean_by_the_same_page_is_the_same(other: str) -> None:
    assert fingerprint64(web_url(other)) == fingerprint64(web_url(PAGE))


@pytest.mark.parametrize(
    "other",
    [
        "https://blog.example.org/a",
        "https://example.org:8443/a",
        "https://example.org/A",
        "https://example.org/a/b",
        "https://example.org/a%2Fb",
        "https://example.org/a?page=2",
        "https://example.org/a/index.html.txt",
        "https://example.org/reindex.html",
    ],
)
def test_other_pages_are_others(other: str) -> None:
    assert fingerprint64(web_url(other)) != fingerprint64(web_url(PAGE))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/?b=2&a=1", "https://example.org/?a=1&b=2"),
        ("https://example.org/?q=%7e%2f", "https://example.org/?q=~%2F"),
        ("https://example.org/?a=1&&b=2&", "https://example.org/?a=1&b=2"),
    ],
)
def test_a_query_is_compared_by_its_parameters(one: str, other: str) -> None:
    assert canonical(web_url(one), similar=False) == canonical(web_url(other), similar=False)


def test_the_order_of_two_values_of_one_parameter_means_something() -> None:
    assert canonical(web_url("https://e.org/?a=1&a=2")) != canonical(web_url("https://e.org/?a=2&a=1"))


def test_without_similarity_only_spelling_is_undone() -> None:
    forms = [
        "https://example.org/a",
        "http://example.org/a",
        "https://www.example.org/a",
        "https://example.org/a/",
        "https://example.org/a?utm_source=x",
    ]
    assert len({fingerprint64(web_url(form), similar=False) for form in forms}) == len(forms)
    assert fingerprint64(web_url("https://example.org/%61#x"), similar=False) == fingerprint64(
        web_url("https://example.org/a"), similar=False
    )


def test_a_query_can_be_ignored() -> None:
    one, other = web_url("https://e.org/list?page=1"), web_url("https://e.org/list?page=2")
    assert fingerprint64(one, ignore_query=True) == fingerprint64(other, ignore_query=True)


def test_a_fingerprint_does_not_change_between_releases() -> None:
    # Frontiers outlive an upgrade: another number would crawl every page again.
    assert fingerprint64(web_url("https://example.org/a?b=1")) == -197755746106314939


@given(st.text(alphabet="ab/.%41?&=;#~", max_size=20), st.booleans(), st.booleans())
def test_a_canonical_form_is_its_own(tail: str, similar: bool, ignore_query: bool) -> None:
    url = web_url(f"https://www.example.org/{tail}")
    once = canonical(url, similar=similar, ignore_query=ignore_query)
    again = canonical(WebUrl(once if once.startswith("http") else f"https:{once}"), similar=similar)
    assert again == once
