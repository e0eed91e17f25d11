"""Proxy headers: the caller's address and the public address of the service, behind trusted proxies.

What stands in front of this service names the client in a header, and so can any client. So those headers
are read only when the connection comes from a proxy that the operator named, and of the hops they list
the last one that is not such a proxy counts: anything before it cannot be verified.

A proxy sets the header it knows and passes on what it does not know. When several are there and name
different clients, one of them is forged or stale, and nobody knows the address: a key that may be used
from certain addresses is then refused.

The same holds for the address under which a caller sees this service: what a proxy that nobody named says of it is
dropped, and an operator who set the public address has the last word.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from gossamer.core.access import Network
from gossamer.core.restrictions import Address, address, holds

# Quoted text may hold the separators (RFC 7239, section 4).
_ELEMENT: Final = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*")+')
_PAIR: Final = re.compile(r'\s*for\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*))\s*(?:;|$)', re.IGNORECASE)
_WITH_PORT: Final = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+")
# Bytes of a header. Nobody has so many proxies; what is longer names nobody.
_LONGEST: Final = 4096
_PROTO: Final = b"x-forwarded-proto"
_HOST: Final = b"x-forwarded-host"
_OUR_ADDRESS: Final = frozenset({_PROTO, _HOST})
# In the scope of a request that another process of ours passed on.
RELAYED: Final = "gossamer.relayed"


class Forwarding:
    """ASGI middleware: inside it the client of a connection is who is behind the *trusted* proxies.

    X-Forwarded-Proto and X-Forwarded-Host are those of such a proxy, or of *public_url* when there is one. A request
    that another process of ours passed on was looked at there.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[Network], public_url: str | None = None) -> None:
        self._app = app
        self._trusted = trusted
        self._public = _as_headers(public_url) if public_url else ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] in ("http", "websocket") and not scope.get(RELAYED):
            scope = self._correct_scope(scope)
        await self._app(scope, receive, send)

    def _correct_scope(self, scope: Scope) -> Scope:
        peer = _peer(scope)
        is_proxy = self._is_proxy(peer)
        changes: dict[str, Any] = {}
        if is_proxy:
            client = self._client(scope["headers"], peer)
            changes["client"] = None if client is None else (str(client), 0)
        if self._public or not is_proxy:
            headers = [pair for pair in scope["headers"] if pair[0] not in _OUR_ADDRESS]
            changes["headers"] = [*headers, *self._public]
        return {**scope, **changes}

    def _is_proxy(self, peer: Address | None) -> bool:
        return holds(self._trusted, peer)

    def _client(self, headers: Iterable[tuple[bytes, bytes]], peer: Address | None) -> Address | None:
        """Return the client behind the proxies, the *peer* when no header names it, None when headers disagree."""
        forwarded: dict[bytes, list[str]] = {}
        for name, value in headers:
            if name in _READERS:
                forwarded.setdefault(name, []).append(value.decode("latin-1"))
        clients = {self._behind(_hops(name, ", ".join(values))) for name, values in forwarded.items()}
        # A header that names none but proxies says nothing of the client.
        clients.discard(_NOBODY)
        if not clients:
            return peer
        [only, *others] = clients
        return None if others or isinstance(only, str) else only

    def _behind(self, hops: Sequence[str]) -> Address | str | None:
        for hop in reversed(hops):
            hop_address = address(_without_port(hop))
            if hop_address is None or not self._is_proxy(hop_address):
                return hop_address
        return _NOBODY


_NOBODY: Final = "nobody"


def _as_headers(public_url: str) -> Sequence[tuple[bytes, bytes]]:
    parts = urlsplit(public_url)
    return ((_PROTO, parts.scheme.encode()), (_HOST, parts.netloc.encode()))


def _peer(scope: Scope) -> Address | None:
    client = scope.get("client")
    return address(client[0]) if client else None


def _hops(name: bytes, value: str) -> Sequence[str]:
    return [*_READERS[name](value)] if len(value) <= _LONGEST else [""]


def _list_hops(value: str) -> Iterator[str]:
    return (hop.strip() for hop in value.split(","))


def _list_forwarded(value: str) -> Iterator[str]:
    for element in _ELEMENT.findall(value):
        pair = _PAIR.search(element)
        yield (pair[1] or pair[2] or "").replace("\\", "") if pair else ""


def _without_port(hop: str) -> str:
    parts = _WITH_PORT.fullmatch(hop)
    return (parts[1] or parts[2]) if parts else hop


_READERS: Final = {b"x-forwarded-for": _list_hops, b"x-real-ip": _list_hops, b"forwarded": _list_forwarded}
