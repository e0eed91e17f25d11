"""API keys: the list, making one, what a key may do, and trying that out."""

from collections.abc import Iterator

from gossamer.dashboard.pages.keys import changing, listing, making, restricting, testing
from gossamer.dashboard.routing import Route

_PARTS = (listing, making, testing, restricting, changing)


def routes() -> Iterator[Route]:
    """Yield what is served. Fixed paths come before those with an id, which would take their words for one."""
    for part in _PARTS:
        yield from part.routes()
