"""Takes away what a crawl stands on, in the middle of it, and gives it back.

    python -m bench.faults [lock] [disk] [postgres] [origin]

lock      another process holds SQLite's lock for 30 s
disk      the data folder's file system is full for 10 s (needs root: a small tmpfs)
postgres  the server is stopped as by a crash, and started 5 s later
origin    the site is gone for 20 s

In the end the crawl must have ended by itself with every page once, each paid once (the origin's
pages that were asked for while it was away may have failed: each is told, none is lost).
"""

import argparse
import contextlib
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.crash import KEY, Process, asked, failures, finished, ledger, start
from gossamer.store.database import database_url
from gossamer.testing.site.graph import Graph, spawned_graph
from tests.postgres import postgres_binaries, run_postgres

SITE = Graph(pages=1500, links=8, page_bytes=6_000, latency=0.2)


def locked(folder, **_):
    """Hold the lock of the database."""
    with contextlib.closing(
        sqlite3.connect(folder / "home" / "gossamer.db", timeout=30, isolation_level=None)
    ) as other:
        other.execute("BEGIN EXCLUSIVE")
        time.sleep(30)
        other.execute("ROLLBACK")


def full(folder, **_):
    """Fill the file system."""
    with (folder / "home" / "ballast").open("wb") as ballast, contextlib.suppress(OSError):
        while True:
            ballast.write(b"\0" * 65536)
            ballast.flush()
    time.sleep(10)
    (folder / "home" / "ballast").unlink()


def restarted(postgres, **_):
    """Stop the database server and start it again."""
    postgres.stop()
    time.sleep(5)
    postgres.start()


def run(fault, stack):
    """Crawl with one fault; return what was found wrong."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-fault-")))
    folder.chmod(0o755)
    (folder / "home").mkdir()
    env = {
        "GOSSAMER_HOME": str(folder / "home"),
        "GOSSAMER_PORT": "0",
        "GOSSAMER_API_KEY": KEY,
        "GOSSAMER_EGRESS_ALLOW": "127.0.0.0/8",
        "GOSSAMER_LOG_FORMAT": "json",
    }
    postgres = None
    if fault == "postgres":
        (folder / "pg").mkdir()
        postgres = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg"))
        env["GOSSAMER_DATABASE_URL"] = postgres.url
    if fault == "disk":
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", str(folder / "home")], check=True)
        stack.callback(subprocess.run, ["umount", "-l", str(folder / "home")], check=False)
    site_stack = contextlib.ExitStack()
    site = site_stack.enter_context(spawned_graph(SITE))
    stack.callback(site_stack.close)
    server = Process("serve", folder, env, "serve").start()
    stack.callback(server.kill)
    api = server.wait_until_ready()
    job = start(api, site, None)
    while asked(api, f"/v2/crawl/{job}?limit=1")["completed"] < 200:
        time.sleep(0.2)
    began = time.monotonic()
    if fault == "origin":
        site_stack.close()
        time.sleep(20)
        site_stack = contextlib.ExitStack()
        stack.callback(site_stack.close)
        site = site_stack.enter_context(spawned_graph(SITE, port=site.port))
    else:
        {"lock": locked, "disk": full, "postgres": restarted}[fault](folder=folder, postgres=postgres)
    gone = time.monotonic() - began
    status, pages = finished(api, job)
    failed = failures(api, job)[0]
    credits = ledger(database_url(postgres.url if postgres else None, folder / "home"), job)
    print(
        f"{fault}: away {gone:.0f} s; {len(pages)} pages, {len(failed)} failed, {credits} credits, "
        f"ended {time.monotonic() - began - gone:.1f} s after",
        flush=True,
    )
    found = []
    if status["status"] != "completed":
        found.append(f"ended as {status['status']}")
    if len(set(pages)) != len(pages) or not len(pages) == status["creditsUsed"] == credits:
        found.append(
            f"{len(pages)} pages ({len(set(pages))} different), used {status['creditsUsed']}, ledger {credits}"
        )
    if len(set(pages) | set(failed)) != len(pages) + len(failed):
        found.append("a page failed and did not")
    if fault != "origin" and len(pages) != SITE.pages:
        found.append(f"{SITE.pages - len(pages)} pages are missing")
    return [f"{fault}: {sentence}" for sentence in found]


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", default=["lock", "disk", "postgres", "origin"])
    wrong = []
    for fault in parser.parse_args().faults:
        with contextlib.ExitStack() as stack:
            wrong += run(fault, stack)
    for sentence in wrong:
        print("WRONG:", sentence)
    print("FAILED" if wrong else "nothing lost, nothing doubled")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
