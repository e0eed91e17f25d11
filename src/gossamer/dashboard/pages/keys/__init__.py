"""API keys: the list, making one, what a key may do, and trying that out."""

from collections.abc import Iterator

from gossamer.dashboard.pages.keys import key_changes, key_creation, key_list, key_restrictions, key_tester
from gossamer.dashboard.routing import Route

_PARTS = (key_list, key_creation, key_tester, key_restrictions, key_changes)


def routes() -> Iterator[Route]:
    """Yield the routes of keys. Fixed paths come before those with an id, which would match them."""
    for part in _PARTS:
        yield from part.routes()
