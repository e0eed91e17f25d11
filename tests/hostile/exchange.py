"""One request at the hostile origin, and the ways to answer it badly."""

import asyncio
import socket
import struct
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exchange:
    """A connection on which one request was read.

    *target* is the request target, *headers* are its raw lines. The connection is closed when
    the answer returns.
    """

    target: str
    headers: tuple[bytes, ...]
    port: int
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        """Write *data* as it is."""
        self.writer.write(data)
        await self.writer.drain()

    async def page(
        self,
        body: bytes,
        *,
        status: str = "200 OK",
        content_type: str | None = "text/html; charset=utf-8",
        headers: Iterable[str] = (),
    ) -> None:
        """Answer properly with *body*."""
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
        if content_type is not None:
            lines.append(f"Content-Type: {content_type}")
        await self.send("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)

    async def drip(self, pieces: Iterable[bytes], pause: float) -> None:
        """Send *pieces* one by one, each after *pause* seconds."""
        for piece in pieces:
            await self.send(piece)
            await asyncio.sleep(pause)

    async def hang(self) -> None:
        """Say nothing more until the other side has gone."""
        await asyncio.Event().wait()

    def reset(self) -> None:
        """Break the connection with RST."""
        peer = self.writer.get_extra_info("socket")
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()
