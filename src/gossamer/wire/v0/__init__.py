"""Version 0 of the wire."""

from gossamer.wire.v0.crawl import CrawlRequest, CrawlStarted, CrawlStatus, crawl_page, crawl_started, crawl_summary
from gossamer.wire.v0.documents import page_json
from gossamer.wire.v0.scrape import Scraped, ScrapeRequest, scrape_json
from gossamer.wire.v0.search import Searched, SearchRequest, search_json
