"""Kills an extraction of 50 URLs again and again and looks for what was lost, doubled, or asked of the model twice.

    python -m bench.extract_crash                            one process on SQLite
    python -m bench.extract_crash --database postgresql      one process on PostgreSQL
    python -m bench.extract_crash --kills 8 --urls 50

Each kill is SIGKILL, at a random moment. A scripted model reads the pages, slowly, and remembers what it was asked
when. In the end the answer must be that of an undisturbed extraction, the ledger must say what the pages and the
status say, and no page that was committed before a kill may have been shown to the model after it.
"""

import json
import random
import re
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy

from bench.crash import Process, arguments, asked, leave, place
from gossamer.store.database import database_url
from gossamer.testing.model import Say, Slow, filled, running_model
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
    """What the model was asked: of which page, and when."""

    seconds: float
    asked: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, request):
        """Read the page that is shown."""
        number = int(_TITLE.search(request.text)[1])
        with self.lock:
            self.asked.append((number, time.monotonic()))
        value = filled(request, {"pages": [{"title": f"Page {number}", "number": number}]})
        return Slow(self.seconds, Say(json.dumps(value)))


def extract(api, site, urls):
    """Start an extraction; return its id."""
    pages = [site.url(f"/page/{number}") for number in range(1, urls + 1)]
    body = {
        "urls": pages,
        "schema": SCHEMA,
        "prompt": "The title and number of each page",
        "showSources": True,
        "evidence": True,
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


def until_more(url, job, before, patience=60):
    """Return when more pages than *before* are durable."""
    give_up = time.monotonic() + patience
    while len(committed(url, job)) <= before and time.monotonic() < give_up:
        time.sleep(0.02)


def ledger(url, job):
    """Return credits and tokens that the ledger has for the extraction."""
    statement = "SELECT coalesce(sum(credits), 0), coalesce(sum(tokens), 0) FROM ledger WHERE reference LIKE :job"
    [(spent, tokens)] = rows(url, statement, f"{job}%")
    return int(spent), int(tokens)


def run(folder, *, database=None, urls=50, kills=8, seed=1, seconds=0.4):
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
            "GOSSAMER_WORKERS": "0",
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
            job, killed = extract(api, site, urls), []
            while len(killed) < kills and len(committed(url, job)) < urls:
                # Only where something was done can something be done twice.
                until_more(url, job, len(killed[-1][1]) if killed else 0)
                time.sleep(rng.uniform(0.0, 0.7))
                server.kill()
                killed.append((time.monotonic(), committed(url, job)))
                server.start()
                server.wait_until_ready()
                print(f"kill {len(killed)}: {len(killed[-1][1])} of {urls} pages", flush=True)
            status = finished(api, job)
            return wrong(status, calm, urls, ledger(url, job), killed, reader), len(killed)
        finally:
            server.kill()


def wrong(status, calm, urls, charged, killed, reader):
    """Return sentences about what is not as it must be."""
    found = []
    if status["status"] != "completed" or calm["status"] != "completed":
        return [f"it ended as {status['status']}, undisturbed as {calm['status']}: {status.get('error')}"]
    titles = [page["number"] for page in status["data"]["pages"]]
    if titles != list(range(1, urls + 1)):
        found.append(f"not every page once, in order: {titles}")
    same = ("data", "sources", "evidence", "unsupported", "methods", "creditsUsed", "tokensUsed")
    if differing := [name for name in same if status.get(name) != calm.get(name)]:
        found.append(f"other than undisturbed: {differing}")
    if charged != (status["creditsUsed"], status["tokensUsed"]):
        found.append(f"ledger {charged}, status {status['creditsUsed']} credits and {status['tokensUsed']} tokens")
    again = [number for at, pages in killed for number, when in reader.asked if when > at and number in pages]
    if again:
        found.append(f"the model saw pages again that were committed: {sorted(set(again))}")
    last = killed[0][0] if killed else 0.0
    twice = sum(count - 1 for count in Counter(number for number, when in reader.asked if when > last).values())
    print(
        f"{len(titles)} pages, {charged[0]} credits, {charged[1]} tokens, methods {status['methods']}, "
        f"{twice} pages under way shown to the model again",
        flush=True,
    )
    return found


def main():
    """Run by the command line."""
    parser = arguments(__doc__, kills=8)
    parser.add_argument("--urls", type=int, default=50)
    options = parser.parse_args()
    with place(options) as (folder, database):
        found, kills = run(folder, database=database, urls=options.urls, kills=options.kills, seed=options.seed)
    leave(found, kills, options, right="same answer, nothing paid or asked twice")


if __name__ == "__main__":
    main()
