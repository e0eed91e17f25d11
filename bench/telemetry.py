"""What metrics and traces cost: CPU time of scrapes with and without them, in turns.

    python -m bench.telemetry [--rounds 12] [--pages 120] [--rendered]

One process scrapes a loopback site, in blocks: without either, with metrics, with metrics and traces (sent to a collector
in another process). A block's CPU time is the process's own, the exporter's thread included, and Chromium's with `--rendered`.
Blocks of one round are compared with each other, so that a busy machine disturbs all of them alike.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import psutil

from gossamer.bootstrap import RunningService, open_service
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.formats import Markdown, Screenshot
from gossamer.core.metrics import Meters
from gossamer.core.specs import ScrapeSpec
from gossamer.core.tracing import trace
from gossamer.core.urls import web_url
from gossamer.settings import Settings
from gossamer.telemetry.tracing import OpenTelemetryTracer, open_exporter

CALLER = Principal(team_id=OPEN_TEAM, key_id="cli")
MODES = ("off", "metrics", "traces", "traces 10 %")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--pages", type=int, default=120)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--rendered", action="store_true")
    options = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    helpers = multiprocessing.get_context("spawn").Process(target=_helpers, args=(theirs,), daemon=True)
    helpers.start()
    site, collector = ours.recv()
    asyncio.run(_measure(options, site, collector))
    helpers.terminate()


def _helpers(pipe: Any) -> None:
    """Be the site, with pages of 33 KB, and the collector."""
    import threading

    from bench.site import Site

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    async def serve() -> None:
        site = await asyncio.get_running_loop().create_server(Site, "127.0.0.1", 0)
        port = site.sockets[0].getsockname()[1]
        pipe.send((f"http://127.0.0.1:{port}/page", f"http://127.0.0.1:{server.server_port}/v1/traces"))
        await site.serve_forever()

    asyncio.run(serve())


async def _measure(options: argparse.Namespace, site: str, collector: str) -> None:
    import os

    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home), egress_allow="127.0.0.0/8", workers=0, warm_pages=0)
        always = OpenTelemetryTracer(open_exporter("otlp", collector), service="bench", process="bench")
        os.environ |= {"OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.1"}
        some = OpenTelemetryTracer(open_exporter("otlp", collector), service="bench", process="bench")
        tracers = {"traces": always, "traces 10 %": some}
        async with open_service(settings, make_first_key=False, jobs=False) as service:
            meters = service.figures.meters
            await _block(options, service, site, None)
            costs: dict[str, list[float]] = {mode: [] for mode in MODES}
            for number in range(options.rounds):
                order = MODES[number % len(MODES) :] + MODES[: number % len(MODES)]
                for mode in order:
                    with _recording(meters, on=mode != "off"):
                        costs[mode].append(await _block(options, service, site, tracers.get(mode)))
        for tracer in tracers.values():
            await tracer.close()
    _report(options, costs)


class _recording:
    """Whether a recorder records."""

    def __init__(self, meters: Meters, *, on: bool) -> None:
        self._on = on
        self._own: tuple[Callable[..., None], Callable[..., None]] = (Meters.add, Meters.observe)

    def __enter__(self) -> None:
        if not self._on:
            Meters.add = Meters.observe = lambda *_, **__: None  # type: ignore[method-assign,assignment]

    def __exit__(self, *_: object) -> None:
        Meters.add, Meters.observe = self._own  # type: ignore[method-assign]


async def _block(options: argparse.Namespace, service: RunningService, site: str, tracer: Any) -> float:
    """Return the CPU milliseconds of a page."""
    places = asyncio.Semaphore(options.at_once)
    formats = (Markdown(), Screenshot()) if options.rendered else (Markdown(),)

    async def one(number: int) -> None:
        url = web_url(f"{site}/{number}")
        spec = ScrapeSpec(url=url, formats=formats)
        async with places:
            with trace(tracer, "POST /v2/scrape", kind="server"):
                await service.operations.scrape(CALLER, Group.SCRAPE, spec)

    before = _cpu()
    await asyncio.gather(*(one(number) for number in range(options.pages)))
    await asyncio.sleep(0.2)
    return (_cpu() - before) * 1000 / options.pages


def _cpu() -> float:
    total = time.process_time()
    for child in psutil.Process().children(recursive=True):
        try:
            if "python" not in child.name():
                used = child.cpu_times()
                total += used.user + used.system
        except psutil.Error:
            continue
    return total


def _report(options: argparse.Namespace, costs: dict[str, list[float]]) -> None:
    kind = "rendered" if options.rendered else "by HTTP"
    print(f"{options.rounds} rounds of {options.pages} pages {kind}, {options.at_once} at once")
    for mode in MODES:
        ratios = [100 * (own / off - 1) for own, off in zip(costs[mode], costs["off"], strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4) if mode != "off" else (0.0, 0.0, 0.0)
        print(
            f"  {mode:12s} {statistics.median(costs[mode]):7.3f} ms CPU a page   {middle:+6.2f} % (quartiles {low:+.2f} to {high:+.2f})"
        )


if __name__ == "__main__":
    main()
