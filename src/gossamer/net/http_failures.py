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


class IssuerMissing(TlsFailed):
    """The certificate's issuer is not known; perhaps the server left it out."""


# The codes of OpenSSL: X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY and …_TO_VERIFY_LEAF_SIGNATURE.
_ISSUER_UNKNOWN = frozenset({20, 21})
_NOT_VALID = "The certificate of {host} is not valid. Set `skipTlsVerification` to fetch the page all the same."
_NO_TLS = "No secure connection to {host} could be made. If its TLS is too old, set `skipTlsVerification`."
# The first row that fits counts.
_FAILURES: tuple[tuple[tuple[type[Exception], ...], type[ServiceError], str], ...] = (
    ((aiohttp.InvalidURL,), InvalidTarget, "Invalid URL"),
    ((aiohttp.ClientSSLError, ssl.SSLError), TlsFailed, _NO_TLS),
    ((aiohttp.ServerTimeoutError,), Unreachable, "{host} did not accept a connection in time."),
    ((aiohttp.ClientConnectorError,), NotConnected, "{host} refused the connection or does not answer."),
    ((aiohttp.ClientResponseError,), Unreachable, "{host} sent something that is not HTTP."),
    ((Exception,), Unreachable, "{host} closed the connection without a complete answer."),
)


def site_error(error: Exception, host: str) -> ServiceError:
    """Return *error* in terms of the site at *host*."""
    if isinstance(error, aiohttp.ClientResponseError) and _is_too_long(error):
        return TooLarge(f"{host} sent more headers than are accepted.")
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        code = getattr(error.certificate_error, "verify_code", None)
        return (IssuerMissing if code in _ISSUER_UNKNOWN else TlsFailed)(_NOT_VALID.format(host=host))
    kind, message = next((kind, message) for classes, kind, message in _FAILURES if isinstance(error, classes))
    return kind(message.format(host=host))


def _is_too_long(error: aiohttp.ClientResponseError) -> bool:
    # The library hands on only the words of the parser's LineTooLong.
    return error.message.lower().startswith(("got more than", "too many headers"))


def refuse_stream(headers: Mapping[str, str], limit: int = MOST_BYTES) -> None:
    """Raise Unsupported for an answer whose head says that it never ends, or is a recording beyond *limit* bytes."""
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    length = headers.get("content-length", "")[:18]
    is_short = length.isdecimal() and int(length) <= limit
    if media_type in _ENDLESS or (media_type.startswith(("audio/", "video/")) and not is_short):
        raise Unsupported(f"The address sends an endless stream or a very long recording ({media_type}), not a page.")
