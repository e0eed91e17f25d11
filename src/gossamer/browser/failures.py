"""Chromium's network errors as ours."""

import re

from gossamer.core.errors import NameNotResolved, SiteError, TlsFailed, TooLarge, Unreachable, Unsupported

_DNS = re.compile(r"ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_\w+|ICANN_NAME_COLLISION)")
_TLS = re.compile(r"ERR_(SSL_\w+|BAD_SSL_\w+|TLS_\w+)")
_TOO_MUCH = re.compile(r"ERR_(TOO_MANY_REDIRECTS|RESPONSE_HEADERS_TOO_BIG)")
TUNNEL_REFUSED = re.compile(r"ERR_(TUNNEL_CONNECTION_FAILED|PROXY_\w+)")
# The egress policy refuses the same ports; Chromium does so before it asks.
UNSAFE_PORT = "ERR_UNSAFE_PORT"

DOWNLOAD = "The address starts a download, which a browser page cannot show."


class PageCrashed(SiteError):
    """The page brought its renderer down, mostly by using too much memory."""

    code = "SCRAPE_SITE_ERROR"

    def __init__(self) -> None:
        super().__init__("The page used too much memory or crashed the browser's renderer.")


def from_net_error(text: str) -> SiteError:
    """Return the error that a `net::ERR_…` text of the main document stands for."""
    name = text.removeprefix("net::")
    if _DNS.match(name):
        return NameNotResolved("DNS has no address for this host.")
    if name.startswith("ERR_CERT_"):
        return TlsFailed(
            f"The site's certificate was not accepted ({name}). Set `skipTlsVerification` to fetch it all the same."
        )
    if _TLS.match(name):
        return TlsFailed(f"The TLS handshake failed ({name}).")
    if _TOO_MUCH.match(name):
        return TooLarge(f"The site exceeded a limit of the browser ({name}).")
    if name == "ERR_ABORTED":
        return Unsupported(DOWNLOAD)
    return Unreachable(f"The site gave the browser no page ({name}).")
