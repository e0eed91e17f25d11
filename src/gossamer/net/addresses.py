"""Which IP addresses belong to the public Internet.

The standard library's `is_global` is not enough: depending on the Python version it calls
192.0.0.8, multicast and cloud providers' in-band metadata addresses global. So the reserved
networks are listed here, from the IANA special-purpose registries, and `is_global` comes on top.

An IPv6 address that carries an IPv4 address inside is refused, since what it reaches is
decided by a gateway and not by us. The one exception is the NAT64 prefix, which a resolver
in an IPv6-only network puts before ordinary public addresses: there the inner address counts.
"""

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_REFUSED_V4 = tuple(
    (int(network.network_address), int(network.broadcast_address))
    for network in map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network, RFC 791
            "10.0.0.0/8",  # private, RFC 1918
            "100.64.0.0/10",  # carrier-grade NAT, RFC 6598; Alibaba's metadata lives here
            "127.0.0.0/8",  # loopback
            "168.63.129.16/32",  # Azure's host, in a public range
            "169.254.0.0/16",  # link-local, RFC 3927; most clouds' metadata
            "172.16.0.0/12",  # private, RFC 1918
            "192.0.0.0/24",  # protocol assignments, RFC 6890; Oracle's metadata
            "192.0.2.0/24",  # documentation, RFC 5737
            "192.52.193.0/24",  # AMT, RFC 7450
            "192.88.99.0/24",  # 6to4 relays, RFC 7526
            "192.168.0.0/16",  # private, RFC 1918
            "198.18.0.0/15",  # benchmarks, RFC 2544
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, with broadcast
        ),
    )
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_REFUSED_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
            "2001:db8::/32",  # documentation, RFC 3849
            "2002::/16",  # 6to4: any IPv4 address inside
            "2620:4f:8000::/48",  # AS 112
            "3fff::/20",  # documentation, RFC 9637
        ),
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")


def parse_address(text: str) -> Address | None:
    """Return the address that *text* is, with or without brackets, or None for a name."""
    try:
        return ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    """Return whether *address* is a unicast address of the public Internet."""
    return _is_public_v4(address) if isinstance(address, IPv4Address) else _is_public_v6(address)


def _is_public_v4(address: IPv4Address) -> bool:
    number = int(address)
    return address.is_global and not any(low <= number <= high for low, high in _REFUSED_V4)


def _is_public_v6(address: IPv6Address) -> bool:
    if address.scope_id is not None:
        return False
    if address in _NAT64:
        return _is_public_v4(IPv4Address(int(address) & 0xFFFF_FFFF))
    return address in _GLOBAL_UNICAST and address.is_global and not any(address in network for network in _REFUSED_V6)
