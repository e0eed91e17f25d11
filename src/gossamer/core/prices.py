"""What a scrape costs, in credits."""

from dataclasses import dataclass

from gossamer.core.specs import ScrapeSpec


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Credits per thing; failed scrapes are free."""

    scrape: int = 1
    pdf_page: int = 1
    lockdown: int = 4
    lockdown_miss: int = 1
    map: int = 1

    def scraped(self, spec: ScrapeSpec, *, pages: int = 1) -> int:
        """Return the price of a scrape that succeeded; *pages* is the number of PDF pages read."""
        extra_pages = max(0, pages - 1) * self.pdf_page
        return self.scrape + extra_pages + (self.lockdown if spec.cache.lockdown else 0)
