"""Request headers that a caller may set on a page fetch.

A name or value that could end a header line early is refused, so nothing can be injected.
Headers that frame the message or belong to one connection are ours and are dropped in
silence: clients copy them from a browser without meaning them.
"""

import base64
import re
from collections.abc import Mapping

from gossamer.core.errors import CallerError

MAX_HEADERS = 100
MAX_HEADER_BYTES = 16_384

# Receivers of webhooks rely on these; only this service may send them.
WEBHOOK_SIGNATURE = "x-firecrawl-signature"
WEBHOOK_SEQUENCE = "x-gossamer-sequence"

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", re.ASCII)
_UNSENDABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]|[\ud800-\udfff]")
_OURS = frozenset(
    {
        "connection",
        "content-length",
        "expect",
        "host",
        "http2-settings",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


def basic_authorization(user: str, password: str) -> str:
    """Return the value of Authorization, or Proxy-Authorization, for a user, in UTF-8 (RFC 7617): never for logs."""
    return "Basic " + base64.b64encode(f"{user}:{password}".encode("utf-8", "replace")).decode()


def validate_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the *headers* that may be sent, with lower-case names.

    Of a name given twice in different case the last one counts. Raises CallerError for an
    illegal name or value, for more than 100 headers and for more than 16 384 bytes of them.
    """
    if len(headers) > MAX_HEADERS:
        raise CallerError(f"`headers` has more than {MAX_HEADERS} entries.")
    valid_headers: dict[str, str] = {}
    size = 0
    for name, value in headers.items():
        _refuse_illegal(name, value)
        size += len(name) + len(value.encode())
        if size > MAX_HEADER_BYTES:
            raise CallerError(f"`headers` is larger than {MAX_HEADER_BYTES} bytes.")
        lower = name.lower()
        if lower not in _OURS and not lower.startswith("proxy-"):
            valid_headers[lower] = value.strip(" \t")
    return valid_headers


def _refuse_illegal(name: object, value: object) -> None:
    if not isinstance(name, str) or not isinstance(value, str):
        raise CallerError("`headers` must map text to text.")
    if not _TOKEN.fullmatch(name):
        raise CallerError("`headers` has a name that is not a legal HTTP header name.")
    if _UNSENDABLE.search(value):
        raise CallerError(f"The header `{name[:80]}` has a line break or another control character in its value.")
