"""One page in the formats that were asked for."""

from gossamer.features.scrape.retention import Retention
from gossamer.features.scrape.scraping import Performed, Scraping

__all__ = ["Performed", "Retention", "Scraping"]
