"""Exceptions of the HTTP client library as errors of our own.

A message names the host, which the caller knows, and never an address.
"""

import ssl
from collections.abc import Mapping

import aiohttp

from gossamer.core.errors import (
    InvalidTarget,
    NotConnected,
    ServiceError,
    TlsFailed,
    TooLarge,
    Unreachable,
    Unsupported,
)

MOST_BYTES = 50_000_000
_ENDLESS = frozenset({"multipart/x-mixed-replace", "text/event-stream"})


class ProxyFailed(Unreachable):
    """The upstream proxy, not the site, could not be reached or refused."""


# The first row that fits counts.
_FAILURES: tuple[tuple[tuple[type[Exception], ...], type[ServiceError], str], ...] = (
    ((aiohttp.InvalidURL,), InvalidTarget, "Invalid URL"),
    (
        (aiohttp.ClientProxyConnectionError, aiohttp.ClientHttpProxyError),
        ProxyFailed,
        "The proxy for {host} could not be used.",
    ),
    (
        (aiohttp.ClientConnectorCertificateError,),
        TlsFailed,
        "The certificate of {host} is not valid. Set `skipTlsVerification` to fetch the page all the same.",
    ),
    ((aiohttp.ClientSSLError, ssl.SSLError), TlsFailed, "No secure connection to {host} could be made."),
    ((aiohttp.ServerTimeoutError,), Unreachable, "{host} did not accept a connection in time."),
    (
        (aiohttp.ClientConnectorError,),
        NotConnected,
        "{host} refused the connection or does not answer.",
    ),
    ((aiohttp.ClientResponseError,), Unreachable, "{host} sent something that is not HTTP."),
    ((Exception,), Unreachable, "{host} closed the connection without a complete answer."),
)


def site_error(error: Exception, host: str) -> ServiceError:
    """Return *error* in terms of the site at *host*."""
    if isinstance(error, aiohttp.ClientResponseError) and _too_long(error):
        return TooLarge(f"{host} sent more headers than are accepted.")
    kind, message = next((kind, message) for classes, kind, message in _FAILURES if isinstance(error, classes))
    return kind(message.format(host=host))


def _too_long(error: aiohttp.ClientResponseError) -> bool:
    # The library hands on only the words of the parser's LineTooLong.
    return error.message.lower().startswith(("got more than", "too many headers"))


def refuse_stream(headers: Mapping[str, str], limit: int = MOST_BYTES) -> None:
    """Raise Unsupported for an answer whose head says that it never ends, or is a recording beyond *limit* bytes."""
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    length = headers.get("content-length", "")[:18]
    is_short = length.isdecimal() and int(length) <= limit
    if media_type in _ENDLESS or (media_type.startswith(("audio/", "video/")) and not is_short):
        raise Unsupported(f"The address sends an endless stream or a very long recording ({media_type}), not a page.")
