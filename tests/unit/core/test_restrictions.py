"""Restrictions as values: what can be said, what is stored, and that nothing else is believed."""

import json
import re
from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.access import Group
from gossamer.core.errors import CallerError, RestrictionsUnverified
from gossamer.core.restrictions import (
    FORMATS,
    GROUPS,
    NONE,
    Restrictions,
    address,
    domain,
    holds,
    network,
    networks,
    pack,
    pack_networks,
    parse_networks,
    unpack,
)

DOMAINS = ("example.org", "shop.example.co.uk", "127.0.0.1", "::1", "xn--bcher-kva.de")
BOUNDS = st.none() | st.integers(1, 2**53 - 1)


def some_of(names: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(names), unique=True).map(tuple)


restrictions = st.builds(
    Restrictions,
    allowed_formats=some_of(FORMATS),
    allowed_endpoints=some_of(GROUPS),
    allowed_domains=some_of(DOMAINS),
    no_model=st.booleans(),
    cache_only=st.booleans(),
    credit_budget=st.none() | st.integers(0, 2**53 - 1),
    rate_per_minute=BOUNDS,
    concurrency=BOUNDS,
)


@given(restrictions)
def test_what_is_stored_is_read_as_it_was(value: Restrictions) -> None:
    assert unpack(pack(value)) == value


@given(restrictions)
def test_a_key_is_restricted_exactly_when_it_has_rules(value: Restrictions) -> None:
    assert bool(value.rules()) is value.restricts


def test_there_are_fourteen_groups() -> None:
    assert len(GROUPS) == 14
    assert not {Group.ACCOUNT, Group.LEGACY, Group.UNKNOWN} & set(GROUPS)


def test_bounds_are_no_restrictions() -> None:
    assert Restrictions(credit_budget=0, rate_per_minute=1, concurrency=1).rules() == ()


@given(restrictions, st.data())
def test_a_stored_text_that_was_cut_or_changed_is_not_believed_to_be_less(
    value: Restrictions, data: st.DataObject
) -> None:
    """Losing any part of the text never gives a key that may do more: it gives none, or another that is as limited."""
    text = pack(value)
    place = data.draw(st.integers(0, len(text) - 1))
    ruined = text[:place] + data.draw(st.sampled_from(["", "\x00", '"', "{", "1"])) + text[place + 1 :]
    try:
        found = unpack(ruined)
    except RestrictionsUnverified:
        return
    assert value.restricts <= found.restricts


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        " ",
        "null",
        "[]",
        "{}",
        "true",
        "1",
        '"{}"',
        "NaN",
        "[" * 100_000,
        '{"version":1',
        '{"version":1}}',
        '{"version":1}{"version":1}',
        '{"version":"1"}',
        '{"version":1.0}',
        '{"version":true}',
        '{"version":0}',
        '{"version":2}',
        '{"version":null}',
        '{"version":1,"version":1}',
        '{"version":1,"no_model":true,"no_model":false}',
        '{"version":1,"unknown":[]}',
        '{"version":1,"Allowed_formats":["markdown"]}',
        '{"version":1,"allowedFormats":["markdown"]}',
        '{"version":1,"allowed_formats":null}',
        '{"version":1,"allowed_formats":"markdown"}',
        '{"version":1,"allowed_formats":{"markdown":true}}',
        '{"version":1,"allowed_formats":["markdown",null]}',
        '{"version":1,"allowed_formats":["markdown",["html"]]}',
        '{"version":1,"allowed_formats":["psychic"]}',
        '{"version":1,"allowed_formats":["Markdown"]}',
        '{"version":1,"allowed_formats":["markdown "]}',
        '{"version":1,"allowed_formats":["screenshot@fullPage"]}',
        '{"version":1,"allowed_formats":["markdown","markdown"]}',
        '{"version":1,"allowed_endpoints":["everything"]}',
        '{"version":1,"allowed_endpoints":["account"]}',
        '{"version":1,"allowed_endpoints":["v0"]}',
        '{"version":1,"allowed_endpoints":["unknown"]}',
        '{"version":1,"allowed_endpoints":["map","map"]}',
        '{"version":1,"allowed_domains":["Example.org"]}',
        '{"version":1,"allowed_domains":["example.org."]}',
        '{"version":1,"allowed_domains":["*.example.org"]}',
        '{"version":1,"allowed_domains":["https://example.org"]}',
        '{"version":1,"allowed_domains":[""]}',
        '{"version":1,"allowed_domains":[1]}',
        '{"version":1,"no_model":null}',
        '{"version":1,"no_model":1}',
        '{"version":1,"cache_only":"false"}',
        '{"version":1,"credit_budget":-1}',
        '{"version":1,"credit_budget":1.0}',
        '{"version":1,"credit_budget":1e3}',
        '{"version":1,"credit_budget":true}',
        '{"version":1,"credit_budget":NaN}',
        '{"version":1,"credit_budget":Infinity}',
        '{"version":1,"credit_budget":"10"}',
        f'{{"version":1,"credit_budget":{"9" * 5000}}}',
        '{"version":1,"rate_per_minute":0}',
        '{"version":1,"concurrency":0}',
    ],
)
def test_a_text_that_says_anything_else_is_no_restriction_that_is_known(text: str | None) -> None:
    with pytest.raises(RestrictionsUnverified):
        unpack(text)


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "null",
        "{}",
        '"10.0.0.1"',
        "[null]",
        "[1]",
        '["10.0.0.1/8"]',
        '["10.0.0.0/33"]',
        '["10.0.0"]',
        '["example.org"]',
        '["fe80::1%eth0"]',
        '["10.0.0.1","10.0.0.1/32"]',
        '["10.0.0.1","::ffff:10.0.0.1"]',
        '["10.0.0.1"',
    ],
)
def test_addresses_that_cannot_be_read_are_not_any_address(text: str | None) -> None:
    with pytest.raises(RestrictionsUnverified):
        networks(text)


