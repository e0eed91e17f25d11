"""Settings: the team, its people, what signs its webhooks, and one's own password."""

from collections.abc import Iterator

from gossamer.dashboard.pages.settings import (
    deletion,
    invitations,
    members,
    overview,
    password,
    second_factor,
    webhooks,
)
from gossamer.dashboard.routing import Route

_PARTS = (overview, members, invitations, webhooks, password, second_factor, deletion)


def routes() -> Iterator[Route]:
    """Yield the routes of the settings."""
    for part in _PARTS:
        yield from part.routes()
