"""The application: every route of every version, inside one edge."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import BaseRoute, Route
from starlette.types import Lifespan

from gossamer.api import v0, v1, v2
from gossamer.api.addresses import BLOBS, origin_of
from gossamer.api.admin import admin_routes
from gossamer.api.answers import RawAnswer, bytes_answer, json_answer
from gossamer.api.callers import OwnHosts
from gossamer.api.drain import Drain, Draining
from gossamer.api.edge import Edge
from gossamer.api.endpoints import Endpoint, EndpointRoute
from gossamer.api.errors import not_found
from gossamer.api.guide import guide_pages
from gossamer.api.health import Page, health_pages
from gossamer.api.identity import identity_pages
from gossamer.api.metrics import Figures, MetricsAccess, OwnFigures, metrics_page, operator_check
from gossamer.api.monitor_pages import monitor_token_routes
from gossamer.api.not_found import NotFoundAnswer
from gossamer.api.parse import upload_routes
from gossamer.api.proxy_headers import Forwarding
from gossamer.api.reference import reference_pages
from gossamer.api.relay import Relayed
from gossamer.api.requests import headers_of
from gossamer.api.sessions import live_view_files, token_routes
from gossamer.api.sockets import SocketEndpoint, SocketRoute, UnknownSocket
from gossamer.core.access import Network
from gossamer.core.actions import Captured
from gossamer.core.metrics import Meters
from gossamer.core.tracing import Tracer
from gossamer.operations import Operations

# Stored bytes come from strangers' pages: they are shown, but nothing in them may run.
_BLOB_HEADERS = (
    (b"content-security-policy", b"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"),
    (b"cache-control", b"private, max-age=3600"),
    (b"content-disposition", b"inline"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)


def create_app(
    operations: Operations,
    *,
    production: bool = False,
    lifespan: Lifespan[Starlette] | None = None,
    drain: Drain | None = None,
    more: Sequence[BaseRoute] = (),
    admin: bool = False,
    trusted_proxies: Sequence[Network] = (),
    public_url: str | None = None,
    hosts: OwnHosts | None = None,
    figures: Figures | None = None,
    metrics_token: str | None = None,
    tracer: Tracer | None = None,
    logs_requests: bool = False,
) -> Starlette:
    """Return the application over *operations*; *lifespan* opens and closes what they need.

    A *drain* can make it refuse what comes and end what is under way. *more* are routes of another way in,
    inside the same edge. Without *admin* nobody can tell the paths of the /admin API from those that never were.
    *trusted_proxies* are believed about who called them and under which address; *public_url* is that address for all.
    *hosts* say which web pages may call; without them any may.
    *figures* are what `/metrics` shows, to callers with *metrics_token*; requests are counted in them. A *tracer* makes
    a trace of each request; *logs_requests* writes a line about each into the log.
    """
    figures = figures or OwnFigures(Meters())
    app = Starlette(lifespan=lifespan)
    app.router.redirect_slashes = False
    app.router.routes.extend(EndpointRoute(endpoint, operations) for endpoint in _endpoints())
    if admin:
        app.router.routes.extend(admin_routes(operations))
    pages = {
        **health_pages(operations),
        **plain_pages(operations, production=production),
        **metrics_page(figures, MetricsAccess(metrics_token, operator_check(operations))),
        **reference_pages(app),
        **guide_pages(),
        **identity_pages(operations),
        **live_view_files(),
    }
    app.router.routes.extend(token_routes(operations))
    app.router.routes.extend(upload_routes(operations))
    app.router.routes.extend(monitor_token_routes(operations))
    app.router.routes.extend(_routes(pages))
    app.router.routes.extend(more)
    app.router.routes.extend(SocketRoute(endpoint, operations) for endpoint in _sockets())
    app.router.routes.append(UnknownSocket())
    app.add_exception_handler(HTTPException, NotFoundAnswer(operations).answer)
    if drain is not None:
        app.add_middleware(Draining, drain=drain)
    app.add_middleware(Edge, meters=figures.meters, hosts=hosts or OwnHosts(), tracer=tracer, logs=logs_requests)
    app.add_middleware(Forwarding, trusted=trusted_proxies, public_url=public_url)
    app.add_middleware(Relayed, operations=operations)
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


def plain_pages(operations: Operations, *, production: bool) -> Mapping[str, Page]:
    """Return the root pages and stored bytes by path."""

    async def root(request: Request) -> RawAnswer:
        origin = origin_of(request.scope, headers_of(request.scope))
        return json_answer(200, {"message": "Gossamer: the web as clean data.", "documentation_url": f"{origin}/docs"})

    async def e2e_test(_: Request) -> RawAnswer:
        return bytes_answer(200, b"OK", "text/plain; charset=utf-8")

    async def is_production(_: Request) -> RawAnswer:
        return json_answer(200, {"isProduction": production})

    async def blob(request: Request) -> RawAnswer:
        capture = await operations.blob(request.path_params["name"])
        return not_found(request.url.path) if capture is None else _answer_stored(capture)

    return {
        "/": root,
        "/e2e-test": e2e_test,
        "/is-production": is_production,
        BLOBS + "{name}": blob,
    }


def _answer_stored(capture: Captured) -> RawAnswer:
    return bytes_answer(200, capture.data, capture.media_type, _BLOB_HEADERS)
