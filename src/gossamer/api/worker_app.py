"""The application of a worker on a machine without a server: its figures, and whether it lives."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from gossamer.api.answers import RawAnswer, json_answer
from gossamer.api.metrics import Figures, MetricsAccess, metrics_page


def create_worker_app(figures: Figures, access: MetricsAccess) -> Starlette:
    """Return it."""

    async def live(_: Request) -> RawAnswer:
        return json_answer(200, {"status": "ok", "live": True})

    pages = {**metrics_page(figures, access), "/health/live": live}
    return Starlette(routes=[Route(path, page, methods=["GET"]) for path, page in pages.items()])
