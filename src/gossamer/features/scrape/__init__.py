"""One page in the formats that were asked for."""

from gossamer.features.scrape.continuing import opening_of
from gossamer.features.scrape.gathering import Gather, Gathered
from gossamer.features.scrape.retention import Retention
from gossamer.features.scrape.scraping import Performed, Scraping

__all__ = ["Gather", "Gathered", "Performed", "Retention", "Scraping", "opening_of"]
