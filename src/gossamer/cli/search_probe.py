"""The check of search providers by `gossamer doctor`: each gets one query."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.searchers import services
from gossamer.core.deadlines import Deadline
from gossamer.core.searches import SearchQuery, Source, Terms
from gossamer.net.apis import ApiClient
from gossamer.searchers import Service, ServiceSearcher, Unanswered
from gossamer.searchers.guarding import Budget
from gossamer.settings import Settings

_QUERY = SearchQuery("wikipedia", Terms(words=("wikipedia",)), Source.WEB, limit=1)


@dataclass(frozen=True, slots=True)
class ProbedProvider:
    """The result for the provider *name*; *reply* is its error text, without its key."""

    name: str
    fine: bool
    text: str
    reply: str = ""


def probe(settings: Settings) -> Sequence[ProbedProvider]:
    """Ask every provider that *settings* open, all at once. Raises ValueError as `services` does."""
    return asyncio.run(_probe(services(settings), timedelta(seconds=settings.search_timeout_seconds)))


async def _probe(opened: Sequence[Service], patience: timedelta) -> Sequence[ProbedProvider]:
    async with ApiClient() as client:
        return await asyncio.gather(*(_probe_one(service, client, patience) for service in opened))


async def _probe_one(service: Service, client: ApiClient, patience: timedelta) -> ProbedProvider:
    searcher = ServiceSearcher(service, client, SystemClock(), patience=patience, budget=Budget())
    try:
        answer = await searcher.search(_QUERY, team_id="", deadline=Deadline.after(2 * patience))
    except Unanswered as failure:
        return ProbedProvider(service.name, fine=False, text=str(failure), reply=failure.detail)
    if not answer.hits:
        return ProbedProvider(service.name, fine=False, text="it answers, and finds nothing.")
    return ProbedProvider(service.name, fine=True, text=" ".join(("answers", *answer.warnings)))
