"""A forward proxy inside the process: the only way out for Chromium and for browser impersonation.

Checking URLs in request interception leaves holes: redirects, WebSockets and preconnects do
not pass there. Whatever a browser does, it does by connections, and all of them come here:
each target is resolved once, checked, and the checked address is dialled.

It listens on loopback unless told otherwise, and serves only who knows the process's secret. The user name says how
a connection leaves (`Route.username`), so that browser contexts can leave differently.

A proxy that the operator configured is behind it, and what that one does wrong is not the site's fault: no answer, no
tunnel, an answer that says it is the proxy's own. It rests and another is taken. A bare 502, 503 or 504 to a request by
plain HTTP may be the site's: it counts as the proxy's when another proxy brings something else.
"""

import asyncio
import hmac
import secrets
from collections import OrderedDict
from functools import cached_property
from ssl import SSLContext
from types import TracebackType
from typing import Self, TypeVar

from gossamer.core.errors import CallerError, ForbiddenTarget, NameNotResolved, ProxyFailed, ServiceError, Unreachable
from gossamer.core.urls import WebUrl, host_of, port_of, web_url
from gossamer.net.addresses import Address
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy.messages import (
    FORBIDDEN,
    TOO_MANY,
    UNAUTHENTICATED,
    UNREACHABLE,
    UNRESOLVED,
    UPSTREAM,
    ProxyRequest,
    is_of_a_proxy,
)
from gossamer.net.filtering_proxy.relay import ClientEnd, SiteEnd, established
from gossamer.net.proxies import Proxies, Proxy, ProxyRefused, Route, explain_failure
from gossamer.net.resolver import Resolver
from gossamer.net.tls import verifying_context

_CONNECT_TIMEOUT = 15.0
# Seconds that a host is given to accept a connection, which answers a lost packet twice. One that did not is not tried
# again for as many seconds as follow: each page of a site would wait for the same font or counter.
_ACCEPT_TIMEOUT = 6.0
_SILENT_FOR = 30.0
_NEXT_ADDRESS_AFTER = 4.0
_MOST_CONNECTIONS = 2048
_T = TypeVar("_T")
_ACCEPTED = range(200, 300)
_PERHAPS_OF_THE_SITE = frozenset({502, 503, 504})
_MOST_PROXIES = 4
_REMEMBERED = 1024
# In place of an answer that is still to come.
_UNKNOWN = b"-"
_ADVICE = "This is not the site's fault. Try again later, or let the operator run `gossamer doctor`."
# Where a configured proxy is asked to connect to when it is tried out: a name that is reserved for such uses.
_TRIAL = web_url("https://example.com/")


