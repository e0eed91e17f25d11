"""Version 1 of the wire."""

from gossamer.wire.v1.batch import BatchScrapeRequest
from gossamer.wire.v1.crawl import CrawlRequest, job_status
from gossamer.wire.v1.extract import ExtractRequest
from gossamer.wire.v1.map import MapRequest, mapped
from gossamer.wire.v1.options import ScrapeOptions
from gossamer.wire.v1.research import DeepResearchRequest, LlmsTxtRequest, XclawRequest
from gossamer.wire.v1.scrape import ScrapeRequest, scraped, stored
from gossamer.wire.v1.search import SearchRequest, searched
from gossamer.wire.v1.usage import credit_usage, token_usage

__all__ = [
    "BatchScrapeRequest",
    "CrawlRequest",
    "DeepResearchRequest",
    "ExtractRequest",
    "LlmsTxtRequest",
    "MapRequest",
    "ScrapeOptions",
    "ScrapeRequest",
    "SearchRequest",
    "XclawRequest",
    "credit_usage",
    "job_status",
    "mapped",
    "scraped",
    "searched",
    "stored",
    "token_usage",
]
