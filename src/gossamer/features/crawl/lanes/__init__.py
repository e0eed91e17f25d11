"""Working on jobs: what the engine calls for each turn at a lane."""

from gossamer.features.crawl.lanes.lanes import Lanes, MayContinue, PermitsOf
from gossamer.features.crawl.lanes.visits import Scraper

__all__ = ["Lanes", "MayContinue", "PermitsOf", "Scraper"]
