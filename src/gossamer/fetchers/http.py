"""The cheapest way to a page: one HTTP request, no browser."""

from functools import partial

from gossamer.core.headers import validate_headers
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.fetchers.verification import fetch_verified
from gossamer.net.http import HttpClient
from gossamer.net.profiles import browser_headers
from gossamer.net.proxies import Route
from gossamer.ports.clock import Clock


class HttpFetcher:
    """Brings a page by HTTP with the headers of an ordinary browser."""

    name = "http"
    cost = 10
    capabilities: frozenset[Capability] = frozenset()

    def __init__(self, client: HttpClient, clock: Clock) -> None:
        self._client = client
        self._clock = clock

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        """Return the page as the site sent it."""
        get = partial(
            self._client.get,
            request.url,
            deadline=request.deadline,
            headers=validate_headers({**request.validators, **request.headers}),
            profile=browser_headers(request.location, mobile=request.mobile),
            route=Route.of(request.tier, request.location.country),
            permits=request.permits,
        )
        return await fetch_verified(get, request, fetcher=self.name, clock=self._clock)
