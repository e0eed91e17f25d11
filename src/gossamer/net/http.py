"""The HTTP client: one page by HTTP/1.1, within the egress policy, the limits and the deadline.

The policy holds where a connection is made: a name is resolved by `Resolver`, the checked
addresses are what is dialled, and each redirect is a new target. A kept connection may be
used again since the address behind it was checked for the same host and port.
"""

import asyncio
import socket
import ssl
from collections import OrderedDict
from collections.abc import Collection, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import cached_property
from ssl import SSLContext
from tempfile import NamedTemporaryFile
from types import TracebackType
from typing import Any, Self

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import InvalidTarget, ServiceError, TimedOut, TlsFailed, TooLarge
from gossamer.core.pages import SentRequest
from gossamer.core.urls import WebUrl, host_of, port_of, web_url
from gossamer.core.visit_identity import chosen_identity
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.http_failures import MOST_BYTES, IssuerMissing, refuse_stream, site_error
from gossamer.net.inflate import inflate
from gossamer.net.own_identity import OwnIdentity, select_own
from gossamer.net.profiles import build_sent_headers
from gossamer.net.proxies import Route
from gossamer.net.redirects import MAX_REDIRECTS, Chain
from gossamer.net.resolver import Resolver
from gossamer.net.streaming import HttpStream
from gossamer.net.tls import find_trusted_roots, lenient_context, verifying_context
from gossamer.ports.webhooks import ReceiverReply

_MAX_FIELD = 65_536
_MAX_FIELDS = 500
_MAX_HEADER_BYTES = 262_144
_READ_BUFFER = 131_072
_MOBILE = "Mobile"
_CHECKED_ENDPOINTS = 8192
# Includes the TLS handshake. Whoever has not answered by then will not, and time is left for another way.
_CONNECT_TIMEOUT = 15.0
_KEEP_ALIVE = 15.0
# Of an intermediate certificate that a server left out: seconds, bytes and redirects.
_ISSUER_SECONDS = 5.0
_LARGEST_ISSUER = 65_536
_ISSUER_REDIRECTS = 2


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a response, in bytes; *redirects* in hops."""

    wire: int = MOST_BYTES
    inflated: int = 100_000_000
    redirects: int = MAX_REDIRECTS


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A response. *headers* have lower-case names, repeated ones are joined with ", ".

    Each of the *warnings* says what is missing of the body.
    """

    url: WebUrl
    status: int
    headers: Mapping[str, str]
    body: bytes
    warnings: tuple[str, ...] = field(default=())


class _Dialler(AbstractResolver):
    """Gives aiohttp the checked addresses of a host, and opens a socket to no other."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._checked: OrderedDict[tuple[str, int], None] = OrderedDict()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses that may be dialled."""
        del family  # both kinds are wanted; the connector tries them in turn
        endpoints: list[ResolveResult] = []
        for address in await self._resolver.resolve(host, port):
            text = str(address)
            self._checked[text, port] = None
            kind = socket.AF_INET if address.version == 4 else socket.AF_INET6  # noqa: PLR2004
            endpoints.append({"hostname": host, "host": text, "port": port, "family": kind, "proto": 0, "flags": 0})
        while len(self._checked) > _CHECKED_ENDPOINTS:
            self._checked.popitem(last=False)
        return endpoints

    def open_socket(self, info: tuple[Any, ...]) -> socket.socket:
        """Make the socket for an address: the last place where a forbidden one can be stopped.

        aiohttp does not ask a resolver about an address that stands in the URL.
        """
        family, kind, protocol, _, address = info
        if (address[0], address[1]) not in self._checked:
            self._resolver.screen(address[0], address[1])
        return socket.socket(family, kind, protocol)

    async def close(self) -> None:
        """Hold nothing."""


