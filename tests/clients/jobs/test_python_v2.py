"""The unified Python client crawls, scrapes in batches and maps, from beginning to end."""

import threading
import time
from typing import Any

import pytest
from firecrawl import AsyncFirecrawl, Firecrawl
from firecrawl.v2.types import PaginationConfig, ScrapeOptions
from firecrawl.v2.utils.error_handler import FirecrawlError

from gossamer.testing.site.graph import GraphSite
from tests.clients.jobs.conftest import GRAPH, PAGES
from tests.clients.service import Service


def sources(documents: list[Any]) -> list[str]:
    return [document.metadata.source_url for document in documents]


def test_a_crawl_brings_every_page_once(python: Firecrawl, graph: GraphSite) -> None:
    job = python.crawl(graph.url(), poll_interval=1, timeout=60)
    assert job.status == "completed"
    found = sources(job.data)
    assert len(found) == len(set(found))
    assert {graph.url(f"/page/{n}") for n in range(1, PAGES)} <= set(map(GRAPH.original, found))
    assert job.completed == job.total == len(found) == job.credits_used
    assert all(document.markdown for document in job.data)
    assert job.next is None
    assert job.expires_at is not None


def test_a_limit_is_kept_exactly(python: Firecrawl, graph: GraphSite) -> None:
    job = python.crawl(graph.url(), limit=7, poll_interval=1, timeout=60)
    assert (job.status, len(job.data), job.completed, job.credits_used) == ("completed", 7, 7, 7)


def test_every_option_is_taken(python: Firecrawl, graph: GraphSite) -> None:
    job = python.crawl(
        graph.url(),
        include_paths=["/page/.*"],
        exclude_paths=["/page/1[0-9]"],
        max_discovery_depth=1,
        sitemap="skip",
        ignore_query_parameters=True,
        crawl_entire_domain=True,
        allow_external_links=False,
        allow_subdomains=False,
        max_concurrency=2,
        limit=100,
        scrape_options=ScrapeOptions(formats=["markdown", "links"], only_main_content=False, max_age=0),
        poll_interval=1,
        timeout=60,
    )
    assert job.status == "completed"
    paths = {source.removeprefix(graph.url("")) for source in sources(job.data)}
    assert {f"/page/{n}" for n in range(1, 5)} <= paths
    assert not any(path.startswith("/page/1") and len(path) == len("/page/10") for path in paths)
    assert all(document.links for document in job.data)


def test_pages_of_results_follow_one_another_without_gap_or_repetition(python: Firecrawl, graph: GraphSite) -> None:
    job = python.crawl(graph.url(), poll_interval=1, timeout=60)
    first = python.get_crawl_status(job.id, pagination_config=PaginationConfig(auto_paginate=False))
    assert first.next is None
    assert sources(first.data) == sources(job.data)


def test_what_could_not_be_had_is_told_with_its_reason(python: Firecrawl, graph: GraphSite) -> None:
    job = python.crawl(graph.url("/file/0"), sitemap="skip", poll_interval=1, timeout=60)
    assert job.data == []
    told = python.get_crawl_errors(job.id)
    assert [error.url for error in told.errors] == [graph.url("/file/0")]
    assert all(error.code for error in told.errors)


def test_what_robots_txt_forbids_is_told(python: Firecrawl, graph: GraphSite) -> None:
    job = python.crawl(graph.url(), poll_interval=1, timeout=60)
    told = python.get_crawl_errors(job.id)
    assert sorted(told.robots_blocked) == [graph.url("/private/0"), graph.url("/private/1")]
    assert graph.hits_of("/private") == []


def test_a_running_crawl_is_listed_and_can_be_cancelled(python: Firecrawl, graph: GraphSite) -> None:
    started = python.start_crawl(graph.url(), delay=1)
    assert started.id in [crawl.id for crawl in python.get_active_crawls().crawls]
    assert python.cancel_crawl(started.id) is True
    assert python.get_crawl_status(started.id).status == "cancelled"
    assert started.id not in [crawl.id for crawl in python.get_active_crawls().crawls]


def test_a_crawl_that_has_ended_cannot_be_cancelled(python: Firecrawl, graph: GraphSite) -> None:
    job = python.crawl(graph.url(), limit=1, poll_interval=1, timeout=60)
    assert python.cancel_crawl(job.id) is False


def test_an_unknown_crawl_is_an_error(python: Firecrawl) -> None:
    with pytest.raises(FirecrawlError, match="Job not found"):
        python.get_crawl_status("00000000-0000-4000-8000-00000000dead")


def test_a_prompt_becomes_options(python: Firecrawl) -> None:
    told = python.crawl_params_preview("https://docs.example.com", "Extract all blog posts and documentation")
    assert told.include_paths == ["blog/.*", "docs/.*"]
    assert told.warning


