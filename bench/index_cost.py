"""Crawls the same site with and without the search index, in turns: what the index costs a crawl, and what it costs later.

    python -m bench.index_cost [--database sqlite|postgresql] [--rounds 10] [--pages 2000] [--workers N]

Each round has two services with a database of their own, one that keeps the index and one that does not; every other
round begins with the other one. A first crawl of each, of 50 pages, is not counted. Compared are CPU seconds a page, of all
processes (PostgreSQL's too), from the request until the crawl has ended, and the wall time: each round gives one ratio,
and what is told is the median of these. What waits for the index by then is read afterwards; in the first round that is
counted, apart.
"""

import argparse
import contextlib
import os
import statistics
import tempfile
import time
from pathlib import Path

import sqlalchemy

from bench.crash import KEY, Process, asked
from bench.crawl import Meter
from gossamer.store.database import database_url
from gossamer.testing.site.graph import Graph, spawned_graph
from tests.postgres import postgres_binaries, run_postgres

INDEX = 200_000


def count(url, table):
    """Return how many rows a table has."""
    engine = sqlalchemy.create_engine(url)
    try:
        with engine.connect() as connection:
            return connection.execute(sqlalchemy.text(f"SELECT count(*) FROM {table}")).scalar_one()
    finally:
        engine.dispose()


def crawl(api, start, limit=1_000_000):
    """Crawl once; return how many pages it had."""
    job = asked(api, "/v2/crawl", {"url": start, "limit": limit, "scrapeOptions": {"formats": ["markdown"], "maxAge": 0}})
    while (status := asked(api, f"/v2/crawl/{job['id']}?limit=1"))["status"] == "scraping":
        time.sleep(0.1)
    return status["completed"]


def once(options, site, pages, *, later):
    """Return CPU milliseconds and seconds a page of a crawl by a service with an index of *pages*, and what came later."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-cost-")))
        folder.chmod(0o755)
        env = {"GOSSAMER_HOME": str(folder / "home"), "GOSSAMER_PORT": "0", "GOSSAMER_API_KEY": KEY,
               "GOSSAMER_LOG_LEVEL": "warning", "GOSSAMER_EGRESS_ALLOW": "127.0.0.0/8", "GOSSAMER_INDEX_PAGES": str(pages)}
        if options.workers is not None:
            env["GOSSAMER_WORKERS"] = str(options.workers)
        roots, setting = [], None
        if options.database == "postgresql":
            (folder / "pg").mkdir()
            setting = env["GOSSAMER_DATABASE_URL"] = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg")).url
            roots.append(int((folder / "pg" / "data" / "postmaster.pid").read_text().split()[0]))
        service = Process("serve", folder, env, "serve").start()
        stack.callback(service.kill)
        api = service.wait_until_ready()
        url = database_url(setting, folder / "home")
        crawl(api, site, limit=50)
        if pages:
            quiet(url)
        began = time.monotonic()
        with Meter(service.process.pid, *roots) as meter:
            done = crawl(api, site)
            took = time.monotonic() - began
        spent = meter.cpu / done * 1000
        # Pages are queued where there is no index too: it may be wanted later.
        waiting = count(url, "index_queue") if pages else 0
        if not later:
            return spent, took / done, done - waiting, None
        with Meter(service.process.pid, *roots) as after:
            quiet(url)
        return spent, took / done, done - waiting, after.cpu / waiting * 1000


def quiet(url):
    """Return when nothing waits for the index."""
    while count(url, "index_queue"):
        time.sleep(0.25)


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=None)
    options = parser.parse_args()
    spent, took = [], []
    with spawned_graph(Graph(pages=options.pages, links=20, page_bytes=33_000)) as site:
        for number in range(options.rounds):
            turns = (0, INDEX) if number % 2 else (INDEX, 0)
            found = {pages: once(options, site.url(), pages, later=bool(pages) and not number) for pages in turns}
            (cpu, wall, _, _), (with_cpu, with_wall, read, later) = found[0], found[INDEX]
            spent.append(with_cpu / cpu)
            took.append(with_wall / wall)
            print(f"CPU {cpu:.2f} -> {with_cpu:.2f} ms a page ({spent[-1]:.3f}); {1 / wall:.0f} -> {1 / with_wall:.0f} pages/s "
                  f"({took[-1]:.3f}); {read} read meanwhile; load {os.getloadavg()[0]:.1f}", flush=True)
            if later is not None:
                print(f"the others are read afterwards, for {later:.2f} ms CPU a page", flush=True)
    print(f"median of {options.rounds}: CPU {statistics.median(spent):.3f} times, time {statistics.median(took):.3f} times")


if __name__ == "__main__":
    main()
