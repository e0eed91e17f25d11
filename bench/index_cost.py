"""Crawls the same site with and without the search index, in turns: what the index costs a crawl.

    python -m bench.index_cost [--database sqlite|postgresql] [--rounds 6] [--pages 2000] [--workers N]

Each round has two services with a database of their own, one that keeps the index and one that does not; every other
round begins with the other one. The first crawl of each is not counted, the next two are: so the index has more to do
than it can all the time. Compared are CPU seconds a page of all processes (PostgreSQL's too), and the time: each round
gives one ratio, and what is told is the median of these. Both queue their pages; one has somebody who reads them.
"""

import argparse
import contextlib
import os
import statistics
import tempfile
import time
from pathlib import Path

from bench.crash import KEY, Process, asked
from bench.crawl import Meter
from gossamer.testing.site.graph import Graph, spawned_graph
from tests.postgres import postgres_binaries, run_postgres

INDEX = 200_000
CRAWLS = 2


def crawl(api, start):
    """Crawl once; return how many pages it had."""
    job = asked(
        api, "/v2/crawl", {"url": start, "limit": 1_000_000, "scrapeOptions": {"formats": ["markdown"], "maxAge": 0}}
    )
    while (status := asked(api, f"/v2/crawl/{job['id']}?limit=1"))["status"] == "scraping":
        time.sleep(0.1)
    return status["completed"]


def once(options, site, index):
    """Return CPU milliseconds and seconds a page of crawls by a service with an index of so many pages."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-cost-")))
        folder.chmod(0o755)
        env = {
            "GOSSAMER_HOME": str(folder / "home"),
            "GOSSAMER_PORT": "0",
            "GOSSAMER_API_KEY": KEY,
            "GOSSAMER_LOG_LEVEL": "warning",
            "GOSSAMER_EGRESS_ALLOW": "127.0.0.0/8",
            "GOSSAMER_INDEX_PAGES": str(index),
        }
        if options.workers is not None:
            env["GOSSAMER_WORKERS"] = str(options.workers)
        roots = []
        if options.database == "postgresql":
            (folder / "pg").mkdir()
            env["GOSSAMER_DATABASE_URL"] = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg")).url
            roots.append(int((folder / "pg" / "data" / "postmaster.pid").read_text().split()[0]))
        service = Process("serve", folder, env, "serve").start()
        stack.callback(service.kill)
        api = service.wait_until_ready()
        # The first one starts whatever is started when it is needed, and gives the index more to do than it can.
        crawl(api, site)
        began, pages = time.monotonic(), 0
        with Meter(service.process.pid, *roots) as meter:
            for _ in range(CRAWLS):
                pages += crawl(api, site)
        return meter.cpu / pages * 1000, (time.monotonic() - began) / pages


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=None)
    options = parser.parse_args()
    spent, took = [], []
    with spawned_graph(Graph(pages=options.pages, links=20, page_bytes=33_000)) as site:
        for number in range(options.rounds):
            turns = (0, INDEX) if number % 2 else (INDEX, 0)
            found = {index: once(options, site.url(), index) for index in turns}
            (cpu, wall), (with_cpu, with_wall) = found[0], found[INDEX]
            spent.append(with_cpu / cpu)
            took.append(with_wall / wall)
            print(
                f"CPU {cpu:.2f} -> {with_cpu:.2f} ms a page ({spent[-1]:.3f}); {1 / wall:.0f} -> {1 / with_wall:.0f} pages/s "
                f"({took[-1]:.3f}); load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
    print(
        f"median of {options.rounds}: CPU {statistics.median(spent):.3f} times, time {statistics.median(took):.3f} times"
    )


if __name__ == "__main__":
    main()
