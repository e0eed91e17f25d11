"""Precision and recall of the verdicts on a labelled set of small pages.

    python -m bench.verdicts [--wrong]

Each line of `seen.txt` and the other texts is a page, which is laid out bare and between a menu and a footer. Each healthy
page also comes with the snippets of vendors whose customers it could be. `walls.jsonl.gz` and `walls_held.jsonl.gz` are
whole pages of another author. All parts but `walls_held` and `unseen` are learnt from
(`python -m bench.verdicts.train`). Figures of pages missed in `walls_held` were seen, so that it flatters a little.
An empty shell is no verdict: whether a page needs a browser is decided elsewhere.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Final

from gossamer.content.page_view import PageView
from gossamer.core.pages import GONE, FetchedPage
from gossamer.core.urls import web_url

PARTS: Final = ("seen", "held", "products", "more", "products_held", "fresh", "words", "walls", "walls_held", "unseen")
_HERE: Final = Path(__file__).parent
_HEALTHY: Final = frozenset({"healthy", "shell"})
# Such pages stand in the frame of the site.
_FRAMED: Final = frozenset({"healthy", "login", "not_found", "maintenance", "server_error", "paywall", "rate_limit"})
_SNIPPETS_EACH: Final = 2
_MENU: Final = "<header><a href=/>Home</a> <a href=/about>About us</a> <a href=/contact>Contact</a></header>"
_FOOTER: Final = "<footer>Imprint</footer>"


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and the verdict that people give it; "" for one that is what it seems to be."""

    verdict: str
    html: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)

    def view(self) -> PageView:
        """Return the page as it is fetched."""
        headers = {"content-type": "text/html; charset=utf-8"} | self.headers
        url = web_url("https://shop.test/page")
        fetched = FetchedPage(url, self.status, headers, self.html.encode(), datetime(2026, 1, 1, tzinfo=UTC), "http")
        return PageView(fetched, requested_url=url)


def read_pages(name: str) -> Iterator[LabelledPage]:
    """Yield the pages of a part of the set, `seen` for one."""
    whole = _HERE / f"{name}.jsonl.gz"
    yield from _read_whole_pages(whole) if whole.exists() else _lay_out_pages(name)


def _read_whole_pages(path: Path) -> Iterator[LabelledPage]:
    for row in map(json.loads, gzip.decompress(path.read_bytes()).decode().splitlines()):
        headers = {header.lower(): value for header, value in row["headers"].items()}
        verdict = "" if row["verdict"] in _HEALTHY else row["verdict"]
        yield LabelledPage(verdict, row["html"], row["status"], headers)


def _lay_out_pages(name: str) -> Iterator[LabelledPage]:
    snippets = cycle((_HERE / "snippets.txt").read_text("utf-8").splitlines())
    for line in (_HERE / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        label, status, title, heading, text, extra = (part.strip() for part in f" {line} ".split(" ;;"))
        verdict = "" if label in _HEALTHY else label
        header = {} if extra.startswith("<") or not extra else dict([extra.split(": ", 1)])
        head = f"<title>{title}</title>" * bool(title) + ("" if header else extra)
        body = f"<h1>{heading}</h1>" * bool(heading) + text
        yield LabelledPage(verdict, _page(head, body), int(status), header)
        if label in _FRAMED:
            yield LabelledPage(verdict, _page(head, f"{_MENU}<main>{body}</main>{_FOOTER}"), int(status), header)
        if label == "healthy":
            for _ in range(_SNIPPETS_EACH):
                yield LabelledPage(verdict, _page(head + next(snippets), f"<main>{body}</main>{_FOOTER}"), int(status))


def _page(head: str, body: str) -> str:
    return f"<!doctype html><html><head><meta charset=utf-8>{head}</head><body>{body}</body></html>"


def _measure(name: str, *, shows_wrong: bool) -> None:
    right: Counter[str] = Counter()
    given: Counter[str] = Counter()
    labelled: Counter[str] = Counter()
    for page in read_pages(name):
        found = page.view().verdict
        verdict = "" if found is None else found.kind
        # A status that says that the page is not there is no verdict.
        expected = "" if page.verdict == "not_found" and page.status in GONE else page.verdict
        labelled[expected] += 1
        given[verdict] += 1
        right[verdict] += verdict == expected
        if shows_wrong and verdict != expected:
            print(
                f"  {expected or 'healthy'} as {verdict or 'healthy'}: {page.html[61:300]}",
                found and found.evidence,
            )
    walls, found_walls = (counter.total() - counter[""] for counter in (labelled, given))
    right_walls = right.total() - right[""]
    print(
        f"{name}: {labelled.total()} pages, precision {right_walls / found_walls:.3f}, recall {right_walls / walls:.3f}"
    )
    for verdict, count in sorted(labelled.items()):
        precision, recall = right[verdict] / max(1, given[verdict]), right[verdict] / count
        print(f"  {verdict or 'healthy':15s} {count:4d} pages  precision {precision:.3f}  recall {recall:.3f}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wrong", action="store_true", help="show the pages of the seen part that are judged wrongly")
    parser.add_argument("parts", nargs="*", default=PARTS)
    options = parser.parse_args()
    for part in options.parts:
        _measure(part, shows_wrong=options.wrong)


if __name__ == "__main__":
    main()
