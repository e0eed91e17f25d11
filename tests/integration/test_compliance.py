"""The terms of real sites over HTTP, and the compliance report of jobs beside the access log of the site."""

import asyncio
import csv
import io
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiohttp import web
from pydantic import SecretStr
from typer.testing import CliRunner

from gossamer.api import create_app
from gossamer.bootstrap import open_service
from gossamer.cli.app import app
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import Actor
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import GoTo
from gossamer.core.jobs import Job, JobKind
from gossamer.core.restrictions import Restrictions
from gossamer.core.sessions import SessionSpec
from gossamer.operations import Operations
from gossamer.settings import Settings
from gossamer.wire.compliance import Compliance
from tests.asking import ended_job

KEY = "fc-" + "ab" * 16
ROBOTS = """\
User-agent: *
Allow: /
Disallow: /private
Content-Signal: ai-train=no, search=yes
Content-Signal: /open ai-train=yes
"""
LINKS = ("/open", "/moved", "/private/a", "/busy", "/missing", "/paid", "/to-private", "/unwilling", "/closing", "/a")
MOVES = {"/moved": "/there", "/there": "/target", "/to-private": "/private/b"}
_MARKDOWN = partial(web.Response, text="# Page\n\nA page about the weather.\n" * 20, content_type="text/markdown")
FILES = {"/robots.txt", "/sitemap.xml", "/sitemap_index.xml", "/ai.txt", "/.well-known/tdmrep.json", "/favicon.ico"}


@dataclass
class Origin:
    """A site that logs its answers: path and status; status None where the connection was closed instead."""

    port: int = 0
    log: list[tuple[str, int | None]] = field(default_factory=list)
    busy: int = 2

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pages(self) -> list[tuple[str, int | None]]:
        """Return the log without files about the site."""
        return [(path, status) for path, status in self.log if path not in FILES]

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.path
        if path == "/closing":
            self.log.append((path, None))
            assert request.transport is not None
            request.transport.abort()
        wants_markdown = path == "/twofold" and "text/markdown" in request.headers.get("accept", "")
        answer = _MARKDOWN() if wants_markdown else self._answer_to(path)
        if path != "/closing":
            self.log.append((path, answer.status))
        return answer

    def _answer_to(self, path: str) -> web.Response:
        if path == "/busy" and self.busy:
            self.busy -= 1
            return web.Response(status=503, headers={"retry-after": "1"})
        if path in MOVES:
            return web.Response(status=302, headers={"location": MOVES[path]})
        if path in FILES | {"/missing"}:
            is_there = path == "/robots.txt"
            return web.Response(text=ROBOTS if is_there else "Not here", status=200 if is_there else 404)
        headers = {"/unwilling": {"x-robots-tag": "noai"}, "/paid": {"crawler-price": "USD 0.01"}}.get(path)
        links = "".join(f'<p>A page about the weather. <a href="{link}">More of it</a></p>' for link in LINKS)
        robots = '<meta name="robots" content="noai">' if path == "/twofold" else ""
        html = f"<html><head>{robots}<title>Page</title></head><body><main>{links}</main></body></html>"
        status = 402 if path == "/paid" else 200
        return web.Response(text=html, content_type="text/html", status=status, headers=headers)


@pytest.fixture
async def origin() -> AsyncIterator[Origin]:
    found = Origin()
    server = web.Server(found.answer)
    runner = web.ServerRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert site._server is not None
    found.port = site._server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
    yield found
    await runner.cleanup()


