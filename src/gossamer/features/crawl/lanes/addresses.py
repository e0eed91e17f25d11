"""Other addresses of a page that came: where it was redirected to, and what it calls itself."""

import re
from urllib.parse import urlsplit

from gossamer.core.canonical import fetchable
from gossamer.core.documents import Document
from gossamer.core.errors import InvalidTarget
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.crawl.discovery import Explorer

_FIRST_ERROR = 400
_FRONT = re.compile(r"(?:index|home|default|start|main|welcome|homepage)(?:\.\w+)?", re.IGNORECASE)


def final_address(requested: WebUrl, page: FetchedPage) -> WebUrl:
    """Return the address to which *requested* led; as in a browser, a redirect keeps a route in the fragment."""
    _, hash_sign, route = requested.partition("#")
    if hash_sign and "#" not in page.url:
        return WebUrl(f"{page.url}#{route}")
    return fetchable(page.url)


def canonical_address(document: Document, page: FetchedPage, final: WebUrl, explorer: Explorer) -> WebUrl | None:
    """Return the address that the page calls its own, when that can be believed.

    Many sites name their front page, or the crawl's start, on every page by mistake; believing
    that would end a crawl with one page. So it is believed only of an address that front pages
    have: by that alone, because workers that never saw the start must come to the same end.
    Another site's word for it counts as little.
    """
    declared = document.metadata.get("canonical")
    if not isinstance(declared, str) or page.status >= _FIRST_ERROR:
        return None
    try:
        url = fetchable(web_url(declared))
    except InvalidTarget:
        return None
    # The pages of a script share one address, which is all that the server can name.
    if "#" in final or not explorer.scope.is_at_home(url):
        return None
    is_front = urlsplit(url).path in {"", "/"} or url == explorer.home
    return None if is_front and not _may_be_front(final, url) else url


def _may_be_front(address: WebUrl, front: WebUrl) -> bool:
    """Return whether *address* differs from *front* only by its query, or by a name that front pages have."""
    path, home = urlsplit(address).path.rstrip("/"), urlsplit(front).path.rstrip("/")
    return path == home or (path.startswith(f"{home}/") and _FRONT.fullmatch(path, len(home) + 1) is not None)


def follows_links(document: Document, page: FetchedPage) -> bool:
    """Return whether the page lets its links be followed: its robots `<meta>` and X-Robots-Tag do not say no."""
    directives = f"{document.metadata.get('robots', '')},{page.headers.get('x-robots-tag', '')}".lower()
    return not {"nofollow", "none"} & {word.strip() for word in directives.split(",")}
