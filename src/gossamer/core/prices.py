"""Prices of work, in credits.

A price is known before the work begins, but for the pages of a PDF. What was promised is what is charged.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import FORMATS, ChangeTracking, Format, Json
from gossamer.core.research import LlmsTxtSpec, ResearchSpec
from gossamer.core.specs import ScrapeSpec
from gossamer.core.usage import TOKENS_PER_CREDIT

# Steps of an agent that have one price.
STEPS_TOGETHER = 5
# Results of a search that have one price.
RESULTS_TOGETHER = 10


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Credits per thing; failed scrapes are free.

    *json* is the price of a page with structured data, in the place of *scrape*, *deterministic_json* where rules alone
    read them; *redaction* (for each page of a PDF), *injection_check*, *zero_data_retention*, *question*, *highlights*,
    *media* (audio and video, each) and *lockdown* come on top. A browser session has a price a minute, another one when
    a prompt was carried out in it. *agent_step* is the price of every STEPS_TOGETHER
    steps that were begun, beside that of each page an agent reached. *extract* is not charged: it is what has to be
    there when an extraction begins, whose pages cost a credit for so many tokens of a model, and *json* at least;
    *agent* is the same for an agent, whose pages cost *scrape*, or *json* with a schema. *xclaw* is a play's price.
    *search* is the price of every RESULTS_TOGETHER results that were begun, *zero_retention_search* where nothing of
    the search is kept.
    """

    scrape: int = 1
    pdf_page: int = 1
    lockdown: int = 4
    lockdown_miss: int = 1
    zero_data_retention: int = 1
    json: int = 5
    deterministic_json: int = 3
    redaction: int = 4
    injection_check: int = 4
    question: int = 4
    highlights: int = 4
    media: int = 4
    map: int = 1
    session_minute: int = 2
    prompted_session_minute: int = 7
    agent_step: int = 1
    extract: int = 20
    agent: int = 20
    xclaw: int = 100
    search: int = 2
    zero_retention_search: int = 10

    def scraped(self, spec: ScrapeSpec, *, pages: int = 1) -> int:
        """Return the price of a scrape that succeeded; *pages* is the number of PDF pages read."""
        base = self._base(spec)
        extra_pages = max(0, pages - 1) * (self.pdf_page + (self.redaction if spec.redaction else 0))
        lockdown = self.lockdown if spec.cache.lockdown else 0
        retention = self.zero_data_retention if spec.zero_data_retention else 0
        return base + extra_pages + lockdown + retention + sum(self._on_top(spec))

    def searched(self, results: int, *, zero_data_retention: bool = False) -> int:
        """Return the price of a search that found so many *results*; what is scraped of them is not in it."""
        each = self.zero_retention_search if zero_data_retention else self.search
        return -(-results // RESULTS_TOGETHER) * each

    def promised(self, spec: ScrapeSpec) -> int:
        """Return the price of a scrape before it begins: whatever becomes of it, only a PDF's pages cost more."""
        return max(self.scraped(spec), self.lockdown_miss if spec.cache.lockdown else 0)

    def page_of(self, spec: CrawlSpec | BatchSpec | ExtractSpec | ResearchSpec | LlmsTxtSpec) -> int:
        """Return the price of each page of a job before it begins; of research and llms.txt it is all a page costs."""
        zero = spec.zero_data_retention or spec.scrape.zero_data_retention
        formats = () if isinstance(spec, CrawlSpec) and spec.only_urls else spec.scrape.formats
        return self.promised(replace(spec.scrape, formats=formats, zero_data_retention=zero))

    def extracted(self, page: int, *, tokens: int) -> int:
        """Return the price of a page of an extraction: that of the *page* as a scrape, or of the *tokens* it took."""
        return max(page, -(-tokens // TOKENS_PER_CREDIT))

    def session(self, lasted: timedelta, *, prompted: bool) -> int:
        """Return the price of a browser session: by the second, rounded up, and of one minute at least."""
        a_minute = self.prompted_session_minute if prompted else self.session_minute
        seconds = max(60, -(-lasted // timedelta(seconds=1)))
        return -(-seconds * a_minute // 60)

    def navigated(self, spec: ScrapeSpec, *, pages: int, steps: int) -> int:
        """Return the price of a scrape for which an agent did *steps* and reached *pages*."""
        return pages * self.scraped(spec) + -(-steps // STEPS_TOGETHER) * self.agent_step

    def _base(self, spec: ScrapeSpec) -> int:
        if any(map(_is_structured, spec.formats)):
            return self.json
        is_by_rules = any(isinstance(output, Json) for output in spec.formats)
        return self.deterministic_json if is_by_rules else self.scrape

    def _on_top(self, spec: ScrapeSpec) -> Iterator[int]:
        yield self.redaction if spec.redaction else 0
        yield self.injection_check if spec.check_injection else 0
        for output in spec.formats:
            surcharge = FORMATS[type(output)].surcharge
            yield getattr(self, surcharge) if surcharge else 0


def _is_structured(output: Format) -> bool:
    if isinstance(output, Json):
        return not output.deterministic
    return isinstance(output, ChangeTracking) and output.json
