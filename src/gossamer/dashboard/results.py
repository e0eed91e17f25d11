"""A document as people look at it: one view for each format, text all of it.

What a page gave is never markup here: HTML is shown as its source, links as a list of
which only web addresses can be clicked, and pictures are bytes of our own store.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from gossamer.core.documents import Document
from gossamer.core.formats import FORMATS
from gossamer.dashboard.links import ShownLink, link
from gossamer.wire.documents import document_json

# A browser that lays out more than this in one block stalls; the rest is there as a text of its own.
MOST_SHOWN: Final = 200_000
_MOST_LINKS = 2000
_BLOBS = "/blobs/"
_WHOLE = "json"
# Endings of files by the format in them; others are text.
SUFFIXES: Final = {"markdown": "md", "html": "html", "rawHtml": "html", "json": "json", "data": "json"}
_DATA: Final = {traits.types[0]: traits.field for traits in FORMATS.values() if traits.shown == "data"}
_LABELS: Final = {
    "markdown": "Markdown",
    "html": "HTML",
    "rawHtml": "Raw HTML",
    "rawBase64": "Base64",
    "summary": "Summary",
    "answer": "Answer",
    "highlights": "Highlights",
    "data": "Data",
}


@dataclass(frozen=True, slots=True)
class View:
    """The result of one format: a *text*, a list of *links*, or addresses of *images*; the other two are empty.

    *length* is how much there is in all, of characters or of links; what is shown may be its beginning.
    """

    name: str
    label: str
    text: str = ""
    links: tuple[ShownLink, ...] = ()
    images: tuple[str, ...] = ()
    length: int = 0

    @property
    def is_cut(self) -> bool:
        """Return whether only the beginning is shown."""
        return self.length > (len(self.links) or len(self.text) or len(self.images))


def blob_path(name: str) -> str:
    """Return the path of stored bytes."""
    return _BLOBS + quote(name, safe="")


def views(document: Document) -> tuple[View, ...]:
    """Return the views of *document*, in the order people look for them; metadata come last and are always there."""
    return tuple(_views(document))


def openable(document: Document) -> tuple[str, ...]:
    """Return by name what can be opened as plain text: formats, and "json" for the whole document."""
    return (*dict(_texts(document)), *dict(_lists(document)), _WHOLE)


def text(document: Document, name: str) -> str | None:
    """Return the text that is `openable` under *name*, all of it; None for any other. A large page takes long."""
    if name == _WHOLE:
        return json.dumps(document_json(document, blob_path), ensure_ascii=False, indent=2)
    listed = dict(_lists(document)).get(name)
    return dict(_texts(document)).get(name) if listed is None else "\n".join(listed)


def _views(document: Document) -> Iterator[View]:
    for name, text in _texts(document):
        yield _text_view(name, _LABELS[name], text)
    if document.links is not None:
        yield _link_view("links", "Links", document.links)
    if document.screenshot is not None:
        yield View("screenshot", "Screenshot", images=(blob_path(document.screenshot),), length=1)
    if document.images is not None:
        yield _link_view("images", "Images", document.images)
    for name, values in (("attributes", document.attributes), ("fields", document.fields)):
        if values is not None:
            yield _text_view(name, name.capitalize(), _json(values))
    if document.actions is not None:
        yield from _action_views(document.actions)
    yield _text_view("metadata", "Metadata", _json(document.metadata))


def _texts(document: Document) -> Iterator[tuple[str, str]]:
    texts = {
        "markdown": document.markdown,
        "html": document.html,
        "rawHtml": document.raw_html,
        "rawBase64": document.raw_base64,
        "summary": document.summary,
        "answer": document.answer,
        "highlights": document.highlights,
        "data": _data(document),
    }
    yield from ((name, text) for name, text in texts.items() if text is not None)


def _data(document: Document) -> str | None:
    """Return data with what they rest on; None where none were asked for."""
    values = {name: getattr(document, field) for name, field in _DATA.items()}
    values |= {"extract": document.extract, "video": document.videos or document.video, "evidence": document.evidence}
    present = {name: value for name, value in values.items() if value is not None}
    return _json(next(iter(present.values())) if len(present) == 1 else present) if present else None


def _lists(document: Document) -> Iterator[tuple[str, Sequence[str]]]:
    lists = {"links": document.links, "images": document.images}
    yield from ((name, listed) for name, listed in lists.items() if listed is not None)


def _action_views(outcome: Mapping[str, Any]) -> Iterator[View]:
    if pictures := outcome.get("screenshots"):
        yield View("pictures", "Pictures", images=tuple(map(blob_path, pictures)), length=len(pictures))
    if papers := outcome.get("pdfs"):
        links = tuple(ShownLink(f"PDF {number}", blob_path(name)) for number, name in enumerate(papers, start=1))
        yield View("pdfs", "PDFs", links=links, length=len(links))
    returned = {name: outcome[name] for name in ("javascriptReturns", "scrapes") if outcome.get(name)}
    if returned:
        yield _text_view("actions", "Actions", _json(returned))


def _text_view(name: str, label: str, text: str) -> View:
    return View(name, label, text=text[:MOST_SHOWN], length=len(text))


def _link_view(name: str, label: str, links: Sequence[str]) -> View:
    return View(name, label, links=tuple(map(link, links[:_MOST_LINKS])), length=len(links))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
