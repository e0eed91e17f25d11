"""Two ways to a browser: the debugging pipe of one we started, and the WebSocket of one we were given."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from typing import Protocol

import aiohttp
import msgspec

from gossamer.net.tls import verifying_context

MESSAGE_LIMIT = 256 * 1024 * 1024

# Enough to see which command a message replies to.
_HEAD = 64


class Splitter:
    """Collects chunks and gives whole messages; of one longer than *limit* bytes the first few.

    What one page makes too large must not end the connection of all pages; its command fails, since a
    part of a message cannot be read. Chunks of an unfinished message are joined once, when it ends: a message
    of a hundred megabytes comes in thousands of chunks, and appending to one buffer would copy it each time.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the messages that *chunk* completes."""
        start = 0
        while (end := chunk.find(b"\0", start)) >= 0:
            piece = chunk[start:end]
            start = end + 1
            if not self._parts:
                yield piece if len(piece) <= self._limit else piece[:_HEAD]
                continue
            self._keep(piece)
            parts, self._parts, self._size = self._parts, [], 0
            yield b"".join(parts)
        rest = chunk[start:] if start else chunk
        if rest:
            self._keep(rest)

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= self._limit:
            self._parts.append(piece)
        else:
            self._parts = [b"".join((*self._parts[:_HEAD], piece))[:_HEAD]]


class Transport(Protocol):
    """Carries whole messages. *on_message* and *on_end* were given when it was opened; on_end comes once."""

    def send(self, message: bytes) -> None:
        """Queue *message*; nothing is raised when the other side is gone, on_end tells."""

    async def close(self) -> None:
        """End the connection and wait until it has ended."""


OnMessage = Callable[[bytes], None]
OnEnd = Callable[[str], None]


class _PipeReader(asyncio.Protocol):
    def __init__(self, on_message: OnMessage, on_end: OnEnd) -> None:
        self._splitter = Splitter(MESSAGE_LIMIT)
        self._on_message = on_message
        self._on_end = on_end
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        for message in self._splitter.feed(data):
            self._on_message(message)

    def connection_lost(self, exc: Exception | None) -> None:
        self._finish("the debugging pipe was closed" if exc is None else str(exc))

    def _finish(self, reason: str) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.close()
        self._on_end(reason)


class PipeTransport:
    """NUL-ended JSON over two pipes, as `--remote-debugging-pipe` speaks. Owns both file descriptors."""

    def __init__(self, reader: asyncio.ReadTransport, writer: asyncio.WriteTransport) -> None:
        self._reader = reader
        self._writer = writer
        self._unsent: list[bytes] = []
        self._loop = asyncio.get_running_loop()

    @classmethod
    async def open(cls, read_fd: int, write_fd: int, on_message: OnMessage, on_end: OnEnd) -> "PipeTransport":
        """Take over the two descriptors."""
        loop = asyncio.get_running_loop()
        reader, _ = await loop.connect_read_pipe(
            lambda: _PipeReader(on_message, on_end), os.fdopen(read_fd, "rb", buffering=0)
        )
        writer, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(write_fd, "wb", buffering=0))
        return cls(reader, writer)

    def send(self, message: bytes) -> None:
        """Queue *message*.

        Messages of one turn of the loop are written together: each write wakes a thread of
        the browser, which costs 0.14 ms here and as much there.
        """
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(message)

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if not self._writer.is_closing():
            self._writer.write(b"\0".join(unsent) + b"\0")

    async def close(self) -> None:
        """Close both ends; Chromium leaves when its debugging pipe does."""
        if not self._writer.is_closing():
            self._writer.abort()
        if not self._reader.is_closing():
            self._reader.close()
        # Transports close their descriptors in the loop's next round.
        await asyncio.sleep(0)


class _CdpVersion(msgspec.Struct):
    web_socket_debugger_url: str = msgspec.field(name="webSocketDebuggerUrl")


class SocketFailed(Exception):
    """There is no debugging socket at the address; the text says why, without the address."""


class SocketTransport:
    """The WebSocket of a browser that somebody else runs."""

    def __init__(self, client: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._client = client
        self._socket = socket
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, address: str, on_message: OnMessage, on_end: OnEnd) -> "SocketTransport":
        """Connect to *address*: ws://, wss://, or http(s):// of a debugging port. Raises SocketFailed."""
        async with AsyncExitStack() as stack:
            connector = aiohttp.TCPConnector(ssl=verifying_context())
            client = await stack.enter_async_context(aiohttp.ClientSession(connector=connector, trust_env=False))
            try:
                target = await _socket_address(client, address)
                socket = await client.ws_connect(target, max_msg_size=MESSAGE_LIMIT, compress=0, autoping=True)
            except (aiohttp.ClientError, OSError, ValueError) as error:
                raise SocketFailed(_reason(error)) from error
            stack.pop_all()
        transport = cls(client, socket)
        transport._tasks = [
            asyncio.create_task(transport._receive(on_message, on_end)),
            asyncio.create_task(transport._write()),
        ]
        return transport

    async def _receive(self, on_message: OnMessage, on_end: OnEnd) -> None:
        try:
            async for message in self._socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    on_message(message.data.encode())
        finally:
            on_end("the debugging socket was closed")

    async def _write(self) -> None:
        while not self._socket.closed:
            message = await self._outbox.get()
            try:
                await self._socket.send_str(message.decode())
            except (aiohttp.ClientError, ConnectionError):
                return

    def send(self, message: bytes) -> None:
        """Queue *message*."""
        self._outbox.put_nowait(message)

    async def close(self) -> None:
        """Close the socket; the browser stays, it is not ours."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._socket.close()
        await self._client.close()


async def _socket_address(client: aiohttp.ClientSession, address: str) -> str:
    if address.lower().startswith(("ws://", "wss://")):
        return address
    async with client.get(address.rstrip("/") + "/json/version", raise_for_status=True) as reply:
        return msgspec.json.decode(await reply.read(), type=_CdpVersion).web_socket_debugger_url


def _reason(error: Exception) -> str:
    """Return the reason for *error*; the library's own texts repeat the address, in which there may be a secret."""
    match error:
        case aiohttp.ClientResponseError(status=status):
            return f"it answered with status {status}"
        case OSError(strerror=str(reason)):
            return reason
        case msgspec.MsgspecError():
            return "it does not say where its debugging socket is"
        case _:
            return type(error).__name__
