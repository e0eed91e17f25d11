"""One process beside three API replicas and four workers, all on PostgreSQL: throughput, fairness, a rolling restart.

    python -m bench.scale_out [--pages 1000] [--teams 4] [--replicas 3] [--workers 4]

Each team crawls the whole site. `one` is a single `gossamer serve`; `many` are the replicas and workers; `rolling` is
`many` again, while each process in turn is stopped (SIGTERM) and started, and single scrapes come in through all
replicas, as a load balancer would send them: one that cannot connect goes to the next replica. Printed: pages a second,
CPU of the service and of the database a page, how far the slowest team was when the first had ended, scrapes that
failed, and whether each team has every page once and paid each once.
"""

import argparse
import contextlib
import itertools
import signal
import tempfile
import threading
import time
import urllib.error
from pathlib import Path

import sqlalchemy

from bench.crash import Process, ask, ledger
from bench.crawl import Meter
from gossamer.store.database import database_url
from gossamer.testing.site.graph import Graph, spawned_graph
from tests.postgres import postgres_binaries, run_postgres

ADMIN = "an-admin-token-for-this-measurement"


class Deployment:
    """Processes on one database, and where they answer."""

    def __init__(self, stack, folder, database, *, replicas, workers, alone):
        env = {
            "GOSSAMER_PORT": "0",
            "GOSSAMER_ADMIN_TOKEN": ADMIN,
            "GOSSAMER_SECRET_KEY": "a-secret-of-this-measurement",
            "GOSSAMER_EGRESS_ALLOW": "127.0.0.0/8",
            "GOSSAMER_DATABASE_URL": database,
            "GOSSAMER_LOG_LEVEL": "warning",
            "GOSSAMER_WORKERS": "1" if alone else "0",
        }
        names = [(f"api{n}", "serve") for n in range(replicas)] + [(f"w{n}", "worker") for n in range(workers)]
        self.processes = [
            Process(name, folder, env | {"GOSSAMER_HOME": str(folder / name)}, what) for name, what in names
        ]
        for process in self.processes:
            process.start()
            stack.callback(process.kill)
        self.replicas = self.processes[:replicas]
        self.addresses = [replica.wait_until_ready() for replica in self.replicas]

    def ask(self, path, body=None, key=ADMIN):
        """Return the answer of the first replica that can be reached."""
        for address in itertools.cycle(self.addresses):
            try:
                return ask(address + path, body, key)
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise
            except OSError:
                pass
            time.sleep(0.05)

    def restart_each(self, progress):
        """Stop and start every process, one after the other."""
        for process in self.processes:
            process.process.send_signal(signal.SIGTERM)
            process.process.wait(60)
            progress.append((process.name, process.process.returncode))
            process.start()
            if process in self.replicas:
                process.wait_until_ready()
            time.sleep(1)


class Scrapes(threading.Thread):
    """Single scrapes, one after the other, until it is stopped."""

    def __init__(self, deployment, key, site):
        super().__init__(daemon=True)
        self.deployment, self.key, self.site = deployment, key, site
        self.done, self.failed, self.over = 0, [], threading.Event()

    def run(self):
        """Scrape."""
        for number in itertools.count(1):
            if self.over.wait(0.1):
                return
            body = {"url": self.site.url(f"/page/{number % 50 + 1}"), "maxAge": 0}
            try:
                self.deployment.ask("/v2/scrape", body, self.key)
                self.done += 1
            except urllib.error.HTTPError as error:
                self.failed.append(f"{error.code} {error.read()[:200]}")


