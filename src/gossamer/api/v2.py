"""Version 2 of the API."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.agents import endpoints as agent_endpoints
from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.extracts import ExtractEndpoints
from gossamer.api.feedback import with_bad_gateway, with_feedback_code, with_search_refusal
from gossamer.api.history import endpoints as history_endpoints
from gossamer.api.jobs import JobEndpoints, arrival, room_for_batch
from gossamer.api.monitors import endpoints as monitor_endpoints
from gossamer.api.parse import endpoints as parse_endpoints
from gossamer.api.registers import endpoints as register_endpoints
from gossamer.api.requests import query_lists
from gossamer.api.research import xclaw_endpoints
from gossamer.api.sessions import endpoints as session_endpoints
from gossamer.api.sockets import SocketEndpoint
from gossamer.api.team import v2_endpoints as team_endpoints
from gossamer.core.access import Group, Mode
from gossamer.core.jobs import JobKind
from gossamer.wire import v2
from gossamer.wire.answers import Scraped
from gossamer.wire.batches import BatchOrder
from gossamer.wire.job_answers import ActiveCrawls, BatchStarted, CrawlStarted, Mapped, Previewed
from gossamer.wire.jobs import active_json, started
from gossamer.wire.queries import parameters, read_query
from gossamer.wire.search_answers import FeedbackTaken, Searched

_CRAWL = "/v2/crawl"
_SEARCH = "/v2/search"
_BATCH = "/v2/batch/scrape"
_CRAWLS = JobEndpoints("v2", _CRAWL, Group.CRAWL, frozenset({JobKind.CRAWL}), v2.job_status)
_CHECKED = frozenset({"status", "cancel"})
_BATCHES = JobEndpoints("v2", _BATCH, Group.BATCH_SCRAPE, frozenset({JobKind.BATCH}), v2.job_status, _CHECKED)
_EXTRACTS = ExtractEndpoints("v2", v2.ExtractRequest, checks_id=True)


async def scrape(call: Call, body: v2.ScrapeRequest) -> Json:
    """Fetch one page, render it if it needs a browser, and return it in the formats asked for."""
    if body.alexandria is not None:
        return v2.tools_found(body.alexandria)
    return v2.scrape_json(await call.operations.scrape(call.caller, call.group, body.spec(), "v2"), call.locate)


async def stored_scrape(call: Call, _: None) -> Json:
    """Return the result of an earlier scrape. Results are kept for 24 hours."""
    return v2.stored_json(await call.operations.stored_scrape(call.caller, call.group, call.job_id), call.locate)


async def crawl(call: Call, body: v2.CrawlRequest) -> Json:
    """Begin to crawl a site, and return the job's id. Its status is read under `url`.

    With a `prompt`, options that it stands for hold where the body names none.
    """
    arrived = arrival(call, "v2")
    if not body.prompt:
        job_id = await call.operations.crawls.start(call.caller, call.group, body.spec(), arrived)
        return started(job_id, call.origin + _CRAWL)
    read = await call.operations.crawls.preview(call.caller, call.group, body.site(), body.prompt)
    spec = body.spec_by_prompt(read.options, read.warning)
    job_id = await call.operations.crawls.start(call.caller, call.group, spec, arrived)
    return v2.crawl_started_by_prompt(job_id, call.origin + _CRAWL, spec, read.options, read.warning)


async def preview(call: Call, body: v2.CrawlParamsPreview) -> Json:
    """Return which options of a crawl a prompt stands for. The start page and the sitemaps may be read for it."""
    reading = await call.operations.crawls.preview(call.caller, call.group, body.site(), body.prompt)
    return v2.preview_json(body.url, reading.options, reading.warning)


async def active(call: Call, _: None) -> Json:
    """Return the team's crawls that run now, youngest first."""
    return active_json(await call.operations.crawls.active(call.caller, call.group))


async def batch(call: Call, order: BatchOrder) -> Json:
    """Begin to scrape many pages, each in the same way, and return the job's id."""
    job_id = await call.operations.batches.start(call.caller, call.group, order.spec, arrival(call, "v2"), order.seeds)
    return order.started(job_id, call.origin + _BATCH)


async def map_site(call: Call, body: v2.MapRequest) -> Json:
    """Return the URLs of a site, the best ones first, without fetching its pages."""
    return v2.map_json(await call.operations.maps.map(call.caller, call.group, body.spec(), "v2"))


async def search(call: Call, body: v2.SearchRequest) -> Json:
    """Search the web, news or images, and scrape the results if formats are asked for."""
    return v2.search_json(
        await call.operations.searches.search(call.caller, call.group, body.spec(), "v2"), call.locate
    )


