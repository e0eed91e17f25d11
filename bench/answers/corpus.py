"""Questions about pages: those of other people, small ones with layouts of their own, and sites made up by other authors.

Each page is of one split. The pages of `authors.jsonl.gz` were written by three other authors, who did not know the
code; those of the third are the split `held`: nothing is learnt from them. Their totals were looked at some eight times
while rules and the threshold were settled, so that they flatter a little.
"""

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_view import PageView, Selection
from gossamer.content.text.terms import folded
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url

FOLDER: Final = Path(__file__).parent
SPLITS: Final = ("train", "judge", "held")
# A right answer is found at a glance.
_MOST_ANSWER: Final = 500
_LAYOUTS: Final = "layouts"
AUTHORS: Final = "authors"


@dataclass(frozen=True)
class Asked:
    """A question about a *page*: one of the texts of *gold* is in a right answer; none: the page does not say."""

    page: str
    split: str
    question: str
    gold: tuple[str, ...]

    def is_right(self, text: str) -> bool:
        """Return whether *text* answers and is no longer than an answer is."""
        return len(text) <= _MOST_ANSWER and self.is_in(text)

    def is_in(self, text: str) -> bool:
        """Return whether *text* has the answer in it."""
        return any(_plain(one) in _plain(text) for one in self.gold)


def questions(split: str) -> list[Asked]:
    """Return the questions of a split, page by page."""
    rows = map(json.loads, (FOLDER / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    asked = [Asked(row["page"], row["split"], row["question"], tuple(row["gold"])) for row in rows]
    for name, page in _made().items():
        asked += [Asked(name, page["split"], question, tuple(gold)) for question, gold in page["questions"]]
    return [one for one in asked if one.split == split]


def pages(asked: Sequence[Asked], data: Path) -> Iterator[tuple[PageMaterial, list[Asked]]]:
    """Yield each page, from the folder *data* of the quality benchmark, with what is asked about it."""
    for name in dict.fromkeys(one.page for one in asked):
        yield material(name, _body(name, data)), [one for one in asked if one.page == name]


def material(name: str, body: bytes) -> PageMaterial:
    """Return the page as a scrape reads it."""
    headers = {"content-type": "text/html; charset=utf-8"}
    page = FetchedPage(
        web_url(f"https://site.example/{name}"), 200, headers, body, datetime(2026, 1, 1, tzinfo=UTC), ""
    )
    return PageView(page).material(Selection())


@cache
def _made() -> dict[str, dict[str, Any]]:
    """Return the pages that were made up to be asked about, by name."""
    layouts: list[dict[str, Any]] = json.loads((FOLDER / "layouts.json").read_text(encoding="utf-8"))
    lines = gzip.decompress((FOLDER / "authors.jsonl.gz").read_bytes()).splitlines()
    authored = {f"{AUTHORS}/{row['author']}/{row['site']}/{row['page']}": row for row in map(json.loads, lines)}
    return {f"{_LAYOUTS}/{page['name']}": page for page in layouts} | authored


def _body(name: str, data: Path) -> bytes:
    kind, _, rest = name.partition("/")
    if kind in {_LAYOUTS, AUTHORS}:
        return str(_made()[name]["html"]).encode()
    if kind == "recipes":
        return (data / f"recipes/tests/test_data/{rest}.testhtml").read_bytes()
    return gzip.decompress((data / f"wcxb/{kind.removeprefix('wcxb-')}/html/{rest}.html.gz").read_bytes())


def _plain(text: str) -> str:
    return " ".join(folded(text.replace("\u00ad", "")).split())
