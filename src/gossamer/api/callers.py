"""Web pages as callers: the hosts that are ours, and the pages that may send requests to them.

A browser sends the requests of any page to any address, and lets a page whose name leads to our address by now (DNS
rebinding) read the answers. Where a key is needed, other people's pages have none. Without keys, their requests are
refused, and so are requests for hosts that are not ours. A host that is an IP address is ours: no name leads to it.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from gossamer.api.answers import Header
from gossamer.api.proxy_headers import RELAYED
from gossamer.core.errors import ForeignOrigin
from gossamer.core.restrictions import address

_EXPOSED: Final[Header] = (b"access-control-expose-headers", b"X-Request-Id, X-Response-Time, Retry-After")
_ANY_PAGE: Final[tuple[Header, ...]] = ((b"access-control-allow-origin", b"*"), _EXPOSED)
# Its protocol demands it with a key, too (Model Context Protocol, transports, security warning).
_ALWAYS_CHECKED: Final = "/mcp"
_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class OwnHosts:
    """The hosts that are ours beside IP addresses and localhost.

    *names* are those of this machine; pages of *trusted* hosts may call other hosts of ours, too. *open_mode* says that
    no key is needed.
    """

    names: frozenset[str] = frozenset()
    trusted: frozenset[str] = frozenset()
    open_mode: bool = False

    def admit(self, scope: Scope) -> tuple[Header, ...]:
        """Return the headers that let pages read the answer. Raises ForeignOrigin for a request that is refused."""
        headers = Headers(scope=scope)
        # Forwarding has dropped the second one unless a trusted proxy sent it.
        hosts = _split_header(headers, "host") + _split_header(headers, "x-forwarded-host")
        origins = _split_header(headers, "origin") if self.open_mode or scope["path"] == _ALWAYS_CHECKED else []
        strangers = [host for host in hosts if self.open_mode and not self._is_ours(host)]
        strangers += [origin for origin in origins if not self._may_call(origin, hosts)]
        # A request that another process of ours passed on was checked there.
        if strangers and not scope.get(RELAYED):
            raise ForeignOrigin(strangers[0][:_SHOWN])
        if not self.open_mode:
            return _ANY_PAGE
        return ((b"access-control-allow-origin", origins[0].encode("latin-1")), _EXPOSED) if origins else ()

    def _is_ours(self, host: str) -> bool:
        name = _host_name(host)
        return name in self.names | self.trusted or f".{name}".endswith(".localhost") or address(name) is not None

    def _may_call(self, origin: str, hosts: Container[str]) -> bool:
        host = origin.partition("://")[2]
        return _host_name(host) in self.trusted or (host in hosts and self._is_ours(host))


def _split_header(headers: Headers, name: str) -> list[str]:
    """Return the values of the header *name* in lower case, each of a list by itself."""
    return [value.strip().lower() for line in headers.getlist(name) for value in line.split(",") if value.strip()]


def _host_name(host: str) -> str:
    """Return *host* without a port; empty when it cannot be read."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""
