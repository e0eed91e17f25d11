"""Version 1 of the wire."""

from gossamer.wire.v1.options import ScrapeOptions
from gossamer.wire.v1.scrape import ScrapeRequest, scraped, stored

__all__ = ["ScrapeOptions", "ScrapeRequest", "scraped", "stored"]
