"""Time and memory of a map of a 100,000-URL sitemap: `python bench/map.py [URLS] [--search TEXT] [--limit N]`.

The site runs in a process of its own. Prints wall and CPU seconds of the map, the number of
URLs answered with, and by how much the peak of the resident memory grew over the whole run.
"""

import argparse
import asyncio
from datetime import timedelta
import resource
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import uvloop

from gossamer.bootstrap import SystemClock
from gossamer.bootstrap.pages import open_pages
from gossamer.core.deadlines import Deadline
from gossamer.core.crawls import MapSpec, SitemapUse
from gossamer.core.ids import new_id
from gossamer.core.urls import web_url
from gossamer.features.map import Maps
from gossamer.net.robots import HttpRobots
from gossamer.net.sitemaps import HttpSitemaps
from gossamer.settings import Settings
from gossamer.store.hosts import SqlHostStore
from gossamer.testing.site.graph import Graph, spawned_graph


async def measure(url: str, spec: MapSpec, runs: int) -> None:
    """Map *url* some times and print what each took."""
    async with AsyncExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        clock = SystemClock()
        settings = Settings(home=home, egress_allow="127.0.0.0/8", chromium="none")
        pages = await open_pages(settings, clock, stack)
        maps = Maps(
            visitor=pages.scraping,
            sitemaps=HttpSitemaps(pages.client),
            robots=HttpRobots(pages.client, SqlHostStore(pages.database), clock),
            known_pages=pages.scrapes,
            scrapes=pages.scrapes,
            clock=clock,
            prices=settings.prices,
        )
        team = new_id()
        await maps.map(
            replace(spec, sitemap=SitemapUse.SKIP),
            team_id=team,
            key_id="bench",
            deadline=Deadline.after(timedelta(seconds=60)),
        )
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(runs):
            wall, cpu = time.perf_counter(), time.process_time()
            found = await maps.map(spec, team_id=team, key_id="bench", deadline=Deadline.after(timedelta(seconds=60)))
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
            print(f"{len(found.links):7,} URLs  {wall:5.2f} s  {cpu:5.2f} s CPU  peak +{grown:.1f} MB", flush=True)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", nargs="?", type=int, default=100_000)
    parser.add_argument("--search")
    parser.add_argument("--limit", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with spawned_graph(Graph(pages=100, sitemap_urls=options.urls - 100, sitemap="gzip")) as graph:
        spec = MapSpec(web_url(graph.url()), search=options.search, limit=options.limit)
        uvloop.run(measure(graph.url(), spec, options.runs))


if __name__ == "__main__":
    main()