class FilteringProxy:
    """The proxy; an async context manager that closes every connection when it ends.

    Refusals carry `X-Gossamer-Refused`: `egress` with 403, `dns`, `connect`, `proxy` and `protocol` with
    502, `credentials` with 407. Only the proxy sets that header: it is taken out of what
    sites send by plain HTTP. *listen* is the host and port where it listens and where its
    clients find it; port 0 takes a free one.
    """

    def __init__(
        self,
        resolver: Resolver,
        proxies: Proxies | None = None,
        *,
        listen: str = "127.0.0.1:0",
        idle_timeout: float = 60.0,
        byte_limit: int = 256_000_000,
    ) -> None:
        self.idle_timeout = idle_timeout
        self.byte_limit = byte_limit
        self.password = secrets.token_urlsafe(24)
        self.host, _, port = listen.rpartition(":")
        self.port = int(port)
        self._resolver = resolver
        self.proxies = proxies or Proxies()
        self._to_proxies = Resolver(EgressPolicy(endpoints=frozenset(self.proxies.endpoints)))
        self._failures: OrderedDict[tuple[str, int], str] = OrderedDict()
        # Hosts and ports that did not accept a connection in time, and when they may be tried again.
        self._silent: OrderedDict[tuple[str, int], float] = OrderedDict()
        self._ends: set[ClientEnd] = set()
        # Not a TaskGroup: a connection that fails must not end the others.
        self._openings: dict[ClientEnd, asyncio.Task[None]] = {}
        self._server: asyncio.Server

    @property
    def address(self) -> str:
        """Return the proxy's address as a browser is given it, without credentials."""
        return f"http://{self.host}:{self.port}"

    @property
    def username(self) -> str:
        """Return the user name for the default route."""
        return Route().username

    def url(self, route: Route) -> str:
        """Return the proxy's URL with the credentials for *route*; not for logs."""
        return f"http://{route.username}:{self.password}@{self.host}:{self.port}"

    def find_exit(self, route: Route) -> str:
        """Return the proxy by which *route* leaves first, with its country; empty for no proxy."""
        proxy = next(iter(self.proxies.preview(route)), None)
        return "" if proxy is None else f"{proxy.name} {proxy.country or ''}".rstrip()

    def refusal(self, reason: str, url: WebUrl) -> ServiceError:
        """Return the error for *url*, which was refused for *reason*, as X-Gossamer-Refused has it."""
        failure = self._failures.get((host_of(url), port_of(url)), f"No proxy could be used. {_ADVICE}")
        errors: dict[str, ServiceError] = {
            "egress": ForbiddenTarget(),
            "dns": NameNotResolved(f"DNS has no address for {host_of(url)}."),
            "proxy": ProxyFailed(failure),
        }
        return errors.get(reason, Unreachable(f"{host_of(url)} closed the connection or could not be connected to."))

    async def explain(self, url: WebUrl) -> ServiceError:
        """Return the error for *url*, to which no tunnel was opened: clients hide the answer."""
        try:
            await self._resolver.resolve(host_of(url), port_of(url))
        except ServiceError as error:
            return error
        return self.refusal("proxy" if (host_of(url), port_of(url)) in self._failures else "connect", url)

    async def try_out(self, proxy: Proxy) -> tuple[bool, str]:
        """Return whether *proxy* makes a connection, and the end of a sentence that begins with its name."""
        request = ProxyRequest(b"CONNECT", _TRIAL, b"", (), None, upgrade=False)
        try:
            (await self._ask(request, proxy.in_country(None))).abort()
        except (OSError, NameNotResolved, ProxyRefused) as error:
            return False, explain_failure(error)[1]
        return True, "connects"

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: ClientEnd(self), self.host.strip("[]"), self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        openings = list(self._openings.values())
        for opening in openings:
            opening.cancel()
        await asyncio.gather(*openings, return_exceptions=True)
        for end in list(self._ends):
            if end.peer is not None:
                end.peer.abort()
            end.abort()
        await self._server.wait_closed()

    def admit(self, end: ClientEnd) -> bool:
        """Count *end* in; refuse it when there are too many."""
        self._ends.add(end)
        if len(self._ends) > _MOST_CONNECTIONS:
            end.refuse(TOO_MANY)
            return False
        return True

    def leave(self, end: ClientEnd) -> None:
        """Count *end* out; a connection still being made for it is given up."""
        self._ends.discard(end)
        opening = self._openings.get(end)
        if opening is not None:
            opening.cancel()

    def open(self, end: ClientEnd, request: ProxyRequest) -> None:
        """Connect *end* to what *request* asks, or refuse."""
        route = self._route(request)
        if route is None:
            end.refuse(UNAUTHENTICATED)
            return
        opening = asyncio.get_running_loop().create_task(self._open(end, request, route))
        self._openings[end] = opening
        opening.add_done_callback(lambda _: self._openings.pop(end, None))

    def _route(self, request: ProxyRequest) -> Route | None:
        username, password = request.credentials or ("", "")
        if not hmac.compare_digest(password.encode(), self.password.encode()):
            return None
        return Route.parse(username)

    async def _open(self, end: ClientEnd, request: ProxyRequest, route: Route) -> None:
        try:
            async with asyncio.timeout(_CONNECT_TIMEOUT) as patience:
                addresses = await self._resolver.resolve(request.host, request.port)
                if self.proxies.has(route.tier):
                    patience.reschedule(None)
                    await self._by_proxies(end, request, route)
                else:
                    await self._to_site(end, request, addresses)
        except NameNotResolved:
            end.refuse(UNRESOLVED)
        except ProxyFailed as error:
            self._remember(request, error.message)
            end.refuse(UPSTREAM)
        except CallerError:
            end.refuse(FORBIDDEN)
        except OSError:  # TimeoutError is one
            end.refuse(UNREACHABLE)

    async def _to_site(self, end: ClientEnd, request: ProxyRequest, addresses: tuple[Address, ...]) -> None:
        target = (request.host, request.port)
        self._failures.pop(target, None)
        now = asyncio.get_running_loop().time
        if self._silent.get(target, 0.0) > now():
            raise TimeoutError
        site = SiteEnd(self.byte_limit, rewrite=not request.tunnel)
        try:
            await self._dial(site, addresses, request.port, last=_ACCEPT_TIMEOUT)
        except TimeoutError:
            _remember(self._silent, target, now() + _SILENT_FOR)
            raise
        if request.tunnel:
            established(end)
        elif site.transport is not None:
            site.transport.write(request.head())
        end.couple(site)

    async def _by_proxies(self, end: ClientEnd, request: ProxyRequest, route: Route) -> None:
        """Connect *end* by the first proxy for *route* that works. Raises ProxyFailed when none does."""
        site: SiteEnd | None = None
        doubted: dict[Proxy, int] = {}
        failure = ""
        try:
            for proxy in self.proxies.order(route)[:_MOST_PROXIES]:
                try:
                    answered = await self._ask(request, proxy)
                except (OSError, NameNotResolved, ProxyRefused) as error:
                    failure = self.proxies.failed(proxy, error)
                    continue
                if site is not None:
                    site.abort()
                site = answered
                if site.status not in _PERHAPS_OF_THE_SITE:
                    self.proxies.worked(proxy, doubted)
                    break
                doubted[proxy] = site.status
            if site is None:
                raise ProxyFailed(failure)
            self._failures.pop((request.host, request.port), None)
            if request.tunnel:
                established(end)
            end.couple(site)
        finally:
            if site is not None and site.peer is None:
                site.abort()

    async def _ask(self, request: ProxyRequest, proxy: Proxy) -> SiteEnd:
        """Return the connection by *proxy* once it answered, or at once when a body is still to be sent."""
        head: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def take(answer: bytes) -> None:
            if not head.done():
                head.set_result(answer)
            elif is_of_a_proxy(answer):
                self._remember(request, self.proxies.failed(proxy, ProxyRefused(site.status)))
                site.turn_down(UPSTREAM)

        site = SiteEnd(self.byte_limit, rewrite=not request.tunnel, answered=take)
        try:
            async with asyncio.timeout(_CONNECT_TIMEOUT) as patience:
                await self._dial_proxy(site, proxy)
                if site.transport is not None:
                    site.transport.write(request.connect_head(proxy) if request.tunnel else request.head(proxy))
                if request.has_body:
                    head.set_result(_UNKNOWN)
                elif not request.tunnel:
                    patience.reschedule(None)  # the site may be slow
                answer = await head
        except asyncio.CancelledError:
            site.abort()
            raise
        if not answer or (site.status not in _ACCEPTED if request.tunnel else is_of_a_proxy(answer)):
            site.abort()
            raise ProxyRefused(site.status)
        return site

    def _remember(self, request: ProxyRequest, message: str) -> None:
        """Keep why no proxy brings what *request* asks, for `refusal`."""
        _remember(self._failures, (request.host, request.port), f"{message} {_ADVICE}")

    async def _dial_proxy(self, site: SiteEnd, proxy: Proxy) -> None:
        addresses = await self._to_proxies.resolve(*proxy.endpoint)
        await self._dial(site, addresses, proxy.port, tls_name=proxy.host if proxy.scheme == "https" else None)

    async def _dial(
        self,
        site: SiteEnd,
        addresses: tuple[Address, ...],
        port: int,
        *,
        tls_name: str | None = None,
        last: float | None = None,
    ) -> None:
        """Connect *site* to the first of *addresses* that answers; the last one has *last* seconds, or any time."""
        loop = asyncio.get_running_loop()
        tls = self._tls if tls_name else None
        for address in addresses[:-1]:
            try:
                async with asyncio.timeout(_NEXT_ADDRESS_AFTER):
                    await loop.create_connection(lambda: site, str(address), port, ssl=tls, server_hostname=tls_name)
            except OSError:
                continue
            return
        async with asyncio.timeout(last):
            await loop.create_connection(lambda: site, str(addresses[-1]), port, ssl=tls, server_hostname=tls_name)

    @cached_property
    def _tls(self) -> SSLContext:
        return verifying_context()


def _remember(values: OrderedDict[tuple[str, int], _T], target: tuple[str, int], value: _T) -> None:
    """Keep *value* for *target*; of too many the oldest goes."""
    values[target] = value
    if len(values) > _REMEMBERED:
        values.popitem(last=False)
