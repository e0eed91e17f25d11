"""Storage of histories: pages that are visited each hour, of which some change, in a fresh SQLite database."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import text

from bench.site import page as page_of
from gossamer.core.changes import ChangeStatus, HistoryKey, NewVersion, PageVersion, VersionContent
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.history import HistoryStore
from gossamer.store.migration import migrate


def simulate(options) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_simulate(options, Path(folder)))


async def _simulate(options, folder: Path) -> None:
    engine = open_engine(database_url(None, folder))
    migrate(engine)
    database = Database(engine)
    store = HistoryStore(database)
    rng = random.Random(1)
    team, start = new_id(), datetime(2026, 6, 1, tzinfo=UTC)
    bodies = [page_of(number) for number in range(options.pages)]
    empty = _size(database)
    numbers = [0] * options.pages
    versions = changed = 0
    raw = 0
    began = time.monotonic()
    for hour in range(options.days * 24):
        at = start + timedelta(hours=hour)
        batch = []
        for number in range(options.pages):
            is_new = hour == 0
            is_changed = not is_new and rng.random() < options.changing
            if is_changed:
                bodies[number] = _changed(bodies[number], rng)
                numbers[number] += 1
            content = None
            if is_new or is_changed:
                page = FetchedPage(_url(number), 200, {"content-type": "text/html"}, bodies[number], at, "http")
                content = VersionContent(page)
                changed += 1
                raw += len(bodies[number])
            status = ChangeStatus.NEW if is_new else ChangeStatus.CHANGED if is_changed else ChangeStatus.SAME
            version = PageVersion(new_id(), at, numbers[number], status)
            batch.append(NewVersion(HistoryKey(team, _url(number)), version, content))
            versions += 1
        for part in range(0, len(batch), 50):
            await store.record(batch[part : part + 50])
    took = time.monotonic() - began
    whole = _size(database) - empty
    rows = await database.read(lambda connection: connection.execute(text(_USED)).all())
    used = dict(tuple(row) for row in rows)
    print(f"{options.pages} pages, {options.days} days hourly, {options.changing:.0%} changing: {versions} versions")
    print(f"contents: {changed}, {raw / 1e6:.0f} MB of HTML, mean {raw / changed / 1000:.1f} KB")
    print(f"database: {whole / 1e6:.1f} MB; {whole / versions:.0f} bytes a version")
    print(
        f"  rows of versions: {used['page_versions'] / 1e6:.1f} MB, {used['page_versions'] / versions:.0f} bytes each"
    )
    contents = sum(size for name, size in used.items() if "page_contents" in name)
    print(f"  contents: {contents / 1e6:.1f} MB, {contents / changed:.0f} bytes each ({raw / contents:.0f} times less)")
    print(f"written at {versions / took:.0f} versions/s")
    await database.close()


_USED = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"


def _size(database: Database) -> int:
    with database.engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        return pages * connection.execute(text("PRAGMA page_size")).scalar_one()


def _url(number: int):
    return web_url(f"https://shop.example/products/{number}")


def _changed(body: bytes, rng) -> bytes:
    """Return the page with one sentence changed somewhere, and the tokens that every answer has."""
    words = body.split(b". ")
    words[rng.randrange(len(words))] = f"It is {rng.randint(1, 10**6)} now".encode()
    token = f"{rng.getrandbits(128):032x}".encode()
    return b". ".join(words).replace(b"</body>", b"<!-- " + token + b" --></body>")
