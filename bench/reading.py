"""What reading a page costs, by stage: processor time of one process, the best of several rounds.

Run: `python -m bench.reading FOLDER [--pages 150] [--rounds 5] [--peer pagesift]`. The folder holds HTML files, which may
be compressed. A peer that is installed reads the same pages in turn with us, round by round, so that both meet the same
machine. `--threads` tells how much faster two threads are than one.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gossamer.content import tree
from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.dynamic import Evidence
from gossamer.content.links import links
from gossamer.content.main_content import isolate
from gossamer.content.metadata import metadata
from gossamer.content.page.scan import Scan
from gossamer.content.page_view import words

URL = "https://example.org/a/page"
ENOUGH = 2_500


class Clock:
    """Nanoseconds of processor time by stage."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()

    def time(self, stage: str, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """Return what *function* returns and add what it cost to *stage*."""
        start = time.process_time_ns()
        result = function(*arguments, **options)
        self.spent[stage] += time.process_time_ns() - start
        return result


def read(html: str, clock: Clock) -> str:
    """Return the main content of *html* as Markdown."""
    parsed = clock.time("parse", tree.parse, html, URL)
    base = Base(parsed.base_url)
    nodes = clock.time("scan", lambda: Scan(parsed.document.html))
    cleaned = clock.time("clean", clean, parsed.document, base, Sweep(block_ads=True), nodes)
    main = clock.time("select", isolate, cleaned.scan)
    return str(clock.time("Markdown", main.markdown, base, remove_base64_images=True))


def read_beside(html: str, clock: Clock) -> None:
    """Read what a scrape needs beside its text."""
    parsed = tree.parse(html, URL)
    base = Base(parsed.base_url)
    nodes = Scan(parsed.document.html)
    clock.time("(metadata)", metadata, nodes, base)
    clock.time("(links)", links, nodes, base)
    text = clock.time("(visible text)", words, nodes, enough=ENOUGH)
    clock.time("(signs for a browser)", Evidence.of, nodes, text, URL, None)


def pages_of(folder: Path, most: int) -> list[str]:
    """Return some pages of *folder*, the same ones each time."""
    files = sorted(file for file in folder.rglob("*") if ".htm" in file.name)
    random.Random(1).shuffle(files)
    contents = (gzip.decompress(f.read_bytes()) if f.suffix == ".gz" else f.read_bytes() for f in files[:most])
    return [content.decode("utf-8", "replace") for content in contents]


def count_speedup(read_page: Callable[[str], object], pages: Sequence[str]) -> float:
    """Return how many times faster two threads read *pages* twice than one does."""
    start = time.perf_counter()
    for page in (*pages, *pages):
        read_page(page)
    alone = time.perf_counter() - start
    threads = [threading.Thread(target=lambda: [read_page(page) for page in pages]) for _ in range(2)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return alone / (time.perf_counter() - start)


def main() -> None:
    """Print milliseconds a page, by stage and beside the peer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", default="", help="`pagesift`, if it is installed")
    parser.add_argument("--threads", action="store_true")
    options = parser.parse_args()
    pages = pages_of(options.folder, options.pages)
    peer = importlib.import_module(options.peer).convert if options.peer else None
    ours: list[Counter[str]] = []
    theirs: list[int] = []
    for _ in range(options.rounds):
        clock = Clock()
        for page in pages:
            read(page, clock)
            read_beside(page, clock)
        ours.append(clock.spent)
        if peer is not None:
            other = Clock()
            for page in pages:
                other.time("peer", peer, page, URL)
            theirs.append(other.spent["peer"])

    def shown(spent: float) -> str:
        return f"{spent / len(pages) / 1e6:.2f} ms"

    sizes = sum(map(len, pages)) / len(pages) / 1_000
    print(f"{len(pages)} pages of {sizes:.0f} KB, best of {options.rounds} rounds, processor time a page")
    for stage in ours[0]:
        print(f"  {stage:24}{shown(min(spent[stage] for spent in ours))}")
    whole = min(sum(value for stage, value in spent.items() if not stage.startswith("(")) for spent in ours)
    print(f"  {'main content':24}{shown(whole)}")
    if theirs:
        print(f"  {options.peer:24}{shown(min(theirs))}, so ours is {whole / min(theirs):.2f} of it")
    if options.threads:
        print(f"  two threads: {count_speedup(lambda page: read(page, Clock()), pages):.2f} times one")


if __name__ == "__main__":
    main()
