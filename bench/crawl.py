"""Crawls a site of 2,000 pages to Markdown through the running service: pages a second, CPU a page, peak memory.

    python -m bench.crawl [--database sqlite|postgresql] [--workers N] [--pages 2000] [--bytes 33000] [--site URL]

CPU and memory are those of the service's whole process tree (with PostgreSQL's counted apart); the
site and this script are not in them, but share the machine. `--site` crawls another site, for
example the one of the peers' benches, whose pages' markers can be checked with `--marker UID-`.
"""

import argparse
import contextlib
import json
import os
import tempfile
import threading
import time
from pathlib import Path

import psutil

from bench.crash import KEY, Process, asked, finished
from gossamer.testing.site.graph import Graph, spawned_graph
from tests.postgres import postgres_binaries, run_postgres


class Meter:
    """CPU seconds and peak memory (MB, proportional share) of process trees."""

    def __init__(self, *roots):
        self.roots = roots
        self.peak = 0.0
        self.spent = {}
        self._over = threading.Event()

    def processes(self):
        """Return all live processes of the trees."""
        for root in self.roots:
            with contextlib.suppress(psutil.Error):
                process = psutil.Process(root)
                yield process
                yield from process.children(recursive=True)

    def look(self):
        """Take note of CPU and memory."""
        memory = 0
        for process in self.processes():
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                self.spent[process.pid, process.create_time()] = times.user + times.system
                memory += process.memory_full_info().pss
        self.peak = max(self.peak, memory / 1e6)

    def watch(self):
        """Look until stopped."""
        while not self._over.wait(0.25):
            self.look()

    def __enter__(self):
        self.look()
        self.before = dict(self.spent)
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self.thread.join()
        self.look()

    @property
    def cpu(self):
        """Return the CPU seconds spent in the block."""
        return sum(self.spent.values()) - sum(self.before.values())


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument(
        "--workers", type=int, default=None, help="worker processes beside; the service decides if not given"
    )
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--bytes", type=int, default=33_000)
    parser.add_argument("--links", type=int, default=20)
    parser.add_argument("--site")
    parser.add_argument("--marker", default="UID-")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sitemap-urls", type=int, default=0)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-crawl-")))
        folder.chmod(0o755)
        env = {
            "GOSSAMER_HOME": str(folder / "home"),
            "GOSSAMER_PORT": "0",
            "GOSSAMER_API_KEY": KEY,
            "GOSSAMER_LOG_LEVEL": "warning",
            "GOSSAMER_EGRESS_ALLOW": "127.0.0.0/8",
        }
        if options.workers is not None:
            env["GOSSAMER_WORKERS"] = str(options.workers)
        roots = []
        if options.database == "postgresql":
            (folder / "pg").mkdir()
            server = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg"))
            env["GOSSAMER_DATABASE_URL"] = server.url
            roots.append(int((folder / "pg" / "data" / "postmaster.pid").read_text().split()[0]))
        start = options.site
        if start is None:
            graph = Graph(
                pages=options.pages, links=options.links, page_bytes=options.bytes, sitemap_urls=options.sitemap_urls
            )
            start = stack.enter_context(spawned_graph(graph)).url()
        service = Process("serve", folder, env, "serve").start()
        stack.callback(service.kill)
        api = service.wait_until_ready()
        asked(api, "/v2/scrape", {"url": start, "maxAge": 0})
        for _ in range(options.rounds):
            crawl(options, api, start, service.process.pid, roots)


def crawl(options, api, start, pid, database):
    """Crawl once and print what it cost."""
    body = {"url": start, "limit": 1_000_000, "scrapeOptions": {"formats": ["markdown"], "maxAge": 0}}
    began = time.monotonic()
    with Meter(pid) as ours, Meter(*database) as theirs:
        job = asked(api, "/v2/crawl", body)["id"]
        while asked(api, f"/v2/crawl/{job}?limit=1")["status"] == "scraping":
            time.sleep(0.1)
        took = time.monotonic() - began
    status, pages = finished(api, job)
    count = len(pages)
    print(
        json.dumps(
            {
                "pages": count,
                "pages_per_s": round(count / took, 1),
                "cpu_ms_per_page": round(ours.cpu / count * 1e3, 2),
                "database_cpu_ms_per_page": round(theirs.cpu / count * 1e3, 2) if database else None,
                "pages_per_cpu_s": round(count / (ours.cpu + theirs.cpu)),
                "peak_mb": round(ours.peak),
                "load": os.getloadavg()[0],
                "status": status["status"],
                "credits": status["creditsUsed"],
            }
        ),
        flush=True,
    )


if __name__ == "__main__":
    main()
