"""An upstream proxy that answers as a test says."""

import asyncio
import base64
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from tests.integration.net.conftest import Seen, read_head, serving

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Upstream:
    """A proxy that answers each request with *answer*; empty to close, None to pass it on to where it leads."""

    answer: bytes | None
    port: int = 0
    requests: int = 0
    credentials: list[str] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await read_head(reader)
        if head is None:
            return
        self.requests += 1
        encoded = (head.header("proxy-authorization") or "Basic ").removeprefix("Basic ")
        self.credentials.append(base64.b64decode(encoded).decode())
        if self.answer is not None:
            writer.write(self.answer)
            await writer.drain()
            return
        host, _, port = head.target.removeprefix("http://").partition("/")[0].partition(":")
        async with AsyncExitStack() as stack:
            site_reader, site_writer = await asyncio.open_connection(host, int(port))
            stack.callback(site_writer.close)
            await self._connect(head, (reader, writer), (site_reader, site_writer))

    async def _connect(self, head: Seen, client: Ends, site: Ends) -> None:
        if head.method == "CONNECT":
            client[1].write(b"HTTP/1.1 200 OK\r\n\r\n")
        else:
            lines = [f"{head.method} / HTTP/1.1", *(f"{name}: {value}" for name, value in head.headers), "", ""]
            site[1].write("\r\n".join(lines).encode())
        async with asyncio.TaskGroup() as group:
            group.create_task(_pass_on(client[0], site[1]))
            group.create_task(_pass_on(site[0], client[1]))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(65_536):
        writer.write(chunk)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def upstream(answer: bytes | None, tls: ssl.SSLContext | None = None) -> AsyncIterator[Upstream]:
    proxy = Upstream(answer)
    async with serving(proxy.serve, tls) as port:
        proxy.port = port
        yield proxy
