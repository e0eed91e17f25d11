"""The protocol over standard input and output, for one client on the same machine."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import anyio
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from starlette.applications import Starlette

from gossamer.mcp.catalogue import McpTool
from gossamer.mcp.local_addresses import HOST, LocalAddresses
from gossamer.mcp.server import mcp_server
from gossamer.mcp.sessions import session

_CONNECTION: Final = {
    "client": ("127.0.0.1", 0),
    "server": (HOST, 80),
    "scheme": "http",
    "asgi": {"version": "3.0"},
}
_HEADERS: Final = ((b"host", HOST.encode()),)


async def serve_streams(app: Starlette, file_of: Callable[[str], str], tools: Mapping[str, McpTool]) -> None:
    """Serve the client until it closes standard input; of *tools* it may use those that *app* serves.

    The app asks for no key. *file_of* returns the path of a stored file, such as a screenshot, by its name.
    """
    ours = session(app, _CONNECTION, _HEADERS, lambda _: True, tools, addresses=LocalAddresses(file_of))
    server = mcp_server(lambda _: ours)
    sending, receiving = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    async with stdio_server() as (reading, writing), anyio.create_task_group() as group:
        group.start_soon(_pass_on, reading, sending, writing)
        await server.run(receiving, writing, server.create_initialization_options())


async def _pass_on(reading: Any, sending: Any, writing: Any) -> None:
    """Pass on what was read; a line that is no message is answered here, where the library only logs it."""
    async with sending:
        async for message in reading:
            if isinstance(message, Exception):
                is_json = not any(issue["type"] == "json_invalid" for issue in getattr(message, "errors", list)())
                code, text = (INVALID_REQUEST, "Invalid request") if is_json else (PARSE_ERROR, "Parse error")
                error = JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=text))
                await writing.send(SessionMessage(error))
            else:
                await sending.send(message)
