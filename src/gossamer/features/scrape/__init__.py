"""One page in the formats that were asked for."""

from gossamer.features.scrape import uploaded
from gossamer.features.scrape.continuation import opening_of
from gossamer.features.scrape.multi_page import Gather, Gathered
from gossamer.features.scrape.scraping import Performed, Scraping

__all__ = ["Gather", "Gathered", "Performed", "Scraping", "opening_of", "uploaded"]
