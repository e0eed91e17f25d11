"""`POST /v2/search`."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from gossamer.core.searches import Category, Found, Result, SearchSpec, Source, Wishes
from gossamer.core.specs import ScrapeSpec
from gossamer.core.timestamps import instant
from gossamer.wire import searches
from gossamer.wire.documents import Locate
from gossamer.wire.integrations import Sender
from gossamer.wire.request_options import AuditMetadata
from gossamer.wire.shapes import StrictShape, Whole, at_most, broken_rule, example
from gossamer.wire.threats import ThreatProtection, override_of
from gossamer.wire.v2.options import ScrapeOptions

# Upstream's marketplaces of paid tools and data: newer clients name them in every search.
MarketName: TypeAlias = Literal["alexandria", "exchange"]
SourceName: TypeAlias = Literal["web", "news", "images"] | MarketName
CategoryName: TypeAlias = Literal[
    "github", "research", "pdf", "developer", "gov", "repo", "code", "docs", "devdex", "repo_search", "developer_index"
]
_DEFAULT_TIMEOUT = 60_000
_ALONE = frozenset({Category.DEVELOPER, Category.GOV})
_MARKETS: Final = frozenset(get_args(MarketName))
_NO_MARKET: Final = "This service has no marketplace: the source `{name}` has no results."


class WebSource(StrictShape):
    """The web, with wishes of its own."""

    type: Literal["web"]
    tbs: searches.Recency | None = None
    filter: searches.ShortText | None = None
    lang: searches.ShortText | None = None
    country: searches.ShortText | None = None
    location: searches.ShortText | None = None

    def requested(self) -> searches.SourceOptions:
        """Return the options of this source."""
        return searches.SourceOptions(self.tbs, self.filter, self.lang, self.country, self.location)


class OtherSource(StrictShape):
    """News, images or a marketplace, by an object."""

    type: Literal["news", "images"] | MarketName

    def requested(self) -> searches.SourceOptions:
        """Return empty options: this source has none of its own."""
        return searches.SourceOptions()


def _source_tag(value: Any) -> str:
    if isinstance(value, str):
        return "@name"
    kind = value.get("type") if isinstance(value, dict) else getattr(value, "type", None)
    return "@web" if kind == "web" else "@other"


_SourceShape: TypeAlias = Annotated[
    Annotated[SourceName, Tag("@name")] | Annotated[WebSource, Tag("@web")] | Annotated[OtherSource, Tag("@other")],
    Discriminator(_source_tag),
]


class CategoryObject(StrictShape):
    """A category, by an object."""

    type: CategoryName


def _category_tag(value: Any) -> str:
    return "@name" if isinstance(value, str) else "@object"


_CategoryShape: TypeAlias = Annotated[
    Annotated[CategoryName, Tag("@name")] | Annotated[CategoryObject, Tag("@object")], Discriminator(_category_tag)
]


class SearchRequest(StrictShape, Sender):
    """A search: the query, its sources, and the options for each result."""

    model_config = example(
        query="growing asparagus site:example.com",
        limit=5,
        sources=["web", "news"],
        scrapeOptions={"formats": ["markdown"]},
    )

    query: searches.SearchQueryText
    limit: Annotated[Whole, Field(ge=1, le=100, description="Results of each source at most.")] = 10
    sources: Annotated[list[_SourceShape], BeforeValidator(at_most(10, "sources"))] | None = None
    categories: Annotated[list[_CategoryShape], BeforeValidator(at_most(20, "categories"))] | None = None
    include_domains: searches.Domains | None = None
    exclude_domains: searches.Domains | None = None
    tbs: searches.Recency | None = None
    filter: searches.ShortText | None = None
    lang: searches.ShortText | None = None
    country: searches.ShortText | None = None
    location: searches.ShortText | None = None
    safe: bool | None = None
    enterprise: Annotated[list[Literal["default", "anon", "zdr"]], BeforeValidator(at_most(10, "names"))] | None = None
    timeout: searches.SearchTimeout = _DEFAULT_TIMEOUT
    ignore_invalid_urls: Annotated[bool, Field(alias="ignoreInvalidURLs")] = False
    async_scraping: bool = False
    highlights: bool = False
    scrape_options: ScrapeOptions | None = None
    threat_protection: ThreatProtection | None = None
    audit_metadata: AuditMetadata | None = None
    domain_tools: bool | None = None
    tool_detail: Literal["compact", "summary", "full"] | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> "SearchRequest":
        if self.include_domains and self.exclude_domains:
            raise broken_rule("includeDomains and excludeDomains cannot both be specified")
        entries = self.categories or []
        if len({isinstance(entry, str) for entry in entries}) > 1:
            raise broken_rule("Categories are names or objects, not both in one list.")
        categories = set(self._categories())
        if len(categories) > 1 and (alone := next((name for name in categories if name in _ALONE), None)):
            raise broken_rule(f"The category `{alone}` must be the only one.")
        self._scrape()
        return self

    def spec(self) -> SearchSpec:
        """Return the request as the core knows it."""
        requested = self._source_options()
        names = self.enterprise or ()
        return self.to_core(
            SearchSpec,
            text=self.query,
            sources=tuple(Wishes(Source(source), **options.wishes()) for source, options in requested.items()),
            categories=tuple(dict.fromkeys(self._categories())),
            timeout=timedelta(milliseconds=self.timeout),
            scrape=self._scrape(),
            scrape_failures_dropped=self.ignore_invalid_urls,
            zero_data_retention="zdr" in names,
            threat_protection=override_of(self.threat_protection),
            unavailable=("enterprise: anon",) if "anon" in names else (),
            notices=(*searches.notices_of(requested, async_scraping=self.async_scraping), *self._missing()),
        )

    def _source_options(self) -> dict[str, searches.SourceOptions]:
        """Return the options of each source, in order; options beside the sources hold for all."""
        common = searches.SourceOptions(self.tbs, self.filter, self.lang, self.country, self.location)
        requested: dict[str, searches.SourceOptions] = {}
        for entry in self.sources or ("web",):
            name, options = (
                (entry, searches.SourceOptions()) if isinstance(entry, str) else (entry.type, entry.requested())
            )
            if name not in _MARKETS:
                requested.setdefault(name, options.over(common))
        return requested

    def _missing(self) -> Iterator[str]:
        """Yield a sentence for each marketplace, when nothing else was asked for."""
        names = [entry if isinstance(entry, str) else entry.type for entry in self.sources or ()]
        if names and _MARKETS.issuperset(names):
            yield from (_NO_MARKET.format(name=name) for name in dict.fromkeys(names))

    def _categories(self) -> Iterator[Category]:
        for entry in self.categories or ():
            name = entry if isinstance(entry, str) else entry.type
            # The other names are older ones of one index of repositories and documentation.
            yield Category(name) if name in set(Category) else Category.DEVELOPER

    def _scrape(self) -> ScrapeSpec | None:
        options = self.scrape_options
        if options is None or not (options.formats or options.excerpt()):
            return None
        is_age_given = options.max_age is not None or options.min_age is not None or options.lockdown
        spec = options.spec_for("", zero_data_retention="zdr" in (self.enterprise or ()), **self.sender)
        if spec.excerpt is not None and not spec.excerpt.query:
            spec = replace(spec, excerpt=replace(spec.excerpt, query=self.query))
        return searches.scraped_how(spec, age_given=is_age_given, threats=override_of(self.threat_protection))


def search_json(found: Found, locate: Locate) -> dict[str, Any]:
    """Return the answer to a search; a source with nothing is absent."""
    data = {
        source.value: [_FORMS[source](result, place, locate) for place, result in enumerate(results, start=1)]
        for source, results in found.results.items()
        if results
    }
    answer = {"success": True, "data": data, "id": found.search_id, "creditsUsed": found.credits_used}
    return {**answer, "warning": " ".join(found.warnings)} if found.warnings else answer


def _web(result: Result, place: int, locate: Locate) -> dict[str, Any]:
    fields = {**searches.hit_json(result.hit), "position": place, **_category(result)}
    return searches.result_json(fields, result, locate)


def _news(result: Result, place: int, locate: Locate) -> dict[str, Any]:
    hit = result.hit
    fields: dict[str, Any] = {"title": hit.title or hit.url, "url": hit.url, "snippet": hit.description}
    if hit.published is not None:
        fields["date"] = instant(hit.published)
    if hit.image_url is not None:
        fields["imageUrl"] = hit.image_url
    return searches.result_json({**fields, "position": place, **_category(result)}, result, locate)


def _image(result: Result, place: int, _locate: Locate) -> dict[str, Any]:
    hit = result.hit
    fields: dict[str, Any] = {"title": hit.title, "imageUrl": hit.image_url or hit.url}
    if hit.image_width is not None and hit.image_height is not None:
        fields |= {"imageWidth": hit.image_width, "imageHeight": hit.image_height}
    return {**fields, "url": hit.url, "position": place}


def _category(result: Result) -> dict[str, Any]:
    return {} if result.hit.category is None else {"category": result.hit.category.value}


_FORMS = {Source.WEB: _web, Source.NEWS: _news, Source.IMAGES: _image}
