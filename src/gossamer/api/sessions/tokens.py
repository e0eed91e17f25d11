"""Doors that a session's token opens: its page for people, its sockets, and its recording.

Who has such an address needs no key; a browser and a video player could send none. A token that is missing
or opens nothing is refused before anything begins, a socket before it is upgraded, and nobody can tell a
wrong token from a session that never was.

A session is in one process. Its sockets are led there from every other; pages and recordings are the same everywhere.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from gossamer.api.addresses import caller_address, origin_of
from gossamer.api.answers import RawAnswer, json_answer
from gossamer.api.client_presence import ClientGone
from gossamer.api.endpoints import REFUSALS, OpenRoute
from gossamer.api.errors import answer_to, problem
from gossamer.api.relay import check_circle, pass_on_request, unreachable
from gossamer.api.requests import headers_of, query_of
from gossamer.api.sessions.addresses import session_id
from gossamer.api.sockets import DONE, Socket, describe_failure, farewell, refuse_upgrade
from gossamer.core.errors import ServiceError, SessionLost, Unauthenticated
from gossamer.operations import Operations
from gossamer.operations.sessions import HeldByReplica
from gossamer.ports.replicas import Farewell, NotReached, ReplicaSocket, UpgradeRefused

_T = TypeVar("_T")
_PAGES: Final = {"ws": "http", "wss": "https"}


async def relay_socket(
    elsewhere: HeldByReplica, operations: Operations, scope: Scope, receive: Receive, send: Send
) -> None:
    """Lead a socket, which is not accepted yet, to the process that has what was asked for."""
    try:
        check_circle(scope)
        async with operations.relay.connect(
            elsewhere.address, pass_on_request(scope, b""), called_from=caller_address(scope)
        ) as socket:
            await receive()
            await send({"type": "websocket.accept", "subprotocol": socket.subprotocol})
            await _pipe(socket, receive, send)
    except UpgradeRefused as refused:
        answer = json_answer(refused.status, problem("Browser session has been destroyed, or is no longer available."))
        await refuse_upgrade(answer, scope, receive, send)
    except NotReached:
        await refuse_upgrade(answer_to(unreachable()), scope, receive, send)
    except SessionLost as failure:
        await refuse_upgrade(answer_to(failure), scope, receive, send)


async def _pipe(socket: ReplicaSocket, receive: Receive, send: Send) -> None:
    """Carry messages both ways until either side has enough."""
    outward = asyncio.create_task(_carry_out(socket, receive))
    inward = asyncio.create_task(_carry_in(socket, send))
    try:
        await asyncio.wait([outward, inward], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (outward, inward):
            task.cancel()
        await asyncio.gather(outward, inward, return_exceptions=True)


async def _carry_out(socket: ReplicaSocket, receive: Receive) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        await socket.send(message["bytes"] if text is None else text)


async def _carry_in(socket: ReplicaSocket, send: Send) -> None:
    while not isinstance(message := await socket.receive(), Farewell):
        kind = "text" if isinstance(message, str) else "bytes"
        await send({"type": "websocket.send", kind: message})
    await send({"type": "websocket.close", "code": message.code, "reason": message.reason})


@dataclass(frozen=True, slots=True)
class TokenCall:
    """A request that a token speaks for."""

    operations: Operations
    session_id: str
    token: str
    origin: str
    scope: Scope

    @classmethod
    def of(cls, scope: Scope, operations: Operations) -> "TokenCall":
        """Read a request; raises Unauthenticated without a token and NotFound when the id is none."""
        token = query_of(scope).get("token", "")
        if not token:
            raise Unauthenticated("Unauthorized: Token missing")
        scheme = _PAGES.get(scope["scheme"], scope["scheme"])
        origin = origin_of({**scope, "scheme": scheme}, headers_of(scope))
        return cls(operations, session_id(scope["path_params"]), token, origin, scope)


class TokenRoute(OpenRoute):
    """A route that answers GET to who has a session's token."""

    def __init__(self, path: str, show: Callable[[TokenCall], Awaitable[RawAnswer]], operations: Operations) -> None:
        async def answer(scope: Scope, _: Receive) -> RawAnswer:
            return await show(TokenCall.of(scope, operations))

        super().__init__(path, answer)


class SocketConversation(Socket):
    """An open socket whose client is listened to. Everything raises ClientGone when nobody is there any more."""

    def __init__(self, receive: Receive, send: Send) -> None:
        super().__init__(send)
        self._receive = receive

    async def text(self, text: str) -> None:
        """Send *text* as it is."""
        await self.deliver({"type": "websocket.send", "text": text})

    async def picture(self, data: bytes) -> None:
        """Send bytes."""
        await self.deliver({"type": "websocket.send", "bytes": data})

    async def hear(self) -> str:
        """Return the next text that the client sends; other messages are passed over."""
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                raise ClientGone
            if message.get("text") is not None:
                return str(message["text"])


@dataclass(frozen=True, slots=True)
class TokenSocketEndpoint(Generic[_T]):
    """One path. *open* gives what a token opens, and closes it; *run* talks with the client until either has enough."""

    path: str
    open: Callable[[TokenCall], AbstractAsyncContextManager[_T]]
    run: Callable[[_T, SocketConversation], Awaitable[None]]


class TokenSocketRoute(WebSocketRoute):
    """A route that serves a TokenSocketEndpoint."""

    def __init__(self, endpoint: TokenSocketEndpoint[Any], operations: Operations) -> None:
        super().__init__(endpoint.path, endpoint.run)
        self.serves = endpoint
        self._operations = operations
        self.app = self._serve

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["route"] = self
        talk = SocketConversation(receive, send)
        try:
            async with self.serves.open(TokenCall.of(scope, self._operations)) as opened:
                await receive()
                offered = scope["subprotocols"]
                await send({"type": "websocket.accept", "subprotocol": offered[0] if offered else None})
                await _talk(self.serves, opened, talk)
        except HeldByReplica as elsewhere:
            await relay_socket(elsewhere, self._operations, scope, receive, send)
        except REFUSALS as failure:
            await refuse_upgrade(answer_to(failure), scope, receive, send)
        except ClientGone:
            return


async def _talk(endpoint: TokenSocketEndpoint[_T], opened: _T, talk: SocketConversation) -> None:
    """Serve, and say goodbye."""
    try:
        await endpoint.run(opened, talk)
    except ServiceError as failure:
        await talk.close(*farewell(failure))
    except ClientGone:
        raise
    except Exception as error:  # noqa: BLE001 - the request boundary: whatever breaks becomes a close code
        await talk.close(*describe_failure(endpoint.path, error))
    else:
        await talk.close(DONE, {})


async def until_either(*ways: Coroutine[Any, Any, None]) -> None:
    """Run all of them until the first one ends; raises what that one raised."""
    tasks = [asyncio.create_task(way) for way in ways]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
