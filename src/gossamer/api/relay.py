"""Requests for another process: passed on unchanged, with their answers streamed back.

The process that takes one authenticates and decides, as if the client had called it. It gets the caller's address in a
mark that nobody else can make; `Relayed` reads it.
"""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gossamer.api.addresses import caller_address
from gossamer.api.answers import RawAnswer
from gossamer.api.client_presence import WhilePresent
from gossamer.api.proxy_headers import RELAYED
from gossamer.core.errors import SessionLost
from gossamer.operations import Operations
from gossamer.operations.sessions import HeldByReplica
from gossamer.operations.sessions.relay import MARK
from gossamer.ports.replicas import Headers, NotReached, ReplicaRequest

_MARK: Final = MARK.encode()
# Of one connection alone (RFC 9110, section 7.6.1), made anew with the body, or about who is connected to us.
_NOT_PASSED_ON: Final = frozenset(
    {
        "connection",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "proxy-authorization",
        "proxy-connection",
        "content-length",
        "accept-encoding",
        "forwarded",
        "x-forwarded-for",
        "x-real-ip",
        MARK,
    }
)
# Every answer gets its own of these here.
_NOT_PASSED_BACK: Final = _NOT_PASSED_ON | {
    "access-control-allow-origin",
    "access-control-expose-headers",
    "x-content-type-options",
    "x-request-id",
    "x-response-time",
    "date",
    "server",
}


class Relayed:
    """ASGI middleware: inside it the client of a request that was passed on is who made it."""

    def __init__(self, app: ASGIApp, operations: Operations) -> None:
        self._app = app
        self._operations = operations

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] in {"http", "websocket"}:
            mark = next((value for name, value in scope["headers"] if name == _MARK), None)
            if mark is not None:
                scope = self._read(scope, mark.decode("latin-1"))
        await self._app(scope, receive, send)

    def _read(self, scope: Scope, mark: str) -> Scope:
        origin = self._operations.relay.origin(_method(scope), _target(scope), mark)
        if origin is None:
            return scope
        return {**scope, "client": None if origin.address is None else (origin.address, 0), RELAYED: True}


class RecordingReceive:
    """Receives for somebody, and remembers the body that came."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._body = bytearray()

    async def __call__(self) -> Message:
        """Return the next message."""
        message = await self._receive()
        self._body += message.get("body", b"")
        return message

    @property
    def body(self) -> bytes:
        """Return the bytes received so far."""
        return bytes(self._body)


async def forward_request(
    elsewhere: HeldByReplica, operations: Operations, scope: Scope, receive: Receive, body: bytes
) -> RawAnswer:
    """Return the answer of the process that has the session. Raises SessionLost, and ClientGone."""
    check_circle(scope)
    async with WhilePresent(receive):
        try:
            reply = await operations.relay.ask(
                elsewhere.address, pass_on_request(scope, body), called_from=caller_address(scope)
            )
        except NotReached as error:
            raise unreachable() from error
    length = (b"content-length", str(len(reply.body)).encode())
    headers = [(n.lower().encode(), v.encode("latin-1")) for n, v in reply.headers if n.lower() not in _NOT_PASSED_BACK]
    return RawAnswer(reply.status, reply.body, (*headers, length))


def check_circle(scope: Scope) -> None:
    """Raise SessionLost for a request that was passed on already."""
    if scope.get(RELAYED):
        raise SessionLost("Browser session has been destroyed: no process runs it any more.")


def unreachable() -> SessionLost:
    """Return the error for a process that cannot be reached."""
    return SessionLost("Browser session has been destroyed: the process that ran it does not answer.")


def pass_on_request(scope: Scope, body: bytes) -> ReplicaRequest:
    """Return a request as it is passed on."""
    headers: Headers = tuple(
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in scope["headers"]
        if name.decode("latin-1").lower() not in _NOT_PASSED_ON
    )
    return ReplicaRequest(_method(scope), _target(scope), headers, body)


def _method(scope: Scope) -> str:
    return str(scope.get("method", "GET"))


def _target(scope: Scope) -> str:
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope["query_string"]
    return (path + (b"?" + query if query else b"")).decode("latin-1")
