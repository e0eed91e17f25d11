"""A cache of recent results, so that the same search is paid once.

It is kept in memory alone and shared by all teams: the results of public engines belong to nobody, and whoever asks
the same gets the same.
"""

from collections import OrderedDict
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.searches import Freshness, SearchQuery
from gossamer.ports.clock import Clock
from gossamer.ports.search import SearchAnswer, SearchProvider

_KEPT: Final = timedelta(minutes=5)
_ANSWERS: Final = 256


class Remembering:
    """A SearchProvider in front of another."""

    def __init__(self, provider: SearchProvider, clock: Clock) -> None:
        self.name, self.sources = provider.name, provider.sources
        self._provider = provider
        self._clock = clock
        self._known: OrderedDict[SearchQuery, tuple[float, SearchAnswer]] = OrderedDict()

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> SearchAnswer:
        """Return the answer of the last five minutes, else ask; an answer with warnings is not kept."""
        key = _key(query)
        until, answer = self._known.get(key, (0.0, None))
        if answer is not None and self._clock.monotonic() < until:
            return answer
        answer = await self._provider.search(query, team_id=team_id, deadline=deadline)
        if not answer.warnings:
            self._keep(key, answer)
        return answer

    def _keep(self, key: SearchQuery, answer: SearchAnswer) -> None:
        self._known[key] = self._clock.monotonic() + _KEPT.total_seconds(), answer
        self._known.move_to_end(key)
        while len(self._known) > _ANSWERS:
            self._known.popitem(last=False)


def _key(query: SearchQuery) -> SearchQuery:
    """Return *query* with its times as coarse as the memory is: "the last day" is reckoned anew by each search."""
    times = query.freshness
    return replace(query, freshness=Freshness(_coarse(times.since), _coarse(times.until), times.by_date))


def _coarse(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment - timedelta(seconds=moment.timestamp() % _KEPT.total_seconds())