@dataclass
class Client:
    """A caller of a service that runs in this process."""

    http: httpx.AsyncClient
    operations: Operations

    async def ask(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        call = self.http.get(path, headers=headers) if body is None else self.http.post(path, json=body)
        return await call

    async def run_job(self, path: str, body: Any) -> Job:
        """Start a job and return it once it has ended."""
        answer = await self.ask(path, body)
        assert answer.status_code == 200, answer.text
        caller = Principal(await self.operations.jobs.owner(answer.json()["id"]), "test")
        while True:
            job, _ = await self.operations.jobs.visits(caller, Group.CRAWL, answer.json()["id"], frozenset(JobKind))
            if job.state.final:
                return job
            await self.operations.jobs.changed(job, seconds=30)

    async def report(self, job: Job, path: str = "/v2/crawl") -> dict[str, dict[str, Any]]:
        """Return the lines of the compliance report of *job* by the paths of their addresses."""
        answer = (await self.ask(f"{path}/{job.job_id}/compliance")).json()
        Compliance.model_validate(answer)
        return {httpx.URL(line["url"]).path: line for line in answer["urls"]}


@asynccontextmanager
async def opened(home: Path, origin: Origin, **more: Any) -> AsyncIterator[Client]:
    settings: dict[str, Any] = {"egress_allow": f"127.0.0.1:{origin.port}", "api_key": SecretStr(KEY), "workers": 0}
    async with AsyncExitStack() as stack:
        made = Settings(home=home, **settings, **more)
        service = await stack.enter_async_context(open_service(made))
        transport = httpx.ASGITransport(create_app(service.operations))
        headers = {"authorization": f"Bearer {KEY}"}
        client = httpx.AsyncClient(transport=transport, base_url="http://here", headers=headers, timeout=60)
        yield Client(await stack.enter_async_context(client), service.operations)


def sent(report: dict[str, dict[str, Any]]) -> Counter[tuple[str, int | None]]:
    """Return the requests of a report as a site logs them."""
    requests = (request for line in report.values() for request in line["requests"])
    return Counter((httpx.URL(request["url"]).path, request["status"]) for request in requests)


@pytest.mark.parametrize(
    "options", [{}, pytest.param({"waitFor": 1}, marks=pytest.mark.browser)], ids=["by HTTP", "in a browser"]
)
async def test_the_report_of_a_crawl_agrees_with_the_access_log(
    tmp_path: Path, origin: Origin, options: dict[str, Any]
) -> None:
    async with opened(tmp_path, origin) as client:
        body = {"url": origin.url, "scrapeOptions": {"maxAge": 0, "purpose": "ai-train", **options}}
        job = await client.run_job("/v2/crawl", body)
        report = await client.report(job)
    # How often an unanswered request is repeated is up to browsers and libraries.
    unanswered = ("/closing", None)
    assert sent(report) - Counter({unanswered: 100}) == Counter(origin.pages) - Counter({unanswered: 100})
    assert {path for path, line in report.items() if line["fetched"]} == {*LINKS, "/"} - {"/private/a"}
    assert (report["/private/a"]["code"], report["/private/a"]["robots"]) == (
        "ROBOTS",
        {"line": 3, "group": "*", "rule": "Disallow: /private"},
    )
    assert [request["status"] for request in report["/moved"]["requests"]] == [302, 302, 200]
    assert [request["status"] for request in report["/busy"]["requests"]] == [503, 503, 200]
    assert report["/to-private"]["code"] == "ROBOTS"
    assert report["/paid"]["code"] == "SCRAPE_PAYMENT_REQUIRED"
    assert {request["status"] for request in report["/closing"]["requests"]} == {None}
    assert {report[path]["decision"] for path in ("/", "/unwilling", "/moved")} == {"denied"}
    assert (report["/open"]["decision"], report["/open"]["identity"]) == ("allowed", "browser")
    assert report["/"]["robots"] == {"line": 2, "group": "*", "rule": "Allow: /"}


async def test_a_crawl_that_obeys_fetches_nothing_that_its_site_denies(tmp_path: Path, origin: Origin) -> None:
    options = {"maxAge": 0, "purpose": "ai-train", "termsPolicy": "obey"}
    async with opened(tmp_path, origin) as client:
        urls = [f"{origin.url}{path}" for path in ("/a", "/open", "/open/unlinked")]
        job = await client.run_job("/v2/batch/scrape", {"urls": urls, **options})
        report = await client.report(job, "/v2/batch/scrape")
        errors = (await client.ask(f"/v2/batch/scrape/{job.job_id}/errors")).json()["errors"]
    assert origin.pages == [("/open", 200), ("/open/unlinked", 200)] or len(origin.pages) == 2
    assert [(error["url"], error["code"]) for error in errors] == [(urls[0], "SCRAPE_TERMS_REFUSED")]
    assert "Content-Signal (robots.txt, line 4) says `ai-train=no, search=yes`" in errors[0]["error"]
    assert (report["/a"]["fetched"], report["/a"]["decision"]) == (False, "denied")
    assert report["/open"]["fetched"]


async def test_stored_copies_are_told_apart_from_fetched_pages(tmp_path: Path, origin: Origin) -> None:
    async with opened(tmp_path, origin) as client:
        await client.ask("/v2/scrape", {"url": f"{origin.url}/a"})
        job = await client.run_job("/v2/batch/scrape", {"urls": [f"{origin.url}/a", f"{origin.url}/open"]})
        report = await client.report(job, "/v2/batch/scrape")
    assert (report["/a"]["fetched"], report["/a"]["reason"]) == (False, "A stored copy of the page was used.")
    assert [path for path, line in report.items() if line["fetched"]] == ["/open"]


async def test_the_report_is_a_table_for_who_wants_one(tmp_path: Path, origin: Origin) -> None:
    async with opened(tmp_path, origin) as client:
        body = {"urls": [f"{origin.url}/moved"], "purpose": "ai-train", "maxAge": 0}
        job = await client.run_job("/v2/batch/scrape", body)
        path = f"/v2/batch/scrape/{job.job_id}/compliance"
        answers = [await client.ask(f"{path}?format=csv"), await client.ask(path, accept="text/csv")]
        refused = await client.ask(f"{path}?format=xml")
    assert {answer.headers["content-type"] for answer in answers} == {"text/csv; charset=utf-8"}
    assert answers[0].text == answers[1].text
    [line] = csv.DictReader(io.StringIO(answers[0].text))
    assert line["requests"] == "; ".join(
        f"{status} {origin.url}{path}" for path, status in (("/moved", 302), ("/there", 302), ("/target", 200))
    )
    assert line["robots"] == "line 2: Allow: /"
    assert line["signals"] == "Content-Signal (robots.txt, line 4): ai-train=no, search=yes"
    assert (line["fetched"], line["status"], line["decision"]) == ("True", "200", "denied")
    assert (refused.status_code, refused.json()["code"]) == (400, "BAD_REQUEST")


async def test_the_command_prints_the_report_of_a_job(
    tmp_path: Path, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, origin) as client:
        job = await client.run_job("/v2/batch/scrape", {"urls": [f"{origin.url}/a"], "maxAge": 0})
        report = await client.report(job, "/v2/batch/scrape")
    monkeypatch.setenv("GOSSAMER_HOME", str(tmp_path))
    result = await asyncio.to_thread(CliRunner().invoke, app, ["compliance", job.job_id])
    assert (result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]) == (0, [report["/a"]])


