"""Version 2 of the wire."""

from gossamer.wire.v2.batch import BatchScrapeRequest
from gossamer.wire.v2.crawl import CrawlParamsPreview, CrawlRequest, crawl_started_by_prompt, job_status, previewed
from gossamer.wire.v2.map import MapRequest, mapped
from gossamer.wire.v2.options import ScrapeOptions
from gossamer.wire.v2.scrape import ScrapeRequest, scraped, stored
from gossamer.wire.v2.usage import credit_usage, token_usage

__all__ = [
    "BatchScrapeRequest",
    "CrawlParamsPreview",
    "CrawlRequest",
    "MapRequest",
    "ScrapeOptions",
    "ScrapeRequest",
    "crawl_started_by_prompt",
    "credit_usage",
    "job_status",
    "mapped",
    "previewed",
    "scraped",
    "stored",
    "token_usage",
]
