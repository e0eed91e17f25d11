"""Runs the site in a thread of its own, so that blocking clients can be tested against it."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from ssl import SSLContext
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from gossamer.testing.site.applications import HAPPENINGS, Happening, application_routes
from gossamer.testing.site.behaviour import behaviour_routes
from gossamer.testing.site.pages import page_routes


@dataclass(frozen=True, slots=True)
class SiteVisit:
    """One request that the site saw; header names are lower-case."""

    method: str
    path: str
    headers: Mapping[str, str]


@dataclass(slots=True)
class Site:
    """A running site, what it saw, and what was done in its applications.

    *published* are pages that tests change: status and HTML of `/published/<name>`.
    """

    port: int = 0
    scheme: str = "http"
    visits: list[SiteVisit] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    published: dict[str, tuple[int, str]] = field(default_factory=dict)

    @property
    def host(self) -> str:
        """Return host and port."""
        return f"127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        """Return the address of *path*."""
        return f"{self.scheme}://{self.host}{path}"

    def visits_of(self, path: str) -> list[SiteVisit]:
        """Return the requests for *path*, oldest first."""
        return [visit for visit in self.visits if visit.path == path]


@contextmanager
def running_site(tls: SSLContext | None = None) -> Iterator[Site]:
    """Serve the site on a free port of 127.0.0.1 until the block ends; by https when *tls* is given."""
    site = Site(scheme="http" if tls is None else "https")
    started = threading.Event()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = threading.Thread(target=_run, args=(loop, _serve(site, tls, started, stop)), name="test-site", daemon=True)
    thread.start()
    if not started.wait(10):
        raise RuntimeError("The test site did not start.")
    try:
        yield site
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)


def _run(loop: asyncio.AbstractEventLoop, serving: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(serving)


async def _serve(site: Site, tls: SSLContext | None, started: threading.Event, stop: asyncio.Event) -> None:
    runner = web.AppRunner(_application(site), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    listener = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
    await listener.start()
    site.port = runner.addresses[0][1]
    started.set()
    await stop.wait()
    await runner.cleanup()


def _application(site: Site) -> web.Application:
    @web.middleware
    async def remember(request: web.Request, handler: Handler) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        site.visits.append(SiteVisit(request.method, request.path, headers))
        return await handler(request)

    async def published(request: web.Request) -> web.Response:
        status, text = site.published.get(request.match_info["name"], (404, "<p>There is no such page.</p>"))
        return web.Response(status=status, text=text, content_type="text/html")

    app = web.Application(middlewares=[remember])
    app[HAPPENINGS] = site.happenings
    app.router.add_get("/published/{name:.*}", published)
    app.router.add_routes([*page_routes(), *behaviour_routes(), *application_routes()])
    return app
