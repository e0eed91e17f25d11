"""Which addresses a job takes for the same page.

A crawl compares canonical forms (`core.canonical`), and knows two things more: the routes of
pages that are scripts, which stand in the fragment, and session ids under names that also
mean other things. A batch was given its addresses one by one, so only equal ones are equal.
"""

import re
from typing import Final

from gossamer.core.canonical import fingerprint64
from gossamer.core.urls import WebUrl

# A short `sid=12` is a story, a long mixture is a visit.
_SESSION: Final = re.compile(
    r"(?<=[?&])(?:sid|sess|sessid|session)=(?=[^&#]*\d)(?=[^&#]*[a-z])[0-9a-z,-]{16,}(?:&|(?=#)|$)", re.IGNORECASE
)
# ASP.NET keeps the session of visitors without cookies in the path.
_SESSION_SEGMENT: Final = re.compile(r"/\((?:[A-Z]\([^()/]+\))+\)(?=/)", re.IGNORECASE)


def fetchable(url: WebUrl) -> WebUrl:
    """Return *url* without its fragment, unless that is a route ("#/about", "#!about").

    A server never sees a fragment, but a page that is a script shows what its route says.
    """
    if "#" not in url:
        return url
    address, _, fragment = url.partition("#")
    return url if fragment[:1] in {"/", "!"} else WebUrl(address)


class Sameness:
    """The parts that two addresses of one crawl must share to be the same page."""

    __slots__ = ("_ignore_query", "_similar")

    def __init__(self, *, ignore_query: bool, similar: bool) -> None:
        self._ignore_query = ignore_query
        self._similar = similar

    def fingerprint(self, url: WebUrl) -> int:
        """Return the key of a page in the frontier."""
        if self._similar and ("=" in url or "(" in url):
            url = WebUrl(_SESSION_SEGMENT.sub("", _SESSION.sub("", url)))
        if "#" in url:
            url = _with_route_in_path(fetchable(url))
        return fingerprint64(url, ignore_query=self._ignore_query, similar=self._similar)


def sitemap_fingerprint(url: WebUrl) -> int:
    """Return the key of a sitemap, which is never the key of a page: no address has a space."""
    return fingerprint64(WebUrl(url.partition("#")[0] + " sitemap"))


def exact_fingerprint(url: WebUrl) -> int:
    """Return the key of an address that was asked for as it stands."""
    return fingerprint64(_with_route_in_path(fetchable(url)), similar=False)


def repeated_fingerprint(url: WebUrl, mark: str) -> int:
    """Return the key of an address that is asked for once more; no address has a space."""
    return fingerprint64(WebUrl(f"{_with_route_in_path(fetchable(url))} {mark}"), similar=False)


def _with_route_in_path(url: WebUrl) -> WebUrl:
    address, hash_sign, route = url.partition("#")
    if not hash_sign:
        return url
    path, question, query = address.partition("?")
    return WebUrl(f"{path}%23{route}{question}{query}")
