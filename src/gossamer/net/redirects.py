"""The rules of a redirect chain, apart from any HTTP client.

A chain says what to send next and what may go along: cookies set on the way are kept, the
caller's headers and the credentials of a URL are not handed to another origin.
"""

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from gossamer.core.access import Permits
from gossamer.core.errors import InvalidTarget, NoWebPage, TooManyRedirects
from gossamer.core.headers import basic_authorization
from gossamer.core.pages import SentRequest
from gossamer.core.urls import WebUrl, authority_of, login_of, origin_of, resolve, without_credentials, without_fragment
from gossamer.net.cookies import CookieJar, is_same_party

MAX_REDIRECTS = 20

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?!\d)")
_OF_THE_WEB = frozenset({"http", "https"})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Chain:
    """One fetch and the redirects it follows, at most 20.

    *url* is where the chain stands, without credentials; `headers` are what to send there. *began_at* is the authority
    where it began. It does not go on to where *permits* says no. Each request is added to *sent*.
    """

    harmless: ClassVar[frozenset[str]] = frozenset({"accept", "accept-language", "user-agent"})

    def __init__(
        self,
        url: WebUrl,
        headers: Mapping[str, str],
        *,
        limit: int = MAX_REDIRECTS,
        permits: Permits | None = None,
        sent: list[SentRequest] | None = None,
    ) -> None:
        self.url = WebUrl(without_credentials(url))
        self.began_at = authority_of(self.url)
        self._custom = dict(headers)
        self._jar = CookieJar(self.url, self._custom.pop("cookie", ""))
        self._basic = _basic_credentials(url)
        self._limit = limit
        self._permits = permits
        self._sent = [] if sent is None else sent
        self._hops = 0
        self._seen = {(without_fragment(self.url), self._jar.header(self.url))}

    def headers(self) -> dict[str, str]:
        """Return the caller's headers that may go to `url`, with cookies and credentials of the chain."""
        credentials = {"authorization": self._basic, "cookie": self._jar.header(self.url)}
        return {**{name: value for name, value in credentials.items() if value}, **self._custom}

    def note_request(self) -> SentRequest:
        """Note that `url` is requested now; the answer's status is for the caller to add."""
        self._sent.append(SentRequest(without_fragment(self.url)))
        return self._sent[-1]

    def advance(self, status: int, location: str | None, set_cookies: Sequence[str] = ()) -> bool:
        """Take a response and return whether it leads on; then `url` and `headers` are the next request's.

        A redirect without a usable Location is a page like any other. Raises NoWebPage when it leads out of the web,
        TooManyRedirects for a loop and for more hops than allowed, and NotAllowed for a target that is not permitted.
        """
        if status not in _REDIRECTS or not (location or "").strip():
            return False
        try:
            target = resolve(self.url, location or "")
        except InvalidTarget as error:
            if (scheme := _SCHEME.match((location or "").strip())) and scheme[1].lower() not in _OF_THE_WEB:
                raise NoWebPage(f"The page redirects to an address that is not http(s) ({scheme[1]}:).") from error
            return False
        if self._permits is not None and (refusal := self._permits(target)) is not None:
            raise refusal
        for line in set_cookies:
            self._jar.keep(line, self.url)
        self._move_to(target)
        self._count()
        return True

    def _move_to(self, target: WebUrl) -> None:
        if not is_same_party(self.url, target):
            self._custom = {name: value for name, value in self._custom.items() if name in self.harmless}
        basic = self._basic if origin_of(self.url) == origin_of(target) else ""
        self._basic = _basic_credentials(target) or basic
        fragment = "" if "#" in target else self.url.partition("#")[2]
        self.url = WebUrl(without_credentials(target) + (f"#{fragment}" if fragment else ""))

    def _count(self) -> None:
        self._hops += 1
        # The same address again is no loop when a cookie was set meanwhile: many sites ask for that once.
        state = (without_fragment(self.url), self._jar.header(self.url))
        if self._hops > self._limit or state in self._seen:
            raise TooManyRedirects(self._limit)
        self._seen.add(state)


def _basic_credentials(url: str) -> str:
    login = login_of(url)
    return basic_authorization(*login) if login else ""
