"""The API reference: the OpenAPI document, made of the routes themselves, and the page that shows it.

The page is ours and loads nothing from elsewhere, so it works without a network.
"""

import re
from collections.abc import Mapping
from importlib import resources
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.requests import Request

from gossamer.api.admin import AdminDoor
from gossamer.api.answers import Answer, bytes_answer, json_answer
from gossamer.api.doors import Door
from gossamer.api.errors import STATUS
from gossamer.api.health import Page
from gossamer.api.reference.documenting import ADMIN, documented
from gossamer.core.errors import ServiceError

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
_ABOUT = """Turns web pages into clean data.

Send the API key as `Authorization: Bearer <key>`. Every failure has `success: false`, one sentence in `error`
and mostly a stable `code`:

"""
_OPERATORS = "The token that the operator has set as GOSSAMER_ADMIN_TOKEN; no API key."
_REQUEST_CODES = {
    "BAD_REQUEST_INVALID_JSON": (400, "The body is not JSON."),
    "METHOD_NOT_ALLOWED": (405, "The path has other methods."),
}
_OPEN_PAGES = {
    "/": "What this service is",
    "/health/live": "Whether the process is there",
    "/health/ready": "Whether database and browser answer; 503 when not",
    "/v0/health/liveness": "The same, under its older name",
    "/v0/health/readiness": "The same, under its older name",
    "/is-production": "Whether this is a production deployment",
    "/metrics": "Figures for Prometheus",
}


def reference_pages(app: FastAPI) -> Mapping[str, Page]:
    """Return the pages of the reference by path."""

    async def document(_: Request) -> Answer:
        return json_answer(200, openapi_of(app))

    return {"/openapi.json": document, **{path: _file(*file) for path, file in _FILES.items()}}


def openapi_of(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of *app*; it is made once."""
    if app.openapi_schema is None:
        app.openapi_schema = _document(app)
    return app.openapi_schema


def _document(app: FastAPI) -> dict[str, Any]:
    routes = [documented(route.serves) for route in app.routes if isinstance(route, Door | AdminDoor)]
    made = get_openapi(title=app.title, version=app.version, description=_ABOUT + _codes(), routes=routes)
    made["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    made["security"] = [{"key": []}]
    if any(isinstance(route, AdminDoor) for route in app.routes):
        made["components"]["securitySchemes"][ADMIN] = {"type": "http", "scheme": "bearer", "description": _OPERATORS}
    for path, summary in _OPEN_PAGES.items():
        made["paths"][path] = {"get": _open_page(path, summary)}
    return _short(made)


def _open_page(path: str, summary: str) -> dict[str, Any]:
    name = "_".join(["get", *filter(None, path.split("/"))])
    answers = {"200": {"description": "Successful Response"}}
    return {"summary": summary, "operationId": name, "tags": ["service"], "security": [], "responses": answers}


def _codes() -> str:
    meanings = {**_REQUEST_CODES, **{code: (status, _meaning(code)) for code, status in STATUS.items()}}
    return "\n".join(f"- `{code}` ({status}) {meaning}" for code, (status, meaning) in meanings.items())


def _meaning(code: str) -> str:
    """Return what the first error class with *code* says of itself."""
    kinds = [ServiceError]
    for kind in kinds:
        if kind.code == code and kind is not ServiceError:
            return (kind.__doc__ or "").partition("\n")[0]
        kinds.extend(kind.__subclasses__())
    return ""


def _short(document: dict[str, Any]) -> dict[str, Any]:
    """Return *document* with short names for shapes that several versions have."""
    text = msgspec.json.encode(document).decode()
    text = re.sub(r"gossamer__wire__(v\d+)__(?:[a-z]+__)*(\w+)", r"\1.\2", text)
    short: dict[str, Any] = msgspec.json.decode(re.sub(r"gossamer__wire__(?:[a-z]+__)*(\w+)", r"\1", text))
    return short


def _file(name: str, media_type: str) -> Page:
    content = (resources.files(__name__) / name).read_bytes()
    answer = bytes_answer(200, content, media_type, ((b"content-security-policy", _POLICY),))

    async def page(_: Request) -> Answer:
        return answer

    return page
