"""The pages of an extraction: each is a scrape with one format, recorded with its job and paid by its tokens."""

from dataclasses import replace
from typing import Any, Final

from gossamer.core.documents import Document
from gossamer.core.orders import ScrapeOrder
from gossamer.core.prices import PriceTable
from gossamer.features.crawl import Scraper, without_data
from gossamer.features.scrape import Performed

# Of what is known about a page, what its part of the answer needs.
# fmt: off
_KEPT: Final = (
    "url", "sourceURL", "statusCode", "scrapeId", "title", "methods", "modelFailures", "creditsUsed", "tokensUsed",
)
# fmt: on


class ExtractPages:
    """Scrapes pages for extractions; a `features.crawl.Scraper`."""

    def __init__(self, scraper: Scraper, prices: PriceTable) -> None:
        self._scraper = scraper
        self._prices = prices

    async def perform(self, order: ScrapeOrder) -> Performed:
        """Return the page with no more than the answer needs of it, at its price."""
        performed = await self._scraper.perform(order)
        document = performed.document
        if (failed := without_data(performed)) is not None or document is None:
            return failed or performed
        tokens = performed.record.tokens
        price = self._prices.extracted(performed.record.credits, tokens=tokens)
        page = _keep_document(document, tokens=tokens, price=price)
        return replace(performed, document=page, record=replace(performed.record, credits=price, document=page))


def _keep_document(document: Document, *, tokens: int, price: int) -> Document:
    metadata: dict[str, Any] = {**document.metadata, "tokensUsed": tokens, "creditsUsed": price}
    return Document(
        metadata={name: metadata[name] for name in _KEPT if name in metadata},
        json=document.json,
        evidence=document.evidence,
        warning=document.warning,
    )
