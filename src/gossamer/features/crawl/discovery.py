"""Discovery: new frontier entries from links of a page and entries of a sitemap.

A link that was met before costs a look into a table. A new one is read, compared and judged:
it comes out as a page to fetch or, with a reason, as one that is only told of. A link that is
no web address (mail, telephone, scripts) is nothing to a crawl and is not told of.

The depth of a page is the least number of links that lead to it, and it is not known at once: pages
come in any order, and a sitemap names pages late. Where `maxDiscoveryDepth` is given, a link that is
met nearer to the start than before comes out again, and the frontier lowers what hangs below it.

`rel="nofollow"` on a single link does not count: it is meant for search engines, about ranking.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from gossamer.core.access import Permits
from gossamer.core.canonical import fetchable
from gossamer.core.crawls import CrawlSpec, Discovered, EntryKind, Reason, Refusal
from gossamer.core.errors import InvalidTarget
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.crawl.sameness import Sameness, sitemap_fingerprint
from gossamer.features.crawl.scope import Scope
from gossamer.features.crawl.traps import Budgets
from gossamer.ports.sites import SitemapEntry

# With the links of the start page, so that neither has to wait until the other is exhausted.
_SITEMAP_RANK: Final = 1
# The mark of an address that need not be looked at again, however near to the start it is met.
_FOR_GOOD: Final = -1

_GENERATION: Final = 50_000
# Deeper than any page.
UNMET: Final = 2**31


# Most links of a page stand on its neighbours too. Forgetting one costs a question; believing
# that one was met when it was not would lose a page. So only what is durable is remembered
# beyond a turn, and a key has 64 bits. Each is remembered with the least depth at which it was met.
class SeenKeys:
    """Depths by 64-bit keys with bounded memory: the older half is forgotten when it is full."""

    __slots__ = ("_generation", "_new", "_old")

    def __init__(self, generation: int = _GENERATION) -> None:
        self._generation = generation
        self._new: dict[int, int] = {}
        self._old: dict[int, int] = {}

    def depth(self, key: int) -> int:
        """Return the least depth that is remembered of *key*, UNMET when there is none."""
        return min(self._new.get(key, UNMET), self._old.get(key, UNMET))

    def update(self, depths: Mapping[int, int]) -> None:
        """Remember *depths* by their keys."""
        new = self._new
        for key, depth in depths.items():
            if depth < new.get(key, UNMET):
                new[key] = depth
        if len(new) >= self._generation:
            self._old, self._new = new, {}


@dataclass(slots=True)
class Keys:
    """Addresses that were met, each with the least depth at which that was, _FOR_GOOD where depth does not matter."""

    met: dict[int, int] = field(default_factory=dict)

    def add(self, other: "Keys") -> None:
        """Add what *other* has."""
        for key, depth in other.met.items():
            self.meet(key, depth)

    def meet(self, key: int, depth: int) -> None:
        """Add that *key* was met at *depth*."""
        if depth < self.met.get(key, UNMET):
            self.met[key] = depth


@dataclass(frozen=True, slots=True)
class Findings:
    """New entries; *keys* are remembered once these are durable. *left_out* counts pages beyond the limit.

    *children* are the fingerprints of all pages that are linked, new or not, where a lesser depth of the page
    that links them would be one of theirs.
    """

    found: Sequence[Discovered] = ()
    keys: Keys = field(default_factory=Keys)
    left_out: int = 0
    children: tuple[int, ...] = ()

    @classmethod
    def joined(cls, parts: Sequence["Findings"]) -> "Findings":
        """Return the findings of all *parts*, in their order."""
        keys = Keys()
        for part in parts:
            keys.add(part.keys)
        discoveries = [discovered for part in parts for discovered in part.found]
        children = tuple(dict.fromkeys(child for part in parts for child in part.children))
        return cls(discoveries, keys, sum(part.left_out for part in parts), children)


class Explorer:
    """The known addresses of one crawl and the rules for new ones; one for each job and process."""

    def __init__(self, spec: CrawlSpec, *, home: WebUrl, begun: datetime, permits: Permits | None = None) -> None:
        self.sameness = Sameness(ignore_query=spec.scope.ignore_query, similar=spec.scope.deduplicate_similar)
        self.home = home
        self._spec = spec
        self._begun = begun
        self._permits = permits
        self._budgets = Budgets()
        self._seen = SeenKeys()
        self.deepest = spec.scope.max_discovery_depth
        self.scope = self._scope_of(home)

    def move(self, home: WebUrl) -> None:
        """Judge from *home* from now on: the start page led there."""
        if home != self.home:
            self.home = home
            self.scope = self._scope_of(home)

    def remember(self, keys: Keys) -> None:
        """Take what *keys* stand for as known to the store."""
        self._seen.update(keys.met)

    def links(self, links: Iterable[str], *, depth: int, turn: Keys, full: bool) -> Findings:
        """Return the new pages among *links*, to which *depth* links lead.

        *turn* is what was met in this turn and may not be durable yet; it gets what is met
        now. When the frontier is *full*, pages are left out: they would never be reached.
        """
        looking = _Looking(self, depth, turn, full=full)
        links = list(links)
        for link in links:
            # Many links of a page name parts of the same pages.
            address = fetchable(WebUrl(link))
            if address.startswith("http") and (key := hash(address)) not in looking:
                looking.look(address, key)
        return looking.findings(self._children(links, depth))

    def _children(self, links: Iterable[str], depth: int) -> tuple[int, ...]:
        """Return the fingerprints of *links*; none where the page that has them cannot be nearer to the start."""
        if self.deepest is None or depth <= 1:
            return ()
        prints: dict[int, None] = {}
        for address in {fetchable(WebUrl(link)) for link in links if link.startswith("http")}:
            with suppress(InvalidTarget):
                prints[self.sameness.fingerprint(fetchable(web_url(address)))] = None
        return tuple(prints)

    def entries(self, entries: Iterable[SitemapEntry], *, depth: int, turn: Keys, full: bool) -> Findings:
        """Return the new entries of a sitemap; *depth* is the number of indexes that led to it."""
        looking = _Looking(self, 0, turn, full=full, rank=_SITEMAP_RANK)
        for entry in entries:
            if entry.nested:
                looking.add(sitemap_at(entry.url, depth=depth + 1))
            elif (key := hash(entry.url)) not in looking:
                looking.look(entry.url, key)
        return looking.findings()

    def _scope_of(self, home: WebUrl) -> Scope:
        return Scope(self._spec.scope, home=home, begun=self._begun, permits=self._permits)

    def known_depth(self, key: int) -> int:
        """Return the least depth at which the store knows *key* surely, UNMET when that is not remembered."""
        return self._seen.depth(key)

    def judge(self, url: WebUrl) -> Refusal | None:
        """Return the refusal of a *url* that is no page of the crawl wherever it is met, and count it in its budget."""
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
        # Without a bound a page is one of the crawl however many links lead to it.
        self._met_at = depth if explorer.deepest is not None else _FOR_GOOD
        self._turn = turn
        self._full = full
        self._keys = Keys()
        self._found: list[Discovered] = []
        self._left_out = 0

    def __contains__(self, key: int) -> bool:
        return self._find_depth(key) <= self._met_at

    def look(self, link: str, key: int) -> None:
        """Judge a link that was not met under this very address, or only farther from the start."""
        try:
            url = fetchable(web_url(link))
        except InvalidTarget:
            self._meet(_FOR_GOOD, key)
            return
        fingerprint = self._explorer.sameness.fingerprint(url)
        met_at = self._find_depth(fingerprint)
        if met_at <= self._met_at:
            self._meet(met_at, key)
            return
        is_new = met_at == UNMET
        refusal = self._explorer.judge(url) if is_new else None
        if refusal is not None:
            self._meet(_FOR_GOOD, key, fingerprint)
        elif is_new and self._full and not self._too_deep:
            self._left_out += 1
            return
        else:
            self._meet(self._met_at, key, fingerprint)
            if self._too_deep and not is_new:
                return
            refusal = Refusal(Reason.DEPTH) if self._too_deep else None
        self._found.append(Discovered(url, fingerprint, depth=self._depth, rank=self._rank, refusal=refusal))

    def add(self, discovered: Discovered) -> None:
        """Take what needs no judgement."""
        if discovered.fingerprint not in self:
            self._found.append(discovered)
            self._meet(_FOR_GOOD, discovered.fingerprint)

    def findings(self, children: tuple[int, ...] = ()) -> Findings:
        """Return the findings."""
        return Findings(self._found, self._keys, self._left_out, children)

    def _find_depth(self, key: int) -> int:
        """Return the least depth at which *key* was met, UNMET when it was not."""
        return min(self._turn.met.get(key, UNMET), self._explorer.known_depth(key))

    def _meet(self, depth: int, *keys: int) -> None:
        for key in keys:
            self._turn.meet(key, depth)
            self._keys.meet(key, depth)
