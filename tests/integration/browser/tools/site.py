"""Small pages that want to be used: one for each thing that is hard about using pages. They are in `pages/`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

_PAGES = Path(__file__).parent / "pages"
_ROW = "<tr><td><a href='/x'>Link</a></td><td><button>Press</button></td></tr>"
_FRAMES = """<!doctype html><title>frames</title>
<div style="height:1200px">Above</div>
<iframe id="same" src="/inner" width="400" height="150" style="border:7px solid;padding:5px"></iframe>
<iframe id="other" src="http://localhost:{port}/inner" width="400" height="150"></iframe>
"""


@dataclass
class ToolSite:
    """The site under two names, which browsers take for two sites."""

    port: int

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@asynccontextmanager
async def serving() -> AsyncIterator[ToolSite]:
    async def page(request: web.Request) -> web.Response:
        body = await asyncio.to_thread((_PAGES / f"{request.match_info['name']}.html").read_text, "utf-8")
        return web.Response(text=body, content_type="text/html")

    async def frames(request: web.Request) -> web.Response:
        return web.Response(text=_FRAMES.format(port=request.url.port), content_type="text/html")

    async def many(_: web.Request) -> web.Response:
        return web.Response(text=f"<!doctype html><table>{_ROW * 3000}</table>", content_type="text/html")

    async def slow(_: web.Request) -> web.Response:
        return web.Response(text="soon came")

    app = web.Application()
    app.router.add_get("/frames", frames)
    app.router.add_get("/slow", slow)
    app.router.add_get("/many", many)
    app.router.add_get("/{name:[a-z]+}", page)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield ToolSite(runner.addresses[0][1])
    finally:
        await runner.cleanup()
