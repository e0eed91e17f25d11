"""The pages of a run, as research reads them: text, tree, date and hash.

Reading is pure and takes some milliseconds a page, so pages that were read last are remembered.
"""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Any, Final

from gossamer.content.locales import pattern
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_view import PageView, Selection
from gossamer.content.suspicion import orders_in
from gossamer.content.text.terms import terms
from gossamer.core.documents import Document
from gossamer.core.jobs import JobPage
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl, without_credentials

if TYPE_CHECKING:
    from gossamer.content.answering.passages import Piece

_REMEMBERED: Final = 128
_OUTDATED: Final = pattern("research", "outdated")
_AS_OF: Final = pattern("research", "as_of")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_HEADERS: Final = {"content-type": "text/html; charset=utf-8"}
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page that was read: its *markdown*, which citations point into, and what is known of it.

    *orders* are quotes of text that speaks to an assistant, and *ordering* the whole blocks that have them: these are
    never cited and are not among the *pieces*. *outdated*: the page says so itself.
    """

    scrape_id: str
    url: str
    title: str
    description: str
    markdown: str
    content_hash: str
    published: str
    outdated: bool
    orders: tuple[str, ...]
    ordering: tuple[str, ...]
    material: PageMaterial
    pieces: "tuple[Piece, ...]"
    vocabulary: frozenset[str]
    metadata: Mapping[str, Any] = field(default_factory=dict)


class Reader:
    """Reads stored pages, and remembers the last ones."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, ReadPage] = OrderedDict()

    def page(self, stored: JobPage) -> ReadPage:
        """Return *stored* as research reads it."""
        read_page = self._known.get(stored.scrape_id)
        if read_page is None:
            read_page = self._known[stored.scrape_id] = read(stored.document, stored.scrape_id)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return read_page


def read(document: Document, scrape_id: str = "") -> ReadPage:
    """Return the page of *document*, which has Markdown and HTML."""
    from gossamer.content.answering.passages import pieces  # noqa: PLC0415 - loaded with the first question

    metadata = document.metadata
    url = without_credentials(str(metadata.get("url") or metadata.get("sourceURL") or ""))
    markdown = document.markdown or ""
    title = _text(metadata, "title")
    material = _material(url, title, document.html or "")
    orders = orders_in(markdown)
    blocks = pieces(material)
    ordering = frozenset(block.text for block in blocks if orders and orders_in(block.text))
    return ReadPage(
        scrape_id=scrape_id,
        url=url,
        title=title,
        description=_text(metadata, "description"),
        markdown=markdown,
        content_hash=hashlib.sha256(markdown.encode()).hexdigest(),
        published=_read_publication(metadata, markdown),
        outdated=_OUTDATED.search(markdown) is not None,
        orders=orders,
        ordering=tuple(ordering),
        material=material,
        pieces=tuple(block for block in blocks if block.text not in ordering),
        vocabulary=frozenset(terms(f"{title} {markdown[:200_000]}")),
        metadata=metadata,
    )


def _material(url: str, title: str, html: str) -> PageMaterial:
    body = f"<title>{escape(title)}</title>{html}".encode()
    return PageView(FetchedPage(WebUrl(url), 200, _HEADERS, body, _EPOCH, "stored")).material(Selection())


def _read_publication(metadata: Mapping[str, Any], markdown: str) -> str:
    """Return the date of the page in a form that sorts, by year where it says no more; empty when it has none."""
    for name in ("modifiedTime", "publishedTime", "dcDate", "lastModified"):
        if _YEAR.match(text := _text(metadata, name)):
            return text[:10]
    match = _AS_OF.search(markdown)
    year = _YEAR.search(match.group(1)) if match is not None else None
    return year.group() if year is not None else ""


def _text(metadata: Mapping[str, Any], name: str) -> str:
    value = metadata.get(name)
    if isinstance(value, list):
        value = next(iter(value), "")
    return value if isinstance(value, str) else ""
