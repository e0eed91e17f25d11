"""Long lists, each told in its own way: more on demand, more on scrolling, page after page."""

from collections.abc import Iterable
from itertools import product

from aiohttp import web

from gossamer.testing.site.applications.app_events import form_of, note
from gossamer.testing.site.applications.sources import page, written

CATALOGUE_PAGES = 12
FEED_PAGES = 8
ARCHIVE_PAGES = 6
_PER_PAGE = 6
_STUFFS = "Linen Woollen Silken Copper Oaken Brass Paper Cotton Marble Willow Felt Glass"
_THINGS = "lamp kettle basket spindle bowl curtain"
PRODUCTS = tuple(f"{stuff} {thing}" for stuff, thing in product(_STUFFS.split(), _THINGS.split()))


def list_routes() -> Iterable[web.RouteDef]:
    """Yield the routes."""
    yield web.get("/apps/catalogue", page("catalogue"))
    yield web.get("/apps/catalogue/items.json", _items)
    yield web.post("/apps/catalogue/basket", _basket)
    yield web.get("/apps/feed", page("feed"))
    yield web.get("/apps/feed/posts.json", _posts)
    yield web.get("/apps/archive", _archive)


async def _items(request: web.Request) -> web.Response:
    number = int(request.query["page"])
    note(request, "catalogue", "page", page=str(number))
    start = (number - 1) * _PER_PAGE
    items = [
        {"name": name, "price": f"€ {19 + index}.50"}
        for index, name in enumerate(PRODUCTS[start : start + _PER_PAGE], start)
    ]
    return web.json_response(
        {"page": number, "items": items, "total": len(PRODUCTS), "last": number >= CATALOGUE_PAGES}
    )


async def _basket(request: web.Request) -> web.Response:
    note(request, "catalogue", "basket", **await form_of(request))
    return web.Response(status=204)


async def _posts(request: web.Request) -> web.Response:
    number = int(request.query["page"])
    note(request, "feed", "page", page=str(number))
    posts = [f"Post number {(number - 1) * 10 + index}" for index in range(1, 11)]
    return web.json_response({"page": number, "posts": posts, "last": number >= FEED_PAGES})


async def _archive(request: web.Request) -> web.Response:
    number = int(request.query.get("page", "1"))
    note(request, "archive", "page", page=str(number))
    entries = "".join(_entry((number - 1) * 5 + index) for index in range(1, 6))
    body = f"<main><h1>Journal, page {number} of {ARCHIVE_PAGES}</h1>{entries}</main>{_pager(number)}"
    return written(f"Journal - page {number}", body)


def _entry(number: int) -> str:
    text = "The shuttle went to and fro all winter, and in spring there was a cloth to show for it."
    return f'<article><h2><a href="/apps/archive/{number}">Entry {number}</a></h2><p>{text}</p></article>'


def _pager(number: int) -> str:
    """Return the links to other pages; the last page has no way on."""
    numbers = " ".join(
        f'<b aria-current="page">{n}</b>' if n == number else f'<a href="/apps/archive?page={n}">{n}</a>'
        for n in range(1, ARCHIVE_PAGES + 1)
    )
    back = _turn(number - 1, "prev", "&lsaquo; Previous page") if number > 1 else ""
    on = _turn(number + 1, "next", "Next page &rsaquo;") if number < ARCHIVE_PAGES else ""
    return f'<nav aria-label="Pages">{back} {numbers} {on}</nav>'


def _turn(number: int, relation: str, text: str) -> str:
    return f'<a href="/apps/archive?page={number}" rel="{relation}">{text}</a>'
