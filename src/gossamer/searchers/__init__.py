"""Search providers: each turns a query into a request of its own and the answer into hits.

A provider is a `Service`, mostly data: address, parameters, where results are and what their fields are called. What
all have in common is done once: paging, time, size, failures in words, what a provider cannot do itself, its budget,
its breaker, and a short memory.
"""

from collections.abc import Mapping
from datetime import timedelta

from gossamer.net.apis import ApiClient
from gossamer.ports.clock import Clock
from gossamer.ports.search import SearchProvider
from gossamer.searchers.guarding import Breaker, Budget, Remembering
from gossamer.searchers.paged_search import ServiceSearcher
from gossamer.searchers.service import Service, Unanswered


def guarded(
    service: Service, client: ApiClient, clock: Clock, *, patience: timedelta, budgets: Mapping[str, int]
) -> SearchProvider:
    """Return *service* as a provider with its budget, its breaker and its memory."""
    budget = Budget(budgets.get(service.name))
    asking = ServiceSearcher(service, client, clock, patience=patience, budget=budget)
    return Remembering(Breaker(asking, clock), clock)
