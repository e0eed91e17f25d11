"""Which addresses are one page of a crawl."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.canonical import exact_fingerprint, fetchable
from gossamer.core.urls import web_url
from gossamer.features.crawl.sameness import Sameness, sitemap_fingerprint

SIMILAR = Sameness(ignore_query=False, similar=True)
LITERAL = Sameness(ignore_query=False, similar=False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://e.org/a", "https://e.org/a"),
        ("http://e.org/a", "http://www.e.org/a"),
        ("http://e.org/a", "http://e.org/a/"),
        ("http://e.org/a/", "http://e.org/a/index.html"),
        ("http://e.org/", "http://e.org/index.php"),
        ("http://e.org/a", "http://e.org:80/a"),
        ("http://e.org/%7Ejo", "http://e.org/~jo"),
        ("http://e.org/a%2fb", "http://e.org/a%2Fb"),
        ("http://e.org/a?x=1&y=2", "http://e.org/a?y=2&x=1"),
        ("http://e.org/a", "http://e.org/a?utm_source=letter&gclid=1"),
        ("http://e.org/a", "http://e.org/a?fbclid=xyz"),
        ("http://e.org/a", "http://e.org/a#part"),
        ("http://e.org/a", "http://e.org/a;jsessionid=0A1B"),
        ("http://e.org/a", "http://e.org/a?PHPSESSID=12"),
        ("http://e.org/a?t=3", "http://e.org/a?t=3&sid=5f4dcc3b5aa765d61d8327deb882cf99"),
        ("http://e.org/a?t=3", "http://e.org/a?sid=5f4dcc3b5aa765d61d8327deb882cf99&t=3"),
        ("http://e.org/shop/a", "http://e.org/(S(lit3py55t21z5v55vlm25s55))/shop/a"),
    ],
)
def test_similar_addresses_are_one_page(one: str, other: str) -> None:
    assert SIMILAR.fingerprint(web_url(one)) == SIMILAR.fingerprint(web_url(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://e.org/a", "http://e.org/A"),
        ("http://e.org/a", "http://e.org:8080/a"),
        ("http://e.org/a", "http://sub.e.org/a"),
        ("http://e.org/a?p=1", "http://e.org/a?p=2"),
        ("http://e.org/a?p=1&p=2", "http://e.org/a?p=2&p=1"),
        ("http://e.org/a?sid=12", "http://e.org/a?sid=13"),
        ("http://e.org/a?session=morning", "http://e.org/a?session=evening"),
        ("http://e.org/a%2Fb", "http://e.org/a/b"),
        ("http://e.org/#/a", "http://e.org/#/b"),
        ("http://e.org/#!a", "http://e.org/"),
        ("http://e.org/?q=1#/a", "http://e.org/?q=2#/a"),
        ("http://e.org/index.html.bak", "http://e.org/"),
    ],
)
def test_different_pages_stay_apart(one: str, other: str) -> None:
    assert SIMILAR.fingerprint(web_url(one)) != SIMILAR.fingerprint(web_url(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://e.org/a", "https://e.org/a"),
        ("http://e.org/a", "http://www.e.org/a"),
        ("http://e.org/a", "http://e.org/a/"),
        ("http://e.org/a/", "http://e.org/a/index.html"),
    ],
)
def test_without_deduplication_similar_addresses_stay_apart(one: str, other: str) -> None:
    assert LITERAL.fingerprint(web_url(one)) != LITERAL.fingerprint(web_url(other))


def test_queries_can_be_ignored_and_routes_still_count() -> None:
    ignoring = Sameness(ignore_query=True, similar=True)
    assert ignoring.fingerprint(web_url("http://e.org/a?p=1")) == ignoring.fingerprint(web_url("http://e.org/a?p=2"))
    assert ignoring.fingerprint(web_url("http://e.org/?p=1#/a")) != ignoring.fingerprint(
        web_url("http://e.org/?p=1#/b")
    )


def test_a_fragment_is_not_fetched_unless_it_is_a_route() -> None:
    assert fetchable(web_url("http://e.org/a?b=1#part")) == "http://e.org/a?b=1"
    assert fetchable(web_url("http://e.org/#/about")) == "http://e.org/#/about"
    assert fetchable(web_url("http://e.org/#!about")) == "http://e.org/#!about"


def test_a_batch_tells_apart_whatever_was_asked_apart() -> None:
    urls = ["http://e.org/a", "https://e.org/a", "http://e.org/a/", "http://e.org/a?utm_source=x", "http://e.org/#/a"]
    assert len({exact_fingerprint(web_url(url)) for url in urls}) == len(urls)
    assert exact_fingerprint(web_url("http://e.org/a#one")) == exact_fingerprint(web_url("http://e.org/a#two"))


def test_a_sitemap_is_never_taken_for_a_page() -> None:
    url = web_url("http://e.org/sitemap.xml")
    assert sitemap_fingerprint(url) != SIMILAR.fingerprint(url)
    assert sitemap_fingerprint(url) == sitemap_fingerprint(web_url("https://www.e.org/sitemap.xml"))


@given(st.text(alphabet="abcAB/?&=;%~.-_0123456789#!()", max_size=60))
def test_a_fingerprint_fits_into_a_signed_64_bit_column(text: str) -> None:
    assert -(2**63) <= SIMILAR.fingerprint(web_url(f"http://e.org/{text}")) < 2**63
