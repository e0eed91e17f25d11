"""The corpus of the evidence check: pages with a schema, the true answer, and lies about it, split by author."""

import copy
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from gossamer.core.formats import Json
from gossamer.core.json_pointers import leaves
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Evidence, Extraction
from gossamer.core.urls import web_url
from gossamer.features.evidence import PageIndex
from gossamer.features.scrape.reading import read

FOLDER: Final = Path(__file__).parent
SPLITS: Final = ("dev", "unseen")


@dataclass(frozen=True)
class Lie:
    """A false *value* at the JSON pointer *path* of the truth, of a *kind* of the README."""

    path: str
    value: Any
    kind: str


@dataclass(frozen=True)
class Case:
    """A page with what is asked of it, what it says, and lies about it."""

    author: str
    name: str
    html: str
    schema: Mapping[str, Any]
    truth: dict[str, Any]
    lies: Sequence[Lie]

    def with_lies(self, lies: Sequence[Lie]) -> Any:
        """Return the truth with *lies* in their places."""
        value = copy.deepcopy(self.truth)
        for lie in lies:
            *parts, last = lie.path.strip("/").split("/")
            holder: Any = value
            for part in parts:
                holder = holder[int(part)] if isinstance(holder, list) else holder[part]
            holder[int(last) if isinstance(holder, list) else last] = lie.value
        return value


@dataclass(frozen=True)
class ReadPage:
    """A page as the check sees it: its index, and what the rules read of it."""

    index: PageIndex
    read: Mapping[str, Any]
    read_evidence: Mapping[str, Evidence]


def cases(split: str, folder: Path = FOLDER) -> Iterator[Case]:
    """Yield the pages of a split, author by author."""
    for file in sorted((folder / split).glob("*.json.gz")):
        for page in json.loads(gzip.decompress(file.read_bytes())):
            lies = [Lie(**lie) for lie in page["lies"]]
            author = file.name.removesuffix(".json.gz")
            yield Case(author, page["name"], page["html"], page["schema"], page["truth"], lies)


def page_of(case: Case) -> ReadPage:
    """Read the page of *case* as a scrape does."""
    address = web_url(f"https://site.example/{case.name}")
    headers = {"content-type": "text/html; charset=utf-8"}
    page = FetchedPage(address, 200, headers, case.html.encode(), datetime.now(UTC), "http")
    understood = read(page, ScrapeSpec(address, formats=(Json(case.schema, evidence=True),)), None, False).understood
    assert understood is not None
    [found] = understood.results
    assert isinstance(found, Extraction)
    return ReadPage(understood.page.index(), dict(leaves(found.value)), found.evidence)
