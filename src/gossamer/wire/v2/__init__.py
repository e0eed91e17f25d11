"""Version 2 of the wire."""

from gossamer.wire.v2.agent import AgentRequest
from gossamer.wire.v2.batch import BatchScrapeRequest
from gossamer.wire.v2.crawl import CrawlParamsPreview, CrawlRequest, crawl_started_by_prompt, job_status, previewed
from gossamer.wire.v2.extract import ExtractRequest
from gossamer.wire.v2.feedback import AnyFeedback, SearchFeedback, feedback_taken
from gossamer.wire.v2.gov import GovQueryString, GovSearchRequest
from gossamer.wire.v2.map import MapRequest, mapped
from gossamer.wire.v2.monitors import EmailToken, MonitorRequest, MonitorUpdate, RunRequest
from gossamer.wire.v2.options import ScrapeOptions
from gossamer.wire.v2.parse import (
    Formats,
    ParseOptions,
    ParseRequest,
    UploadIssued,
    UploadRequest,
    format_list,
    issued,
)
from gossamer.wire.v2.scrape import ScrapeRequest, scraped, stored
from gossamer.wire.v2.search import SearchRequest, searched
from gossamer.wire.v2.tools import PageScraped, tools_found
from gossamer.wire.v2.usage import credit_usage, token_usage

__all__ = [
    "AgentRequest",
    "AnyFeedback",
    "BatchScrapeRequest",
    "CrawlParamsPreview",
    "CrawlRequest",
    "EmailToken",
    "ExtractRequest",
    "Formats",
    "GovQueryString",
    "GovSearchRequest",
    "MapRequest",
    "MonitorRequest",
    "MonitorUpdate",
    "PageScraped",
    "ParseOptions",
    "ParseRequest",
    "RunRequest",
    "ScrapeOptions",
    "ScrapeRequest",
    "SearchFeedback",
    "SearchRequest",
    "UploadIssued",
    "UploadRequest",
    "crawl_started_by_prompt",
    "credit_usage",
    "feedback_taken",
    "format_list",
    "issued",
    "job_status",
    "mapped",
    "previewed",
    "scraped",
    "searched",
    "stored",
    "token_usage",
    "tools_found",
]
