"""Every page, by the part of the dashboard it belongs to."""

from collections.abc import Iterator

from gossamer.dashboard.pages import (
    activity,
    appearance,
    audit,
    history,
    keys,
    monitors,
    overview,
    playground,
    research,
    sessions,
    settings,
    sign_in,
    team,
    usage,
)
from gossamer.dashboard.routing import Route

_PARTS = (
    overview,
    playground,
    research,
    activity,
    history,
    sessions,
    monitors,
    usage,
    keys,
    settings,
    audit,
    sign_in,
    appearance,
    team,
)


def routes() -> Iterator[Route]:
    """Yield the routes of all pages."""
    for part in _PARTS:
        yield from part.routes()
