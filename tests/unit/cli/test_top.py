"""What `gossamer top` shows of two readings."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from gossamer.api.metrics import exposition
from gossamer.cli.top import MetricsReading, NoMetrics, TopView, parse, read
from gossamer.core.metrics import Series
from gossamer.core.metrics.catalogue import DATABASE_WAIT, PAGES, PROCESS_CPU, PROCESS_MEMORY, QUEUE

TOKEN = "a token for the collector"


def reading(at: float, *series: Series) -> MetricsReading:
    return parse(exposition(series).decode(), at)


def test_rates_are_what_was_counted_between_two_readings() -> None:
    before = reading(10, Series(PAGES, ("ok", "http"), 100), Series(PAGES, ("SCRAPE_TIMEOUT", "none"), 1))
    now = reading(14, Series(PAGES, ("ok", "http"), 138), Series(PAGES, ("SCRAPE_TIMEOUT", "none"), 3))
    view = TopView.of(before, now)
    assert view.pages_per_second == 10
    assert view.errors_per_second == 0.5
    assert (view.pages, view.errors) == ({"http": 138, "none": 3}, {"SCRAPE_TIMEOUT": 3})


def test_a_service_that_started_anew_has_no_negative_rates() -> None:
    view = TopView.of(reading(0, Series(PAGES, ("ok", "http"), 500)), reading(2, Series(PAGES, ("ok", "http"), 3)))
    assert view.pages_per_second == 0


def test_processes_are_shown_each_and_queues_by_state() -> None:
    series = [Series(PROCESS_MEMORY, (name,), 1e8) for name in ("serve", "serve.1")]
    before = reading(0, *series, Series(PROCESS_CPU, ("serve",), 5.0))
    now = reading(2, *series, Series(PROCESS_CPU, ("serve",), 6.0), Series(QUEUE, ("queued",), 7))
    view = TopView.of(before, now)
    assert view.memory == {"serve": 100_000_000, "serve.1": 100_000_000}
    assert view.cpu_percent == {"serve": 50}
    assert view.queue == {"queued": 7}


def test_the_wait_for_the_database_is_of_the_time_between() -> None:
    zeros = (0,) * len(DATABASE_WAIT.buckets)
    before = reading(0, Series(DATABASE_WAIT, ("read",), 100.0, (*zeros, 10)))
    now = reading(2, Series(DATABASE_WAIT, ("read",), 100.4, (*zeros, 14)))
    assert TopView.of(before, now).database_wait_ms == pytest.approx(100)


@pytest.fixture
def address() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            allowed = self.headers.get("authorization") == f"Bearer {TOKEN}"
            self.send_response(200 if allowed else 401)
            self.end_headers()
            self.wfile.write(exposition([Series(QUEUE, ("queued",), 7)]) if allowed else b"")

        def log_message(self, *_: Any) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/metrics"
        server.shutdown()
        thread.join()


def test_figures_are_read_with_the_token(address: str) -> None:
    assert read(address, TOKEN).by(QUEUE, "state") == {"queued": 7}
    with pytest.raises(NoMetrics, match="401") as refused:
        read(address, None)
    assert "GOSSAMER_METRICS_TOKEN" in refused.value.remedy


def test_a_service_that_is_not_there_is_named() -> None:
    with pytest.raises(NoMetrics, match=r"127\.0\.0\.1:9/metrics cannot be read"):
        read("http://127.0.0.1:9/metrics", None)
