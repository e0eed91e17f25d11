"""Pages of research from HTML, as a run stores them."""

from datetime import UTC, datetime
from typing import Any

from gossamer.content.page_view import PageView, Selection
from gossamer.core.documents import Document
from gossamer.core.pages import FetchedPage
from gossamer.core.research import Finding
from gossamer.core.urls import web_url
from gossamer.features.research.findings import finding_of
from gossamer.features.research.passages import Corpus
from gossamer.features.research.reading import ReadPage, read

_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_WHOLE = Selection(main_only=False)


def page(html: str, url: str = "https://e.org/", **metadata: Any) -> ReadPage:
    """Return the page of *html* as research reads it."""
    headers = {"content-type": "text/html; charset=utf-8"}
    view = PageView(FetchedPage(web_url(url), 200, headers, html.encode(), _NOW, "http"))
    known = {**view.metadata, "url": url, **metadata}
    return read(Document(known, markdown=view.markdown(_WHOLE), html=view.html(_WHOLE)), url)


def found(question: str, *pages: ReadPage) -> Finding:
    """Return what *pages* say of *question*."""
    return finding_of(question, pages, Corpus(pages))