@pytest.mark.parametrize(
    ("path", "options", "status"),
    [
        ("/a", {"purpose": "search", "termsPolicy": "obey"}, 200),
        ("/a", {"purpose": "ai-train"}, 200),
        ("/a", {"purpose": "ai-train", "termsPolicy": "obey"}, 403),
        ("/unwilling", {"purpose": "ai-input", "termsPolicy": "obey"}, 200),
        ("/private/a", {}, 200),
        ("/private/a", {"termsPolicy": "obey"}, 403),
    ],
)
async def test_a_scrape_is_refused_where_its_purpose_is_denied_and_that_is_obeyed(
    tmp_path: Path, origin: Origin, path: str, options: dict[str, str], status: int
) -> None:
    async with opened(tmp_path, origin) as client:
        answer = await client.ask("/v2/scrape", {"url": origin.url + path, "maxAge": 0, **options})
    assert answer.status_code == status
    assert bool(origin.pages) == (status == 200)
    if status == 403:
        assert answer.json()["code"] == "SCRAPE_TERMS_REFUSED"
    else:
        assert ("terms" in answer.json()["data"]["metadata"]) == bool(options)


async def test_a_denial_of_the_page_itself_is_seen_when_it_came(tmp_path: Path, origin: Origin) -> None:
    async with opened(tmp_path, origin) as client:
        body = {"url": f"{origin.url}/open", "maxAge": 0, "purpose": "ai-train", "termsPolicy": "obey"}
        assert (await client.ask("/v2/scrape", body)).status_code == 200
        origin.log.clear()
        moved = await client.ask("/v2/map", {"url": f"{origin.url}/a", "purpose": "ai-train", "termsPolicy": "obey"})
    assert (moved.status_code, moved.json()["code"]) == (403, "SCRAPE_TERMS_REFUSED")
    assert origin.pages == []


