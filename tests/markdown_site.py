"""A site that sends Markdown to those who prefer it, and says what it was asked for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

LONG = "The mill on the river grinds wheat and rye for the whole valley, from dawn to dusk. " * 10


@dataclass
class MarkdownSite:
    """Pages by path, as HTML unless *media_types* says otherwise, and as Markdown.

    *refusals* are statuses for whoever asks for Markdown of a path.

    *seen* has a path and whether Markdown was asked for.
    """

    port: int = 0
    html: dict[str, str] = field(default_factory=dict)
    markdown: dict[str, str] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    media_types: dict[str, str] = field(default_factory=dict)
    seen: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def endpoint(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str) -> str:
        return f"http://{self.endpoint}{path}"

    async def answer(self, request: web.Request) -> web.Response:
        asks = "text/markdown" in request.headers.get("accept", "")
        if request.path != "/robots.txt":
            self.seen.append((request.path, asks))
        if asks and request.path in self.refusals:
            return web.Response(status=self.refusals[request.path], text="no", content_type="text/html")
        if request.path in self.markdown and (asks or request.path not in self.html):
            return web.Response(text=self.markdown[request.path], content_type="text/markdown")
        if request.path not in self.html:
            return web.Response(status=404, text="<h1>Not found</h1>", content_type="text/html")
        media_type = self.media_types.get(request.path, "text/html")
        return web.Response(text=self.html[request.path], content_type=media_type)


@asynccontextmanager
async def running_markdown_site() -> AsyncIterator[MarkdownSite]:
    site = MarkdownSite()
    app = web.Application()
    app.router.add_get("/{path:.*}", site.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    listening = web.TCPSite(runner, "127.0.0.1", 0)
    await listening.start()
    site.port = runner.addresses[0][1]
    try:
        yield site
    finally:
        await runner.cleanup()


def html_page(text: str, *links: str) -> str:
    listed = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    return (
        f"<html><head><title>In HTML</title></head><body><nav>{listed}</nav><h1>In HTML</h1><p>{text}</p></body></html>"
    )
