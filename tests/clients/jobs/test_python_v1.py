"""The first Python client crawls, scrapes in batches, maps and watches."""

import asyncio
import time
from typing import Any

import pytest
from firecrawl import V1FirecrawlApp

from gossamer.testing.site.graph import GraphSite
from tests.clients.jobs.conftest import GRAPH, ON_SQLITE, PAGES
from tests.clients.service import Service

# The client uses names that its own libraries have given up.
pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), ON_SQLITE]


@pytest.fixture(scope="module")
def app(service: Service) -> V1FirecrawlApp:
    return V1FirecrawlApp(api_key=service.key, api_url=service.url)


def test_a_crawl_brings_every_page(app: V1FirecrawlApp, graph: GraphSite) -> None:
    job = app.crawl_url(graph.url(), poll_interval=1)
    assert job.success
    assert job.status == "completed"
    found = [document.metadata["sourceURL"] for document in job.data]
    assert len(found) == len(set(found)) == job.completed == job.total
    assert {graph.url(f"/page/{n}") for n in range(1, PAGES)} <= set(map(GRAPH.original, found))


def test_a_crawl_can_be_followed_and_cancelled(app: V1FirecrawlApp, graph: GraphSite) -> None:
    started = app.async_crawl_url(graph.url(), limit=30, delay=1)
    assert app.check_crawl_status(started.id).status == "scraping"
    assert app.cancel_crawl(started.id)["status"] == "cancelled"


def test_errors_are_told(app: V1FirecrawlApp, graph: GraphSite) -> None:
    started = app.async_crawl_url(graph.url("/file/0"), ignore_sitemap=True)
    give_up = time.monotonic() + 60
    while app.check_crawl_status(started.id).status == "scraping" and time.monotonic() < give_up:
        time.sleep(0.5)
    told: Any = app.check_crawl_errors(started.id)
    assert [error["url"] if isinstance(error, dict) else error.url for error in told.errors] == [graph.url("/file/0")]


async def test_the_watcher_needs_the_frame_that_says_done(app: V1FirecrawlApp, graph: GraphSite) -> None:
    watcher = await asyncio.to_thread(app.crawl_url_and_watch, graph.url(), limit=6)
    told: list[str] = []
    for name in ("document", "done", "error"):
        watcher.add_event_listener(name, lambda _, name=name: told.append(name))
    await watcher.connect()
    assert told.count("done") == 1
    assert told[-1] == "done"
    assert "error" not in told
    assert len(watcher.data) == 6


def test_a_batch_brings_each_url(app: V1FirecrawlApp, graph: GraphSite) -> None:
    urls = [graph.url(f"/page/{n}") for n in range(1, 6)]
    job = app.batch_scrape_urls(urls, formats=["markdown"], poll_interval=1)
    assert job.status == "completed"
    assert sorted(document.metadata["sourceURL"] for document in job.data) == sorted(urls)


def test_a_map_is_a_list_of_addresses(app: V1FirecrawlApp, graph: GraphSite) -> None:
    found = app.map_url(graph.url())
    assert found.success
    assert {graph.url(f"/page/{n}") for n in range(1, PAGES)} <= set(found.links)


def test_an_idempotency_key_starts_one_crawl(app: V1FirecrawlApp, graph: GraphSite) -> None:
    key = "6f1e7a53-7a0e-4c1d-9b8e-2f4f1e0c9d11"
    app.async_crawl_url(graph.url(), limit=1, idempotency_key=key)
    with pytest.raises(Exception, match="Idempotency key already used"):
        app.async_crawl_url(graph.url(), limit=1, idempotency_key=key)
