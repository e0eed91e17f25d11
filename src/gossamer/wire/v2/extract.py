"""`POST /v2/extract`: data in one shape from many pages."""

from typing import Annotated

from pydantic import Field

from gossamer.core.extractions import ExtractSpec
from gossamer.wire.extracts import ExtractOptions
from gossamer.wire.v2.options import ScrapeOptions


class ExtractRequest(ExtractOptions):
    """An extraction: the data, the pages, and how the pages are fetched."""

    ignore_invalid_urls: Annotated[bool, Field(alias="ignoreInvalidURLs")] = True
    scrape_options: ScrapeOptions = ScrapeOptions()

    def spec(self) -> ExtractSpec:
        """Return the request as the core knows it."""
        return self.spec_with(self.scrape_options.spec_for, timeout=self.scrape_options.timeout)
