"""Endpoints as FastAPI routes, for the OpenAPI document only: none of them is served.

FastAPI's own handling builds and validates what we read and encode ourselves, and costs
several times as much as all of ours.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, TypeAlias

from fastapi import Header, Query
from fastapi.routing import APIRoute
from starlette.responses import Response

from gossamer.api.admin import AdminEndpoint
from gossamer.api.endpoints import Endpoint
from gossamer.core.access import Group
from gossamer.wire.answers import Problem

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
