"""The floor: the smallest scrape service on the same libraries. Fetches, parses, writes Markdown; nothing else.

No storage, egress policy, key, ledger, metadata, cleaning, main content or absolute links.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import msgspec
import turbohtml
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


class Body(msgspec.Struct):
    """The one field that is read."""

    url: str


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """One client for all requests."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        app.state.session = session
        yield


async def scrape(request: Request) -> Response:
    """Fetch, parse, convert."""
    body = msgspec.json.decode(await request.body(), type=Body)
    async with request.app.state.session.get(body.url) as answer:
        html = await answer.read()
    markdown = turbohtml.parse(html).to_markdown()
    return Response(
        msgspec.json.encode({"success": True, "data": {"markdown": markdown}}), media_type="application/json"
    )


app = Starlette(routes=[Route("/v2/scrape", scrape, methods=["POST"])], lifespan=lifespan)

if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", access_log=False, loop="uvloop", http="httptools")
