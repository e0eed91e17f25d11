"""Crawls and batches: many pages, each the same scrape, on a frontier that survives everything."""

from gossamer.features.crawl.jobs import Jobs, JobStatus
from gossamer.features.crawl.lanes import Lanes, Leave, LeaveOf, Scraper
from gossamer.features.crawl.limits import JobLimits
from gossamer.features.crawl.prompting import PromptReading

__all__ = [
    "JobLimits",
    "JobStatus",
    "Jobs",
    "Lanes",
    "Leave",
    "LeaveOf",
    "PromptReading",
    "Scraper",
]
