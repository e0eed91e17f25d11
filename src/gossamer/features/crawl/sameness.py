"""Which addresses a job takes for the same page.

A crawl compares canonical forms (`core.canonical`), and knows two things more: the routes of
pages that are scripts, which stand in the fragment, and session ids under names that also
mean other things.
"""

import re
from typing import Final

from gossamer.core.canonical import fetchable, fingerprint64, with_route_in_path
from gossamer.core.urls import WebUrl

# A short `sid=12` is a story, a long mixture is a visit.
_SESSION: Final = re.compile(
    r"(?<=[?&])(?:sid|sess|sessid|session)=(?=[^&#]*\d)(?=[^&#]*[a-z])[0-9a-z,-]{16,}(?:&|(?=#)|$)", re.IGNORECASE
)
# ASP.NET keeps the session of visitors without cookies in the path.
_SESSION_SEGMENT: Final = re.compile(r"/\((?:[A-Z]\([^()/]+\))+\)(?=/)", re.IGNORECASE)


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
            url = with_route_in_path(fetchable(url))
        return fingerprint64(url, ignore_query=self._ignore_query, similar=self._similar)


def sitemap_fingerprint(url: WebUrl) -> int:
    """Return the key of a sitemap, which is never the key of a page: no address has a space."""
    return fingerprint64(WebUrl(url.partition("#")[0] + " sitemap"))
