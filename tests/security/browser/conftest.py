"""A browser behind the filtering proxy, as the service runs it, and a page that attacks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.core.deadlines import Deadline
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.resolver import Resolver
from gossamer.testing.clock import ManualClock


@dataclass
class Attacker:
    """A site whose pages are what a test says; *seen* are the paths that were asked."""

    port: int = 0
    pages: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)

    def request(self, path: str, seconds: float = 20, **options: Any) -> FetchRequest:
        url = path if path.startswith("http") else f"http://127.0.0.1:{self.port}{path}"
        return FetchRequest(url=web_url(url), deadline=Deadline.after(timedelta(seconds=seconds)), **options)


@asynccontextmanager
async def attacking() -> AsyncIterator[Attacker]:
    attacker = Attacker()

    async def answer(request: web.Request) -> web.Response:
        attacker.seen.append(request.path)
        if request.path in attacker.redirects:
            raise web.HTTPFound(attacker.redirects[request.path])
        if request.path.endswith(".js"):
            return web.Response(text=attacker.pages[request.path], content_type="text/javascript")
        return web.Response(text=attacker.pages.get(request.path, "<p>page</p>"), content_type="text/html")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        attacker.port = runner.addresses[0][1]
        yield attacker
    finally:
        await runner.cleanup()


@pytest.fixture
async def attacker() -> AsyncIterator[Attacker]:
    async with attacking() as attacker:
        yield attacker


@pytest.fixture
def home(tmp_path: Path) -> Path:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    return tmp_path / "browsers"


@pytest.fixture
async def browser(attacker: Attacker, home: Path) -> AsyncIterator[Browser]:
    resolver = Resolver(EgressPolicy.parse(f"127.0.0.1:{attacker.port}"))
    async with FilteringProxy(resolver) as proxy:
        options = BrowserOptions(home=home, proxy=proxy)
        async with Browser(options, ManualClock()) as browser:
            yield browser


@pytest.fixture
async def open_browser(home: Path) -> AsyncIterator[Browser]:
    """A browser that nothing holds back."""
    async with Browser(BrowserOptions(home=home), ManualClock()) as browser:
        yield browser
