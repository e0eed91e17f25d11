"""Which addresses a map answers with."""

from typing import Final
from urllib.parse import urlsplit

from gossamer.core.access import Permits
from gossamer.core.crawls import MapSpec
from gossamer.core.domains import site_of
from gossamer.core.patterns import MAX_TEXT, Patterns
from gossamer.core.urls import WebUrl, host_of

_MAX_KNOWN: Final = 10_000


class MapScope:
    """The bounds of one map, seen from *home*, where the asked address led.

    Hosts are compared without "www."; another port is another site. With subdomains the whole
    registered domain counts. With `filter_by_path` an address must lie in the folder that was
    asked for, or in the one it led to when that is elsewhere. Where *permits* says no, nothing
    belongs to the map. Raises CallerError for an expression that cannot be used.
    """

    def __init__(self, spec: MapSpec, home: WebUrl, permits: Permits | None = None) -> None:
        self._spec = spec
        self._permits = permits
        self._authority = _authority(home)
        self._host = host_of(home)
        self._site = site_of(self._host)
        self._folder = _folder_of_request(spec.url, home) if spec.filter_by_path else "/"
        self._included = Patterns.compile(spec.include_paths, option="includePaths")
        self._excluded = Patterns.compile(spec.exclude_paths, option="excludePaths")
        # How large the expressions are that addresses are searched with.
        self.size = self._included.size + self._excluded.size
        self._known: dict[str, bool] = {}

    def includes(self, url: WebUrl) -> bool:
        """Return whether *url* belongs to the map."""
        authority, path = _split(url)
        inside = self._known.get(authority)
        if inside is None:
            inside = self._is_host_inside(url, authority) and self.may_visit(url)
            if len(self._known) < _MAX_KNOWN:
                self._known[authority] = inside
        return inside and self._is_in_folder(path) and self._is_wanted(path)

    def may_visit(self, url: WebUrl) -> bool:
        """Return whether *url* may be visited on the way, be it part of the map or not."""
        return self._permits is None or self._permits(url) is None

    def _is_host_inside(self, url: WebUrl, authority: str) -> bool:
        if self._spec.external_links or authority.removeprefix("www.") == self._authority:
            return True
        if not self._spec.subdomains:
            return False
        host = host_of(url)
        return host != self._host and (host.endswith(f".{self._site}") or host == self._site)

    def _is_in_folder(self, path: str) -> bool:
        return self._folder == "/" or path.startswith(self._folder) or path == self._folder[:-1]

    def _is_wanted(self, path: str) -> bool:
        if self.size and len(path) > MAX_TEXT:
            # Whether it is excluded is unknown.
            return False
        if self._excluded and self._excluded.found_in(path):
            return False
        return not self._included or self._included.found_in(path)


def _split(url: str) -> tuple[str, str]:
    """Return host and port, and path; `urlsplit` takes as long as all the rest together."""
    start = url.index("//") + 2
    slash = url.index("/", start)
    end = min((place for mark in "?#" if (place := url.find(mark, slash)) >= 0), default=len(url))
    return url[start:slash].rpartition("@")[2], url[slash:end]


def _authority(url: WebUrl) -> str:
    return _split(url)[0].removeprefix("www.")


def _folder_of_request(requested: WebUrl, home: WebUrl) -> str:
    folder, reached = _folder(requested), urlsplit(home).path
    return folder if reached.startswith(folder) or reached == folder[:-1] else _folder(home)


def _folder(url: WebUrl) -> str:
    """Return the folder that *url* names, with a final slash: a name with an ending is a file in it."""
    path = urlsplit(url).path
    if path.endswith("/"):
        return path
    parent, _, name = path.rpartition("/")
    return f"{parent}/" if "." in name[1:] else f"{path}/"
