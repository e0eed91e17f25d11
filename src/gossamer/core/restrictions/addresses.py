"""From where a key may be used."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

from gossamer.core.access import Network
from gossamer.core.errors import CallerError

Address: TypeAlias = IPv4Address | IPv6Address

# ::ffff:0:0/96 is IPv4 as sockets of IPv6 show it (RFC 4291, section 2.5.5.2).
_MAPPED_BITS: Final = 96


def network(text: str) -> Network:
    """Return the addresses that *text* names, as one address or as a CIDR without host bits.

    IPv4 inside IPv6 is IPv4. Raises CallerError.
    """
    try:
        # A zone (RFC 4007) means something on one machine alone.
        return _plain(ip_network("" if "%" in text else text))
    except ValueError as error:
        shown = f"`{text[:60]}`"
        raise CallerError(f"{shown} is no address or CIDR; write it as `203.0.113.7` or `203.0.113.0/24`.") from error


def parse_networks(text: str) -> tuple[Network, ...]:
    """Return the networks in *text*, separated by commas or spaces; raises ValueError for what is no `network`."""
    try:
        return tuple(map(network, text.replace(",", " ").split()))
    except CallerError as error:
        raise ValueError(error.message) from error


def address(text: str) -> Address | None:
    """Return the address that *text* is, IPv4 inside IPv6 as IPv4; None when it is none."""
    try:
        ip = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else ip


def holds(networks: Sequence[Network], address: Address | None) -> bool:
    """Return whether *address* is in one of the networks; an address that nobody knows is in none."""
    return address is not None and any(address in each for each in networks)


def _plain(block: Network) -> Network:
    if not isinstance(block, IPv6Network) or block.prefixlen < _MAPPED_BITS:
        return block
    mapped = block.network_address.ipv4_mapped
    return block if mapped is None else ip_network((mapped, block.prefixlen - _MAPPED_BITS))
