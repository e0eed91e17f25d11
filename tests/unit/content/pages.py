"""Pages as fetchers bring them, for the tests of this folder."""

from datetime import UTC, datetime

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.documents import ParsedDocument
from gossamer.content.dynamic import LookedUp
from gossamer.content.main_content import MainContent, isolate
from gossamer.content.main_content.explanation import explain
from gossamer.content.page.scan import Scan
from gossamer.content.page_view import PageView, Selection
from gossamer.core.explanations import Region
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url

WHOLE = Selection(main_only=False)


def view(
    body: str | bytes,
    content_type: str = "text/html; charset=utf-8",
    *,
    url: str = "https://example.org/dir/page",
    status: int = 200,
    rendered: bool = False,
    document: ParsedDocument | None = None,
    requested_url: str = "",
    headers: dict[str, str] | None = None,
    names: LookedUp | None = None,
) -> PageView:
    page = FetchedPage(
        url=web_url(url),
        status=status,
        headers={"content-type": content_type} | (headers or {}),
        body=body if isinstance(body, bytes) else body.encode(),
        fetched_at=datetime(2025, 1, 1, tzinfo=UTC),
        fetcher="http",
        rendered=rendered,
    )
    return PageView(page, document=document, requested_url=requested_url, names=names)


def markdown(body: str | bytes, selection: Selection = WHOLE) -> str:
    return view(body).markdown(selection)


def main_of(document: turbohtml.Document) -> MainContent:
    """Return the main content of a tree that needs no cleaning."""
    return isolate(Scan(document.html))


def regions_of(document: turbohtml.Document) -> tuple[Region, ...]:
    """Return the regions of a tree, cleaned."""
    page = clean(document, Base("https://example.org/"), Sweep())
    return explain(page, isolate(page.scan))
