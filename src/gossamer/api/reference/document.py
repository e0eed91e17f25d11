"""The OpenAPI document, made of the routes themselves. FastAPI is loaded for it, and for nothing else."""

import re
import tomllib
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from importlib.metadata import version
from typing import Any, Final

import msgspec
from fastapi.openapi.utils import get_openapi
from pydantic.warnings import UnsupportedFieldAttributeWarning
from starlette.routing import BaseRoute

from gossamer.api.admin import AdminRoute
from gossamer.api.endpoints import EndpointRoute
from gossamer.api.errors import STATUS
from gossamer.api.reference.openapi_routes import ADMIN, document_endpoint
from gossamer.core.errors import ServiceError

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
    "/health/ready": "Whether database, job engine, browser and disk are ready; 503 and the reasons when not",
    "/v0/health/liveness": "Whether the process is there, in one word",
    "/v0/health/readiness": "Whether it is ready, in one word; 503 and the reasons when not",
    "/is-production": "Whether this is a production deployment",
    "/metrics": "Figures for Prometheus",
}
_SHAPES: Final = "#/components/schemas/"


def openapi_of(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """Return the OpenAPI document of those *routes* that serve an endpoint."""
    operations = [document_endpoint(route.serves) for route in routes if isinstance(route, EndpointRoute | AdminRoute)]
    with warnings.catch_warnings():
        # FastAPI hides this one where it makes its fields, but those of our shapes are not built before that.
        warnings.simplefilter("ignore", UnsupportedFieldAttributeWarning)
        document = get_openapi(
            title="Gossamer", version=version("gossamer"), description=_ABOUT + _codes(), routes=operations
        )
    document["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"key": []}]
    if any(isinstance(route, AdminRoute) for route in routes):
        document["components"]["securitySchemes"][ADMIN] = {
            "type": "http",
            "scheme": "bearer",
            "description": _OPERATORS,
        }
    document["paths"] |= {path: {"get": _open_page(path, summary)} for path, summary in _OPEN_PAGES.items()}
    return describe_fields(_short(document))


def _open_page(path: str, summary: str) -> dict[str, Any]:
    name = "_".join(["get", *filter(None, path.split("/"))])
    answers = {"200": {"description": "Successful Response"}, "503": {"description": "A part is not ready"}}
    return {"summary": summary, "operationId": name, "tags": ["service"], "security": [], "responses": answers}


def _codes() -> str:
    meanings = {**_REQUEST_CODES, **{code: (status, _meaning(code)) for code, status in STATUS.items()}}
    return "\n".join(f"- `{code}` ({status}) {meaning}" for code, (status, meaning) in meanings.items())


def _meaning(code: str) -> str:
    """Return the summary of the first error class with *code*; empty when there is none."""
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


def describe_fields(document: dict[str, Any]) -> dict[str, Any]:
    """Return the OpenAPI *document* with a description at every field that has one in `fields.toml`.

    A shape that requests and answers share is described as part of a request.
    """
    texts = tomllib.loads((resources.files(__package__) / "fields.toml").read_text("utf-8"))
    shapes = document["components"]["schemas"]
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    requests = _find_reached(shapes, _references([operation.get("requestBody") for operation in operations]))
    answers = _find_reached(shapes, _references([operation.get("responses") for operation in operations])) - requests
    for names, meanings in ((requests, texts["requests"]), (answers, texts["answers"])):
        for name in names:
            _describe(name.removeprefix("v2."), shapes[name], meanings)
    return document


def _describe(shape: str, schema: dict[str, Any], meanings: Mapping[str, str]) -> None:
    for name, field in schema.get("properties", {}).items():
        meaning = meanings.get(f"{shape}.{name}") or meanings.get(name)
        if meaning is not None and description(field) is None:
            field["description"] = meaning


def description(field: Mapping[str, Any]) -> str | None:
    """Return the description of *field*, or of the first of its choices that has one; None when there is none."""
    return next((choice["description"] for choice in (field, *field.get("anyOf", ())) if "description" in choice), None)


def _find_reached(shapes: Mapping[str, Any], names: Iterable[str]) -> frozenset[str]:
    reached: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(_references(shapes[name]))
    return frozenset(reached)


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"].removeprefix(_SHAPES)
        node = list(node.values())
    if isinstance(node, list):
        for child in node:
            yield from _references(child)
