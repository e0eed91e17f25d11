"""Version 1 of the wire."""

from gossamer.wire.documents import scrape_json, stored_json
from gossamer.wire.v1.options import ScrapeOptions
from gossamer.wire.v1.research import DeepResearchRequest, LlmsTxtRequest, XclawRequest
from gossamer.wire.v1.scrape import BatchScrapeRequest, ScrapeRequest
from gossamer.wire.v1.search import SearchRequest, search_json
from gossamer.wire.v1.sites import CrawlRequest, ExtractRequest, MapRequest, job_status, map_json
