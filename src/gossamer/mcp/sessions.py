"""What one caller may use of the protocol: the tools that are served, allowed, and of use where the server runs."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.applications import Starlette

from gossamer.core.access import Group
from gossamer.mcp.api import OwnApi
from gossamer.mcp.catalogue import McpTool, list_offered, path_shape
from gossamer.mcp.local_addresses import LocalAddresses
from gossamer.mcp.server import Session


def session(
    app: Starlette,
    connection: Mapping[str, Any],
    headers: tuple[tuple[bytes, bytes], ...],
    may_use: Callable[[Group], bool],
    tools: Mapping[str, McpTool],
    *,
    addresses: LocalAddresses | None = None,
) -> Session:
    """Return the session of a caller whose calls carry *headers* to *app* by *connection*, with those *tools* at most.

    With *addresses* the caller is on this machine, and no server listens.
    """
    offered_tools = list_offered(tools, _list_served(app), may_use, local=addresses is not None)
    return Session(offered_tools, OwnApi(app, connection, headers), addresses)


def _list_served(app: Starlette) -> set[tuple[str, str]]:
    """Return method and path of every endpoint, as `catalogue.path_shape` has paths."""
    return {
        (method, path_shape(route.path))
        for route in app.routes
        if hasattr(route, "path")
        for method in getattr(route, "methods", None) or ()
    }
