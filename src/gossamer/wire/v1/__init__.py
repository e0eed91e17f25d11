"""Version 1 of the wire."""

from gossamer.wire.v1.batch import BatchScrapeRequest
from gossamer.wire.v1.crawl import CrawlRequest, job_status
from gossamer.wire.v1.map import MapRequest, mapped
from gossamer.wire.v1.options import ScrapeOptions
from gossamer.wire.v1.scrape import ScrapeRequest, scraped, stored
from gossamer.wire.v1.usage import credit_usage, token_usage

__all__ = [
    "BatchScrapeRequest",
    "CrawlRequest",
    "MapRequest",
    "ScrapeOptions",
    "ScrapeRequest",
    "credit_usage",
    "job_status",
    "mapped",
    "scraped",
    "stored",
    "token_usage",
]
