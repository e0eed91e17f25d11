"""What the store costs a page of a crawl: commits of 40 pages with 20 links each, nothing fetched.

    .venv/bin/python bench/frontier.py [--sizes 1000 10000 100000] [--pages 4000] [--postgres URL] [--only sqlite|postgresql]
                                     [--json FILE]

One link in 20 is new, the others are known. CPU is that of this process and, for PostgreSQL,
of the server's processes beside it; compressing documents is measured apart and taken off.
Without --postgres a server is started in a temporary folder.
"""

import argparse
import asyncio
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from gossamer.core.crawls import CrawlSpec, Discovered
from gossamer.core.documents import Document
from gossamer.core.ids import new_id
from gossamer.core.jobs import NewJob, Ticket
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.ports.frontier import Chunk, PageDone, Plan
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.jobs import SqlFrontier, JobStore
from gossamer.store.jobs.records import rows_of
from gossamer.store.migration import migrate
from tests.postgres import postgres_binaries, run_postgres

CHUNK, LINKS = 40, 20
SEED = 100_000
TEAM = new_id()


class NoDispatch:
    """Queues nothing: the engine is measured elsewhere."""

    async def ready(self) -> None:
        return None

    def lane(self, connection, ticket, *, after=timedelta(0)) -> None:
        pass

    def delivery(self, connection, ticket, *, after=timedelta(0)) -> None:
        pass


def found(number: int) -> Discovered:
    """The page of that number; fingerprints lie at random, as hashes do."""
    return Discovered(
        WebUrl(f"https://example.org/section/{number % 97}/page-{number}.html"),
        (number * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) - 2**63,
        depth=1,
        rank=1,
    )


def document(chance: random.Random) -> Document:
    """About 8 KB of Markdown."""
    words = " ".join("".join(chance.choices("abcdefghijklmnoprstuvw", k=6)) for _ in range(1150))
    return Document(metadata={"title": "A page", "statusCode": 200}, markdown=words)


class Cpu:
    """CPU seconds of this process, and of the processes of a server."""

    def __init__(self, server: psutil.Process | None) -> None:
        self._server = server

    def now(self) -> tuple[float, float]:
        server = 0.0
        for process in [self._server, *self._server.children(recursive=True)] if self._server else []:
            times = process.cpu_times()
            server += times.user + times.system
        return time.process_time(), server


async def measure(url: str, size: int, pages: int, server: psutil.Process | None) -> dict[str, float]:
    """Commit *pages* pages of a job whose frontier begins with *size* URLs."""
    engine = open_engine(url)
    migrate(engine)
    database = Database(engine)
    # The parts of the seeds are large, and nobody waits for them.
    database.patience = timedelta(minutes=10)
    chance = random.Random(size)
    dispatch = NoDispatch()
    jobs, frontier = JobStore(database, dispatch), SqlFrontier(database, dispatch)
    now = datetime.now(UTC)
    spec = CrawlSpec(WebUrl("https://example.org/"), ScrapeSpec(WebUrl("https://example.org/")), limit=10**9)
    job = NewJob(new_id(), TEAM, new_id(), spec, now, now + timedelta(hours=24))
    await jobs.create(job, [found(number) for number in range(min(size, SEED))])
    ticket = Ticket(job.job_id, TEAM, 1, 1)
    documents = [document(chance) for _ in range(50)]
    cpu = Cpu(server)

    def plan(counts) -> Plan:
        return Plan(take=CHUNK - counts.held, take_pages=CHUNK - counts.held)

    turn = await frontier.begin(ticket, "bench", plan, now=now)
    # A list of ten million seeds would not fit: the rest comes as links do.
    for start in range(SEED, size, SEED):
        links = [found(number) for number in range(start, min(start + SEED, size))]
        await frontier.commit(ticket, "bench", Chunk(done=[], discovered=links), plan, now=now)
    entries, known, done, packing = turn.entries, size, 0, 0.0
    spent = [0.0, 0.0]
    wall = 0.0
    while done < pages and entries:
        chunk, known = make_chunk(entries, known, documents, now, chance)
        before = time.process_time()
        rows_of(chunk)
        packing += time.process_time() - before
        start, (own, servers) = time.perf_counter(), cpu.now()
        given = await frontier.commit(ticket, "bench", chunk, plan, now=now)
        own_after, servers_after = cpu.now()
        wall += time.perf_counter() - start
        spent[0] += own_after - own
        spent[1] += servers_after - servers
        done += len(entries)
        entries = given.entries
    await database.close()
    return {
        "frontier": size,
        "pages": done,
        "client_ms": 1000 * (spent[0] - packing) / done,
        "server_ms": 1000 * spent[1] / done,
        "packing_ms": 1000 * packing / done,
        "pages_a_second": done / wall,
        "urls_a_second": done * LINKS / wall,
    }


def make_chunk(entries, known: int, documents, now: datetime, chance: random.Random) -> tuple[Chunk, int]:
    """A chunk of these pages, each with 20 links."""
    done, links = [], []
    for entry in entries:
        record = FinishedScrape(
            scrape_id=new_id(), team_id=TEAM, key_id="k", url=entry.url, credits=1, finished_at=now,
            expires_at=now + timedelta(days=1), document=chance.choice(documents),
        )  # fmt: skip
        done.append(PageDone(entry, record))
        links += [found(chance.randrange(known)) for _ in range(LINKS - 1)] + [found(known)]
        known += 1
    return Chunk(done=done, discovered=links), known


@contextmanager
def databases(postgres: str | None) -> Iterator[Iterator[tuple[str, str, psutil.Process | None]]]:
    """Addresses of a fresh SQLite file and of PostgreSQL, and the latter's process when it is ours."""
    folder = Path(tempfile.mkdtemp(prefix="gossamer-bench-"))
    try:
        yield each_database(folder, postgres)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def each_database(folder: Path, postgres: str | None) -> Iterator[tuple[str, str, psutil.Process | None]]:
    yield "sqlite", f"sqlite:///{folder}/bench.db", None
    if postgres:
        yield "postgresql", postgres, None
        return
    server = Path(tempfile.mkdtemp(prefix="gossamer-bench-pg-"))
    try:
        with run_postgres(postgres_binaries(), server) as running:
            pid = int((server / "data" / "postmaster.pid").read_text().splitlines()[0])
            yield "postgresql", running.url, psutil.Process(pid)
    finally:
        shutil.rmtree(server, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("--pages", type=int, default=4000)
    parser.add_argument("--postgres")
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = []
    with databases(options.postgres) as found_databases:
        for name, url, server in found_databases:
            if options.only not in {None, name}:
                continue
            for size in options.sizes:
                result = {"database": name} | asyncio.run(
                    measure(database_url(url, Path()), size, options.pages, server)
                )
                results.append(result)
                print(
                    f"{name:>10}  {size:>10,} URLs  {result['client_ms']:.3f} ms CPU a page"
                    f" + {result['server_ms']:.3f} of the server  (compressing {result['packing_ms']:.3f} apart)"
                    f"  {result['pages_a_second']:,.0f} pages/s  {result['urls_a_second']:,.0f} links/s"
                )
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