def test_addresses_are_read_as_they_were_stored() -> None:
    given_ = [network("10.0.0.0/8"), network("2001:db8::/32"), network("::ffff:192.0.2.0/120"), network("203.0.113.7")]
    assert networks(pack_networks(given_)) == tuple(given_)
    assert networks("[]") == ()
    assert given_[2] == ip_network("192.0.2.0/24")


def test_ipv4_in_the_clothes_of_ipv6_is_ipv4() -> None:
    assert network("::ffff:10.0.0.0/104") == ip_network("10.0.0.0/8")
    # Half of it is no IPv4, and stays what it is.
    assert network("::/0") == ip_network("::/0")
    assert holds([network("10.0.0.0/8")], address("::ffff:10.1.2.3"))
    assert not holds([network("10.0.0.0/8")], None)
    assert not holds([network("::/0")], address("10.0.0.1"))


def test_a_list_of_proxies_may_be_written_with_commas_and_spaces() -> None:
    assert parse_networks(" 10.0.0.1, 192.0.2.0/24\n2001:db8::1") == tuple(
        map(ip_network, ("10.0.0.1", "192.0.2.0/24", "2001:db8::1"))
    )
    assert parse_networks("") == ()
    with pytest.raises(ValueError, match=r"`proxy\.example` is no address"):
        parse_networks("proxy.example")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Example.ORG.", "example.org"),
        ("  bücher.de ", "xn--bcher-kva.de"),
        ("127.1", "127.0.0.1"),
        ("[::1]", "::1"),
        ("2001:DB8::1", "2001:db8::1"),
    ],
)
def test_a_domain_is_written_in_one_way(text: str, name: str) -> None:
    assert domain(text) == name
    assert Restrictions(allowed_domains=(name,)).restricts


@pytest.mark.parametrize(
    "text", ["", " ", "a b", "example.org/x", "https://example.org", "u@example.org", "x:80", "*.e.org"]
)
def test_what_is_no_domain_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(CallerError, match=r"is no domain; give a name such as `example\.org`"):
        domain(text)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"allowed_formats": ("psychic",)}, "Unknown format `psychic`; known are markdown, html"),
        ({"allowed_endpoints": ("account",)}, "Unknown endpoint `account`; known are scrape, batch-scrape"),
        ({"allowed_formats": ["markdown"]}, "must be a list"),
        ({"allowed_domains": ("https://e.org",)}, "is no domain"),
        ({"allowed_domains": tuple(f"h{n}.org" for n in range(1001))}, "1000 domains at most"),
        ({"credit_budget": -1}, "whole number of at least 0"),
        ({"concurrency": 2**53}, "whole number of at least 1"),
    ],
)
def test_what_could_not_be_enforced_cannot_be_said(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(CallerError, match=told):
        Restrictions(**wrong)  # type: ignore[arg-type]


def test_an_unrestricted_key_has_the_text_that_every_key_from_before_was_given() -> None:
    assert pack(NONE) == '{"version":1}'
    assert unpack('{"version":1}') == NONE
    assert json.loads(pack(Restrictions(credit_budget=0))) == {"version": 1, "credit_budget": 0}


def test_every_group_and_every_format_is_documented() -> None:
    text = (Path(__file__).resolve().parents[3] / "docs/restrictions.md").read_text("utf-8")
    _, groups, formats, _ = re.split(r"^## (?:Endpoints|Formats|Domains)$", text, flags=re.MULTILINE)
    assert re.findall(r"^\| `([a-z-]+)`", groups, re.MULTILINE) == list(GROUPS)
    assert re.findall(r"`(\w+)`", formats.partition("\n\n*")[0]) == list(FORMATS)