async def test_the_html_is_read_where_its_terms_are_wanted(tmp_path: Path, origin: Origin) -> None:
    body = {"url": f"{origin.url}/twofold", "formats": ["markdown"], "maxAge": 0}
    async with opened(tmp_path, origin, prefer_markdown="always") as client:
        plain = await client.ask("/v2/scrape", body)
        termed = await client.ask("/v2/scrape", {**body, "purpose": "ai-train"})
    assert plain.json()["data"]["metadata"]["contentType"] == "text/markdown; charset=utf-8"
    places = {signal["place"] for signal in termed.json()["data"]["metadata"]["terms"]["signals"]}
    assert any("meta" in place for place in places)


async def test_what_is_not_asked_for_costs_no_request_and_is_in_no_answer(tmp_path: Path, origin: Origin) -> None:
    async with opened(tmp_path, origin) as client:
        answer = await client.ask("/v2/scrape", {"url": f"{origin.url}/a", "maxAge": 0})
        assert "terms" not in answer.json()["data"]["metadata"]
        assert origin.log == [("/a", 200)]
        for _ in range(2):
            await client.ask("/v2/scrape", {"url": f"{origin.url}/a", "maxAge": 0, "termsPolicy": "report"})
    assert Counter(path for path, _ in origin.log) == {
        "/a": 3,
        "/robots.txt": 1,
        "/ai.txt": 1,
        "/.well-known/tdmrep.json": 1,
    }


async def test_a_key_can_only_be_stricter(tmp_path: Path, origin: Origin) -> None:
    async with opened(tmp_path, origin, terms_policy="report") as client:
        key_id = (await client.operations.authenticate(KEY)).key_id
        operator = Actor("operator", operator=True)
        limits = Restrictions(purpose="ai-train", terms_policy="obey")
        await client.operations.members.restrict_key(operator, key_id, limits)
        for options in ({}, {"termsPolicy": "ignore"}, {"purpose": "search"}):
            answer = await client.ask("/v2/scrape", {"url": f"{origin.url}/a", **options})
            assert answer.json()["code"] == "SCRAPE_TERMS_REFUSED"
        version_one = await client.ask("/v1/scrape", {"url": f"{origin.url}/a"})
        assert version_one.json()["code"] == "SCRAPE_TERMS_REFUSED"
    assert origin.pages == []


async def restrict(client: Client) -> None:
    """Let the key take pages for training alone, as far as sites allow it."""
    key_id = (await client.operations.authenticate(KEY)).key_id
    limits = Restrictions(purpose="ai-train", terms_policy="obey")
    await client.operations.members.restrict_key(Actor("operator", operator=True), key_id, limits)


