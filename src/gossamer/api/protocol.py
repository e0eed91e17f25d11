"""HTTP on the socket: uvicorn's protocol, with limits on a request's head and JSON refusals.

A head that trickles in byte by byte would hold a connection for ever, and one that never
ends would fill the memory: uvicorn bounds neither. What is no HTTP at all, or a method that
HTTP does not know, is refused before any route could; that refusal has our error body too.
"""

import asyncio
import sys
from http import HTTPStatus

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gossamer.api.answers import json_answer
from gossamer.api.errors import problem

_HEAD_SECONDS = 20.0
_HEAD_BYTES = 64 * 1024


class HeadTooLarge(Exception):
    """The request line and headers are longer than we read."""


class Protocol(HttpToolsProtocol):
    """One connection of a client."""

    _head_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; the first head must come soon."""
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._head_arrived()
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
        self._head_arrived()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, and close."""
        status, error = _refusal(sys.exception(), msg)
        answer = json_answer(status, problem(error), ((b"connection", b"close"),))
        line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode()
        head = b"".join(name + b": " + value + b"\r\n" for name, value in answer.headers)
        self.transport.write(line + head + b"\r\n" + answer.body)
        self.transport.close()

    def _expect_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(_HEAD_SECONDS, self.transport.close)

    def _head_arrived(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > _HEAD_BYTES:
            raise HeadTooLarge


def _refusal(cause: BaseException | None, otherwise: str) -> tuple[int, str]:
    """Return status and sentence for what the parser could not take."""
    if isinstance(cause, httptools.HttpParserInvalidMethodError):
        return HTTPStatus.METHOD_NOT_ALLOWED, "This method is not known to HTTP."
    if cause is not None and isinstance(cause.__context__, HeadTooLarge):
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"The request's headers exceed {_HEAD_BYTES} bytes."
    return HTTPStatus.BAD_REQUEST, otherwise