class HttpClient:
    """Fetches pages; an async context manager that owns its connections.

    No cookie outlives a `get`. Within one, cookies set by a redirect are sent to the next hop. What leaves by a proxy
    that the operator configured goes to it by *gateway*, which knows what those do wrong. Under the honest identity
    each page is asked for as *own*, whatever the profile or the caller says.
    """

    def __init__(
        self,
        resolver: Resolver,
        gateway: FilteringProxy | None = None,
        limits: Limits | None = None,
        own: OwnIdentity | None = None,
    ) -> None:
        self._resolver = resolver
        self._gateway = gateway or FilteringProxy(resolver)
        self._limits = limits or Limits()
        self._own = own
        self._open = AsyncExitStack()
        self._direct: aiohttp.ClientSession
        self._proxied: aiohttp.ClientSession
        self._believed: list[bytes] = []
        self._trust: Any = None

    async def __aenter__(self) -> Self:
        self._direct = await self._open.enter_async_context(self._session(self._resolver))
        endpoint = (self._gateway.host.strip("[]"), self._gateway.port)
        to_gateway = Resolver(EgressPolicy(endpoints=frozenset({endpoint})))
        self._proxied = await self._open.enter_async_context(self._session(to_gateway))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    @property
    def own(self) -> OwnIdentity | None:
        """Return the name that sites are told by the work under way, None for that of a browser."""
        return select_own(self._own, chosen_identity())

    async def get(
        self,
        url: WebUrl,
        *,
        deadline: Deadline,
        headers: Mapping[str, str],
        profile: Mapping[str, str],
        verify_tls: bool = True,
        route: Route = Route(),  # noqa: B008 - a frozen value
        permits: Permits | None = None,
        sent: list[SentRequest] | None = None,
    ) -> HttpAnswer:
        """Return the answer of *url* after redirects, whatever its status; what was requested is added to *sent*.

        *profile* is sent to every hop, *headers*, with lower-case names, only to the origin
        of *url*. Raises ForbiddenTarget, a SiteError, ProxyFailed, TimedOut when *deadline* passes, or NotAllowed when
        it redirects to where *permits* says no.
        """
        chain = Chain(url, headers, limit=self._limits.redirects, permits=permits, sent=sent)
        async with deadline.guard():
            tls = None if verify_tls else self._lenient
            response = await self._arrive(chain, profile, tls=tls, route=route)
            async with response:
                return await self._answer(chain.url, response)

    async def open(
        self,
        url: WebUrl,
        *,
        deadline: Deadline,
        headers: Mapping[str, str],
        profile: Mapping[str, str],
        redirects: int = MAX_REDIRECTS,
    ) -> HttpStream:
        """Return the answer of *url* after redirects with its body still to come; the caller closes it.

        For bodies that must not be held whole. Raises as `get` does.
        """
        chain = Chain(url, headers, limit=redirects)
        async with deadline.guard():
            response = await self._arrive(chain, profile, tls=None, route=Route())
        try:
            return HttpStream(chain.url, response, joined(response.raw_headers), deadline)
        except TooLarge:
            response.close()
            raise

    async def trust_file(self) -> str:
        """Return the path of a PEM file with the certificates that are believed, for libraries that read one."""
        if self._trust is None:
            roots = await asyncio.to_thread(find_trusted_roots)
            file = NamedTemporaryFile("wb", suffix=".pem", buffering=0)  # noqa: SIM115 - the stack closes it
            self._trust = self._open.enter_context(file)
            self._believe(roots)
        return str(self._trust.name)

    async def find_issuers(self, url: WebUrl, route: Route) -> bool:
        """Fetch the intermediate certificates that the server of *url* leaves out, and believe them from now on.

        Returns whether there were any for which a root vouches.
        """
        from gossamer.net.issuers import missing_issuers, peeking_context  # noqa: PLC0415 - as is said there

        leaves: list[bytes] = []
        await self.trust_file()

        async def fetch(address: str) -> bytes:
            # A certificate is signed, so it does not matter which server sends it.
            chain = Chain(web_url(address), {}, limit=_ISSUER_REDIRECTS)
            async with await self._arrive(chain, {}, tls=self._lenient, route=route) as response:
                return (await _body(response, _LARGEST_ISSUER))[0]

        try:
            async with asyncio.timeout(_ISSUER_SECONDS):
                with suppress(TlsFailed):
                    await self._arrive(Chain(url, {}), {}, tls=peeking_context(leaves), route=route)
                issuers = await missing_issuers(leaves[0], host_of(url), self._believed, fetch) if leaves else []
        except (ServiceError, aiohttp.ClientError, OSError, ValueError):  # ValueError: of a certificate
            return False
        if issuers:
            self._verifying.load_verify_locations(cadata=b"".join(issuers))
            self._believe(issuers)
        return bool(issuers)

    def _believe(self, certificates: Collection[bytes]) -> None:
        self._believed.extend(certificates)
        self._trust.write("".join(map(ssl.DER_cert_to_PEM_cert, certificates)).encode())

    def screen(self, url: WebUrl) -> None:
        """Refuse an address that is forbidden by what it says alone. Raises ForbiddenTarget or InvalidTarget."""
        self._resolver.screen(host_of(url), port_of(url))

    async def post(self, url: WebUrl, body: bytes, headers: Mapping[str, str], *, deadline: Deadline) -> ReceiverReply:
        """Send *body* and return the answer, whose content is not read.

        Redirects are not followed: what was signed for one receiver is not for another.
        Raises ForbiddenTarget, a SiteError, TimedOut when *deadline* passes, or InvalidTarget when
        no request can be made of *url* and *headers*.
        """
        host = host_of(url)
        self.screen(url)
        try:
            async with (
                deadline.guard(),
                self._direct.post(
                    URL(url, encoded=True), data=body, headers=headers, allow_redirects=False, ssl=self._verifying
                ) as response,
            ):
                return ReceiverReply(response.status, response.headers.get("retry-after", ""))
        except TimedOut as error:
            # The usual message advises a longer `timeout`, which does not apply to a receiver.
            seconds = deadline.budget.total_seconds()
            raise TimedOut(f"The receiver at {host} did not answer within {seconds:g} seconds.") from error
        except (aiohttp.ClientError, OSError) as error:
            raise site_error(error, host) from error
        except ValueError as error:
            # The library's way to refuse a header, or two that say the same.
            raise InvalidTarget("No valid request can be built from this address and these headers.") from error

    async def _arrive(
        self, chain: Chain, profile: Mapping[str, str], *, tls: SSLContext | None, route: Route
    ) -> aiohttp.ClientResponse:
        """Return the response at the end of *chain*, unread; the caller releases it. *tls* None verifies it."""
        proxy = None
        if self._gateway.proxies.has(route.tier):
            proxy = self._gateway.url(route.for_one_visit())
        while True:
            try:
                response = await self._hop(chain, profile, tls=tls, proxy=proxy)
            except IssuerMissing:
                if tls is not None or not await self.find_issuers(chain.url, route):
                    raise
                response = await self._hop(chain, profile, tls=tls, proxy=proxy)
            if response is not None:
                return response

    async def _hop(
        self, chain: Chain, profile: Mapping[str, str], *, tls: SSLContext | None, proxy: str | None
    ) -> aiohttp.ClientResponse | None:
        """Send one request; None when another one has to follow."""
        host, port = host_of(chain.url), port_of(chain.url)
        self._resolver.screen(host, port)
        headers = build_sent_headers(profile, chain.headers())
        if (own := self.own) is not None:
            headers["User-Agent"] = own.user_agent(mobile=_MOBILE in headers.get("User-Agent", ""))
            headers |= own.sign(chain.url, chain.began_at)
        options: dict[str, Any] = {"headers": headers}
        if chain.url.startswith("https:"):
            options["ssl"] = tls or self._verifying
        if proxy is None:
            return await self._exchange(self._direct, chain, **options)
        await self._resolver.resolve(host, port)
        return await self._exchange(self._proxied, chain, proxy=proxy, **options)

    async def _exchange(
        self, session: aiohttp.ClientSession, chain: Chain, **options: Any
    ) -> aiohttp.ClientResponse | None:
        url, requested = chain.url, chain.note_request()
        try:
            async with AsyncExitStack() as unless_it_is_the_end:
                response = await unless_it_is_the_end.enter_async_context(
                    session.get(URL(url, encoded=True), allow_redirects=False, **options)
                )
                if "proxy" in options and url.startswith("http:"):
                    self._raise_refusal(url, response.headers)
                requested.status = response.status
                accepted = response.headers.get("Accept-Signature", "")
                if (own := self.own) is not None and own.is_asked(url, accepted) and not response.ok:
                    return None
                location = response.headers.get("Location")
                if location is not None and chain.advance(
                    response.status, location, response.headers.getall("Set-Cookie", ())
                ):
                    return None
                unless_it_is_the_end.pop_all()
                return response
        except (aiohttp.ClientError, OSError) as error:
            if isinstance(error, aiohttp.ClientHttpProxyError):
                self._raise_refusal(url, error.headers or {})
            raise site_error(error, host_of(url)) from error

    def _raise_refusal(self, url: WebUrl, headers: Mapping[str, str]) -> None:
        """Raise why the gateway answered in place of the site, if it did: it alone sets this header."""
        reason = headers.get("X-Gossamer-Refused")
        if reason is not None:
            raise self._gateway.refusal(reason, url)

    async def _answer(self, url: WebUrl, response: aiohttp.ClientResponse) -> HttpAnswer:
        headers = joined(response.raw_headers)
        refuse_stream(headers, self._limits.wire)
        try:
            wire, warning = await _body(response, self._limits.wire)
        except (aiohttp.ClientError, OSError) as error:
            raise site_error(error, host_of(url)) from error
        inflated = await inflate(wire, headers.get("content-encoding", ""), limit=self._limits.inflated)
        warnings = tuple(filter(None, (warning, inflated.warning)))
        return HttpAnswer(url, response.status, headers, inflated.body, warnings)

    def _session(self, resolver: Resolver) -> aiohttp.ClientSession:
        dialler = _Dialler(resolver)
        connector = aiohttp.TCPConnector(
            resolver=dialler,
            socket_factory=dialler.open_socket,
            use_dns_cache=False,  # the resolver has one, and asks the policy each time
            limit=0,  # how much runs at once is decided before a fetch starts
            keepalive_timeout=_KEEP_ALIVE,
        )
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,  # inflated here, with a limit
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_TIMEOUT),
            max_line_size=_MAX_FIELD,
            max_field_size=_MAX_FIELD,
            max_headers=_MAX_FIELDS,
            read_bufsize=_READ_BUFFER,
        )

    # Reading the certificates takes 100 ms, which a start and a visit by plain HTTP do not need.
    @cached_property
    def _verifying(self) -> SSLContext:
        return verifying_context()

    @cached_property
    def _lenient(self) -> SSLContext:
        return lenient_context()


