"""Kills an extraction of 50 URLs again and again and looks for what was lost, doubled, or asked of the model twice.

    python -m bench.extract_crash                            one process on SQLite
    python -m bench.extract_crash --database postgresql      one process on PostgreSQL
    python -m bench.extract_crash --workers 2              with worker processes beside it
    python -m bench.extract_crash --kills 8 --urls 50

Each kill is SIGKILL, at a random moment: of the process and all that it started, or of the process alone. A scripted
model reads the pages, slowly, and remembers what it was asked and when its answer was given. In the end the answer
must be that of an undisturbed extraction, and the ledger must say what the pages and the status say. The model may not
have been shown a page after a kill that was committed before it, nor one whose answer was given `--moment` before it:
only what was under way may be asked again.
"""

import contextlib
import json
import os
import random
import re
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy

from bench.crash import Process, arguments, asked, leave, place
from gossamer.store.database import database_url
from gossamer.testing.model import Say, filled, running_model
from gossamer.testing.site.graph import Graph, running_graph
from tests.clients.service import KEY

_TITLE = re.compile(r"\bPage (\d+)\b")
SCHEMA = {
    "type": "object",
    "properties": {
        "pages": {
            "type": "array",
            "items": {"type": "object", "properties": {"title": {"type": "string"}, "number": {"type": "integer"}}},
        }
    },
}


@dataclass
class Reader:
    """What the model was asked, of which page and when; and what it answered: of which page, asked when, and when."""

    seconds: float
    asked: list = field(default_factory=list)
    answered: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, request):
        """Read the page that is shown."""
        number = int(_TITLE.search(request.text)[1])
        asked = time.monotonic()
        with self.lock:
            self.asked.append((number, asked))
        value = filled(request, {"pages": [{"title": f"Page {number}", "number": number}]})
        time.sleep(self.seconds)
        with self.lock:
            self.answered.append((number, asked, time.monotonic()))
        return Say(json.dumps(value))


@dataclass(frozen=True)
class Kill:
    """A kill: when, which pages were durable then, and of how many the model had been asked."""

    at: float
    durable: frozenset
    asked: int


def extract(api, site, urls):
    """Start an extraction; return its id."""
    pages = [site.url(f"/page/{number}") for number in range(1, urls + 1)]
    body = {
        "urls": pages,
        "schema": SCHEMA,
        "prompt": "The title and number of each page",
        "showSources": True,
        "evidence": True,
        # All of it, the numbers too, which stand on their pages once.
        "minConfidence": "low",
        "scrapeOptions": {"maxAge": 0, "storeInCache": False},
    }
    return asked(api, "/v2/extract", body)["id"]


def finished(api, job, patience=600):
    """Wait for the end of the extraction and return its status."""
    give_up = time.monotonic() + patience
    while (status := asked(api, f"/v2/extract/{job}"))["status"] == "processing":
        if time.monotonic() > give_up:
            raise RuntimeError(f"The extraction does not end: {status}")
        time.sleep(0.1)
    return status


def rows(url, statement, job):
    """Return what the database has."""
    engine = sqlalchemy.create_engine(url)
    try:
        with engine.connect() as connection:
            return connection.execute(sqlalchemy.text(statement), {"job": job}).all()
    finally:
        engine.dispose()


def committed(url, job):
    """Return numbers of the pages that are durable."""
    found = rows(
        url, "SELECT f.url FROM frontier f JOIN jobs j ON j.number = f.job WHERE j.id = :job AND f.state = 3", job
    )
    return {int(row.url.rpartition("/")[2]) for row in found}


def until(more, patience=60):
    """Return when there is *more*, or when it does not come."""
    give_up = time.monotonic() + patience
    while not more() and time.monotonic() < give_up:
        time.sleep(0.02)


def killed(server, alone):
    """Kill the process, *alone* or with all that it started."""
    if not alone:
        return server.kill()
    with contextlib.suppress(ProcessLookupError):
        os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    return server.out.close()


def ledger(url, job):
    """Return credits and tokens that the ledger has for the extraction."""
    statement = "SELECT coalesce(sum(credits), 0), coalesce(sum(tokens), 0) FROM ledger WHERE reference LIKE :job"
    [(spent, tokens)] = rows(url, statement, f"{job}%")
    return int(spent), int(tokens)


