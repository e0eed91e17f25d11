"""Searches, independent of any API version, and their results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from gossamer.core.documents import Document
from gossamer.core.records import Record
from gossamer.core.specs import ScrapeSpec
from gossamer.core.threats import ThreatOverride


class Source(StrEnum):
    """The kind of results."""

    WEB = "web"
    NEWS = "news"
    IMAGES = "images"


class Category(StrEnum):
    """The category of results."""

    GITHUB = "github"
    RESEARCH = "research"
    PDF = "pdf"
    DEVELOPER = "developer"
    GOV = "gov"


@dataclass(frozen=True, slots=True)
class Freshness:
    """When results were published: from *since* to *until* (None: open), newest first with *by_date*."""

    since: datetime | None = None
    until: datetime | None = None
    by_date: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """A query read: every list holds texts as they were written, lower-cased hosts.

    *any_of* are groups of alternatives (`a OR b`), each of which must match. *sites* are alternatives too; a site
    stands for its subdomains, and may have a path behind it.
    """

    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[str, ...] = ()
    in_title: tuple[str, ...] = ()
    in_url: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    excluded_sites: tuple[str, ...] = ()
    file_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """The query for providers: the *text* with its operators, and the parsed *terms*.

    *limit* is per source. *country* is ISO 3166 alpha-2 in lower case, *language* BCP 47, *location* free text; None
    where the caller had no wish. *include_domains* and *exclude_domains* are hosts, which stand for their subdomains.
    """

    text: str
    terms: Terms
    source: Source = Source.WEB
    limit: int = 10
    freshness: Freshness = Freshness()
    country: str | None = None
    language: str | None = None
    location: str | None = None
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    safe: bool | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A result. *description* is text without markup; *image_url* and its size belong to images and news.

    *providers* names who returned it.
    """

    url: str
    title: str = ""
    description: str = ""
    published: datetime | None = None
    image_url: str | None = None
    image_width: int | None = None
    image_height: int | None = None
    category: Category | None = None
    providers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of one source beside the query; fields as in `SearchQuery`."""

    source: Source = Source.WEB
    freshness: Freshness = Freshness()
    country: str | None = None
    language: str | None = None
    location: str | None = None


@dataclass(frozen=True, slots=True)
class SearchSpec:
    """A search of several sources, in order, for what belongs to any of *categories*, if there are some.

    Without *sources* nothing is searched and nothing found.

    *limit* is per source. *scrape* is how each result is scraped, whatever its URL; None when only results are wanted.
    *scrape_failures_dropped* leaves out results that could not be scraped. With *highlights* descriptions show which of
    their words were looked for. *unavailable* and *notices* are as in a scrape's spec.
    """

    text: str
    sources: tuple[Wishes, ...] = (Wishes(),)
    categories: tuple[Category, ...] = ()
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    limit: int = 10
    timeout: timedelta = timedelta(seconds=60)
    safe: bool | None = None
    scrape: ScrapeSpec | None = None
    scrape_failures_dropped: bool = False
    highlights: bool = False
    zero_data_retention: bool = False
    threat_protection: ThreatOverride | None = None
    origin: str = "api"
    integration: str | None = None
    unavailable: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result(Record):
    """A hit in an answer, and what scraping it gave: a *document*, or *problem*, which says why there is none."""

    hit: Hit
    document: Document | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The results of a search, by source in the order of the request; a source with nothing has no results.

    *credits_used* is all that was charged, with what was scraped of the results. *dropped* is how many results were
    left out because they could not be scraped.
    """

    search_id: str
    results: Mapping[Source, tuple[Result, ...]] = field(default_factory=dict)
    credits_used: int = 0
    warnings: tuple[str, ...] = ()
    origin: str = "api"
    dropped: int = 0


class Rating(StrEnum):
    """The caller's rating of an answer."""

    GOOD = "good"
    PARTIAL = "partial"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Feedback:
    """A caller's feedback on an *endpoint*'s *job_id*; *details* is the rest, as it was sent."""

    endpoint: str
    job_id: str
    rating: Rating
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FeedbackTaken:
    """The outcome of feedback. *refunded_today* and *daily_cap* are credits of the team, this UTC day."""

    feedback_id: str
    refunded: int = 0
    refunded_today: int = 0
    daily_cap: int = 0
    already_given: bool = False
