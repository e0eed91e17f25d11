"""One page with a browser's TLS and HTTP/2 fingerprint, by curl-impersonate.

The library opens its own connections, so it is given the filtering proxy as its only way out;
the egress policy holds there. Redirects, cookies and content codings are ours, by the same
rules as the HTTP client's. The library is imported at first use: it costs memory and start-up
time that a deployment which never meets a block need not pay.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError, TlsFailed, TooLarge, Unreachable, Unsupported
from gossamer.core.pages import SentRequest
from gossamer.core.urls import WebUrl, host_of, port_of
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.http import HttpAnswer, HttpClient, Limits, joined
from gossamer.net.http_failures import refuse_stream
from gossamer.net.inflate import inflate
from gossamer.net.profiles import build_sent_headers
from gossamer.net.proxies import Route
from gossamer.net.redirects import Chain
from gossamer.net.resolver import Resolver

if TYPE_CHECKING:
    from curl_cffi import Curl
    from curl_cffi.requests import AsyncSession, Response

_DESKTOP = "chrome"
_MOBILE = "chrome_android"
# Codes of libcurl, by what they tell about the site.
_TLS_CODES = frozenset({35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91})
_TOO_LARGE_CODES = frozenset({23, 27, 63, 100})
_CUT_SHORT_CODES = frozenset({18, 56, 92, 95})
_WRITE_ERROR = 0xFFFF_FFFF
_NO_PARTIAL_CHAIN = 1 << 2  # CURLSSLOPT_NO_PARTIALCHAIN


class Impersonator:
    """Fetches pages as Chrome does, down to the handshake.

    Each fetch has its own connections and TLS session: sharing them would tell a site which
    visits belong together.
    """

    def __init__(
        self, resolver: Resolver, proxy: FilteringProxy, limits: Limits | None = None, client: HttpClient | None = None
    ) -> None:
        self._client = client
        self._resolver = resolver
        self._proxy = proxy
        self._limits = limits or Limits()

    async def get(
        self,
        url: WebUrl,
        *,
        deadline: Deadline,
        headers: Mapping[str, str],
        language: str,
        mobile: bool = False,
        verify_tls: bool = True,
        route: Route = Route(),  # noqa: B008 - a frozen value
        permits: Permits | None = None,
        sent: list[SentRequest] | None = None,
    ) -> HttpAnswer:
        """Return the answer of *url* after redirects; the contract of `HttpClient.get`.

        *language* is the Accept-Language; the other headers are those of the browser.
        """
        from curl_cffi.const import CurlHttpVersion, CurlOpt  # noqa: PLC0415 - see the module's docstring
        from curl_cffi.requests import AsyncSession  # noqa: PLC0415

        options: dict[Any, Any] = {
            CurlOpt.HTTP_CONTENT_DECODING: 0,  # inflated here, with a limit
            CurlOpt.NOPROXY: "",  # or the environment's no_proxy would lead around the filtering proxy
            CurlOpt.HTTP_VERSION: CurlHttpVersion.V2TLS,  # Chrome does not offer h2c on plain HTTP
            CurlOpt.SSL_OPTIONS: _NO_PARTIAL_CHAIN,  # fetched intermediates are no roots
            CurlOpt.CA_CACHE_TIMEOUT: 0,  # they are added while a session goes on
        }
        chain = Chain(url, headers, limit=self._limits.redirects, permits=permits, sent=sent)
        verify: Any = await self._client.trust_file() if verify_tls and self._client else verify_tls
        session: AsyncSession[Response]
        async with (
            deadline.guard(),
            AsyncSession(
                impersonate=_MOBILE if mobile else _DESKTOP,
                verify=verify,
                proxy=self._proxy.url(route.for_one_visit()),
                curl_options=options,
                discard_cookies=True,
                trust_env=False,
                max_clients=1,
                timeout=0,
            ) as session,
        ):
            while True:
                try:
                    answer = await self._hop(session, chain, language)
                except TlsFailed:
                    if not (verify_tls and self._client and await self._client.find_issuers(chain.url, route)):
                        raise
                    answer = await self._hop(session, chain, language)
                if answer is not None:
                    return answer

    async def _hop(self, session: "AsyncSession[Response]", chain: Chain, language: str) -> HttpAnswer | None:
        # Asked here too because a refusal inside a tunnel tells nothing but that it failed.
        await self._resolver.resolve(host_of(chain.url), port_of(chain.url))
        curl = await session.pop_curl()
        session.push_curl(curl)
        body = _BodyCollector(self._limits.wire, curl)
        url = chain.url
        response, warning = await self._exchange(session, chain, language, body)
        if url.startswith("http:") and (reason := response.headers.get("x-gossamer-refused")) is not None:
            raise self._proxy.refusal(reason, url)
        raw = tuple((name.lower(), value or b"") for name, value in response.headers.raw)
        cookies = [value.decode("utf-8", "surrogateescape") for name, value in raw if name == b"set-cookie"]
        if chain.advance(response.status_code, response.headers.get("location"), cookies):
            return None
        headers = joined(raw)
        inflated = await inflate(body.joined(), headers.get("content-encoding", ""), limit=self._limits.inflated)
        warnings = tuple(filter(None, (warning, inflated.warning)))
        return HttpAnswer(url, response.status_code, headers, inflated.body, warnings)

    async def _exchange(
        self, session: "AsyncSession[Response]", chain: Chain, language: str, body: "_BodyCollector"
    ) -> tuple["Response", str | None]:
        from curl_cffi.requests.exceptions import RequestException  # noqa: PLC0415

        headers = build_sent_headers({"accept-language": language}, chain.headers())
        requested = chain.note_request()
        try:
            response = await session.request(
                "GET",
                chain.url.partition("#")[0],
                headers=headers,
                allow_redirects=False,
                content_callback=body.take,
                quote=False,
                accept_encoding=None,
            )
        except RequestException as error:
            cut = error.response
            requested.status = cut.status_code or None if cut is not None else None
            if int(error.code) in _CUT_SHORT_CODES and body.size and cut is not None and cut.status_code:
                return cut, "The page ended before it was complete."
            raise _site_error(error, host_of(chain.url), body) or await self._proxy.explain(chain.url) from error
        except (IndexError, ValueError) as error:
            # The library fails so on header lines it cannot split.
            raise Unreachable(f"{host_of(chain.url)} sent something that is not HTTP.") from error
        requested.status = None if "x-gossamer-refused" in response.headers else response.status_code
        return response, None


class _BodyCollector:
    """Collects the body that *curl* receives up to a limit; more, or a head of a stream, aborts the transfer."""

    def __init__(self, limit: int, curl: "Curl") -> None:
        self.size, self.overflowed = 0, False
        self.refused: Unsupported | None = None
        self._curl = curl
        self._limit = limit
        self._chunks: list[bytes] = []

    def take(self, chunk: bytes) -> int:
        """Keep *chunk*; libcurl stops when told another number than its length."""
        self.size += len(chunk)
        self.overflowed = self.size > self._limit
        try:
            refuse_stream(self._head(), self._limit)
        except Unsupported as error:
            self.refused = error
        if self.overflowed or self.refused:
            return _WRITE_ERROR
        self._chunks.append(chunk)
        return len(chunk)

    def _head(self) -> dict[str, str]:
        from curl_cffi.const import CurlInfo  # noqa: PLC0415

        info = (self._curl.getinfo(name) for name in (CurlInfo.CONTENT_TYPE, CurlInfo.CONTENT_LENGTH_DOWNLOAD_T))
        label, length = (value.decode("latin-1") if isinstance(value, bytes) else str(value) for value in info)
        return {"content-type": label, "content-length": length}

    def joined(self) -> bytes:
        return b"".join(self._chunks)


def _site_error(error: Exception, host: str, body: _BodyCollector) -> ServiceError | None:
    code = int(getattr(error, "code", 0))
    if body.refused is not None:
        return body.refused
    if body.overflowed or code in _TOO_LARGE_CODES:
        return TooLarge(f"{host} sent more than is accepted.")
    if code in _TLS_CODES:
        return TlsFailed(
            f"No secure connection to {host} could be made. If its certificate is not valid, set "
            "`skipTlsVerification`; TLS before 1.2 is for plain HTTP alone."
        )
    return None
