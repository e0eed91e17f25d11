"""Which hosts a policy blocks, and in which notation its lists are kept."""

from typing import Any

import pytest

from gossamer.core.errors import CallerError
from gossamer.core.threats import (
    Blocked,
    FailurePolicy,
    HostAllowed,
    ThreatListing,
    ThreatMode,
    ThreatOverride,
    ThreatPolicy,
    ThreatSettings,
    parse_listed_domain,
    parse_listed_tld,
)
from gossamer.core.urls import host_of, web_url

LISTING = ThreatListing((("malware.txt", frozenset({"bad.example", "192.0.2.1"})),))
UNREADABLE = ThreatListing(unreadable=("malware.txt",))


def policy(mode: ThreatMode = ThreatMode.NORMAL, listing: ThreatListing = LISTING, **lists: Any) -> ThreatPolicy:
    return ThreatPolicy(ThreatSettings(mode, **lists), listing)


def rule(given: ThreatPolicy, url: str) -> str | None:
    verdict = given.verdict(host_of(web_url(url)))
    return verdict.rule if isinstance(verdict, Blocked) else None


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("example.org", "example.org"),
        (" EXAMPLE.org. ", "example.org"),
        ("*.example.org", "example.org"),
        (".example.org", "example.org"),
        ("https://Example.org/", "example.org"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("localhost", "localhost"),
        ("2130706433", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("[2001:DB8::1]", "2001:db8::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("login-*.example", "login-*.example"),
        ("*", "*"),
    ],
)
def test_a_domain_has_one_notation_in_lists(written: str, kept: str) -> None:
    assert parse_listed_domain(written) == kept
    assert parse_listed_domain(kept) == kept


@pytest.mark.parametrize(
    "written",
    [
        *("", "   ", ".", "*.", "a b", "example.org/path", "https://example.org/?q", "example.org:80"),
        *("me@example.org", "ftp://example.org", "10.0.0.0/8", "exam?le.*", "[a]*", "a..b", "bü*.example", "x" * 300),
    ],
)
def test_what_is_no_domain_is_refused(written: str) -> None:
    with pytest.raises(CallerError, match=r"is not a (domain|pattern)"):
        parse_listed_domain(written)


@pytest.mark.parametrize(
    ("written", "kept"),
    [("zip", "zip"), (".ZIP", "zip"), ("*.zip", "zip"), ("zip.", "zip"), ("co.uk", "co.uk"), ("рф", "xn--p1ai")],
)
def test_a_top_level_domain_has_one_notation(written: str, kept: str) -> None:
    assert parse_listed_tld(written) == kept


@pytest.mark.parametrize("written", ["", ".", "*", "4", "192.0.2.1", "::1", "a/b", "a b", "https://zip/"])
def test_what_is_no_top_level_domain_is_refused(written: str) -> None:
    with pytest.raises(CallerError, match="is not a top-level domain"):
        parse_listed_tld(written)


@pytest.mark.parametrize(
    ("url", "blocked"),
    [
        ("https://risky.example/", True),
        ("https://a.b.risky.example/path", True),
        ("http://RISKY.example.:8080/", True),
        ("https://notrisky.example/", False),
        ("https://risky.example.org/", False),
        ("https://example/", False),
    ],
)
def test_a_domain_covers_everything_below_it(url: str, blocked: bool) -> None:
    found = rule(policy(blacklist=("risky.example",)), url)
    assert found == ("blacklist entry `risky.example`" if blocked else None)


@pytest.mark.parametrize(
    ("url", "blocked"),
    [("https://login-1.example/", True), ("https://login-.example/", True), ("https://x.login-1.example/", False)],
)
def test_a_pattern_is_for_the_whole_host(url: str, blocked: bool) -> None:
    assert (rule(policy(blacklist=("login-*.example",)), url) is not None) is blocked


def test_addresses_are_compared_whole_and_in_any_notation() -> None:
    given = policy(blacklist=("127.0.0.1", "2001:db8::1", "0.1"))
    for url in ("http://2130706433/", "http://127.1/", "http://[::ffff:127.0.0.1]/", "http://[2001:db8:0::1]/"):
        assert rule(given, url) is not None
    assert rule(given, "http://10.0.0.1/") is None


@pytest.mark.parametrize(
    ("url", "blocked"),
    [
        ("https://a.zip/", True),
        ("https://zip/", True),
        ("https://azip/", False),
        ("https://zip.example/", False),
        ("https://shop.co.uk/", True),
        ("https://shop.uk/", False),
    ],
)
def test_an_ending_is_blocked_at_the_borders_of_labels(url: str, blocked: bool) -> None:
    assert (rule(policy(blocked_tlds=("zip", "co.uk")), url) is not None) is blocked


@pytest.mark.parametrize(
    ("lists", "listing"),
    [
        ({"blacklist": ("good.example",)}, LISTING),
        ({"blocked_tlds": ("example",)}, LISTING),
        ({}, ThreatListing((("l", frozenset({"good.example"})),))),
        ({}, UNREADABLE),
    ],
)
def test_the_whitelist_wins_over_every_other_rule(lists: dict[str, Any], listing: ThreatListing) -> None:
    url = "https://www.good.example/"
    assert rule(policy(listing=listing, **lists), url) is not None
    assert rule(policy(listing=listing, whitelist=("good.example",), **lists), url) is None


def test_the_lists_of_the_operator_are_for_the_mode_normal() -> None:
    url = "https://a.bad.example/"
    assert rule(policy(), url) == "`bad.example` in the threat list `malware.txt` of this server"
    assert rule(policy(), "http://192.0.2.1/") is not None
    assert rule(policy(risk_score_threshold=100), url) is not None
    assert rule(policy(ThreatMode.MANUAL_ONLY), url) is None


@pytest.mark.parametrize(
    ("mode", "failure_policy", "blocked"),
    [
        (ThreatMode.NORMAL, FailurePolicy.CLOSED, True),
        (ThreatMode.NORMAL, FailurePolicy.OPEN, False),
        (ThreatMode.MANUAL_ONLY, FailurePolicy.CLOSED, False),
    ],
)
def test_what_cannot_be_looked_up_is_blocked_unless_the_policy_is_open(
    mode: ThreatMode, failure_policy: FailurePolicy, blocked: bool
) -> None:
    given = policy(mode, UNREADABLE, failure_policy=failure_policy)
    assert ("cannot be read" in (rule(given, "https://e.org/") or "")) is blocked


@pytest.mark.parametrize("host", ["bad.example", "bad.example.", "a.bad.example.."])
def test_final_dots_change_nothing(host: str) -> None:
    assert isinstance(policy().verdict(host), Blocked)


def test_an_address_without_a_host_is_told_like_any_other() -> None:
    assert policy().verdict("") == HostAllowed()
    assert isinstance(policy(listing=UNREADABLE).verdict(""), Blocked)


def test_an_override_is_merged_field_by_field() -> None:
    team = ThreatSettings(ThreatMode.NORMAL, 50, ("a.example",), ("b.example",), ("zip",), FailurePolicy.OPEN)
    assert ThreatOverride().over(team) == team
    merged = ThreatOverride(mode=ThreatMode.MANUAL_ONLY, blacklist=(), failure_policy=FailurePolicy.CLOSED).over(team)
    assert merged == ThreatSettings(ThreatMode.MANUAL_ONLY, 50, (), ("b.example",), ("zip",), FailurePolicy.CLOSED)


def test_a_thousand_hard_patterns_take_no_time() -> None:
    # A pattern that backtracks would not come back from any of these.
    given = policy(blacklist=tuple(f"{'*a' * 20}{n}" for n in range(1000)))
    assert given.verdict("a" * 250) == HostAllowed()
