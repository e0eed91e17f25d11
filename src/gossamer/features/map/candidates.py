"""Candidates from all sources: each URL once, in bounded number.

What is held is bounded by the limit of the answer, not by the size of the site: when it is
half as much again, the worst is dropped for each that comes, and what is worse than the worst
that stayed is not taken any more. They are dropped one by one, because sorting 100,000 of them
would stall the event loop, and every other request with it.
"""

from dataclasses import dataclass
from heapq import heappop, heappush, heapreplace
from math import inf
from typing import Final, TypeAlias

from gossamer.core.canonical import fingerprint64
from gossamer.core.crawls import FoundLink
from gossamer.core.urls import WebUrl
from gossamer.features.map.relevance import MapQuery, QueryMatch, rarity_of, score

# Where a page was met: which source, and the place in it. Smaller is better.
Place: TypeAlias = tuple[int, ...]

_LEAST_SLACK: Final = 1_000
_MOST_SLACK: Final = 20_000


@dataclass(slots=True)
class _Candidate:
    url: WebUrl
    place: Place
    title: str | None
    description: str | None
    texts: tuple[str, ...] = ()
    match: QueryMatch | None = None
    value: float = 0.0
    depth: int = 0

    @property
    def key(self) -> tuple[float, int, Place]:
        """Smaller is better."""
        return -self.value, self.depth, self.place

    @property
    def badness(self) -> tuple[float, ...]:
        """The order of `key` turned round: smaller is worse. A place is better than those inside it."""
        return self.value, -self.depth, *(-number for number in self.place), inf


class Gathering:
    """Pages in the order of the answer, best first: by relevance to a search, or by place."""

    def __init__(self, limit: int, *, query: MapQuery | None, ignore_query: bool) -> None:
        self.limit = limit
        self._query = query
        self._ignore_query = ignore_query
        slack = min(max(limit // 2, _LEAST_SLACK), _MOST_SLACK)
        # Relevance is settled only when the rarity of words is known, so some more are kept till then.
        self._most = limit + (2 * slack if query else slack)
        self._held: dict[int, _Candidate] = {}
        # Each candidate once, as it was when it was put there.
        self._by_badness: list[tuple[tuple[float, ...], int]] = []
        self._worst: tuple[float, int, Place] | None = None
        self._offered = 0
        self._with_term = [0] * (len(query.terms) if query else 0)

    def __len__(self) -> int:
        return len(self._held)

    def offer(
        self,
        url: WebUrl,
        place: Place,
        title: str | None = None,
        description: str | None = None,
        *,
        texts: tuple[str, ...] = (),
    ) -> None:
        """Add the page at *url* as a candidate, or add to a known one."""
        url = self._shorten_url(url)
        key = fingerprint64(url, ignore_query=self._ignore_query)
        held = self._held.get(key)
        if held is None:
            self._offered += 1
            candidate = self._weigh_candidate(_Candidate(url, place, title, description, texts))
            self._count(candidate)
            if self._worst is None or candidate.key < self._worst:
                self._held[key] = candidate
                heappush(self._by_badness, (candidate.badness, key))
        else:
            held.title = held.title or title
            held.description = held.description or description
            held.texts += texts
            if place < held.place:
                held.place, held.url = place, url
            self._weigh_candidate(held)
        if len(self._held) > self._most:
            self._drop_the_worst()

    def takes(self, place: Place) -> bool:
        """Return whether a page met at *place*, or behind it, may still become part of the answer."""
        return self._worst is None or self._query is not None or (0.0, 0, place) < self._worst

    def best(self) -> tuple[FoundLink, ...]:
        """Return the answer."""
        if self._query is not None:
            rarity = [rarity_of(count, self._offered) for count in self._with_term]
            for candidate in self._held.values():
                candidate.value = score(candidate.match, rarity) if candidate.match else 0.0
        chosen = sorted(self._held.values(), key=lambda candidate: candidate.key)[: self.limit]
        return tuple(FoundLink(link.url, link.title, link.description, link.texts) for link in chosen)

    def _shorten_url(self, url: WebUrl) -> WebUrl:
        url = WebUrl(url.partition("#")[0])
        return WebUrl(url.partition("?")[0]) if self._ignore_query else url

    def _weigh_candidate(self, candidate: _Candidate) -> _Candidate:
        if self._query is not None:
            # Among equals the one nearer to the root is what more people mean.
            candidate.depth = candidate.url.count("/")
            candidate.match = self._query.match(candidate.url, candidate.title, candidate.description)
            candidate.value = score(candidate.match, (1.0,) * len(self._query.terms)) if candidate.match else 0.0
        return candidate

    def _count(self, candidate: _Candidate) -> None:
        if candidate.match is not None:
            for number, strength in enumerate(candidate.match.strengths):
                if strength:
                    self._with_term[number] += 1

    def _drop_the_worst(self) -> None:
        del self._held[self._worst_key()]
        heappop(self._by_badness)
        self._worst = self._held[self._worst_key()].key

    def _worst_key(self) -> int:
        """Return which candidate is the worst, once it stands on top of the heap."""
        while True:
            badness, key = self._by_badness[0]
            badness_before = self._held[key].badness
            if badness_before == badness:
                return key
            # It has changed since it was put there.
            heapreplace(self._by_badness, (badness_before, key))
