"""Small applications to be used as people use them, on `/apps/…`; their server remembers what was done.

Lists that load more, scroll on or have pages; tabs, filters, a sign-in, a cookie banner, a payment in a frame,
components in shadow roots, dialogs, a calendar, an upload, things to drag, a mailbox.
"""

from collections.abc import Iterable

from aiohttp import web

from gossamer.testing.site.applications.app_events import HAPPENINGS, Happening
from gossamer.testing.site.applications.app_pages import desk_routes
from gossamer.testing.site.applications.forms import form_routes
from gossamer.testing.site.applications.lists import list_routes


def application_routes() -> Iterable[web.RouteDef]:
    """Yield the routes of all applications; the web application must have HAPPENINGS."""
    yield from list_routes()
    yield from form_routes()
    yield from desk_routes()
