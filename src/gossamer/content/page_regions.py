"""The regions of a page as its HTML came, with whether each is main content."""

from gossamer.content import tree
from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.main_content.explanation import explain
from gossamer.core.explanations import Region


def page_regions(html: str, url: str) -> tuple[Region, ...]:
    """Return the regions of the page *html*, found at *url*, cleaned as a scrape cleans it."""
    parsed = tree.parse(html, url)
    clean(parsed.document, Base(parsed.base_url), Sweep())
    return explain(parsed.document)
