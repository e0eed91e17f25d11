"""Crawls, batches and extractions: many pages, each the same scrape, on a frontier that survives everything."""

from gossamer.features.crawl.diagnosis import Summary
from gossamer.features.crawl.jobs import Jobs, JobStatus
from gossamer.features.crawl.lanes import JobAuthorization, JobAuthorizer, Lanes, Scraper
from gossamer.features.crawl.lanes.verdicts import without_data
from gossamer.features.crawl.limits import JobLimits
from gossamer.features.crawl.prompting import PromptReader, PromptReading
from gossamer.features.crawl.sources import Guide, SourceResult, Sources, SourcesByKind, page_of, source_of

__all__ = [
    "Guide",
    "JobAuthorization",
    "JobAuthorizer",
    "JobLimits",
    "JobStatus",
    "Jobs",
    "Lanes",
    "PromptReader",
    "PromptReading",
    "Scraper",
    "SourceResult",
    "Sources",
    "SourcesByKind",
    "Summary",
    "page_of",
    "source_of",
    "without_data",
]
