"""A forward proxy inside the process: the only way out for Chromium and for browser impersonation.

Checking URLs in request interception leaves holes: redirects, WebSockets and preconnects do
not pass there. Whatever a browser does, it does by connections, and all of them come here:
each target is resolved once, checked, and the checked address is dialled.

It listens on loopback unless told otherwise, and serves only who knows the process's secret. The user name says how
a connection leaves (`Route.username`), so that browser contexts can leave differently.
"""

import asyncio
import hmac
import secrets
from functools import cached_property
from ssl import SSLContext
from types import TracebackType
from typing import Self

from gossamer.core.errors import CallerError, NameNotResolved
from gossamer.net.addresses import Address
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy.messages import (
    FORBIDDEN,
    TOO_MANY,
    UNAUTHENTICATED,
    UNREACHABLE,
    UNRESOLVED,
    ProxyRequest,
)
from gossamer.net.filtering_proxy.relay import ClientEnd, SiteEnd, established
from gossamer.net.proxies import Proxies, Proxy, Route
from gossamer.net.resolver import Resolver
from gossamer.net.tls import verifying_context

_CONNECT_TIMEOUT = 15.0
_NEXT_ADDRESS_AFTER = 4.0
_MOST_CONNECTIONS = 2048
_ACCEPTED = range(200, 300)


class FilteringProxy:
    """The proxy; an async context manager that closes every connection when it ends.

    Refusals carry `X-Gossamer-Refused`: `egress` with 403, `dns`, `connect` and `protocol` with
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
        self._proxies = proxies or Proxies()
        self._to_proxies = Resolver(EgressPolicy(endpoints=frozenset(self._proxies.endpoints)))
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
            async with asyncio.timeout(_CONNECT_TIMEOUT):
                addresses = await self._resolver.resolve(request.host, request.port)
                proxy = self._proxies.pick(route)
                if proxy is None:
                    await self._to_site(end, request, addresses)
                else:
                    await self._to_proxy(end, request, proxy)
        except NameNotResolved:
            end.refuse(UNRESOLVED)
        except CallerError:
            end.refuse(FORBIDDEN)
        except OSError:  # TimeoutError is one
            end.refuse(UNREACHABLE)

    async def _to_site(self, end: ClientEnd, request: ProxyRequest, addresses: tuple[Address, ...]) -> None:
        site = SiteEnd(self.byte_limit, rewrite=not request.tunnel)
        await self._dial(site, addresses, request.port)
        if request.tunnel:
            established(end)
        elif site.transport is not None:
            site.transport.write(request.head())
        end.couple(site)

    async def _to_proxy(self, end: ClientEnd, request: ProxyRequest, proxy: Proxy) -> None:
        try:
            site = await (self._tunnel(request, proxy) if request.tunnel else self._forward(request, proxy))
        except OSError:
            self._proxies.failed(proxy)
            raise
        self._proxies.worked(proxy)
        if request.tunnel:
            established(end)
        end.couple(site)

    async def _forward(self, request: ProxyRequest, proxy: Proxy) -> SiteEnd:
        site = SiteEnd(self.byte_limit, rewrite=True)
        await self._dial_proxy(site, proxy)
        if site.transport is not None:
            site.transport.write(request.head(proxy))
        return site

    async def _tunnel(self, request: ProxyRequest, proxy: Proxy) -> SiteEnd:
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()

        def accepted(status: int | None) -> None:
            if not answer.done():
                answer.set_result(status)

        site = SiteEnd(self.byte_limit, rewrite=False, accepted=accepted)
        await self._dial_proxy(site, proxy)
        if site.transport is not None:
            site.transport.write(request.connect_head(proxy))
        try:
            status = await answer
        except asyncio.CancelledError:
            site.abort()
            raise
        if status not in _ACCEPTED:
            site.abort()
            raise ConnectionRefusedError
        return site

    async def _dial_proxy(self, site: SiteEnd, proxy: Proxy) -> None:
        addresses = await self._to_proxies.resolve(*proxy.endpoint)
        await self._dial(site, addresses, proxy.port, tls_name=proxy.host if proxy.scheme == "https" else None)

    async def _dial(
        self, site: SiteEnd, addresses: tuple[Address, ...], port: int, *, tls_name: str | None = None
    ) -> None:
        """Connect *site* to the first of *addresses* that answers."""
        loop = asyncio.get_running_loop()
        tls = self._tls if tls_name else None
        for address in addresses[:-1]:
            try:
                async with asyncio.timeout(_NEXT_ADDRESS_AFTER):
                    await loop.create_connection(lambda: site, str(address), port, ssl=tls, server_hostname=tls_name)
            except OSError:
                continue
            return
        await loop.create_connection(lambda: site, str(addresses[-1]), port, ssl=tls, server_hostname=tls_name)

    @cached_property
    def _tls(self) -> SSLContext:
        return verifying_context()
