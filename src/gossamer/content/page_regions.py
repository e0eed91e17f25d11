"""The regions of a page as its HTML came, with whether a scrape keeps each."""

from datetime import UTC, datetime
from typing import Final

from gossamer.content.page_view import PageView, Selection
from gossamer.core.explanations import Region
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl

_HEADERS: Final = {"content-type": "text/html; charset=utf-8"}


def page_regions(html: str, url: str, selection: Selection) -> tuple[Region, ...]:
    """Return the regions of the page *html*, found at *url*, and whether *selection* keeps them."""
    page = FetchedPage(WebUrl(url), 200, _HEADERS, html.encode(errors="replace"), datetime.now(UTC), "stored")
    return PageView(page).regions(selection)
