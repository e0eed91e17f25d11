"""Crawls, batches and extractions: many pages, each the same scrape, on a frontier that survives everything."""

from gossamer.features.crawl.jobs import Jobs, JobStatus
from gossamer.features.crawl.lanes import Lanes, Leave, LeaveOf, Scraper
from gossamer.features.crawl.limits import JobLimits
from gossamer.features.crawl.prompting import PromptReading
from gossamer.features.crawl.sources import Led, Sources

__all__ = [
    "JobLimits",
    "JobStatus",
    "Jobs",
    "Lanes",
    "Leave",
    "LeaveOf",
    "Led",
    "PromptReading",
    "Scraper",
    "Sources",
]
