"""The application: every route of every version, inside one edge."""

from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Lifespan

from gossamer.api import v0, v1, v2
from gossamer.api.answers import Answer, json_answer
from gossamer.api.doors import Door, Endpoint
from gossamer.api.draining import Drain, Draining
from gossamer.api.edge import Edge
from gossamer.api.errors import not_found, problem, wrong_method
from gossamer.api.health import Page, health_pages
from gossamer.api.metrics import Metrics
from gossamer.api.pages import metrics_page, plain_pages
from gossamer.api.reference import reference_pages
from gossamer.api.sockets import SocketDoor, SocketEndpoint, SocketNowhere
from gossamer.operations import Operations

_NOT_FOUND = 404
_WRONG_METHOD = 405


def create_app(
    operations: Operations,
    *,
    production: bool = False,
    lifespan: Lifespan[FastAPI] | None = None,
    drain: Drain | None = None,
) -> FastAPI:
    """Return the application over *operations*; *lifespan* opens and closes what they need.

    A *drain* can make it refuse what comes and end what is under way.
    """
    metrics = Metrics()
    app = FastAPI(
        title="Gossamer",
        version=version("gossamer"),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.router.routes.extend(Door(endpoint, operations) for endpoint in _endpoints())
    pages = {
        **health_pages(operations),
        **plain_pages(operations, production=production),
        **metrics_page(metrics),
        **reference_pages(app),
    }
    app.router.routes.extend(_routes(pages))
    app.router.routes.extend(SocketDoor(endpoint, operations) for endpoint in _sockets())
    app.router.routes.append(SocketNowhere())
    app.add_exception_handler(HTTPException, _no_route)
    if drain is not None:
        app.add_middleware(Draining, drain=drain)
    app.add_middleware(Edge, metrics=metrics)
    return app


def _endpoints() -> Iterator[Endpoint[Any]]:
    yield from v2.endpoints()
    yield from v1.endpoints()
    yield from v0.endpoints()


def _sockets() -> Iterator[SocketEndpoint]:
    yield from v2.sockets()
    yield from v1.sockets()


def _routes(pages: Mapping[str, Page]) -> Iterator[BaseRoute]:
    for path, page in pages.items():
        yield Route(path, page, methods=["GET"], include_in_schema=False)


async def _no_route(request: Request, failure: Exception) -> Response:
    """Return the answer when no route took the request."""
    answer = _nowhere(request, failure)
    headers = {name.decode(): value.decode() for name, value in answer.headers}
    return Response(answer.body, answer.status, headers)


def _nowhere(request: Request, failure: Exception) -> Answer:
    status = failure.status_code if isinstance(failure, HTTPException) else 500
    if status == _NOT_FOUND:
        return not_found(request.url.path)
    if status == _WRONG_METHOD:
        return wrong_method(request.method, _allowed(failure))
    return json_answer(status, problem("The request could not be served."))


def _allowed(failure: Exception) -> str:
    headers = failure.headers if isinstance(failure, HTTPException) else None
    return (headers or {}).get("Allow", "another method")
