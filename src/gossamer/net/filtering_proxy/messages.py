"""The bytes of the filtering proxy: what a client asks, what is sent on, what is answered.

Pure functions. A target is read once, by `core.urls`, and what was read is what is dialled.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from http import HTTPStatus

from gossamer.core.errors import InvalidTarget
from gossamer.core.urls import WebUrl, host_of, port_of, web_url
from gossamer.net.proxies import Proxy

HEAD_END = re.compile(rb"\r?\n\r?\n")

_REQUEST_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) (\S+) HTTP/1\.[01]")
_ABSOLUTE = re.compile(r"(http://[^/?#]+)([^#]*)", re.IGNORECASE)
_STATUS_LINE = re.compile(rb"HTTP/1\.[01] (\d{3})(?:[ \r\n]|$)")
_MADE_BY_PROXY = re.compile(rb"(?im)^(?:x-squid-error[ \t]*:|proxy-status[ \t]*:[^\n]*;[ \t]*error=)")
# A header with its continuation lines.
_CONNECTION_HEADERS = re.compile(
    rb"(?im)^(?:connection|keep-alive|proxy-connection|proxy-authenticate|x-gossamer-refused)[ \t]*:[^\n]*\n"
    rb"(?:[ \t][^\n]*\n)*"
)
_NOT_FORWARDED = frozenset({b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"host", b"te"})


@dataclass(frozen=True, slots=True)
class ProxyRefusal:
    """An answer of the proxy itself; *reason* goes into X-Gossamer-Refused."""

    status: HTTPStatus
    reason: str

    def encoded(self) -> bytes:
        """Return the whole answer."""
        challenge = 'Proxy-Authenticate: Basic realm="gossamer"\r\n' if self.status == 407 else ""  # noqa: PLR2004
        return (
            f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\nX-Gossamer-Refused: {self.reason}\r\n"
            f"{challenge}Content-Length: 0\r\nConnection: close\r\n\r\n"
        ).encode()


MALFORMED = ProxyRefusal(HTTPStatus.BAD_REQUEST, "malformed")
UNAUTHENTICATED = ProxyRefusal(HTTPStatus.PROXY_AUTHENTICATION_REQUIRED, "credentials")
FORBIDDEN = ProxyRefusal(HTTPStatus.FORBIDDEN, "egress")
UNRESOLVED = ProxyRefusal(HTTPStatus.BAD_GATEWAY, "dns")
UNREACHABLE = ProxyRefusal(HTTPStatus.BAD_GATEWAY, "connect")
UPSTREAM = ProxyRefusal(HTTPStatus.BAD_GATEWAY, "proxy")
NOT_HTTP = ProxyRefusal(HTTPStatus.BAD_GATEWAY, "protocol")
TOO_SLOW = ProxyRefusal(HTTPStatus.GATEWAY_TIMEOUT, "timeout")
TOO_MANY = ProxyRefusal(HTTPStatus.SERVICE_UNAVAILABLE, "busy")

ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"


@dataclass(frozen=True, slots=True)
class ProxyRequest:
    """A client's request to the proxy.

    *path* is empty for a tunnel. *headers* are what to send on, as raw lines without hop-by-hop
    ones; *upgrade* tells that the connection is meant to change its protocol.
    """

    method: bytes
    url: WebUrl
    path: bytes
    headers: tuple[bytes, ...]
    credentials: tuple[str, str] | None
    upgrade: bool

    @property
    def tunnel(self) -> bool:
        """Return whether bytes pass unread once the connection stands."""
        return not self.path

    @property
    def has_body(self) -> bool:
        """Return whether a body follows the head."""
        return any(line.lower().startswith((b"content-length:", b"transfer-encoding:")) for line in self.headers)

    @property
    def host(self) -> str:
        """Return the host to dial."""
        return host_of(self.url)

    @property
    def port(self) -> int:
        """Return the port to dial."""
        return port_of(self.url)

    def head(self, proxy: Proxy | None = None) -> bytes:
        """Return the request head for the site, or for *proxy* in front of it.

        The Host header is made from the target: one that differs from it would let a client
        pass the check with one name and reach another on the same machine.
        """
        authority = _authority(self.url)
        target = self.path if proxy is None else f"http://{authority}".encode() + self.path
        lines = [b"%b %b HTTP/1.1" % (self.method, target), b"Host: " + authority.encode(), *self.headers]
        if proxy is not None:
            lines.extend(_authorization(proxy))
        lines.append(b"Connection: Upgrade" if self.upgrade else b"Connection: close")
        return b"\r\n".join(lines) + b"\r\n\r\n"

    def connect_head(self, proxy: Proxy) -> bytes:
        """Return the CONNECT request for *proxy*."""
        authority = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        lines = [f"CONNECT {authority} HTTP/1.1".encode(), f"Host: {authority}".encode(), *_authorization(proxy)]
        return b"\r\n".join(lines) + b"\r\n\r\n"


def parse_request(head: bytes) -> ProxyRequest | None:
    """Return the request that *head* is, without its final empty line, or None when it is none."""
    first, *lines = re.split(rb"\r?\n", head)
    match = _REQUEST_LINE.fullmatch(first)
    if match is None:
        return None
    method, target = match[1], match[2].decode("latin-1")
    fields = [(line.partition(b":")[0].strip().lower(), line) for line in lines if line]
    # A folded line would be dropped or sent on apart from its header.
    if any(line[:1] in b" \t" or b":" not in line for _, line in fields):
        return None
    try:
        url, path = _tunnel_target(target) if method == b"CONNECT" else _forward_target(target)
    except InvalidTarget:
        return None
    named = {name: line.partition(b":")[2].strip() for name, line in fields}
    upgrade = bool(path) and b"upgrade" in named
    listed = {name.strip().lower() for name in named.get(b"connection", b"").split(b",")} - {b"upgrade"}
    dropped = _NOT_FORWARDED | listed
    forwarded_lines = tuple(line for name, line in fields if name not in dropped)
    return ProxyRequest(
        method, url, path, forwarded_lines, _credentials(named.get(b"proxy-authorization", b"")), upgrade
    )


def _tunnel_target(target: str) -> tuple[WebUrl, bytes]:
    if any(sign in target for sign in "@/?#") or not re.search(r":\d+$", target):
        raise InvalidTarget("Invalid URL")
    return web_url(f"https://{target}"), b""


def _forward_target(target: str) -> tuple[WebUrl, bytes]:
    match = _ABSOLUTE.fullmatch(target)
    if match is None or "@" in match[1]:
        raise InvalidTarget("Invalid URL")
    rest = match[2]
    path = rest if rest.startswith("/") else "/" + rest
    return web_url(match[1]), path.encode("latin-1")


def _authority(url: WebUrl) -> str:
    return url.split("/", 3)[2]


def _credentials(value: bytes) -> tuple[str, str] | None:
    scheme, _, encoded = value.partition(b" ")
    if scheme.lower() != b"basic":
        return None
    try:
        username, colon, password = base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return (username, password) if colon else None


def _authorization(proxy: Proxy) -> list[bytes]:
    return [f"Proxy-Authorization: {proxy.authorization}".encode()] if proxy.username else []


def status_of(head: bytes) -> int | None:
    """Return the status of a response head, or None when it is not HTTP/1."""
    match = _STATUS_LINE.match(head)
    return int(match[1]) if match else None


def is_of_a_proxy(head: bytes) -> bool:
    """Return whether the response with *head* was made by a proxy and not by the site, as far as the head says so.

    Only proxies answer 407; others of their own answers say so (RFC 9209, and Squid before it).
    """
    return status_of(head) == HTTPStatus.PROXY_AUTHENTICATION_REQUIRED or _MADE_BY_PROXY.search(head) is not None


def response_head(head: bytes) -> bytes:
    """Return *head*, which ends in its empty line, for the client: this connection serves one request."""
    body = _CONNECTION_HEADERS.sub(b"", head.rstrip(b"\r\n") + b"\r\n")
    return body + b"Connection: close\r\n\r\n"
