"""Chromium's network errors as ours."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from gossamer.core import errors
from gossamer.core.errors import SiteError, TlsFailed, TooLarge, Unreachable, Unsupported

_DNS = re.compile(r"ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_\w+|ICANN_NAME_COLLISION)")
_CERTIFICATE = re.compile(r"ERR_CERT_")
_ABORTED = re.compile(r"ERR_ABORTED$")
_TLS = re.compile(r"ERR_(SSL_\w+|BAD_SSL_\w+|TLS_\w+)")
_NO_WEB = re.compile(r"ERR_(UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME)")
_TOO_MUCH = re.compile(r"ERR_RESPONSE_HEADERS_TOO_BIG")
_LOOP = re.compile(r"ERR_TOO_MANY_REDIRECTS")
TUNNEL_REFUSED = re.compile(r"ERR_(TUNNEL_CONNECTION_FAILED|PROXY_\w+)")
# The egress policy refuses the same ports; Chromium does so before it asks.
UNSAFE_PORT = "ERR_UNSAFE_PORT"

DOWNLOAD = "The address starts a download, which a browser page cannot show."


class PageCrashed(SiteError):
    """The page brought its renderer down, mostly by using too much memory."""

    code = "SCRAPE_SITE_ERROR"

    def __init__(self) -> None:
        super().__init__("The page used too much memory or crashed the browser's renderer.")


_ERRORS: Final[Sequence[tuple[re.Pattern[str], Callable[[str], SiteError]]]] = (
    (_DNS, lambda _: errors.NameNotResolved("DNS has no address for this host.")),
    (
        _CERTIFICATE,
        lambda name: TlsFailed(
            f"The site's certificate was not accepted ({name}). Set `skipTlsVerification` to fetch it all the same."
        ),
    ),
    (_TLS, lambda name: TlsFailed(f"The TLS handshake failed ({name}).")),
    (_LOOP, lambda _: errors.TooManyRedirects(20)),
    (_TOO_MUCH, lambda name: TooLarge(f"The site exceeded a limit of the browser ({name}).")),
    (_NO_WEB, lambda _: errors.NoWebPage("The page redirects to an address that is not http or https.")),
    (_ABORTED, lambda _: Unsupported(DOWNLOAD)),
)


def from_net_error(text: str) -> SiteError:
    """Return the error that a `net::ERR_…` text of the main document stands for."""
    name = text.removeprefix("net::")
    for pattern, error in _ERRORS:
        if pattern.match(name):
            return error(name)
    return Unreachable(f"The site gave the browser no page ({name}).")
