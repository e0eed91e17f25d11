"""Paged search: one provider, page after page, until there are enough hits."""

from dataclasses import replace
from datetime import timedelta
from http import HTTPStatus

import structlog

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError, TimedOut
from gossamer.core.searches import SearchQuery
from gossamer.net.apis import ApiAnswer, ApiClient, ApiRequest
from gossamer.ports.clock import Clock
from gossamer.ports.search import SearchAnswer
from gossamer.searchers.guarding.budget import Budget
from gossamer.searchers.provider_errors import refusal, transport_failure
from gossamer.searchers.reading import once
from gossamer.searchers.result_filter import narrow_hits
from gossamer.searchers.service import Can, HitsReading, SearchTurn, Service, Unanswered

_log = structlog.get_logger(__name__)


class ServiceSearcher:
    """A SearchProvider that asks a Service, *patience* for each request."""

    def __init__(
        self, service: Service, client: ApiClient, clock: Clock, *, patience: timedelta, budget: Budget
    ) -> None:
        self.name, self.sources = service.name, service.sources
        self._service = service
        self._client = client
        self._clock = clock
        self._patience = patience
        self._budget = budget

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> SearchAnswer:
        """Return up to `query.limit` hits; what came before a page that failed is an answer, with a warning."""
        del team_id  # the account is the operator's
        can = self._service.can(query.source)
        wording = word_query(query, can, self._service.longest)
        collected = HitsReading(())
        for page in range(self._service.most_requests(query)):
            turn = SearchTurn(page, query.limit - len(collected.hits), self._clock.now(), collected.following)
            try:
                reading = await self._page(wording, turn, deadline)
            except Unanswered as failure:
                _log.info(
                    "search provider failed", provider=self.name, page=page, why=str(failure), reply=failure.detail
                )
                if not collected.hits:
                    raise
                return SearchAnswer(collected.hits, (*collected.warnings, f"there is no more, because {failure}"))
            more = _join_readings(collected, reading, query, can)
            ended = reading.last or len(more.hits) == len(collected.hits)
            collected = more
            if ended or len(collected.hits) >= query.limit:
                break
        return SearchAnswer(collected.hits[: query.limit], tuple(dict.fromkeys(collected.warnings)))

    async def _page(self, query: SearchQuery, turn: SearchTurn, deadline: Deadline) -> HitsReading:
        request = self._service.request(query, turn)
        self._budget.spend(turn.now)
        answer = await self._answer(request, deadline)
        if answer.status != HTTPStatus.OK:
            raise refusal(self._service.refusals, request, answer, turn.now)
        return self._service.read(query, answer, turn.now)

    async def _answer(self, request: ApiRequest, deadline: Deadline) -> ApiAnswer:
        own_deadline = Deadline.after(self._patience)
        try:
            return await self._client.ask(request, deadline=min(own_deadline, deadline, key=lambda bound: bound.at))
        except TimedOut:
            deadline.check()
            raise Unanswered(f"it did not answer within {self._patience.total_seconds():g} seconds.") from None
        except ServiceError as error:
            raise Unanswered(transport_failure(error), detail=error.message) from None


def _join_readings(before: HitsReading, reading: HitsReading, query: SearchQuery, can: Can) -> HitsReading:
    narrowed_hits = narrow_hits(reading.hits, query, can)
    hits = once((*before.hits, *narrowed_hits), query.source)
    return HitsReading(hits, (*before.warnings, *reading.warnings), reading.following)


def word_query(query: SearchQuery, can: Can, longest: int) -> SearchQuery:
    """Return *query* with the text to send, and with the domains to send beside it.

    Who knows operators gets them all in the text. Others get words and phrases, and who has parameters for domains
    gets the sites of the text there. A text that is longer than *longest* characters loses first the domains that
    were not written in it, then its end.
    """
    if Can.OPERATORS in can:
        return replace(query, text=_with_operators(query, longest, domains=Can.DOMAINS not in can))
    plain = replace(query, text=_cut(_plain(query), longest))
    if Can.DOMAINS not in can:
        return plain
    terms = query.terms
    return replace(
        plain,
        include_domains=_hosts(*query.include_domains, *terms.sites),
        # A host is not excluded for one of its paths.
        exclude_domains=_hosts(*query.exclude_domains, *(site for site in terms.excluded_sites if "/" not in site)),
    )


def _hosts(*places: str) -> tuple[str, ...]:
    """Return the hosts of *places*, each once; which path was meant is looked at in the results."""
    return tuple(dict.fromkeys(place.partition("/")[0] for place in places))


def _with_operators(query: SearchQuery, longest: int, *, domains: bool) -> str:
    if not domains:
        return _cut(query.text, longest)
    site_filter = " OR ".join(f"site:{domain}" for domain in query.include_domains)
    sites = f"({site_filter})" if len(query.include_domains) > 1 else site_filter
    text = " ".join(filter(None, (query.text, sites, *(f"-site:{domain}" for domain in query.exclude_domains))))
    return text if len(text) <= longest else _cut(query.text, longest)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[:longest].rpartition(" ")[0] or text[:longest]


def _plain(query: SearchQuery) -> str:
    """Return the query without operators; its whole text when it is nothing but operators."""
    terms = query.terms
    alternatives = (word for group in terms.any_of for word in group)
    parts = [*terms.words, *(f'"{phrase}"' for phrase in terms.phrases), *alternatives, *terms.in_title]
    return " ".join(parts) or query.text
