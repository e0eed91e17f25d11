"""`POST /v2/batch/scrape`: many pages, each the same scrape."""

from pydantic import ConfigDict

from gossamer.wire.batches import BatchOptions
from gossamer.wire.v2.options import ScrapeOptions


class BatchScrapeRequest(ScrapeOptions, BatchOptions):
    """Many pages and what is wanted of each."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"urls": ["https://example.com", "https://example.org"], "formats": ["markdown"]}}
    )
