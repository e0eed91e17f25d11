"""Search providers in front of stub servers."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import Any

from gossamer.core.deadlines import Deadline
from gossamer.core.searches import SearchQuery, Terms
from gossamer.net.apis import ApiClient
from gossamer.ports.search import SearchAnswer
from gossamer.searchers import Service, ServiceSearcher
from gossamer.searchers.guarding import Budget
from gossamer.searchers.providers.brave import brave
from gossamer.searchers.providers.duckduckgo import duckduckgo
from gossamer.searchers.providers.exa import exa
from gossamer.searchers.providers.google import google
from gossamer.searchers.providers.kagi import kagi
from gossamer.searchers.providers.marginalia import marginalia
from gossamer.searchers.providers.mojeek import mojeek
from gossamer.searchers.providers.searchapi import searchapi
from gossamer.searchers.providers.searxng import searxng
from gossamer.searchers.providers.serpapi import serpapi
from gossamer.searchers.providers.serper import serper
from gossamer.searchers.providers.tavily import tavily
from gossamer.searchers.providers.upstream import upstream
from gossamer.testing.clock import ManualClock
from tests.search_engines import Engine, rows, running_engine

KEY = "key-of-the-operator-42"

MAKERS: Mapping[str, Callable[[str], Service]] = {
    "searxng": searxng,
    "brave": lambda base: brave(KEY, base=base),
    "serper": lambda base: serper(KEY, base=base),
    "searchapi": lambda base: searchapi(KEY, base=base),
    "serpapi": lambda base: serpapi(KEY, base=base),
    "tavily": lambda base: tavily(KEY, base=base),
    "exa": lambda base: exa(KEY, base=base),
    "google": lambda base: google(KEY, "engine-7", base=base),
    "mojeek": lambda base: mojeek(KEY, base=base),
    "kagi": lambda base: kagi(KEY, base=base),
    "marginalia": lambda base: marginalia(KEY, base=base),
    "upstream": lambda base: upstream(base, KEY),
    "duckduckgo": lambda base: duckduckgo(base=base),
}


def soon() -> Deadline:
    """Return a deadline that no test reaches."""
    return Deadline.after(timedelta(seconds=100))


def query(text: str = "graph databases", **wishes: Any) -> SearchQuery:
    """Return a query of plain words, unless its terms are given."""
    return SearchQuery(text, wishes.pop("terms", Terms(words=tuple(text.split()))), **wishes)


class Asker:
    """Asks one service after another; the servers it starts end with *stack*."""

    def __init__(self, client: ApiClient, clock: ManualClock, stack: ExitStack) -> None:
        self.client = client
        self.clock = clock
        self._stack = stack
        self._running: dict[str, tuple[Engine, Service]] = {}

    def front(self, name: str) -> tuple[Engine, Service]:
        """Return a stub of the provider of that *name*, which was asked nothing yet, and the service that asks it."""
        if name not in self._running:
            self._running[name] = self._stack.enter_context(running(name))
        engine, service = self._running[name]
        engine.says()
        engine.found = rows(25)
        return engine, service

    def provider(
        self, service: Service, *, patience: timedelta = timedelta(seconds=60), budget: int | None = None
    ) -> ServiceSearcher:
        """Return *service* as a provider without breaker and memory."""
        return ServiceSearcher(service, self.client, self.clock, patience=patience, budget=Budget(budget))

    async def ask(self, service: Service, asked: SearchQuery | None = None, **options: Any) -> SearchAnswer:
        """Return what *service* answers."""
        return await self.provider(service, **options).search(asked or query(), team_id="t", deadline=soon())


@contextmanager
def running(name: str) -> Iterator[tuple[Engine, Service]]:
    """Serve the provider of that *name*, and return it with the service that asks it."""
    with running_engine(name) as engine:
        yield engine, MAKERS[name](engine.url)
