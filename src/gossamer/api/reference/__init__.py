"""The API reference: the OpenAPI document, made of the routes themselves, and the page that shows it.

The page is ours and loads nothing from elsewhere, so it works without a network.
"""

import asyncio
from collections.abc import Mapping
from importlib import resources

from starlette.applications import Starlette
from starlette.requests import Request

from gossamer.api.answers import RawAnswer, bytes_answer, json_answer
from gossamer.api.health import Page

# The page's own script and style are all that may load; nobody may frame it.
_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FILES = {
    "/docs": ("page.html", "text/html; charset=utf-8"),
    "/docs/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/docs/page.css": ("page.css", "text/css; charset=utf-8"),
}


def reference_pages(app: Starlette) -> Mapping[str, Page]:
    """Return the pages of the reference of *app* by path."""
    return {"/openapi.json": _Document(app).answer, **{path: _file(*file) for path, file in _FILES.items()}}


class _Document:
    """The OpenAPI document, made once, when somebody asks for it."""

    def __init__(self, app: Starlette) -> None:
        self._app = app
        self._making = asyncio.Lock()
        self._made: RawAnswer | None = None

    async def answer(self, _: Request) -> RawAnswer:
        """Return the document."""
        async with self._making:
            if self._made is None:
                # It takes about a second, with what it loads; on the loop everybody would wait for it.
                self._made = await asyncio.to_thread(self._answer)
        return self._made

    def _answer(self) -> RawAnswer:
        from gossamer.api.reference.document import openapi_of  # noqa: PLC0415 - loads FastAPI

        return json_answer(200, openapi_of(self._app.routes))


def _file(name: str, media_type: str) -> Page:
    content = (resources.files(__name__) / name).read_bytes()
    answer = bytes_answer(200, content, media_type, ((b"content-security-policy", _POLICY),))

    async def page(_: Request) -> RawAnswer:
        return answer

    return page
