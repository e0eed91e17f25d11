"""A circuit breaker: a provider that is not well is left alone, and then tried with one search.

It opens at once when a failure names a rest (a refused key, 429, a captcha), else after three failures in a row, and
then for longer each time a try fails. A query that alone was refused says nothing about the provider.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import structlog

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.core.searching import SearchQuery, Source
from gossamer.ports.clock import Clock
from gossamer.ports.search import Answer, ProviderFailed, SearchProvider
from gossamer.searchers.service import Unanswered

_log = structlog.get_logger(__name__)

_FAILURES: Final = 3
_FIRST_REST: Final = timedelta(seconds=30)
_LONGEST_REST: Final = timedelta(minutes=10)
# Who was given less time than this and did not answer is not to blame.
_FAIR_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class _Rest:
    """*until* is on the monotonic clock; *length* is what the next one doubles; *why* the failure that brought it."""

    until: float
    length: timedelta
    why: str


class Breaker:
    """A SearchProvider in front of another."""

    def __init__(self, provider: SearchProvider, clock: Clock) -> None:
        self._provider = provider
        self._clock = clock
        self._failures = 0
        self._rest: _Rest | None = None
        self._being_tried = False

    @property
    def name(self) -> str:
        """Return the provider's name."""
        return self._provider.name

    @property
    def sources(self) -> frozenset[Source]:
        """Return which kinds of results it has."""
        return self._provider.sources

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> Answer:
        """Pass the search on; raise ProviderFailed at once while the provider rests, or is being tried."""
        trial = self._enter()
        fair = deadline.remaining() >= _FAIR_SECONDS
        try:
            answer = await self._provider.search(query, team_id=team_id, deadline=deadline)
        except ProviderFailed as failure:
            if not isinstance(failure, Unanswered) or failure.own_fault:
                self._failed(str(failure), failure.rest, trial=trial)
            raise
        except TimedOut:
            if fair:
                self._failed("it did not answer in time.", None, trial=trial)
            raise
        else:
            self._worked(trial=trial)
            return answer
        finally:
            # Also when who asked went away: the next one is the trial then.
            self._being_tried &= not trial

    def _enter(self) -> bool:
        """Return whether this search is the trial. Raises ProviderFailed when it may not be made."""
        rest = self._rest
        if rest is None:
            return False
        left = timedelta(seconds=rest.until - self._clock.monotonic())
        if left > timedelta(0):
            until = self._clock.now() + left
            raise ProviderFailed(f"it rests until {until:%H:%M} UTC: {rest.why}", rest=left)
        if self._being_tried:
            raise ProviderFailed(f"it is being tried again after a rest: {rest.why}")
        self._being_tried = True
        return True

    def _failed(self, why: str, asked: timedelta | None, *, trial: bool) -> None:
        self._failures += 1
        if asked is None and not trial and self._failures < _FAILURES:
            return
        last = self._rest.length if self._rest is not None and trial else None
        longer = _FIRST_REST if last is None else min(2 * last, _LONGEST_REST)
        length = asked or longer
        until = self._clock.monotonic() + length.total_seconds()
        if self._rest is not None and self._rest.until > until:
            return  # a search that began before; the longer rest stays
        self._rest = _Rest(until, length, why)
        _log.warning("search provider rests", provider=self.name, seconds=length.total_seconds(), why=why)

    def _worked(self, *, trial: bool) -> None:
        """Close again; a search that began before a rest does not end it."""
        if trial:
            _log.info("search provider is well again", provider=self.name)
            self._rest = None
        if self._rest is None:
            self._failures = 0
