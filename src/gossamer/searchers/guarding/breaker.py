"""A circuit breaker: a provider that is not well is left alone, and then tried with one search.

It opens at once when a failure names a rest (a refused key, 429, a captcha). A query that alone was refused says
nothing about the provider.
"""

from datetime import timedelta
from typing import Final

import structlog

from gossamer.core.circuits import Circuit, Passed
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.core.searches import SearchQuery
from gossamer.ports.clock import Clock
from gossamer.ports.search import ProviderFailed, SearchAnswer, SearchProvider
from gossamer.searchers.service import Unanswered

_log = structlog.get_logger(__name__)

# A provider that had less time than this and did not answer is not to blame.
_FAIR_SECONDS: Final = 5.0


class Breaker:
    """A SearchProvider in front of another."""

    def __init__(self, provider: SearchProvider, clock: Clock) -> None:
        self.name, self.sources = provider.name, provider.sources
        self._provider = provider
        self._clock = clock
        self._circuit = Circuit()

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> SearchAnswer:
        """Pass the search on; raise ProviderFailed at once while the provider rests, or is being tried."""
        passed = self._enter()
        fair = deadline.remaining() >= _FAIR_SECONDS
        try:
            answer = await self._provider.search(query, team_id=team_id, deadline=deadline)
        except ProviderFailed as failure:
            if not isinstance(failure, Unanswered) or failure.own_fault:
                self._note_failure(passed, str(failure), failure.rest)
            raise
        except TimedOut:
            if fair:
                self._note_failure(passed, "it did not answer in time.", None)
            raise
        else:
            if self._circuit.worked(passed):
                _log.info("search provider is well again", provider=self.name)
            return answer
        finally:
            self._circuit.leave(passed)

    def _enter(self) -> Passed:
        """Return the pass with which the search may be made. Raises ProviderFailed when it may not."""
        entry = self._circuit.enter(self._clock.monotonic())
        if isinstance(entry, Passed):
            return entry
        raise ProviderFailed(f"it {entry.described(self._clock.now())}", rest=entry.left)

    def _note_failure(self, passed: Passed, why: str, retry_after: timedelta | None) -> None:
        length = self._circuit.failed(passed, self._clock.monotonic(), why, retry_after=retry_after)
        if length is not None:
            _log.warning("search provider rests", provider=self.name, seconds=length.total_seconds(), why=why)
