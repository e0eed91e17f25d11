"""What a redirect takes along."""

import pytest

from gossamer.core.errors import NotAllowed, NoWebPage
from gossamer.core.urls import host_of, web_url
from gossamer.net.redirects import Chain

SECRET = "Basic bWU6c2VjcmV0"


def headers_after(location: str, start: str = "https://me:secret@e.org/a") -> dict[str, str]:
    chain = Chain(web_url(start), {"x-own": "1"})
    assert chain.advance(302, location)
    return chain.headers()


@pytest.mark.parametrize("location", ["/b", "https://e.org/b", "https://e.org:443/b", "?page=2"])
def test_credentials_of_the_url_go_along_within_the_origin(location: str) -> None:
    assert headers_after(location) == {"x-own": "1", "authorization": SECRET}


@pytest.mark.parametrize(
    "location", ["http://e.org/b", "https://e.org:8443/b", "https://www.e.org/b", "https://other.org/b", "//other.org/"]
)
def test_credentials_of_the_url_never_leave_the_origin(location: str) -> None:
    assert "authorization" not in headers_after(location)


def test_credentials_are_not_even_taken_up_to_https() -> None:
    assert headers_after("https://e.org/b", start="http://me:secret@e.org/a") == {"x-own": "1"}


def test_what_was_left_behind_does_not_come_back() -> None:
    chain = Chain(web_url("https://me:secret@e.org/a"), {})
    assert chain.advance(302, "https://other.org/b")
    assert chain.advance(302, "https://e.org/c")
    assert chain.headers() == {}


def test_credentials_that_the_redirect_names_replace_the_old_ones() -> None:
    assert headers_after("https://you:other@e.org/b")["authorization"] == "Basic eW91Om90aGVy"


def test_a_chain_stops_before_a_target_that_is_not_permitted() -> None:
    def permits(url: str) -> NotAllowed | None:
        return NotAllowed("Not there.") if host_of(url) == "other.org" else None

    chain = Chain(web_url("https://e.org/a"), {}, permits=permits)
    assert chain.advance(302, "/b")
    with pytest.raises(NotAllowed, match="Not there"):
        chain.advance(302, "//other.org/c")
    assert chain.url == "https://e.org/b"


@pytest.mark.parametrize(
    "location", ["ftp://e.org/file", "mailto:ada@e.org", "javascript:alert(1)", "data:text/html,hi", "about:blank"]
)
def test_a_redirect_out_of_the_web_is_an_error(location: str) -> None:
    with pytest.raises(NoWebPage, match="not http"):
        Chain(web_url("https://e.org/a"), {}).advance(302, location)


@pytest.mark.parametrize("location", ["", "http://", "https://[::"])
def test_a_redirect_to_nowhere_is_a_page(location: str) -> None:
    assert not Chain(web_url("https://e.org/a"), {}).advance(302, location)
