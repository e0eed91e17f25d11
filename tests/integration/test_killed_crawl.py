"""A crawl whose service is killed and started again: what is fetched a second time."""

import os
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from gossamer.testing.site.graph import Graph, GraphSite, running_graph
from tests.clients.service import KEY, Service, running_service

_IN_FLIGHT = 6
_KILLED_AFTER = (40, 90, 140)
_ENV = {"GOSSAMER_WORKERS": "0", "GOSSAMER_RENDER": "never"}


def _ask(service: Service, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {KEY}"}
    answer = httpx.request(method, f"{service.url}{path}", json=body, headers=headers, timeout=30)
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


def _start(service: Service, site: GraphSite) -> str:
    body = {
        "url": site.url(),
        "limit": 1000,
        "maxConcurrency": _IN_FLIGHT,
        "scrapeOptions": {"formats": ["markdown"], "maxAge": 0},
    }
    return str(_ask(service, "POST", "/v2/crawl", body)["id"])


def _fetches(site: GraphSite) -> Counter[str]:
    return Counter(hit.target for hit in site.hits_of("/page/"))


def _until_fetched(site: GraphSite, count: int) -> None:
    while _fetches(site).total() < count:
        # Another process fetches; there is no event to wait for.
        time.sleep(0.002)


def _until_completed(service: Service, job: str) -> int:
    while (status := _ask(service, "GET", f"/v2/crawl/{job}?limit=1"))["status"] == "scraping":
        time.sleep(0.05)
    assert status["status"] == "completed"
    return int(status["completed"])


@pytest.mark.parametrize("latency", [0.02, 0.15], ids=["quick pages", "slow pages"])
def test_a_kill_has_no_more_pages_fetched_again_than_were_in_flight(tmp_path: Path, latency: float) -> None:
    with running_graph(Graph(pages=200, links=8, page_bytes=4_000, latency=latency)) as site:
        job = ""
        for fetches in _KILLED_AFTER:
            with running_service(tmp_path, egress_allow=site.host, env=_ENV) as service:
                job = job or _start(service, site)
                _until_fetched(site, fetches)
                os.kill(service.pid, signal.SIGKILL)
        with running_service(tmp_path, egress_allow=site.host, env=_ENV) as service:
            assert _until_completed(service, job) == site.graph.pages
        again = sum(count - 1 for count in _fetches(site).values())
        assert again <= _IN_FLIGHT * len(_KILLED_AFTER)
