"""Sockets of sessions that another process holds, relayed to that process."""

import asyncio

from starlette.types import Receive, Scope, Send

from gossamer.api.addresses import caller_address
from gossamer.api.answers import json_answer
from gossamer.api.errors import answer_to, problem
from gossamer.api.relay import check_circle, pass_on_request, unreachable
from gossamer.api.sockets import refuse_upgrade
from gossamer.core.errors import SessionLost
from gossamer.operations import Operations
from gossamer.operations.sessions import HeldByReplica
from gossamer.ports.replicas import Farewell, NotReached, ReplicaSocket, UpgradeRefused


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
