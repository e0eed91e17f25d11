"""All sitemaps of a site: those robots.txt names, those at the usual places, and those they lead to."""

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final
from urllib.parse import urljoin, urlsplit

from gossamer.core.canonical import fingerprint64
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import CallerError, NameNotResolved, ProxyFailed, SiteError
from gossamer.core.patterns import in_portions
from gossamer.core.urls import WebUrl, with_credentials_of
from gossamer.features.map.candidates import Gathering, Place
from gossamer.features.map.scope import MapScope
from gossamer.ports.sites import Robots, RobotsRules, SitemapEntry, Sitemaps

_USUAL: Final = ("/sitemap.xml", "/sitemap_index.xml")
_MOST_FILES: Final = 190
_DEEPEST: Final = 5
_AT_ONCE: Final = 8
_FILE_PATIENCE: Final = timedelta(seconds=30)
_SOURCE: Final = 2


@dataclass(slots=True)
class Walked:
    """The outcome for sitemaps: how many were read, and why named ones were not."""

    read: int = 0
    failures: list[str] = field(default_factory=list)
    left_out: int = 0


class SitemapWalk:
    """One walk. Files are read side by side; the order of what they name does not depend on which is faster."""

    def __init__(self, sitemaps: Sitemaps, robots: Robots, scope: MapScope, gathering: Gathering, url: str) -> None:
        self._asked = url
        self._sitemaps = sitemaps
        self._robots = robots
        self._scope = scope
        self._gathering = gathering
        self._walked = Walked()
        self._met: set[int] = set()
        self._places = asyncio.Semaphore(_AT_ONCE)

    @property
    def walked(self) -> Walked:
        """Return the results of the sitemaps so far."""
        return self._walked

    async def run(self, home: WebUrl, deadline: Deadline) -> None:
        """Read all sitemaps of the site at *home*."""
        rules = await self._rules(home, deadline)
        named = () if rules is None else rules.sitemaps
        # Where nobody named a file, it is a page like any other.
        guessed = [url for url in usual_places(home) if rules is None or rules.unreachable or rules.allows(url)]
        async with asyncio.TaskGroup() as group:
            self._deadline, self._group = deadline, group
            for number, url in enumerate(named):
                self._begin(url, (_SOURCE, number), named=True)
            for number, url in enumerate(guessed, start=len(named)):
                self._begin(url, (_SOURCE, number), named=False)

    async def _rules(self, home: WebUrl, deadline: Deadline) -> RobotsRules | None:
        try:
            return await self._robots.rules(home, agent=None, deadline=deadline)
        except (CallerError, NameNotResolved):
            # Its robots.txt leads nowhere, or where this service may not go.
            return None

    def _begin(self, url: WebUrl, place: Place, *, named: bool) -> None:
        key = fingerprint64(url, similar=False)
        if key in self._met or not self._scope.may_visit(url):
            return
        if len(self._met) >= _MOST_FILES or len(place) > _DEEPEST + 1:
            self._walked.left_out += 1
            return
        self._met.add(key)
        self._group.create_task(self._file(url, place, named=named))

    async def _file(self, url: WebUrl, place: Place, *, named: bool) -> None:
        async with self._places:
            if not self._gathering.takes(place):
                return
            patience = min(_FILE_PATIENCE, timedelta(seconds=self._deadline.remaining()))
            try:
                await self._read(url, place, Deadline.after(patience))
                self._walked.read += 1
            except (SiteError, CallerError, ProxyFailed) as error:
                if named:
                    self._walked.failures.append(error.message)

    async def _read(self, url: WebUrl, place: Place, deadline: Deadline) -> None:
        first = 0
        async with aclosing(self._sitemaps.read(with_credentials_of(self._asked, url), deadline=deadline)) as slices:
            async for entries in slices:
                for portion in in_portions(entries, lambda entry: entry.url, size=self._scope.size):
                    for number, entry in enumerate(portion, start=first):
                        self._take(entry, (*place, number))
                    first += len(portion)
                    # Others want to go on while a large file is read.
                    await asyncio.sleep(0)
                if not self._gathering.takes((*place, first)):
                    return

    def _take(self, entry: SitemapEntry, place: Place) -> None:
        if entry.nested:
            self._begin(entry.url, place, named=True)
        elif self._scope.includes(entry.url):
            self._gathering.offer(entry.url, place, entry.title)


def usual_places(home: WebUrl, *, any_declared: bool = False) -> list[WebUrl]:
    """Return the usual addresses of sitemaps that are not declared: at the root, and beside the start page."""
    path = urlsplit(home).path
    beside = path if path.endswith("/") or "." in path.rpartition("/")[2] else f"{path}/"
    places = [*(_USUAL[:1] if any_declared else _USUAL), urljoin(beside, "sitemap.xml")]
    return [WebUrl(urljoin(home, place)) for place in dict.fromkeys(places)]
