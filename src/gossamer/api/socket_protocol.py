"""WebSockets on the socket: uvicorn's protocol, bounded, and what both protocols are run with.

The head of an upgrade was read and bounded by the HTTP protocol. Clients have next to nothing
to say, so what they may say is small, but for clients of the DevTools protocol, which send
scripts; nothing is compressed, because a compressing stream
costs each watcher memory and every page time. A client that does not answer a ping in time is
gone, or takes so little of what is sent that it might as well be. Closing a connection waits
for the client to take what is left; from one that does not take it, it is torn away.
"""

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from gossamer.api.protocol import Protocol, refuse

# For a client to take the last frames and to say goodbye.
_FAREWELL_SECONDS = 30.0
# How paths end that clients of the DevTools protocol speak to. Playwright's own scripts have some 500 KB.
_DEVTOOLS = "/cdp"
_DEVTOOLS_BYTES = 16 * 1024 * 1024


class SocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket of a client."""

    _farewell: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        """Take the head of an upgrade."""
        if event.path.partition("?")[0].rstrip("/").endswith(_DEVTOOLS):
            self.conn.max_message_size = _DEVTOOLS_BYTES
        super().handle_connect(event)

    async def send(self, message: Any) -> None:
        """Send an ASGI message."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Else each upgrade that was refused would be logged as one that was forgotten.
            self.handshake_complete = True

    def data_received(self, data: bytes) -> None:
        """Take bytes; a head that this protocol cannot read ends the connection."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            refuse(self.transport, HTTPStatus.BAD_REQUEST, "The WebSocket handshake cannot be read.")

    def keepalive_timeout(self) -> None:
        """Give up a client that did not respond, and wake the tasks that wait for it to read."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Send the rest of the buffer to the client, but not for ever."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._farewell = self.loop.call_later(_FAREWELL_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self._farewell is not None:
            self._farewell.cancel()
        super().connection_lost(exc)


PROTOCOLS: Mapping[str, Any] = {
    "http": Protocol,
    "ws": SocketProtocol,
    "ws_max_size": 64 * 1024,
    "ws_ping_interval": 20.0,
    # A client on a slow line answers behind what it is still reading.
    "ws_ping_timeout": 60.0,
    "ws_per_message_deflate": False,
}
