"""The cheapest way to a page: one HTTP request, no browser.

A site that has Markdown for programs sends it where a request prefers it, as no browser's does. An answer that is worse
than the page is not used: the page is fetched as well.
"""

from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Final

from gossamer.content.media_type import is_markdown, kind_of
from gossamer.content.page_view import PageView
from gossamer.core.headers import validate_headers
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.urls import authority_of
from gossamer.fetchers.verification import fetch_verified
from gossamer.net.http import HttpClient
from gossamer.net.profiles import browser_headers
from gossamer.net.proxies import Route
from gossamer.ports.clock import Clock

_MARKDOWN_FIRST: Final = "text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,application/xml;q=0.8,*/*;q=0.7"
# By these a server may say that it does not know what it is asked for.
_NOT_UNDERSTOOD: Final = frozenset({400, 406, 415, 500, 501})
_FIRST_ERROR: Final = 400
_NOT_MODIFIED: Final = 304
# Bytes. So little text costs hardly anything to be fetched again; an error message is not longer than the other.
_LITTLE: Final = 250
_MOST_OF_AN_ERROR: Final = 4_000
# Authorities that did not understand are remembered, the latest so many.
_MOST_REMEMBERED: Final = 10_000


class HttpFetcher:
    """Brings a page by HTTP with the headers of an ordinary browser, or of one that *prefers_markdown*.

    With None it does so under the honest identity.
    """

    name = "http"
    cost = 10
    capabilities: frozenset[Capability] = frozenset()

    def __init__(self, client: HttpClient, clock: Clock, *, prefers_markdown: bool | None = False) -> None:
        self._client = client
        self._clock = clock
        self._prefers_markdown = prefers_markdown
        self._without_markdown: OrderedDict[str, None] = OrderedDict()

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        """Return the page as the site sent it."""
        authority = authority_of(request.url)
        prefers = self._client.own is not None if self._prefers_markdown is None else self._prefers_markdown
        if prefers and request.takes_markdown and authority not in self._without_markdown:
            page = await self._get(request, {"accept": _MARKDOWN_FIRST})
            if page.status not in _NOT_UNDERSTOOD and not _is_poor_markdown(page):
                return page
            if page.status in _NOT_UNDERSTOOD or _is_mislabelled(page):
                self._without_markdown[authority] = None
            if len(self._without_markdown) > _MOST_REMEMBERED:
                self._without_markdown.popitem(last=False)
        return await self._get(request, {})

    async def _get(self, request: FetchRequest, accepted: Mapping[str, str]) -> FetchedPage:
        get = partial(
            self._client.get,
            request.url,
            deadline=request.deadline,
            headers=validate_headers({**request.validators, **request.headers}),
            profile={**browser_headers(request.location, mobile=request.mobile), **accepted},
            route=Route.of(request.tier, request.location.country),
            permits=request.permits,
            sent=request.sent,
        )
        return await fetch_verified(get, request, fetcher=self.name, clock=self._clock)


def _is_poor_markdown(page: FetchedPage) -> bool:
    """Return whether *page* is Markdown from which the HTML of the site is likely to differ for the better."""
    if not is_markdown(page.media_type) or page.status == _NOT_MODIFIED:
        return False
    size = len(page.body.strip())
    is_error = page.status >= _FIRST_ERROR or (size < _MOST_OF_AN_ERROR and PageView(page).verdict is not None)
    return size < _LITTLE or is_error or _is_mislabelled(page)


def _is_mislabelled(page: FetchedPage) -> bool:
    return is_markdown(page.media_type) and kind_of(page.body, page.media_type) != "markdown"
