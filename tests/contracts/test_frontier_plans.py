"""What a commit costs must not depend on the size of the frontier: held by query plans, not by time."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from psycopg import ClientCursor
from sqlalchemy import Connection, event, text

from gossamer.core.jobs import NewJob
from gossamer.ports.frontier import Chunk, EntryReturned
from gossamer.store.database import Database
from tests.contracts.jobs import MINUTE, NOON, Bench, done, failed, found, refused, sitemap, take

MANY = 100_000
LARGE = {"frontier", "fingerprints"}
# A row is found by these; what stands in brackets is SQLite's way to say it.
SQLITE_WAYS = (
    "(job=? AND position=?)",
    "(job=? AND fingerprint=?)",
    "ix_frontier_queued (job=? AND kind=?)",
    "ix_frontier_taken (job=? AND lane=?)",
    "ix_frontier_waiting (job=? AND ready_at<?)",
    "ix_frontier_waiting (job=?)",
)
POSTGRES_WAYS = {
    "pk_frontier": "position",
    "pk_fingerprints": "fingerprint",
    "ix_frontier_queued": "kind",
    "ix_frontier_taken": "lane",
    "ix_frontier_waiting": "job",
}
_FRONTIER = (
    "INSERT INTO frontier (job, position, fingerprint, url, depth, rank, kind, state, tries) "
    "SELECT jobs.number, n + 10, n + 1000000, 'https://e.org/' || n, 1, 1, 0, 0, 0 "
    "FROM jobs, numbers WHERE jobs.id = :id"
)
_FINGERPRINTS = (
    "INSERT INTO fingerprints (job, fingerprint, position, too_deep) "
    "SELECT jobs.number, n + 1000000, n + 10, false FROM jobs, numbers WHERE jobs.id = :id"
)
_COUNTERS = "UPDATE jobs SET queued = queued + :n, ready = ready + :n, entries = 10 + :n WHERE id = :id"


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


async def test_a_commit_finds_every_entry_by_an_index_among_a_hundred_thousand(bench: Bench) -> None:
    # Statistics that know another job alone are the worst: this one seems to be empty.
    await fill(bench, await bench.start())
    await bench.database.write(lambda connection: connection.execute(text("ANALYZE")))
    job = await bench.start(*(found(f"/{n}") for n in range(8)), sitemap("/s.xml"), lanes=2)
    await fill(bench, job)
    with statements(bench.database) as run:
        await work(bench, job)
    plans = await bench.database.read(lambda connection: [(sql, plan(connection, sql, given)) for sql, given in run])
    assert [(sql, way) for sql, ways in plans for way in ways if not is_bounded(way)] == []
    used = " ".join(way for _, ways in plans for way in ways)
    assert [way for way in bench_ways(bench) if way not in used] == []


async def work(bench: Bench, job: NewJob) -> None:
    """Do everything that a lane can do."""
    entries = (await bench.begin(job, holder="dead", plan=take(5))).entries
    entries = (await bench.begin(job, plan=take(5))).entries
    chunk = Chunk(
        done=[done(entries[0], "/1", "/elsewhere"), done(entries[1])],
        failed=[failed(entries[2])],
        returned=[EntryReturned(entries[3], NOON + MINUTE)],
        discovered=[found("/new"), found("/2"), refused("/x")],
    )
    await bench.commit(job, chunk, plan=take(5))
    await bench.commit(job, plan=take(5), at=NOON + MINUTE)
    await bench.commit(job, hand_on=True)


async def fill(bench: Bench, job: NewJob) -> None:
    """Queue MANY pages more."""
    until = f"SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < {MANY}"
    numbers = f"WITH RECURSIVE numbers AS ({until}) "

    def insert(connection: Connection) -> None:
        for statement in (_FRONTIER, _FINGERPRINTS):
            connection.execute(text(numbers + statement), {"id": job.job_id})
        connection.execute(text(_COUNTERS), {"id": job.job_id, "n": MANY})

    await bench.database.write(insert, patience=MINUTE)


@contextmanager
def statements(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """Collect the statements that are run, and what they are given, each once."""
    run: dict[str, Any] = {}

    def note(_c: Any, _cursor: Any, sql: str, given: Any, _context: Any, many: bool) -> None:
        run.setdefault(sql, given[0] if many else given)

    event.listen(database.engine, "before_cursor_execute", note)
    found_statements: list[tuple[str, Any]] = []
    yield found_statements
    event.remove(database.engine, "before_cursor_execute", note)
    found_statements += run.items()


def plan(connection: Connection, sql: str, given: Any) -> list[str]:
    """Return how rows of large tables are found, and what else is done with many."""
    driver: Any = connection.connection.driver_connection
    if connection.engine.dialect.name == "sqlite":
        lines = [row[3] for row in driver.execute("EXPLAIN QUERY PLAN " + sql, given)]
        return [line for line in lines if reads_large(line) or ("LIMIT" in sql and "TEMP B-TREE" in line)]
    # As the server runs it after a few times: planned once for whatever it is given.
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", sql)))
    numbered = re.sub(r"%\((\w+)\)s", lambda name: f"${names.index(name[1]) + 1}", sql)
    cursor = ClientCursor(driver)
    cursor.execute("SET plan_cache_mode = force_generic_plan")
    cursor.execute(f"PREPARE explained AS {numbered}")
    values = ", ".join(["%s"] * len(names))
    cursor.execute(
        f"EXPLAIN (FORMAT JSON) EXECUTE explained{f'({values})' if names else ''}", [given[name] for name in names]
    )
    [[[tree]]] = [row for row in [cursor.fetchone()] if row]
    cursor.execute("DEALLOCATE explained")
    large = [node for node in nodes(tree["Plan"]) if node.get("Relation Name") in LARGE or is_other(node, sql)]
    return [json.dumps(node) for node in large if node["Node Type"] != "ModifyTable"]


def nodes(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return all nodes of a plan."""
    below = tree.pop("Plans", [])
    yield tree
    for one in below:
        yield from nodes(one)


def reads_large(line: str) -> bool:
    """Return whether a line of SQLite's plan is of a large table."""
    return any(f" {name} " in f"{line} " for name in LARGE)


def is_other(node: dict[str, Any], sql: str) -> bool:
    """Return whether the node may read many rows although it names no table."""
    return "Bitmap" in node["Node Type"] or ("LIMIT %" in sql and "Sort" in node["Node Type"])


def bench_ways(bench: Bench) -> list[str]:
    """Return all ways in which rows should be found, of the bench's dialect."""
    return list(SQLITE_WAYS if bench.database.engine.dialect.name == "sqlite" else POSTGRES_WAYS)


def is_bounded(way: str) -> bool:
    """Return whether a way of finding rows is one that reads only what is asked for."""
    if way.startswith("{"):
        node = json.loads(way)
        key = POSTGRES_WAYS.get(node.get("Index Name", ""))
        return key is not None and f"{key} " in node.get("Index Cond", "").replace('"', "")
    return way.startswith("SEARCH") and way.removesuffix(" LEFT-JOIN").endswith(SQLITE_WAYS)
