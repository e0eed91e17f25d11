"""Paged search: one provider, page after page, until there are enough hits."""

from datetime import timedelta
from http import HTTPStatus

import structlog

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError, TimedOut
from gossamer.core.searches import SearchQuery, Source
from gossamer.net.apis import ApiAnswer, ApiClient, ApiRequest
from gossamer.ports.clock import Clock
from gossamer.ports.search import Answer
from gossamer.searchers.guarding.budget import Budget
from gossamer.searchers.provider_errors import refusal, transport_failure
from gossamer.searchers.query_syntax import worded
from gossamer.searchers.reading import once
from gossamer.searchers.result_filter import narrowed
from gossamer.searchers.service import Can, Reading, Service, Turn, Unanswered

_log = structlog.get_logger(__name__)


class ServiceSearcher:
    """A SearchProvider that asks a Service, *patience* for each request."""

    def __init__(
        self, service: Service, client: ApiClient, clock: Clock, *, patience: timedelta, budget: Budget
    ) -> None:
        self._service = service
        self._client = client
        self._clock = clock
        self._patience = patience
        self._budget = budget

    @property
    def name(self) -> str:
        """Return the provider's name."""
        return self._service.name

    @property
    def sources(self) -> frozenset[Source]:
        """Return which kinds of results it has."""
        return self._service.sources

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> Answer:
        """Return up to `query.limit` hits; what came before a page that failed is an answer, with a warning."""
        del team_id  # the account is the operator's
        can = self._service.can(query.source)
        wording = worded(query, can, self._service.longest)
        collected = Reading(())
        for page in range(self._service.most_requests(query)):
            turn = Turn(page, query.limit - len(collected.hits), self._clock.now(), collected.following)
            try:
                reading = await self._page(wording, turn, deadline)
            except Unanswered as failure:
                _log.info(
                    "search provider failed", provider=self.name, page=page, why=str(failure), reply=failure.detail
                )
                if not collected.hits:
                    raise
                return Answer(collected.hits, (*collected.warnings, f"there is no more, because {failure}"))
            more = _joined(collected, reading, query, can)
            ended = reading.last or len(more.hits) == len(collected.hits)
            collected = more
            if ended or len(collected.hits) >= query.limit:
                break
        return Answer(collected.hits[: query.limit], tuple(dict.fromkeys(collected.warnings)))

    async def _page(self, query: SearchQuery, turn: Turn, deadline: Deadline) -> Reading:
        request = self._service.request(query, turn)
        self._budget.spend(turn.now)
        answer = await self._answer(request, deadline)
        if answer.status != HTTPStatus.OK:
            raise refusal(self._service.refusals, request, answer, turn.now)
        return self._service.read(query, answer, turn.now)

    async def _answer(self, request: ApiRequest, deadline: Deadline) -> ApiAnswer:
        own = Deadline.after(self._patience)
        try:
            return await self._client.ask(request, deadline=min(own, deadline, key=lambda bound: bound.at))
        except TimedOut:
            deadline.check()
            raise Unanswered(f"it did not answer within {self._patience.total_seconds():g} seconds.") from None
        except ServiceError as error:
            raise Unanswered(transport_failure(error), detail=error.message) from None


def _joined(before: Reading, reading: Reading, query: SearchQuery, can: Can) -> Reading:
    kept = narrowed(reading.hits, query, can)
    hits = once((*before.hits, *kept), query.source)
    return Reading(hits, (*before.warnings, *reading.warnings), reading.following)
