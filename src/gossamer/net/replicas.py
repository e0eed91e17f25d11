"""HTTP and WebSockets to other processes of this deployment.

Their addresses come from their operator's settings, through the database, and are as a rule private: the egress
policy, which is about addresses that callers and pages name, does not apply. Nothing is redirected and no
proxy is used.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Final, Self

import aiohttp
from yarl import URL

from gossamer.net.tls import verifying_context
from gossamer.ports.replicas import Farewell, NotReached, ReplicaReply, ReplicaRequest, ReplicaSocket, UpgradeRefused

_CONNECT_SECONDS: Final = 5.0
# As much as a client of the DevTools protocol is sent at once: pictures of whole pages.
_LONGEST_MESSAGE: Final = 256 * 1024 * 1024
_GONE: Final = 1006
# Those of a handshake are made anew.
_HANDSHAKE: Final = "sec-websocket-"


class HttpReplicas:
    """Replicas; an async context manager. It connects at first use."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def ask(self, address: str, request: ReplicaRequest) -> ReplicaReply:
        """Pass *request* on, and return the answer."""
        try:
            async with self._http().request(
                request.method,
                _url(address, request),
                headers=request.headers,
                data=request.body or None,
                allow_redirects=False,
            ) as answer:
                body = await answer.read()
                return ReplicaReply(answer.status, tuple(answer.headers.items()), body)
        except (aiohttp.ClientError, OSError) as error:
            raise NotReached(type(error).__name__) from error

    @asynccontextmanager
    async def connect(self, address: str, request: ReplicaRequest) -> AsyncIterator[ReplicaSocket]:
        """Pass a request for a WebSocket on."""
        headers = {name: value for name, value in request.headers if not name.lower().startswith(_HANDSHAKE)}
        offered = [value for name, value in request.headers if name.lower() == "sec-websocket-protocol"]
        protocols = [name.strip() for value in offered for name in value.split(",") if name.strip()]
        try:
            opened = await self._http().ws_connect(
                _url(address, request), headers=headers, protocols=protocols, max_msg_size=_LONGEST_MESSAGE
            )
        except aiohttp.WSServerHandshakeError as error:
            raise UpgradeRefused(error.status) from error
        except (aiohttp.ClientError, OSError) as error:
            raise NotReached(type(error).__name__) from error
        try:
            yield _Socket(opened)
        finally:
            await opened.close()

    def _http(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_SECONDS),
                connector=aiohttp.TCPConnector(limit=0, ssl=verifying_context()),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                trust_env=False,
            )
        return self._session


class _Socket:
    """A ReplicaSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse[Any]) -> None:
        self._socket = socket

    @property
    def subprotocol(self) -> str | None:
        """Return the subprotocol that was agreed on, if any."""
        return self._socket.protocol

    async def send(self, message: str | bytes) -> None:
        """Send a text or bytes; nothing when it is closed."""
        if self._socket.closed:
            return
        if isinstance(message, str):
            await self._socket.send_str(message)
        else:
            await self._socket.send_bytes(message)

    async def receive(self) -> str | bytes | Farewell:
        """Return the next message; a Farewell when the socket was closed."""
        message = await self._socket.receive()
        match message.type:
            case aiohttp.WSMsgType.TEXT:
                return str(message.data)
            case aiohttp.WSMsgType.BINARY:
                return bytes(message.data)
            case aiohttp.WSMsgType.CLOSE:
                return Farewell(int(message.data or 1000), str(message.extra or ""))
        return Farewell(self._socket.close_code or _GONE, "")


def _url(address: str, request: ReplicaRequest) -> URL:
    # As it was sent: escapes must not be made or resolved on the way.
    return URL(address.rstrip("/") + request.target, encoded=True)
