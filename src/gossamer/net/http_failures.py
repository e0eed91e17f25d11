"""Exceptions of the HTTP client library as errors of our own.

A message names the host, which the caller knows, and never an address.
"""

import ssl

import aiohttp

from gossamer.core.errors import InvalidTarget, NotConnected, ServiceError, TlsFailed, TooLarge, Unreachable

# The first row that fits counts.
_FAILURES: tuple[tuple[tuple[type[Exception], ...], type[ServiceError], str], ...] = (
    ((aiohttp.InvalidURL,), InvalidTarget, "Invalid URL"),
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
