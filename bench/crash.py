"""Kills a crawl again and again and looks for what was lost or doubled.

    python -m bench.crash                                  one process on SQLite, killed whole
    python -m bench.crash --database postgresql            one process on PostgreSQL, killed whole
    python -m bench.crash --database postgresql --workers 2  one of two workers killed at a time

Each kill is SIGKILL, at a random moment of a crawl of a site of 2,000 pages with a webhook. In the
end the crawl must have ended by itself with the pages of an undisturbed one, each page paid once,
and every webhook event delivered at least once, without a gap. `--seed` repeats a run's moments.
"""

import argparse
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import sqlalchemy

from gossamer.store.database import database_url
from gossamer.testing.site.graph import Graph, spawned_graph
from tests.clients.service import KEY
from tests.postgres import postgres_binaries, run_postgres

SITE = Graph(
    pages=2000, links=8, page_bytes=6_000, latency=0.25, redirects=40, copies=20, missing=20, dead=5, private=10
)


@dataclass
class Receiver:
    """A webhook receiver that remembers what it was told."""

    port: int = 0
    events: list = field(default_factory=list)


@contextlib.contextmanager
def receiving():
    """Run a receiver."""
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            found.events.append((body["id"], body["sequence"], body["webhookId"], body["type"]))
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()