@pytest.mark.browser
async def test_a_session_goes_nowhere_that_the_terms_deny(tmp_path: Path, origin: Origin) -> None:
    async with opened(tmp_path, origin) as client:
        await restrict(client)
        caller = await client.operations.authenticate(KEY)
        created = await client.operations.sessions.create(caller, Group.BROWSER, SessionSpec())
        live = (await client.operations.sessions._sessions.held(created.session)).live
        soon = Deadline.after(timedelta(seconds=60))
        await live.page.perform(GoTo(f"{origin.url}/open"), deadline=soon)
        with pytest.raises(StepFailed, match="Content-Signal"):
            await live.page.perform(GoTo(f"{origin.url}/a"), deadline=soon)
        await live.page.evaluate(f"window.open('{origin.url}/unwilling')", deadline=soon)
        await live.page.snapshot(deadline=soon)
        await client.operations.sessions.end(caller, Group.BROWSER, created.session.session_id)
    assert origin.pages == [("/open", 200)]


@pytest.mark.browser
async def test_actions_with_a_profile_lead_nowhere_that_the_terms_deny(tmp_path: Path, origin: Origin) -> None:
    leave = [{"type": "executeJavascript", "script": "location.href = '/a'"}, {"type": "wait", "milliseconds": 500}]
    async with opened(tmp_path, origin) as client:
        await restrict(client)
        body = {"url": f"{origin.url}/open", "actions": leave, "maxAge": 0, "profile": {"name": "shop"}}
        answer = await client.ask("/v2/scrape", body)
    assert answer.json()["code"] == "SCRAPE_TERMS_REFUSED"
    assert origin.pages == [("/open", 200)]


@pytest.mark.browser
async def test_the_steps_of_an_agent_lead_nowhere_that_the_terms_deny(tmp_path: Path, origin: Origin) -> None:
    async with opened(tmp_path, origin) as client:
        prompt = {"prompt": f"Go to {origin.url}/a"}
        free = await client.ask("/v2/scrape", {"url": f"{origin.url}/open", "maxAge": 0, "agent": prompt})
        assert [path for path, _ in origin.pages] == ["/open", "/a"], free.text
        origin.log.clear()
        await restrict(client)
        bound = await client.ask("/v2/scrape", {"url": f"{origin.url}/open", "maxAge": 0, "agent": prompt})
    assert origin.pages == [("/open", 200)]
    assert "Content-Signal" in bound.text


async def test_extractions_and_research_fetch_no_page_that_the_terms_deny(tmp_path: Path, origin: Origin) -> None:
    schema = {"type": "object", "properties": {"title": {"type": "string"}}}
    jobs = {
        "/v2/extract": {"urls": [f"{origin.url}/a", f"{origin.url}/open"], "schema": schema},
        "/v2/agent": {"urls": [f"{origin.url}/a"], "prompt": "What is the title?", "schema": schema},
        "/v1/llmstxt": {"url": f"{origin.url}/a", "maxUrls": 1},
    }
    async with opened(tmp_path, origin, chromium="none") as client:
        await restrict(client)
        for path, body in jobs.items():
            started = (await client.ask(path, body)).json()
            status = await ended_job(client.http, f"{path}/{started['id']}")
            assert status["status"] in {"completed", "failed"}
    assert {path for path, _ in origin.pages} == {"/open"}


@pytest.mark.parametrize(
    "options", [{}, pytest.param({"waitFor": 1}, marks=pytest.mark.browser)], ids=["by HTTP", "in a browser"]
)
async def test_a_price_is_an_error_of_its_own(tmp_path: Path, origin: Origin, options: dict[str, Any]) -> None:
    async with opened(tmp_path, origin) as client:
        answer = await client.ask("/v2/scrape", {"url": f"{origin.url}/paid", "maxAge": 0, **options})
    assert (answer.status_code, answer.json()["code"]) == (403, "SCRAPE_PAYMENT_REQUIRED")
    assert answer.json()["details"] == [{"scheme": "crawler-price", "amount": "0.01", "currency": "USD"}]
    assert origin.pages == [("/paid", 402)]
