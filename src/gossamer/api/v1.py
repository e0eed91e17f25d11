"""Version 1 of the API."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.extracts import ExtractEndpoints
from gossamer.api.feedback import with_search_refusal
from gossamer.api.jobs import JobEndpoints, arrival, room_for_batch
from gossamer.api.research import endpoints as research_endpoints
from gossamer.api.research import xclaw_endpoints
from gossamer.api.sockets import SocketEndpoint
from gossamer.api.team import v1_endpoints as team_endpoints
from gossamer.core.access import Group, Mode
from gossamer.core.jobs import JobKind
from gossamer.wire import v1
from gossamer.wire.answers import Scraped
from gossamer.wire.batches import BatchOrder
from gossamer.wire.job_answers import ActiveCrawls, BatchStarted, MappedUrls, Started
from gossamer.wire.jobs import active_json, started
from gossamer.wire.search_answers import SearchedFlat

_CRAWL = "/v1/crawl"
_BATCH = "/v1/batch/scrape"
_STATUS = frozenset({"status"})
# The JavaScript client reads its batches under the path of crawls.
_KINDS = frozenset({JobKind.CRAWL, JobKind.BATCH})
_CRAWLS = JobEndpoints("v1", _CRAWL, Group.CRAWL, _KINDS, v1.job_status, _STATUS, always_next=True)
_BATCHES = replace(_CRAWLS, path=_BATCH, group=Group.BATCH_SCRAPE, kinds=frozenset({JobKind.BATCH}))
_EXTRACTS = ExtractEndpoints("v1", v1.ExtractRequest, checks_id=False)


async def scrape(call: Call, body: v1.ScrapeRequest) -> Json:
    """Fetch one page, render it if it needs a browser, and return it in the formats asked for."""
    return v1.scrape_json(await call.operations.scrape(call.caller, call.group, body.spec(), "v1"), call.locate)


async def stored_scrape(call: Call, _: None) -> Json:
    """Return the result of an earlier scrape. Results are kept for 24 hours."""
    return v1.stored_json(await call.operations.stored_scrape(call.caller, call.group, call.path["id"]), call.locate)


async def crawl(call: Call, body: v1.CrawlRequest) -> Json:
    """Begin to crawl a site, and return the job's id. Its status is read under `url`."""
    job_id = await call.operations.crawls.start(call.caller, call.group, body.spec(), arrival(call, "v1"))
    return started(job_id, call.origin + _CRAWL)


async def active(call: Call, _: None) -> Json:
    """Return the team's crawls that run now, youngest first."""
    return active_json(await call.operations.crawls.active(call.caller, call.group))


async def batch(call: Call, order: BatchOrder) -> Json:
    """Begin to scrape many pages, each in the same way, and return the job's id."""
    job_id = await call.operations.batches.start(call.caller, call.group, order.spec, arrival(call, "v1"), order.seeds)
    return order.started(job_id, call.origin + _BATCH)


async def map_site(call: Call, body: v1.MapRequest) -> Json:
    """Return the URLs of a site, the best ones first, without fetching its pages."""
    return v1.map_json(await call.operations.maps.map(call.caller, call.group, body.spec(), "v1"), origin=body.origin)


async def search(call: Call, body: v1.SearchRequest) -> Json:
    """Search the web, and scrape the results if formats are asked for."""
    spec = body.spec()
    results = await call.operations.searches.search(call.caller, call.group, spec, "v1")
    return v1.search_json(results, call.locate, scraped=spec.scrape is not None)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of this version."""
    scraping, crawling = endpoints_of(Group.SCRAPE, "v1"), endpoints_of(Group.CRAWL, "v1")
    path = "/v1/scrape"
    yield scraping("POST", path, "Scrape one page", Scraped, scrape, body=v1.ScrapeRequest, mode=Mode.SCRAPE)
    yield scraping("GET", path + "/{id}", "Read a scrape again", Scraped, stored_scrape)
    options: dict[str, Any] = {"body": v1.CrawlRequest, "once": True, "mode": Mode.CRAWL}
    yield crawling("POST", _CRAWL, "Crawl a site", Started, crawl, **options)
    # Before the path with an id, which would take these words for one.
    for name in ("active", "ongoing"):
        yield crawling("GET", f"{_CRAWL}/{name}", "Crawls that run", ActiveCrawls, active)
    yield from _CRAWLS.endpoints()
    yield _CRAWLS.errors_by_delete()
    options = {"body": v1.BatchScrapeRequest, "once": True, "mode": Mode.SCRAPE, "first": room_for_batch}
    options["prepare"] = v1.BatchScrapeRequest.order
    yield endpoints_of(Group.BATCH_SCRAPE, "v1")("POST", _BATCH, "Scrape many pages", BatchStarted, batch, **options)
    yield from _BATCHES.endpoints()
    yield _BATCHES.errors_by_delete()
    options = {"body": v1.MapRequest, "mode": Mode.MAP}
    yield endpoints_of(Group.MAP, "v1")("POST", "/v1/map", "URLs of a site", MappedUrls, map_site, **options)
    yield from _EXTRACTS.endpoints()
    yield from research_endpoints()
    yield from xclaw_endpoints("/v1/xclaw", "/v1/fireclaw", version="v1")
    options = {"body": v1.SearchRequest, "mode": Mode.SEARCH, "dress": with_search_refusal}
    yield endpoints_of(Group.SEARCH, "v1")("POST", "/v1/search", "Search", SearchedFlat, search, **options)
    yield from team_endpoints()


def sockets() -> Iterator[SocketEndpoint]:
    """Yield the sockets that this version serves."""
    yield _CRAWLS.socket()
    yield _BATCHES.socket()
