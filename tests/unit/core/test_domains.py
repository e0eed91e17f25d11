"""Which hosts belong to one owner."""

import pytest

from gossamer.core.domains import site_of


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("example.org", "example.org"),
        ("docs.example.org", "example.org"),
        ("a.b.example.co.uk", "example.co.uk"),
        ("somebody.github.io", "somebody.github.io"),
        ("a.somebody.github.io", "somebody.github.io"),
        ("example.org.", "example.org"),
        ("localhost", "localhost"),
        ("co.uk", "co.uk"),
        ("127.0.0.1", "127.0.0.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("www.xn--bcher-kva.de", "xn--bcher-kva.de"),
    ],
)
def test_a_host_belongs_to_the_domain_that_was_registered(host: str, site: str) -> None:
    assert site_of(host) == site
