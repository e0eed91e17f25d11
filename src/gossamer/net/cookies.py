"""Cookies of one visit, as a browser has them: RFC 6265, with values as they were written.

The jars of `http.cookies` and aiohttp quote, escape or drop values that are not tokens.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz
from time import time
from typing import Final
from urllib.parse import urlsplit

from gossamer.core.domains import site_of
from gossamer.core.urls import host_of, origin_of

# As Chromium bounds them: bytes of a cookie, and cookies of a site.
_LONGEST, _MOST = 4096, 180
# Surrogates stand for bytes that are not UTF-8, which no HTTP client sends back; a browser does.
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Cookie:
    """A cookie of the site, for subdomains, too, with a *domain* like ".e.org"; or one of the caller's, for *party*."""

    pair: str
    domain: str
    path: str = "/"
    secure: bool = False
    party: str = ""

    @property
    def name(self) -> str:
        return self.pair.partition("=")[0].rstrip() if "=" in self.pair else ""

    def is_for(self, url: str) -> bool:
        if self.party:
            return is_same_party(self.party, url)
        path = urlsplit(url).path or "/"
        is_below = path == self.path or path.startswith(self.path.removesuffix("/") + "/")
        return _is_within(host_of(url), self.domain) and is_below and url.startswith("https:") >= self.secure

    def replaces(self, old: "_Cookie") -> bool:
        is_same = (self.domain, self.path) == (old.domain, old.path)
        return self.name == old.name and (_is_within(old.domain, self.domain) if old.party else is_same)


class CookieJar:
    """The cookies of one visit. It begins with the `Cookie` *header* that the caller wants sent to *url*.

    The caller's cookies go to that origin only. One that the site sets or deletes is the site's from then on.
    """

    def __init__(self, url: str, header: str = "") -> None:
        self._cookies = [_Cookie(pair, host_of(url), party=url) for pair in map(str.strip, header.split(";")) if pair]

    def header(self, url: str) -> str:
        """Return the value of `Cookie` for *url*, empty when there is none."""
        fitting = [cookie for cookie in self._cookies if cookie.is_for(url)]
        return "; ".join(cookie.pair for cookie in sorted(fitting, key=lambda cookie: -len(cookie.path)))

    def keep(self, line: str, url: str) -> None:
        """Take a `Set-Cookie` of the answer of *url*: keep it, or delete what it says has expired."""
        pair, *rest = (part.strip() for part in line.split(";"))
        attributes = {name.strip().lower(): value.strip() for name, _, value in (part.partition("=") for part in rest)}
        cookie = _read(pair, attributes, url)
        if _is_allowed(cookie, url):
            others = [old for old in self._cookies if not cookie.replaces(old)]
            self._cookies = others if _has_expired(attributes) else [*others, cookie][-_MOST:]


def is_same_party(page_url: str, request_url: str) -> bool:
    """Return whether the caller's headers may go along: same origin, or the same host stepping up to https."""
    (scheme, host, port), (next_scheme, next_host, next_port) = origin_of(page_url), origin_of(request_url)
    is_step_up = (scheme, port, next_scheme, next_port) == ("http", 80, "https", 443)
    return host == next_host and (is_step_up or (scheme, port) == (next_scheme, next_port))


def _read(pair: str, attributes: Mapping[str, str], url: str) -> _Cookie:
    name, equals, value = pair.partition("=")
    domain, path = attributes.get("domain", "").lower().removeprefix("."), attributes.get("path", "")
    folder = path if path.startswith("/") else urlsplit(url).path.rpartition("/")[0] or "/"
    written = f"{name.rstrip()}{equals}{value.lstrip()}"
    return _Cookie(written, f".{domain}" if domain else host_of(url), folder, "secure" in attributes)


def _is_allowed(cookie: _Cookie, url: str) -> bool:
    host, prefix = host_of(url), cookie.name.lower().partition("-")[0]
    promised = {"__secure": cookie.secure, "__host": cookie.secure and (cookie.domain, cookie.path) == (host, "/")}
    is_near = cookie.domain.removeprefix(".") == host or (
        _is_within(host, cookie.domain) and _is_within(cookie.domain[1:], f".{site_of(host)}")
    )
    is_sendable = 1 < len(cookie.pair) <= _LONGEST and not _UNSENDABLE.search(cookie.pair)
    return is_near and is_sendable and promised.get(prefix, True) and url.startswith("https:") >= cookie.secure


def _is_within(host: str, domain: str) -> bool:
    return host == domain or (domain.startswith(".") and f".{host}".endswith(domain))


def _has_expired(attributes: Mapping[str, str]) -> bool:
    """Return whether a cookie is to be deleted; one that ends later outlives the visit."""
    with suppress(ValueError):
        return int(attributes.get("max-age", "")) <= 0
    with suppress(ValueError, OverflowError):
        moment = parsedate_tz(attributes.get("expires", ""))
        return moment is not None and mktime_tz(moment) <= time()
    return False