async def gov_search(call: Call, body: v2.GovSearchRequest) -> Json:
    """Search the sites of governments, parliaments and courts."""
    search_results = await call.operations.searches.search(call.caller, call.group, body.spec(), "v2")
    answer = v2.search_json(search_results, call.locate)
    # Its clients need the list, be it empty.
    return {**answer, "data": {"web": [], **answer["data"]}}


async def gov_query(call: Call, _: None) -> Json:
    """Search the sites of governments, parliaments and courts."""
    return await gov_search(call, read_query(v2.GovQueryString, query_lists(call.scope)))


async def search_feedback(call: Call, body: v2.SearchFeedback) -> Json:
    """Say how good the results of a search were. The first time gives a credit back."""
    verdict = body.feedback(call.job_id)
    return v2.feedback_taken(await call.operations.searches.feedback(call.caller, call.group, verdict))


async def feedback(call: Call, body: v2.AnyFeedback) -> Json:
    """Say how good the answer to a search, scrape, parse or map was."""
    return v2.feedback_taken(await call.operations.searches.feedback(call.caller, call.group, body.feedback()))


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of this version."""
    page, crawls, batches = endpoints_of(Group.SCRAPE), endpoints_of(Group.CRAWL), endpoints_of(Group.BATCH_SCRAPE)
    path, options = "/v2/scrape", {"body": v2.ScrapeRequest, "mode": Mode.SCRAPE, "hints": "page"}
    yield page("POST", path, "Scrape one page", v2.PageScraped, scrape, **options)
    yield page("GET", path + "/{id}", "Read a scrape again", Scraped, stored_scrape)
    yield from history_endpoints()
    yield from session_endpoints()
    yield from parse_endpoints()
    options = {"body": v2.CrawlRequest, "once": True, "mode": Mode.CRAWL}
    yield crawls("POST", _CRAWL, "Crawl a site", CrawlStarted, crawl, **options)
    path, options = _CRAWL + "/params-preview", {"body": v2.CrawlParamsPreview, "mode": Mode.CRAWL}
    yield crawls("POST", path, "Read a crawl's options from a prompt", Previewed, preview, **options)
    # Before the path with an id, which would take these words for one.
    for name in ("active", "ongoing"):
        yield crawls("GET", f"{_CRAWL}/{name}", "Crawls that run", ActiveCrawls, active)
    yield from _CRAWLS.endpoints()
    yield from _CRAWLS.report_endpoints()
    options = {"body": v2.BatchScrapeRequest, "once": True, "mode": Mode.SCRAPE}
    options |= {"first": room_for_batch, "prepare": v2.BatchScrapeRequest.order}
    yield batches("POST", _BATCH, "Scrape many pages", BatchStarted, batch, **options)
    yield from _BATCHES.endpoints()
    yield from _BATCHES.report_endpoints()
    options = {"body": v2.MapRequest, "mode": Mode.MAP, "hints": "map"}
    yield endpoints_of(Group.MAP)("POST", "/v2/map", "URLs of a site", Mapped, map_site, **options)
    yield from _EXTRACTS.endpoints()
    yield from monitor_endpoints()
    yield from agent_endpoints()
    yield from register_endpoints()
    yield from xclaw_endpoints("/v2/xclaw", "/v2/fireclaw", version="v2")
    yield from _search_endpoints()
    yield from team_endpoints()


def _search_endpoints() -> Iterator[Endpoint[Any]]:
    searches = endpoints_of(Group.SEARCH, mode=Mode.SEARCH, hints="search")
    options: dict[str, Any] = {"body": v2.SearchRequest, "dress": with_search_refusal}
    yield searches("POST", _SEARCH, "Search", Searched, search, **options)
    path, summary, dress = _SEARCH + "/gov", "Search government sites", with_bad_gateway
    query = parameters(v2.GovQueryString)
    yield searches("GET", path, summary, Searched, gov_query, query=query, dress=dress)
    yield searches("POST", path, summary, Searched, gov_search, body=v2.GovSearchRequest, dress=dress)
    path, options = f"{_SEARCH}/{{id}}/feedback", {"mode": Mode.ACCOUNT, "dress": with_feedback_code}
    on_search, on_any = endpoints_of(Group.SEARCH, **options), endpoints_of(Group.ACCOUNT, **options)
    yield on_search("POST", path, "Feedback on a search", FeedbackTaken, search_feedback, body=v2.SearchFeedback)
    yield on_any("POST", "/v2/feedback", "Feedback on an answer", FeedbackTaken, feedback, body=v2.AnyFeedback)


def sockets() -> Iterator[SocketEndpoint]:
    """Yield the sockets that this version serves."""
    yield _CRAWLS.socket()
    yield _BATCHES.socket()
