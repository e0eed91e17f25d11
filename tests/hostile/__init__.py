"""An origin that misbehaves in every way we know, for tests and load runs.

    async with HostileOrigin() as origin:
        for case in CASES:
            ... origin.url(case) ...

It speaks raw sockets: an HTTP library would refuse to be this wrong.
"""

import asyncio
from collections import Counter, defaultdict
from contextlib import suppress
from types import TracebackType
from typing import Self

from gossamer.core.urls import WebUrl, web_url
from tests.hostile.case import HostileCase
from tests.hostile.content import CONTENT_CASES
from tests.hostile.exchange import Exchange
from tests.hostile.scripted import BROWSER_CASES
from tests.hostile.transport import TRANSPORT_CASES

CASES: tuple[HostileCase, ...] = (*TRANSPORT_CASES, *CONTENT_CASES, *BROWSER_CASES)


class HostileOrigin:
    """A loopback server that plays the cases; `hits` counts requests by path."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self.host = host
        self.port = port
        self.hits: Counter[str] = Counter()
        self._cases = {case.path: case for case in CASES}
        self._server: asyncio.Server
        self._exchanges: set[asyncio.Task[None]] = set()
        self._asked: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    @property
    def endpoint(self) -> str:
        """Return host:port, as an egress allow-list takes it."""
        return f"{self.host}:{self.port}"

    def url(self, case: HostileCase | str) -> WebUrl:
        """Return the address of *case*, or of the case of that name."""
        path = case.path if isinstance(case, HostileCase) else f"/{case}"
        return web_url(f"http://{self.endpoint}{path}")

    def add(self, case: HostileCase) -> None:
        """Play *case* too."""
        self._cases[case.path] = case

    async def asked(self, name: str) -> None:
        """Return when the case of that name has been requested."""
        await self._asked[f"/{name}"].wait()

    async def idle(self) -> None:
        """Return when no request is being answered: every client has its answer or has gone."""
        while self._exchanges:
            await asyncio.wait(self._exchanges)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, self.host, self.port, limit=1_000_000)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for exchange in self._exchanges:
            exchange.cancel()
        await asyncio.gather(*self._exchanges, return_exceptions=True)
        await self._server.wait_closed()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._exchanges.add(task)
            task.add_done_callback(self._exchanges.discard)
        # The other side may leave at any moment; that is what most cases are about.
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await self._answer(reader, writer)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        request, *headers = head.rstrip().split(b"\r\n")
        target = request.split(b" ")[1].decode("latin-1") if request.count(b" ") > 1 else "/"
        path = target.partition("?")[0]
        self.hits[path] += 1
        self._asked[path].set()
        exchange = Exchange(target, tuple(headers), self.port, writer)
        case = self._cases.get(path)
        if case is None:
            await exchange.page(b"<h1>No such case</h1>", status="404 Not Found")
            return
        gone = asyncio.ensure_future(reader.read())
        playing = asyncio.ensure_future(case.answer(exchange))
        try:
            await asyncio.wait((gone, playing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, playing):
                task.cancel()
            await asyncio.gather(gone, playing, return_exceptions=True)
