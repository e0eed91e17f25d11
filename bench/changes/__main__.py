"""Changes found and false alarms on pairs made from real pages, beside a plain line diff and changedetection.io.

    python -m bench.changes noise QUALITY_DATA [--pages 44] [--split train] [--seconds 3600] [--changedetection PYTHON] [--show]
    python -m bench.changes storage [--pages 1000] [--days 30]

QUALITY_DATA holds wcxb/<split>/html/*.html.gz. `train` was used while the comparison was written; `dev` only measures.
PYTHON is an interpreter that has changedetection.io installed; its own text extraction and check sum are used, and what
it refuses (statuses from 400, pages without text) is no alarm.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from bench.changes.pairs import Pair, pairs, sources
from bench.changes.storage import simulate
from gossamer.content.comparison import comparable, compare, learn_volatile
from gossamer.content.page_view import PageView
from gossamer.core.changes import HistoryKey
from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.history.history import PageVisit, refusal_of

_CHANGEDETECTION = """
import hashlib, json, sys
from changedetectionio.html_tools import html_to_text
for line in sys.stdin:
    html = json.loads(line)
    text = html_to_text(html_content=html) if html else ""
    stripped = "".join(text.split())
    print(json.dumps([hashlib.md5(stripped.encode()).hexdigest(), bool(stripped)]), flush=True)
"""


def view_of(html: str, url: str, status: int = 200) -> PageView:
    headers = {"content-type": "text/html; charset=utf-8"}
    page = FetchedPage(web_url(url), status, headers, html.encode("utf-8", "replace"), datetime.now(UTC), "http")
    return PageView(page)


@lru_cache(maxsize=64)
def text_of(html: str, url: str, *, main_only: bool = True) -> str:
    return comparable(view_of(html, url), ScrapeSpec(web_url(url), main_only=main_only))


@dataclass
class Verdict:
    """Whether a change was reported; *clean* says that nothing but the change is in the diff."""

    changed: bool
    clean: bool = True
    diff: str = ""


def ours(pair: Pair) -> Verdict:
    view = view_of(pair.after, pair.url, pair.status)
    finding = view.finding
    text = comparable(view, ScrapeSpec(web_url(pair.url)))
    visit = PageVisit(HistoryKey("team", pair.url), "", view.page, text, finding=finding.kind if finding else "")
    if refusal_of(visit):
        return Verdict(False)
    before, again = text_of(pair.before, pair.url), text_of(pair.again, pair.url)
    rules = ComparisonRules(volatile=learn_volatile(before, again))
    whole = tuple(text_of(html, pair.url, main_only=False) for html in (pair.before, pair.after))
    found = compare(before, text, rules, whole=whole)
    lines = [line for line in found.text.splitlines() if line[:1] in "+-" and not line.startswith(("---", "+++"))]
    noise = [
        line for line in lines if any(word in line for word in ("views", "Posted", "Request ID", "looking at", "vor "))
    ]
    has_marker = not pair.marker or any(pair.marker in line for line in lines)
    return Verdict(found.changed and has_marker, not noise, found.text)


def line_diff(pair: Pair) -> Verdict:
    text = comparable(view_of(pair.after, pair.url), ScrapeSpec(web_url(pair.url)))
    return Verdict(text_of(pair.before, pair.url).splitlines() != text.splitlines())


class Changedetection:
    """The text comparison of changedetection.io in its own interpreter."""

    def __init__(self, python: str) -> None:
        command = [python, "-W", "ignore", "-c", _CHANGEDETECTION]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, pair: Pair) -> Verdict:
        before, _ = self._digest(pair.before)
        after, has_text = self._digest(pair.after)
        return Verdict(pair.status < 400 and has_text and before != after)

    def _digest(self, html: str):
        self._process.stdin.write(json.dumps(html) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


def noise(options) -> None:
    rivals = {"gossamer": ours, "line diff": line_diff}
    other = Changedetection(options.changedetection) if options.changedetection else None
    if other is not None:
        rivals["changedetection.io"] = other
    tables = {name: defaultdict(Counter) for name in rivals}
    clean = Counter()
    pages = 0
    ends = time.monotonic() + options.seconds
    for source in sources(Path(options.data), options.split, options.pages, text_of):
        if time.monotonic() > ends:
            break
        pages += 1
        for pair in pairs(source):
            if pair.marker not in text_of(pair.after, pair.url) or pair.gone not in text_of(pair.before, pair.url):
                # The reader of main content left the block out: that is not for a comparison to find.
                continue
            for name, judge in rivals.items():
                verdict = judge(pair)
                tables[name][pair.is_change, pair.kind][verdict.changed] += 1
                if name == "gossamer":
                    clean[verdict.clean] += pair.is_change
                    if options.show and (verdict.changed != pair.is_change or not verdict.clean):
                        print(f"### {pair.kind} {pair.url}\n{verdict.diff[:1500]}\n")
    if other is not None:
        other.close()
    report(tables, clean, pages, options.split)


def report(tables, clean, pages, split) -> None:
    print(f"{pages} pages of {split}")
    kinds = sorted(next(iter(tables.values())), reverse=True)
    print(f"{'':<28}" + "".join(f"{name:>20}" for name in tables))
    for is_change, kind in kinds:
        cells = (counts[is_change, kind] for counts in tables.values())
        print(
            f"{'change' if is_change else 'noise':<7}{kind:<21}"
            + "".join(f"{one[True]:>14}/{one.total():<5}" for one in cells)
        )
    for is_change, name in ((True, "changes found"), (False, "false alarms")):
        cells = []
        for counts in tables.values():
            total = sum((one for (change, _), one in counts.items() if change is is_change), Counter())
            cells.append(f"{total[True]}/{total.total()} {100 * total[True] / max(1, total.total()):.1f} %")
        print(f"{name:<28}" + "".join(f"{cell:>20}" for cell in cells))
    print(f"diffs of changes without noise: {clean[True]}/{clean.total()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("noise")
    one.add_argument("data")
    one.add_argument("--pages", type=int, default=44)
    one.add_argument("--seconds", type=float, default=3600, help="Begin no page later than this.")
    one.add_argument("--split", default="train")
    one.add_argument("--changedetection")
    one.add_argument("--show", action="store_true")
    two = commands.add_parser("storage")
    two.add_argument("--pages", type=int, default=1000)
    two.add_argument("--days", type=int, default=30)
    two.add_argument("--changing", type=float, default=0.02)
    options = parser.parse_args()
    noise(options) if options.command == "noise" else simulate(options)


if __name__ == "__main__":
    main()
