"""The pages of research and llms.txt: each is a scrape at a flat price, recorded with its run."""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

from gossamer.core.documents import Document
from gossamer.core.errors import SiteError
from gossamer.core.orders import ScrapeOrder
from gossamer.core.prices import PriceTable
from gossamer.features.crawl import Scraper
from gossamer.features.scrape import Performed

_FIRST_ERROR: Final = 400
# Who answers so is asked again.
_BUSY: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
_LARGEST_HTML: Final = 600_000
# fmt: off
_KEPT: Final = (
    "url", "sourceURL", "statusCode", "scrapeId", "title", "description", "language", "modifiedTime", "publishedTime",
    "dcDate", "lastModified", "ogTitle", "favicon", "methods", "modelFailures",
)
# fmt: on


class ResearchPages:
    """Scrapes pages for research; a `features.crawl.Scraper`. What a page costs is known before it is read."""

    def __init__(self, scraper: Scraper, prices: PriceTable) -> None:
        self._scraper = scraper
        self._prices = prices

    async def perform(self, order: ScrapeOrder) -> Performed:
        """Return the page with what the answer needs of it, at the price of its template."""
        performed = await self._scraper.perform(order)
        document, page = performed.document, performed.page
        if document is None or page is None:
            return performed
        if page.status >= _FIRST_ERROR:
            return performed if page.status in _BUSY else _without_content(performed, page.status)
        price = self._prices.promised(order.spec)
        kept = _kept(document, price)
        return replace(performed, document=kept, record=replace(performed.record, credits=price, document=kept))


def _without_content(performed: Performed, status: int) -> Performed:
    """Return *performed* as failed: what a page says of its error answers nothing, and costs nothing."""
    error = SiteError(f"The site answered {status}.")
    record = replace(performed.record, credits=0, error_code=error.code, document=None, page=None, page_key=None)
    return replace(performed, record=record, document=None, page=None, error=error)


def _kept(document: Document, price: int) -> Document:
    metadata: Mapping[str, Any] = document.metadata
    html = document.html if document.html is not None and len(document.html) <= _LARGEST_HTML else None
    return Document(
        metadata={**{name: metadata[name] for name in _KEPT if name in metadata}, "creditsUsed": price},
        markdown=document.markdown,
        html=html,
        json=document.json,
        evidence=document.evidence,
        warning=document.warning,
    )
