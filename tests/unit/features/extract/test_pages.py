"""A page of an extraction: what is kept of it, and what it costs."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from gossamer.core.documents import Document
from gossamer.core.errors import Refused, SiteError
from gossamer.core.formats import Json
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import FetchedPage
from gossamer.core.prices import PriceTable
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.extract import ExtractPages
from gossamer.features.scrape import Performed
from gossamer.ports.scrapes import FinishedScrape

NOW = datetime(2026, 6, 1, tzinfo=UTC)
URL = web_url("https://e.org/a")
SPEC = ScrapeSpec(URL, formats=(Json(prompt="names", evidence=True),))
TOLD = {"/name": {"url": URL, "quote": "Orb", "place": "h1", "method": "model"}}
DOCUMENT = Document(
    metadata={"url": URL, "sourceURL": URL, "statusCode": 200, "methods": {"json": "model"}, "ogImage": "x", "note": 1},
    links=("https://e.org/b",),
    json={"name": "Orb"},
    evidence=TOLD,
    warning="Slow.",
)


@dataclass
class Scraper:
    """Performs always the same scrape."""

    performed: Performed

    async def perform(self, order: ScrapeOrder) -> Performed:
        return self.performed


def performed(*, status: int = 200, price: int = 5, tokens: int = 0) -> Performed:
    record = FinishedScrape("s", "team", "key", URL, price, NOW, NOW, document=DOCUMENT, tokens=tokens)
    return Performed(record, "api", document=DOCUMENT, page=FetchedPage(URL, status, {}, b"", NOW, "http"))


async def scraped(scraper: Scraper) -> Performed:
    pages = ExtractPages(scraper, PriceTable())
    return await pages.perform(ScrapeOrder(SPEC, "team", "key", use_model=True))


async def test_no_more_is_kept_of_a_page_than_the_answer_needs() -> None:
    done = await scraped(Scraper(performed(tokens=30)))
    assert done.document == Document(
        metadata={
            "url": URL,
            "sourceURL": URL,
            "statusCode": 200,
            "methods": {"json": "model"},
            "creditsUsed": 5,
            "tokensUsed": 30,
        },
        json={"name": "Orb"},
        evidence=TOLD,
        warning="Slow.",
    )
    assert done.record.document == done.document


@pytest.mark.parametrize(
    ("page", "tokens", "price"), [(5, 0, 5), (5, 75, 5), (5, 76, 6), (5, 4500, 300), (8, 100, 8), (0, 1, 1)]
)
async def test_a_page_costs_its_tokens_and_its_price_as_a_scrape_at_least(page: int, tokens: int, price: int) -> None:
    done = await scraped(Scraper(performed(price=page, tokens=tokens)))
    assert done.record.credits == price
    assert done.document is not None
    assert done.document.metadata["creditsUsed"] == price


async def test_what_a_page_says_of_its_error_is_no_data_and_is_free() -> None:
    done = await scraped(Scraper(performed(status=404, tokens=100)))
    assert (done.document, done.page, done.record.credits, done.record.document) == (None, None, 0, None)
    assert isinstance(done.error, SiteError)
    assert done.error.message == "The site answered 404."
    assert done.record.error_code == done.error.code


@pytest.mark.parametrize("status", [429, 503])
async def test_a_busy_site_is_left_to_who_asks_again(status: int) -> None:
    busy = performed(status=status)
    assert await scraped(Scraper(busy)) == busy


async def test_a_failure_stays_as_it_is() -> None:
    failed = Performed(replace(performed().record, document=None), "api", error=Refused("No."))
    assert await scraped(Scraper(failed)) == failed
