"""The two endpoints inside a run: the session's DevTools protocol, and the command `browser`.

Both are sockets that the child opened in its own network, and on which we accept. Whoever knocks says the run's token.
"""

import asyncio
import contextlib
import hmac
import socket
from collections.abc import AsyncIterator
from http import HTTPStatus

import msgspec
import structlog
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError
from gossamer.ports.live_pages import LiveSession
from gossamer.sandbox.commands import Reply, do

_log = structlog.get_logger(__name__)

_MESSAGE_BYTES = 32 * 1024 * 1024
# A file that is uploaded comes in one line.
_LINE_BYTES = 16 * 1024 * 1024
_CLOSE = 1.0
# The code of closing that says so, and what the protocol leaves of 125 bytes for a reason, all of them ASCII.
_TRY_LATER, _REASON = 1013, 120
# The limit on commands under way; the output of each is held until it ends.
_COMMANDS = 10


class _Call(msgspec.Struct):
    token: str
    arguments: list[str]
    file: str | None = None


@contextlib.asynccontextmanager
async def attended(
    doors: list[socket.socket], session: LiveSession, *, token: str, deadline: Deadline
) -> AsyncIterator[None]:
    """Serve both endpoints while the block runs; at its end every connection is closed."""
    devtools, commands = doors
    attendant = _Attendant(session, token, deadline)
    async with contextlib.AsyncExitStack() as stack:
        commanded = await asyncio.start_server(attendant.command, sock=commands, limit=_LINE_BYTES)
        stack.push_async_callback(_close_server, commanded, attendant)
        await stack.enter_async_context(
            serve(
                attendant.devtools,
                sock=devtools,
                process_request=attendant.admit,
                max_size=_MESSAGE_BYTES,
                compression=None,
                ping_interval=None,
                close_timeout=_CLOSE,
            )
        )
        yield


async def _close_server(server: asyncio.Server, attendant: "_Attendant") -> None:
    server.close()
    await attendant.leave()


class _Attendant:
    def __init__(self, session: LiveSession, token: str, deadline: Deadline) -> None:
        self._session = session
        self._token = token
        self._deadline = deadline
        self._commands: set[asyncio.Task[None]] = set()

    def admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse a client that has not the token of this run."""
        if hmac.compare_digest(request.path.encode(), f"/{self._token}".encode()):
            return None
        return connection.respond(HTTPStatus.NOT_FOUND, "There is nothing here.\n")

    async def devtools(self, client: ServerConnection) -> None:
        """Carry messages between a client and a channel of its own until one of them ends."""
        try:
            channel = await self._session.devtools()
        except ServiceError as error:
            await client.close(_TRY_LATER, error.message[:_REASON])
            return

        async def tell() -> None:
            with contextlib.suppress(ConnectionClosed):
                async for message in channel.messages():
                    await client.send(message)
                await client.close()

        telling = asyncio.create_task(tell(), name="sandbox-devtools")
        try:
            with contextlib.suppress(ConnectionClosed):
                async for message in client:
                    await channel.send(message if isinstance(message, str) else message.decode("utf-8", "replace"))
        finally:
            await channel.close()
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def command(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Do one command of `browser` and answer."""
        task = asyncio.current_task()
        if len(self._commands) >= _COMMANDS:
            writer.transport.abort()
            return
        if task is not None:
            self._commands.add(task)
            task.add_done_callback(self._commands.discard)
        with contextlib.suppress(OSError, ValueError, asyncio.CancelledError):
            writer.write(msgspec.json.encode(await self._answer(await reader.readline())) + b"\n")
            await writer.drain()
        writer.close()

    async def leave(self) -> None:
        """End what is under way."""
        for task in self._commands:
            task.cancel()
        await asyncio.gather(*self._commands, return_exceptions=True)

    async def _answer(self, line: bytes) -> Reply:
        try:
            call = msgspec.json.decode(line, type=_Call)
        except msgspec.MsgspecError:
            return Reply(error="The command cannot be read.")
        if not hmac.compare_digest(call.token.encode(), self._token.encode()):
            return Reply(error="This is not the run's browser.")
        try:
            return await do(call.arguments, call.file, self._session.page, self._deadline)
        except ServiceError as error:
            return Reply(error=error.message)
        except Exception:  # noqa: BLE001 - a request boundary: the run goes on
            _log.exception("browser_command_failed")
            return Reply(error="The command failed in the service.")
