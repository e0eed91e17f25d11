"""The pages of research and llms.txt: each is a scrape at a flat price, recorded with its run."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from gossamer.core.documents import Document
from gossamer.core.orders import ScrapeOrder
from gossamer.core.prices import PriceTable
from gossamer.features.crawl import Scraper, without_data
from gossamer.features.scrape import Performed

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
        document = performed.document
        if (failed := without_data(performed)) is not None or document is None:
            return failed or performed
        price = self._prices.promised(order.spec)
        page = _keep_document(document, price)
        return replace(performed, document=page, record=replace(performed.record, credits=price, document=page))


def _keep_document(document: Document, price: int) -> Document:
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
