"""Spends credits at random, kills who spends them, and looks whether the books agree.

    python -m bench.ledger [--operations 10000] [--kills 20] [--seed 1] [--postgres URL | --database postgresql]

First random work of four keys (scrapes that come, fail or are given up, maps, crawls, batches, cancels, changes
of what a team or key may spend), twelve operations at a time, in a process that is killed (SIGKILL) at random
moments; then 200 requests at once over HTTP for a team that can pay 100. In the end the ledger, the days, the
history by month and by key, what jobs and documents say they cost, what callers were told and the accounts
must agree, and nothing may be set aside.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path

from gossamer.testing.site.graph import spawned_graph
from tests.clients.service import running_service
from tests.ledger import SITE, ended, rushed, spent, worked, wrong
from tests.postgres import postgres_binaries, run_postgres

ADMIN = "an-admin-token-for-this-measurement"


async def run(options, folder, database, site):
    """Return what was found wrong."""
    began = time.monotonic()
    told = await worked(folder, database, site, options.operations, options.kills, options.seed)
    await ended(folder, database, site)
    found, summary = await wrong(folder, database, told)
    print(f"{sum(told.outcomes.values())} operations, {told.kills} kills, {time.monotonic() - began:.0f} s: {summary}")
    for name, count in sorted(told.outcomes.items()):
        print(f"  {count:>6} {name}")
    env = {"GOSSAMER_ADMIN_TOKEN": ADMIN} | ({"GOSSAMER_DATABASE_URL": database} if database else {})
    home = folder / "http"
    with running_service(home, egress_allow=site.removeprefix("http://"), env=env) as service:
        team, answers = await rushed(service.url, ADMIN, site, allowance=100, requests=200)
    books = await spent(home / "data", database, team)
    print(f"200 requests on 100 credits: {dict(answers)}, books {books}")
    if answers["200"] != 100 or books != {"used": 100, "reserved": 0, "ledger": 100}:
        found.append("the team did not spend what it had")
    return found


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--operations", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--postgres", help="address of an empty database of a server that runs")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-ledger-")))
        database = options.postgres
        if options.database == "postgresql" and database is None:
            (folder / "pg").mkdir()
            folder.chmod(0o755)
            database = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg")).url
        site = stack.enter_context(spawned_graph(SITE)).url().rstrip("/")
        found = asyncio.run(run(options, folder, database, site))
    for sentence in found[:20]:
        print("WRONG:", sentence)
    print("FAILED" if found else "the books agree")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
