"""Whether a link belongs to a crawl: rules in a fixed order, of which the first that refuses gives the reason.

1. the host: EXTERNAL_LINK, SUBDOMAIN
2. what the key and threat protection let it visit: KEY_RESTRICTION, unsafe_domain_blocked
3. the kind of file: FILE_TYPE
4. shapes that only endless spaces have: ENDLESS_SPACE
5. the folder of the start page: OUTSIDE_START_PATH
6. how many segments the path has: PATH_DEPTH
7. `excludePaths`: EXCLUDED_PATH
8. `includePaths`: NOT_INCLUDED_PATH
9. how many links led to it: DISCOVERY_DEPTH

All but the last follow from the address alone, so a URL has one reason however it was met.
"""

from datetime import datetime
from typing import Final
from urllib.parse import SplitResult, urlsplit

from gossamer.core.access import Permits
from gossamer.core.crawls import CrawlScope, Reason, Refusal
from gossamer.core.patterns import Patterns
from gossamer.core.urls import WebUrl
from gossamer.features.crawl.scope.file_types import is_no_page
from gossamer.features.crawl.scope.locations import Home, Relation
from gossamer.features.crawl.traps import endless_shape

_INDEX_FILES: Final = frozenset({"index.html", "index.htm", "index.php"})


def path_depth(url: WebUrl) -> int:
    """Return the number of segments in the path of *url*; an index file is none."""
    return _depth(urlsplit(url).path)


def _depth(path: str) -> int:
    return sum(1 for segment in path.split("/") if segment and segment not in _INDEX_FILES)


class Scope:
    """The rules of one crawl, seen from where it is at *home*.

    *begun* is when the crawl was asked for: calendars are judged by it, so that a crawl that
    is resumed decides as it did before. Raises CallerError for an expression that cannot be used.
    """

    def __init__(self, scope: CrawlScope, *, home: WebUrl, begun: datetime, permits: Permits | None = None) -> None:
        self._scope = scope
        self._home = Home.of(urlsplit(home))
        self._begun = begun
        self._permits = permits
        self._excluded = Patterns.compile(scope.exclude_paths, option="excludePaths")
        self._included = Patterns.compile(scope.include_paths, option="includePaths")
        self._rules = (
            self._host,
            self._permission,
            self._file_type,
            self._shape,
            self._folder,
            self._segments,
            self._exclusion,
            self._inclusion,
        )

    @property
    def size(self) -> int:
        """Return the size of the expressions that links are searched with."""
        return self._excluded.size + self._included.size

    def refusal(self, url: WebUrl, depth: int) -> Refusal | None:
        """Return the refusal of *url*, to which *depth* links led; None when it is a page of the crawl."""
        refusal = self.straying(url)
        if refusal is None and self.is_too_deep(depth):
            return Refusal(Reason.DEPTH)
        return refusal

    def straying(self, url: WebUrl) -> Refusal | None:
        """Return the refusal of a *url* outside the crawl wherever it was met: a redirect may not lead there either."""
        parts = urlsplit(url)
        for rule in self._rules:
            if (refusal := rule(url, parts)) is not None:
                return refusal
        return None

    def ruled_out(self, url: WebUrl) -> Refusal | None:
        """Return which of the caller's own path rules leaves *url* out, or None."""
        parts = urlsplit(url)
        return self._exclusion(url, parts) or self._inclusion(url, parts)

    def is_too_deep(self, depth: int) -> bool:
        """Return whether too many links lead to what is at *depth*."""
        most = self._scope.max_discovery_depth
        return most is not None and depth > most

    def is_at_home(self, url: WebUrl) -> bool:
        """Return whether *url* is of the host where the crawl is at home."""
        return self._home.relation(urlsplit(url)) is Relation.SAME

    def _host(self, _: WebUrl, parts: SplitResult) -> Refusal | None:
        if self._scope.external_links:
            return None
        match self._home.relation(parts):
            case Relation.SAME:
                return None
            case Relation.SUBDOMAIN:
                return None if self._scope.subdomains else Refusal(Reason.SUBDOMAIN)
            case Relation.EXTERNAL:
                return Refusal(Reason.EXTERNAL)

    def _permission(self, url: WebUrl, _: SplitResult) -> Refusal | None:
        if self._permits is None or (why := self._permits(url)) is None:
            return None
        return Refusal.of(why)

    @staticmethod
    def _file_type(_: WebUrl, parts: SplitResult) -> Refusal | None:
        return Refusal(Reason.FILE_TYPE) if is_no_page(parts.path) else None

    def _shape(self, url: WebUrl, parts: SplitResult) -> Refusal | None:
        why = endless_shape(url, parts, begun=self._begun)
        return None if why is None else Refusal(Reason.ENDLESS, why)

    def _folder(self, _: WebUrl, parts: SplitResult) -> Refusal | None:
        if self._scope.entire_domain or self._home.encloses(parts.path):
            return None
        # Another host that is allowed has no start page whose folder could count.
        return Refusal(Reason.OUTSIDE_PATH) if self._home.relation(parts) is Relation.SAME else None

    def _segments(self, _: WebUrl, parts: SplitResult) -> Refusal | None:
        most = self._scope.max_path_depth
        return Refusal(Reason.PATH_DEPTH) if most is not None and _depth(parts.path) > most else None

    def _exclusion(self, url: WebUrl, parts: SplitResult) -> Refusal | None:
        if self._excluded and self._excluded.found_in(self._choose_text_to_match(url, parts)):
            return Refusal(Reason.EXCLUDED)
        return None

    def _inclusion(self, url: WebUrl, parts: SplitResult) -> Refusal | None:
        if self._included and not self._included.found_in(self._choose_text_to_match(url, parts)):
            return Refusal(Reason.NOT_INCLUDED)
        return None

    def _choose_text_to_match(self, url: WebUrl, parts: SplitResult) -> str:
        return url if self._scope.regex_on_full_url else parts.path
