"""The protocol over standard input and output, for one client on the same machine."""

from collections.abc import Callable
from typing import Final

from mcp.server.stdio import stdio_server
from starlette.applications import Starlette

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


async def serve_streams(app: Starlette, file_of: Callable[[str], str]) -> None:
    """Serve the client until it closes standard input; it may use all that *app*, which asks for no key, serves.

    *file_of* returns the path of a stored file, such as a screenshot, by its name.
    """
    ours = session(app, _CONNECTION, _HEADERS, lambda _: True, addresses=LocalAddresses(file_of))
    server = mcp_server(lambda _: ours)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
