"""Crawls and batches: the request, what is met on the way, and why a URL is not a page of the job.

The *frontier* of a job holds every URL it met, each once. An entry is queued, taken by a
lane, and then done, failed or refused for good; a refused one keeps the reason's code.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from gossamer.core.errors import NotAllowed, UnsafeDomain
from gossamer.core.records import Record
from gossamer.core.specs import ScrapeSpec, TermsUse
from gossamer.core.threats import ThreatOverride
from gossamer.core.urls import WebUrl


class SitemapUse(StrEnum):
    """Whether a site's sitemaps are read."""

    SKIP = "skip"
    INCLUDE = "include"
    ONLY = "only"


@dataclass(frozen=True, slots=True)
class Webhook:
    """The webhook of a job.

    *events* empty means all; a name matches if it is the whole type ("crawl.page") or what
    stands behind the first dot ("page").
    """

    url: WebUrl
    headers: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, object] = field(default_factory=dict)
    events: frozenset[str] = frozenset()

    def wants(self, event: str) -> bool:
        """Return whether the receiver asked for *event*, given as its whole type."""
        return not self.events or event in self.events or event.partition(".")[2] in self.events


@dataclass(frozen=True, slots=True)
class CrawlScope:
    """Which links belong to a crawl.

    Paths are regular expressions searched in the path, or in the whole URL with
    *regex_on_full_url*; *include_paths* empty means all. *max_discovery_depth* counts link
    hops from the start page, which has 0, as have pages from a sitemap; *max_path_depth*
    counts path segments. None means no bound. With *llms_txt* the links of the site's own guide, its /llms.txt, come
    before those of the start page.
    """

    include_paths: tuple[str, ...] = ()
    exclude_paths: tuple[str, ...] = ()
    regex_on_full_url: bool = False
    max_discovery_depth: int | None = None
    max_path_depth: int | None = None
    sitemap: SitemapUse = SitemapUse.INCLUDE
    ignore_query: bool = False
    deduplicate_similar: bool = True
    entire_domain: bool = False
    external_links: bool = False
    subdomains: bool = False
    ignore_robots: bool = False
    robots_user_agent: str | None = None
    llms_txt: bool = False


@dataclass(frozen=True, slots=True)
class CrawlSpec:
    """A crawl, free of any API version.

    *scrape* is the template of each page; its url is the start page. *limit* counts pages.
    *delay* between two pages makes the crawl go one page at a time.
    """

    url: WebUrl
    scrape: ScrapeSpec
    scope: CrawlScope = CrawlScope()
    limit: int = 10_000
    delay: timedelta | None = None
    max_concurrency: int | None = None
    webhook: Webhook | None = None
    prompt: str | None = None
    only_urls: bool = False
    zero_data_retention: bool = False
    origin: str = "api"
    integration: str | None = None
    # Sentences on options that were accepted but have no effect, for the status's `warning`.
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchSpec:
    """Many pages, each the same scrape; *scrape* is the template.

    *written* has for each of *urls* how the caller wrote it; it is empty where nobody did. An address that is listed
    twice is scraped twice, unless *each_once*. Once the batch is recorded its addresses are in the frontier alone:
    *urls* has the first, *count* is how many there are, and *digest* stands for them.
    """

    urls: tuple[WebUrl, ...]
    scrape: ScrapeSpec
    written: tuple[str, ...] = ()
    each_once: bool = False
    max_concurrency: int | None = None
    webhook: Webhook | None = None
    append_to: str | None = None
    zero_data_retention: bool = False
    origin: str = "api"
    integration: str | None = None
    notices: tuple[str, ...] = ()
    count: int = 0
    digest: str = ""

    @property
    def limit(self) -> int:
        """Return the greatest number of pages that there will be."""
        return self.count or len(self.urls)


