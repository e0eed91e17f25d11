"""Sessions: what callers ask of them with a key, and what opens with a session's own token."""

from collections.abc import Iterator, Mapping
from typing import Any

from starlette.routing import BaseRoute

from gossamer.api.endpoints import Endpoint
from gossamer.api.health import Page
from gossamer.api.sessions import browsers, devtools, interaction, live_view, replays
from gossamer.api.sessions.tokens import TokenRoute, TokenSocketRoute
from gossamer.operations import Operations


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the doors of sessions."""
    yield from interaction.endpoints()
    yield from browsers.endpoints()


def token_routes(operations: Operations) -> Iterator[BaseRoute]:
    """Yield the routes that a session's token opens."""
    pages = live_view.LivePages()
    yield TokenRoute(live_view.PAGE_PATH, pages.page, operations)
    yield TokenRoute(live_view.STATE_PATH, pages.state, operations)
    yield TokenRoute(devtools.DISCOVERY_PATH, devtools.discovery, operations)
    yield TokenRoute(replays.FILE_PATH, replays.replay_file, operations)
    yield TokenSocketRoute(live_view.socket(), operations)
    yield TokenSocketRoute(devtools.socket(), operations)


def live_view_files() -> Mapping[str, Page]:
    """Return the files that the live view loads, by path."""
    return live_view.FILES
