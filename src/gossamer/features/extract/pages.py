"""The pages of an extraction: each is a scrape with one format, recorded with its job and paid by its tokens."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final, Protocol

from gossamer.core.documents import Document
from gossamer.core.errors import SiteError
from gossamer.core.orders import ScrapeOrder
from gossamer.core.prices import PriceTable
from gossamer.features.crawl import Scraper
from gossamer.features.scrape import Performed

_FIRST_ERROR: Final = 400
# Who answers so is asked again.
_BUSY: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
# Of what is known about a page, what its part of the answer needs.
# fmt: off
_KEPT: Final = (
    "url", "sourceURL", "statusCode", "scrapeId", "title", "methods", "modelFailures", "creditsUsed", "tokensUsed",
)
# fmt: on


class Navigator(Protocol):
    """Scrapes a page after an agent has navigated; `features.agent.AgentScraping` does."""

    async def perform(self, order: ScrapeOrder) -> Performed:
        """Return what is to be recorded; what the site did wrong is in it, not raised."""


class ExtractPages:
    """Scrapes pages for extractions; a `features.crawl.Scraper`. *navigator* is None where nobody can navigate."""

    def __init__(self, scraper: Scraper, navigator: Navigator | None, prices: PriceTable) -> None:
        self._scraper = scraper
        self._navigator = navigator
        self._prices = prices

    async def perform(self, order: ScrapeOrder) -> Performed:
        """Return the page with no more than the answer needs of it, at its price."""
        scraper = self._navigator if self._navigator is not None and order.spec.agent is not None else self._scraper
        performed = await scraper.perform(order)
        document, page = performed.document, performed.page
        if document is None or page is None:
            return performed
        if page.status >= _FIRST_ERROR:
            return performed if page.status in _BUSY else _without_content(performed, page.status)
        tokens = performed.record.tokens
        price = self._prices.extracted(performed.record.credits, tokens=tokens)
        kept = _kept(document, tokens=tokens, price=price)
        return replace(performed, document=kept, record=replace(performed.record, credits=price, document=kept))


def _without_content(performed: Performed, status: int) -> Performed:
    """Return *performed* as failed: what a page says of its error is nobody's data, and costs nothing."""
    error = SiteError(f"The site answered {status}.")
    record = replace(performed.record, credits=0, error_code=error.code, document=None, page=None, page_key=None)
    return replace(performed, record=record, document=None, page=None, error=error)


def _kept(document: Document, *, tokens: int, price: int) -> Document:
    metadata: dict[str, Any] = {**document.metadata, "tokensUsed": tokens, "creditsUsed": price}
    return Document(
        metadata={name: metadata[name] for name in _KEPT if name in metadata},
        json=document.json,
        evidence=document.evidence,
        warning=document.warning,
    )
