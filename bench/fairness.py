"""Two API replicas and two workers on PostgreSQL share the work of two teams: 10,000 pages and 10.

    python -m bench.fairness [--pages 10000]

The small team's batch comes while the large one's is under way. Printed: how long the small one
waited for its first and last page, and how many pages each process did.
"""

import argparse
import contextlib
import tempfile
import time
from pathlib import Path

import sqlalchemy

from bench.crash import KEY, Process, ask
from gossamer.store.database import database_url
from gossamer.testing.site.graph import Graph, spawned_graph
from tests.postgres import postgres_binaries, run_postgres

ADMIN = "an-admin-token-for-this-measurement"


def second_team(url):
    """Make another team over the admin API of a replica; return its key."""
    return ask(url + "/admin/teams", {"name": "Small"}, ADMIN)["apiKey"]


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-fair-")))
        folder.chmod(0o755)
        (folder / "pg").mkdir()
        postgres = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg"))
        site = stack.enter_context(spawned_graph(Graph(pages=options.pages, page_bytes=6_000, latency=0.02)))
        env = {
            "GOSSAMER_PORT": "0",
            "GOSSAMER_API_KEY": KEY,
            "GOSSAMER_ADMIN_TOKEN": ADMIN,
            "GOSSAMER_EGRESS_ALLOW": "127.0.0.0/8",
            "GOSSAMER_WORKERS": "0",
            "GOSSAMER_DATABASE_URL": postgres.url,
            "GOSSAMER_LOG_LEVEL": "warning",
        }
        replicas = [
            Process(f"api{n}", folder, env | {"GOSSAMER_HOME": str(folder / f"api{n}")}, "serve").start()
            for n in (1, 2)
        ]
        workers = [
            Process(f"w{n}", folder, env | {"GOSSAMER_HOME": str(folder / f"w{n}")}, "worker").start() for n in (1, 2)
        ]
        for process in (*replicas, *workers):
            stack.callback(process.kill)
        first, second = (replica.wait_until_ready() for replica in replicas)
        key = second_team(first)
        large = ask(
            first + "/v2/batch/scrape", {"urls": [site.url(f"/page/{n}") for n in range(1, options.pages)], "maxAge": 0}
        )["id"]
        while ask(f"{second}/v2/batch/scrape/{large}?limit=1")["completed"] < 100:
            time.sleep(0.1)
        began = time.monotonic()
        small = ask(
            second + "/v2/batch/scrape", {"urls": [site.url(f"/page/{n}") for n in range(1, 11)], "maxAge": 0}, key
        )["id"]
        waited = None
        while (told := ask(f"{first}/v2/batch/scrape/{small}", key=key))["status"] == "scraping":
            if waited is None and told["completed"]:
                waited = time.monotonic() - began
            time.sleep(0.05)
        ended = time.monotonic() - began
        done = ask(f"{first}/v2/batch/scrape/{large}?limit=1")["completed"]
        print(
            f"small team: first page after {waited or ended:.2f} s, all ten after {ended:.2f} s, while the large one had {done} of {options.pages - 1}"
        )
        while (told := ask(f"{second}/v2/batch/scrape/{large}?limit=1"))["status"] == "scraping":
            time.sleep(0.5)
        print(
            f"large team: {told['completed']} pages, {told['creditsUsed']} credits, {time.monotonic() - began:.0f} s after"
        )
        engine = sqlalchemy.create_engine(database_url(postgres.url, folder))
        with engine.connect() as connection:
            rows = connection.execute(
                sqlalchemy.text("SELECT executor_id, count(*) FROM dbos.workflow_status GROUP BY 1 ORDER BY 1")
            )
            print("turns by process:", {f"{name}": count for name, count in rows})


if __name__ == "__main__":
    main()
