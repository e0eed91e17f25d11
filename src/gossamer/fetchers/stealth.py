"""A page for which a site wants to see a browser, without starting one."""

from functools import partial

from gossamer.core.headers import validate_headers
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.fetchers.verification import fetch_verified
from gossamer.net.impersonation import Impersonator
from gossamer.net.profiles import accept_language
from gossamer.net.proxies import Proxies, Route
from gossamer.ports.clock import Clock

_NO_PROXY = "No stealth proxy is configured, so the page was fetched from this service's own address."


class StealthFetcher:
    """Brings a page with Chrome's TLS and HTTP/2 fingerprint, by a stealth proxy if there is one."""

    name = "stealth"
    cost = 20
    capabilities: frozenset[Capability] = frozenset({Capability.STEALTH})

    def __init__(self, impersonator: Impersonator, proxies: Proxies, clock: Clock) -> None:
        self._impersonator = impersonator
        self._proxies = proxies
        self._clock = clock

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        """Return the page as the site sent it."""
        get = partial(
            self._impersonator.get,
            request.url,
            deadline=request.deadline,
            headers=validate_headers(request.headers),
            language=accept_language(request.location),
            mobile=request.mobile,
            route=Route.of(request.tier, request.location.country),
            permits=request.permits,
            sent=request.sent,
        )
        notices = (_NO_PROXY,) if request.tier == "stealth" and not self._proxies.has("stealth") else ()
        return await fetch_verified(get, request, fetcher=self.name, clock=self._clock, notices=notices)
