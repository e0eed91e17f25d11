"""The edge of the API: rules for every response, whichever part made it.

Answers may be read by any web page that may call (`callers`), unless they say that they are for our own alone, and
never with the browser's own credentials; they are timed and counted, and named by the id that the caller gave the
request or a new one; and whatever breaks inside leaves as a JSON answer with an id that the log knows.
"""

import re
import time
from typing import Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gossamer.api.addresses import caller_address
from gossamer.api.answers import Header, RawAnswer, bytes_answer, json_answer
from gossamer.api.callers import OwnHosts
from gossamer.api.errors import answer_to, problem, unknown_error, wrong_method
from gossamer.api.requests import headers_of
from gossamer.api.sockets import refuse_upgrade
from gossamer.core.errors import ForeignOrigin, ServiceError
from gossamer.core.ids import new_id
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import REQUEST_TIME, REQUESTS, SOCKETS_CLOSED, SOCKETS_OPEN
from gossamer.core.request_facts import begin_request
from gossamer.core.tracing import Tracer, trace

_KNOWN_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
_EVERY_ANSWER = ((b"x-content-type-options", b"nosniff"),)
# A header of answers that are for our own pages alone.
_OWN_PAGES_ONLY = (b"cross-origin-resource-policy", b"same-origin")
_HEADER_NAMES = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~, -]{1,2000}")
_REQUEST_ID: Final = re.compile(r"[\w.:-]{1,128}", re.ASCII)
_UNMATCHED = "(none)"
_TWO_KEYS = "The request has more than one Authorization header. Send one."
_log = structlog.get_logger(__name__)


