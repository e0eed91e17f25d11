"""The home of a crawl, and where another address lies relative to it."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final
from urllib.parse import SplitResult, unquote

from gossamer.core.domains import site_of

_LABELS_OF_A_SITE: Final = 2


class Relation(Enum):
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

    def relation(self, parts: SplitResult) -> Relation:
        """Return the relation of an address's host to this host; "www." makes no difference, another port does."""
        if authority_of(parts) == self.authority:
            return Relation.SAME
        host = parts.hostname or ""
        if host != self.host and _may_share_a_site(host, self.host) and site_of(host) == site_of(self.host):
            return Relation.SUBDOMAIN
        return Relation.EXTERNAL

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
