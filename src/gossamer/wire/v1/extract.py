"""`POST /v1/extract`: data in one shape from many pages."""

from pydantic import ConfigDict

from gossamer.core.extracting import ExtractSpec
from gossamer.wire.extracts import ExtractOptions
from gossamer.wire.v1.options import ScrapeOptions


class ExtractRequest(ExtractOptions):
    """What is wanted of which pages, and how these are fetched."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "urls": ["https://example.com/*"],
                "prompt": "Products with their prices",
                "schema": {
                    "type": "object",
                    "properties": {
                        "products": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
                            },
                        }
                    },
                },
            }
        }
    )

    scrape_options: ScrapeOptions = ScrapeOptions()

    def spec(self) -> ExtractSpec:
        """Return the request as the core knows it."""
        return self.spec_with(self.scrape_options.spec_for, timeout=self.scrape_options.timeout)
