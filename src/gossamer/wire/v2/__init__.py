"""Version 2 of the wire."""

from gossamer.wire.v2.options import ScrapeOptions
from gossamer.wire.v2.scrape import ScrapeRequest, scraped, stored

__all__ = ["ScrapeOptions", "ScrapeRequest", "scraped", "stored"]
