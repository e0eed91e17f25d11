"""Version 0 of the API: what is left of it. Restricted keys may not use it."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from gossamer.api.answers import RawAnswer, StreamedAnswer, encode_json, json_answer, stream_list
from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.jobs import arrival
from gossamer.core.access import Group, Mode
from gossamer.core.jobs import Job, JobKind, JobPage, JobState
from gossamer.wire import v0
from gossamer.wire.answers import Acknowledged
from gossamer.wire.documents import Locate
from gossamer.wire.job_answers import Cancelled
from gossamer.wire.jobs import CANCELLED

_CRAWLS = frozenset({JobKind.CRAWL})
# Of a crawl that is not complete only the last pages are returned.
_LAST_PAGES = 50
_LAST_BYTES = 10 * 1024 * 1024


async def scrape(call: Call, body: v0.ScrapeRequest) -> Json:
    """Fetch one page and return it whole, as the first version of the API did."""
    return v0.scrape_json(await call.operations.scrape(call.caller, call.group, body.spec(), "v0"), call.locate)


async def search(call: Call, body: v0.SearchRequest) -> Json:
    """Search the web, and scrape the results unless that is not wanted."""
    return v0.search_json(
        await call.operations.searches.search(call.caller, call.group, body.spec(), "v0"), call.locate
    )


async def crawl(call: Call, body: v0.CrawlRequest) -> Json:
    """Begin to crawl a site, and return the job's id."""
    return v0.crawl_started(
        await call.operations.crawls.start(call.caller, call.group, body.spec(), arrival(call, "v0"))
    )


async def crawl_status(call: Call, _: None) -> Json | StreamedAnswer:
    """Return the state of the crawl: all its pages once it is complete, the last ones before."""
    jobs, job_id = call.operations.jobs, call.path["id"]
    job, slices = await jobs.all_pages(call.caller, call.group, job_id, _CRAWLS)
    if job.state is JobState.COMPLETED:
        return StreamedAnswer(_complete(job, slices, call.locate))
    after = max(0, job.progress.done - _LAST_PAGES)
    reading = await jobs.read(
        call.caller, call.group, job_id, _CRAWLS, after=after, limit=_LAST_PAGES, max_bytes=_LAST_BYTES
    )
    partial_data = [v0.crawl_page(reading.job, page, call.locate) for page in reading.pages]
    return {**v0.crawl_summary(job), "data": None, "partial_data": partial_data}


async def _complete(job: Job, slices: AsyncIterator[Sequence[JobPage]], locate: Locate) -> AsyncGenerator[bytes]:
    head = encode_json({**v0.crawl_summary(job), "partial_data": []})
    yield head.removesuffix(b"}") + b',"data":['
    async for part in stream_list(slices, partial(v0.crawl_page, job, locate=locate)):
        yield part
    yield b"]}"


async def cancel_crawl(call: Call, _: None) -> Json:
    """End the crawl now."""
    await call.operations.jobs.cancel(call.caller, call.group, call.path["id"], _CRAWLS)
    return CANCELLED


async def key_auth(call: Call, _: None) -> Json:  # noqa: ARG001 - a caller that comes this far has a key
    """Return whether the key is known."""
    return {"success": True}


def with_return_code(answer: RawAnswer) -> RawAnswer:
    """Return *answer* with its status in the body, where this version's clients look for it."""
    body = msgspec.json.decode(answer.body)
    headers = tuple(h for h in answer.headers if h[0] not in (b"content-type", b"content-length", b"cache-control"))
    return json_answer(answer.status, {**body, "returnCode": answer.status}, headers)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of this version."""
    every = endpoints_of(Group.LEGACY, "v0")
    options: dict[str, Any] = {"body": v0.ScrapeRequest, "mode": Mode.SCRAPE, "dress": with_return_code}
    yield every("POST", "/v0/scrape", "Scrape one page", v0.Scraped, scrape, **options)
    options = {"body": v0.CrawlRequest, "once": True, "mode": Mode.CRAWL}
    yield every("POST", "/v0/crawl", "Crawl a site", v0.CrawlStarted, crawl, **options)
    yield every("GET", "/v0/crawl/status/{id}", "Read a crawl", v0.CrawlStatus, crawl_status)
    yield every("DELETE", "/v0/crawl/cancel/{id}", "Cancel a crawl", Cancelled, cancel_crawl)
    yield every("POST", "/v0/search", "Search", v0.Searched, search, body=v0.SearchRequest, mode=Mode.SEARCH)
    yield every("GET", "/v0/keyAuth", "Check a key", Acknowledged, key_auth)
