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

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from gossamer.core.access import Permits
from gossamer.core.crawls import CrawlScope, Reason, Refusal
from gossamer.core.domains import site_of
from gossamer.core.patterns import Patterns
from gossamer.core.urls import WebUrl
from gossamer.features.crawl.traps import endless_shape

_INDEX_FILES: Final = frozenset({"index.html", "index.htm", "index.php"})

# Endings of what cannot be read as a page; an ending nobody knows may be one.
# fmt: off
_NO_PAGES: Final = frozenset({
    # pictures
    "png", "jpg", "jpeg", "jpe", "gif", "bmp", "webp", "avif", "heic", "heif", "ico", "svg", "svgz", "tif", "tiff",
    "psd", "ai", "eps", "raw", "cr2", "nef", "xcf",
    # sound and moving pictures
    "mp3", "wav", "ogg", "oga", "opus", "flac", "aac", "m4a", "wma", "mid", "midi", "mp4", "m4v", "avi", "mov", "wmv",
    "mkv", "webm", "mpg", "mpeg", "flv", "swf", "3gp", "ogv", "m3u8", "vtt", "srt",
    # archives, images of disks, packages
    "zip", "rar", "7z", "gz", "tgz", "tar", "bz2", "tbz", "xz", "txz", "zst", "lz", "lzma", "br", "cab", "iso", "img",
    "dmg", "pkg", "deb", "rpm", "apk", "ipa", "jar", "war", "whl", "egg", "gem", "crx", "xpi", "msi", "exe", "dll",
    "bin", "so", "dylib", "class", "pyc", "o", "wasm", "torrent", "vsix", "nupkg", "appimage",
    # what a page is made with
    "css", "less", "scss", "sass", "js", "mjs", "cjs", "map", "woff", "woff2", "ttf", "otf", "eot", "cur",
    "webmanifest",
    # data sets and models
    "parquet", "sqlite", "db", "mdb", "bak", "dump", "pkl", "npy", "npz", "h5", "onnx", "pt", "safetensors", "shp",
    "stl", "obj", "dwg", "dxf", "blend", "gpx", "kml", "kmz", "ics", "vcf", "sig", "asc", "sha256", "md5",
})
# fmt: on

_LABELS_OF_A_SITE: Final = 2


class HostRelation(Enum):
    """The relation of an address's host to the crawl's home host."""

    SAME = auto()
    SUBDOMAIN = auto()
    EXTERNAL = auto()


def authority_of(parts: SplitResult) -> str:
    """Return host and port, without credentials and "www."; schemes' own ports are never written in a WebUrl."""
    return parts.netloc.rpartition("@")[2].removeprefix("www.")


@dataclass(frozen=True, slots=True)
class Home:
    """The start of a crawl: its host, and the folder that its pages lie in.

    *folder* ends in a slash. The start page itself is the folder when its name has no ending:
    links go on from "/docs/guide" to "/docs/guide/first", and from "/docs/start.html" to "/docs/first.html".
    """

    authority: str
    host: str
    folder: str

    @classmethod
    def of(cls, parts: SplitResult) -> "Home":
        """Return the home of a crawl that starts at this address."""
        return cls(authority_of(parts), parts.hostname or "", _folder(unquote(parts.path)))

    def relation(self, parts: SplitResult) -> HostRelation:
        """Return the relation of an address's host to this host; "www." makes no difference, another port does."""
        if authority_of(parts) == self.authority:
            return HostRelation.SAME
        host = parts.hostname or ""
        if host != self.host and _may_share_a_site(host, self.host) and site_of(host) == site_of(self.host):
            return HostRelation.SUBDOMAIN
        return HostRelation.EXTERNAL

    def encloses(self, path: str) -> bool:
        """Return whether *path* is the folder or lies in it."""
        path = unquote(path) if "%" in path else path
        return path.startswith(self.folder) or path == self.folder[:-1]


def _may_share_a_site(host: str, other: str) -> bool:
    # Far cheaper than the public suffix list, and true for few of the hosts a page links to.
    return host.split(".")[-_LABELS_OF_A_SITE:] == other.split(".")[-_LABELS_OF_A_SITE:]


def _folder(path: str) -> str:
    if path.endswith("/"):
        return path
    parent, _, name = path.rpartition("/")
    return f"{parent}/" if "." in name[1:] else f"{path}/"


def is_no_page(path: str) -> bool:
    """Return whether the file that *path* names is none that can be read as a page."""
    name = path[path.rfind("/") + 1 :]
    dot = name.rfind(".")
    # A name that starts with its only dot has no ending.
    return dot > 0 and name[dot + 1 :].lower() in _NO_PAGES


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
        return self._home.relation(urlsplit(url)) is HostRelation.SAME

    def _host(self, _: WebUrl, parts: SplitResult) -> Refusal | None:
        if self._scope.external_links:
            return None
        match self._home.relation(parts):
            case HostRelation.SAME:
                return None
            case HostRelation.SUBDOMAIN:
                return None if self._scope.subdomains else Refusal(Reason.SUBDOMAIN)
            case HostRelation.EXTERNAL:
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
        return Refusal(Reason.OUTSIDE_PATH) if self._home.relation(parts) is HostRelation.SAME else None

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
