# ruff: noqa: RUF001 - look-alike characters are what is tested
"""Which targets the policy lets through, by table: no socket is opened here."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.errors import ForbiddenTarget, InvalidTarget
from gossamer.core.urls import host_of, port_of, web_url
from gossamer.net.addresses import is_public
from gossamer.net.egress import EgressPolicy

NOTHING_OPENED = EgressPolicy()

REFUSED_ADDRESSES = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::8.8.8.8",
    "100::1",
    "2001::1",
    "2001:0:7f00:1::",
    "2001:2::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
PUBLIC_ADDRESSES = [
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.1",
    "168.63.129.15",
    "168.63.129.17",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.1",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
    "64:ff9b::8.8.8.8",
]


@pytest.mark.parametrize("text", REFUSED_ADDRESSES)
def test_an_address_that_is_not_public_is_refused(text: str) -> None:
    assert not is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", PUBLIC_ADDRESSES)
def test_a_public_address_is_let_through(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


@given(st.ip_addresses(v=4))
def test_no_embedded_form_of_a_private_address_is_public(inner: ipaddress.IPv4Address) -> None:
    number = int(inner)
    forms = [
        ipaddress.IPv6Address(number),
        ipaddress.IPv6Address(0xFFFF << 32 | number),
        ipaddress.IPv6Address(0xFFFF << 48 | number),
        ipaddress.IPv6Address(0x0064_FF9B << 96 | number),
        ipaddress.IPv6Address(0x0064_FF9B_0001 << 80 | number),
        ipaddress.IPv6Address(0x2002 << 112 | number << 80),
        ipaddress.IPv6Address(0x2001_0000 << 96 | (number ^ 0xFFFF_FFFF)),
    ]
    assert is_public(inner) or not any(is_public(form) for form in forms)


LOOPBACK_SPELLINGS = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0X7F.1/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://0000177.0.0.01/",
    "http://127.0.0.1./",
    "http://127.0.0.0x1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://１２７.０.０.１/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://user:password@127.0.0.1/",
    "http://example.com@127.0.0.1/",
    "http://example.com:80@127.0.0.1/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://site.localhost/",
    "http://localhost.localdomain/",
    "http://metadata.google.internal/",
    "http://metadata/",
    "http://instance-data/",
    "http://printer.local/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://[fd00:ec2::254]/",
    "http://[::ffff:a9fe:a9fe]/",
]


@pytest.mark.parametrize("url", LOOPBACK_SPELLINGS)
def test_every_spelling_of_an_inside_target_is_refused_without_a_look_up(url: str) -> None:
    read = web_url(url)
    with pytest.raises(ForbiddenTarget):
        NOTHING_OPENED.screen(host_of(read), port_of(read))


@pytest.mark.parametrize("port", [22, 25, 110, 6000, 10080])
def test_ports_of_services_that_are_no_web_sites_are_refused_unless_opened(port: int) -> None:
    with pytest.raises(ForbiddenTarget):
        NOTHING_OPENED.screen("mail.example", port)
    EgressPolicy.parse(f"mail.example:{port}").screen("mail.example", port)


def test_a_name_without_a_dot_is_no_public_site() -> None:
    with pytest.raises(InvalidTarget):
        NOTHING_OPENED.screen("redis", 6379)


def test_an_address_with_its_port_opens_that_port_alone() -> None:
    policy = EgressPolicy.parse("127.0.0.1:8300")
    policy.screen("127.0.0.1", 8300)
    for host, port in (("127.0.0.1", 8301), ("127.0.0.2", 8300), ("localhost", 8300), ("::1", 8300)):
        with pytest.raises(ForbiddenTarget):
            policy.screen(host, port)


def test_a_host_opens_all_its_ports_and_no_other_host() -> None:
    policy = EgressPolicy.parse("intra.example, Other.Example:8080\n[::1]:9 ::2")
    assert policy.names("intra.example", 1)
    assert policy.names("other.example", 8080)
    assert not policy.names("other.example", 80)
    assert not policy.names("sub.intra.example", 1)
    assert policy.names("::1", 9)
    assert not policy.names("::1", 10)
    assert policy.names("::2", 10)


def test_a_wildcard_opens_what_is_below_and_not_the_name_itself() -> None:
    policy = EgressPolicy.parse("*.example.internal")
    policy.screen("a.b.example.internal", 443)
    for host in ("example.internal", "badexample.internal"):
        with pytest.raises(ForbiddenTarget):
            policy.screen(host, 443)


def test_a_network_opens_its_addresses_and_the_names_in_it() -> None:
    policy = EgressPolicy.parse("10.20.0.0/16 fd12::/16")
    assert policy.permits(ipaddress.ip_address("10.20.3.4"))
    assert policy.permits(ipaddress.ip_address("fd12::1"))
    assert not policy.permits(ipaddress.ip_address("10.21.0.1"))
    policy.screen("redis", 6379)
    with pytest.raises(ForbiddenTarget):
        policy.screen("127.0.0.1", 80)


def test_a_port_that_a_scheme_implies_can_be_opened_alone() -> None:
    policy = EgressPolicy.parse("a.example:80 b.example:443")
    assert policy.names("a.example", 80)
    assert not policy.names("a.example", 443)
    assert policy.names("b.example", 443)
    assert not policy.names("b.example", 80)


@pytest.mark.parametrize("text", ["10.0.0.0/99", "10.0.0.1/8", "http://x", "a b:c:d", "x:99999", "*.", "a@b"])
def test_an_entry_that_cannot_be_read_is_an_error_and_not_ignored(text: str) -> None:
    with pytest.raises(ValueError, match="GOSSAMER_EGRESS_ALLOW"):
        EgressPolicy.parse(text)


def test_this_machine_s_own_public_address_is_refused() -> None:
    own = frozenset({ipaddress.ip_address("8.8.4.4")})
    NOTHING_OPENED.screen("8.8.4.4", 80)
    with pytest.raises(ForbiddenTarget):
        NOTHING_OPENED.screen("8.8.4.4", 80, own)
