"""Version 2 of the wire."""

from gossamer.wire.documents import scrape_json, stored_json
from gossamer.wire.v2.agent import AgentRequest
from gossamer.wire.v2.feedback import AnyFeedback, SearchFeedback, feedback_taken
from gossamer.wire.v2.gov import GovQueryString, GovSearchRequest
from gossamer.wire.v2.monitors import MonitorRequest, MonitorUpdate, RunRequest
from gossamer.wire.v2.options import ScrapeOptions
from gossamer.wire.v2.parse import (
    Formats,
    ParseOptions,
    ParseRequest,
    UploadIssued,
    UploadRequest,
    format_list,
    upload_json,
)
from gossamer.wire.v2.scrape import BatchScrapeRequest, ScrapeRequest
from gossamer.wire.v2.search import SearchRequest, search_json
from gossamer.wire.v2.sites import (
    CrawlParamsPreview,
    CrawlRequest,
    ExtractRequest,
    MapRequest,
    crawl_started_by_prompt,
    job_status,
    map_json,
    preview_json,
)
from gossamer.wire.v2.tools import PageScraped, tools_found
