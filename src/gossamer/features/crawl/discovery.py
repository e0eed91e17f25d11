"""Discovery: new frontier entries from links of a page and entries of a sitemap.

A link that was met before costs a look into a set. A new one is read, compared and judged:
it comes out as a page to fetch or, with a reason, as one that is only told of. A link that is
no web address (mail, telephone, scripts) is nothing to a crawl and is not told of.

`rel="nofollow"` on a single link does not count: it is meant for search engines, about ranking.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from gossamer.core.access import Permits
from gossamer.core.crawls import CrawlSpec, Discovered, EntryKind, Reason, Refusal
from gossamer.core.errors import InvalidTarget
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.crawl.recent_urls import Seen
from gossamer.features.crawl.sameness import Sameness, fetchable, sitemap_fingerprint
from gossamer.features.crawl.scope import Scope
from gossamer.features.crawl.traps import Budgets
from gossamer.ports.sites import SitemapEntry

# With the links of the start page, so that neither has to wait until the other is exhausted.
_SITEMAP_RANK: Final = 1


@dataclass(slots=True)
class Keys:
    """Addresses that were met: for good, or too deep until a shorter path is found."""

    met: set[int] = field(default_factory=set)
    deep: set[int] = field(default_factory=set)

    def add(self, other: "Keys") -> None:
        """Add what *other* has."""
        self.met |= other.met
        self.deep |= other.deep


@dataclass(frozen=True, slots=True)
class Findings:
    """New entries; *keys* are remembered once these are durable. *left_out* counts pages beyond the limit."""

    found: Sequence[Discovered] = ()
    keys: Keys = field(default_factory=Keys)
    left_out: int = 0

    @classmethod
    def joined(cls, parts: Sequence["Findings"]) -> "Findings":
        """Return what is new in all *parts*, in their order."""
        keys = Keys()
        for part in parts:
            keys.add(part.keys)
        found = [one for part in parts for one in part.found]
        return cls(found, keys, sum(part.left_out for part in parts))


class Explorer:
    """The known addresses of one crawl and the rules for new ones; one for each job and process."""

    def __init__(self, spec: CrawlSpec, *, home: WebUrl, begun: datetime, permits: Permits | None = None) -> None:
        self.sameness = Sameness(ignore_query=spec.scope.ignore_query, similar=spec.scope.deduplicate_similar)
        self.home = home
        self._spec = spec
        self._begun = begun
        self._permits = permits
        self._budgets = Budgets()
        self._seen = Seen()
        self._deep = Seen()
        self.scope = self._scope_of(home)

    def move(self, home: WebUrl) -> None:
        """Judge from *home* from now on: the start page led there."""
        if home != self.home:
            self.home = home
            self.scope = self._scope_of(home)

    def remember(self, keys: Keys) -> None:
        """Take what *keys* stand for as known to the store."""
        self._seen.update(keys.met)
        self._deep.update(keys.deep)

    def links(self, links: Iterable[str], *, depth: int, turn: Keys, full: bool) -> Findings:
        """Return what is new among *links*, to which *depth* links lead.

        *turn* is what was met in this turn and may not be durable yet; it gets what is met
        now. When the frontier is *full*, pages are left out: they would never be reached.
        """
        looking = _Looking(self, depth, turn, full=full)
        for link in links:
            # Many links of a page name parts of the same pages.
            address = fetchable(WebUrl(link))
            if address.startswith("http") and (key := hash(address)) not in looking:
                looking.look(address, key)
        return looking.findings()

    def entries(self, entries: Iterable[SitemapEntry], *, depth: int, turn: Keys, full: bool) -> Findings:
        """Return what is new among the entries of a sitemap; *depth* is how many indexes led to it."""
        looking = _Looking(self, 0, turn, full=full, rank=_SITEMAP_RANK)
        for entry in entries:
            if entry.nested:
                looking.add(sitemap_at(entry.url, depth=depth + 1))
            elif (key := hash(entry.url)) not in looking:
                looking.look(entry.url, key)
        return looking.findings()

    def _scope_of(self, home: WebUrl) -> Scope:
        return Scope(self._spec.scope, home=home, begun=self._begun, permits=self._permits)

    def is_known(self, key: int, *, deep: bool) -> bool:
        """Return whether the store knows *key*; *deep* ones also when they were too far from the start before."""
        return key in self._seen or (deep and key in self._deep)

    def judge(self, url: WebUrl) -> Refusal | None:
        """Return why *url* is no page of the crawl wherever it is met, and count it in its budget."""
        refusal = self.scope.straying(url)
        if refusal is None and (why := self._budgets.spend(urlsplit(url))) is not None:
            return Refusal(Reason.ENDLESS, why)
        return refusal


def sitemap_at(url: WebUrl, *, depth: int = 0) -> Discovered:
    """Return the entry of a sitemap to which *depth* indexes led."""
    return Discovered(url, sitemap_fingerprint(url), depth=depth, rank=_SITEMAP_RANK, kind=EntryKind.SITEMAP)


def past_pages_at(url: WebUrl, rank: int) -> Discovered:
    """Return the entry that stands for pages of earlier crawls, behind all others: *rank* is its depth too."""
    return Discovered(url, sitemap_fingerprint(url), depth=rank, rank=rank, kind=EntryKind.SITEMAP)


class _Looking:
    """One look at some links."""

    def __init__(self, explorer: Explorer, depth: int, turn: Keys, *, full: bool, rank: int | None = None) -> None:
        self._explorer = explorer
        self._depth = depth
        self._rank = depth if rank is None else rank
        self._too_deep = explorer.scope.is_too_deep(depth)
        self._turn = turn
        self._full = full
        self._keys = Keys()
        self._found: list[Discovered] = []
        self._left_out = 0

    def __contains__(self, key: int) -> bool:
        turn = self._turn
        if key in turn.met or (self._too_deep and key in turn.deep):
            return True
        return self._explorer.is_known(key, deep=self._too_deep)

    def look(self, link: str, key: int) -> None:
        """Judge a link that was not met under this very address."""
        try:
            url = fetchable(web_url(link))
        except InvalidTarget:
            self._met(key)
            return
        fingerprint = self._explorer.sameness.fingerprint(url)
        if fingerprint in self:
            self._met(key)
            return
        refusal = self._explorer.judge(url)
        if refusal is None and self._too_deep:
            self._deep(key, fingerprint)
            refusal = Refusal(Reason.DEPTH)
        elif refusal is None and self._full:
            self._left_out += 1
            return
        else:
            self._met(key, fingerprint)
        self._found.append(Discovered(url, fingerprint, depth=self._depth, rank=self._rank, refusal=refusal))

    def add(self, discovered: Discovered) -> None:
        """Take what needs no judgement."""
        if discovered.fingerprint not in self:
            self._found.append(discovered)
            self._met(discovered.fingerprint)

    def findings(self) -> Findings:
        """Return what is new."""
        return Findings(self._found, self._keys, self._left_out)

    def _met(self, *keys: int) -> None:
        self._turn.met.update(keys)
        self._keys.met.update(keys)

    def _deep(self, *keys: int) -> None:
        self._turn.deep.update(keys)
        self._keys.deep.update(keys)
