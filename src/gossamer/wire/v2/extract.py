"""`POST /v2/extract`: data in one shape from many pages."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from gossamer.core.extracting import ExtractSpec
from gossamer.core.specs import ScrapeSpec
from gossamer.wire.extracts import ExtractOptions
from gossamer.wire.v2.options import ScrapeOptions, ThreatProtection


class ExtractRequest(ExtractOptions):
    """What is wanted of which pages, and how these are fetched."""

    ignore_invalid_urls: Annotated[bool, Field(alias="ignoreInvalidURLs")] = True
    threat_protection: ThreatProtection | None = None
    scrape_options: ScrapeOptions = ScrapeOptions()

    def spec(self) -> ExtractSpec:
        """Return the request as the core knows it."""
        asked = self.threat_protection is not None and self.threat_protection.asked_for

        def page(url: str, **request: Any) -> ScrapeSpec:
            scrape = self.scrape_options.spec_for(url, **request)
            return replace(scrape, threat_protection=scrape.threat_protection or asked)

        return self.spec_with(page, timeout=self.scrape_options.timeout)
