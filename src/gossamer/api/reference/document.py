"""The OpenAPI document, made of the routes themselves. FastAPI is loaded for it, and for nothing else."""

import inspect
import re
import tomllib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from importlib.metadata import version
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from fastapi import Header, Query
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.warnings import UnsupportedFieldAttributeWarning
from starlette.responses import Response
from starlette.routing import BaseRoute

from gossamer.api.admin import AdminEndpoint, AdminRoute
from gossamer.api.endpoints import Endpoint, EndpointRoute
from gossamer.api.errors import STATUS
from gossamer.core.access import Group
from gossamer.core.errors import ServiceError
from gossamer.wire.answers import Problem

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
_LAST: Final = ("origin", "integration")
_SHAPES: Final = "#/components/schemas/"

# Under this name the document tells what opens doors of operators.
ADMIN = "admin"
AnyEndpoint: TypeAlias = Endpoint[Any] | AdminEndpoint[Any]
# Of parameters of queries that are no text.
_KINDS: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("skip", "limit", "k", "passages", "min_stars", "max_stars"), int),
    **dict.fromkeys(("byApiKey", "rerank", "archived", "fork"), bool),
    **dict.fromkeys(("authors", "categories", "anchor", "types", "repos", "sources", "topic"), list[str]),
}
_VISITING: Final = frozenset({Group.SCRAPE, Group.MAP, Group.BROWSER, Group.LEGACY})
_ONCE = "A UUID that you choose. A second request with it gets 409, so you can retry a start safely."


# FastAPI's own handling builds and validates what we read and encode ourselves, and costs
# several times as much as all of ours.
def document_endpoint(endpoint: AnyEndpoint) -> APIRoute:
    """Return a route that tells FastAPI everything about *endpoint*."""
    answer = endpoint.answer
    # A host without an address is told under the status of an answer.
    model = answer | Problem if getattr(endpoint, "group", None) in _VISITING and endpoint.body else answer
    success: dict[str, Any] = {"content": {answer: {}}} if isinstance(answer, str) else {"model": model}
    if also := getattr(endpoint, "also", ""):
        success["content"] = {also: {}}
    return APIRoute(
        endpoint.path,
        _signature_of(endpoint),
        methods=[endpoint.method],
        response_class=Response,
        summary=endpoint.summary,
        tags=[endpoint.version],
        operation_id=_operation_id(endpoint),
        responses={"200": success, "default": {"model": Problem, "description": "What went wrong"}},
        openapi_extra={"security": [{ADMIN: []}]} if isinstance(endpoint, AdminEndpoint) else None,
    )


def _signature_of(endpoint: AnyEndpoint) -> Callable[..., Any]:
    """Return a function whose signature tells FastAPI what to document; it is never called."""

    def unserved() -> None: ...

    kinds = inspect.Parameter
    # Of `{id:path}` the name alone.
    names = (part.partition(":")[0] for part in endpoint.path.replace("}", "{").split("{")[1::2])
    parameters = [kinds(name, kinds.KEYWORD_ONLY, annotation=str) for name in names]
    if endpoint.body is not None:
        parameters.append(kinds("body", kinds.KEYWORD_ONLY, annotation=endpoint.body))
    for name, meaning in endpoint.query.items():
        # Some names, as `from`, are words of the language.
        safe_name = f"{name}_"
        kind: Any = Annotated[_KINDS.get(name, str) | None, Query(alias=name, description=meaning)]
        parameters.append(_optional(safe_name, kind))
    if endpoint.once:
        parameters.append(_optional("x_idempotency_key", Annotated[str | None, Header(description=_ONCE)]))
    unserved.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    unserved.__doc__ = endpoint.run.__doc__
    return unserved


def _optional(name: str, kind: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


def _operation_id(endpoint: AnyEndpoint) -> str:
    words = endpoint.path.replace("{", "by/").replace(":path", "").replace("}", "").split("/")
    return "_".join([endpoint.method.lower(), *filter(None, words)])


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
    fields = schema.get("properties", {})
    # Python puts the fields of a base before a shape's own.
    fields |= {name: fields.pop(name) for name in _LAST if name in fields}
    for name, field in fields.items():
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
