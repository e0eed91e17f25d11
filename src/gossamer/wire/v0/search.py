"""`POST /v0/search`: the web alone, each result scraped unless that is not wanted."""

from typing import Annotated, Any

from pydantic import Field

from gossamer.core.searches import Found, Result, SearchSpec, Source, Wishes
from gossamer.wire.answers import Success
from gossamer.wire.documents import Locate
from gossamer.wire.searches import Recency, SearchQueryText, ShortText, SourceOptions, hit_json, notices_of
from gossamer.wire.shapes import Origin, Shape, Whole, example
from gossamer.wire.v0.documents import page_json
from gossamer.wire.v0.options import PageOptions
from gossamer.wire.v0.shapes import LegacyShape

_NOTHING_FOUND = "No search results found"
_NOTHING_SCRAPED = "No content found in search results"


class SearchPageOptions(PageOptions):
    """Options for each result."""

    fetch_page_content: bool = True


class SearchOptions(Shape):
    """Options of the search."""

    limit: Annotated[Whole, Field(ge=1, le=10)] = 5
    tbs: Recency | None = None
    filter: ShortText | None = None
    lang: ShortText | None = None
    country: ShortText | None = None
    location: ShortText | None = None


class SearchRequest(LegacyShape):
    """A search: the query, and the options for each result."""

    model_config = example(query="growing asparagus")

    query: SearchQueryText
    page_options: SearchPageOptions = SearchPageOptions()
    search_options: SearchOptions = SearchOptions()
    origin: Origin = "api"

    def spec(self) -> SearchSpec:
        """Return the request as the core knows it; what cannot be scraped is left out."""
        options = self.search_options
        source_options = SourceOptions(options.tbs, options.filter, options.lang, options.country, options.location)
        scraped = self.page_options.fetch_page_content
        return SearchSpec(
            text=self.query,
            sources=(Wishes(Source.WEB, **source_options.wishes()),),
            limit=options.limit,
            scrape=self.page_options.spec_for("", origin=self.origin) if scraped else None,
            scrape_failures_dropped=True,
            origin=self.origin,
            notices=tuple(notices_of({"web": source_options})),
        )


class Searched(Success):
    """The answer to a search."""

    data: list[dict[str, Any]] | None = None
    error: str | None = None
    warning: str | None = None


def search_json(found: Found, locate: Locate) -> dict[str, Any]:
    """Return the answer to a search; without results it has an `error` that gives the reason, with status 200."""
    results = found.results.get(Source.WEB, ())
    answer: dict[str, Any] = {"success": True}
    if results:
        answer["data"] = [_result(result, locate) for result in results]
    else:
        answer["error"] = _NOTHING_SCRAPED if found.dropped else _NOTHING_FOUND
    return {**answer, "warning": " ".join(found.warnings)} if found.warnings else answer


def _result(result: Result, locate: Locate) -> dict[str, Any]:
    return hit_json(result.hit) if result.document is None else page_json(result.document, locate)