def run(folder, *, database=None, urls=50, kills=8, seed=1, seconds=0.4, workers=0, moment=0.25):
    """Extract once undisturbed and then under fire; return what was found wrong, and how often it was killed."""
    rng = random.Random(seed)
    reader = Reader(seconds)
    with running_graph(Graph(pages=urls + 1, links=2, page_bytes=2_000)) as site, running_model(reader) as model:
        env = {
            "GOSSAMER_HOME": str(folder / "home"),
            "GOSSAMER_PORT": "0",
            "GOSSAMER_API_KEY": KEY,
            "GOSSAMER_EGRESS_ALLOW": site.host,
            "GOSSAMER_LOG_FORMAT": "json",
            "GOSSAMER_WORKERS": str(workers),
            "GOSSAMER_SECRET_KEY": "the-same-after-every-start",
            "GOSSAMER_LLM_MODEL": f"openai:{model.name}",
            "GOSSAMER_LLM_BASE_URL": model.url,
            "GOSSAMER_LLM_API_KEY": model.key,
        }
        if database:
            env["GOSSAMER_DATABASE_URL"] = database
        url = database_url(database, folder / "home")
        server = Process("serve", folder, env, "serve")
        try:
            server.start()
            api = server.wait_until_ready()
            # The first page teaches the service how the model wants to be asked.
            finished(api, extract(api, site, 1))
            calm = finished(api, extract(api, site, urls))
            before, job, done = len(reader.asked), extract(api, site, urls), []
            while len(done) < kills and len(committed(url, job)) < urls:
                # Only where something was done can something be done twice: a page is durable, or just answered.
                durable, answered = len(done[-1].durable) if done else 0, len(reader.answered)
                if rng.random() < 0.5:
                    until(lambda durable=durable: len(committed(url, job)) > durable)
                else:
                    until(lambda answered=answered: len(reader.answered) > answered)
                time.sleep(rng.uniform(0.0, 0.7))
                asked_of = len(reader.asked)
                killed(server, alone=bool(workers) and rng.random() < 0.5)
                done.append(Kill(time.monotonic(), frozenset(committed(url, job)), asked_of))
                server.start()
                server.wait_until_ready()
                print(f"kill {len(done)}: {len(done[-1].durable)} of {urls} pages", flush=True)
            status = finished(api, job)
            asked_again(reader, before, urls)
            return wrong(status, calm, urls, ledger(url, job), done, reader, before, moment), len(done)
        finally:
            server.kill()


def asked_again(reader, before, urls):
    """Tell how often the model was asked beyond once a page."""
    counted = Counter(number for number, _ in reader.asked[before:])
    spread = Counter(counted.values())
    told = ", ".join(f"{pages} pages {times} times" for times, pages in sorted(spread.items()))
    print(f"{sum(counted.values())} calls for {urls} pages: {told}", flush=True)


def shown_again(done, reader, before, moment):
    """Return sentences about pages that the model was shown after a kill although they had been seen to."""
    found, since = [], reader.asked[before][1] - 1e-6
    for number, kill in enumerate(done, 1):
        until_next = done[number].at if number < len(done) else float("inf")
        if again := {page for page, when in reader.asked if when > kill.at} & kill.durable:
            found.append(f"after kill {number} the model saw pages again that were committed: {sorted(again)}")
        later = {page for page, when in reader.asked if kill.at < when < until_next}
        # Who was asked by a process that is dead answers to nobody.
        heard = [(page, when) for page, asked, when in reader.answered if asked > since and when <= kill.at - moment]
        ages = {page: kill.at - when for page, when in heard}
        if again := (later & set(ages)) - kill.durable:
            oldest = max(ages[page] for page in again)
            found.append(
                f"after kill {number} the model saw pages again that it had answered up to {oldest:.2f} s before: "
                f"{sorted(again)}"
            )
        since = kill.at
    return found


def wrong(status, calm, urls, charged, done, reader, before, moment):
    """Return sentences about what is not as it must be."""
    found = []
    if status["status"] != "completed" or calm["status"] != "completed":
        return [f"it ended as {status['status']}, undisturbed as {calm['status']}: {status.get('error')}"]
    titles = [page["number"] for page in status["data"]["pages"]]
    if titles != list(range(1, urls + 1)):
        found.append(f"not every page once, in order: {titles}")
    same = ("data", "sources", "evidence", "methods", "creditsUsed", "tokensUsed")
    if differing := [name for name in same if status.get(name) != calm.get(name)]:
        found.append(f"other than undisturbed: {differing}")
    if charged != (status["creditsUsed"], status["tokensUsed"]):
        found.append(f"ledger {charged}, status {status['creditsUsed']} credits and {status['tokensUsed']} tokens")
    found += shown_again(done, reader, before, moment)
    print(
        f"{len(titles)} pages, {charged[0]} credits, {charged[1]} tokens, methods {status['methods']}",
        flush=True,
    )
    return found


def main():
    """Run by the command line."""
    parser = arguments(__doc__, kills=8)
    parser.add_argument("--urls", type=int, default=50)
    parser.add_argument("--workers", type=int, default=0, help="worker processes that serve may start")
    parser.add_argument("--moment", type=float, default=0.25, help="seconds from an answer until it is durable")
    options = parser.parse_args()
    with place(options) as (folder, database):
        found, kills = run(
            folder,
            database=database,
            urls=options.urls,
            kills=options.kills,
            seed=options.seed,
            workers=options.workers,
            moment=options.moment,
        )
    leave(found, kills, options, right="same answer, nothing paid or asked twice")


if __name__ == "__main__":
    main()
