"""What the service makes of a page, as callables for the quality evaluators: ``(html, url) -> text``."""

from datetime import UTC, datetime

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.markdown import whole_markdown
from gossamer.content.tree import parse
from gossamer.content.page_view import PageView, Selection
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url


def _view(html: str, url: str) -> PageView:
    headers = {"content-type": "text/html; charset=utf-8"}
    return PageView(FetchedPage(web_url(url), 200, headers, html.encode("utf-8", "replace"), datetime.now(UTC), "http"))


def main_content(html: str, url: str) -> str:
    """Markdown of the main content, as a scrape gives it by default."""
    return _view(html, url).markdown(Selection())


def whole_page(html: str, url: str) -> str:
    """Markdown of the whole page (`onlyMainContent: false`)."""
    return _view(html, url).markdown(Selection(main_only=False))


def as_written(html: str, url: str) -> str:
    """Markdown of the whole page with its addresses as they are written, which the round trip compares."""
    parsed = parse(html, url)
    page = clean(parsed.document, Base(parsed.base_url), Sweep()).scan
    return whole_markdown(page, None, remove_base64_images=True)


def turbohtml_alone(html: str, url: str) -> str:
    """What the library below gives without any of our work."""
    return turbohtml.parse(html).to_markdown()
