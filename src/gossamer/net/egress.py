"""The egress policy: which hosts and addresses this service may connect to.

By default that is the public Internet. An operator opens more with entries of
`GOSSAMER_EGRESS_ALLOW`:

    site.internal          this name, whatever it resolves to, on any port
    site.internal:8300     the same, on one port
    *.example.internal     every name below example.internal, not itself
    127.0.0.1:8300         this address when a URL names it, on one port
    10.20.0.0/16           these addresses, by number or by any name that resolves to them

The policy only decides; `Resolver` applies it where a name becomes an address.
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import Self

from gossamer.core.errors import ForbiddenTarget, InvalidTarget
from gossamer.core.urls import host_of, port_of, web_url
from gossamer.net.addresses import Address, Network, is_public, parse_address

_SEPARATOR = re.compile(r"[,\s]+")
# Names that lead inside wherever they resolve at all; refused before any look-up.
_INSIDE = frozenset({"localhost", "ip6-localhost", "ip6-loopback", "metadata", "instance-data", "broadcasthost"})
_INSIDE_SUFFIXES = (".localhost", ".localdomain", ".local", ".internal", ".intranet", ".lan", ".home.arpa")
# Ports of services that a request could be mistaken for a command at: the "bad ports" of the Fetch
# standard, which browsers refuse. They keep this service from being used against mail servers and the like.
# fmt: off
_BAD_PORTS = frozenset({
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
    111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
    540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
    6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
})
# fmt: on


@dataclass(frozen=True, slots=True)
class EgressPolicy:
    """Addresses that may be reached besides public ones.

    *endpoints* are (host, port); port None means any. *suffixes* start with a dot, with
    the same meaning of the port. Hosts are in the canonical form of `core.urls`.
    """

    endpoints: frozenset[tuple[str, int | None]] = frozenset()
    suffixes: tuple[tuple[str, int | None], ...] = ()
    networks: tuple[Network, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the policy that *text* describes; ValueError names an entry that cannot be read."""
        endpoints: set[tuple[str, int | None]] = set()
        suffixes: list[tuple[str, int | None]] = []
        networks: list[Network] = []
        for entry in filter(None, _SEPARATOR.split(text)):
            if "/" in entry:
                networks.append(_network(entry))
            elif entry.startswith("*."):
                host, port = _endpoint(entry, entry[2:])
                suffixes.append((f".{host}", port))
            else:
                endpoints.add(_endpoint(entry, entry))
        return cls(frozenset(endpoints), tuple(suffixes), tuple(networks))

    def names(self, host: str, port: int) -> bool:
        """Return whether the operator opened *host* by name; then it may resolve to any address."""
        if (host, port) in self.endpoints or (host, None) in self.endpoints:
            return True
        return any(host.endswith(suffix) and only in {None, port} for suffix, only in self.suffixes)

    def permits(self, address: Address, own_addresses: frozenset[Address] = frozenset()) -> bool:
        """Return whether *address* may be dialled for a host that is not opened by name.

        *own_addresses* are this machine's addresses: they lead to its own services even when public.
        """
        if is_public(address) and address not in own_addresses:
            return True
        return any(address in network for network in self.networks)

    def screen(self, host: str, port: int, own_addresses: frozenset[Address] = frozenset()) -> None:
        """Refuse what needs no look-up: forbidden addresses and ports, and names that lead inside.

        Raises ForbiddenTarget, or InvalidTarget for a name without a dot: no public site has
        one, and whether such a name exists in our own network is nobody's business.
        """
        host = host.removesuffix(".")
        if self.names(host, port):
            return
        if port in _BAD_PORTS:
            raise ForbiddenTarget
        address = parse_address(host)
        if address is not None:
            if not self.permits(address, own_addresses):
                raise ForbiddenTarget
        elif self.networks:
            return  # names of an opened network are ordinary there; what they resolve to decides
        elif host in _INSIDE or host.endswith(_INSIDE_SUFFIXES):
            raise ForbiddenTarget
        elif "." not in host:
            raise InvalidTarget("Invalid URL: the host name needs a top-level domain.")


def _network(entry: str) -> Network:
    try:
        return ipaddress.ip_network(entry)
    except ValueError as error:
        raise ValueError(f"GOSSAMER_EGRESS_ALLOW: {entry!r} is not a network such as 10.0.0.0/8.") from error


def _endpoint(entry: str, authority: str) -> tuple[str, int | None]:
    bare = parse_address(authority)
    if bare is not None:
        authority = f"[{bare}]" if bare.version == 6 else str(bare)  # noqa: PLR2004
    refusal = ValueError(f"GOSSAMER_EGRESS_ALLOW: {entry!r} is not a host or host:port.")
    if any(sign in authority for sign in "@?#"):
        raise refusal
    try:
        # https too, because a URL drops the port that its scheme implies.
        urls = [web_url(f"{scheme}://{authority}") for scheme in ("http", "https")]
    except InvalidTarget as error:
        raise refusal from error
    ports = {port_of(url) for url in urls}
    return host_of(urls[0]).removesuffix("."), ports.pop() if len(ports) == 1 else None
