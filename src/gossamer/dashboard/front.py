"""The one route that an application holds of the dashboard.

What makes pages is loaded when somebody first looks: a tenth of a second and some megabytes that a service which
serves programs alone does without.
"""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from starlette.routing import BaseRoute, Match, Router
from starlette.types import Receive, Scope, Send

from gossamer.operations import Operations

_HERE: Final = "/dashboard"


class Dashboard(BaseRoute):
    """Everything at and below /dashboard.

    *statuses* say which HTTP status each code of a failure has, *now* tells the time. In *open_mode* nobody has to
    prove that the service is theirs when the first person is set up.
    """

    def __init__(
        self, operations: Operations, *, statuses: Mapping[str, int], now: Callable[[], datetime], open_mode: bool
    ) -> None:
        self._operations = operations
        self._statuses = statuses
        self._now = now
        self._open_mode = open_mode
        self._router: Router | None = None
        self._opening = asyncio.Lock()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is ours."""
        path = scope.get("path", "")
        ours = scope["type"] == "http" and (path == _HERE or path.startswith(_HERE + "/"))
        return (Match.FULL if ours else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await (self._router or await self._open_router())(scope, receive, send)

    async def _open_router(self) -> Router:
        async with self._opening:
            if self._router is None:
                self._router = await asyncio.to_thread(self._build)
            return self._router

    def _build(self) -> Router:
        from gossamer.dashboard.app import dashboard_routes  # noqa: PLC0415 - see the module's first sentence

        routes = dashboard_routes(self._operations, statuses=self._statuses, now=self._now, open_mode=self._open_mode)
        return Router(list(routes), redirect_slashes=False)
