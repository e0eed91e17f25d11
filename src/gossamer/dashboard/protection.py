"""Protection of forms: a request that changes something must come from a page of ours.

Three signs, and none may speak against it: `Sec-Fetch-Site`, `Origin`, and a token that only our pages
know. Who has not signed in has a token too, in a cookie, so that nobody is signed in from elsewhere.
"""

import hmac
import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

_OURS = frozenset({"same-origin", "none"})
_TOKEN_BYTES = 24


def new_token() -> str:
    """Return a token for a visitor who has not signed in."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def foreign(headers: Mapping[str, str]) -> bool:
    """Return whether the browser says that the request comes from another site."""
    if headers.get("sec-fetch-site", "none") not in _OURS:
        return True
    origin = headers.get("origin")
    return origin is not None and _host_of(origin) not in _hosts(headers)


def _host_of(origin: str) -> str:
    """Return host and port of *origin*; empty, as of `null`, when it has none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _hosts(headers: Mapping[str, str]) -> frozenset[str]:
    """Return under which names we were called; a proxy's word counts, since no page can set its header."""
    forwarded = headers.get("x-forwarded-host", "").partition(",")[0].strip()
    return frozenset(host.lower() for host in (headers.get("host", ""), forwarded) if host)


def same(given: str, expected: str) -> bool:
    """Return whether the token that was sent is the one we gave; never without one."""
    return bool(expected) and hmac.compare_digest(given.encode(), expected.encode())
