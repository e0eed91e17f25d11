"""The colour scheme that a person chose, remembered in a cookie."""

from collections.abc import Iterator
from typing import Final

from starlette.responses import Response

from gossamer.dashboard import cookies
from gossamer.dashboard.routing import PublicRoute, Route
from gossamer.dashboard.visits import Visit

_CHOICES: Final = frozenset({"light", "dark"})


async def choose(visit: Visit) -> Response:
    """Remember the colour scheme; without one of ours the device's is followed again."""
    response = visit.leave(visit.form.one("next"))
    theme = visit.form.one("theme")
    if theme in _CHOICES:
        cookies.remember(response, cookies.THEME, theme, secure=visit.secure)
    else:
        cookies.drop(response, cookies.THEME, secure=visit.secure)
    return response


def routes() -> Iterator[Route]:
    """Yield the route that sets the theme."""
    yield PublicRoute("POST", "/dashboard/theme", choose)
