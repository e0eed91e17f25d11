"""Version 2 of the API."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.doors import Call, Endpoint, Json
from gossamer.api.errors import RequestRefused
from gossamer.core.access import Group
from gossamer.core.ids import is_id
from gossamer.wire import v2
from gossamer.wire.answers import Scraped


async def scrape(call: Call, body: v2.ScrapeRequest) -> Json:
    """Fetch one page, render it if it needs a browser, and return it in the formats asked for."""
    return v2.scraped(await call.operations.scrape(call.caller, call.group, body.spec()), call.locate)


async def stored_scrape(call: Call, _: None) -> Json:
    """Return what an earlier scrape gave. Results are kept for 24 hours."""
    scrape_id = call.path["id"]
    if not is_id(scrape_id):
        raise RequestRefused(400, "Invalid job ID format. Job ID must be a valid UUID.")
    return v2.stored(await call.operations.stored_scrape(call.caller, call.group, scrape_id), call.locate)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield what this version serves."""
    yield Endpoint("POST", "/v2/scrape", Group.SCRAPE, "Scrape one page", "v2", Scraped, scrape, body=v2.ScrapeRequest)
    yield Endpoint("GET", "/v2/scrape/{id}", Group.SCRAPE, "Read a scrape again", "v2", Scraped, stored_scrape)
