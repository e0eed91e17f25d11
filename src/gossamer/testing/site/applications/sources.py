"""Pages of the applications: those that are files, and the frame of those that the server writes."""

from functools import cache
from html import escape
from importlib.resources import files

from aiohttp import web
from aiohttp.typedefs import Handler


@cache
def _source(name: str) -> str:
    return (files(__package__) / "pages" / f"{name}.html").read_text("utf-8")


def page(name: str) -> Handler:
    """Return a handler that serves `pages/<name>.html`."""

    async def serve(_: web.Request) -> web.Response:
        return web.Response(text=_source(name), content_type="text/html")

    return serve


def written(title: str, body: str, *, status: int = 200) -> web.Response:
    """Return a page with this title; *body* is HTML."""
    head = f'<head><meta charset="utf-8"><title>{escape(title)}</title></head>'
    text = f'<!doctype html><html lang="en">{head}<body>{body}</body></html>'
    # Going back to it is a visit too.
    headers = {"Cache-Control": "no-store"}
    return web.Response(text=text, content_type="text/html", status=status, headers=headers)
