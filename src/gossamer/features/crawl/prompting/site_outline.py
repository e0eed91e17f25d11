"""The outline of a site: its folders and pages, with the names that the site itself gives them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import unquote, urlsplit

from gossamer.core.crawls import FoundLink
from gossamer.features.crawl.prompting.vocabulary import name_of

_DEEPEST: Final = 4
# Longer ones are of single pages, and too long for an expression.
_LONGEST: Final = 200
_NUMBER: Final = re.compile(r"\d+")


@dataclass(slots=True)
class SitePlace:
    """A folder or a page at *path*, which has no slash at its end; *below* is how many known pages are inside it."""

    path: str
    below: int = 0
    texts: set[tuple[str, ...]] = field(default_factory=set)

    @property
    def name(self) -> tuple[str, ...]:
        """Return the words of its own name, without a file's ending."""
        name = unquote(self.path.rpartition("/")[2])
        return name_of(name.rpartition(".")[0] or name)

    @property
    def series(self) -> str:
        """Return its path with "#" for the number in its own name: that of "/story-2.html" is "/story-#.html"."""
        folder, slash, name = self.path.rpartition("/")
        return folder + slash + _NUMBER.sub("#", name)

    @property
    def depth(self) -> int:
        """Return the number of folders between it and the root."""
        return self.path.count("/") - 1

    @property
    def is_linked_by_name(self) -> bool:
        """Return whether a link of the start page leads to it and says something."""
        return bool(self.texts)


@dataclass(frozen=True, slots=True)
class SiteOutline:
    """What is known of a site before it is crawled: *paths* of pages, and *places* by their paths."""

    paths: tuple[str, ...]
    places: tuple[SitePlace, ...]

    @classmethod
    def of(cls, links: Iterable[FoundLink]) -> Self:
        """Return the outline of a site whose map has *links*."""
        places: dict[str, SitePlace] = {}
        paths: dict[str, None] = {}
        for link in links:
            path = urlsplit(link.url).path
            paths[path] = None
            for folder in _folders(path.rstrip("/")):
                places.setdefault(folder, SitePlace(folder)).below += 1
            if (bare_path := path.rstrip("/")) and len(bare_path) <= _LONGEST:
                place = places.setdefault(bare_path, SitePlace(bare_path))
                place.texts |= {name for text in link.texts if (name := name_of(text))}
        return cls(tuple(paths), tuple(places.values()))


def _folders(path: str) -> Iterator[str]:
    parts = path.split("/")
    for end in range(2, min(len(parts), _DEEPEST + 2)):
        if len(folder := "/".join(parts[:end])) <= _LONGEST:
            yield folder
