"""The HTTP API as tools call it: the service's own application, in the same process, with the caller's key."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol
from urllib.parse import unquote

import msgspec
from starlette.types import ASGIApp, Message, Scope

from gossamer.mcp.requests import ToolApiRequest

_FAILED: Final = 400


@dataclass(frozen=True, slots=True)
class ToolApiAnswer:
    """What the API answered."""

    status: int
    media_type: str
    data: bytes

    @property
    def failed(self) -> bool:
        """Return whether the status is that of a failure."""
        return self.status >= _FAILED

    @property
    def json(self) -> Any:
        """Return the data as JSON; an empty object when they are none."""
        try:
            return msgspec.json.decode(self.data)
        except msgspec.DecodeError:
            return {}


class Api(Protocol):
    """Calls the HTTP API for one caller."""

    @property
    def origin(self) -> str:
        """Return the address that URLs of the API's own begin with."""
        ...

    async def call(self, request: ToolApiRequest) -> ToolApiAnswer:
        """Make *request*, and return its answer, whatever its status."""
        ...

    async def put(self, path: str, data: bytes) -> ToolApiAnswer:
        """Send *data* to *path*, which may have a query, and return the answer."""
        ...


@dataclass(frozen=True, slots=True)
class OwnApi:
    """The API that *app* serves.

    *scope* is what the caller's own connection has in common with its calls (address, scheme, server), and
    *headers* are what each call carries: host and key.
    """

    app: ASGIApp
    scope: Mapping[str, Any]
    headers: tuple[tuple[bytes, bytes], ...]

    @property
    def origin(self) -> str:
        """Return scheme and host as the caller sees them."""
        return f"{self.scope['scheme']}://{dict(self.headers)[b'host'].decode('latin-1')}"

    async def call(self, request: ToolApiRequest) -> ToolApiAnswer:
        """Make *request*, and return its answer."""
        body = b"" if request.body is None else msgspec.json.encode(request.body)
        return await self._send_request(request.method, request.path, request.query, body, b"application/json")

    async def put(self, path: str, data: bytes) -> ToolApiAnswer:
        """Send *data* to *path*, which may have a query, and return the answer."""
        place, _, query = path.partition("?")
        return await self._send_request("PUT", place, query, data, b"application/octet-stream")

    async def _send_request(self, method: str, path: str, query: str, body: bytes, media_type: bytes) -> ToolApiAnswer:
        exchange = _Exchange(body)
        headers = [*self.headers, (b"content-type", media_type), (b"content-length", str(len(body)).encode())]
        scope: Scope = {
            **self.scope,
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
        }
        await self.app(scope, exchange.receive, exchange.send)
        return exchange.answer()


class _Exchange:
    """The two ways of one request: the body goes out once, then the client stays until it is cancelled."""

    def __init__(self, body: bytes) -> None:
        self._body: bytes | None = body
        self._status = 0
        self._media_type = ""
        self._parts: list[bytes] = []

    async def receive(self) -> Message:
        """Return the body, and after it nothing until this task is cancelled."""
        if self._body is None:
            await asyncio.Event().wait()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Message) -> None:
        """Keep what the API sends."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._media_type = dict(message["headers"]).get(b"content-type", b"").decode("latin-1")
        elif message["type"] == "http.response.body":
            self._parts.append(message.get("body", b""))

    def answer(self) -> ToolApiAnswer:
        """Return the answer that was sent."""
        return ToolApiAnswer(self._status, self._media_type, b"".join(self._parts))