def joined(raw: tuple[tuple[bytes, bytes], ...]) -> dict[str, str]:
    """Return headers as text; bytes that are not UTF-8 are read as Latin-1, so nothing fails."""
    if sum(len(name) + len(value) for name, value in raw) > _MAX_HEADER_BYTES:
        raise TooLarge(f"The page's headers are larger than {_MAX_HEADER_BYTES // 1024} kB.")
    headers: dict[str, str] = {}
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1").lower(), _text(raw_value)
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


async def _body(response: aiohttp.ClientResponse, limit: int) -> tuple[bytes, str | None]:
    """Return the body as it was sent, and a warning when it ended too early."""
    if (response.content_length or 0) > limit:
        raise TooLarge(f"The page is larger than {limit // 1_000_000} MB.")
    content = response.content
    chunks: list[bytes] = []
    size = 0
    warning = None
    try:
        while chunk := await content.readany():
            size += len(chunk)
            if size > limit:
                raise TooLarge(f"The page is larger than {limit // 1_000_000} MB.")
            chunks.append(chunk)
    except (aiohttp.ClientPayloadError, ConnectionError):
        # A length that is wrong or a connection that broke: browsers show what came.
        if not chunks:
            raise
        warning = "The page ended before it was complete."
    return chunks[0] if len(chunks) == 1 else b"".join(chunks), warning
