"""A server of a graph: HTTP/1.1 with keep-alive only, so that a crawl never waits for it."""

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import cast

import uvloop

from gossamer.testing.site.graph.plan import Graph, PlannedAnswer

HITS = "/-/hits"


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """A request that was answered; times are seconds since the epoch."""

    target: str
    status: int
    began: float
    ended: float
    agent: str = ""


@dataclass(slots=True)
class GraphSite:
    """A running graph and what was asked of it, in order of the answers."""

    graph: Graph
    port: int = 0
    hits: list[ServedRequest] = field(default_factory=list)
    in_flight: int = 0
    peak: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    connections: set[asyncio.Transport] = field(default_factory=set)

    @property
    def host(self) -> str:
        """Return host and port."""
        return f"127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        """Return the address of *path*."""
        return f"http://{self.host}{path}"

    def hits_of(self, prefix: str) -> list[ServedRequest]:
        """Return the requests for targets that start with *prefix*."""
        return [hit for hit in self.hits if hit.target.startswith(prefix)]


class _Connection(asyncio.Protocol):
    def __init__(self, site: GraphSite) -> None:
        self._site = site
        self._received = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports do not inherit from asyncio.Transport.
        self._transport = cast("asyncio.Transport", transport)
        self._site.connections.add(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._site.connections.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        while (end := self._received.find(b"\r\n\r\n")) >= 0:
            head, self._received = self._received[:end], self._received[end + 4 :]
            self._request(head.decode("latin-1"))

    def _request(self, head: str) -> None:
        first, *lines = head.split("\r\n")
        target = first.split(" ")[1]
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        site = self._site
        if target == HITS:
            rows = [[hit.target, hit.status, hit.began, hit.ended, hit.agent] for hit in site.hits]
            self._send(PlannedAnswer(200, json.dumps(rows).encode(), {"Content-Type": "application/json"}))
            return
        origin = f"http://{headers.get('host', site.host)}"
        answer = site.graph.answer(target, origin=origin, visits=site.requests[target])
        site.requests[target] += 1
        site.in_flight += 1
        site.peak = max(site.peak, site.in_flight)
        began = time.time()

        def finish() -> None:
            site.in_flight -= 1
            site.hits.append(ServedRequest(target, answer.status, began, time.time(), headers.get("user-agent", "")))
            self._send(answer)

        delay = answer.delay + site.graph.latency
        if delay:
            asyncio.get_running_loop().call_later(delay, finish)
        else:
            finish()

    def _send(self, answer: PlannedAnswer) -> None:
        if self._transport.is_closing():
            # The client was killed, or gave up.
            return
        if answer.breaks:
            self._transport.abort()
            return
        named = {**answer.headers, "Content-Length": str(len(answer.body))}
        lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        head = f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}\r\n{lines}\r\n"
        self._transport.write(head.encode() + answer.body)


async def serve(site: GraphSite, *, address: str = "127.0.0.1", port: int = 0) -> asyncio.Server:
    """Listen on *port* of *address*, 0 for a free one; the caller closes the server."""
    server = await asyncio.get_running_loop().create_server(
        lambda: _Connection(site), address, port, backlog=1024, reuse_address=True
    )
    site.port = server.sockets[0].getsockname()[1]
    return server


@contextmanager
def running_graph(graph: Graph = Graph(), *, port: int = 0) -> Iterator[GraphSite]:  # noqa: B008 - a frozen value
    """Serve *graph* in a thread until the block ends."""
    site = GraphSite(graph)
    started = threading.Event()
    loop = uvloop.new_event_loop()
    stop = asyncio.Event()

    async def run() -> None:
        server = await serve(site, port=port)
        started.set()
        await stop.wait()
        server.close()
        for connection in tuple(site.connections):
            connection.abort()
        await server.wait_closed()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),), name="graph site", daemon=True)
    thread.start()
    if not started.wait(10):
        raise RuntimeError("The site did not start.")
    try:
        yield site
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()
