"""A team's bound on pages at once, over its jobs and its scrapes together, as the site sees it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from gossamer.api import create_app
from gossamer.bootstrap import RunningService, open_service
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import Actor, NewTeam
from gossamer.core.crawls import CrawlScope, CrawlSpec, SitemapUse
from gossamer.core.jobs import Job, JobKind, JobState
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.operations import JobArrival
from gossamer.settings import Settings
from gossamer.testing.site.graph import Graph, GraphSite, running_graph

OPERATOR = Actor(name="operator", operator=True)
# Slow enough that pages would meet if nothing kept them apart.
GRAPH = Graph(pages=12, links=6, page_bytes=500, latency=0.1)
_KINDS = frozenset({JobKind.CRAWL})


@pytest.fixture
def graph() -> Iterator[GraphSite]:
    with running_graph(GRAPH) as found:
        yield found


@pytest.fixture
async def service(graph: GraphSite, tmp_path: Path) -> AsyncIterator[RunningService]:
    settings = Settings(home=tmp_path, egress_allow=graph.host, chromium="none", workers=0)
    async with open_service(settings, make_first_key=False) as found:
        yield found


async def a_team(service: RunningService, **bounds: int | None) -> NewTeam:
    return await service.operations.members.create_team(OPERATOR, "Bounded", **bounds)  # type: ignore[arg-type]


async def started(service: RunningService, team: NewTeam, graph: GraphSite) -> tuple[Principal, str]:
    caller = await service.operations.authenticate(team.key.secret)
    url = web_url(graph.url())
    spec = CrawlSpec(url, ScrapeSpec(url), CrawlScope(sitemap=SitemapUse.SKIP), limit=GRAPH.pages)
    return caller, await service.operations.crawls.start(caller, Group.CRAWL, spec, JobArrival("http://here", "v2"))


async def ended(service: RunningService, caller: Principal, job_id: str, *, done: int = 10**6) -> Job:
    """Return the job once it has ended, or has so many pages."""
    jobs = service.operations.jobs
    while True:
        found = await jobs.read(caller, Group.CRAWL, job_id, _KINDS, after=0, limit=1, max_bytes=1)
        if found.job.state.final or found.job.progress.done >= done:
            return found.job
        await jobs.changed(found.job, seconds=5)


def most_at_once(graph: GraphSite) -> int:
    """Return how many pages were under way at once at most; robots.txt is none."""
    pages = [hit for hit in graph.hits if not hit.target.startswith("/robots")]
    return max(sum(hit.began <= other.began < hit.ended for hit in pages) for other in pages)


async def test_three_crawls_of_a_team_keep_its_bound_together_and_all_of_them_come_to_their_end(
    service: RunningService, graph: GraphSite
) -> None:
    team = await a_team(service, concurrency=2)
    crawls = [await started(service, team, graph) for _ in range(3)]
    jobs = await asyncio.gather(*(ended(service, *crawl) for crawl in crawls))
    assert [(job.state, job.progress.done) for job in jobs] == [(JobState.COMPLETED, GRAPH.pages)] * 3
    assert most_at_once(graph) == 2


async def test_a_bound_that_is_raised_reaches_a_running_crawl(service: RunningService, graph: GraphSite) -> None:
    team = await a_team(service, concurrency=1)
    caller, job_id = await started(service, team, graph)
    await ended(service, caller, job_id, done=3)
    assert most_at_once(graph) == 1
    await service.operations.members.update_team(OPERATOR, team.team.team_id, concurrency=6)
    assert (await ended(service, caller, job_id)).state is JobState.COMPLETED
    assert 1 < most_at_once(graph) <= 6


@asynccontextmanager
async def over_http(service: RunningService, team: NewTeam) -> AsyncIterator[httpx.AsyncClient]:
    """A client that has the team's key."""
    headers = {"authorization": f"Bearer {team.key.secret}"}
    transport = httpx.ASGITransport(create_app(service.operations))
    async with httpx.AsyncClient(transport=transport, base_url="http://api.example", headers=headers) as client:
        yield client


async def told(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_a_batch_and_scrapes_keep_the_bound_together_and_all_of_them_come_to_their_end(
    service: RunningService, graph: GraphSite
) -> None:
    team = await a_team(service, concurrency=2)
    pages = [graph.url(f"/page/{number}") for number in range(1, GRAPH.pages)]
    async with over_http(service, team) as client:
        batch = (await client.post("/v2/batch/scrape", json={"urls": pages, "maxAge": 0})).json()
        bodies = [{"url": url, "maxAge": 0, "timeout": 60_000} for url in pages[:8]]
        scrapes = [asyncio.create_task(client.post("/v2/scrape", json=body)) for body in bodies]
        path, busy = f"/v2/batch/scrape/{batch['id']}", []
        while (job := await told(client, path))["status"] == "scraping" or not all(one.done() for one in scrapes):
            busy.append(await told(client, "/v2/concurrency-check"))
            # Who only asks takes the core from the pages.
            await asyncio.sleep(0.02)
        answers = [(await one).json() for one in scrapes]
    assert (job["status"], job["completed"]) == ("completed", len(pages))
    assert [answer["success"] for answer in answers] == [True] * 8
    waited = [answer["data"]["metadata"].get("concurrencyQueueDurationMs", 0) for answer in answers]
    assert max(waited) > 0
    assert most_at_once(graph) == 2
    assert {one["maxConcurrency"] for one in busy} == {2}
    assert max(one["concurrency"] for one in busy) == 2


async def test_processes_keep_the_bound_together(service: RunningService, graph: GraphSite, tmp_path: Path) -> None:
    team = await a_team(service, concurrency=2)
    pages = [graph.url(f"/page/{number}") for number in range(1, 9)]
    settings = Settings(home=tmp_path, egress_allow=graph.host, chromium="none", workers=0)
    async with (
        open_service(settings, make_first_key=False, jobs=False) as second,
        over_http(service, team) as client,
        over_http(second, team) as other,
    ):
        bodies = [{"url": url, "maxAge": 0} for url in pages]
        answers = await asyncio.gather(
            *((client, other)[n % 2].post("/v2/scrape", json=body) for n, body in enumerate(bodies))
        )
    assert [answer.status_code for answer in answers] == [200] * 8
    assert most_at_once(graph) == 2
