"""Addresses: our own in answers, as the caller can reach them, and the caller's."""

import re
from collections.abc import Mapping, MutableMapping
from typing import Any, TypeAlias

from gossamer.wire.documents import Locate

# As ASGI has it; named here, because workers make addresses too and load no web framework.
Scope: TypeAlias = MutableMapping[str, Any]

BLOBS = "/blobs/"
_HOST = re.compile(r"[A-Za-z0-9.\-_\[\]:]{1,255}")


def origin_of(scope: Scope, headers: Mapping[str, str]) -> str:
    """Return scheme and host under which the caller sees this service; a proxy's word counts."""
    scheme = _first(headers.get("x-forwarded-proto", "")).lower()
    host = _first(headers.get("x-forwarded-host", "")) or headers.get("host", "")
    if scheme not in ("http", "https"):
        scheme = scope.get("scheme", "http")
    return f"{scheme}://{host if _HOST.fullmatch(host) else _server(scope)}"


def caller_address(scope: Scope) -> str | None:
    """Return the address of the caller, None when nobody knows it; what a proxy says was believed or not before."""
    client = scope.get("client")
    return str(client[0]) if client else None


def blob_locator(origin: str) -> Locate:
    """Return a function from the name of stored bytes to their address."""
    prefix = origin + BLOBS
    return lambda name: prefix + name


def _first(listed: str) -> str:
    """Return the value of the outermost proxy: each further proxy appends to the list."""
    return listed.partition(",")[0].strip()


def _server(scope: Scope) -> str:
    host, port = scope.get("server") or ("localhost", None)
    return f"{host}:{port}" if port else str(host)
