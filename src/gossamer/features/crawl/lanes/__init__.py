"""Working on jobs: what the engine calls for each turn at a lane."""

from gossamer.features.crawl.lanes.job_authorization import JobAuthorization, JobAuthorizer
from gossamer.features.crawl.lanes.lanes import Lanes
from gossamer.features.crawl.lanes.visits import Scraper

__all__ = ["JobAuthorization", "JobAuthorizer", "Lanes", "Scraper"]
