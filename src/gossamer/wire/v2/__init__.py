"""Version 2 of the wire."""

from gossamer.wire.v2.batch import BatchScrapeRequest
from gossamer.wire.v2.crawl import CrawlParamsPreview, CrawlRequest, crawl_started_by_prompt, job_status, previewed
from gossamer.wire.v2.map import MapRequest, mapped
from gossamer.wire.v2.options import ScrapeOptions
from gossamer.wire.v2.scrape import ScrapeRequest, scraped, stored

__all__ = [
    "BatchScrapeRequest",
    "CrawlParamsPreview",
    "CrawlRequest",
    "MapRequest",
    "ScrapeOptions",
    "ScrapeRequest",
    "crawl_started_by_prompt",
    "job_status",
    "mapped",
    "previewed",
    "scraped",
    "stored",
]
