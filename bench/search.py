"""Searches the index with 20,000 stored pages: latency, quality, and what the index costs.

    python -m bench.search [--database sqlite|postgresql] [--pages 20000] [--corpus FOLDER]

The corpus is a folder of `ground-truth/*.json` (with `url` and `ground_truth.title`, `.main_content`) and
`html/*.html.gz`, as web content extraction benchmarks have it. Its pages are read as stored pages are and are what is
searched for; the others are made of words of their paragraphs and headings, two and two mixed, so that all are about
the same things.

Queries are made of the pages by rule, from a fixed seed: words of the title without stop words, one of them missing and
in another order ("title"); a heading of the page ("heading"); five words in a row of its text that are no stop words
("text"). The page is what should be found; MRR is of the first ten results. Beside it stands FTS5 over one column of all
text with its own bm25, asked for any of the words.
"""

import argparse
import asyncio
import contextlib
import gzip
import json
import random
import re
import sqlite3
import statistics
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import text

from gossamer.core.deadlines import Deadline
from gossamer.core.word_folding import words
from gossamer.core.pages import FetchedPage
from gossamer.core.searches import SearchQuery
from gossamer.core.urls import fingerprint, web_url
from gossamer.features.search.indexing.indexed_page import read_entry
from gossamer.features.search.operators import terms_of
from gossamer.ports.index import IndexEntry, IndexedRead, Unindexed
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.index import SearchIndex
from gossamer.store.migration import migrate
from gossamer.testing.clock import ManualClock
from tests.postgres import postgres_binaries, run_postgres

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TEAM = "team"
STOP = frozenset(
    "a an and are as at be by can do for from how i in is it its me my not of on or our s so t that the their this to "
    "up us was we what when where which who why will with you your".split()
)
HOUR = timedelta(hours=1)


def corpus(folder):
    """Yield address and HTML of each page of the corpus."""
    for file in sorted((folder / "ground-truth").glob("*.json")):
        told = json.loads(file.read_text("utf-8"))
        html = folder / "html" / f"{file.stem}.html.gz"
        if html.exists() and told.get("url"):
            yield told["url"], gzip.decompress(html.read_bytes())


def unindexed(url, body=b"x"):
    """Return a stored page."""
    page = FetchedPage(
        url=url,
        status=200,
        headers={"content-type": "text/html; charset=utf-8"},
        body=body,
        fetched_at=NOON,
        fetcher="http",
    )
    return Unindexed(TEAM, fingerprint(url), NOON, page)