def crawls(deployment, site, keys, pages):
    """Crawl the site once for each key; return the seconds, and the share that the slowest had when the first ended."""
    began = time.monotonic()
    body = {"url": site.url(), "limit": 100_000, "scrapeOptions": {"formats": ["markdown"], "maxAge": 0}}
    jobs = {key: deployment.ask("/v2/crawl", body, key)["id"] for key in keys}
    share, running = None, dict(jobs)
    while running:
        told = {key: deployment.ask(f"/v2/crawl/{job}?limit=1", key=key) for key, job in running.items()}
        ended = [key for key, one in told.items() if one["status"] != "scraping"]
        if ended and share is None:
            share = min(one["completed"] for one in told.values()) / pages
        for key in ended:
            del running[key]
        time.sleep(0.2)
    return time.monotonic() - began, share, jobs


def wrong(deployment, url, jobs, pages):
    """Return what is not as it should be: each page once, each paid once."""
    for key, job in jobs.items():
        urls, path = [], f"/v2/crawl/{job}?limit=1000"
        while path:
            told = deployment.ask(path, key=key)
            urls += [page["metadata"]["url"] for page in told["data"]]
            path = told.get("next") and "/v2/" + told["next"].partition("/v2/")[2]
        paid = ledger(url, job)
        if not len(urls) == len(set(urls)) == paid == pages:
            yield f"{len(urls)} pages, {len(set(urls))} different, {paid} credits of {pages}"


def measure(name, options, site, *, replicas, workers, rolling=False):
    """Run one round and print it."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-scale-")))
        folder.chmod(0o755)
        (folder / "pg").mkdir()
        postgres = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg"))
        alone = workers == 0
        deployment = Deployment(stack, folder, postgres.url, replicas=replicas, workers=workers, alone=alone)
        keys = [deployment.ask("/admin/teams", {"name": f"Team {n}"})["apiKey"] for n in range(options.teams)]
        server = int((next((folder / "pg").rglob("postmaster.pid"))).read_text().split("\n")[0])
        restarted = []
        with Meter(*[one.process.pid for one in deployment.processes]) as service, Meter(server) as database:
            if rolling:
                scrapes = Scrapes(deployment, keys[0], site)
                scrapes.start()
                restarting = threading.Thread(target=deployment.restart_each, args=(restarted,))
                restarting.start()
            seconds, share, jobs = crawls(deployment, site, keys, options.pages)
            if rolling:
                restarting.join()
                scrapes.over.set()
                scrapes.join()
        total = options.pages * options.teams
        url = database_url(postgres.url, folder)
        print(
            f"{name}: {total / seconds:.0f} pages/s, "
            + (
                ""
                if rolling
                else f"{service.cpu / total * 1000:.1f} ms CPU a page and {database.cpu / total * 1000:.1f} ms of the database, "
            )
            + f"slowest team at {share:.0%} when the first had ended; service {service.peak:.0f} MB, database {database.peak:.0f} MB",
            flush=True,
        )
        if rolling:
            print(f"  restarted {restarted}; scrapes {scrapes.done}, failed {scrapes.failed}")
        print(
            f"  wrong: {list(wrong(deployment, url, jobs, options.pages)) or 'nothing'}; lanes by process: {lanes(url)}",
            flush=True,
        )


def lanes(url):
    """Return how many turns each process did."""
    engine = sqlalchemy.create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(
            sqlalchemy.text("SELECT executor_id, count(*) FROM dbos.workflow_status GROUP BY 1")
        ).all()
    engine.dispose()
    return sorted((count for _, count in rows), reverse=True)


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--teams", type=int, default=4)
    parser.add_argument("--replicas", type=int, default=3)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--only", choices=["one", "many", "rolling"])
    options = parser.parse_args()
    rounds = {
        "one": {"replicas": 1, "workers": 0},
        "many": {"replicas": options.replicas, "workers": options.workers},
        "rolling": {"replicas": options.replicas, "workers": options.workers, "rolling": True},
    }
    with spawned_graph(Graph(pages=options.pages, links=8, page_bytes=12_000, latency=0.05)) as site:
        for name, how in rounds.items():
            if options.only in {None, name}:
                measure(name, options, site, **how)


if __name__ == "__main__":
    main()
