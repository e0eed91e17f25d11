"""Figures and traces of a service that really works, and a collector that takes its traces."""

import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from gossamer.api import create_app
from gossamer.bootstrap import RunningService, open_service
from gossamer.settings import Settings
from gossamer.testing.site import Site, running_site
from tests.asking import ended_job

KEY = "fc-0123456789abcdef0123456789abcdef"
HEADERS = {"authorization": f"Bearer {KEY}"}
PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
TRACE = bytes.fromhex("0af7651916cd43dd8448eb211c80319c")


@dataclass
class Collector:
    """What came at an OpenTelemetry collector on this machine."""

    address: str
    spans: list[Any] = field(default_factory=list)
    body: bytes = b""

    def names(self, trace_id: bytes = TRACE) -> list[str]:
        return [span.name for span in self.spans if span.trace_id == trace_id]

    def parent_of(self, name: str) -> str:
        [span] = [span for span in self.spans if span.name == name]
        [parent] = [one.name for one in self.spans if one.span_id == span.parent_span_id]
        return str(parent)

    def attributes(self, name: str) -> dict[str, Any]:
        [span] = [span for span in self.spans if span.name == name]
        return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


@pytest.fixture
def collector() -> Iterator[Collector]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            sent = ExportTraceServiceRequest.FromString(body)
            found.body += body
            found.spans += [span for one in sent.resource_spans for scope in one.scope_spans for span in scope.spans]
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Collector(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


def settings(home: Path, site: Site, **more: Any) -> Settings:
    return Settings(home=home, egress_allow=site.host, chromium="none", api_key=KEY, workers=0, **more)


def client(service: RunningService) -> httpx.AsyncClient:
    app = create_app(service.operations, figures=service.figures, tracer=service.tracer)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here", headers=HEADERS)


@pytest.fixture
async def traced(
    tmp_path: Path, site: Site, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[RunningService]:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address)
    async with open_service(settings(tmp_path, site)) as service:
        yield service


async def test_one_trace_leads_from_a_request_to_its_page_and_through_a_job(
    tmp_path: Path, site: Site, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address)
    async with open_service(settings(tmp_path, site)) as service, client(service) as http:
        parent = {"traceparent": PARENT}
        scraped = await http.post("/v2/scrape", json={"url": site.url("/article")}, headers=parent)
        assert scraped.status_code == 200
        urls = [site.url("/article"), site.url("/")]
        job = (await http.post("/v2/batch/scrape", json={"urls": urls}, headers={"traceparent": PARENT})).json()["id"]
        assert (await ended_job(http, f"/v2/batch/scrape/{job}"))["completed"] == 2
    names = collector.names()
    assert {"POST /v2/scrape", "gate", "scrape", "fetch", "read", "store", "POST /v2/batch/scrape"} <= set(names)
    assert names.count("page") == 2
    assert names.count("scrape") == 3
    assert collector.attributes("POST /v2/scrape")["http.response.status_code"] == 200
    [page, _] = [span for span in collector.spans if span.name == "page"]
    [request] = [span for span in collector.spans if span.name == "POST /v2/batch/scrape"]
    assert page.parent_span_id == request.span_id
    heading = scraped.json()["data"]["markdown"].splitlines()[0].removeprefix("# ")
    assert heading
    assert heading.encode() not in collector.body


async def test_a_page_that_must_not_be_retained_leaves_no_address_in_traces(
    traced: RunningService, site: Site, collector: Collector
) -> None:
    async with client(traced) as http:
        await http.post("/v2/scrape", json={"url": site.url("/article"), "lockdown": True})
        await http.post("/v2/scrape", json={"url": site.url("/missing")})
    await traced.tracer.close()  # type: ignore[union-attr]
    assert b"/article" not in collector.body
    assert b"/missing" in collector.body


async def test_without_a_collector_no_sdk_is_loaded_and_nothing_is_traced(tmp_path: Path, site: Site) -> None:
    async with open_service(settings(tmp_path, site), jobs=False) as service:
        assert service.tracer is None


async def test_figures_tell_what_became_of_pages_and_how_long_the_line_is(tmp_path: Path, site: Site) -> None:
    async with open_service(settings(tmp_path, site)) as service, client(service) as http:
        await http.post("/v2/scrape", json={"url": site.url("/article")})
        await http.post("/v2/scrape", json={"url": "http://nowhere.invalid/"})
        figures = (await http.get("/metrics")).text
    assert 'gossamer_pages_total{fetcher="http",outcome="ok"} 1.0' in figures
    assert 'gossamer_pages_total{fetcher="none",outcome="SCRAPE_DNS_RESOLUTION_ERROR"} 1.0' in figures
    assert "gossamer_ledger_drift_credits 0.0" in figures
    assert "gossamer_database_up 1.0" in figures
    assert 'gossamer_queue_pages{state="queued"} 0.0' in figures
    assert site.host not in figures
