"""WebSocket doors: who may open them, and why they close.

A browser cannot set headers on a socket, so the key may come as a sub-protocol; whatever
sub-protocol a client names is echoed, because a client that does not hear it breaks off. The
socket is opened before the key is looked at: only then can a close code tell the reason.

Every look at the product is made with the key as it is then, not as it was at the start.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from gossamer.api.addresses import caller_address, origin_of
from gossamer.api.answers import RawAnswer, encode_json
from gossamer.api.client_presence import ClientGone, WhilePresent
from gossamer.api.endpoints import Call
from gossamer.api.errors import not_found
from gossamer.api.requests import headers_of, token_of
from gossamer.core.access import Group
from gossamer.core.errors import NotAllowed, NotFound, ServiceError, Unauthenticated
from gossamer.core.ids import new_id
from gossamer.operations import Operations

DONE = 1000
_NO_SUCH_JOB = 1008
_BROKEN = 1011
_NO_KEY = 3000
_FORBIDDEN = 3003

CallNow = Callable[[], Awaitable[Call]]
_log = structlog.get_logger(__name__)


class Socket:
    """An open socket. Sending raises ClientGone when nobody is there any more.

    Sending waits until the client has taken most of what was sent before, so a slow one holds
    up itself and one frame in memory.
    """

    def __init__(self, send: Send) -> None:
        self._send = send

    async def say(self, value: Any) -> None:
        """Send *value* as a text frame of JSON."""
        await self.send(encode_json(value).decode())

    async def send(self, text: str) -> None:
        """Send a text frame."""
        await self.deliver({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: Mapping[str, str]) -> None:
        """Say goodbye; the protocol has 123 bytes for the *reason*, told as JSON."""
        await self.deliver({"type": "websocket.close", "code": code, "reason": encode_json(reason).decode()})

    async def deliver(self, message: dict[str, Any]) -> None:
        """Send an ASGI message."""
        try:
            await self._send(message)
        except OSError as error:
            raise ClientGone from error


@dataclass(frozen=True, slots=True)
class SocketEndpoint:
    """One path. *run* gets a way to make the call with the key as it is now, and the open socket."""

    path: str
    group: Group
    run: Callable[[CallNow, Socket], Awaitable[None]]


class SocketRoute(WebSocketRoute):
    """A route that serves a SocketEndpoint."""

    def __init__(self, endpoint: SocketEndpoint, operations: Operations) -> None:
        super().__init__(endpoint.path, endpoint.run)
        self.group = endpoint.group
        self.serves = endpoint
        self._operations = operations
        self.app = self._serve

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Figures are counted by it; the router names only routes that answer requests.
        scope["route"] = self
        offered = scope["subprotocols"]
        await receive()
        await send({"type": "websocket.accept", "subprotocol": offered[0] if offered else None})
        socket = Socket(send)
        try:
            code, reason = await self._run(scope, receive, socket)
            await socket.close(code, reason)
        except ClientGone:
            return

    async def _run(self, scope: Scope, receive: Receive, socket: Socket) -> tuple[int, Mapping[str, str]]:
        """Serve, and return with what to close."""
        try:
            async with WhilePresent(receive):
                await self.serves.run(lambda: self._call(scope), socket)
        except ServiceError as failure:
            return farewell(failure)
        except ClientGone:
            raise
        except Exception as error:  # noqa: BLE001 - the request boundary: whatever breaks becomes a close code
            return describe_failure(self.path, error)
        return DONE, {}

    async def _call(self, scope: Scope) -> Call:
        headers = headers_of(scope)
        token = token_of(headers)
        if token is None and scope["subprotocols"]:
            token = scope["subprotocols"][0]
        caller = await self._operations.authenticate(token)
        # The job's group is known once the job is read.
        await self._operations.enter(caller, None, None, called_from=caller_address(scope))
        # A page of the web is called by http even where sockets are called by ws.
        origin = origin_of({**scope, "scheme": "https" if scope["scheme"] == "wss" else "http"}, headers)
        return Call(self._operations, caller, self.group, origin, scope)


def describe_failure(route: str, error: Exception) -> tuple[int, Mapping[str, str]]:
    """Return code and reason for what should not have happened; the log has more under the same id."""
    error_id = new_id()
    _log.error("socket failed", error_id=error_id, route=route, exc_info=error)
    return _BROKEN, {"type": "error", "error": f"Unexpected error {error_id}"}


def farewell(failure: ServiceError) -> tuple[int, Mapping[str, str]]:
    """Return code and reason for *failure*. The reasons are short, whatever the failure has to say."""
    match failure:
        case Unauthenticated():
            return _NO_KEY, {"type": "error", "error": failure.message}
        case NotAllowed():
            return _FORBIDDEN, {"type": "error", "error": "Forbidden"}
        case NotFound():
            return _NO_SUCH_JOB, {"type": "error", "error": failure.message}
        case _:
            return _BROKEN, {"type": "error", "error": failure.code}


class UnknownSocket(WebSocketRoute):
    """Answers an upgrade of a path that has no socket as any request for an unknown path."""

    def __init__(self) -> None:
        super().__init__("/{path:path}", self._refuse)
        self.app = self._refuse

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        await refuse_upgrade(not_found(scope["path"]), scope, receive, send)


async def refuse_upgrade(answer: RawAnswer, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request for a socket as any other request."""
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.http.response.start", "status": answer.status, "headers": [*answer.headers]})
    await send({"type": "websocket.http.response.body", "body": answer.body})