class Process:
    """A gossamer process with its children, killed as one."""

    def __init__(self, name, folder, env, *command):
        self.name, self.env, self.command = name, env, command
        self.log = folder / f"{name}.log"
        self.port = None

    def start(self):
        """Start it."""
        env = {k: v for k, v in os.environ.items() if not k.startswith("GOSSAMER_")} | self.env
        if self.port:
            env["GOSSAMER_PORT"] = str(self.port)
        self.out = self.log.open("ab")
        self.out.write(b"--- start\n")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gossamer", *self.command],
            stdout=self.out,
            stderr=subprocess.STDOUT,
            env=env,
            start_new_session=True,
        )
        return self

    def kill(self):
        """Kill it and all that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.out.close()

    def wait_until_ready(self):
        """Wait until it answers; return its address."""
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up:
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.name} ended:\n" + self.log.read_text()[-3000:])
            with contextlib.suppress(Exception):
                if not self.port:
                    text = self.log.read_text().rpartition("--- start")[2]
                    self.port = int(re.search(r"Base URL\s+http://127\.0\.0\.1:(\d+)", text)[1])
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/live", timeout=2):
                    return f"http://127.0.0.1:{self.port}"
            time.sleep(0.05)
        raise RuntimeError(f"{self.name} does not answer:\n" + self.log.read_text()[-3000:])


def ask(url, body=None, key=KEY):
    """Return the JSON that the service answers."""
    request = urllib.request.Request(
        url,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {key}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def asked(api, path, body=None):
    """Ask until the service is there to answer."""
    give_up = time.monotonic() + 120
    while True:
        try:
            return ask(api + path, body)
        except urllib.error.HTTPError as error:
            if error.code not in {500, 502, 503} or time.monotonic() > give_up:
                raise RuntimeError(f"{path}: {error.code} {error.read()[:500]}") from error
        except OSError:
            if time.monotonic() > give_up:
                raise
        time.sleep(0.1)


def start(api, site, hook):
    """Start a crawl; return its id."""
    body = {
        "url": site.url(),
        "limit": 100_000,
        "maxConcurrency": 40,
        "scrapeOptions": {"formats": ["markdown"], "maxAge": 0},
    }
    if hook:
        body["webhook"] = {"url": f"http://127.0.0.1:{hook.port}/hook", "events": ["started", "page", "completed"]}
    return asked(api, "/v2/crawl", body)["id"]


def finished(api, job, patience=300):
    """Wait for the end of the crawl; return its status and the addresses of its pages."""
    give_up = time.monotonic() + patience
    while (status := asked(api, f"/v2/crawl/{job}?limit=1"))["status"] == "scraping":
        if time.monotonic() > give_up:
            raise RuntimeError(f"The crawl does not end: { ({k: v for k, v in status.items() if k != 'data'}) }")
        time.sleep(0.2)
    pages, path = [], f"/v2/crawl/{job}?limit=1000"
    while path:
        told = asked(api, path)
        pages += [SITE.original(page["metadata"]["url"]) for page in told["data"]]
        following = told.get("next")
        path = following and urlsplit(following)._replace(scheme="", netloc="").geturl()
    return status, pages


def failures(api, job):
    """Return the addresses that could not be had, and those that robots.txt forbids."""
    told = asked(api, f"/v2/crawl/{job}/errors")
    return sorted(error["url"] for error in told["errors"]), sorted(told["robotsBlocked"])


def ledger(url, job):
    """Return the credits that the ledger has for the crawl."""
    engine = sqlalchemy.create_engine(url)
    with engine.connect() as connection:
        total = connection.execute(
            sqlalchemy.text("SELECT coalesce(sum(credits), 0) FROM ledger WHERE reference LIKE :job"),
            {"job": f"{job}%"},
        ).scalar()
        if engine.dialect.name == "sqlite":
            assert connection.execute(sqlalchemy.text("PRAGMA integrity_check")).scalar() == "ok"
    engine.dispose()
    return int(total)


def run(options, folder, database, env):
    """Crawl once undisturbed and then under fire; return what was found wrong."""
    rng = random.Random(options.seed)
    with spawned_graph(SITE) as site, receiving() as hook:
        env = env | {
            "GOSSAMER_HOME": str(folder / "home"),
            "GOSSAMER_PORT": "0",
            "GOSSAMER_API_KEY": KEY,
            "GOSSAMER_EGRESS_ALLOW": f"127.0.0.1:{hook.port},{site.host}",
            "GOSSAMER_LOG_FORMAT": "json",
            # Workers have data folders of their own, and sign with the team's secret.
            "GOSSAMER_SECRET_KEY": "the-same-on-every-machine",
        }
        if database:
            env["GOSSAMER_DATABASE_URL"] = database
        server = Process("serve", folder, env | ({"GOSSAMER_WORKERS": "0"} if options.workers else {}), "serve")
        workers = [
            Process(f"worker{n}", folder, env | {"GOSSAMER_HOME": str(folder / f"w{n}")}, "worker")
            for n in range(options.workers)
        ]
        everything = [server, *workers]
        try:
            for process in everything:
                process.start()
            api = server.wait_until_ready()
            calm = start(api, site, None)
            expected = finished(api, calm)[1]
            expected_failures = failures(api, calm)
            print(f"undisturbed: {len(expected)} pages", flush=True)
            job = start(api, site, hook)
            kills = 0
            for kills in range(1, options.kills + 1):
                time.sleep(rng.uniform(0.2, 2.5))
                victim = rng.choice(workers) if workers else server
                victim.kill()
                if workers:
                    time.sleep(rng.uniform(0.0, 2.0))
                victim.start()
                if not workers:
                    server.wait_until_ready()
                told = asked(api, f"/v2/crawl/{job}?limit=1")
                print(f"kill {kills}: {told['status']} {told['completed']} of {told['total']}", flush=True)
                if told["status"] != "scraping":
                    break
            began = time.monotonic()
            status, pages = finished(api, job)
            print(f"ended {time.monotonic() - began:.1f} s after the last kill", flush=True)
            return wrong(
                api,
                site,
                hook,
                job,
                status,
                pages,
                expected,
                expected_failures,
                ledger(database_url(database, folder / "home"), job),
            ), kills
        finally:
            for process in everything:
                if hasattr(process, "process"):
                    process.kill()


def wrong(api, site, hook, job, status, pages, expected, expected_failures, credits):
    """Return sentences about what is not as it must be."""
    found = []
    if status["status"] != "completed":
        found.append(f"the crawl ended as {status['status']}")
    if doubled := [url for url, count in Counter(pages).items() if count > 1]:
        found.append(f"{len(doubled)} pages doubled: {doubled[:3]}")
    if set(pages) != set(expected):
        found.append(f"missing {sorted(set(expected) - set(pages))[:3]}, new {sorted(set(pages) - set(expected))[:3]}")
    if failures(api, job) != expected_failures:
        found.append("other failures than undisturbed")
    if not len(pages) == status["completed"] == status["creditsUsed"] == credits:
        found.append(
            f"{len(pages)} pages, completed {status['completed']}, used {status['creditsUsed']}, ledger {credits}"
        )
    give_up = time.monotonic() + 180
    events = failed = len(expected_failures[0])
    while True:
        mine = [event for event in hook.events if event[0] == job]
        sequences = {event[1] for event in mine}
        # One for each page and each failure, one at the start, one at the end.
        complete = len(pages) + failed + 2
        if sequences == set(range(1, complete + 1)) or time.monotonic() > give_up:
            break
        time.sleep(0.5)
    if sequences != set(range(1, complete + 1)):
        found.append(f"webhook events: {len(sequences)} of {complete}, highest {max(sequences, default=0)}")
    if len({event[1:3] for event in mine}) != len(sequences):
        found.append("an event changed its id")
    requests = [hit.target for hit in site.hits() if hit.target.startswith("/page/")]
    print(
        f"{len(pages)} pages, {credits} credits, {len(mine)} deliveries of {len(sequences)} events, "
        f"{len(requests) - 2 * (SITE.pages - 1)} pages fetched again",
        flush=True,
    )
    return found


def arguments(description, *, kills):
    """Return the command line of a bench that kills, to which more may be added."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--kills", type=int, default=kills)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for logs and data, kept")
    return parser


@contextlib.contextmanager
def place(options):
    """Yield the folder for logs and data, and the address of the database, None for SQLite."""
    with contextlib.ExitStack() as stack:
        folder = Path(options.keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-crash-")))
        folder.mkdir(parents=True, exist_ok=True)
        database = None
        if options.database == "postgresql":
            (folder / "pg").mkdir()
            folder.chmod(0o755)
            database = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg")).url
        yield folder, database


def leave(found, kills, options, *, right):
    """Tell what was found wrong, or that all was *right*, and end with the exit code of that."""
    for sentence in found:
        print("WRONG:", sentence)
    print(f"{kills} kills on {options.database}: " + ("FAILED" if found else right))
    sys.exit(bool(found))


def main():
    """Run by the command line."""
    parser = arguments(__doc__, kills=20)
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    with place(options) as (folder, database):
        found, kills = run(options, folder, database, {})
    leave(found, kills, options, right="nothing lost, nothing doubled")


if __name__ == "__main__":
    main()
