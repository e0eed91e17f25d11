"""Extractions: what is wanted from many pages together, and the one answer made of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gossamer.core.crawls import Webhook
from gossamer.core.formats import Acceptance, Json
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Evidence, Method
from gossamer.core.urls import WebUrl

# Stands in a frontier for the search of the web; no such host can exist (RFC 2606).
WEB_SEARCH: Final = WebUrl("http://web-search.invalid/")
# The same, for further pages, once those it led to first have been read.
WIDER_SEARCH: Final = WebUrl("http://web-search.invalid/more")


@dataclass(frozen=True, slots=True)
class ExtractSpec:
    """Data in one shape, of many pages together.

    *scrape* is the template of each page; what is wanted is its one format. *urls* are read, all of them; *written* has
    for each how the caller wrote it. *sites* are
    folders whose pages are looked for, and with *web_search* the web is searched for the prompt; both together lead to
    *found* pages at most, the best first. With *first* the search of the web leads to so many of them, and to the
    others only when those leave something open; 0 leads to all at once. *external_links*, *subdomains* and
    *ignore_sitemap* are of that looking.
    """

    scrape: ScrapeSpec
    urls: tuple[WebUrl, ...] = ()
    written: tuple[str, ...] = ()
    sites: tuple[WebUrl, ...] = ()
    web_search: bool = False
    found: int = 0
    first: int = 0
    external_links: bool = False
    subdomains: bool = True
    ignore_sitemap: bool = False
    show_sources: bool = False
    evidence: bool = False
    acceptance: Acceptance = Acceptance()
    max_concurrency: int | None = None
    webhook: Webhook | None = None
    zero_data_retention: bool = False
    origin: str = "api"
    integration: str | None = None
    # Sentences on options that were accepted but have no effect, for the status's `warning`.
    notices: tuple[str, ...] = ()

    @property
    def wanted(self) -> Json:
        """Return the format that describes the data."""
        return next(output for output in self.scrape.formats if isinstance(output, Json))

    @property
    def addresses(self) -> tuple[WebUrl, ...]:
        """Return every address that was named."""
        return (*self.urls, *self.sites)

    @property
    def limit(self) -> int:
        """Return the greatest number of pages that there will be."""
        return len(set(self.urls)) + (self.found if self.sites or self.web_search else 0)

    @property
    def about(self) -> str:
        """Return in a few words what it is about: the first address, or the prompt."""
        return self.addresses[0] if self.addresses else self.wanted.prompt[:200]


@dataclass(frozen=True, slots=True)
class PageValue:
    """The result of one page. *evidence* is by JSON pointer into *value*.

    *model_failure* is why a model did not help to read it, or not all of it; empty where it did, or nobody asked it.
    *title* is the page's own, empty where it has none.
    """

    url: str
    value: Any
    method: Method
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    tokens: int = 0
    model_failure: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Merged:
    """The one answer of several pages.

    By JSON pointer into *value*: *sources* are addresses of the pages that say what stands there, best first;
    *evidence* what it rests on, as far as that is known. *methods* counts pages by how they were read. *notices* are
    sentences for the caller.
    """

    value: Any
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    methods: Mapping[Method, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
