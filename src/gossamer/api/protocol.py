"""HTTP on the socket: uvicorn's protocol, with limits on a request's head and JSON refusals.

A head that trickles in byte by byte would hold a connection for ever, and one that never
ends would fill the memory: uvicorn bounds neither. What is no HTTP at all, or a method that
HTTP does not know, is refused before any route could; that refusal has our error body too.
A client may still be sending when it is refused. Closing at once would reset the connection, and
the refusal be lost with it (RFC 9112, section 9.6), so what still comes is read and forgotten.

A request may ask for another protocol, as Java's client does for HTTP/2 with every request. If
it is no complete handshake of a WebSocket (RFC 6455, section 4.2.1) it is served as if it had
not asked (RFC 9110, section 7.8). The parser takes what follows such a head for the other
protocol and would lose the body, so the request is read again without its wish.
"""

import asyncio
import sys
from http import HTTPStatus

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from gossamer.api.answers import json_answer
from gossamer.api.errors import problem

_HEAD_SECONDS = 20.0
_HEAD_BYTES = 64 * 1024
# For a client that was refused to send the rest, read the refusal and close.
_LINGER_SECONDS = 5.0
_BODY_HEADERS = frozenset({b"content-length", b"transfer-encoding"})
_WISHES = frozenset({b"upgrade", b"http2-settings"})


class HeadTooLarge(Exception):
    """The request line and headers are longer than we read."""


class Protocol(HttpToolsProtocol):
    """One connection of a client."""

    _head_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; the first head must come soon."""
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_head_timer()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Take the first byte of a request; the rest of its head must follow soon."""
        self._head_bytes = 0
        self._expect_head()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Go on to the body."""
        self._stop_head_timer()
        if not self._is_unanswered():
            super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Go on to the next request."""
        if not self._is_unanswered():
            super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Take bytes; those that come after a refusal are forgotten."""
        if self._is_refused:
            return
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
        except httptools.HttpParserUpgrade as upgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            elif self._is_unanswered():
                self._read_again(data[upgrade.args[0] :])

    def _is_unanswered(self) -> bool:
        asks = self.parser.should_upgrade() and self.parser.get_method() != b"CONNECT"
        return bool(asks) and not self._should_upgrade()

    def _read_again(self, rest: bytes) -> None:
        line = b"%s %s HTTP/%s" % (self.parser.get_method(), self.url, self.parser.get_http_version().encode())
        headers = [b"%s: %s" % header for header in self.headers if header[0] not in _WISHES]
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self.data_received(b"\r\n".join([line, *map(_without_wish, headers), b"", rest]))

    def _should_upgrade(self) -> bool:
        return super()._should_upgrade() and self._is_handshake()

    def _is_handshake(self) -> bool:
        headers = dict(self.headers)
        return (
            self.parser.get_method() == b"GET"
            and self.parser.get_http_version() == "1.1"
            and b"sec-websocket-key" in headers
            and headers.get(b"sec-websocket-version") == b"13"
            and not headers.keys() & _BODY_HEADERS
        )

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, and close when the client has had time to read the refusal."""
        self._is_refused = True
        self._stop_head_timer()
        _write_refusal(self.transport, *_refusal(sys.exception(), msg))
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            # An earlier request of this connection would be answered into what is half closed.
            self.transport.close()
            return
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._head_timer = self.loop.call_later(_LINGER_SECONDS, self.transport.close)

    def _expect_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(_HEAD_SECONDS, self.transport.close)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > _HEAD_BYTES:
            raise HeadTooLarge


def _without_wish(header: bytes) -> bytes:
    """Return *header* without the word that makes a parser look for another protocol."""
    name, _, value = header.partition(b": ")
    if name != b"connection":
        return header
    tokens = [token for token in value.split(b",") if token.strip().lower() not in _WISHES]
    return b"connection: " + b",".join(tokens)


def refuse(transport: asyncio.Transport, status: int, error: str) -> None:
    """Answer what no route can be asked about, and close."""
    _write_refusal(transport, status, error)
    transport.close()


def _write_refusal(transport: asyncio.Transport, status: int, error: str) -> None:
    answer = json_answer(status, problem(error), ((b"connection", b"close"),))
    line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode()
    head = b"".join(name + b": " + value + b"\r\n" for name, value in answer.headers)
    transport.write(line + head + b"\r\n" + answer.body)


def _refusal(cause: BaseException | None, otherwise: str) -> tuple[int, str]:
    """Return status and sentence for what the parser could not take."""
    if isinstance(cause, httptools.HttpParserInvalidMethodError):
        return HTTPStatus.METHOD_NOT_ALLOWED, "This method is not known to HTTP."
    if cause is not None and isinstance(cause.__context__, HeadTooLarge):
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"The request's headers exceed {_HEAD_BYTES} bytes."
    return HTTPStatus.BAD_REQUEST, otherwise
