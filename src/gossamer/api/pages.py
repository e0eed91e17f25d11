"""Pages that are no part of any version: the root and stored bytes."""

from collections.abc import Mapping

from starlette.requests import Request

from gossamer.api.addresses import BLOBS, origin_of
from gossamer.api.answers import Answer, bytes_answer, json_answer
from gossamer.api.errors import not_found
from gossamer.api.health import Page
from gossamer.api.requests import headers_of
from gossamer.core.actions import Captured
from gossamer.operations import Operations

# Stored bytes come from strangers' pages: they are shown, but nothing in them may run.
_BLOB_HEADERS = (
    (b"content-security-policy", b"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"),
    (b"cache-control", b"private, max-age=3600"),
    (b"content-disposition", b"inline"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)


def plain_pages(operations: Operations, *, production: bool) -> Mapping[str, Page]:
    """Return the root pages and stored bytes by path."""

    async def root(request: Request) -> Answer:
        origin = origin_of(request.scope, headers_of(request.scope))
        return json_answer(200, {"message": "Gossamer: the web as clean data.", "documentation_url": f"{origin}/docs"})

    async def e2e_test(_: Request) -> Answer:
        return bytes_answer(200, b"OK", "text/plain; charset=utf-8")

    async def is_production(_: Request) -> Answer:
        return json_answer(200, {"isProduction": production})

    async def blob(request: Request) -> Answer:
        capture = await operations.blob(request.path_params["name"])
        return not_found(request.url.path) if capture is None else _answer_stored(capture)

    return {
        "/": root,
        "/e2e-test": e2e_test,
        "/is-production": is_production,
        BLOBS + "{name}": blob,
    }


def _answer_stored(capture: Captured) -> Answer:
    return bytes_answer(200, capture.data, capture.media_type, _BLOB_HEADERS)
