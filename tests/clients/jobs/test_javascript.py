"""The JavaScript clients crawl, scrape in batches, map and watch, each flow in a process of its own."""

import pytest

from gossamer.testing.site.graph import GraphSite
from tests.clients.jobs.conftest import GRAPH, ON_SQLITE, PAGES, Javascript

pytestmark = [pytest.mark.node, ON_SQLITE]


def urls(graph: GraphSite, count: int) -> list[str]:
    return [graph.url(f"/page/{n}") for n in range(1, count + 1)]


@pytest.mark.parametrize("package", ["firecrawl", "firecrawl-4.24", "@mendable/firecrawl-js"])
def test_a_crawl_brings_every_page(javascript: Javascript, graph: GraphSite, package: str) -> None:
    job = javascript("crawl", package=package, url=graph.url(), options={"pollInterval": 1})
    assert job["status"] == "completed"
    found = [document["metadata"]["sourceURL"] for document in job["data"]]
    assert len(found) == len(set(found)) == job["completed"] == job["total"]
    assert set(urls(graph, PAGES - 1)) <= set(map(GRAPH.original, found))


def test_a_batch_brings_each_url(javascript: Javascript, graph: GraphSite) -> None:
    asked = urls(graph, 6)
    job = javascript("batch", urls=asked, options={"options": {"formats": ["markdown"]}, "pollInterval": 1})
    assert sorted(document["metadata"]["sourceURL"] for document in job["data"]) == sorted(asked)


def test_a_map_names_the_pages(javascript: Javascript, graph: GraphSite) -> None:
    found = {link["url"] for link in javascript("map", url=graph.url(), options={})["links"]}
    assert set(urls(graph, PAGES - 1)) <= found


@pytest.mark.parametrize("package", ["firecrawl", "firecrawl-4.24"])
@pytest.mark.parametrize(("flow", "told"), [("watchCrawl", {"options": {"limit": 8}}), ("watchBatch", {})])
def test_the_watcher_tells_the_end_once(
    javascript: Javascript, graph: GraphSite, flow: str, told: dict[str, object], package: str
) -> None:
    seen = javascript(flow, package=package, url=graph.url(), urls=urls(graph, 8), **told)
    assert seen["error"] is None
    assert (seen["documents"], seen["done"], seen["status"]) == (8, 1, "completed")
    assert seen["snapshots"][-1] == "completed"


def test_a_crawl_is_cancelled(javascript: Javascript, graph: GraphSite) -> None:
    assert javascript("cancel", url=graph.url(), options={"delay": 1}) == {"cancelled": True, "status": "cancelled"}


def test_errors_are_told(javascript: Javascript, graph: GraphSite) -> None:
    told = javascript("errors", url=graph.url("/file/0"), options={"sitemap": "skip", "pollInterval": 1})
    assert [error["url"] for error in told["errors"]] == [graph.url("/file/0")]


def test_a_running_crawl_is_listed_with_its_team(javascript: Javascript, graph: GraphSite) -> None:
    told = javascript("active", url=graph.url(), options={"delay": 1})
    mine = next(crawl for crawl in told["crawls"] if crawl["id"] == told["id"])
    assert mine["teamId"]
    assert mine["url"].rstrip("/") == graph.url("")


def test_the_load_of_a_team_is_told(javascript: Javascript) -> None:
    assert javascript("queue")["success"] is True
    assert javascript("concurrency")["maxConcurrency"] > 0


def test_version_1_crawls_and_scrapes_in_batches_and_maps(javascript: Javascript, graph: GraphSite) -> None:
    job = javascript("crawl1", url=graph.url(), options={"limit": 5, "scrapeOptions": {"formats": ["markdown"]}})
    assert (job["status"], len(job["data"])) == ("completed", 5)
    batch = javascript("batch1", urls=urls(graph, 4), options={"formats": ["markdown"]})
    assert (batch["status"], len(batch["data"])) == ("completed", 4)
    assert set(urls(graph, PAGES - 1)) <= set(javascript("map1", url=graph.url(), options={})["links"])


@pytest.mark.parametrize("flow", ["watchCrawl1", "watchBatch1"])
def test_version_1_watches(javascript: Javascript, graph: GraphSite, flow: str) -> None:
    options = {"limit": 6} if flow == "watchCrawl1" else {"formats": ["markdown"]}
    seen = javascript(flow, url=graph.url(), urls=urls(graph, 6), options=options)
    assert seen["error"] is None
    assert (seen["documents"], seen["done"]) == (6, 1)


def test_an_idempotency_key_starts_one_crawl(javascript: Javascript, graph: GraphSite) -> None:
    told = javascript("twice1", url=graph.url(), options={"limit": 1})
    assert "409" in str(told)
