"""The dashboard as routes that an application can hold."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.routing import Route as StarletteRoute

from gossamer.dashboard import pages
from gossamer.dashboard.assets import PREFIX, Assets
from gossamer.dashboard.rendering import Views
from gossamer.dashboard.routing import House, PageRoute, PublicRoute, problem
from gossamer.dashboard.visits import Visit
from gossamer.operations import Operations

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_NOWHERE = "There is no such page. It may have been moved, or the address has a slip in it."


def dashboard_routes(
    operations: Operations, *, statuses: Mapping[str, int], now: Callable[[], datetime], open_mode: bool
) -> Sequence[BaseRoute]:
    """Return every route of the dashboard; see `front.Dashboard` for what it is given."""
    assets, views = _load_package_files()
    house = House(operations, views, statuses, now, open_mode)
    doors: list[BaseRoute] = [PageRoute(route, house) for route in pages.routes()]
    nowhere = [PageRoute(PublicRoute(method, "/dashboard/{rest:path}", _nowhere), house) for method in _METHODS]
    return [_files(assets), *doors, *nowhere]


@cache
def _load_package_files() -> tuple[Assets, Views]:
    """Read them once a process: compiling the templates of a first page takes a tenth of a second."""
    assets = Assets()
    return assets, Views(assets)


def _files(assets: Assets) -> StarletteRoute:
    async def file(request: Request) -> Response:
        return assets.answer(request.path_params["name"]) or Response(status_code=404)

    return StarletteRoute(PREFIX + "{name:path}", file, methods=["GET"], include_in_schema=False)


async def _nowhere(visit: Visit) -> Response:
    return problem(visit, 404, _NOWHERE)
