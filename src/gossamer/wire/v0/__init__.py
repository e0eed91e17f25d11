"""Version 0 of the wire."""

from gossamer.wire.v0.scrape import Scraped, ScrapeRequest, scraped

__all__ = ["ScrapeRequest", "Scraped", "scraped"]
