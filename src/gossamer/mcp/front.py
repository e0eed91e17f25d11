"""`/mcp`: the Model Context Protocol over streamable HTTP, without sessions, so that any replica can answer.

What speaks the protocol is loaded with the first request: a service whose callers use the API alone does without.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, cast

from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.extras import require_extra
from gossamer.mcp.catalogue import McpTool
from gossamer.operations import Operations
from gossamer.operations.gate import refusals
from gossamer.wire.authorization import bearer_token

if TYPE_CHECKING:
    from gossamer.mcp.server import Context, Session

_HERE: Final = "/mcp"
_KEY_HEADERS: Final = (b"x-api-key", b"x-firecrawl-api-key")
# Keys of the scope that a call shares with the connection that it came by.
_CONNECTION: Final = ("client", "server", "scheme", "asgi", "app", "extensions", "state")
_SESSION: Final = "gossamer.mcp.session"


class McpDoor(BaseRoute):
    """The one route of the protocol, with these *tools* at most.

    Each request is made with the caller's own key, through the same gate.
    """

    def __init__(self, operations: Operations, tools: Mapping[str, McpTool]) -> None:
        self._operations = operations
        self._tools = tools
        self._manager: Any = None
        self._opening = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is ours."""
        ours = scope["type"] == "http" and scope.get("path") == _HERE
        return (Match.FULL if ours else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. Raises ServiceError for one that is refused."""
        scope["route"] = _Named
        headers = dict(scope["headers"])
        token = _token(headers)
        caller = await self._operations.authenticate(token)
        called_from = scope["client"][0] if scope.get("client") else None
        await self._operations.enter(caller, None, None, called_from=called_from)
        session = self._session(scope, headers, token, caller)
        manager = self._manager or await self._open_app()
        await manager.handle_request({**scope, _SESSION: session}, receive, send)

    async def close(self) -> None:
        """End what is under way."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    def _session(self, scope: Scope, headers: Mapping[bytes, bytes], token: str | None, caller: Principal) -> "Session":
        from gossamer.mcp.sessions import session  # noqa: PLC0415 - see the module's second sentence

        connection = {name: scope[name] for name in _CONNECTION if name in scope}
        carried = [(b"host", headers.get(b"host", b"localhost"))]
        if token is not None:
            carried.append((b"authorization", f"Bearer {token}".encode("latin-1")))
        return session(scope["app"], connection, tuple(carried), lambda group: _may_use(caller, group), self._tools)

    async def _open_app(self) -> Any:
        async with self._opening:
            if self._manager is None:
                self._manager = await self._start_app()
            return self._manager

    async def _start_app(self) -> Any:
        require_extra("mcp")
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager  # noqa: PLC0415 - as above

        from gossamer.mcp.server import mcp_server  # noqa: PLC0415 - as above

        manager = StreamableHTTPSessionManager(mcp_server(_session_of), json_response=True, stateless=True)
        ready = asyncio.Event()

        async def run() -> None:
            async with manager.run():
                ready.set()
                await asyncio.Event().wait()

        self._running = asyncio.create_task(run(), name="mcp")
        await ready.wait()
        return manager


class _Named:
    """What figures and logs call the route."""

    path = _HERE


def _session_of(context: "Context") -> "Session":
    return cast("Session", context.request.scope[_SESSION])  # type: ignore[union-attr]


def _may_use(caller: Principal, group: Group) -> bool:
    return not refusals(caller, AccessRequest(group))


def _token(headers: Mapping[bytes, bytes]) -> str | None:
    """Return the key: a bearer token, or one of the headers that clients of the protocol use."""
    if b"authorization" in headers:
        return bearer_token(headers[b"authorization"].decode("latin-1"))
    return next((headers[name].decode("latin-1") for name in _KEY_HEADERS if name in headers), None)