def test_the_watcher_tells_every_document_and_then_the_end(python: Firecrawl, graph: GraphSite) -> None:
    started = python.start_crawl(graph.url(), limit=12)
    watcher = python.watcher(started.id, kind="crawl", poll_interval=1, timeout=60)
    documents: list[Any] = []
    ended = threading.Event()
    order: list[str] = []
    watcher.add_event_listener("document", lambda told: (documents.append(told), order.append("document")))  # type: ignore[func-returns-value]
    watcher.add_event_listener("done", lambda _: (order.append("done"), ended.set()))  # type: ignore[func-returns-value]
    watcher.start()
    assert ended.wait(60)
    assert len(documents) == 12
    assert order.count("done") == 1
    assert order[-1] == "done"


async def test_the_asynchronous_client_crawls_and_watches(service: Service, graph: GraphSite) -> None:
    client = AsyncFirecrawl(api_key=service.key, api_url=service.url)
    job = await client.crawl(url=graph.url(), limit=5, poll_interval=1, timeout=60)
    assert (job.status, len(job.data)) == ("completed", 5)
    started = await client.start_crawl(url=graph.url(), limit=9)
    last = None
    async for snapshot in client.watcher(started.id, kind="crawl", poll_interval=1, timeout=60):
        last = snapshot
    assert last is not None
    assert (last.status, len(last.data)) == ("completed", 9)


def test_a_batch_brings_each_url(python: Firecrawl, graph: GraphSite) -> None:
    urls = [graph.url(f"/page/{n}") for n in range(1, 9)]
    job = python.batch_scrape(urls, formats=["markdown", "links"], poll_interval=1, wait_timeout=60)
    assert job.status == "completed"
    assert sorted(sources(job.data)) == sorted(urls)
    assert job.completed == job.total == job.credits_used == len(urls)


def test_urls_that_cannot_be_read_are_told(python: Firecrawl, graph: GraphSite) -> None:
    started = python.start_batch_scrape(
        [graph.url("/page/1"), "http://", "https://a b.example"], ignore_invalid_urls=True
    )
    assert started.invalid_urls == ["http://", "https://a b.example"]


def ended(python: Firecrawl, batch: str) -> Any:
    """Return the batch when it has ended, asked as often as the client itself would."""
    give_up = time.monotonic() + 60
    while (job := python.get_batch_scrape_status(batch)).status == "scraping" and time.monotonic() < give_up:
        time.sleep(0.5)
    return job


def test_a_batch_grows_until_it_has_ended(python: Firecrawl, graph: GraphSite) -> None:
    slow = [graph.url(f"/slow/{n}") for n in range(4)]
    first = python.start_batch_scrape(slow, max_concurrency=1).id
    more = [graph.url("/page/2"), graph.url("/page/3")]
    assert python.start_batch_scrape(more, append_to_id=first).id == first
    grown = [*more, *slow]
    assert sorted(sources(ended(python, first).data)) == grown
    with pytest.raises(FirecrawlError, match="Start a new batch") as refused:
        python.start_batch_scrape(more, append_to_id=first)
    assert refused.value.status_code == 409


def test_what_a_batch_could_not_get_is_told(python: Firecrawl, graph: GraphSite) -> None:
    batch = python.start_batch_scrape([graph.url("/page/1"), graph.url("/file/0")]).id
    assert sources(ended(python, batch).data) == [graph.url("/page/1")]
    assert [error.url for error in python.get_batch_scrape_errors(batch).errors] == [graph.url("/file/0")]


def test_the_watcher_of_a_batch_tells_the_end(python: Firecrawl, graph: GraphSite) -> None:
    started = python.start_batch_scrape([graph.url(f"/page/{n}") for n in range(1, 7)])
    watcher = python.watcher(started.id, kind="batch", poll_interval=1, timeout=60)
    ended = threading.Event()
    documents: list[Any] = []
    watcher.add_event_listener("document", documents.append)
    watcher.add_event_listener("done", lambda _: ended.set())
    watcher.start()
    assert ended.wait(60)
    assert len(documents) == 6


def test_a_map_names_the_pages(python: Firecrawl, graph: GraphSite) -> None:
    found = {link.url for link in python.map(graph.url()).links}
    assert {graph.url(f"/page/{n}") for n in range(1, PAGES)} <= found


def test_a_map_is_ranked_and_limited(python: Firecrawl, graph: GraphSite) -> None:
    found = python.map(graph.url(), search="page 17", limit=5, sitemap="include").links
    assert found[0].url == graph.url("/page/17")
    assert len(found) <= 5


def test_the_load_of_a_team_is_told(python: Firecrawl, graph: GraphSite) -> None:
    assert python.get_concurrency().max_concurrency > 0
    started = python.start_crawl(graph.url(), delay=1)
    assert python.get_queue_status().jobs_in_queue >= 1
    python.cancel_crawl(started.id)
