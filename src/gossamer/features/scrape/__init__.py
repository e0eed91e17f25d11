"""One page in the formats that were asked for."""

from gossamer.features.scrape import uploaded
from gossamer.features.scrape.continuation import opening_of
from gossamer.features.scrape.documents import Documents
from gossamer.features.scrape.multi_page import Gather, GatheredPages
from gossamer.features.scrape.pages_of_jobs import PagesOfJobs
from gossamer.features.scrape.scraping import STORED, Performed, Scraping
from gossamer.features.scrape.site_terms import TermsReader
from gossamer.features.scrape.tracking import history_key, verdict_name
from gossamer.features.scrape.unfinished import UnfinishedReadings

__all__ = [
    "STORED",
    "Documents",
    "Gather",
    "GatheredPages",
    "PagesOfJobs",
    "Performed",
    "Scraping",
    "TermsReader",
    "UnfinishedReadings",
    "history_key",
    "opening_of",
    "uploaded",
    "verdict_name",
]
