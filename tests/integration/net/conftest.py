"""Loopback sites that answer properly, by plain HTTP and by TLS, and proxies in front of them."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
import trustme


@dataclass
class Seen:
    """A request as the site received it; header names in the spelling that was sent."""

    method: str
    target: str
    headers: list[tuple[str, str]]

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass
class Site:
    """A site that answers every path with `answers[path]`, raw bytes, or a small page.

    After *requests_a_connection* it closes on the next request instead of answering.
    """

    port: int = 0
    connections: int = 0
    seen: list[Seen] = field(default_factory=list)
    answers: dict[str, bytes] = field(default_factory=dict)
    requests_a_connection: int = 1_000_000

    @property
    def endpoint(self) -> str:
        return f"127.0.0.1:{self.port}"


def page(body: bytes = b"<h1>Hello</h1>", status: str = "200 OK", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Content-Type: text/html; charset=utf-8", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def read_head(reader: asyncio.StreamReader) -> Seen | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = head.rstrip("\r\n").split("\r\n")
    method, target, _ = first.split(" ")
    return Seen(method, target, [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)])


@asynccontextmanager
async def serving(
    answer: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]], tls: ssl.SSLContext | None = None
) -> AsyncIterator[int]:
    """Serve connections with *answer*; nothing is left of them at the end."""
    tasks: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await answer(reader, writer)
        except (asyncio.CancelledError, ConnectionError):
            pass
        finally:
            writer.close()
            tasks.discard(task)

    server = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def running_site(tls: ssl.SSLContext | None = None) -> AsyncIterator[Site]:
    site = Site()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        site.connections += 1
        for _ in range(site.requests_a_connection):
            seen = await read_head(reader)
            if seen is None:
                return
            site.seen.append(seen)
            writer.write(site.answers.get(seen.target.partition("?")[0], page()))
            await writer.drain()
        await read_head(reader)

    async with serving(answer, tls) as port:
        site.port = port
        yield site


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with running_site() as site:
        yield site


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
async def secure_site(authority: trustme.CA) -> AsyncIterator[Site]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", "secure.example").configure_cert(context)
    async with running_site(context) as site:
        yield site
