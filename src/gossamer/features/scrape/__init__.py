"""One page in the formats that were asked for."""

from gossamer.features.scrape.retention import Retention
from gossamer.features.scrape.scraping import Scraping

__all__ = ["Retention", "Scraping"]
