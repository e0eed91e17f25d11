"""Prices are known before the work begins."""

from dataclasses import replace

import pytest

from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.formats import (
    Audio,
    Branding,
    ChangeTracking,
    Format,
    Highlights,
    Html,
    Json,
    Links,
    Markdown,
    Menu,
    Product,
    Question,
    Summary,
    Video,
)
from gossamer.core.prices import PriceTable
from gossamer.core.redactions import Redaction
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url

SPEC = ScrapeSpec(web_url("https://e.org/"))
PRICES = PriceTable()


@pytest.mark.parametrize(
    ("formats", "price"),
    [
        ((Markdown(), Html(), Links()), 1),
        ((Markdown(), Json(prompt="p")), 5),
        ((Markdown(), ChangeTracking(git_diff=True)), 1),
        ((Markdown(), ChangeTracking(json=True)), 5),
        ((Json(), Json(as_extract=True), ChangeTracking(json=True)), 5),
        ((Question("q"),), 5),
        ((Question("q", as_query=True), Highlights("q")), 9),
        ((Json(), Question("q"), Highlights("q"), Summary()), 13),
        ((Audio(), Video()), 9),
        ((Summary(),), 1),
        ((Branding(), Menu(), Product()), 1),
        ((Json(prompt="p", deterministic=True),), 3),
        ((Json(prompt="p", deterministic=True), ChangeTracking(json=True)), 5),
    ],
)
def test_formats_have_their_prices(formats: tuple[Format, ...], price: int) -> None:
    assert PRICES.scraped(replace(SPEC, formats=formats)) == price


def test_what_comes_on_top_is_added() -> None:
    spec = replace(SPEC, zero_data_retention=True, cache=CachePolicy(lockdown=True))
    assert PRICES.scraped(spec, pages=4) == 1 + 1 + 4 + 3


def test_redaction_is_paid_for_each_page_of_a_pdf_and_the_check_once() -> None:
    assert PRICES.scraped(replace(SPEC, redaction=Redaction()), pages=3) == 5 + 2 * 5
    assert PRICES.scraped(replace(SPEC, check_injection=True), pages=3) == 1 + 4 + 2


@pytest.mark.parametrize("lockdown", [True, False])
def test_a_promise_covers_whatever_becomes_of_a_scrape(lockdown: bool) -> None:
    prices = PriceTable(lockdown=0, lockdown_miss=7)
    spec = replace(SPEC, cache=CachePolicy(lockdown=lockdown))
    assert prices.promised(spec) == (7 if lockdown else 1)


def test_a_jobs_page_costs_what_its_job_asks_of_it() -> None:
    asked = replace(SPEC, formats=(Question("q"),))
    crawl = CrawlSpec(SPEC.url, asked, zero_data_retention=True)
    assert PRICES.page_of(crawl) == 6
    assert PRICES.page_of(replace(crawl, only_urls=True)) == 2
    assert PRICES.page_of(BatchSpec((SPEC.url,), asked)) == 5
