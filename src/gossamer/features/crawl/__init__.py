"""Crawls, batches and extractions: many pages, each the same scrape, on a frontier that survives everything."""

from gossamer.features.crawl.diagnosis import DecisionSummary
from gossamer.features.crawl.jobs import Jobs, JobStanding
from gossamer.features.crawl.lanes import JobAuthorization, JobAuthorizer, Lanes, Scraper
from gossamer.features.crawl.lanes.verdicts import without_data
from gossamer.features.crawl.limits import JobLimits
from gossamer.features.crawl.prompting import PromptReader, PromptReading
from gossamer.features.crawl.sources import Guide, SourceResult, Sources, SourcesByKind, page_of, source_of

__all__ = [
    "DecisionSummary",
    "Guide",
    "JobAuthorization",
    "JobAuthorizer",
    "JobLimits",
    "JobStanding",
    "Jobs",
    "Lanes",
    "PromptReader",
    "PromptReading",
    "Scraper",
    "SourceResult",
    "Sources",
    "SourcesByKind",
    "page_of",
    "source_of",
    "without_data",
]