def mixed(one, other, dice):
    """Return some of the words of two texts, so that it reads like neither."""
    found = [*one.split(), *other.split()]
    dice.shuffle(found)
    return " ".join(found[: max(2, len(found) // 2)])


def made(entries, count, dice):
    """Yield pages made of parts of *entries*."""
    paragraphs = [p for e in entries for p in e.text.split("\n") if len(p) > 40]
    headings = [h for e in entries for h in e.headings.split("\n") if 8 < len(h) < 120]
    descriptions = [e.description for e in entries if e.description]
    for number in range(count):
        chosen = [mixed(*dice.sample(headings, k=2), dice) for _ in range(4)]
        title = mixed(*dice.sample(headings, k=2), dice)
        parts = [mixed(*dice.sample(paragraphs, k=2), dice) for _ in range(dice.randint(5, 40))]
        yield IndexEntry(
            url=web_url(f"https://site{number % 800}.example/{number % 7}/{number}"),
            title=title,
            description=dice.choice(descriptions),
            headings="\n".join(chosen),
            text="\n".join((*chosen, *parts)),
            language="en",
            published=NOON - timedelta(days=dice.randint(1, 2000)),
        )


def queries(entries, dice):
    """Yield kind, query and the address that should be found."""
    for entry in entries:
        title = [w for w in words(re.split(r" [|–—-] ", entry.title)[0]) if w not in STOP]
        if len(title) >= 3:
            kept = title[:7]
            kept.pop(dice.randrange(len(kept)))
            dice.shuffle(kept)
            yield "title", " ".join(kept), entry.url
        headings = [h for h in entry.headings.split("\n")[1:] if 3 <= len(h.split()) <= 9]
        if headings and len(told := [w for w in words(dice.choice(headings)) if w not in STOP]) > 1:
            yield "heading", " ".join(told), entry.url
        told = [w for w in words(entry.text) if w not in STOP and len(w) > 2]
        if len(told) > 60:
            at = dice.randrange(len(told) - 5)
            yield "text", " ".join(told[at : at + 5]), entry.url


def plain(file, entries):
    """Return a function that searches the same pages by FTS5 over one column."""
    db = sqlite3.connect(file)
    db.execute(
        "CREATE VIRTUAL TABLE plain USING fts5(url UNINDEXED, everything, tokenize='unicode61 remove_diacritics 2')"
    )
    rows = ((e.url, " ".join((e.title, e.url, e.description, e.text))) for e in entries)
    with db:
        db.executemany("INSERT INTO plain VALUES (?, ?)", rows)

    def search(query):
        match = " OR ".join(f'"{w}"' for w in re.findall(r"\w+", query))
        found = db.execute("SELECT url FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 10", (match,))
        return [url for (url,) in found]

    return search


def size(database):
    """Return how many bytes the database has."""
    with database.engine.connect() as connection:
        if database.engine.dialect.name == "sqlite":
            return connection.execute(
                text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
            ).scalar_one()
        return connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()


def reciprocal(found, wanted):
    """Return 1 / place."""
    return next((1 / place for place, url in enumerate(found[:10], 1) if url == wanted), 0.0)


async def measured(index, asked):
    """Return MRR by kind, and the milliseconds of each query."""
    ranks, took = {}, []
    for kind, query, wanted in asked:
        began = time.perf_counter()
        answer = await index.search(SearchQuery(query, terms_of(query)), team_id=TEAM, deadline=Deadline.after(HOUR))
        took.append((time.perf_counter() - began) * 1000)
        ranks.setdefault(kind, []).append(reciprocal([hit.url for hit in answer.hits], wanted))
    return ranks, took


async def run(options, folder, setting):
    """Fill, search and print."""
    dice = random.Random(7)
    engine = open_engine(database_url(setting, folder))
    migrate(engine)
    database = Database(engine)
    index = SearchIndex(database, ManualClock(NOON))
    began = time.perf_counter()
    pages = [unindexed(web_url(url), body) for url, body in corpus(options.corpus)]
    entries = {entry.url: entry for page in pages if (entry := read_entry(page.page, None, True))}
    read = time.perf_counter() - began
    known = [entry for entry in entries.values() if len(words(entry.text)) > 30]
    others = list(made(known, options.pages - len(entries), dice))
    everything = [*entries.values(), *others]
    before = size(database)
    began = time.perf_counter()
    for at in range(0, len(everything), 25):
        await index.write([IndexedRead(unindexed(entry.url), entry) for entry in everything[at : at + 25]])
    wrote = time.perf_counter() - began
    if setting:
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM ANALYZE index_documents"))
    letters = statistics.mean(len(entry.text) for entry in everything)
    print(f"{len(everything)} pages, {letters:.0f} letters of text each")
    print(
        f"reading a page of the corpus {read / len(pages) * 1000:.1f} ms; writing a page {wrote / len(everything) * 1000:.2f} ms"
    )
    print(f"growth {(size(database) - before) / len(everything) / 1024:.1f} KB a page")
    asked = list(queries(known, dice))
    await measured(index, asked[:20])
    ranks, took = await measured(index, asked)
    search = plain(folder / "plain.db", everything)
    theirs, their_took = {}, []
    for kind, query, wanted in asked:
        began = time.perf_counter()
        found = search(query)
        their_took.append((time.perf_counter() - began) * 1000)
        theirs.setdefault(kind, []).append(reciprocal(found, wanted))
    for kind, ours in ranks.items():
        print(
            f"{kind:8} {len(ours)} queries  MRR {statistics.mean(ours):.3f}  plain {statistics.mean(theirs[kind]):.3f}"
        )
    both = [sum(ranks.values(), []), sum(theirs.values(), [])]
    print(f"all      {len(both[0])} queries  MRR {statistics.mean(both[0]):.3f}  plain {statistics.mean(both[1]):.3f}")
    for name, figures in (("ours", took), ("plain", their_took)):
        cut = statistics.quantiles(figures, n=100)
        print(f"{name}: p50 {cut[49]:.1f} ms, p95 {cut[94]:.1f} ms, p99 {cut[98]:.1f} ms")
    await database.close()


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--corpus", type=Path, required=True)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-search-")))
        folder.chmod(0o755)
        setting = None
        if options.database == "postgresql":
            (folder / "pg").mkdir()
            setting = stack.enter_context(run_postgres(postgres_binaries(), folder / "pg")).url
        asyncio.run(run(options, folder, setting))


if __name__ == "__main__":
    main()