class Edge:
    """ASGI middleware around all routes; with *logs* each request is a line of the log."""

    def __init__(
        self, app: ASGIApp, meters: Meters, hosts: OwnHosts, tracer: Tracer | None = None, *, logs: bool = False
    ) -> None:
        self._app = app
        self._logs = logs
        self._hosts = hosts
        self._meters = meters
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket":
            await self._serve_socket(_plain_path(scope), receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._tracer is None:
            await self._serve_counted(scope, receive, send)
        else:
            await self._serve_traced(self._tracer, scope, receive, send)

    async def _serve_traced(self, tracer: Tracer, scope: Scope, receive: Receive, send: Send) -> None:
        parent = headers_of(scope).get("traceparent", "")
        method = _label_method(scope["method"])
        with trace(tracer, method, {"http.request.method": method}, parent=parent, kind="server") as span:
            route, status = await self._serve_counted(scope, receive, send)
            span.rename(f"{method} {route}")
            span.set("http.route", route)
            span.set("http.response.status_code", status)

    async def _serve_counted(self, scope: Scope, receive: Receive, send: Send) -> tuple[str, int]:
        """Serve a request; return its route and status, which are counted."""
        started = time.perf_counter()
        inner = _normalise_scope(scope)
        facts = begin_request(_find_request_id(scope))
        structlog.contextvars.bind_contextvars(request_id=facts["request_id"])
        watched = _SeenAnswer(send, started, facts["request_id"], silent=scope["method"] == "HEAD")
        try:
            watched.readable = self._hosts.admit(inner)
            await self._serve(inner, receive, watched)
        except ServiceError as failure:
            await answer_to(failure)(inner, receive, watched)
        except Exception as error:  # noqa: BLE001 - the request boundary: whatever breaks becomes an answer
            await self._apologise(error, inner, receive, watched)
        finally:
            route, seconds = str(getattr(inner.get("route"), "path", _UNMATCHED)), time.perf_counter() - started
            method = _label_method(scope["method"])
            self._meters.add(REQUESTS, route, method, str(watched.status))
            self._meters.observe(REQUEST_TIME, seconds, route)
            if self._logs:
                # Addresses and their queries may have tokens in them: a route has none.
                facts |= {"route": route, "status": watched.status, "ms": round(seconds * 1000, 3)}
                _log.info("request", method=method, host=caller_address(scope), **facts)
        return route, watched.status

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["method"]:
            case "OPTIONS":
                await _preflight(scope)(scope, receive, send)
            case "TRACE" | "CONNECT":
                await wrong_method(scope["method"], _METHODS.split(", "))(scope, receive, send)
            case _ if _names_two_keys(scope):
                await json_answer(400, problem(_TWO_KEYS, code="BAD_REQUEST"))(scope, receive, send)
            case _:
                await self._app(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        closed_with = 0

        async def noticing(message: Message) -> None:
            nonlocal closed_with
            if message["type"] == "websocket.close":
                closed_with = message.get("code", 1000)
            await send(message)

        try:
            self._hosts.admit(scope)
        except ForeignOrigin as refused:
            await refuse_upgrade(answer_to(refused), scope, receive, send)
            return
        self._meters.add(SOCKETS_OPEN)
        try:
            await self._app(scope, receive, noticing)
        finally:
            self._meters.add(SOCKETS_OPEN, by=-1)
        route = str(getattr(scope.get("route"), "path", _UNMATCHED))
        self._meters.add(SOCKETS_CLOSED, route, str(closed_with))

    async def _apologise(self, error: Exception, scope: Scope, receive: Receive, watched: "_SeenAnswer") -> None:
        error_id = new_id()
        route = getattr(scope.get("route"), "path", _UNMATCHED)
        _log.error("request failed", error_id=error_id, route=route, exc_info=error)
        if not watched.status:
            await unknown_error(error_id)(scope, receive, watched)


class _SeenAnswer:
    """The way back to the client: adds what every answer has and remembers the status."""

    def __init__(self, send: Send, started: float, request_id: str, *, silent: bool) -> None:
        self._send = send
        self._own = (*_EVERY_ANSWER, (b"x-request-id", request_id.encode()))
        self._started = started
        self.readable: tuple[Header, ...] = ()
        self._silent = silent
        self.status = 0

    async def __call__(self, message: Message) -> None:
        """Pass *message* on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            took = f"{(time.perf_counter() - self._started) * 1000:.3f}ms"
            headers = list(message["headers"])
            readable = () if _OWN_PAGES_ONLY in headers else self.readable
            message = {**message, "headers": [*headers, *self._own, *readable, (b"x-response-time", took.encode())]}
        elif self._silent and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self._send(message)


def _find_request_id(scope: Scope) -> str:
    """Return the id that the caller gave the request; a new one where there is none that could stand in a log."""
    request_id = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"x-request-id"), "")
    return request_id if _REQUEST_ID.fullmatch(request_id) else new_id()


def _label_method(method: str) -> str:
    """Return *method* as a label: there is no end of those that a client can invent."""
    return method if method in _KNOWN_METHODS else "other"


def _names_two_keys(scope: Scope) -> bool:
    """Return whether it has two Authorization headers, which a proxy may read differently from us."""
    return [name for name, _ in scope["headers"]].count(b"authorization") > 1


def _normalise_scope(scope: Scope) -> Scope:
    """Return *scope* as routes expect it: no slash at the end, and HEAD asks what GET asks."""
    scope = _plain_path(scope)
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def _plain_path(scope: Scope) -> Scope:
    path: str = scope["path"]
    return {**scope, "path": path.rstrip("/") or "/"} if len(path) > 1 and path.endswith("/") else scope


def _preflight(scope: Scope) -> RawAnswer:
    """Return the answer to OPTIONS: a page may call with any header but no credentials."""
    requested = headers_of(scope).get("access-control-request-headers", "")
    allowed = requested if _HEADER_NAMES.fullmatch(requested) else "authorization, content-type"
    return bytes_answer(
        200,
        b"",
        "text/plain",
        (
            (b"allow", _METHODS.encode()),
            (b"access-control-allow-methods", _METHODS.encode()),
            (b"access-control-allow-headers", allowed.encode("latin-1")),
            (b"access-control-max-age", b"86400"),
        ),
    )
