"""Looking for the pages of an extraction: on a site, or in the whole web.

A site's pages are those its map finds, ranked by what is wanted of them: the words of the prompt, and the names that
the schema has for its fields. A source that gives nothing says why, and the job goes on with the others.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, Protocol
from urllib.parse import urlsplit, urlunsplit

from gossamer.core.access import Permits
from gossamer.core.crawls import MapSpec, SiteMap, SitemapUse
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import InvalidTarget, MapFailed, OwnError, ServiceError, SiteError
from gossamer.core.extractions import WEB_SEARCH, WIDER_SEARCH, ExtractSpec, Merged
from gossamer.core.field_names import name_in_words
from gossamer.core.formats import Json
from gossamer.core.jobs import Job
from gossamer.core.json_pointers import is_empty
from gossamer.core.patterns import MAX_PATTERN_LENGTH
from gossamer.core.urls import WebUrl, web_url, without_credentials
from gossamer.features.crawl import SourceResult

_PATIENCE: Final = timedelta(seconds=30)
# Some of what is found cannot be had; the next best takes its place.
_SPARE: Final = 2
# So many folders above one without a page are looked at, and the root.
_MOST_ABOVE: Final = 2
_LONGEST_SEARCH: Final = 500
_SEARCHES: Final = frozenset({WEB_SEARCH, WIDER_SEARCH})

# fmt: off
OF_ANY_REQUEST: Final = frozenset({
    "a", "all", "an", "and", "any", "as", "data", "each", "every", "extract", "fetch", "field", "fields", "find",
    "for", "from", "get", "give", "in", "info", "information", "is", "list", "me", "of", "on", "page", "pages",
    "please", "return", "site", "tell", "that", "the", "their", "there", "this", "to", "website", "what", "which",
    "with",
})
# fmt: on


def lacks(value: Any, schema: Mapping[str, Any] | None) -> bool:
    """Return whether a field of *schema* has no value; without one, whether *value* says nothing.

    A list with an entry lacks nothing: how many there are to be found nobody knows.
    """
    properties = schema.get("properties") if schema is not None else None
    if not isinstance(properties, Mapping) or not properties:
        return is_empty(value)
    if not isinstance(value, Mapping):
        return True
    return any(lacks(value.get(name), part if isinstance(part, Mapping) else None) for name, part in properties.items())


class SiteSearch(Protocol):
    """Finds the pages of a site; `features.map.Maps` does."""

    async def found(
        self, spec: MapSpec, *, team_id: str, key_id: str, deadline: Deadline, permits: Permits | None
    ) -> SiteMap:
        """Return the URLs of the site of *spec*, best first, neither recorded nor charged."""


class WebSearch(Protocol):
    """Finds pages in the whole web."""

    async def urls(self, query: str, *, limit: int, team_id: str, deadline: Deadline) -> Sequence[str]:
        """Return up to *limit* addresses, best first; empty when nothing was found.

        Raises SearchFailed when nobody could be asked, and TimedOut.
        """


class ReadSoFar(Protocol):
    """Knows what the pages say that were read; `Extracts` does."""

    async def so_far(self, job_id: str, team_id: str) -> Merged | None:
        """Return the joint answer of the pages; None while some are under way."""


class PageSources:
    """Sources of extractions; a `features.crawl.Sources`. *web* is None where the web cannot be searched."""

    def __init__(self, sites: SiteSearch, web: WebSearch | None, read: ReadSoFar) -> None:
        self._sites = sites
        self._web = web
        self._read = read

    async def read(self, source: WebUrl, job: Job, permits: Permits | None, **_: bool) -> SourceResult:
        """Return the pages that *source* leads to; what goes wrong on our side is raised, for another attempt."""
        spec = job.spec
        if source not in _SEARCHES and permits is not None and (barred := permits(source)) is not None:
            return SourceResult(problem=f"{_name_source(source)} gave no pages. {barred.message}")
        if not isinstance(spec, ExtractSpec):
            return SourceResult(problem="Only an extraction looks for pages.")
        if source == WIDER_SEARCH:
            so_far = await self._read.so_far(job.job_id, job.team_id)
            if so_far is None or not lacks(so_far.value, spec.wanted.schema):
                return SourceResult(waits=so_far is None)
        try:
            urls = await self._urls(source, spec, job, permits)
        except OwnError:
            raise
        except ServiceError as error:
            return SourceResult(problem=f"{_name_source(source)} gave no pages. {error.message}")
        if not urls:
            return SourceResult(problem=f"{_name_source(source)} gave no pages.")
        return SourceResult(urls, then=WIDER_SEARCH if source == WEB_SEARCH and spec.first else None)

    async def _urls(self, source: WebUrl, spec: ExtractSpec, job: Job, permits: Permits | None) -> Sequence[WebUrl]:
        deadline = Deadline.after(_PATIENCE)
        most = spec.found * _SPARE
        if source not in _SEARCHES:
            return await self._pages_of_site(_map_of(source, spec, most), job, deadline, permits)
        if self._web is None:
            return []
        query = spec.wanted.prompt[:_LONGEST_SEARCH]
        if source == WEB_SEARCH and spec.first:
            most = spec.first
        urls = await self._web.urls(query, limit=most, team_id=job.team_id, deadline=deadline)
        return [url for url in _readable(urls) if permits is None or permits(url) is None]

    async def _pages_of_site(
        self, spec: MapSpec, job: Job, deadline: Deadline, permits: Permits | None
    ) -> Sequence[WebUrl]:
        """Return the pages of the folder that *spec* names: many folders have pages and none of their own."""

        async def found(of: MapSpec) -> list[WebUrl]:
            who = {"team_id": job.team_id, "key_id": job.key_id}
            site = await self._sites.found(of, **who, deadline=deadline, permits=permits)
            return [WebUrl(link.url) for link in site.links]

        try:
            urls, failure = await found(spec), None
        except MapFailed as error:
            urls, failure = [], error
        for above in _above(spec):
            if urls:
                break
            # The folder above may be missing too; the reason to report is that of the folder that was asked for.
            with suppress(SiteError):
                urls = await found(above)
        if failure is not None and not urls:
            raise failure
        return urls


def search_of(wish: Json) -> str:
    """Return in words what is wanted of a page, those of the prompt first; words of any request are left out."""
    words = " ".join([wish.prompt, *_names(wish.schema or {})]).split()
    return " ".join(dict.fromkeys(word for word in words if word.strip(".,:;!?").lower() not in OF_ANY_REQUEST))


def _map_of(source: WebUrl, spec: ExtractSpec, limit: int) -> MapSpec:
    return MapSpec(
        url=source,
        search=search_of(spec.wanted) or None,
        sitemap=SitemapUse.SKIP if spec.ignore_sitemap else SitemapUse.INCLUDE,
        subdomains=spec.subdomains,
        external_links=spec.external_links,
        limit=limit,
        headers=spec.scrape.headers,
        origin=spec.origin,
        zero_data_retention=spec.zero_data_retention or spec.scrape.zero_data_retention,
    )


def _above(spec: MapSpec) -> Iterator[MapSpec]:
    """Yield other places that may link pages inside the folder of *spec*: the folders above it, nearest first.

    Its sitemaps were read before: they are those of the whole site.
    """
    parts = urlsplit(spec.url)
    folder = parts.path if parts.path.endswith("/") else f"{parts.path}/"
    inside = f"^{re.escape(folder)}."
    if len(inside) > MAX_PATTERN_LENGTH:
        return
    above = folder.rstrip("/").split("/")[:-1]
    ways = [f"{'/'.join(above[:end])}/" for end in range(len(above), 0, -1)]
    for path in dict.fromkeys((*ways[:_MOST_ABOVE], *ways[-1:])):
        url = web_url(urlunsplit((parts.scheme, parts.netloc, path, "", "")))
        yield replace(spec, url=url, include_paths=(inside,), sitemap=SitemapUse.SKIP)


def _names(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of fields, the outer ones first."""
    properties = schema.get("properties")
    inner = list(properties.items()) if isinstance(properties, Mapping) else []
    yield from (name_in_words(name) for name, _ in inner)
    parts = [part for _, part in inner]
    for part in (*parts, schema.get("items")):
        if isinstance(part, Mapping):
            yield from _names(part)


def _readable(urls: Sequence[str]) -> Iterator[WebUrl]:
    for url in urls:
        try:
            yield web_url(url)
        except InvalidTarget:
            continue


def _name_source(source: WebUrl) -> str:
    return "The search of the web" if source in _SEARCHES else f"The site {without_credentials(source)}"
