"""`POST /v1/extract`: data in one shape from many pages."""

from gossamer.core.extractions import ExtractSpec
from gossamer.wire.extracts import ExtractOptions
from gossamer.wire.v1.options import ScrapeOptions


class ExtractRequest(ExtractOptions):
    """An extraction: the data, the pages, and how the pages are fetched."""

    scrape_options: ScrapeOptions = ScrapeOptions()

    def spec(self) -> ExtractSpec:
        """Return the request as the core knows it."""
        return self.spec_with(self.scrape_options.spec_for, timeout=self.scrape_options.timeout)
