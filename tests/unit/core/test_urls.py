# ruff: noqa: RUF001 - look-alike characters are what is tested
"""URLs have one reading, whoever wrote them however."""

import ipaddress
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.errors import InvalidTarget
from gossamer.core.urls import (
    WebUrl,
    host_of,
    origin_of,
    path_pattern,
    port_of,
    resolve,
    web_url,
    without_credentials,
    without_fragment,
)

LABELS = st.text(string.ascii_letters + string.digits + "-_äßñ中☃", min_size=1, max_size=12)
HOSTS = st.one_of(
    st.lists(LABELS, min_size=1, max_size=4).map(".".join),
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(lambda address: f"[{address}]"),
)
URLS = st.builds(
    "{}{}{}{}/{}".format,
    st.sampled_from(["http://", "https://", "HTTP://", ""]),
    st.sampled_from(["", "user@", "us er:pa:ss@", "a@b@"]),
    HOSTS,
    st.one_of(st.just(""), st.integers(1, 65_535).map(lambda port: f":{port}")),
    st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\\"), max_size=40),
)


def readable(text: str) -> WebUrl | None:
    try:
        return web_url(text)
    except InvalidTarget:
        return None


@given(URLS)
def test_reading_twice_changes_nothing(text: str) -> None:
    once = readable(text)
    assert once is None or web_url(once) == once


@given(st.text(max_size=60))
def test_any_text_is_a_url_or_an_invalid_target(text: str) -> None:
    once = readable(text)
    assert once is None or web_url(once) == once


@given(URLS)
def test_what_is_sent_is_ascii_with_one_host(text: str) -> None:
    url = readable(text)
    if url is not None:
        assert url.isascii()
        assert " " not in url
        assert host_of(url)
        assert 1 <= port_of(url) <= 65_535


@given(st.ip_addresses(v=4))
def test_every_notation_of_an_ipv4_address_reads_as_that_address(address: ipaddress.IPv4Address) -> None:
    number, parts = int(address), address.packed
    spellings = [
        str(number),
        hex(number),
        f"0{number:o}" if number else "0",
        ".".join(f"0x{part:x}" for part in parts),
        ".".join(f"0{part:o}" for part in parts),
        f"{parts[0]}.{number & 0xFFFFFF}",
        f"{parts[0]}.{parts[1]}.{number & 0xFFFF}",
        f"{address}.",
    ]
    assert {host_of(web_url(f"http://{spelling}/")) for spelling in spellings} == {str(address)}


@given(URLS, st.text(max_size=40))
def test_a_reference_resolves_to_a_web_url_or_to_nothing(base: str, reference: str) -> None:
    start = readable(base)
    if start is None:
        return
    try:
        found = resolve(start, reference)
    except InvalidTarget:
        return
    assert web_url(found) == found


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("example.org", "http://example.org/"),
        (" https://Example.ORG:443/a ", "https://example.org/a"),
        ("//example.org/a", "http://example.org/a"),
        ("localhost:3000/x", "http://localhost:3000/x"),
        ("http://example.org?q=1", "http://example.org/?q=1"),
        ("http://example.org/a b?c d#e f", "http://example.org/a%20b?c%20d#e%20f"),
        ("http://example.org/a%20b?x=%zz", "http://example.org/a%20b?x=%zz"),
        ("http://example.org/a/../b/./c", "http://example.org/b/c"),
        ("http://example.org/%2e%2e/b/..", "http://example.org/"),
        ("http://example.org/ü?ü=é", "http://example.org/%C3%BC?%C3%BC=%C3%A9"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://☃.net/", "http://xn--n3h.net/"),
        ("http://faß.example/", "http://xn--fa-hia.example/"),
        ("http://a_b.example./", "http://a_b.example./"),
        ("http://[2001:DB8:0:0::1]:8080/", "http://[2001:db8::1]:8080/"),
        ("http://a@b@example.org/", "http://a%40b@example.org/"),
        ("http://１２７。0.0.1/", "http://127.0.0.1/"),
    ],
)
def test_a_url_is_read_as_a_browser_reads_it(text: str, url: str) -> None:
    assert web_url(text) == url


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "ftp://example.org/",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "http://",
        "http:///path",
        "http://exa mple.org/",
        "http://example.org\\@evil.example/",
        "http://example.org\r\nHost: evil.example/",
        "http://example.org\0/",
        "http://exam%70le.org/",
        "http://[example.org]/",
        "http://[::1",
        "http://[::1]evil.example/",
        "http://[fe80::1%25eth0]/",
        "http://example.org:0/",
        "http://example.org:65536/",
        "http://example.org:x/",
        "http://example.org:８０/",
        "http://256.1.1.1/",
        "http://1.2.3.4.5/",
        "http://4294967296/",
        "http://08.1.1.1/",
        "http://1_0.0.0.1/",
        "http://example..org/",
        "http://-example.org/",
        "http://" + "a" * 64 + ".org/",
        "http://" + "a." * 130 + "org/",
        "http://example.org/" + "a" * 40_000,
        "http://\ud800.example/",
    ],
)
def test_what_two_parsers_could_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(InvalidTarget):
        web_url(text)


@pytest.mark.parametrize(
    ("reference", "url"),
    [
        ("b", "https://e.example/a/b"),
        ("/b?c", "https://e.example/b?c"),
        ("?q", "https://e.example/a/x?q"),
        ("#f", "https://e.example/a/x#f"),
        ("//other.example/b", "https://other.example/b"),
        ("\\\\other.example\\b", "https://other.example/b"),
        ("b?c=\\d", "https://e.example/a/b?c=%5Cd"),
        ("http://other.example", "http://other.example/"),
        (" /b c\n", "https://e.example/b%20c"),
        ("/caf\udce9", "https://e.example/caf%E9"),
        ("", "https://e.example/a/x"),
    ],
)
def test_a_reference_is_resolved_as_a_browser_resolves_it(reference: str, url: str) -> None:
    assert resolve("https://e.example/a/x", reference) == url


@pytest.mark.parametrize(
    "reference", ["mailto:a@b.example", "javascript:void(0)", "tel:5551234", "host:80/x", "http://[::1"]
)
def test_a_reference_to_something_else_is_no_web_url(reference: str) -> None:
    with pytest.raises(InvalidTarget):
        resolve("https://e.example/a/x", reference)


def test_parts_of_a_url_can_be_asked_for() -> None:
    url = web_url("https://user:secret@E.example:8443/a#b")
    assert (host_of(url), port_of(url)) == ("e.example", 8443)
    assert origin_of(url) == ("https", "e.example", 8443)
    assert without_credentials(url) == "https://e.example:8443/a#b"
    assert without_fragment(url) == "https://user:secret@e.example:8443/a"
    assert port_of(web_url("https://e.example")) == 443
    assert host_of("not a url") == ""


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        ("https://e.org", "/"),
        ("https://e.org/about", "/*"),
        ("https://e.org/about/", "/about/"),
        ("https://e.org/blog/2024/on-tea.html?page=2&b=1", "/blog/*/*.html?b&page"),
        ("https://e.org/product/41-blue-kettle/reviews", "/product/*/*"),
        ("https://e.org/3f2a9c/x.3", "/*/*"),
    ],
)
def test_addresses_of_pages_made_alike_have_one_pattern(url: str, pattern: str) -> None:
    assert path_pattern(web_url(url)) == pattern
