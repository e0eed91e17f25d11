"""Version 1 of the API."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.doors import Call, Endpoint, Json
from gossamer.core.access import Group
from gossamer.wire import v1
from gossamer.wire.answers import Scraped


async def scrape(call: Call, body: v1.ScrapeRequest) -> Json:
    """Fetch one page, render it if it needs a browser, and return it in the formats asked for."""
    return v1.scraped(await call.operations.scrape(call.caller, call.group, body.spec()), call.locate)


async def stored_scrape(call: Call, _: None) -> Json:
    """Return what an earlier scrape gave. Results are kept for 24 hours."""
    return v1.stored(await call.operations.stored_scrape(call.caller, call.group, call.path["id"]), call.locate)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield what this version serves."""
    yield Endpoint("POST", "/v1/scrape", Group.SCRAPE, "Scrape one page", "v1", Scraped, scrape, body=v1.ScrapeRequest)
    yield Endpoint("GET", "/v1/scrape/{id}", Group.SCRAPE, "Read a scrape again", "v1", Scraped, stored_scrape)
