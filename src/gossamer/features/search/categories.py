"""Categories of results as sites and file types: a query for each, and which category a result belongs to."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gossamer.core.searches import Category, Hit, SearchQuery, SearchSpec, Source, Wishes
from gossamer.core.urls import host_of
from gossamer.features.search.operators import terms_of

# The first sites are the most likely ones: some providers take only so many.
_SITES: Final[Mapping[Category, tuple[str, ...]]] = {
    Category.GITHUB: ("github.com",),
    Category.RESEARCH: (
        "arxiv.org", "nature.com", "pubmed.ncbi.nlm.nih.gov", "sciencedirect.com", "springer.com", "ieee.org",
        "acm.org", "semanticscholar.org", "openreview.net", "biorxiv.org", "plos.org", "jstor.org",
    ),
    Category.DEVELOPER: (
        "github.com", "stackoverflow.com", "developer.mozilla.org", "readthedocs.io",
        "docs.rs", "pkg.go.dev", "docs.python.org", "learn.microsoft.com", "gitlab.com", "stackexchange.com",
    ),
    Category.PDF: (),
    Category.GOV: (
        "gov", "europa.eu", "gov.uk", "gc.ca", "gov.au", "govt.nz", "gov.in", "admin.ch", "bund.de", "gouv.fr",
    ),
}  # fmt: skip
_FILE_TYPES: Final[Mapping[Category, str]] = {Category.PDF: "pdf"}


def queries_of(spec: SearchSpec, wishes: Wishes) -> Iterator[tuple[SearchQuery, Category | None]]:
    """Yield the queries to providers for one source: a query for each category, or the one query.

    Images are in no category.
    """
    query = SearchQuery(
        text=spec.text,
        terms=terms_of(spec.text),
        source=wishes.source,
        limit=spec.limit,
        freshness=wishes.freshness,
        country=wishes.country,
        language=wishes.language,
        location=wishes.location,
        include_domains=spec.include_domains,
        exclude_domains=spec.exclude_domains,
        safe=spec.safe,
    )
    if not spec.categories or wishes.source is Source.IMAGES:
        yield query, None
        return
    for category in spec.categories:
        yield _within(query, category), category


def _within(query: SearchQuery, category: Category) -> SearchQuery:
    """Return *query* for what belongs to *category* alone; sites that the caller names narrow it, as they should."""
    sites, file_type = _SITES[category], _FILE_TYPES.get(category)
    added = " OR ".join(f"site:{site}" for site in sites) if sites and not query.terms.sites else ""
    added = f"({added})" if " OR " in added else added
    text = " ".join(part for part in (query.text, added, f"filetype:{file_type}" if file_type else "") if part)
    return replace(query, text=text, terms=terms_of(text))


def label_hit(hit: Hit, category: Category | None) -> Hit:
    """Return *hit* with its category, if it is one of it."""
    return replace(hit, category=category) if category is not None and belongs(hit.url, category) else hit


def belongs(url: str, category: Category) -> bool:
    """Return whether the page at *url* is of *category*; what has no sites of its own is taken as it came."""
    sites = _SITES[category]
    host = host_of(url)
    return not sites or any(host == site or host.endswith(f".{site}") for site in sites)
