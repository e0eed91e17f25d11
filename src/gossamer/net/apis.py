"""Requests to services that the operator named in the settings: search providers.

Their addresses are the operator's choice and may be private, so the egress policy, which is about addresses that
callers and pages name, does not apply. What is sent opens an account: nothing is redirected, since a key would go along
to the address that a response names, no proxy is used, and no failure quotes an address, since a key may stand in it.
"""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self

import aiohttp

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TooLarge
from gossamer.core.urls import host_of
from gossamer.net.http_failures import site_error
from gossamer.net.inflate import inflate
from gossamer.net.tls import verifying_context

_CONNECT_SECONDS: Final = 10.0
# A hundred results with all their fields are a tenth of it.
_MAX_BYTES: Final = 8_000_000


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request: GET, or POST with a *body* (JSON) or a *form*. What it carries is never shown."""

    url: str = field(repr=False)
    params: Mapping[str, str] = field(default_factory=dict, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: Any = field(default=None, repr=False)
    form: Mapping[str, str] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """A response with any *status*. *headers* have lower-case names."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class ApiClient:
    """Asks; an async context manager that owns its connections. It connects at first use."""

    def __init__(self) -> None:
        self._open = AsyncExitStack()
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    async def ask(self, request: ApiRequest, *, deadline: Deadline) -> ApiAnswer:
        """Return the answer to *request*, a redirect too. Raises a SiteError, or TimedOut when *deadline* passes."""
        try:
            async with deadline.guard(), self._send_request(await self._http(), request) as response:
                packed = await _bytes(response)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            # Without its cause: some of the library's errors hold the address, and what is logged shows causes.
            raise site_error(error, host_of(request.url)) from None
        headers = {name.lower(): value for name, value in response.headers.items()}
        opened = await inflate(packed, headers.get("content-encoding", ""), limit=_MAX_BYTES)
        return ApiAnswer(response.status, headers, opened.body)

    @staticmethod
    def _send_request(session: aiohttp.ClientSession, request: ApiRequest) -> Any:
        posted = request.body is not None or request.form is not None
        return session.request(
            "POST" if posted else "GET",
            request.url,
            params=request.params or None,
            headers=request.headers,
            json=request.body,
            data=request.form,
            allow_redirects=False,
        )

    async def _http(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = await self._open.enter_async_context(
                aiohttp.ClientSession(
                    connector=aiohttp.TCPConnector(ssl=verifying_context()),
                    timeout=aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_SECONDS),
                    cookie_jar=aiohttp.DummyCookieJar(),
                    headers={"user-agent": "Gossamer", "accept": "application/json"},
                    auto_decompress=False,  # inflated here, with a limit
                    trust_env=False,
                )
            )
        return self._session


async def _bytes(response: aiohttp.ClientResponse) -> bytes:
    chunks: list[bytes] = []
    size = 0
    async for chunk in response.content.iter_any():
        size += len(chunk)
        if size > _MAX_BYTES:
            raise TooLarge(f"The answer is larger than {_MAX_BYTES // 1_000_000} MB.")
        chunks.append(chunk)
    return b"".join(chunks)
