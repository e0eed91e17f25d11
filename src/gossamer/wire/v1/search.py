"""`POST /v1/search`: the web alone, results in one flat list."""

from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field, model_validator

from gossamer.core.searches import Found, SearchSpec, Source, Wishes
from gossamer.core.specs import ScrapeSpec
from gossamer.wire import searches
from gossamer.wire.documents import Locate
from gossamer.wire.integrations import Sender
from gossamer.wire.shapes import StrictShape, Whole, example
from gossamer.wire.threats import ThreatProtection, override_of
from gossamer.wire.v1.options import ScrapeOptions

_NOTHING_FOUND = "No search results found"
_NOTHING_SCRAPED = "No content found in search results"


class SearchRequest(StrictShape, Sender):
    """A search: the query, and the options for each result."""

    model_config = example(query="growing asparagus", limit=5)

    query: searches.SearchQueryText
    limit: Annotated[Whole, Field(ge=1, le=100)] = 5
    tbs: searches.Recency | None = None
    filter: searches.ShortText | None = None
    lang: searches.ShortText | None = None
    country: searches.ShortText | None = None
    location: searches.ShortText | None = None
    timeout: searches.SearchTimeout = 60_000
    ignore_invalid_urls: Annotated[bool, Field(alias="ignoreInvalidURLs")] = False
    scrape_options: ScrapeOptions | None = None
    threat_protection: ThreatProtection | None = None

    @model_validator(mode="after")
    def _formats_fit(self) -> "SearchRequest":
        self._scrape()
        return self

    def spec(self) -> SearchSpec:
        """Return the request as the core knows it."""
        source_options = searches.SourceOptions(self.tbs, self.filter, self.lang, self.country, self.location)
        return self.to_core(
            SearchSpec,
            text=self.query,
            sources=(Wishes(Source.WEB, **source_options.wishes()),),
            timeout=timedelta(milliseconds=self.timeout),
            scrape=self._scrape(),
            scrape_failures_dropped=self.ignore_invalid_urls,
            threat_protection=override_of(self.threat_protection),
            notices=tuple(searches.notices_of({"web": source_options})),
        )

    def _scrape(self) -> ScrapeSpec | None:
        options = self.scrape_options
        if options is None or not options.formats:
            return None
        spec = options.spec_for("", **self.sender)
        return searches.scraped_how(
            spec, age_given=options.max_age is not None, threats=override_of(self.threat_protection)
        )


def search_json(found: Found, locate: Locate, *, scraped: bool) -> dict[str, Any]:
    """Return the answer to a search whose results were to be *scraped*, or not."""
    results = found.results.get(Source.WEB, ())
    data = [searches.result_json(searches.hit_json(result.hit), result, locate) for result in results]
    sentences = list(found.warnings)
    if not results and not found.dropped:
        sentences.insert(0, _NOTHING_FOUND)
    elif scraped and not any(result.document is not None for result in results):
        sentences.insert(0, _NOTHING_SCRAPED)
    answer = {"success": True, "data": data, "id": found.search_id}
    return (
        {**answer, "warning": sentences[0] if len(sentences) == 1 else " ".join(map(_end_sentence, sentences))}
        if sentences
        else answer
    )


def _end_sentence(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