class Reason(StrEnum):
    """Why a URL that a job met is no page of it; stable, part of the API."""

    EXTERNAL = "EXTERNAL_LINK"
    SUBDOMAIN = "SUBDOMAIN"
    OUTSIDE_PATH = "OUTSIDE_START_PATH"
    EXCLUDED = "EXCLUDED_PATH"
    NOT_INCLUDED = "NOT_INCLUDED_PATH"
    DEPTH = "DISCOVERY_DEPTH"
    PATH_DEPTH = "PATH_DEPTH"
    ROBOTS = "ROBOTS"
    FILE_TYPE = "FILE_TYPE"
    ENDLESS = "ENDLESS_SPACE"
    DUPLICATE = "DUPLICATE"
    LIMIT = "LIMIT_REACHED"
    FORBIDDEN = "FORBIDDEN_TARGET"
    NOT_PERMITTED = "KEY_RESTRICTION"
    UNSAFE = UnsafeDomain.code
    CANCELLED = "CANCELLED"
    DEADLINE = "JOB_DEADLINE"
    CREDITS = "INSUFFICIENT_CREDITS"
    ANSWERED = "ALREADY_ANSWERED"
    TIME = "TIME_LIMIT"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a URL is not fetched; *detail* is one sentence, or None when the code says it all."""

    reason: Reason
    detail: str | None = None

    @classmethod
    def of(cls, error: NotAllowed) -> "Refusal":
        """Return the refusal of a URL that may not be visited because of *error*."""
        return cls(Reason.UNSAFE if isinstance(error, UnsafeDomain) else Reason.NOT_PERMITTED, error.message)


@dataclass(frozen=True, slots=True)
class Wall:
    """A page that somebody must pass before the job can read more of its *host*, which is "host:port".

    *verdict* is login, consent or challenge. *met_at* is when the visit began that met it for the *times*th time,
    *passed_at* when somebody has passed it since, or None.
    """

    host: str
    url: WebUrl
    verdict: str
    met_at: datetime
    passed_at: datetime | None = None
    times: int = 1


class EntryKind(StrEnum):
    """The kind of a frontier entry: a page that counts, or an address that only leads to pages.

    A SOURCE stands for a site, or the web, where pages for an extraction are looked for.
    """

    PAGE = "page"
    SITEMAP = "sitemap"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Discovered:
    """A URL that was met.

    *fingerprint* is a signed 64-bit number: two URLs of a job with the same one are the same
    page. Entries are taken by *rank*, then in order of discovery; for a page of a crawl it is
    the number of links that led to it, 1 for one that a sitemap names. With a *refusal* it is
    kept only to tell: it may still become a page when it was refused for its DEPTH and is met
    again nearer to the start. *written* is the address as the caller wrote it, "" when no caller did.
    """

    url: WebUrl
    fingerprint: int
    depth: int = 0
    rank: int = 0
    kind: EntryKind = EntryKind.PAGE
    refusal: Refusal | None = None
    written: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the frontier that a lane has taken; *tries* counts earlier attempts, *written* as in `Discovered`."""

    position: int
    url: WebUrl
    fingerprint: int
    depth: int
    kind: EntryKind
    tries: int = 0
    written: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class FoundLink(Record):
    """A URL that `map` answers with; *title* and *description* where known.

    *texts* are those of the start page's links that lead there, where they are asked for.
    """

    url: str
    title: str | None = None
    description: str | None = None
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MapSpec:
    """Which URLs of a site are asked for.

    *search* ranks them. *timeout* None means the service's own bound. With *link_texts* links of the start page come
    with their texts, with *llms_txt* the links of the site's own guide come first.
    """

    url: WebUrl
    search: str | None = None
    sitemap: SitemapUse = SitemapUse.INCLUDE
    subdomains: bool = True
    ignore_query: bool = True
    limit: int = 5000
    timeout: timedelta | None = None
    filter_by_path: bool = True
    use_index: bool = True
    ignore_cache: bool = False
    external_links: bool = False
    include_paths: tuple[str, ...] = ()
    exclude_paths: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    threat_protection: ThreatOverride | None = None
    origin: str = "api"
    integration: str | None = None
    notices: tuple[str, ...] = ()
    link_texts: bool = False
    llms_txt: bool = False
    zero_data_retention: bool = False
    terms: TermsUse = TermsUse()


@dataclass(frozen=True, slots=True)
class SiteMap:
    """The links of a `map`, best first; *links* has at most the spec's limit."""

    map_id: str
    links: tuple[FoundLink, ...]
    credits_used: int
    warning: str | None = None
